//! One session of a run: opened, worked on, closed.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, Result};
use sandtable_agents::network::Weights;
use sandtable_core::Playable;
use sandtable_gym::{Visitor, visit};
use sandtable_training::run::{Ended, Run};
use sandtable_training::{Config, bench};
use signal_hook::consts::{SIGINT, SIGTERM};

use super::Train;
use super::bars::Bars;

/// The exit code after a second signal, as shells expect it of an interrupted program.
const INTERRUPTED: i32 = 130;

/// Trains, or measures.
pub(super) fn run(options: &Train) -> Result<()> {
    let config = Config::read(&options.config)?;
    let from = options.from.as_deref().map(weights).transpose()?;
    let stop = stop_on_signals()?;
    let out = options.out.clone().unwrap_or_else(|| default_folder(&options.config));
    let session = Session { config: &config, options, out, from, stop: &stop };
    visit(&config.ruleset, session).with_context(|| format!("{}: ruleset", options.config.display()))?
}

fn weights(path: &Path) -> Result<Weights> {
    let bytes = std::fs::read(path).with_context(|| format!("{}: it cannot be read", path.display()))?;
    Weights::read(&bytes).with_context(|| path.display().to_string())
}

fn default_folder(config: &Path) -> PathBuf {
    Path::new("runs").join(config.file_stem().unwrap_or("run".as_ref()))
}

/// Set by the first Ctrl-C or SIGTERM; the second ends the program at once.
fn stop_on_signals() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&stop))?;
        signal_hook::flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

struct Session<'a> {
    config: &'a Config,
    options: &'a Train,
    out: PathBuf,
    from: Option<Weights>,
    stop: &'a AtomicBool,
}

impl Visitor for Session<'_> {
    type Out = Result<()>;

    fn visit<R: Playable>(self) -> Result<()> {
        let mut bars = Bars::default();
        if self.options.bench {
            let figures = bench::figures::<R>(self.config, self.from)?;
            writeln!(io::stdout().lock(), "{}", serde_json::to_string_pretty(&figures)?)?;
            return Ok(());
        }
        let mut run = Run::<R>::open(self.config, &self.out, self.from, self.stop, &mut bars)?;
        let ended = run.go()?;
        let best = self.out.join("best.safetensors");
        drop(run);
        bars.close();
        let line = match ended {
            Ended::Finished => format!("The run is finished. Its weights: {}", best.display()),
            Ended::Stopped => "The run is stopped and saved. The same command goes on.".to_owned(),
        };
        writeln!(io::stdout().lock(), "{line}")?;
        Ok(())
    }
}
