//! What an agent is given: its seat's view, the legal list, and the right to sample.

use std::cell::OnceCell;

use rand::Rng;

use crate::{Ruleset, Seat};

/// A decision as its seat sees it. The true state is inside, and out of reach.
pub struct Position<'a, R: Ruleset> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    actions: &'a [R::Action],
    view: OnceCell<R::View>,
}

impl<'a, R: Ruleset> Position<'a, R> {
    /// The decision of `seat` in `state`, with its legal list.
    pub fn new(rules: &'a R, state: &'a R::State, seat: Seat, actions: &'a [R::Action]) -> Self {
        Self { rules, state, seat, actions, view: OnceCell::new() }
    }

    /// The rules.
    pub fn rules(&self) -> &'a R {
        self.rules
    }

    /// Who decides.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The turn of the battle, from 1.
    pub fn turn(&self) -> u16 {
        self.rules.turn(self.state)
    }

    /// The legal list.
    pub fn actions(&self) -> &'a [R::Action] {
        self.actions
    }

    /// What the seat knows; built on first use.
    pub fn view(&self) -> &R::View {
        self.view.get_or_init(|| self.rules.view(self.state, self.seat))
    }

    /// A portable key of what the seat knows.
    pub fn view_key(&self) -> u64 {
        self.rules.view_key(self.state, self.seat)
    }

    /// A full state that the seat cannot tell from the true one.
    pub fn sample<G: Rng + ?Sized>(&self, rng: &mut G) -> R::State {
        self.rules.sample(self.view(), rng)
    }

    /// The notation of a legal action.
    pub fn notation(&self, action: R::Action) -> String {
        self.rules.notation(self.state, action)
    }
}
