//! The modifier ledger: one mechanism adds every modifier and says why.
//!
//! A rule that modifies a throw is written once, against [`Tally`]. The rules sum it
//! into [`Totals`] without allocating; logs, odds and tests collect the same calls
//! into a [`Ledger`].

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Whose total a modifier goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Party {
    /// The stand or unit that initiated.
    Initiator,
    /// The stand or unit it was aimed at.
    Target,
}

/// Receives modifiers.
pub trait Tally {
    /// Adds `value` to the total of `party`; `rule` is the id of the rule that says so.
    fn add(&mut self, party: Party, value: i8, reason: &'static str, rule: &'static str);
}

/// Sums alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// The initiator's sum.
    pub initiator: i8,
    /// The target's sum.
    pub target: i8,
}

impl Tally for Totals {
    fn add(&mut self, party: Party, value: i8, _: &'static str, _: &'static str) {
        match party {
            Party::Initiator => self.initiator += value,
            Party::Target => self.target += value,
        }
    }
}

/// One modifier with its explanation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Modifier {
    /// Whose total it goes to.
    pub party: Party,
    /// How much.
    pub value: i8,
    /// Why, in a few words.
    pub reason: Cow<'static, str>,
    /// The rule that says so.
    pub rule: Cow<'static, str>,
}

/// Every modifier of one throw, in the order in which the rules add them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Ledger {
    /// The modifiers.
    pub modifiers: Vec<Modifier>,
}

impl Tally for Ledger {
    fn add(&mut self, party: Party, value: i8, reason: &'static str, rule: &'static str) {
        self.modifiers.push(Modifier { party, value, reason: reason.into(), rule: rule.into() });
    }
}

impl Ledger {
    /// The sums of the modifiers.
    pub fn totals(&self) -> Totals {
        let sum = |party| self.modifiers.iter().filter(|m| m.party == party).map(|m| m.value).sum();
        Totals { initiator: sum(Party::Initiator), target: sum(Party::Target) }
    }

    /// One party's modifiers as people write them: `+3 value, +2 flank`.
    pub fn words(&self, party: Party) -> String {
        let words: Vec<String> = self
            .modifiers
            .iter()
            .filter(|m| m.party == party)
            .map(|m| format!("{:+} {}", m.value, m.reason))
            .collect();
        if words.is_empty() { "no modifiers".to_owned() } else { words.join(", ") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_and_ledger_agree() {
        let mut totals = Totals::default();
        let mut ledger = Ledger::default();
        let rule = |tally: &mut dyn Tally| {
            tally.add(Party::Initiator, 3, "value", "G-31");
            tally.add(Party::Initiator, -2, "target behind a wall", "G-34");
            tally.add(Party::Target, 2, "value", "G-31");
        };
        rule(&mut totals);
        rule(&mut ledger);
        assert_eq!(ledger.totals(), totals);
        assert_eq!(ledger.words(Party::Initiator), "+3 value, -2 target behind a wall");
    }
}
