//! What a tournament says: ratings, and who scored what against whom.

use std::collections::BTreeMap;
use std::fmt;

use sandtable_core::{Doctrine, GameSeed};
use serde::Serialize;

use crate::ratings::{Points, rate};
use crate::tally::Forfeits;
use crate::{Event, GameResult, MatchReport, Played, Rating};

/// The outcome of a round robin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TournamentReport {
    /// The ruleset.
    pub ruleset: String,
    /// Its version.
    pub version: u32,
    /// The tournament's seed.
    pub seed: GameSeed,
    /// The scenarios' names.
    pub scenarios: Vec<String>,
    /// The contenders, the highest rated first.
    pub standings: Vec<Standing>,
    /// Every pairing as a match, in the order in which the contenders were named.
    pub pairings: Vec<MatchReport>,
}

/// How one contender stands.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Standing {
    /// Its name.
    pub contender: String,
    /// Its rating by the Bradley-Terry model.
    pub rating: Rating,
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Its score over all games, in [0, 1].
    pub score: f64,
    /// Its score in every scenario, in [0, 1].
    pub scenarios: Vec<f64>,
    /// Games lost by its own fault, by kind.
    pub forfeits: Forfeits,
}

impl TournamentReport {
    /// Counts the games of an event.
    pub fn new<R: Doctrine>(event: &Event<R>, played: &Played) -> Self {
        let pairings = event.pairings();
        let ratings = rate(event.contenders().len(), &clusters(&pairings, &played.games));
        let matches: Vec<MatchReport> = (0..pairings.len())
            .map(|pairing| MatchReport::of_pairing(event, pairing, played.games.clone()))
            .collect();
        let mut standings: Vec<Standing> = ratings
            .into_iter()
            .enumerate()
            .map(|(contender, rating)| {
                let name = event.contenders()[contender].name().to_owned();
                standing(name, rating, &sides(contender, &pairings, &matches))
            })
            .collect();
        standings.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
        Self {
            ruleset: R::ID.to_owned(),
            version: R::VERSION,
            seed: event.seed(),
            scenarios: event.venues().iter().map(|venue| venue.name().to_owned()).collect(),
            standings,
            pairings: matches,
        }
    }

    /// The score of one contender against another over all scenarios, with its interval,
    /// each in [0, 1]; nothing where they did not meet.
    pub fn score(&self, contender: &str, against: &str) -> Option<crate::Score> {
        self.pairings.iter().find_map(|report| {
            let [first, second] = &report.contenders;
            let score = report.tally.score;
            if first == contender && second == against {
                Some(score)
            } else if second == contender && first == against {
                Some(score.turned())
            } else {
                None
            }
        })
    }
}

/// The matches of a contender, each with its place in it: 0 or 1.
fn sides<'a>(
    contender: usize,
    pairings: &[[usize; 2]],
    matches: &'a [MatchReport],
) -> Vec<(usize, &'a MatchReport)> {
    let place = |pairing: &[usize; 2]| pairing.iter().position(|&one| one == contender);
    pairings.iter().zip(matches).filter_map(|(pairing, report)| Some((place(pairing)?, report))).collect()
}

fn standing(contender: String, rating: Rating, sides: &[(usize, &MatchReport)]) -> Standing {
    let mut by_result = [0; 3];
    let mut forfeits = Forfeits::new();
    for (place, report) in sides {
        let tally = &report.tally;
        let results = [tally.losses, tally.draws, tally.wins];
        for (sum, half_points) in by_result.iter_mut().zip(0..3) {
            *sum += results[if *place == 0 { half_points } else { 2 - half_points }];
        }
        for (kind, count) in &report.forfeits[*place] {
            *forfeits.entry(*kind).or_insert(0) += count;
        }
    }
    let [losses, draws, wins] = by_result;
    let places = sides.first().map_or(0, |(_, report)| report.scenarios.len());
    // Every pairing has as many games in every scenario.
    let mean = |score: &dyn Fn(&MatchReport) -> f64| {
        let scores = sides.iter().map(|(place, report)| {
            let score = score(report);
            if *place == 0 { score } else { 1.0 - score }
        });
        scores.sum::<f64>() / sides.len() as f64
    };
    Standing {
        contender,
        rating,
        wins,
        draws,
        losses,
        score: mean(&|report| report.tally.score.score),
        scenarios: (0..places)
            .map(|place| mean(&|report| report.scenarios[place].tally.score.score))
            .collect(),
        forfeits,
    }
}

/// The results by the dice that they share: all games of one number of pair in one
/// scenario, whoever met.
fn clusters(pairings: &[[usize; 2]], games: &[GameResult]) -> Vec<Vec<Points>> {
    let mut clusters: BTreeMap<(u32, usize), Vec<Points>> = BTreeMap::new();
    for game in games {
        let [contender, against] = pairings[game.slot.pairing];
        let points = game.half_points() as f64 / 2.0;
        let cluster = clusters.entry((game.slot.pair, game.slot.scenario)).or_default();
        cluster.push(Points { contender, against, points, games: 1.0 });
    }
    clusters.into_values().collect()
}

/// Tables for people.
impl fmt::Display for TournamentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games: usize = self.pairings.iter().map(|report| report.games.len()).sum();
        writeln!(f, "{}: {games} games, sides swapped\n", self.scenarios.join(", "))?;
        let name = |standing: &Standing| standing.contender.chars().count();
        let widest = self.standings.iter().map(name).max().unwrap_or_default().max(9);
        write!(
            f,
            "      {:<widest$}  {:^24}  {:^20}  score",
            "contender", "Elo (95 % interval)", "won/drawn/lost"
        )?;
        for number in 1..=self.standings.len() {
            write!(f, "  {number:>5}")?;
        }
        writeln!(f)?;
        for (number, standing) in self.standings.iter().enumerate() {
            let Standing { contender, rating, wins, draws, losses, score, .. } = standing;
            let results = format!("{wins} / {draws} / {losses}");
            let rating = rating.to_string();
            let percent = 100.0 * score;
            write!(
                f,
                "  {:>2}  {contender:<widest$}  {rating:^24}  {results:^20}  {percent:>5.1}",
                number + 1
            )?;
            for other in &self.standings {
                match self.score(contender, &other.contender) {
                    Some(score) => write!(f, "  {:>5.1}", 100.0 * score.score)?,
                    None => write!(f, "      -")?,
                }
            }
            writeln!(f)?;
        }
        self.write_scenarios(f, widest)?;
        for standing in &self.standings {
            for (kind, count) in &standing.forfeits {
                writeln!(f, "  forfeited by {}: {count} ({kind})", standing.contender)?;
            }
        }
        Ok(())
    }
}

impl TournamentReport {
    /// Each contender's score in each scenario, where there are several.
    fn write_scenarios(&self, f: &mut fmt::Formatter<'_>, widest: usize) -> fmt::Result {
        if self.scenarios.len() < 2 {
            return Ok(());
        }
        write!(f, "\n      {:<widest$}", "score in")?;
        for scenario in &self.scenarios {
            write!(f, "  {scenario}")?;
        }
        writeln!(f)?;
        for standing in &self.standings {
            write!(f, "      {:<widest$}", standing.contender)?;
            for (scenario, score) in self.scenarios.iter().zip(&standing.scenarios) {
                write!(f, "  {:>width$.1}", 100.0 * score, width = scenario.chars().count())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
