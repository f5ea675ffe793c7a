//! `sandtable serve`: the server in the foreground, until Ctrl-C or SIGTERM.

use std::env;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use sandtable_engine::Limits;
use sandtable_server::{ConnectionLimits, FINISHED, Options, Port, Server};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

use crate::autosave;

/// Where browsers find the page, unless something else is there.
pub(crate) const PORT: u16 = 7878;

/// Serve the web page and the engine protocol to browsers and programs.
///
/// Battles are kept in the data folder: stop the server at any moment, start it again, and
/// every battle goes on. It listens to this machine alone unless `--address` says otherwise.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable serve
  sandtable serve --open
  sandtable serve --address 0.0.0.0 --port 8080 --data battles")]
pub(crate) struct ServeOptions {
    /// The address to listen on
    #[arg(long, value_name = "IP", default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port to listen on; 0 means any that is free
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,
    /// The folder for the battles [default: `server` in the folder for battles in progress]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// A name that browsers may call the server by; `localhost` and addresses always work
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    #[command(flatten)]
    limits: LimitOptions,
}

/// How much is allowed.
#[derive(Debug, Args)]
struct LimitOptions {
    /// Battles in memory at once
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Limits",
          value_parser = between(1, 100_000))]
    games: usize,
    /// Battles that are over and still kept, those that ended last
    #[arg(long, value_name = "N", default_value_t = FINISHED, help_heading = "Limits",
          value_parser = between(1, 10_000_000))]
    finished: usize,
    /// Connections at once
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Limits",
          value_parser = between(1, 100_000))]
    connections: usize,
    /// Seconds for one decision of an opponent
    #[arg(long, value_name = "S", default_value_t = 60, help_heading = "Limits",
          value_parser = between(1, 3600))]
    thinking: usize,
    /// MiB for one battle
    #[arg(long, value_name = "MIB", default_value_t = 64, help_heading = "Limits",
          value_parser = between(1, 1024))]
    memory: usize,
    /// KiB for one message
    #[arg(long, value_name = "KIB", default_value_t = 1024, help_heading = "Limits",
          value_parser = between(4, 16 * 1024))]
    message: usize,
    /// Minutes after which a connection that asks nothing is closed
    #[arg(long, value_name = "MIN", default_value_t = 60, help_heading = "Limits",
          value_parser = between(1, 10_000))]
    idle: usize,
    /// Threads that think [default: one for each core]
    #[arg(long, value_name = "N", help_heading = "Limits", value_parser = between(1, 1024))]
    threads: Option<usize>,
}

fn between(least: usize, most: usize) -> impl clap::builder::TypedValueParser<Value = usize> {
    use clap::builder::TypedValueParser as _;
    clap::value_parser!(u64).range(least as u64..=most as u64).map(|number| number as usize)
}

/// Serves.
pub(crate) fn run(options: &ServeOptions) -> Result<()> {
    let limits = &options.limits;
    let served = Limits::served();
    let engine = Limits {
        line: limits.message << 10,
        games: limits.games,
        connections: limits.connections,
        thinking: Duration::from_secs(limits.thinking as u64),
        game: limits.memory << 20,
        threads: limits.threads.unwrap_or(served.threads),
        ..served
    };
    let connections = ConnectionLimits {
        most: limits.connections,
        idle: Duration::from_secs(60 * limits.idle as u64),
        ..ConnectionLimits::default()
    };
    let serving = Serving {
        server: Options {
            address: options.address,
            port: Port::Exactly(options.port),
            data: data(options.data.as_ref()),
            finished: limits.finished,
            hosts: options.host.clone(),
            connections,
            engine,
        },
        log: "info",
    };
    let shown = |server: &Server| {
        let page = server.place();
        tell(&format!("Sandtable is served at {page}\nStop it with Ctrl-C; battles are kept."));
        if options.open {
            open(&page);
        }
    };
    serving.run(shown)
}

/// The environment's word on what is logged: a level, or levels by target.
const LOG: &str = "SANDTABLE_LOG";

/// What is logged.
fn logged(otherwise: &str) -> Result<Targets> {
    let wanted = env::var(LOG).unwrap_or_else(|_| otherwise.to_owned());
    wanted.parse().with_context(|| {
        format!(
            "{LOG} is `{wanted}`: give a level (off, error, warn, info, debug, trace) or levels by target"
        )
    })
}

/// A server with what is around it: threads, logs, signals.
pub(crate) struct Serving {
    pub(crate) server: Options,
    /// What is logged where [`LOG`] does not say.
    pub(crate) log: &'static str,
}

impl Serving {
    /// Serves until a signal; `begin` is called once the server listens.
    pub(crate) fn run(self, begin: impl FnOnce(&Server)) -> Result<()> {
        let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).compact();
        tracing_subscriber::registry().with(logged(self.log)?).with(lines).init();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            // Requests wait for the disk and for games' locks there: a few at a time are
            // enough, and more would only take the processor from each other.
            .max_blocking_threads(32)
            .enable_all()
            .build()
            .context("no thread to serve with")?;
        runtime.block_on(async {
            let server = Server::bind(self.server).await?;
            let end = signal()?;
            begin(&server);
            server.run(end).await?;
            Ok(())
        })
    }
}

/// Ends with Ctrl-C, or when the system asks the program to end.
fn signal() -> Result<impl Future<Output = ()>> {
    #[cfg(unix)]
    let mut terminate = {
        use tokio::signal::unix::{SignalKind, signal};
        signal(SignalKind::terminate()).context("the system's signals cannot be heard")?
    };
    Ok(async move {
        let interrupt = tokio::signal::ctrl_c();
        #[cfg(unix)]
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
        #[cfg(not(unix))]
        let _ = interrupt.await;
    })
}

/// The folder for the battles.
pub(crate) fn data(chosen: Option<&PathBuf>) -> PathBuf {
    chosen.cloned().unwrap_or_else(|| autosave::folder().join("server"))
}

/// Says something at once: who started the program may read its output line by line, and
/// may have read enough.
pub(crate) fn tell(text: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

/// Opens the address in the person's browser, where there is one.
pub(crate) fn open(address: &str) {
    // Without a screen the system may begin a browser in the terminal.
    let has = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_bare = cfg!(all(unix, not(target_os = "macos"))) && !has("DISPLAY") && !has("WAYLAND_DISPLAY");
    if is_bare || open::that_detached(address).is_err() {
        tell("No browser could be opened: open that address yourself.");
    }
}
