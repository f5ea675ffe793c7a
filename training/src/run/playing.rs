//! The first stage of a generation: its games.

use std::time::Instant;

use sandtable_agents::network::{Network, Scratch};
use sandtable_core::Doctrine;
use sandtable_core::encoding::Encode;

use super::networks::Networks;
use super::{Run, RunError, Stage};
use crate::examples::{Example, Games, draw};
use crate::metrics::{Calibration, Report};
use crate::self_play::Generation;
use crate::store::Window;
use crate::store::window::{Kept, read_generation};

/// Examples of new games on which predictions are checked.
const CHECKED: usize = 512;

impl<R: Doctrine + Encode> Run<'_, R> {
    /// Plays the games of the generation. Says whether they are all played.
    pub(super) fn play(&mut self) -> Result<bool, RunError> {
        let (number, pool) = (self.state.generation, self.config.self_play.pool as usize);
        let networks = Networks::of::<R>(&self.folder, &self.state, pool, self.config.search.batch)?;
        let games = self.folder.games();
        let generation = Generation {
            config: self.config,
            grounds: &self.grounds,
            minds: &networks,
            number,
            games: &games,
            threads: &self.threads,
            stop: self.stop,
        };
        let (began, mut played, mut positions) = (Instant::now(), 0, 0);
        let watch = &mut *self.watch;
        watch.begin(&format!("generation {number}: games"), 0, self.config.games(number).into());
        let all = generation.play(|there, game| {
            let hours = began.elapsed().as_secs_f64() / 3600.0;
            played += 1;
            positions += game.simulations;
            let (games, positions) = (f64::from(played) / hours, positions as f64 / hours / 3600.0);
            watch.at(there.into(), &format!("{games:.0} games/h, {positions:.0} positions/s"));
        })?;
        for damage in &all.damage {
            self.watch.note(&format!("skipped, played again: {}", damage.0));
        }
        if !all.is_complete {
            return Ok(false);
        }
        let mut report = Report::new(number, number.into());
        let hours = began.elapsed().as_secs_f64() / 3600.0;
        if played > 0 {
            report.add("speed/games_an_hour", f64::from(played) / hours);
            report.add("speed/positions_a_second", positions as f64 / hours / 3600.0);
        }
        self.describe(&mut report, networks.present())?;
        self.report(report)?;
        self.enter(Stage::Learning { done: 0 })?;
        Ok(true)
    }

    /// What the new games were like, and how well the network foresaw them.
    fn describe(&self, report: &mut Report, network: &Network) -> Result<(), RunError> {
        let (games, number) = (self.folder.games(), self.state.generation);
        let failed = |error| RunError::File { path: games.clone(), error };
        let (kept, _) = read_generation::<R>(&games, number).map_err(failed)?;
        describe_games(report, &kept);
        let window = self.threads.install(|| Window::read::<R>(&games, number, number)).map_err(failed)?;
        let games = Games::from(window);
        report.add("store/lessons", games.lessons() as f64);
        if games.lessons() > 0 {
            // As they were played, and only what came of them.
            let mut config = self.config.clone();
            (config.replay.mirrored, config.targets.search_share) = (0.0, 0.0);
            let seed = config.seed().derive("checked", number.into());
            let examples = draw::<R>(&games, &config, seed, CHECKED, &self.threads);
            describe_predictions(report, network, examples);
        }
        Ok(())
    }
}

fn describe_games(report: &mut Report, kept: &[Kept]) {
    let count = kept.len() as f64;
    let mean = |of: &dyn Fn(&Kept) -> f64| kept.iter().map(of).sum::<f64>() / count;
    let share = |of: &dyn Fn(i16) -> bool| mean(&|kept| f64::from(u8::from(of(kept.game.thousandths))));
    report.add("games/first_player_score", mean(&|kept| f64::midpoint(1.0, kept.game.value().into())));
    report.add("games/first_player_wins", share(&|result| result > 0));
    report.add("games/draws", share(&|result| result == 0));
    report.add("games/turns", mean(&|kept| kept.game.turn.into()));
    report.add("games/steps", mean(&|kept| kept.game.steps.len() as f64));
    let steps: Vec<f64> = kept.iter().map(|kept| kept.game.steps.len() as f64).collect();
    report.spread("games/steps_spread", &steps);
}

/// Compares the network's answers with what came of the decisions: it has not learned from
/// them yet.
fn describe_predictions(report: &mut Report, network: &Network, examples: Vec<Example>) {
    let (encodings, targets): (Vec<_>, Vec<_>) = examples
        .into_iter()
        .map(|example| (example.encoding, (example.policy, example.outcome, example.survival)))
        .unzip();
    let (mut scratch, mut value, mut survival) =
        (Scratch::default(), Calibration::default(), Calibration::default());
    let (mut values, mut entropy, mut target_entropy, mut agreed, mut policies) =
        (Vec::new(), 0.0, 0.0, 0.0, 0.0);
    for (encodings, targets) in encodings.chunks(32).zip(targets.chunks(32)) {
        network.forward(encodings, &mut scratch);
        for (answer, (policy, outcome, lives)) in scratch.answers().zip(targets) {
            let score = |[win, _, loss]: [f32; 3]| f64::midpoint(1.0, (win - loss).into());
            value.add(score(answer.outcome), score(*outcome));
            values.push(2.0 * score(answer.outcome) - 1.0);
            for (&predicted, &came) in answer.survival.iter().zip(lives) {
                survival.add(predicted.into(), came.into());
            }
            if !policy.is_empty() {
                let mut chances = answer.logits.to_vec();
                sandtable_agents::mcts::formulas::softmax(&mut chances);
                policies += 1.0;
                entropy += entropy_of(&chances);
                target_entropy += entropy_of(policy);
                agreed += f64::from(u8::from(best(&chances) == best(policy)));
            }
        }
    }
    report.add("value/brier", value.brier());
    report.add("value/calibration_error", value.error());
    report.add("survival/brier", survival.brier());
    report.add("survival/calibration_error", survival.error());
    report.add("policy/entropy", entropy / policies);
    report.add("policy/target_entropy", target_entropy / policies);
    report.add("policy/agreement", agreed / policies);
    report.spread("value/predicted", &values);
}

/// In nats.
fn entropy_of(chances: &[f32]) -> f64 {
    chances.iter().map(|&p| if p > 0.0 { -f64::from(p) * f64::from(p).ln() } else { 0.0 }).sum()
}

fn best(chances: &[f32]) -> Option<usize> {
    (0..chances.len()).max_by(|&a, &b| chances[a].total_cmp(&chances[b]))
}
