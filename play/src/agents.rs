//! `sandtable agents`: the computer opponents.

use std::io::{self, Write as _};

use anyhow::Result;
use sandtable_agents::AGENTS;

use crate::cli::Agents;

/// Lists the agents.
pub(crate) fn run(options: &Agents) -> Result<()> {
    let mut out = io::stdout().lock();
    if options.json {
        let list: Vec<_> =
            AGENTS.iter().map(|(name, about)| serde_json::json!({ "name": name, "about": about })).collect();
        writeln!(out, "{}", serde_json::to_string_pretty(&list)?)?;
        return Ok(());
    }
    for (name, about) in AGENTS {
        writeln!(out, "  {name:<8}  {about}")?;
    }
    writeln!(out, "Play one: sandtable play --opponent drill. Compare two: sandtable match drill random.")?;
    Ok(())
}
