//! What a match says.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_core::{GameSeed, Ruleset, Scenario, Seat};
use serde::{Deserialize, Serialize};

use crate::{ForfeitKind, GameResult, Score};

/// The outcome of a match, counted for the first-named contender. As JSON it has every
/// game, so that anything else can be worked out from it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchReport {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The scenario.
    pub scenario: String,
    /// The match's seed.
    pub seed: GameSeed,
    /// The contenders' names, in the order in which they were named.
    pub contenders: [String; 2],
    /// Games won by the first-named contender.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by it.
    pub losses: u32,
    /// Its score, with an interval from the pairs.
    pub score: Score,
    /// Its mean result, in [-1, 1]: what the rulesets' graded verdicts say beyond wins.
    pub mean_value: f64,
    /// The score of whoever sat in the first seat, with an interval from the pairs: how
    /// even the scenario is between these two.
    pub first_seat: Score,
    /// Games lost by a contender's own fault, by contender and kind.
    pub forfeits: [BTreeMap<ForfeitKind, u32>; 2],
    /// How often games ended for which reason; forfeits are not among them.
    pub reasons: BTreeMap<String, u32>,
    /// Every game, pair by pair.
    pub games: Vec<GameResult>,
}

impl MatchReport {
    /// Counts the games of a match; they come in pairs, the first-named contender in the
    /// first seat first.
    pub fn new<R: Ruleset>(
        contenders: [String; 2],
        scenario: &Scenario,
        seed: GameSeed,
        games: Vec<GameResult>,
    ) -> Self {
        let count = |one: fn(f64) -> bool| games.iter().filter(|game| one(game.value)).count() as u32;
        let of_pairs = |points: &dyn Fn(&GameResult) -> f64| {
            let samples: Vec<f64> = games
                .chunks(2)
                .map(|pair| pair.iter().map(points).sum::<f64>() / pair.len() as f64)
                .collect();
            Score::of_samples(&samples)
        };
        let mut forfeits = [BTreeMap::new(), BTreeMap::new()];
        let mut reasons = BTreeMap::new();
        for game in &games {
            match &game.forfeit {
                Some(fault) => *forfeits[fault.contender].entry(fault.kind).or_insert(0) += 1,
                None => *reasons.entry(game.reason.clone()).or_insert(0) += 1,
            }
        }
        let first_seat = |game: &GameResult| {
            if game.seat == Seat::FIRST { game.points() } else { 1.0 - game.points() }
        };
        Self {
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            scenario: scenario.name().to_owned(),
            seed,
            contenders,
            wins: count(|value| value > 0.0),
            draws: count(|value| value == 0.0),
            losses: count(|value| value < 0.0),
            score: of_pairs(&GameResult::points),
            mean_value: games.iter().map(|game| game.value).sum::<f64>() / (games.len() as f64).max(1.0),
            first_seat: of_pairs(&first_seat),
            forfeits,
            reasons,
            games,
        }
    }
}

/// A table for people.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.contenders;
        writeln!(
            f,
            "{first} against {second}: {}, {} games, sides swapped",
            self.scenario,
            self.games.len()
        )?;
        writeln!(f)?;
        writeln!(f, "  won / drawn / lost   {} / {} / {}", self.wins, self.draws, self.losses)?;
        writeln!(f, "  score of {first:<11} {}", self.score)?;
        writeln!(f, "  score of first seat  {}", self.first_seat)?;
        writeln!(f, "  mean result          {:+.3}", self.mean_value)?;
        if !self.games.is_empty() {
            let games = self.games.len() as f64;
            let turns = self.games.iter().map(|game| f64::from(game.turn)).sum::<f64>() / games;
            let steps = self.games.iter().map(|game| f64::from(game.steps)).sum::<f64>() / games;
            writeln!(f, "  length, on average   {turns:.1} turns, {steps:.0} decisions and throws")?;
        }
        for (reason, count) in &self.reasons {
            writeln!(f, "  ended {count:>5} times    {reason}")?;
        }
        for (name, kinds) in self.contenders.iter().zip(&self.forfeits) {
            for (kind, count) in kinds {
                writeln!(f, "  forfeited by {name}: {count} ({kind})")?;
            }
        }
        Ok(())
    }
}
