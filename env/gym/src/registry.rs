//! The rulesets of this build: one line each.

use sandtable_core::{Playable, names};

/// Something done with a ruleset that is known by name only at run time.
pub trait Visitor {
    /// What comes of it.
    type Out;
    /// Does it.
    fn visit<R: Playable>(self) -> Self::Out;
}

/// A ruleset that this build does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnknownRuleset(String);

macro_rules! registry {
    ($($ruleset:ty,)*) => {
        /// The names of all rulesets, in the order of the registry.
        pub const RULESETS: &[&str] = &[$(<$ruleset as sandtable_core::Ruleset>::ID),*];

        /// Visits the ruleset with this name.
        ///
        /// # Errors
        /// [`UnknownRuleset`] names the nearest one that there is.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, UnknownRuleset> {
            $(if id == <$ruleset as sandtable_core::Ruleset>::ID {
                return Ok(visitor.visit::<$ruleset>());
            })*
            Err(UnknownRuleset(names::unknown("ruleset", id, RULESETS.iter().copied())))
        }
    };
}

registry! {
    sandtable_gridded::Gridded,
    sandtable_reference::ConnectFour,
    sandtable_reference::Pig,
    sandtable_reference::Kuhn,
}

/// Finds a built-in scenario by name among all rulesets: the ruleset and the scenario.
///
/// # Errors
/// [`UnknownRuleset`] names the nearest one that there is.
pub fn scenario(name: &str) -> Result<sandtable_core::Scenario, UnknownRuleset> {
    let mut names = Vec::new();
    for id in RULESETS {
        let list = visit(id, List)?;
        if let Some((_, text)) = list.iter().find(|(known, _)| *known == name) {
            return sandtable_core::Scenario::parse(name, text).map_err(|e| UnknownRuleset(e.to_string()));
        }
        names.extend(list.iter().map(|(known, _)| *known));
    }
    Err(UnknownRuleset(names::unknown("scenario", name, names)))
}

struct List;

impl Visitor for List {
    type Out = &'static [(&'static str, &'static str)];

    fn visit<R: Playable>(self) -> Self::Out {
        R::scenarios()
    }
}
