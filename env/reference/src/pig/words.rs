//! Pig in words.

use sandtable_core::{Depict, Ledger, Odds, Seat, Words};

use super::{Action, Event, Pig, Pips, Reason, State};

/// Played without a table.
impl Depict for Pig {}

impl Words for Pig {
    const TITLE: &'static str = "Pig";

    fn side(&self, seat: Seat) -> String {
        match seat {
            Seat::First => "First player".to_owned(),
            Seat::Second => "Second player".to_owned(),
        }
    }

    fn prompt(&self, state: &State) -> String {
        format!(
            "{} has gathered {} and kept {} of {}: roll or stop",
            self.side(state.seat),
            state.gathered,
            state.kept[state.seat.index()],
            self.target()
        )
    }

    fn board(&self, state: &State) -> String {
        let player = |seat: Seat| {
            let turn = if seat == state.seat {
                format!(", {} gathered this turn", state.gathered)
            } else {
                String::new()
            };
            format!("{:14} {:>5} of {}{turn}\n", self.side(seat), state.kept[seat.index()], self.target)
        };
        let limit = self.limit.map_or_else(String::new, |limit| {
            format!("{} of {limit} rolls and stops are gone.\n", state.taken)
        });
        Seat::BOTH.map(player).concat() + &limit
    }

    fn describe(&self, state: &State, action: Action) -> String {
        match action {
            Action::Roll => format!("roll, with {} points at stake", state.gathered),
            Action::Stop => format!("stop and keep {} points", state.gathered),
        }
    }

    fn narrate(&self, event: &Event) -> String {
        match event {
            Event::Rolled { seat, pips: 1, .. } => {
                format!("{} rolls a 1 and loses the turn's points.", self.side(*seat))
            }
            Event::Rolled { seat, pips, gathered } => {
                format!("{} rolls a {pips} and has gathered {gathered}.", self.side(*seat))
            }
            Event::Stopped { seat, kept } => {
                format!("{} stops with {kept} of {}.", self.side(*seat), self.target)
            }
            Event::Ended(Reason::Target) => "The target is reached.".to_owned(),
            Event::Ended(Reason::Limit) => "No more rolls or stops are allowed: a draw.".to_owned(),
        }
    }

    fn outcome(&self, Pips(pips): Pips) -> String {
        match pips {
            1 => "1: the turn's points are lost".to_owned(),
            _ => format!("{pips}: {pips} points more"),
        }
    }

    fn odds(&self, _: &State, action: Action) -> Option<Odds> {
        match action {
            Action::Stop => None,
            Action::Roll => Some(Odds {
                ledger: Ledger::default(),
                chances: vec![
                    ("1: the turn's points are lost".to_owned(), 1),
                    (format!("2 to {}: as many points more", self.sides), u32::from(self.sides) - 1),
                ],
            }),
        }
    }
}
