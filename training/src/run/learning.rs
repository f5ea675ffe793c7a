//! The second stage of a generation: steps of the learner.

use std::time::Instant;

use sandtable_core::Doctrine;
use sandtable_core::encoding::Encode;

use super::{Run, RunError, Stage};
use crate::examples::{Example, Games, draw};
use crate::learner::{Batch, Losses};
use crate::metrics::Report;
use crate::store::Window;

impl<R: Doctrine + Encode> Run<'_, R> {
    /// Learns from the latest games; so many steps of the generation are done. Says whether
    /// all are.
    pub(super) fn learn(&mut self, done: u32) -> Result<bool, RunError> {
        let (generation, learning) = (self.state.generation, &self.config.learner);
        let (games, steps) = (self.lessons()?, self.config.steps(generation));
        let (began, mut recent) = (Instant::now(), Mean::default());
        self.watch.begin(&format!("generation {generation}: learning"), done.into(), steps.into());
        for step in done..steps {
            if self.is_stopped() {
                self.enter(Stage::Learning { done: step })?;
                return Ok(false);
            }
            let seed = self.config.seed().derive("batch", self.learner.steps());
            let examples = draw::<R>(&games, self.config, seed, learning.batch, &self.threads);
            recent.add(self.learn_from(examples)?);
            let samples = f64::from(step + 1 - done) * learning.batch as f64 / began.elapsed().as_secs_f64();
            let loss = recent.of(|losses| losses.total);
            self.watch.at(u64::from(step) + 1, &format!("{samples:.0} samples/s, loss {loss:.3}"));
            let is_last = step + 1 == steps;
            if (step + 1).is_multiple_of(learning.report_every) || is_last {
                self.report(recent.report(generation, self.learner.steps(), samples))?;
                recent = Mean::default();
            }
            if (step + 1).is_multiple_of(learning.save_every) && !is_last {
                self.enter(Stage::Learning { done: step + 1 })?;
            }
        }
        self.keep_weights(&format!("{generation:05}"))?;
        self.enter(Stage::Gate)?;
        Ok(true)
    }

    /// The games that are learned from.
    fn lessons(&mut self) -> Result<Games, RunError> {
        let (last, warm) = (self.state.generation, self.config.warm_start.generations);
        let first = (last + 1).saturating_sub(self.config.replay.window);
        let is_over = !self.config.is_warm(last);
        let latest = self.window(if is_over { first.max(warm) } else { first }, last)?;
        let is_needed = is_over && warm > 0 && self.config.replay.warm_share > 0.0;
        let warm = if is_needed { self.window(0, warm - 1)? } else { Window::default() };
        let games = Games { latest, warm };
        if games.lessons() == 0 {
            return Err(RunError::NoLessons(self.folder.games()));
        }
        Ok(games)
    }

    /// The games of some generations.
    fn window(&mut self, first: u32, last: u32) -> Result<Window, RunError> {
        let games = self.folder.games();
        let window = self.threads.install(|| Window::read::<R>(&games, first, last));
        let window = window.map_err(|error| RunError::File { path: games.clone(), error })?;
        if !window.damage.is_empty() {
            self.watch.note(&format!("{} files or games were skipped:", window.damage.len()));
        }
        for damage in &window.damage {
            self.watch.note(&damage.0);
        }
        Ok(window)
    }

    fn learn_from(&mut self, examples: Vec<Example>) -> Result<Losses, RunError> {
        let batch: Batch = examples.into_iter().map(Into::into).collect();
        // On the run's own threads.
        Ok(self.threads.install(|| self.learner.step(&batch))?)
    }
}

/// Losses since the last report.
#[derive(Default)]
struct Mean(Vec<Losses>);

impl Mean {
    fn add(&mut self, losses: Losses) {
        self.0.push(losses);
    }

    fn of(&self, number: fn(&Losses) -> f32) -> f64 {
        self.0.iter().map(|losses| f64::from(number(losses))).sum::<f64>() / self.0.len() as f64
    }

    fn report(&self, generation: u32, step: u64, samples: f64) -> Report {
        let mut report = Report::new(generation, step);
        report.add("loss/policy", self.of(|losses| losses.policy));
        report.add("loss/outcome", self.of(|losses| losses.outcome));
        report.add("loss/margin", self.of(|losses| losses.margin));
        report.add("loss/survival", self.of(|losses| losses.survival));
        report.add("loss/total", self.of(|losses| losses.total));
        report.add("learner/gradient", self.of(|losses| losses.gradient));
        if let Some(last) = self.0.last() {
            report.add("learner/rate", last.rate);
        }
        report.add("speed/samples_a_second", samples);
        report
    }
}
