//! The tree in flat vectors.
//!
//! A decision is a [`Node`] with an [`Edge`] for every legal action; a throw is a
//! [`Chance`] with a [`Face`] for every outcome. Decisions are found by what their
//! seat knows: states that the seat cannot tell apart share one node, and ways that
//! lead to the same knowledge meet in it. A throw hangs under the action or outcome
//! that led to it, once for each list of exact weights that was met there.
//!
//! # Values
//!
//! Where a position follows from an action for certain, the action is worth what the
//! position is worth, whatever way led there, and a throw is worth its outcomes by their
//! exact weights; so transpositions and chance cost no accuracy (Czech, Korus and
//! Kersting 2021, Monte-Carlo Graph Search). A position is worth the mean of its actions'
//! values, each as often as it was visited, or the best action's lower bound if that is
//! more: visits spent on looking around do not count against whoever decides. Where states that the seat cannot tell apart
//! share a node, that would mix up what only the other side knows: there an action is
//! worth the mean of its simulations.
//!
//! Every legal list depends on the deciding seat's view alone, so all states that share
//! a node share its list: an action was available as often as its node was visited.

mod back_up;

use std::collections::HashMap;
use std::ops::Range;

use sandtable_core::{Ruleset, Seat, hash, odds};

use super::formulas::{puct, shortfall};
use crate::agent::KeyHasher;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) struct $name(u32);

        impl $name {
            fn next_of<T>(items: &[T]) -> Self {
                Self(items.len() as u32)
            }

            fn at(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index!(
    /// A decision.
    NodeId
);
index!(
    /// An action at a decision.
    EdgeId
);
index!(
    /// A throw.
    ChanceId
);
index!(
    /// An outcome of a throw.
    FaceId
);

/// What was reached from an action or an outcome: the decision reached last, and the
/// first in the list of throws.
#[derive(Clone, Copy)]
struct Next {
    node: NodeId,
    chance: ChanceId,
    /// Whether more than one decision or throw was reached.
    varies: bool,
}

impl NodeId {
    const NONE: Self = Self(u32::MAX);
}

impl ChanceId {
    const NONE: Self = Self(u32::MAX);
}

const NOWHERE: Next = Next { node: NodeId::NONE, chance: ChanceId::NONE, varies: false };

/// A decision of one seat.
pub(super) struct Node {
    key: u64,
    /// The key of the state that was met first.
    state_key: u64,
    /// Whether states differ that share it.
    is_shared: bool,
    first: EdgeId,
    edges: u32,
    /// Who decides.
    pub(super) seat: Seat,
    /// The first evaluation, for the first seat.
    pub(super) raw: f32,
    /// Simulations that passed through or ended here.
    pub(super) visits: u32,
    /// Simulations that passed through and wait for their leaf to be judged.
    out: u32,
    /// Its first evaluation and its actions' values, each as often as it was visited, for
    /// the first seat.
    total: f64,
    /// The action with the best lower bound, and that bound for whoever decides.
    best: EdgeId,
    bound: f64,
}

impl Node {
    fn value(&self) -> f64 {
        self.total / f64::from(self.visits.max(1))
    }

    /// Whether it waits for its first evaluation.
    pub(super) fn is_awaited(&self) -> bool {
        self.raw.is_nan()
    }
}

/// An action at a decision.
pub(super) struct Edge<Action> {
    /// The action.
    pub(super) action: Action,
    /// Its chance by the policy, in [0, 1].
    pub(super) prior: f32,
    /// Simulations that took it.
    pub(super) visits: u32,
    /// Simulations that took it and wait for their leaf to be judged.
    out: u32,
    next: Next,
    /// The sum of their values, for the first seat.
    total: f64,
    /// What it is worth, for the first seat.
    value: f64,
}

impl<Action> Edge<Action> {
    /// The mean value for `seat`, where it was visited.
    pub(super) fn value_for(&self, seat: Seat) -> Option<f64> {
        (self.visits > 0).then(|| f64::from(seat.sign()) * self.value)
    }

    /// What it is worth for `seat` at the least, more surely the more often it was visited.
    fn bound_for(&self, seat: Seat, doubt: f64) -> f64 {
        f64::from(seat.sign()) * self.value - doubt / f64::from(self.visits).sqrt()
    }
}

/// A throw.
pub(super) struct Chance {
    first: FaceId,
    faces: u32,
    weights: u32,
    visits: u32,
    sibling: ChanceId,
    salt: u64,
    /// The weights of the outcomes that have a value, and the sum of those values by weight.
    valued: u32,
    total: f64,
}

/// An outcome of a throw.
pub(super) struct Face<Outcome> {
    /// The outcome.
    pub(super) outcome: Outcome,
    weight: u32,
    visits: u32,
    /// Simulations that came back through it, and the sum of their values.
    returns: u32,
    total: f64,
    value: f64,
    next: Next,
}

/// One step of a simulation.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// An action was taken.
    Action(NodeId, EdgeId),
    /// A throw came out so.
    Throw(ChanceId, FaceId),
    /// A throw that the full tree does not hold.
    Unheld,
}

/// Where a state was come from.
#[derive(Clone, Copy)]
pub(super) enum From {
    /// An action.
    Edge(EdgeId),
    /// An outcome.
    Face(FaceId),
    /// Something that the full tree does not hold.
    Outside,
}

/// The extremes of the values met, for the first seat: PUCT sees values rescaled
/// between them, so that its constant means the same in every ruleset.
#[derive(Clone, Copy)]
struct Span {
    least: f32,
    most: f32,
}

impl Span {
    const NONE: Self = Self { least: f32::INFINITY, most: f32::NEG_INFINITY };

    fn include(&mut self, value: f32) {
        self.least = self.least.min(value);
        self.most = self.most.max(value);
    }

    fn rescale(self, value: f32, sign: f32) -> f32 {
        let from_least = if sign > 0.0 { value - self.least } else { self.most - value };
        from_least / (self.most - self.least).max(1e-3)
    }
}

/// The tree.
pub(super) struct Tree<R: Ruleset> {
    nodes: Vec<Node>,
    edges: Vec<Edge<R::Action>>,
    chances: Vec<Chance>,
    faces: Vec<Face<R::Outcome>>,
    index: HashMap<u64, NodeId, KeyHasher>,
    span: Span,
    /// How far below its value an action's bound lies after one visit.
    doubt: f64,
}

/// The key of a decision: what its seat knows, and which seat it is.
pub(super) fn node_key(seat: Seat, view_key: u64) -> u64 {
    view_key ^ hash::mix(seat.index() as u64)
}

impl<R: Ruleset> Tree<R> {
    /// An empty tree.
    pub(super) fn new(doubt: f64) -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            chances: Vec::new(),
            faces: Vec::new(),
            index: HashMap::default(),
            span: Span::NONE,
            doubt,
        }
    }

    /// Forgets everything and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.chances.clear();
        self.faces.clear();
        self.index.clear();
        self.span = Span::NONE;
    }

    /// Actions and outcomes in memory.
    pub(super) fn size(&self) -> usize {
        self.edges.len() + self.faces.len()
    }

    /// The decision.
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.at()]
    }

    /// The action.
    pub(super) fn edge(&self, id: EdgeId) -> &Edge<R::Action> {
        &self.edges[id.at()]
    }

    /// The outcome.
    pub(super) fn face(&self, id: FaceId) -> &Face<R::Outcome> {
        &self.faces[id.at()]
    }

    fn range(&self, node: NodeId) -> Range<usize> {
        let node = &self.nodes[node.at()];
        node.first.at()..node.first.at() + node.edges as usize
    }

    /// The actions of a decision, in the order of the legal list.
    pub(super) fn edges(&self, node: NodeId) -> &[Edge<R::Action>] {
        &self.edges[self.range(node)]
    }

    /// The action with this number in the legal list.
    pub(super) fn nth(&self, node: NodeId, number: usize) -> EdgeId {
        EdgeId(self.nodes[node.at()].first.0 + number as u32)
    }

    /// The outcomes of a throw with their visits, in the order of the weights' list.
    #[cfg(test)]
    pub(super) fn faces(&self, chance: ChanceId) -> impl Iterator<Item = (u32, u32)> {
        let chance = &self.chances[chance.at()];
        let first = chance.first.at();
        self.faces[first..first + chance.faces as usize].iter().map(|face| (face.weight, face.visits))
    }

    fn next(&mut self, from: From) -> Option<&mut Next> {
        match from {
            From::Edge(id) => Some(&mut self.edges[id.at()].next),
            From::Face(id) => Some(&mut self.faces[id.at()].next),
            From::Outside => None,
        }
    }

    /// The decision with this key, if it is in the tree.
    pub(super) fn find(&mut self, from: From, key: u64) -> Option<NodeId> {
        let last = self.next(from).map_or(NodeId::NONE, |next| next.node);
        if last != NodeId::NONE && self.nodes[last.at()].key == key {
            return Some(last);
        }
        let id = *self.index.get(&key)?;
        self.lead(from, id);
        Some(id)
    }

    /// Notes which decision was reached.
    fn lead(&mut self, from: From, id: NodeId) {
        if let Some(next) = self.next(from) {
            next.varies |= next.node != NodeId::NONE;
            next.node = id;
        }
    }

    /// Notes that a state with this key was met at a decision.
    pub(super) fn meet(&mut self, id: NodeId, state_key: u64) {
        let node = &mut self.nodes[id.at()];
        node.is_shared |= node.state_key != state_key;
    }

    /// Adds a decision that is not in the tree, with all actions alike and without an
    /// evaluation.
    pub(super) fn grow(
        &mut self,
        from: From,
        key: u64,
        state_key: u64,
        seat: Seat,
        actions: &[R::Action],
    ) -> NodeId {
        let id = NodeId::next_of(&self.nodes);
        self.nodes.push(Node {
            key,
            state_key,
            is_shared: false,
            first: EdgeId::next_of(&self.edges),
            edges: actions.len() as u32,
            seat,
            raw: 0.0,
            visits: 0,
            out: 0,
            total: 0.0,
            best: EdgeId::next_of(&self.edges),
            bound: f64::NEG_INFINITY,
        });
        let prior = 1.0 / actions.len() as f32;
        let edge = |&action| Edge { action, prior, visits: 0, out: 0, next: NOWHERE, total: 0.0, value: 0.0 };
        self.edges.extend(actions.iter().map(edge));
        self.index.insert(key, id);
        self.lead(from, id);
        id
    }

    /// Marks a decision as waiting for its first evaluation.
    pub(super) fn await_judgement(&mut self, id: NodeId) {
        self.nodes[id.at()].raw = f32::NAN;
    }

    /// Gives a decision its first evaluation, for the first seat, and its priors: one for
    /// each action, or none where all are alike.
    pub(super) fn judge(&mut self, id: NodeId, value: f32, priors: &[f32]) {
        let range = self.range(id);
        let node = &mut self.nodes[id.at()];
        node.raw = value;
        node.visits += 1;
        node.total += f64::from(value);
        for (edge, &prior) in self.edges[range].iter_mut().zip(priors) {
            edge.prior = prior;
        }
    }

    /// The throw with exactly these outcomes and weights under `from`; added if it is
    /// new. `salt` orders its ties.
    pub(super) fn chance(
        &mut self,
        from: From,
        outcomes: &[(R::Outcome, u32)],
        salt: impl FnOnce() -> u64,
    ) -> ChanceId {
        let first = self.next(from).map_or(ChanceId::NONE, |next| next.chance);
        let mut id = first;
        while id != ChanceId::NONE {
            let chance = &self.chances[id.at()];
            let faces = &self.faces[chance.first.at()..][..chance.faces as usize];
            if faces.iter().map(|face| (face.outcome, face.weight)).eq(outcomes.iter().copied()) {
                return id;
            }
            id = chance.sibling;
        }
        id = ChanceId::next_of(&self.chances);
        self.chances.push(Chance {
            first: FaceId::next_of(&self.faces),
            faces: outcomes.len() as u32,
            weights: odds::total(outcomes),
            visits: 0,
            sibling: first,
            salt: salt(),
            valued: 0,
            total: 0.0,
        });
        for &(outcome, weight) in outcomes {
            let face = Face { outcome, weight, visits: 0, returns: 0, total: 0.0, value: 0.0, next: NOWHERE };
            self.faces.push(face);
        }
        if let Some(next) = self.next(from) {
            next.varies |= next.chance != ChanceId::NONE;
            next.chance = id;
        }
        id
    }

    /// Visits a throw: the outcome that is furthest below its exact share, ties in the
    /// throw's own seeded order.
    pub(super) fn throw(&mut self, id: ChanceId) -> FaceId {
        let chance = &mut self.chances[id.at()];
        let first = chance.first.at();
        let faces = &mut self.faces[first..first + chance.faces as usize];
        let (mut best, mut most) = (0, i64::MIN);
        for (number, face) in faces.iter().enumerate() {
            let short = shortfall(face.weight, chance.weights, chance.visits, face.visits);
            let lot = |number: usize| hash::mix(chance.salt ^ number as u64);
            if short > most || (short == most && lot(number) > lot(best)) {
                (best, most) = (number, short);
            }
        }
        faces[best].visits += 1;
        chance.visits += 1;
        FaceId((first + best) as u32)
    }

    /// The action to visit next inside the tree, by PUCT. `salt` and the node's key say
    /// where the list is begun, so that ties do not always fall to the first listed.
    pub(super) fn choose(&self, id: NodeId, c: f32, unvisited: f32, salt: u64) -> EdgeId {
        let node = &self.nodes[id.at()];
        if node.edges == 1 {
            return node.first;
        }
        let sign = node.seat.sign() as f32;
        let mean = node.value() as f32;
        let never = self.span.rescale(mean, sign) - unvisited;
        let root = ((node.visits + node.out) as f32).sqrt();
        let edges = &self.edges[self.range(id)];
        let lot = u128::from(hash::mix(node.key ^ salt));
        let begin = ((lot * u128::from(node.edges)) >> 64) as usize;
        let (mut best, mut most) = (begin, f32::NEG_INFINITY);
        for number in (begin..edges.len()).chain(0..begin) {
            let edge = &edges[number];
            let q = if edge.visits == 0 { never } else { self.span.rescale(edge.value as f32, sign) };
            let score = puct(q, c, edge.prior, root, edge.visits + edge.out);
            if score > most {
                (best, most) = (number, score);
            }
        }
        EdgeId(node.first.0 + best as u32)
    }
}

