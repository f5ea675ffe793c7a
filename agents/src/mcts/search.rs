//! The one search loop.

use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Node, Position, Ruleset, Seat, odds};

use super::evaluator::{Evaluator, Leaf};
use super::formulas::softmax;
use super::settings::Settings;
use super::tree::{EdgeId, From, NodeId, Tree, node_key};

/// Most decisions in one simulation before it is judged where it stands: positions can
/// repeat in rulesets without a turn limit, and a simulation would then go round for ever.
const DEEPEST: usize = 2048;

/// A tree, what judges its leaves, and the scratch space of the loop.
pub(super) struct Search<R: Ruleset, E> {
    pub(super) settings: Settings,
    pub(super) tree: Tree<R>,
    pub(super) rng: Xoshiro256PlusPlus,
    evaluator: E,
    /// Orders ties inside the tree.
    salt: u64,
    way: Vec<(NodeId, EdgeId)>,
    actions: Vec<R::Action>,
    outcomes: Vec<(R::Outcome, u32)>,
    logits: Vec<f32>,
}

/// What a simulation came to after an action.
enum Arrival {
    /// A decision in the tree.
    Inside(NodeId),
    /// The end of the simulation, with its value for the first seat.
    End(f64),
}

impl<R: Ruleset, E: Evaluator<R>> Search<R, E> {
    pub(super) fn new(settings: Settings, evaluator: E, rng: Xoshiro256PlusPlus) -> Self {
        Self {
            settings,
            tree: Tree::new(),
            rng,
            evaluator,
            salt: 0,
            way: Vec::new(),
            actions: Vec::new(),
            outcomes: Vec::new(),
            logits: Vec::new(),
        }
    }

    /// Forgets everything and draws from `rng` from now on.
    pub(super) fn begin(&mut self, rng: Xoshiro256PlusPlus) {
        self.rng = rng;
        self.salt = self.rng.next_u64();
        self.tree.clear();
    }

    /// The node of the position. What was searched before is kept where it leads here:
    /// after a reveal or a move that no simulation foresaw it does not.
    pub(super) fn root(&mut self, position: &Position<'_, R>) -> NodeId {
        let key = node_key(position.seat(), position.view_key());
        if self.tree.size() < self.settings.most_edges / 2
            && let Some(node) = self.tree.find(From::Outside, key)
            && self.tree.edges(node).iter().map(|edge| &edge.action).eq(position.actions())
        {
            return node;
        }
        self.tree.clear();
        let mut state = position.sample(&mut self.rng);
        let rules = position.rules();
        self.actions.clear();
        self.actions.extend_from_slice(position.actions());
        let value = self.judge(rules, &mut state, position.seat());
        self.tree.grow(From::Outside, key, position.seat(), &self.actions, &self.logits, Some(value))
    }

    /// One simulation that begins with `first` at `root`, on a freshly sampled state.
    pub(super) fn simulate(&mut self, position: &Position<'_, R>, root: NodeId, first: EdgeId) {
        let rules = position.rules();
        let mut state = position.sample(&mut self.rng);
        let (mut node, mut edge) = (root, first);
        self.way.clear();
        let value = loop {
            self.way.push((node, edge));
            rules.apply(&mut state, self.tree.edge(edge).action, &mut ());
            match self.arrive(rules, &mut state, From::Edge(edge)) {
                Arrival::End(value) => break value,
                Arrival::Inside(next) => node = next,
            }
            edge = self.tree.choose(node, self.settings.puct, self.settings.unvisited, self.salt);
        };
        self.tree.back_up(&self.way, value);
    }

    /// Follows throws to the next decision or to the end; grows the tree by a decision
    /// that is new.
    fn arrive(&mut self, rules: &R, state: &mut R::State, mut from: From) -> Arrival {
        loop {
            match rules.node(state) {
                Node::Over(verdict) => return Arrival::End(verdict.value()),
                Node::Chance => {
                    rules.outcomes(state, &mut self.outcomes);
                    let outcome;
                    (outcome, from) = self.throw(from);
                    rules.resolve(state, outcome, &mut ());
                }
                Node::Decision(seat) => return self.meet(rules, state, from, seat),
            }
        }
    }

    /// Takes an outcome of the throw that is due: by share in the tree, by lot outside.
    fn throw(&mut self, from: From) -> (R::Outcome, From) {
        if matches!(from, From::Outside) || self.is_full() {
            return (odds::draw(&self.outcomes, &mut self.rng), From::Outside);
        }
        let rng = &mut self.rng;
        let chance = self.tree.chance(from, &self.outcomes, || rng.next_u64());
        let face = self.tree.throw(chance);
        (self.tree.face(face).outcome, From::Face(face))
    }

    fn meet(&mut self, rules: &R, state: &mut R::State, from: From, seat: Seat) -> Arrival {
        let key = node_key(seat, rules.view_key(state, seat));
        let met = self.tree.find(from, key);
        if let Some(node) = met
            && self.way.len() < DEEPEST
        {
            return Arrival::Inside(node);
        }
        rules.actions(state, &mut self.actions);
        if met.is_some() || self.is_full() {
            return Arrival::End(self.judge(rules, state, seat).into());
        }
        if self.actions.len() == 1 {
            // Nothing to judge: the simulation goes through.
            return Arrival::Inside(self.tree.grow(from, key, seat, &self.actions, &[], None));
        }
        let value = self.judge(rules, state, seat);
        self.tree.grow(from, key, seat, &self.actions, &self.logits, Some(value));
        Arrival::End(value.into())
    }

    fn is_full(&self) -> bool {
        self.tree.size() >= self.settings.most_edges
    }

    /// Value for the first seat; leaves the priors in `logits`.
    fn judge(&mut self, rules: &R, state: &mut R::State, seat: Seat) -> f32 {
        self.logits.clear();
        let leaf = Leaf { rules, state, seat, actions: &self.actions };
        let value = self.evaluator.evaluate(leaf, &mut self.logits, &mut self.rng);
        softmax(&mut self.logits);
        value
    }
}
