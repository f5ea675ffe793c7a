//! The network's policy without a search: one look at the decision.

use std::sync::Arc;

use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::encoding::{Encode, Encoding};
use sandtable_core::{GameSeed, Position, Ruleset};

use crate::mcts::formulas::softmax;
use crate::network::{Network, Scratch};
use crate::{Agent, Candidate, Clock, Temperature, Thought};

/// Plays what the network's policy likes best, or draws from it.
pub struct Policy<R: Ruleset> {
    network: Arc<Network>,
    /// None plays the likeliest action.
    temperature: Option<Temperature>,
    name: String,
    rng: Xoshiro256PlusPlus,
    encoding: Encoding,
    scratch: Scratch,
    thought: Option<Thought<R::Action>>,
}

impl<R: Encode> Policy<R> {
    /// The likeliest action of this network, which was built for the ruleset's encoder.
    pub fn greedy(network: Arc<Network>) -> Self {
        Self {
            network,
            temperature: None,
            name: "policy".to_owned(),
            rng: GameSeed::from_number(0).rng(),
            encoding: Encoding::default(),
            scratch: Scratch::default(),
            thought: None,
        }
    }

    /// Draws an action with the network's own chances at temperature 1; less makes the
    /// likely ones likelier, more all more alike.
    pub fn sampling(network: Arc<Network>, temperature: Temperature) -> Self {
        let name = format!("policy:{temperature}");
        Self { temperature: Some(temperature), name, ..Self::greedy(network) }
    }

    /// Plays under another name: with the weights that were asked for.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// An index into the logits.
    fn choose(&mut self, logits: &[f32]) -> usize {
        let Some(temperature) = self.temperature else {
            let best = (0..logits.len()).rev().max_by(|&a, &b| logits[a].total_cmp(&logits[b]));
            return best.expect("a decision has an action");
        };
        temperature.draw(logits, &mut self.rng)
    }
}

impl<R: Encode> Agent<R> for Policy<R> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, seed: GameSeed) {
        self.rng = seed.rng();
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, _: &dyn Clock) -> R::Action {
        let actions = position.actions();
        if let &[only] = actions {
            self.thought = Some(Thought::plain(only, position.notation(only), "There is no other choice."));
            return only;
        }
        // What the seat does not know is not encoded: any state that it cannot tell apart
        // will do.
        let state = position.sample(&mut self.rng);
        position.rules().encode(&state, position.seat(), actions, &mut self.encoding);
        self.network.forward(std::slice::from_ref(&self.encoding), &mut self.scratch);
        let answer = self.scratch.answers().next().expect("one answer to one position");
        let ([win, draw, loss], mut chances) = (answer.outcome, answer.logits.to_vec());
        let choice = self.choose(&chances);
        softmax(&mut chances);
        let mut order: Vec<usize> = (0..actions.len()).collect();
        order.sort_by(|&a, &b| {
            (b == choice).cmp(&(a == choice)).then(chances[b].total_cmp(&chances[a])).then(a.cmp(&b))
        });
        let candidate = |&number: &usize| Candidate {
            action: actions[number],
            visits: 0,
            value: None,
            prior: Some(chances[number].into()),
        };
        let percent = |chance: f32| format!("{:.0} %", 100.0 * chance);
        self.thought = Some(Thought {
            candidates: order.iter().map(candidate).collect(),
            value: Some((win - loss).into()),
            simulations: 1,
            why: format!(
                "At a glance {} of {} actions has a chance of {}; it expects to win with {}, to draw with {}, \
                 to lose with {}.",
                position.notation(actions[choice]),
                actions.len(),
                percent(chances[choice]),
                percent(win),
                percent(draw),
                percent(loss),
            ),
            plan: vec![position.notation(actions[choice])],
        });
        actions[choice]
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
