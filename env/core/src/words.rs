//! What people need of a ruleset: words, a board in plain text, odds before a fight.

use crate::{Depict, Doctrine, Encode, Odds, Ruleset, Seat};

/// A ruleset as people read it. Everything shown to a seat comes from its view or from
/// redacted events.
pub trait Words: Ruleset {
    /// The ruleset's title.
    const TITLE: &'static str;

    /// What the scenario calls a side.
    fn side(&self, seat: Seat) -> String;

    /// What the deciding seat is asked, of what kind, in one line.
    fn prompt(&self, view: &Self::View) -> String;

    /// The board in plain text, fit for a pipe and a screen reader.
    fn board(&self, view: &Self::View) -> String;

    /// The units of `side` that the view's seat knows of, one a line; none where a
    /// ruleset has no units.
    fn forces(&self, _view: &Self::View, _side: Seat) -> Vec<String> {
        Vec::new()
    }

    /// A legal action in a few plain words.
    fn describe(&self, view: &Self::View, action: Self::Action) -> String;

    /// An event in one sentence.
    fn narrate(&self, event: &Self::Event) -> String;

    /// An outcome in a few words.
    fn outcome(&self, outcome: Self::Outcome) -> String;

    /// The odds that an action's throw would have, as far as the seat can know them;
    /// nothing where the action leads to no throw.
    fn odds(&self, view: &Self::View, action: Self::Action) -> Option<Odds>;
}

/// A ruleset complete enough to be played against agents, learned by them, and shown to
/// people.
pub trait Playable: Ruleset + Doctrine + Encode + Words + Depict {}

impl<R: Ruleset + Doctrine + Encode + Words + Depict> Playable for R {}
