//! `sandtable agents --weights`: what weights say about themselves.

use std::io::{self, Write as _};

use anyhow::{Result, bail};
use sandtable_agents::network::{SHIPPED, Source, Weights};

/// Units, places and actions of a decision in the gridded battles, on average: by these
/// operations are counted.
const DECISION: (usize, usize, usize) = (33, 8, 14);

/// Weights with what they are called.
struct Card {
    name: String,
    weights: Weights,
}

/// Prints the card of a file's weights, or those of all that are part of this program.
pub(crate) fn run(source: &Source, as_json: bool) -> Result<()> {
    let card = |name: String, ruleset| anyhow::Ok(Card { name, weights: source.weights(ruleset)? });
    let cards: Vec<Card> = match source {
        Source::File(path) => vec![card(path.display().to_string(), "")?],
        Source::Shipped if SHIPPED.is_empty() => bail!(
            "no weights are part of this program: name a file, as in `sandtable agents --weights=weights.safetensors`"
        ),
        Source::Shipped => SHIPPED
            .iter()
            .map(|(ruleset, _)| card(format!("The weights shipped for {ruleset}"), ruleset))
            .collect::<Result<_>>()?,
    };
    let mut out = io::stdout().lock();
    if as_json {
        let list: Vec<_> = cards.iter().map(Card::json).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(());
    }
    for card in &cards {
        writeln!(out, "{}", card.text())?;
    }
    Ok(())
}

impl Card {
    fn parameters(&self) -> usize {
        self.weights.shape().parameters(self.weights.columns())
    }

    /// Of the file in half precision, as it is shipped.
    fn bytes(&self) -> usize {
        self.weights.write().len()
    }

    fn mflop(&self) -> f64 {
        let (units, places, actions) = DECISION;
        self.weights.shape().flops(self.weights.columns(), units, places, actions) as f64 / 1e6
    }

    fn text(&self) -> String {
        let (about, shape) = (self.weights.about(), self.weights.shape());
        let (units, places, actions) = DECISION;
        let manifest = if about.manifest.is_empty() { "They were not trained." } else { &about.manifest };
        format!(
            "{}\n  encoder     {} ({})\n  shape       width {}, heads {}, blocks {}, hidden {}\n  size        \
             {} parameters, {} bytes in half precision\n  cost        {:.2} MFLOP for {units} units, {places} places and \
             {actions} actions\n{manifest}\n",
            self.name,
            about.encoder,
            about.columns,
            shape.width,
            shape.heads,
            shape.blocks,
            shape.hidden,
            self.parameters(),
            self.bytes(),
            self.mflop(),
        )
    }

    fn json(&self) -> serde_json::Value {
        let about = self.weights.about();
        serde_json::json!({
            "name": self.name,
            "encoder": about.encoder,
            "columns": about.columns,
            "shape": about.shape,
            "parameters": self.parameters(),
            "bytes": self.bytes(),
            "mflop": self.mflop(),
            "manifest": about.manifest,
        })
    }
}