#[cfg(test)]
mod tests {
    use sandtable_reference::Pig;

    use super::*;

    type Face = <Pig as Ruleset>::Outcome;

    /// Six outcomes of a game of dice, whichever they are.
    fn outcomes(weights: &[u32]) -> Vec<(Face, u32)> {
        let scenario = sandtable_core::scenario::built_in::<Pig>(Pig::scenarios()[0].0).unwrap();
        let rules = Pig::load(&scenario).unwrap();
        let (mut state, mut actions, mut list) = (rules.start(), Vec::new(), Vec::new());
        while rules.node(&state) != sandtable_core::Node::Chance {
            rules.actions(&state, &mut actions);
            rules.apply(&mut state, actions[0], &mut ());
        }
        rules.outcomes(&state, &mut list);
        let mut list: Vec<Face> = list.into_iter().map(|(face, _)| face).collect();
        list.truncate(weights.len());
        list.into_iter().zip(weights.iter().copied()).collect()
    }

    #[test]
    fn outcomes_are_visited_by_their_exact_share_to_within_one_visit() {
        let all: [&[u32]; 6] = [&[1, 1], &[1, 5], &[143, 1], &[30, 6], &[1, 71], &[17, 19]];
        for weights in all {
            let outcomes = outcomes(weights);
            let mut tree = Tree::<Pig>::new(0.1);
            let chance = tree.chance(From::Outside, &outcomes, || 7);
            let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
            for visits in 1..=1000_u32 {
                tree.throw(chance);
                for (weight, seen) in tree.faces(chance) {
                    let share = f64::from(visits) * f64::from(weight) / f64::from(total);
                    assert!((f64::from(seen) - share).abs() <= 1.0, "{seen} of {share} at {visits}");
                }
            }
        }
    }

