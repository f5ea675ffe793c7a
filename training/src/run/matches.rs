//! The third and fourth stage of a generation: the gate, and games against the yardsticks.

use std::sync::atomic::Ordering;
use std::time::Instant;

use sandtable_agents::AgentSpec;
use sandtable_agents::network::Networks as LoadedNetworks;
use sandtable_core::encoding::Encode;
use sandtable_core::{Doctrine, GameSeed, scenario};
use sandtable_eval::venue::GENERATED;
use sandtable_eval::{
    Contender, EloModel, Event, Hypothesis, Journal, JournalError, MatchReport, Plan, Sprt, Venue, file,
};

use super::networks::{contender, network};
use super::{Run, RunError, Stage};
use crate::Config;
use crate::metrics::Report;

/// Whether the scenarios of the evaluation are there.
pub(super) fn check<R: Doctrine>(config: &Config) -> Result<(), RunError> {
    if config.evaluation.every > 0 { venues::<R>(&config.evaluation.scenarios).map(|_| ()) } else { Ok(()) }
}

fn venues<R: Doctrine>(names: &[String]) -> Result<Vec<Venue<R>>, RunError> {
    let failed = |fault: String| RunError::Evaluation(fault);
    names
        .iter()
        .map(|name| {
            if name == GENERATED {
                let none = || failed(format!("{} generates no scenarios: name shipped ones", R::ID));
                return Venue::generated().ok_or_else(none);
            }
            let shipped = scenario::built_in::<R>(name).map_err(|error| failed(error.to_string()))?;
            Venue::fixed(shipped).map_err(|error| failed(error.to_string()))
        })
        .collect()
}

