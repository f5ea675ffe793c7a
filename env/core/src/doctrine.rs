//! What a ruleset tells its agents: how a position stands, and how its officers
//! were trained to act.
//!
//! Search and learning are the same for every ruleset. These few judgements are not,
//! and so they live in the ruleset's own folder.

use rand::Rng;

use crate::{Ruleset, Seat};

/// A decision with the words that defend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order<Action> {
    /// What to do.
    pub action: Action,
    /// Why, in one sentence.
    pub why: String,
}

/// The judgements that agents need of a ruleset.
pub trait Doctrine: Ruleset {
    /// Moves whenever the scripted officer would decide otherwise somewhere.
    const DRILL_VERSION: u32;

    /// Choices and throws that a rollout plays before [`evaluate`](Self::evaluate) judges
    /// the next position at rest: none where the evaluation is better than chance play.
    const ROLLOUT_STEPS: u32 = 12;

    /// How far the first seat is ahead in what the ruleset's victory terms count.
    fn material(&self, state: &Self::State) -> i32;

    /// The verdict to expect for the first seat, in [-1, 1]: cheap, for rollouts that
    /// are cut short. Exact where the battle is over.
    fn evaluate(&self, state: &Self::State) -> f32;

    /// Whether nobody is in the middle of an activation: where a greedy agent stops
    /// looking ahead and a rollout may be cut.
    fn is_at_rest(&self, state: &Self::State) -> bool;

    /// Eager play: random, but it fights when it can and usually closes. `actions` is
    /// the legal list; returns an index into it.
    fn eager<G: Rng + ?Sized>(&self, state: &Self::State, actions: &[Self::Action], rng: &mut G) -> usize;

    /// How promising each legal action of the deciding seat looks before any search: one
    /// logit an action in `logits`, which comes empty and is left so where all are alike.
    /// Cheap: the search asks once for every decision that it meets.
    fn prior(&self, state: &Self::State, actions: &[Self::Action], logits: &mut Vec<f32>) {
        let _ = (state, actions, logits);
    }

    /// How rollouts choose: as near to good play as is cheap. Returns an index into
    /// `actions`.
    fn rollout<G: Rng + ?Sized>(&self, state: &Self::State, actions: &[Self::Action], rng: &mut G) -> usize {
        self.eager(state, actions, rng)
    }

    /// The scripted officer's decision for `seat`. It reads the view alone.
    fn drill(&self, view: &Self::View, seat: Seat, actions: &[Self::Action]) -> Order<Self::Action>;
}
