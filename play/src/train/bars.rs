//! How far a run is: a bar where a person looks, a line a minute elsewhere.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use sandtable_training::run::Watch;

/// How often a line is written where there is no terminal.
const A_LINE: Duration = Duration::from_mins(1);

/// The bar of the present stage.
#[derive(Default)]
pub(super) struct Bars {
    bar: Option<ProgressBar>,
    stage: String,
    said: Option<Instant>,
}

impl Bars {
    /// Takes the bar away.
    pub(super) fn close(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    /// A line on standard error. Nobody waits who closed it.
    fn say(&self, line: &str) {
        let line = sandtable_engine::screen::one_line(line);
        match &self.bar {
            Some(bar) if !bar.is_hidden() => bar.println(line),
            _ => {
                let _ = writeln!(io::stderr(), "{line}");
            }
        }
    }
}

impl Watch for Bars {
    fn begin(&mut self, stage: &str, done: u64, steps: u64) {
        self.close();
        let style = ProgressStyle::with_template("{prefix} {bar:30} {pos} of {len}, {eta} to go, {msg}")
            .expect("the template is right, as every test of a run shows");
        let bar = ProgressBar::new(steps).with_style(style).with_prefix(stage.to_owned());
        bar.set_position(done);
        bar.reset_eta();
        self.bar = Some(bar);
        stage.clone_into(&mut self.stage);
        self.said = None;
    }

    fn at(&mut self, done: u64, speeds: &str) {
        let Some(bar) = &self.bar else { return };
        bar.set_position(done);
        bar.set_message(speeds.to_owned());
        let steps = bar.length().unwrap_or_default();
        let is_due = self.said.is_none_or(|said| said.elapsed() >= A_LINE) || done == steps;
        if bar.is_hidden() && is_due {
            self.say(&format!("{}: {done} of {steps}, {speeds}", self.stage));
            self.said = Some(Instant::now());
        }
    }

    fn note(&mut self, line: &str) {
        self.say(line);
    }
}
