//! What judges a leaf: rollouts now, a network where there is one.

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Doctrine, Node, Ruleset, Seat, odds};

/// A decision that the search met for the first time, and what is made of it.
pub struct Leaf<R: Ruleset> {
    /// The sampled state: the search needs it no more.
    pub state: R::State,
    /// Who decides.
    pub seat: Seat,
    /// The legal list.
    pub actions: Vec<R::Action>,
    /// To be filled: the value to expect for the first seat, in [-1, 1].
    pub value: f32,
    /// To be filled with one number for each action, or left empty, as it comes, where
    /// all are alike.
    pub logits: Vec<f32>,
}

/// Judges leaves.
pub trait Evaluator<R: Ruleset>: Send {
    /// How many leaves it would rather judge together. The search then walks on while
    /// others wait, which costs some foresight: 1 where a leaf alone is as cheap.
    fn batch(&self) -> usize {
        1
    }

    /// How far a single value may be off by chance, in wins. The search trusts an action
    /// after n visits to be worth no less than its value without this over the square root
    /// of n.
    fn doubt(&self) -> f64;

    /// Fills value and logits of every leaf. A leaf's result must not depend on what else
    /// is in the batch, unless `rng` is drawn from.
    fn evaluate(&mut self, rules: &R, leaves: &mut [Leaf<R>], rng: &mut Xoshiro256PlusPlus);
}

impl<R: Ruleset, E: Evaluator<R> + ?Sized> Evaluator<R> for Box<E> {
    fn batch(&self) -> usize {
        (**self).batch()
    }

    fn doubt(&self) -> f64 {
        (**self).doubt()
    }

    fn evaluate(&mut self, rules: &R, leaves: &mut [Leaf<R>], rng: &mut Xoshiro256PlusPlus) {
        (**self).evaluate(rules, leaves, rng);
    }
}

/// How rollouts choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// Uniformly at random.
    Uniform,
    /// By [`Doctrine::eager`].
    Eager,
    /// By [`Doctrine::rollout`].
    Trained,
}

/// Plays on from the leaf and judges where it stops.
///
/// A rollout stops at the end of the battle; or at the first position after `steps`
/// choices and throws in which nobody is in the middle of an activation
/// ([`Doctrine::is_at_rest`]); or after `4 * steps` of them wherever it is. Where the
/// battle is not over, [`Doctrine::evaluate`] judges. Single choices do not count.
///
/// Priors are [`Doctrine::prior`] where it has an opinion; elsewhere the frequencies of
/// `draws` draws of [`Doctrine::eager`], each action counted once more than it was drawn;
/// without draws all actions are alike.
pub struct Rollouts<R: Ruleset> {
    manner: Manner,
    steps: u32,
    draws: u32,
    actions: Vec<R::Action>,
    outcomes: Vec<(R::Outcome, u32)>,
}

impl<R: Ruleset> Rollouts<R> {
    /// Rollouts in this manner, stopped after `steps` steps, with priors from `draws`.
    pub fn new(manner: Manner, steps: u32, draws: u32) -> Self {
        Self { manner, steps, draws, actions: Vec::new(), outcomes: Vec::new() }
    }

    /// Uniform play to the end of the battle, all actions alike: the textbook's search.
    pub fn uniform() -> Self {
        Self::new(Manner::Uniform, u32::MAX, 0)
    }
}

impl<R: Doctrine> Default for Rollouts<R> {
    fn default() -> Self {
        Self::new(Manner::Trained, R::ROLLOUT_STEPS, 0)
    }
}

impl<R: Doctrine> Rollouts<R> {
    fn play_on(&mut self, rules: &R, state: &mut R::State, rng: &mut Xoshiro256PlusPlus) -> f32 {
        let mut steps = 0;
        loop {
            match rules.node(state) {
                Node::Over(verdict) => return verdict.value() as f32,
                _ if steps >= self.steps
                    && (rules.is_at_rest(state) || steps >= self.steps.saturating_mul(4)) =>
                {
                    return rules.evaluate(state);
                }
                Node::Chance => {
                    rules.outcomes(state, &mut self.outcomes);
                    rules.resolve(state, odds::draw(&self.outcomes, rng), &mut ());
                    steps += 1;
                }
                Node::Decision(_) => {
                    rules.actions(state, &mut self.actions);
                    let count = self.actions.len();
                    let index = match self.manner {
                        _ if count == 1 => 0,
                        Manner::Uniform => rng.random_range(0..count as u32) as usize,
                        Manner::Eager => rules.eager(state, &self.actions, rng),
                        Manner::Trained => rules.rollout(state, &self.actions, rng),
                    };
                    rules.apply(state, self.actions[index], &mut ());
                    steps += u32::from(count > 1);
                }
            }
        }
    }
}

impl<R: Doctrine> Evaluator<R> for Rollouts<R> {
    /// A rollout to the end is a win or a loss, whatever the position is worth; one that is
    /// cut short ends in an evaluation that varies little.
    fn doubt(&self) -> f64 {
        if self.steps == u32::MAX { 1.0 } else { 0.06 }
    }

    fn evaluate(&mut self, rules: &R, leaves: &mut [Leaf<R>], rng: &mut Xoshiro256PlusPlus) {
        for leaf in leaves {
            rules.prior(&leaf.state, &leaf.actions, &mut leaf.logits);
            if leaf.logits.is_empty() && self.draws > 0 {
                leaf.logits.resize(leaf.actions.len(), 1.0);
                for _ in 0..self.draws {
                    leaf.logits[rules.eager(&leaf.state, &leaf.actions, rng)] += 1.0;
                }
                for count in &mut leaf.logits {
                    *count = count.ln();
                }
            }
            leaf.value = self.play_on(rules, &mut leaf.state, rng);
        }
    }
}
