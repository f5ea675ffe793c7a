//! What a match says.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_core::{Doctrine, GameSeed};
use serde::Serialize;

use crate::tally::{self, Forfeits};
use crate::{Event, Forfeit, GameResult, Played, SprtState, Tally, TimeSpent};

/// The outcome of a match, counted for the first-named contender. As JSON it has every
/// game, so that anything else can be worked out from it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MatchReport {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The match's seed.
    pub seed: GameSeed,
    /// The contenders' names, in the order in which they were named.
    pub contenders: [String; 2],
    /// All scenarios together.
    #[serde(flatten)]
    pub tally: Tally,
    /// Every scenario by itself, in the order in which they were named.
    pub scenarios: Vec<ScenarioTally>,
    /// Games lost by a contender's own fault, by contender and kind.
    pub forfeits: [Forfeits; 2],
    /// How often games ended for which reason; forfeits are not among them.
    pub reasons: BTreeMap<String, u32>,
    /// What each contender's thinking cost, where turns have a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<[TimeSpent; 2]>,
    /// What the sequential test says, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sprt: Option<SprtState>,
    /// Every game, in the order of their numbers.
    pub games: Vec<GameResult>,
}

/// The games of one scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScenarioTally {
    /// The scenario's name.
    pub scenario: String,
    /// Its games.
    #[serde(flatten)]
    pub tally: Tally,
}

impl MatchReport {
    /// Counts the games of an event's first pairing.
    pub fn new<R: Doctrine>(event: &Event<R>, played: Played) -> Self {
        let sprt = played.sprt;
        Self { sprt, ..Self::of_pairing(event, 0, played.games) }
    }

    /// Counts the games of one pairing of an event; games of others are left out.
    pub(crate) fn of_pairing<R: Doctrine>(
        event: &Event<R>,
        pairing: usize,
        mut games: Vec<GameResult>,
    ) -> Self {
        games.retain(|game| game.slot.pairing == pairing);
        let scenarios = event.venues().iter().enumerate().map(|(place, venue)| ScenarioTally {
            scenario: venue.name().to_owned(),
            tally: Tally::of(games.iter().filter(|game| game.slot.scenario == place)),
        });
        let mut reasons = BTreeMap::new();
        for game in games.iter().filter(|game| game.forfeit.is_none()) {
            *reasons.entry(game.reason.clone()).or_insert(0) += 1;
        }
        Self {
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            seed: event.seed(),
            contenders: event.pairings()[pairing]
                .map(|contender| event.contenders()[contender].name().to_owned()),
            tally: Tally::of(&games),
            scenarios: scenarios.collect(),
            forfeits: tally::forfeits(&games),
            reasons,
            time: tally::time(&games),
            sprt: None,
            games,
        }
    }
}

/// A table for people.
impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ([first, second], tally) = (&self.contenders, &self.tally);
        let places: Vec<&str> = self.scenarios.iter().map(|one| one.scenario.as_str()).collect();
        let games = tally.games();
        writeln!(f, "{first} against {second}: {}, {games} games, sides swapped", places.join(", "))?;
        writeln!(f)?;
        writeln!(f, "  won / drawn / lost   {} / {} / {}", tally.wins, tally.draws, tally.losses)?;
        writeln!(f, "  score of {first:<11} {}", tally.score)?;
        writeln!(f, "  pairs, 0 to 2 points {}", tally.pairs)?;
        writeln!(f, "  Elo                  {}", tally.elo)?;
        writeln!(f, "  normalised Elo       {}", tally.normalised_elo)?;
        writeln!(f, "  score of first seat  {}", tally.first_seat)?;
        writeln!(f, "  mean result          {:+.3}", tally.mean_value)?;
        if let Some(sprt) = &self.sprt {
            writeln!(f, "  sequential test      {sprt}")?;
        }
        if games > 0 {
            let mean =
                |of: fn(&GameResult) -> f64| self.games.iter().map(of).sum::<f64>() / self.games.len() as f64;
            let (turns, steps) = (mean(|game| game.turn.into()), mean(|game| game.steps.into()));
            writeln!(f, "  length, on average   {turns:.1} turns, {steps:.0} decisions and throws")?;
        }
        self.write_scenarios(f)?;
        for (reason, count) in &self.reasons {
            writeln!(f, "  ended {count:>5} times    {reason}")?;
        }
        self.write_faults(f)
    }
}

impl MatchReport {
    fn write_scenarios(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.scenarios.len() < 2 {
            return Ok(());
        }
        let widest = self.scenarios.iter().map(|one| one.scenario.chars().count()).max().unwrap_or_default();
        for ScenarioTally { scenario, tally } in &self.scenarios {
            let Tally { wins, draws, losses, score, .. } = tally;
            writeln!(f, "  in {scenario:<widest$}  {score}, {wins} / {draws} / {losses}")?;
        }
        Ok(())
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (contender, name) in self.contenders.iter().enumerate() {
            for (kind, count) in &self.forfeits[contender] {
                writeln!(f, "  forfeited by {name}: {count} ({kind})")?;
                let is_one = |fault: &&Forfeit| (fault.contender, fault.kind) == (contender, *kind);
                if let Some(first) = self.games.iter().filter_map(|game| game.forfeit.as_ref()).find(is_one) {
                    writeln!(f, "    first: {}", first.detail)?;
                }
            }
        }
        for (name, time) in self.contenders.iter().zip(self.time.iter().flatten()) {
            let mean = time.total_us as f64 / f64::from(time.turns.max(1)) / 1000.0;
            let longest = time.longest_us as f64 / 1000.0;
            writeln!(f, "  time of {name}: {mean:.1} ms a turn, {longest:.1} ms at most")?;
        }
        Ok(())
    }
}