impl<R: Doctrine + Encode> Run<'_, R> {
    /// Tests the new weights; says whether the test has ended.
    pub(super) fn pass_gate(&mut self) -> Result<bool, RunError> {
        let generation = self.state.generation;
        let candidate = format!("{generation:05}");
        let pairs = self.config.gate_pairs();
        let is_tested = !self.config.is_warm(generation) && pairs > 0;
        if is_tested {
            let Some(passed) = self.test(&candidate, pairs)? else { return Ok(false) };
            if !passed {
                self.watch.note(&format!("generation {generation}: the new weights are refused"));
                self.enter(Stage::Evaluation)?;
                return Ok(true);
            }
        }
        let weights = self.folder.weights(&candidate);
        let bytes = std::fs::read(&weights).map_err(|error| RunError::File { path: weights, error })?;
        file::write(&self.folder.best(), &bytes)?;
        let old = std::mem::replace(&mut self.state.champion, candidate);
        // Those of the warm start are left behind.
        if !self.config.is_warm(generation) {
            self.state.past.push(old);
        }
        self.enter(Stage::Evaluation)?;
        Ok(true)
    }

    /// Plays new weights against old; nothing when it was stopped.
    fn test(&mut self, candidate: &str, pairs: u32) -> Result<Option<bool>, RunError> {
        let gate = &self.config.gate;
        let contenders = [candidate, &self.state.champion].map(|name| {
            Ok(contender::<R>(
                name,
                &network::<R>(&self.folder.weights(name))?,
                &self.config.search,
                gate.simulations,
            ))
        });
        let contenders = contenders.into_iter().collect::<Result<Vec<_>, RunError>>()?;
        let test = Sprt::new(gate.elo0, gate.elo1, EloModel::Logistic);
        let test = test.expect("the configuration's bounds were checked");
        let mut names: Vec<String> = self.grounds_of_matches();
        names.truncate(pairs as usize);
        let generation = self.state.generation;
        let began = Instant::now();
        let name = format!("gate-{candidate}");
        let seed = self.config.seed().derive("gate", generation.into());
        let a_venue = pairs / names.len() as u32;
        let Some(report) = self.meet(&name, contenders, &names, seed, a_venue, Some(test))? else {
            return Ok(None);
        };
        let state = report.sprt.expect("it was a test");
        let passed = state.decision != Some(Hypothesis::H0);
        let mut numbers = Report::new(generation, generation.into());
        numbers.add("gate/score", report.tally.score.score);
        numbers.add("gate/games", report.tally.games());
        numbers.add("gate/likelihood_ratio", state.llr);
        numbers.add("gate/passed", f64::from(u8::from(passed)));
        numbers.add("gate/seconds", began.elapsed().as_secs_f64());
        self.report(numbers)?;
        Ok(Some(passed))
    }

    /// The scenarios of the gate: generated ones where the run plays on them, and otherwise
    /// those with a weight.
    fn grounds_of_matches(&self) -> Vec<String> {
        let play = &self.config.self_play;
        if play.generated > 0.0 {
            return vec![GENERATED.to_owned()];
        }
        play.scenarios.iter().filter(|(_, weight)| **weight > 0.0).map(|(name, _)| name.clone()).collect()
    }

    /// Compares the weights that play with the yardsticks, where that is due, and ends the
    /// generation. Says whether that is done.
    pub(super) fn evaluate(&mut self) -> Result<bool, RunError> {
        let (generation, every) = (self.state.generation, self.config.evaluation.every);
        let is_last = generation + 1 == self.config.generations;
        if every > 0 && ((generation + 1).is_multiple_of(every) || is_last) {
            let mut numbers = Report::new(generation, generation.into());
            for yardstick in self.config.evaluation.against.clone() {
                if !self.compare(&yardstick, &mut numbers)? {
                    return Ok(false);
                }
            }
            self.report(numbers)?;
        }
        self.state.generation += 1;
        self.enter(Stage::SelfPlay)?;
        Ok(true)
    }

    fn compare(&mut self, yardstick: &AgentSpec, numbers: &mut Report) -> Result<bool, RunError> {
        let (generation, evaluation) = (self.state.generation, &self.config.evaluation);
        let network = network::<R>(&self.folder.weights(&self.state.champion))?;
        let champion = contender::<R>("network", &network, &self.config.search, evaluation.simulations);
        let other = Contender::from_spec(yardstick, &LoadedNetworks::new());
        let contenders = vec![champion, other.map_err(|error| RunError::Evaluation(error.to_string()))?];
        let name = format!("evaluation-{generation:05}-{}", yardstick.to_string().replace(':', "-"));
        let seed = self.config.seed().derive("evaluation", generation.into());
        let Some(report) =
            self.meet(&name, contenders, &evaluation.scenarios, seed, evaluation.pairs, None)?
        else {
            return Ok(false);
        };
        let tally = &report.tally;
        numbers.add(format!("score/{yardstick}"), tally.score.score);
        numbers.add(format!("score_low/{yardstick}"), tally.score.low);
        numbers.add(format!("score_high/{yardstick}"), tally.score.high);
        numbers.add(format!("elo/{yardstick}"), elo_within(tally.score.score, tally.games()));
        self.watch.note(&format!(
            "generation {generation}: {} against {yardstick} in {} games",
            tally.score,
            tally.games()
        ));
        Ok(true)
    }

    /// Plays a match to its end, from where its journal stands; nothing when it was stopped.
    fn meet(
        &mut self,
        name: &str,
        contenders: Vec<Contender<R>>,
        scenarios: &[String],
        seed: GameSeed,
        pairs: u32,
        sprt: Option<Sprt>,
    ) -> Result<Option<MatchReport>, RunError> {
        let event = Event::new(contenders, venues(scenarios)?, seed);
        let event = event.map_err(|error| RunError::Evaluation(error.to_string()))?;
        let opened = Journal::open(&self.folder.games_of_match(name), &event)?;
        let (mut journal, stop, watch) = (opened.journal, self.stop, &mut *self.watch);
        watch.begin(name, opened.games.len() as u64, event.games(pairs));
        let plan = Plan { pairs, threads: self.config.threads, sprt };
        let played = event.run(plan, opened.games, |progress| {
            journal.add(progress.last).map_err(Some)?;
            watch.at(progress.finished, "");
            if stop.load(Ordering::Relaxed) { Err(None::<JournalError>) } else { Ok(()) }
        });
        match played {
            Ok(played) => Ok(Some(MatchReport::new(&event, played))),
            Err(None) => Ok(None),
            Err(Some(error)) => Err(error.into()),
        }
    }
}

/// The Elo difference of a score; of all games won or lost, that of half a point less or
/// more, so that a curve has a point there.
fn elo_within(score: f64, games: u32) -> f64 {
    let least = 0.5 / f64::from(games.max(1));
    sandtable_eval::elo::elo_of(score.clamp(least, 1.0 - least)).unwrap_or(0.0)
}
