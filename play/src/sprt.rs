//! `sandtable sprt`: the sequential test of counts that are there already.

use std::io::{self, Write as _};

use anyhow::Result;
use clap::{Args, ValueEnum};
use sandtable_eval::{Counts, Elo, EloModel, Pentanomial, Score, Sprt, SprtError, SprtState, Trinomial};
use serde::Serialize;

/// Say what a sequential test makes of counted results.
///
/// Count pairs of games where both games of a pair had the same dice and swapped sides:
/// they say more than the games one by one.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sandtable sprt --pairs 379/10170/21828/10640/343 --bounds 0,2
  sandtable sprt --games 36433/68692/36027 --bounds 0,2")]
pub(crate) struct SprtOptions {
    /// Pairs of games that gave 0, half, 1, one and a half, 2 points
    #[arg(long, value_name = "0/0.5/1/1.5/2", value_parser = pairs, required_unless_present = "games")]
    pairs: Option<Pentanomial>,
    /// Games won, drawn and lost
    #[arg(long, value_name = "WON/DRAWN/LOST", value_parser = games, conflicts_with = "pairs")]
    games: Option<Trinomial>,
    /// The Elo differences that are compared
    #[arg(long, value_name = "ELO0,ELO1", value_parser = bounds, allow_hyphen_values = true)]
    bounds: (f64, f64),
    #[command(flatten)]
    test: TestOptions,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
}

/// What a sequential test means and how sure it is.
#[derive(Debug, Args)]
pub(crate) struct TestOptions {
    /// What Elo means in the test: in units of a game's deviation, or as chess counts it
    #[arg(long, value_enum, default_value = "normalised")]
    elo: Model,
    /// How often ELO1 may be taken where ELO0 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    alpha: f64,
    /// How often ELO0 may be taken where ELO1 is true
    #[arg(long, value_name = "RATE", default_value_t = 0.05)]
    beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Model {
    Normalised,
    Logistic,
}

impl TestOptions {
    /// The test of these two differences.
    pub(crate) fn test(&self, (elo0, elo1): (f64, f64)) -> Result<Sprt, SprtError> {
        let model = match self.elo {
            Model::Normalised => EloModel::Normalised,
            Model::Logistic => EloModel::Logistic,
        };
        Sprt::new(elo0, elo1, model)?.with_rates(self.alpha, self.beta)
    }
}

/// Reads two numbers, as `0,5`.
pub(crate) fn bounds(text: &str) -> Result<(f64, f64), String> {
    let numbers = text
        .split_once(',')
        .and_then(|(one, other)| Some((one.trim().parse::<f64>().ok()?, other.trim().parse::<f64>().ok()?)));
    numbers.ok_or_else(|| "write two numbers, the smaller first, as 0,5".to_owned())
}

fn pairs(text: &str) -> Result<Pentanomial, String> {
    counts(text).map(Counts).ok_or_else(|| "write five whole numbers, as 1/20/40/25/2".to_owned())
}

fn games(text: &str) -> Result<Trinomial, String> {
    let [won, drawn, lost] =
        counts(text).ok_or_else(|| "write three whole numbers, as 40/25/35".to_owned())?;
    Ok(Counts([lost, drawn, won]))
}

/// Reads so many counts, as `3/4/5`; each fits 32 bits, so that they can be added.
fn counts<const N: usize>(text: &str) -> Option<[u64; N]> {
    let counts: Option<Vec<u64>> =
        text.split(['/', ',']).map(|part| part.trim().parse::<u32>().ok().map(u64::from)).collect();
    counts?.try_into().ok()
}

/// What the counts say.
#[derive(Debug, Serialize)]
struct Finding {
    score: Score,
    elo: Elo,
    normalised_elo: Elo,
    sprt: SprtState,
}

impl Finding {
    fn of<const N: usize>(counts: &Counts<N>, test: &Sprt) -> Self {
        let score = Score::of(counts);
        Self {
            score,
            elo: Elo::logistic(score),
            normalised_elo: Elo::normalised(counts),
            sprt: test.judge(counts),
        }
    }
}

/// Tests and prints.
pub(crate) fn run(options: &SprtOptions) -> Result<()> {
    let test = options.test.test(options.bounds)?;
    let finding = match (&options.pairs, &options.games) {
        (Some(pairs), _) => Finding::of(pairs, &test),
        (None, games) => Finding::of(&games.unwrap_or_default(), &test),
    };
    let mut out = io::stdout().lock();
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&finding)?)?;
        return Ok(());
    }
    writeln!(out, "score           {}", finding.score)?;
    writeln!(out, "Elo             {}", finding.elo)?;
    writeln!(out, "normalised Elo  {}", finding.normalised_elo)?;
    writeln!(out, "test            {}", finding.sprt)?;
    Ok(())
}
