//! What agents thought in a hosted battle, kept small: told in words when asked.

use sandtable_agents::Thought;
use sandtable_core::{Ruleset, Seat};
use sandtable_protocol::play::Viewer;

/// How many candidates are kept of a thought.
const CANDIDATES: usize = 8;

/// The thoughts of a battle's agents, in order.
pub(crate) struct Thoughts<R: Ruleset> {
    kept: Vec<Kept<R>>,
}

/// A thought at a decision.
pub(crate) struct Kept<R: Ruleset> {
    /// The happening of the log that is the decision.
    pub(crate) happening: usize,
    /// The agent.
    pub(crate) agent: String,
    /// Who decided.
    pub(crate) seat: Seat,
    /// What it thought.
    pub(crate) thought: Thought<R::Action>,
    /// The seats from which something was hidden then: the thought would show it.
    pub(crate) hidden_from: [bool; 2],
}

impl<R: Ruleset> Default for Thoughts<R> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<R: Ruleset> Thoughts<R> {
    /// Keeps a thought.
    pub(crate) fn keep(&mut self, mut kept: Kept<R>) {
        kept.thought.candidates.truncate(CANDIDATES);
        kept.thought.candidates.shrink_to_fit();
        self.kept.push(kept);
    }

    /// Forgets the thoughts at happenings that were taken back.
    pub(crate) fn back_to(&mut self, happenings: usize) {
        self.kept.retain(|kept| kept.happening < happenings);
    }

    /// About how much memory they take.
    pub(crate) fn bytes(&self) -> usize {
        self.kept.len() * (size_of::<Kept<R>>() + CANDIDATES * 48 + 512)
    }

    /// The thought at a happening.
    pub(crate) fn at(&self, happening: usize) -> Option<&Kept<R>> {
        self.kept.iter().find(|kept| kept.happening == happening)
    }

    /// All of them, the last one first.
    pub(crate) fn latest(&self) -> impl DoubleEndedIterator<Item = &Kept<R>> {
        self.kept.iter().rev()
    }

    /// Whether there is a thought at a happening that a viewer may be told now.
    pub(crate) fn may_see(&self, viewer: Viewer, happening: usize, is_over: bool) -> bool {
        self.at(happening).is_some_and(|kept| kept.is_for(viewer, is_over))
    }
}

impl<R: Ruleset> Kept<R> {
    /// Whether a viewer may be told now.
    pub(crate) fn is_for(&self, viewer: Viewer, is_over: bool) -> bool {
        is_over || viewer.seat().is_none_or(|seat| seat == self.seat || !self.hidden_from[seat.index()])
    }
}
