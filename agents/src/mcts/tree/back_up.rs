//! What simulations leave behind on their way back.

use sandtable_core::Ruleset;

use super::{ChanceId, EdgeId, FaceId, NodeId, Step, Tree};

impl<R: Ruleset> Tree<R> {
    /// Notes that a simulation took this way and has no value yet: until then it makes its
    /// actions look more explored, not worse (Liu and others 2020, Watch the Unobserved).
    pub(in crate::mcts) fn set_out(&mut self, way: &[Step]) {
        for step in way {
            if let Step::Action(node, edge) = *step {
                self.nodes[node.at()].out += 1;
                self.edges[edge.at()].out += 1;
            }
        }
    }

    /// Takes [`set_out`](Self::set_out) back.
    pub(in crate::mcts) fn return_from(&mut self, way: &[Step]) {
        for step in way {
            if let Step::Action(node, edge) = *step {
                self.nodes[node.at()].out -= 1;
                self.edges[edge.at()].out -= 1;
            }
        }
    }

    /// What a decision is worth by all that was seen of it, for the first seat; nothing
    /// where that depends on what its seat does not know.
    pub(in crate::mcts) fn settled(&self, id: NodeId) -> Option<f64> {
        let node = &self.nodes[id.at()];
        let sign = f64::from(node.seat.sign());
        (!node.is_shared).then(|| sign * (sign * node.value()).max(node.bound))
    }

    /// Adds the value of a simulation, for the first seat, along its way. `settled` is what
    /// the place where it ended is worth, where it depends on nothing hidden.
    pub(in crate::mcts) fn back_up(&mut self, way: &[Step], value: f64, mut settled: Option<f64>) {
        for step in way.iter().rev() {
            settled = match *step {
                Step::Unheld => None,
                Step::Action(node, edge) => self.back_up_action(node, edge, value, settled),
                Step::Throw(chance, face) => self.back_up_throw(chance, face, value, settled),
            };
        }
    }

    fn back_up_action(&mut self, id: NodeId, taken: EdgeId, value: f64, settled: Option<f64>) -> Option<f64> {
        let edge = &mut self.edges[taken.at()];
        let before = edge.value * f64::from(edge.visits);
        edge.visits += 1;
        edge.total += value;
        let mean = edge.total / f64::from(edge.visits);
        edge.value = settled.filter(|_| !edge.next.varies).unwrap_or(mean);
        self.span.include(edge.value as f32);
        let gained = edge.value * f64::from(edge.visits) - before;
        let node = &mut self.nodes[id.at()];
        node.visits += 1;
        node.total += gained;
        let bound = edge.bound_for(node.seat, self.doubt);
        if bound >= node.bound {
            (node.best, node.bound) = (taken, bound);
        } else if node.best == taken {
            let (best, bound) = self.best_bound(id);
            let node = &mut self.nodes[id.at()];
            (node.best, node.bound) = (best, bound);
        }
        self.settled(id)
    }

    /// The action with the best lower bound, and that bound for whoever decides.
    fn best_bound(&self, id: NodeId) -> (EdgeId, f64) {
        let node = &self.nodes[id.at()];
        let bounds = self.edges(id).iter().map(|edge| edge.bound_for(node.seat, self.doubt));
        let (mut best, mut most) = (0, f64::NEG_INFINITY);
        for (number, bound) in bounds.enumerate() {
            if bound > most {
                (best, most) = (number, bound);
            }
        }
        (self.nth(id, best), most)
    }

    fn back_up_throw(&mut self, id: ChanceId, face: FaceId, value: f64, settled: Option<f64>) -> Option<f64> {
        let (chance, face) = (&mut self.chances[id.at()], &mut self.faces[face.at()]);
        let weight = f64::from(face.weight);
        if face.returns == 0 {
            chance.valued += face.weight;
        }
        face.returns += 1;
        face.total += value;
        let mean = face.total / f64::from(face.returns);
        let before =
            std::mem::replace(&mut face.value, settled.filter(|_| !face.next.varies).unwrap_or(mean));
        chance.total += weight * (face.value - before);
        settled.map(|_| chance.total / f64::from(chance.valued))
    }
}
