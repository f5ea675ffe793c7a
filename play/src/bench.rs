//! `sandtable bench`: how fast the rules, the search and the network run on this machine.

mod network;
mod rules;
mod search;

use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Context as _, Result};
use sandtable_gym::visit;

use crate::cli::Bench;
use crate::file;

/// How often one thread and two are compared.
const ROUNDS: usize = 5;

/// Measures and prints.
pub(crate) fn run(options: &Bench) -> Result<()> {
    let scenario = file::scenario(&options.scenario)?;
    let measure = Duration::from_secs_f64(options.seconds);
    let id = scenario.ruleset().to_owned();
    let mut figures = visit(&id, rules::Rules { scenario: &scenario, measure })
        .with_context(|| options.scenario.clone())??;
    figures.extend(search::figures(measure)?);
    figures.extend(network::figures(measure)?);
    let mut out = io::stdout().lock();
    if options.json {
        let map: serde_json::Map<String, serde_json::Value> =
            figures.into_iter().map(|figure| (figure.key, figure.value.into())).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&map)?)?;
        return Ok(());
    }
    for figure in figures {
        writeln!(out, "{:<32} {:>14}  {}", figure.key, shown(figure.value), figure.unit)?;
    }
    Ok(())
}

/// The middle one; of the two in the middle the higher.
fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// A number with as many decimals as it needs.
fn shown(value: f64) -> String {
    if value >= 1000.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.2}") }
}

/// A measured figure.
struct Figure {
    key: String,
    value: f64,
    unit: &'static str,
}
