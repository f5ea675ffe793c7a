//! The compliance checks: whether an engine keeps to the protocol.
//!
//! Every check starts an engine of its own, so that what one breaks does not spoil the
//! next. Checks of games are made in each ruleset that the engine lists and this build
//! knows, by its own rules; none of them knows squares.

mod deciding;
mod games;
mod greeting;
mod hostile;
mod hosting;
mod secrets;
mod thinking;
mod trial;

use std::time::Duration;

use sandtable_core::Playable;
use sandtable_gym::Visitor;
use sandtable_protocol::hello::{Capability, Welcome};

use crate::{Line, StartError};
use trial::Trial;

/// What a check comes to: nothing, or what was got instead.
type Verdict = Result<(), String>;

/// Starts an engine.
pub type Launch<'a> = dyn Fn() -> Result<Box<dyn Line>, StartError> + 'a;

/// One thing that an engine must do.
#[derive(Debug)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// What is expected, in one line.
    pub expects: &'static str,
    /// Asked of engines that can do this alone.
    pub needs: Option<Capability>,
    /// How often it is made.
    scope: Scope,
    run: fn(&mut Trial<'_>) -> Verdict,
}

/// How often a check is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scope {
    /// Once.
    Once,
    /// In a scenario of each ruleset.
    Ruleset,
    /// In a scenario of each ruleset that has one in which a seat may not know everything.
    Hidden,
}

const fn check(
    name: &'static str,
    needs: Option<Capability>,
    scope: Scope,
    expects: &'static str,
    run: fn(&mut Trial<'_>) -> Verdict,
) -> Check {
    Check { name, expects, needs, scope, run }
}

/// Every check, the simplest first.
pub fn checks() -> impl Iterator<Item = &'static Check> {
    [
        greeting::CHECKS,
        hostile::CHECKS,
        games::CHECKS,
        hosting::CHECKS,
        secrets::CHECKS,
        thinking::CHECKS,
        deciding::CHECKS,
    ]
    .into_iter()
    .flatten()
}

/// What to check, and how patiently.
#[derive(Clone, Debug)]
pub struct Options {
    /// Only checks whose name begins so.
    pub only: Option<String>,
    /// Only this ruleset.
    pub ruleset: Option<String>,
    /// How long an answer that needs no thinking may take.
    pub patience: Duration,
    /// How long a thought may take.
    pub thinking: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            only: None,
            ruleset: None,
            patience: Duration::from_secs(10),
            thinking: Duration::from_mins(1),
        }
    }
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// As expected.
    Passed,
    /// Not as expected: what was got.
    Failed(String),
    /// Not made: why not.
    Skipped(String),
}

/// A check that was made, or not.
#[derive(Clone, Debug)]
pub struct Report<'a> {
    /// Which.
    pub check: &'a Check,
    /// The scenario that it was made in, if in one.
    pub scenario: Option<&'a str>,
    /// What came of it.
    pub outcome: Outcome,
}

/// How many checks came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// As expected.
    pub passed: u32,
    /// Not as expected.
    pub failed: u32,
    /// Not made.
    pub skipped: u32,
}

/// Makes the checks; `each` is told of every one as it comes.
///
/// # Errors
/// [`StartError`] when the engine does not start at all.
pub fn run(
    launch: &Launch<'_>,
    options: &Options,
    mut each: impl FnMut(&Report<'_>),
) -> Result<Summary, StartError> {
    drop(launch()?);
    let welcome = Trial::start(launch, options, None).and_then(|mut trial| trial.greet());
    let mut summary = Summary::default();
    let mut tell = |check, scenario, outcome| {
        *match &outcome {
            Outcome::Passed => &mut summary.passed,
            Outcome::Failed(_) => &mut summary.failed,
            Outcome::Skipped(_) => &mut summary.skipped,
        } += 1;
        each(&Report { check, scenario, outcome });
    };
    let chosen = |check: &&Check| options.only.as_ref().is_none_or(|only| check.name.starts_with(&**only));
    for check in checks().filter(chosen) {
        let make = |ground: Option<&str>| {
            let made = Trial::start(launch, options, ground).and_then(|mut trial| (check.run)(&mut trial));
            made.map_or_else(Outcome::Failed, |()| Outcome::Passed)
        };
        let skipped = |why: &str| Outcome::Skipped(why.to_owned());
        let welcome = match &welcome {
            Ok(welcome) => welcome,
            Err(_) if check.needs.is_none() && check.scope == Scope::Once => {
                tell(check, None, make(None));
                continue;
            }
            Err(_) => {
                tell(check, None, skipped("it did not answer `hello` as the protocol says"));
                continue;
            }
        };
        if let Some(needed) = check.needs.filter(|needed| !welcome.capabilities.contains(needed)) {
            tell(check, None, skipped(&format!("it does not say that it can do `{}`", name(needed))));
            continue;
        }
        if check.scope == Scope::Once {
            tell(check, None, make(None));
            continue;
        }
        let grounds = grounds(welcome, check.scope, options.ruleset.as_deref());
        if grounds.is_empty() {
            tell(check, None, skipped("it lists no such scenario that this program knows"));
        }
        for ground in grounds {
            tell(check, Some(ground), make(Some(ground)));
        }
    }
    Ok(summary)
}

fn name(capability: Capability) -> String {
    serde_json::to_value(capability).ok().and_then(|name| Some(name.as_str()?.to_owned())).unwrap_or_default()
}

/// A scenario of each ruleset that the engine lists, or that there is if it lists none.
fn grounds<'a>(welcome: &'a Welcome, scope: Scope, only: Option<&str>) -> Vec<&'a str> {
    let known = |name: &str| sandtable_gym::registry::scenario(name).is_ok();
    let is_wanted = |id: &str| only.is_none_or(|only| id == only);
    if welcome.rulesets.is_empty() {
        let first = |id: &str| sandtable_gym::visit(id, First).ok().flatten();
        return sandtable_gym::RULESETS
            .iter()
            .filter(|id| is_wanted(id))
            .filter_map(|id| first(id))
            .collect();
    }
    let rulesets = welcome.rulesets.iter().filter(|ruleset| is_wanted(&ruleset.id));
    rulesets
        .filter_map(|ruleset| {
            let mut fit = ruleset
                .scenarios
                .iter()
                .filter(|scenario| known(&scenario.name) && (scope == Scope::Ruleset || scenario.hidden));
            fit.next().map(|scenario| &*scenario.name)
        })
        .collect()
}

/// The first scenario of a ruleset.
struct First;

impl Visitor for First {
    type Out = Option<&'static str>;

    fn visit<R: Playable>(self) -> Self::Out {
        R::scenarios().first().map(|(name, _)| *name)
    }
}
