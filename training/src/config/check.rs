//! Which values the keys may have.

use super::Config;

/// A key and what is wrong with its value.
type Fault = (String, String);

impl Config {
    /// Checks every value.
    pub(super) fn check(&self) -> Result<(), Fault> {
        self.check_shares()?;
        self.check_numbers()?;
        self.network.check().map_err(|error| ("network".to_owned(), error.to_string()))?;
        let weights = &self.self_play.scenarios;
        if let Some((name, weight)) = weights.iter().find(|(_, weight)| !(0.0..=1e6).contains(*weight)) {
            return Err((format!("self_play.scenarios.{name}"), out_of(*weight, 0.0, 1e6)));
        }
        if self.self_play.generated < 1.0 && weights.values().sum::<f64>() <= 0.0 {
            let fault =
                "no scenario has a weight: write one, as `ridge = 1.0`, or play all games on generated ones";
            return Err(("self_play.scenarios".to_owned(), fault.to_owned()));
        }
        if self.gate.elo0 >= self.gate.elo1 {
            let fault = format!(
                "{} is not below gate.elo1 ({}): write a smaller number",
                self.gate.elo0, self.gate.elo1
            );
            return Err(("gate.elo0".to_owned(), fault));
        }
        crate::learner::device(&self.learner.device)
            .map_err(|error| ("learner.device".to_owned(), error.to_string()))?;
        if self.self_play.cheap_simulations > self.self_play.full_simulations {
            let fault = format!(
                "{} is more than self_play.full_simulations ({}): write a smaller number",
                self.self_play.cheap_simulations, self.self_play.full_simulations
            );
            return Err(("self_play.cheap_simulations".to_owned(), fault));
        }
        if self.evaluation.every > 0
            && (self.evaluation.against.is_empty() || self.evaluation.scenarios.is_empty())
        {
            let fault = "evaluations need `against` and `scenarios` of at least one: name some, or write 0";
            return Err(("evaluation.every".to_owned(), fault.to_owned()));
        }
        Ok(())
    }

    fn check_shares(&self) -> Result<(), Fault> {
        let schedule = &self.learner.schedule;
        let Self { warm_start: warm, self_play: play, .. } = self;
        all_within(&[
            ("warm_start.searching", warm.searching, 0.0, 1.0),
            ("warm_start.stray", warm.stray, 0.0, 1.0),
            ("warm_start.smoothing", warm.smoothing, 0.0, 0.99),
            ("warm_start.kept", warm.kept, 0.0, 1.0),
            ("replay.warm_share", self.replay.warm_share, 0.0, 1.0),
            ("self_play.generated", play.generated, 0.0, 1.0),
            ("self_play.full_share", play.full_share, 0.0, 1.0),
            ("self_play.full_gumbel", play.full_gumbel, 0.0, 10.0),
            ("self_play.cheap_gumbel", play.cheap_gumbel, 0.0, 10.0),
            ("self_play.cheap_kept", play.cheap_kept, 0.0, 1.0),
            ("self_play.past_selves", play.past_selves, 0.0, 1.0),
            ("search.puct", self.search.puct, 0.0, 100.0),
            ("search.unvisited", self.search.unvisited, 0.0, 1.0),
            ("search.sigma_visits", self.search.sigma_visits, 0.0, 1000.0),
            ("search.sigma_scale", self.search.sigma_scale, 0.0, 100.0),
            ("replay.mirrored", self.replay.mirrored, 0.0, 1.0),
            ("targets.search_share", self.targets.search_share, 0.0, 1.0),
            ("learner.schedule.rate", schedule.rate, 0.0, 1.0),
            ("learner.schedule.last", schedule.last, 0.0, 1.0),
            ("learner.schedule.decay", schedule.decay, 0.0, 10.0),
            ("learner.schedule.clip", schedule.clip, 1e-6, 1e6),
            ("learner.schedule.shares.policy", schedule.shares.policy, 0.0, 1000.0),
            ("learner.schedule.shares.outcome", schedule.shares.outcome, 0.0, 1000.0),
            ("learner.schedule.shares.margin", schedule.shares.margin, 0.0, 1000.0),
            ("learner.schedule.shares.survival", schedule.shares.survival, 0.0, 1000.0),
            ("gate.share", self.gate.share, 0.0, 0.1),
            ("gate.elo0", self.gate.elo0, -1000.0, 1000.0),
            ("gate.elo1", self.gate.elo1, -1000.0, 1000.0),
        ])
    }

    fn check_numbers(&self) -> Result<(), Fault> {
        let Self { warm_start: warm, self_play: play, .. } = self;
        let whole = |number: u32| f64::from(number);
        all_within(&[
            // TOML's whole numbers end there.
            ("seed", self.seed as f64, 0.0, i64::MAX as f64),
            ("generations", whole(self.generations), 1.0, 1e6),
            ("threads", self.threads as f64, 0.0, 1024.0),
            ("warm_start.generations", whole(warm.generations), 0.0, 1e6),
            ("warm_start.games", whole(warm.games), 1.0, 1e6),
            ("warm_start.simulations", whole(warm.simulations), 1.0, 1e6),
            ("warm_start.steps", whole(warm.steps), 1.0, 1e9),
            ("self_play.games", whole(play.games), 1.0, 1e6),
            ("self_play.games_a_shard", whole(play.games_a_shard), 1.0, 1e6),
            ("self_play.full_simulations", whole(play.full_simulations), 2.0, 1e6),
            ("self_play.cheap_simulations", whole(play.cheap_simulations), 1.0, 1e6),
            ("self_play.pool", whole(play.pool), 0.0, 1000.0),
            ("search.considered", self.search.considered as f64, 1.0, 1000.0),
            ("search.fair_share", whole(self.search.fair_share), 1.0, 1e6),
            ("search.batch", self.search.batch as f64, 1.0, 1024.0),
            ("replay.window", whole(self.replay.window), 1.0, 1e6),
            ("replay.a_game", self.replay.a_game as f64, 1.0, 1000.0),
            ("learner.steps", whole(self.learner.steps), 1.0, 1e9),
            ("learner.batch", self.learner.batch as f64, 1.0, 65536.0),
            ("learner.schedule.warm_up", self.learner.schedule.warm_up as f64, 0.0, 1e12),
            ("learner.schedule.steps", self.learner.schedule.steps as f64, 0.0, 1e12),
            ("learner.save_every", whole(self.learner.save_every), 1.0, 1e9),
            ("learner.report_every", whole(self.learner.report_every), 1.0, 1e9),
            ("gate.simulations", whole(self.gate.simulations), 1.0, 1e6),
            ("evaluation.every", whole(self.evaluation.every), 0.0, 1e6),
            ("evaluation.pairs", whole(self.evaluation.pairs), 1.0, 1e6),
            ("evaluation.simulations", whole(self.evaluation.simulations), 1.0, 1e6),
        ])
    }
}

fn all_within(values: &[(&str, f64, f64, f64)]) -> Result<(), Fault> {
    let wrong = values.iter().find(|(_, value, low, high)| !(low..=high).contains(&value));
    wrong.map_or(Ok(()), |&(key, value, low, high)| Err((key.to_owned(), out_of(value, low, high))))
}

fn out_of(value: f64, low: f64, high: f64) -> String {
    format!("{value} is out of range: write a number from {low} to {high}")
}
