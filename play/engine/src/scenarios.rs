//! Which scenario a front end means.

use sandtable_core::{GameSeed, Playable, Scenario};
use sandtable_gym::{Visitor, registry, visit};
use sandtable_protocol::play::ScenarioChoice;
use sandtable_protocol::{Code, Fault};

/// A scenario that cannot be played.
pub(crate) fn bad_scenario(error: &impl ToString) -> Fault {
    Fault::at(Code::BadScenario, "scenario", error.to_string())
}

/// The scenario that a front end means.
///
/// # Errors
/// [`Code::BadScenario`] names what is wrong with it.
pub(crate) fn scenario(choice: &ScenarioChoice, ruleset: Option<&str>) -> Result<Scenario, Fault> {
    let scenario = match choice {
        ScenarioChoice::Text { text } => {
            Scenario::parse("scenario", text).map_err(|error| bad_scenario(&error))?
        }
        ScenarioChoice::Named(name) => match ruleset {
            None => registry::scenario(name).map_err(|error| bad_scenario(&error))?,
            Some(id) => visit(id, Named(name))
                .map_err(|error| Fault::at(Code::BadScenario, "ruleset", error.to_string()))?
                .map_err(|error| bad_scenario(&error))?,
        },
        ScenarioChoice::Generated { generated } => {
            let seed = GameSeed::parse(generated)
                .map_err(|error| Fault::at(Code::BadScenario, "scenario.generated", error.to_string()))?;
            let id = ruleset.ok_or_else(|| {
                Fault::at(Code::BadRequest, "ruleset", "a generated scenario needs `ruleset`")
            })?;
            let made = visit(id, Generate(seed))
                .map_err(|error| Fault::at(Code::BadScenario, "ruleset", error.to_string()))?;
            made.ok_or_else(|| {
                Fault::at(Code::Unsupported, "scenario.generated", "this ruleset generates none")
            })?
        }
    };
    match ruleset {
        Some(id) if id != scenario.ruleset() => {
            let message = format!("the scenario is of `{}`, not of `{id}`", scenario.ruleset());
            Err(Fault::at(Code::BadScenario, "ruleset", message))
        }
        _ => Ok(scenario),
    }
}

struct Named<'a>(&'a str);

impl Visitor for Named<'_> {
    type Out = Result<Scenario, sandtable_core::ScenarioError>;

    fn visit<R: Playable>(self) -> Self::Out {
        sandtable_core::scenario::built_in::<R>(self.0)
    }
}

struct Generate(GameSeed);

impl Visitor for Generate {
    type Out = Option<Scenario>;

    fn visit<R: Playable>(self) -> Self::Out {
        R::generate(self.0)
    }
}
