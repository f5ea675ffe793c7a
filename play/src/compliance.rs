//! `sandtable compliance`: whether an engine keeps to the protocol.

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::Args;
use sandtable_client::compliance::{self, Options, Outcome};
use sandtable_client::{CommandLine, Line, Process, StartError};

use crate::event::time;

/// Check whether an engine keeps to the protocol.
///
/// Drives the engine over its standard input and output, by checks that each start it anew,
/// and prints a line for each: what is expected, and where it is not met, what was got.
/// The exit code is 0 when nothing failed. What an engine does not say that it can do is not
/// checked.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable compliance ./my-engine --fast
  sandtable compliance --only decide -- python3 my_bot.py
  sandtable compliance -- sandtable engine")]
pub(crate) struct ComplianceOptions {
    /// The engine's program and its arguments
    #[arg(
        value_name = "COMMAND",
        required_unless_present = "list",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    command: Vec<String>,
    /// Only checks whose name begins so
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Only this ruleset
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// How long an answer may take that needs no thinking
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = time)]
    patience: Duration,
    /// How long a thought may take
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = time)]
    thinking: Duration,
    /// List the checks instead
    #[arg(long)]
    list: bool,
}

/// Makes the checks and prints them.
pub(crate) fn run(options: &ComplianceOptions) -> Result<()> {
    let mut out = io::stdout().lock();
    if options.list {
        for check in compliance::checks() {
            writeln!(out, "  {:<16}  {}", check.name, check.expects)?;
        }
        return Ok(());
    }
    if let Some(only) = &options.only
        && !compliance::checks().any(|check| check.name.starts_with(&**only))
    {
        let names = compliance::checks().map(|check| check.name);
        bail!("{}", sandtable_core::names::unknown("check", only, names));
    }
    let command = CommandLine::of_words(options.command.iter().cloned())?;
    sandtable_client::end_with_program()?;
    let launch = || -> Result<Box<dyn Line>, StartError> { Ok(Box::new(Process::start(&command)?)) };
    let wanted = Options {
        only: options.only.clone(),
        ruleset: options.ruleset.clone(),
        patience: options.patience,
        thinking: options.thinking,
    };
    let mut closed = None;
    let summary = compliance::run(&launch, &wanted, |report| {
        let place = report.scenario.map(|scenario| format!(" [{scenario}]")).unwrap_or_default();
        let (name, expects) = (report.check.name, report.check.expects);
        let line = match &report.outcome {
            Outcome::Passed => format!("pass {name}{place}: {expects}"),
            Outcome::Failed(got) => format!("FAIL {name}{place}: expected: {expects}; got: {got}"),
            Outcome::Skipped(why) => format!("skip {name}{place}: {why}"),
        };
        if let Err(error) =
            writeln!(out, "{}", sandtable_engine::screen::one_line(&line)).and_then(|()| out.flush())
        {
            closed.get_or_insert(error);
        }
    })?;
    if let Some(error) = closed {
        return Err(error.into());
    }
    writeln!(out, "{} passed, {} failed, {} skipped", summary.passed, summary.failed, summary.skipped)?;
    if summary.failed > 0 {
        bail!("{command}: {} checks failed", summary.failed);
    }
    Ok(())
}
