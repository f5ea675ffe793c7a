//! Which agent a front end means, within the limits.

use std::time::Duration;

use sandtable_agents::network::{Source, shipped};
use sandtable_agents::{AgentSpec, Budget, Level, mcts, planner};
use sandtable_core::Playable;
use sandtable_protocol::{Code, Fault};

use crate::limits::Limits;

/// How long the search plays a turn where nothing was learned.
const SEARCH: Budget = Budget::TimeATurn(Duration::from_secs(2));

/// The opponent where none was asked for: the learned one where weights are shipped.
pub fn usual<R: Playable>() -> AgentSpec {
    match shipped(R::ENCODER.ruleset) {
        Some(_) => AgentSpec::Level(Source::Shipped, Level::USUAL),
        None => AgentSpec::Mcts(SEARCH),
    }
}

/// Who gives hints where nobody was asked for: whoever looks furthest.
pub fn adviser<R: Playable>() -> AgentSpec {
    match shipped(R::ENCODER.ruleset) {
        Some(_) => AgentSpec::Net(Source::Shipped, SEARCH),
        None => AgentSpec::Mcts(SEARCH),
    }
}

/// Reads the name of an agent that a front end wants.
///
/// # Errors
/// When there is no such agent, or it is more than the limits allow.
pub(crate) fn read(text: &str, field: &str, limits: &Limits) -> Result<AgentSpec, Fault> {
    let spec: AgentSpec =
        text.parse().map_err(|error| Fault::at(Code::Unsupported, field, format!("{error}")))?;
    if let Some(Source::File(_)) = spec.source()
        && !limits.takes_files
    {
        let message = format!("this engine plays by the shipped weights alone: write `{}`", spec.name());
        return Err(Fault::at(Code::Unsupported, field, message));
    }
    if let AgentSpec::Mcts(Budget::Simulations(most))
    | AgentSpec::Planner(Budget::Simulations(most))
    | AgentSpec::Net(_, Budget::Simulations(most)) = spec
    {
        check_simulations(most, field, limits)?;
    }
    Ok(spec)
}

fn check_simulations(wanted: u32, field: &str, limits: &Limits) -> Result<(), Fault> {
    if wanted > limits.simulations {
        let message =
            format!("{wanted} simulations are more than this engine allows ({})", limits.simulations);
        return Err(Fault::at(Code::TooLarge, field, message));
    }
    Ok(())
}

/// The same agent with so many simulations a decision.
///
/// # Errors
/// When it has no such setting, or they are more than the limits allow.
pub(crate) fn with_simulations(spec: AgentSpec, wanted: u32, limits: &Limits) -> Result<AgentSpec, Fault> {
    check_simulations(wanted, "simulations", limits)?;
    if wanted == 0 {
        return Err(Fault::at(Code::BadRequest, "simulations", "a search takes at least one simulation"));
    }
    with_budget(spec, Budget::Simulations(wanted), "simulations")
}

/// The same agent with so much time for one decision. It plans its whole time for it: a
/// fresh agent gives its first decision an even part of the turn that it expects.
///
/// # Errors
/// When it has no such setting.
pub(crate) fn with_time(spec: AgentSpec, wanted: Duration) -> Result<AgentSpec, Fault> {
    let choices = match spec {
        AgentSpec::Planner(_) => planner::Settings::default().thoughts_a_turn,
        AgentSpec::Net(..) => mcts::Settings::learned().choices_a_turn,
        _ => mcts::Settings::default().choices_a_turn,
    };
    with_budget(spec, Budget::TimeATurn(wanted.mul_f32(choices.max(1.0))), "time_ms")
}

fn with_budget(spec: AgentSpec, budget: Budget, field: &str) -> Result<AgentSpec, Fault> {
    match spec {
        AgentSpec::Mcts(_) => Ok(AgentSpec::Mcts(budget)),
        AgentSpec::Planner(_) => Ok(AgentSpec::Planner(budget)),
        AgentSpec::Net(source, _) => Ok(AgentSpec::Net(source, budget)),
        spec => {
            let message = format!("`{spec}` has its own measure: name `net`, `mcts` or `planner` to set it");
            Err(Fault::at(Code::Unsupported, field, message))
        }
    }
}
