//! The one search loop.

use std::ops::Range;

use rand::Rng as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Node, Position, Ruleset, Seat, odds};

use super::evaluator::{Evaluator, Leaf};
use super::formulas::softmax;
use super::settings::Settings;
use super::tree::{EdgeId, From, NodeId, Step, Tree, node_key};

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
    outcomes: Vec<(R::Outcome, u32)>,
    /// Leaves that wait to be judged, then spare ones: the first of those is walked in.
    leaves: Vec<Leaf<R>>,
    /// The node of each waiting leaf; none where the tree was full.
    nodes: Vec<Option<NodeId>>,
    /// What the waiting simulations took, one after another.
    steps: Vec<Step>,
    /// Their parts of `steps`, and the leaves in which they ended.
    waiting: Vec<(Range<usize>, usize)>,
}

/// What a simulation came to after an action.
enum Arrival {
    /// A decision in the tree.
    Inside(NodeId),
    /// The end of the battle, with its value for the first seat.
    Over(f64),
    /// This leaf has to be judged.
    Leaf(usize),
}

impl<R: Ruleset, E: Evaluator<R>> Search<R, E> {
    pub(super) fn new(settings: Settings, evaluator: E, rng: Xoshiro256PlusPlus) -> Self {
        Self {
            settings,
            tree: Tree::new(evaluator.doubt()),
            rng,
            evaluator,
            salt: 0,
            outcomes: Vec::new(),
            leaves: Vec::new(),
            nodes: Vec::new(),
            steps: Vec::new(),
            waiting: Vec::new(),
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
        self.enter(position);
        let leaf = &mut self.leaves[0];
        leaf.actions.clear();
        leaf.actions.extend_from_slice(position.actions());
        let state_key = position.rules().key(&leaf.state);
        let node = self.tree.grow(From::Outside, key, state_key, position.seat(), position.actions());
        self.tree.await_judgement(node);
        self.wait(position.seat(), Some(node));
        self.judge(position.rules());
        node
    }

    /// How many simulations wait for their leaves to be judged.
    pub(super) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// How many simulations should wait before they are judged together.
    pub(super) fn together(&self) -> usize {
        self.evaluator.batch().max(1)
    }

    /// One simulation that begins with `first` at `root`, on a freshly sampled state. It
    /// then waits, unless it ended with the battle.
    pub(super) fn simulate(&mut self, position: &Position<'_, R>, root: NodeId, first: EdgeId) {
        let rules = position.rules();
        self.enter(position);
        let walked = self.nodes.len();
        self.tree.meet(root, rules.key(&self.leaves[walked].state));
        let begin = self.steps.len();
        let (mut node, mut edge) = (root, first);
        loop {
            self.steps.push(Step::Action(node, edge));
            rules.apply(&mut self.leaves[walked].state, self.tree.edge(edge).action, &mut ());
            match self.arrive(rules, From::Edge(edge), self.steps.len() - begin) {
                Arrival::Inside(next) => node = next,
                Arrival::Over(value) => {
                    self.tree.back_up(&self.steps[begin..], value, Some(value));
                    self.steps.truncate(begin);
                    return;
                }
                Arrival::Leaf(leaf) => {
                    self.tree.set_out(&self.steps[begin..]);
                    self.waiting.push((begin..self.steps.len(), leaf));
                    return;
                }
            }
            edge = self.tree.choose(node, self.settings.puct, self.settings.unvisited, self.salt);
        }
    }

    /// Judges the leaves that wait, and backs their values up.
    pub(super) fn judge(&mut self, rules: &R) {
        let leaves = &mut self.leaves[..self.nodes.len()];
        if !leaves.is_empty() {
            self.evaluator.evaluate(rules, leaves, &mut self.rng);
        }
        for (leaf, node) in leaves.iter_mut().zip(&self.nodes) {
            if let Some(node) = *node {
                softmax(&mut leaf.logits);
                self.tree.judge(node, leaf.value, &leaf.logits);
            }
        }
        for (steps, leaf) in self.waiting.drain(..) {
            let way = &self.steps[steps];
            self.tree.return_from(way);
            let settled = self.nodes[leaf].and_then(|node| self.tree.settled(node));
            self.tree.back_up(way, self.leaves[leaf].value.into(), settled);
        }
        self.nodes.clear();
        self.steps.clear();
    }

    /// Samples a state into the first spare leaf.
    fn enter(&mut self, position: &Position<'_, R>) {
        let state = position.sample(&mut self.rng);
        match self.leaves.get_mut(self.nodes.len()) {
            Some(leaf) => leaf.state = state,
            None => self.leaves.push(Leaf {
                state,
                seat: position.seat(),
                actions: Vec::new(),
                value: 0.0,
                logits: Vec::new(),
            }),
        }
    }

    /// Follows throws to the next decision or to the end; grows the tree by a decision
    /// that is new.
    fn arrive(&mut self, rules: &R, mut from: From, depth: usize) -> Arrival {
        let walked = self.nodes.len();
        loop {
            match rules.node(&self.leaves[walked].state) {
                Node::Over(verdict) => return Arrival::Over(verdict.value()),
                Node::Chance => {
                    rules.outcomes(&self.leaves[walked].state, &mut self.outcomes);
                    let outcome;
                    (outcome, from) = self.throw(from);
                    rules.resolve(&mut self.leaves[walked].state, outcome, &mut ());
                }
                Node::Decision(seat) => return self.meet(rules, from, seat, depth),
            }
        }
    }

    /// Takes an outcome of the throw that is due: by share in the tree, by lot outside.
    fn throw(&mut self, from: From) -> (R::Outcome, From) {
        if matches!(from, From::Outside) || self.is_full() {
            self.steps.push(Step::Unheld);
            return (odds::draw(&self.outcomes, &mut self.rng), From::Outside);
        }
        let rng = &mut self.rng;
        let chance = self.tree.chance(from, &self.outcomes, || rng.next_u64());
        let face = self.tree.throw(chance);
        self.steps.push(Step::Throw(chance, face));
        (self.tree.face(face).outcome, From::Face(face))
    }

    fn meet(&mut self, rules: &R, from: From, seat: Seat, depth: usize) -> Arrival {
        let is_full = self.is_full();
        let walked = self.nodes.len();
        let leaf = &mut self.leaves[walked];
        let key = node_key(seat, rules.view_key(&leaf.state, seat));
        let met = self.tree.find(from, key);
        let state_key = rules.key(&leaf.state);
        if let Some(node) = met {
            self.tree.meet(node, state_key);
            if self.tree.node(node).is_awaited() {
                let same = |waiting: &Option<NodeId>| *waiting == Some(node);
                return Arrival::Leaf(self.nodes.iter().position(same).expect("it waits to be judged"));
            }
            if depth < DEEPEST {
                return Arrival::Inside(node);
            }
        }
        rules.actions(&leaf.state, &mut leaf.actions);
        if met.is_some() || is_full {
            return self.wait(seat, None);
        }
        let node = self.tree.grow(from, key, state_key, seat, &leaf.actions);
        if leaf.actions.len() == 1 {
            // Nothing to judge: the simulation goes through.
            return Arrival::Inside(node);
        }
        self.tree.await_judgement(node);
        self.wait(seat, Some(node))
    }

    /// Leaves the walked leaf to be judged.
    fn wait(&mut self, seat: Seat, node: Option<NodeId>) -> Arrival {
        let number = self.nodes.len();
        let leaf = &mut self.leaves[number];
        leaf.seat = seat;
        leaf.logits.clear();
        self.nodes.push(node);
        Arrival::Leaf(number)
    }

    fn is_full(&self) -> bool {
        self.tree.size() >= self.settings.most_edges
    }
}
