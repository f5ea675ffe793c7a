//! A position of Kuhn poker as numbers: `kuhn/v1`. The units are the two cards, the one
//! place is the pot that a bet leads to.

use sandtable_core::encoding::flag;
use sandtable_core::{Encode, Encoder, Encoding, Reference, Ruleset, Seat, row};

use super::{Action, Card, Kuhn, Stage, State};

row! {
    /// A card.
    pub(crate) struct Dealt {
        /// It is the deciding player's own; the other one is hidden.
        own: flag(),
        /// It is the jack.
        jack: flag(),
        /// It is the queen.
        queen: flag(),
        /// It is the king.
        king: flag(),
    }
}

row! {
    /// The pot that a bet leads to.
    pub(crate) struct Pot {
        /// What is in it then.
        chips: new("chips / 4", 0.0, 1.0),
    }
}

row! {
    /// The betting.
    pub(crate) struct Table {
        /// Nobody has done anything yet.
        opens: flag(),
        /// The other player passed.
        passed: flag(),
        /// The other player bet at once.
        bet: flag(),
        /// The own side passed and the other player bet.
        passed_bet: flag(),
    }
}

row! {
    /// What the player does.
    pub(crate) struct Deed {
        /// Put in nothing more.
        pass: flag(),
        /// Put in a chip.
        bet: flag(),
    }
}

impl Encode for Kuhn {
    const ENCODER: Encoder = Encoder {
        ruleset: Self::ID,
        version: 1,
        units: Dealt::COLUMNS,
        places: Pot::COLUMNS,
        globals: Table::COLUMNS,
        actions: Deed::COLUMNS,
        relations: &["itself", "the other card"],
    };

    fn encode(&self, state: &State, seat: Seat, actions: &[Action], out: &mut Encoding) {
        out.clear();
        let holds = |card| flag(state.cards[seat.index()] == Some(card));
        let [jack, queen, king] = Card::ALL.map(holds);
        Dealt { own: 1.0, jack, queen, king }.write(&mut out.units);
        Dealt::default().write(&mut out.units);
        out.relations.extend([0, 1, 1, 0]);
        let is_met = matches!(state.stage, Stage::Bet | Stage::PassedBet);
        Pot { chips: if is_met { 1.0 } else { 0.75 } }.write(&mut out.places);
        for &action in actions {
            let bets = action == Action::Bet;
            Deed { pass: flag(!bets), bet: flag(bets) }.write(&mut out.actions);
            out.references.push(Reference { unit: Some(0), target: None, place: bets.then_some(0) });
        }
        let is_at = |stage| flag(state.stage == stage);
        let table = Table {
            opens: is_at(Stage::Open),
            passed: is_at(Stage::Passed),
            bet: is_at(Stage::Bet),
            passed_bet: is_at(Stage::PassedBet),
        };
        table.write(&mut out.globals);
    }

    /// Cards survive.
    fn survival(&self, _: &State, _: Seat, _: &State, out: &mut Vec<f32>) {
        out.clear();
        out.resize(2, 1.0);
    }

    /// The first player's net chips, as a share of two.
    fn margin(&self, end: &State) -> f32 {
        end.net().map_or(0.0, |(chips, _)| chips as f32 / 2.0)
    }
}
