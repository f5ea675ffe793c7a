//! `sandtable engine`: the protocol over standard input and output.

use std::io;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use sandtable_engine::{Limits, stdio};

/// Serve one front end over standard input and output.
///
/// One JSON message a line goes in, one comes out; `docs/protocol.md` in the project says
/// which. The engine ends when its input does.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  echo '{\"id\": 1, \"do\": \"hello\", \"protocol\": \"0.1\"}' | sandtable engine")]
pub(crate) struct EngineOptions {
    /// Threads that think [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The longest that an agent may think about one decision, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    thinking: u64,
}

/// Serves until the input ends.
pub(crate) fn run(options: &EngineOptions) -> Result<()> {
    let mut limits = Limits { thinking: Duration::from_secs(options.thinking), ..Limits::own() };
    if let Some(threads) = options.threads {
        limits.threads = threads.into();
    }
    stdio::serve(limits, &mut io::stdin().lock(), io::stdout())?;
    Ok(())
}
