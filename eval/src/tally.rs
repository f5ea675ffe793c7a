//! Games counted for the first-named contender of a pairing.

use std::collections::BTreeMap;

use sandtable_core::Seat;
use serde::Serialize;

use crate::{Elo, ForfeitKind, GameResult, Pentanomial, Score, TimeSpent};

/// What whole pairs of games say of two contenders.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Tally {
    /// Games won by the first-named contender.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost by it.
    pub losses: u32,
    /// Pairs by its points.
    pub pairs: Pentanomial,
    /// Its score, with an interval from the pairs.
    pub score: Score,
    /// How many Elo points it is ahead, from the score.
    pub elo: Elo,
    /// The same, normalised by how much a game says.
    pub normalised_elo: Elo,
    /// Its mean result, in [-1, 1]: what the rulesets' graded verdicts say beyond wins.
    pub mean_value: f64,
    /// The score of whoever sat in the first seat, with an interval from the pairs: how
    /// even the scenario is between these two.
    pub first_seat: Score,
}

impl Tally {
    /// Counts games that come in pairs, the two of a pair one after the other. A game
    /// without its twin is left out.
    pub fn of<'a>(games: impl IntoIterator<Item = &'a GameResult>) -> Self {
        let games: Vec<&GameResult> = games.into_iter().collect();
        let (mut pairs, mut seats) = (Pentanomial::default(), Pentanomial::default());
        let (mut by_result, mut thousandths, mut count) = ([0; 3], 0_i64, 0_u32);
        for pair in games.chunks_exact(2) {
            pairs.add(pair.iter().map(|game| game.half_points()).sum());
            seats.add(pair.iter().map(|game| first_seat(game)).sum());
            for game in pair {
                by_result[game.half_points()] += 1;
                thousandths += i64::from(game.thousandths);
                count += 1;
            }
        }
        let score = Score::of(&pairs);
        let [losses, draws, wins] = by_result;
        Self {
            wins,
            draws,
            losses,
            pairs,
            score,
            elo: Elo::logistic(score),
            normalised_elo: Elo::normalised(&pairs),
            mean_value: thousandths as f64 / 1000.0 / f64::from(count.max(1)),
            first_seat: Score::of(&seats),
        }
    }

    /// How many games were counted.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }
}

/// Half points of whoever sat in the first seat.
fn first_seat(game: &GameResult) -> usize {
    if game.slot.seat == Seat::FIRST { game.half_points() } else { 2 - game.half_points() }
}

/// Games lost by a contender's own fault, by kind.
pub type Forfeits = BTreeMap<ForfeitKind, u32>;

/// The forfeits of both contenders of a pairing.
pub(crate) fn forfeits<'a>(games: impl IntoIterator<Item = &'a GameResult>) -> [Forfeits; 2] {
    let mut forfeits = [Forfeits::new(), Forfeits::new()];
    for fault in games.into_iter().filter_map(|game| game.forfeit.as_ref()) {
        *forfeits[fault.contender].entry(fault.kind).or_insert(0) += 1;
    }
    forfeits
}

/// What both contenders of a pairing spent, where turns have a limit.
pub(crate) fn time<'a>(games: impl IntoIterator<Item = &'a GameResult>) -> Option<[TimeSpent; 2]> {
    games.into_iter().filter_map(|game| game.time).reduce(|sum, game| {
        std::array::from_fn(|contender| TimeSpent {
            turns: sum[contender].turns + game[contender].turns,
            total_us: sum[contender].total_us + game[contender].total_us,
            longest_us: sum[contender].longest_us.max(game[contender].longest_us),
        })
    })
}
