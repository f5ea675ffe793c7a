//! `sandtable agents`: the computer opponents, and the weights that some play by.

use std::io::{self, Write as _};

use anyhow::Result;
use sandtable_agents::{AGENTS, LEVELS};

use crate::cli::Agents;
use crate::weights;

/// Lists the agents, or tells of weights.
pub(crate) fn run(options: &Agents) -> Result<()> {
    if let Some(source) = &options.weights {
        return weights::run(source, options.json);
    }
    let levels = LEVELS.map(|level| (format!("net:{level}"), level.about()));
    let mut out = io::stdout().lock();
    if options.json {
        let agents = AGENTS.iter().map(|(name, about)| (*name, *about));
        let levels = levels.iter().map(|(name, about)| (&**name, *about));
        let list: Vec<_> = agents
            .chain(levels)
            .map(|(name, about)| serde_json::json!({ "name": name, "about": about }))
            .collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(());
    }
    for (name, about) in AGENTS {
        writeln!(out, "  {name:<12}  {about}")?;
    }
    for (name, about) in levels {
        writeln!(out, "  {name:<12}  {about}")?;
    }
    writeln!(out, "Play one: sandtable play --opponent drill. Compare two: sandtable match drill random.")?;
    Ok(())
}
