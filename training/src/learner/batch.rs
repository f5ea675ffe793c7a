//! What the learner is shown at a step.

use sandtable_core::encoding::Encoding;

/// What should be said of a decision, always from the deciding seat's side. Each answer
/// counts by its weight; 0 leaves it out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Target {
    /// `[actions]`: the chance of each to be chosen; they add up to 1. Empty where
    /// `policy_weight` is 0.
    pub policy: Vec<f32>,
    /// How much the policy counts.
    pub policy_weight: f32,
    /// Win, draw, loss; they add up to 1.
    pub outcome: [f32; 3],
    /// How much the outcome counts.
    pub outcome_weight: f32,
    /// By how much the seat won, in [-1, 1].
    pub margin: f32,
    /// How much the margin counts.
    pub margin_weight: f32,
    /// `[units]`: the part of each that fought on, in [0, 1].
    pub survival: Vec<f32>,
    /// How much the survival of all units together counts.
    pub survival_weight: f32,
}

impl Target {
    /// Everything counts once, but the policy only where there is one.
    pub fn new(policy: Vec<f32>, outcome: [f32; 3], margin: f32, survival: Vec<f32>) -> Self {
        let policy_weight = if policy.is_empty() { 0.0 } else { 1.0 };
        let [outcome_weight, margin_weight, survival_weight] = [1.0; 3];
        Self {
            policy,
            policy_weight,
            outcome,
            outcome_weight,
            margin,
            margin_weight,
            survival,
            survival_weight,
        }
    }
}

/// Decisions with what should be said of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Batch {
    pub(super) encodings: Vec<Encoding>,
    pub(super) targets: Vec<Target>,
}

impl Batch {
    /// An empty batch.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a decision.
    ///
    /// # Panics
    /// When the target has not one number for each action and unit.
    pub fn push(&mut self, encoding: Encoding, target: Target) {
        let (actions, units) = (encoding.references.len(), encoding.relations.len().isqrt());
        assert!(target.policy.len() == actions || target.policy_weight == 0.0, "a policy rates every action");
        assert!(target.survival.len() == units || target.survival_weight == 0.0, "all units have a fate");
        self.encodings.push(encoding);
        self.targets.push(target);
    }

    /// How many decisions.
    pub fn len(&self) -> usize {
        self.encodings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.encodings.is_empty()
    }
}

/// Decisions that go through the network together.
pub(super) struct Part<'a> {
    pub(super) encodings: Vec<&'a Encoding>,
    pub(super) targets: Vec<&'a Target>,
    /// The sums of the whole batch's weights.
    pub(super) totals: Totals,
}

/// Sums of weights.
#[derive(Clone, Copy)]
pub(super) struct Totals {
    pub(super) policy: f32,
    pub(super) outcome: f32,
    pub(super) margin: f32,
    /// Battles without units say nothing of survival.
    pub(super) survival: f32,
}

impl Batch {
    /// Parts of at most `size` decisions, those with as many units together: they need the
    /// least padding.
    pub(super) fn parts(&self, size: usize) -> impl Iterator<Item = Part<'_>> {
        let sum = |of: fn(&Target) -> f32| self.targets.iter().map(of).sum::<f32>();
        let totals = Totals {
            policy: sum(|target| target.policy_weight),
            outcome: sum(|target| target.outcome_weight),
            margin: sum(|target| target.margin_weight),
            survival: sum(|target| if target.survival.is_empty() { 0.0 } else { target.survival_weight }),
        };
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by_key(|&number| self.encodings[number].relations.len());
        let parts: Vec<Vec<usize>> = order.chunks(size).map(<[usize]>::to_vec).collect();
        parts.into_iter().map(move |numbers| Part {
            encodings: numbers.iter().map(|&number| &self.encodings[number]).collect(),
            targets: numbers.iter().map(|&number| &self.targets[number]).collect(),
            totals,
        })
    }
}

impl FromIterator<(Encoding, Target)> for Batch {
    fn from_iter<I: IntoIterator<Item = (Encoding, Target)>>(decisions: I) -> Self {
        let mut batch = Self::new();
        for (encoding, target) in decisions {
            batch.push(encoding, target);
        }
        batch
    }
}
