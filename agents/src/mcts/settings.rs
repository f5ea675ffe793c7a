//! Every number that shapes the search, in one place.

use crate::Temperature;
use crate::budget::Budget;

/// The search's settings. [`Default`] is what `mcts` plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What a decision or a turn may cost.
    pub budget: Budget,
    /// Root actions that are considered at most, the k of Gumbel top-k; fewer where
    /// `fair_share` says so.
    pub considered: usize,
    /// So many simulations are expected for each root action that is considered: a handful
    /// of noisy values for many actions says less than the policy before the search.
    pub fair_share: u32,
    /// How much Gumbel noise perturbs the root's logits: 1 for self-play that explores
    /// as the paper says, 0 for play at full strength.
    pub gumbel: f32,
    /// How freely the action is drawn from the improved policy; none takes the best one, as
    /// a player does who plays as well as it can.
    pub temperature: Option<Temperature>,
    /// The weight of the exploration term inside the tree (`c` in PUCT), with values
    /// rescaled to [0, 1].
    pub puct: f32,
    /// How much worse than its node an action is taken to be before its first visit,
    /// with values rescaled to [0, 1].
    pub unvisited: f32,
    /// `c_visit` of the value transform at the root.
    pub sigma_visits: f32,
    /// `c_scale` of the value transform at the root.
    pub sigma_scale: f32,
    /// The tree stops growing at this many actions and outcomes in memory (about 40
    /// bytes each); simulations go on and judge where the tree ends.
    pub most_edges: usize,
    /// Simulations between two looks at the clock, and the least that a decision gets.
    pub batch: u32,
    /// Real choices expected in the first turn; later turns are expected to be like
    /// those before.
    pub choices_a_turn: f32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            budget: Budget::Simulations(400),
            considered: 8,
            fair_share: 8,
            gumbel: 0.0,
            temperature: None,
            puct: 1.0,
            unvisited: 0.1,
            sigma_visits: 0.0,
            sigma_scale: 0.1,
            most_edges: 8 << 20,
            batch: 8,
            choices_a_turn: 40.0,
        }
    }
}

impl Settings {
    /// What `net` plays with: leaves judged by a network, whose values are steadier than
    /// a rollout's and whose policy knows more than rules of thumb.
    pub fn learned() -> Self {
        Self { considered: 16, fair_share: 4, puct: 1.25, ..Self::default() }
    }
}