    #[test]
    fn ties_fall_in_the_throws_own_order() {
        let outcomes = outcomes(&[1, 1]);
        let firsts: Vec<u32> = (0..64)
            .map(|salt| {
                let mut tree = Tree::<Pig>::new(0.1);
                let chance = tree.chance(From::Outside, &outcomes, || salt);
                tree.throw(chance).0
            })
            .collect();
        assert!(firsts.contains(&0) && firsts.contains(&1));
    }

    #[test]
    fn decisions_are_found_by_key_and_throws_by_their_weights() {
        let mut tree = Tree::<Pig>::new(0.1);
        let outcomes = outcomes(&[1, 2]);
        let key = hash::mix(1);
        let node = tree.grow(From::Outside, key, 1, Seat::SECOND, &[]);
        tree.await_judgement(node);
        assert!(tree.node(node).is_awaited());
        tree.judge(node, 0.25, &[]);
        assert_eq!(tree.find(From::Outside, key), Some(node));
        assert_eq!(tree.find(From::Outside, !key), None);
        assert_eq!(tree.node(node).visits, 1);
        let root = tree.chance(From::Outside, &outcomes, || 0);
        let face = tree.throw(root);
        let below = tree.chance(From::Face(face), &outcomes, || 0);
        let mut other = outcomes.clone();
        other[0].1 = 3;
        assert_ne!(tree.chance(From::Face(face), &other, || 0), below);
        assert_eq!(tree.chance(From::Face(face), &outcomes, || 0), below);
    }
}
