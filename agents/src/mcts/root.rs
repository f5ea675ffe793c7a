//! The root: Gumbel top-k, then sequential halving over new visits.

use std::time::Duration;

use rand::RngExt as _;
use sandtable_core::{Position, Ruleset, Seat};

use super::evaluator::Evaluator;
use super::formulas::{halvings, mixed_value, sigma, softmax};
use super::search::Search;
use super::tree::NodeId;
use crate::{Clock, Progress};

/// What one decision may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    /// New simulations.
    Simulations(u32),
    /// Time by the driver's clock, counted from its reading at `start`.
    Time {
        /// The reading.
        start: Duration,
        /// How long.
        length: Duration,
        /// How many simulations it is expected to allow.
        expected: u32,
    },
}

/// What a search found. Lists run parallel to the legal list.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Who decides; all values are for this seat, in [-1, 1].
    pub seat: Seat,
    /// The choice, as an index into the legal list.
    pub choice: usize,
    /// The mean value of the choice, or the root's first evaluation before any visit.
    pub value: f64,
    /// New simulations.
    pub simulations: u32,
    /// Visits of each action, inherited ones included.
    pub visits: Vec<u32>,
    /// Mean value of each action that was visited.
    pub values: Vec<Option<f64>>,
    /// The policy before the search.
    pub priors: Vec<f32>,
    /// The improved policy that training aims at: softmax of logits + sigma(completed
    /// values).
    pub policy: Vec<f32>,
}

/// A root action under consideration.
struct Considered {
    number: usize,
    noise: f32,
    lot: u32,
}

impl<R: Ruleset, E: Evaluator<R>> Search<R, E> {
    /// Decides at the position.
    pub(super) fn decide(
        &mut self,
        position: &Position<'_, R>,
        clock: &dyn Clock,
        effort: Effort,
    ) -> (NodeId, SearchResult) {
        let root = self.root(position);
        let mut considered = self.lots(root);
        let (Effort::Simulations(expected) | Effort::Time { expected, .. }) = effort;
        let most = (expected / self.settings.fair_share.max(1)).max(2) as usize;
        self.rank(root, &mut considered);
        considered.truncate(most.min(self.settings.considered).max(1));
        let simulations = self.halve(position, root, &mut considered, clock, effort);
        self.rank(root, &mut considered);
        let choice = match self.settings.temperature {
            None => considered[0].number,
            Some(temperature) => temperature.draw(&self.improved(root), &mut self.rng),
        };
        let result = self.result(root, choice, simulations);
        (root, result)
    }

    fn lots(&mut self, root: NodeId) -> Vec<Considered> {
        let (rng, scale) = (&mut self.rng, self.settings.gumbel);
        (0..self.tree.edges(root).len())
            .map(|number| {
                let lot = rng.random();
                // Never 0, so that the logarithm is finite.
                let uniform = (rng.random::<f32>() + 1e-9).min(1.0 - 1e-7);
                Considered { number, noise: -scale * (-uniform.ln()).ln(), lot }
            })
            .collect()
    }

    /// Logit + sigma(completed value) of every root action.
    fn improved(&self, root: NodeId) -> Vec<f32> {
        let node = self.tree.node(root);
        let (seat, sign) = (node.seat, node.seat.sign() as f32);
        let edges = self.tree.edges(root);
        let mean = |number: usize| edges[number].value_for(seat).map(|value| value as f32);
        let visited = (0..edges.len())
            .filter_map(|number| Some((edges[number].prior, mean(number)?, edges[number].visits)));
        let mixed = mixed_value(sign * node.raw, visited);
        let mut scores: Vec<f32> = (0..edges.len()).map(|number| mean(number).unwrap_or(mixed)).collect();
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        sigma(&mut scores, most, self.settings.sigma_visits, self.settings.sigma_scale);
        for (score, edge) in scores.iter_mut().zip(edges) {
            *score += edge.prior.max(1e-9).ln();
        }
        scores
    }

    /// Best first.
    fn rank(&self, root: NodeId, considered: &mut [Considered]) {
        let improved = self.improved(root);
        let score = |one: &Considered| improved[one.number] + one.noise;
        considered.sort_by(|a, b| score(b).total_cmp(&score(a)).then(a.lot.cmp(&b.lot)));
    }

    /// Spends the effort: in each phase every action left is visited alike, then the
    /// better half goes on. Says how many simulations it ran.
    fn halve(
        &mut self,
        position: &Position<'_, R>,
        root: NodeId,
        considered: &mut Vec<Considered>,
        clock: &dyn Clock,
        effort: Effort,
    ) -> u32 {
        let phases = halvings(considered.len()).max(1);
        let batch = self.settings.batch.max(1);
        let mut used = 0;
        for phase in 1..=phases {
            let left = considered.len() as u32;
            let (quota, deadline) = match effort {
                Effort::Simulations(n) if phase == phases => (n, None),
                Effort::Simulations(n) => (n.min(used + left * (n / (phases * left)).max(1)), None),
                Effort::Time { start, length, .. } => (u32::MAX, Some(start + length * phase / phases)),
            };
            let begin = used;
            while used < quota {
                if used >= batch && used.is_multiple_of(batch) {
                    clock.watch(&mut || self.progress(root, considered, used));
                    if clock.is_stopped() {
                        self.judge(position.rules());
                        return used;
                    }
                    if deadline.is_some_and(|deadline| clock.elapsed() >= deadline) {
                        break;
                    }
                }
                let next = &considered[((used - begin) % left) as usize];
                let edge = self.tree.nth(root, next.number);
                self.simulate(position, root, edge);
                used += 1;
                if self.waiting() >= self.together() {
                    self.judge(position.rules());
                }
            }
            self.judge(position.rules());
            if phase < phases {
                self.rank(root, considered);
                considered.truncate(considered.len().div_ceil(2));
            }
        }
        used
    }

    /// How far the search is; the best is what it would choose without chance.
    fn progress(&self, root: NodeId, considered: &[Considered], simulations: u32) -> Progress {
        let improved = self.improved(root);
        let score = |one: &&Considered| improved[one.number] + one.noise;
        let best = considered.iter().max_by(|a, b| score(a).total_cmp(&score(b))).map(|one| one.number);
        let seat = self.tree.node(root).seat;
        let value = best.and_then(|best| self.tree.edges(root)[best].value_for(seat));
        Progress { simulations: simulations.into(), value, best }
    }

    fn result(&self, root: NodeId, choice: usize, simulations: u32) -> SearchResult {
        let node = self.tree.node(root);
        let edges = self.tree.edges(root);
        let mut policy = self.improved(root);
        softmax(&mut policy);
        let raw = f64::from(node.seat.sign() as f32 * node.raw);
        SearchResult {
            seat: node.seat,
            choice,
            value: edges[choice].value_for(node.seat).unwrap_or(raw),
            simulations,
            visits: edges.iter().map(|edge| edge.visits).collect(),
            values: edges.iter().map(|edge| edge.value_for(node.seat)).collect(),
            priors: edges.iter().map(|edge| edge.prior).collect(),
            policy,
        }
    }
}
