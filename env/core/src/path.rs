//! Pathfinding: a static terrain graph and one bounded search over it.
//!
//! A ruleset builds its [`Terrain`] once a map, as petgraph's compressed sparse rows.
//! What changes from turn to turn (units in the way, allowances) comes as a closure.
//! petgraph's own algorithms allocate on every call; [`Search`] reuses its memory, and
//! the tests hold it against them.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use petgraph::Directed;
use petgraph::csr::Csr;

/// A map's steps: nodes are places by number, edges carry what the ruleset needs to
/// price a step.
pub type Terrain<Step> = Csr<(), Step, Directed, u32>;

/// Builds a terrain graph of `places` places from its steps, sorted or not.
///
/// # Panics
/// When a step is listed twice or leads nowhere.
pub fn terrain<Step: Clone>(places: usize, mut steps: Vec<(u32, u32, Step)>) -> Terrain<Step> {
    steps.sort_by_key(|&(from, to, _)| (from, to));
    let mut graph = Csr::with_nodes(places);
    for (from, to, step) in steps {
        assert!((to as usize) < places, "a step leads to place {to} of {places}");
        assert!(graph.add_edge(from, to, step), "the step {from} -> {to} is listed twice");
    }
    graph
}

/// The price of a step, a whole number in the ruleset's own unit.
pub type Cost = u32;

/// A bounded shortest-path search that reuses its scratch space.
///
/// Dijkstra's algorithm, O((V + E) log V) over what lies within the bound. Results
/// stay readable until the next [`run`](Self::run). Equal prices settle in the order
/// of places, so results never depend on anything else.
#[derive(Debug, Default)]
pub struct Search {
    cost: Vec<Cost>,
    /// A cost is valid where its stamp is the current generation.
    stamp: Vec<u32>,
    generation: u32,
    queue: BinaryHeap<Reverse<(Cost, u32)>>,
    reached: Vec<u32>,
}

impl Search {
    /// A search without scratch space yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds every place within `bound` of `start`. `price` gives the cost of a step
    /// from one place to another, or nothing where it cannot be taken.
    pub fn run<Step>(
        &mut self,
        graph: &Terrain<Step>,
        start: u32,
        bound: Cost,
        price: impl FnMut(u32, u32, &Step) -> Option<Cost>,
    ) {
        self.run_from(graph, &[(start, 0)], bound, price);
    }

    /// The same from several starts at once, each with what it costs to get there first.
    pub fn run_from<Step>(
        &mut self,
        graph: &Terrain<Step>,
        starts: &[(u32, Cost)],
        bound: Cost,
        mut price: impl FnMut(u32, u32, &Step) -> Option<Cost>,
    ) {
        use petgraph::visit::EdgeRef as _;
        self.begin(graph.node_count());
        for &(start, cost) in starts.iter().filter(|(_, cost)| *cost <= bound) {
            self.improve(start, cost);
        }
        while let Some(Reverse((cost, place))) = self.queue.pop() {
            if cost > self.cost[place as usize] {
                continue;
            }
            self.reached.push(place);
            for edge in graph.edges(place) {
                if let Some(step) = price(place, edge.target(), edge.weight())
                    && step <= bound - cost
                {
                    self.improve(edge.target(), cost + step);
                }
            }
        }
    }

    fn begin(&mut self, places: usize) {
        if self.stamp.len() < places {
            self.stamp.resize(places, 0);
            self.cost.resize(places, 0);
        }
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.stamp.fill(0);
            1
        });
        self.queue.clear();
        self.reached.clear();
    }

    fn improve(&mut self, place: u32, cost: Cost) {
        let i = place as usize;
        if self.stamp[i] != self.generation || cost < self.cost[i] {
            self.stamp[i] = self.generation;
            self.cost[i] = cost;
            self.queue.push(Reverse((cost, place)));
        }
    }

    /// The places found, cheapest first, the start among them.
    pub fn reached(&self) -> &[u32] {
        &self.reached
    }

    /// What it costs to get to a place, when it is within the bound.
    pub fn cost(&self, place: u32) -> Option<Cost> {
        let i = place as usize;
        (self.stamp.get(i) == Some(&self.generation)).then(|| self.cost[i])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use petgraph::algo::dijkstra;
    use petgraph::visit::{EdgeFiltered, EdgeRef as _};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_petgraph(
            steps in proptest::collection::btree_map((0_u32..40, 0_u32..40), 1_u32..5, 0..300),
            start in 0_u32..40,
            bound in 0_u32..12,
            blocked in proptest::collection::btree_set(0_u32..40, 0..8),
            other in (0_u32..40, 0_u32..6),
        ) {
            let graph = terrain(40, steps.into_iter().map(|((a, b), w)| (a, b, w)).collect());
            let mut search = Search::new();
            // A first run elsewhere: nothing of it may be left.
            search.run(&graph, (start + 1) % 40, 50, |_, _, &w| Some(w));
            search.run(&graph, start, bound, |_, to, &w| (!blocked.contains(&to)).then_some(w));
            let open = EdgeFiltered::from_fn(&graph, |e| !blocked.contains(&e.target()));
            let oracle = dijkstra(&open, start, None, |e| *e.weight());
            for place in 0..40 {
                let wanted = oracle.get(&place).copied().filter(|&cost| cost <= bound);
                prop_assert_eq!(search.cost(place), wanted);
                prop_assert_eq!(search.reached().contains(&place), wanted.is_some());
            }
            // From two starts, every place is as near as from the better of them.
            search.run_from(&graph, &[(start, 0), other], bound, |_, to, &w| (!blocked.contains(&to)).then_some(w));
            let second = dijkstra(&open, other.0, None, |e| *e.weight());
            for place in 0..40 {
                let costs = [oracle.get(&place).copied(), second.get(&place).map(|cost| cost + other.1)];
                let wanted = costs.into_iter().flatten().min().filter(|&cost| cost <= bound);
                prop_assert_eq!(search.cost(place), wanted);
            }
        }
    }
}
