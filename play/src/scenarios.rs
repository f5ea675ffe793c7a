//! `sandtable scenarios`: the list, one of them, a fresh one.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use sandtable_core::{GameSeed, Playable, Scenario};
use sandtable_gym::{RULESETS, Visitor, registry, visit};
use serde::Serialize;

use crate::cli::Scenarios;
use sandtable_engine::screen;

/// A scenario in the list.
#[derive(Debug, Serialize)]
struct Entry {
    name: &'static str,
    ruleset: &'static str,
    title: String,
    summary: String,
}

/// Lists scenarios, prints one, or generates one.
pub(crate) fn run(options: &Scenarios) -> Result<()> {
    let mut out = io::stdout().lock();
    if let Some(name) = &options.name {
        out.write_all(registry::scenario(name)?.text().as_bytes())?;
        return Ok(());
    }
    if options.generate {
        let scenario = visit(&options.ruleset, Generate { seed: options.seed })?
            .with_context(|| format!("`{}` has no generator of scenarios", options.ruleset))?;
        out.write_all(scenario.text().as_bytes())?;
        return Ok(());
    }
    let mut entries = Vec::new();
    for id in RULESETS {
        entries.extend(visit(id, List)??);
    }
    if options.json {
        writeln!(out, "{}", serde_json::to_string_pretty(&entries)?)?;
        return Ok(());
    }
    let widest = entries.iter().map(|entry| entry.name.len()).max().unwrap_or_default();
    let mut ruleset = "";
    for entry in entries {
        if entry.ruleset != ruleset {
            ruleset = entry.ruleset;
            writeln!(out, "{ruleset}")?;
        }
        writeln!(out, "  {:<widest$}  {}", entry.name, screen::one_line(&entry.summary))?;
    }
    writeln!(out, "Play one: sandtable play --scenario NAME. See its file: sandtable scenarios NAME.")?;
    Ok(())
}

struct List;

impl Visitor for List {
    type Out = Result<Vec<Entry>>;

    fn visit<R: Playable>(self) -> Self::Out {
        let entry = |(name, text): &(&'static str, &str)| {
            let scenario = Scenario::parse(name, text)?;
            let (title, summary) = (scenario.name().to_owned(), scenario.summary().to_owned());
            Ok(Entry { name, ruleset: R::ID, title, summary })
        };
        R::scenarios().iter().map(entry).collect()
    }
}

struct Generate {
    seed: GameSeed,
}

impl Visitor for Generate {
    type Out = Option<Scenario>;

    fn visit<R: Playable>(self) -> Self::Out {
        R::generate(self.seed)
    }
}
