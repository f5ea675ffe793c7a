//! A decision of the gridded battles as numbers, for agents that learn: `gridded/v1`.
//!
//! # From the deciding seat's side
//!
//! The table is turned (`frame.rs`) so that the deciding seat's base line is at the
//! bottom: ahead is away from it, right is to its right. Sides are own and enemy, never
//! first and second. So one network plays both seats and any direction of march.
//!
//! # What the seat knows
//!
//! Before anything is worked out, the stands that the seat does not see are taken off a
//! copy of the table (`table.rs`), and everything is worked out from that copy: nothing
//! can leak. The hidden keep a row each, for the seat knows that they are there, of which
//! class, and in which area their group began.
//!
//! # What is told
//!
//! * `units.rs`: what a stand is, where and how it stands, and what it can do and suffer
//!   next: whom it can fire at or charge, who it, who helps it, how likely it is lost. Reach
//!   is counted over open ground, as the scripted officer does; fire from where a stand is
//!   counts only in clear sight. For the stands that may be called on, what they could gain
//!   by a move (`outlook.rs`).
//! * `relations.rs`: what each stand is to each other one, by distance, arcs and reach.
//! * `places.rs`: the squares that moves and withdrawals lead to, with the same for the
//!   stand that would be there.
//! * `actions.rs`: what an action is; the exact odds of an attack by what the seat knows
//!   (`attacks.rs`); what the scripted officer thinks that it gains, where asking him is
//!   cheap: not at the choice of a square, which costs him ten times as much as all the rest.
//! * `globals.rs`: turn, stage, points, how near the armies are to breaking, the terms.
//!
//! Every number is a part of something or divided by a round number near its usual most;
//! what could be more is cut off at the column's limit.

mod actions;
mod attacks;
mod frame;
mod globals;
mod goals;
mod outcome;
mod outlook;
mod places;
mod relations;
mod table;
mod units;

use sandtable_core::{Encode, Encoder, Encoding, Ruleset, Seat};

use crate::action::Action;
use crate::rules::Gridded;
use crate::state::State;
use table::Table;

/// Distances are told in eighths of squares.
const PER_SQUARE: f32 = 1.0 / 8.0;

/// At most `most`.
fn capped(value: f32, most: f32) -> f32 {
    value.min(most)
}

impl Encode for Gridded {
    const ENCODER: Encoder = Encoder {
        ruleset: Self::ID,
        version: 1,
        units: units::Unit::COLUMNS,
        places: places::Place::COLUMNS,
        globals: globals::Battle::COLUMNS,
        actions: actions::Deed::COLUMNS,
        relations: relations::NAMES,
    };

    fn encode(&self, state: &State, seat: Seat, actions: &[Action], out: &mut Encoding) {
        out.clear();
        let seen = self.seen_table(state, seat);
        let mut table = Table::new(self, state, &seen, seat);
        relations::write(&mut table, &mut out.relations);
        outlook::look_ahead(&mut table);
        units::write(&table, &mut out.units);
        globals::write(&table, &mut out.globals);
        let places = places::write(&table, actions, &mut out.places);
        actions::write(&table, actions, &places, &mut out.actions, &mut out.references);
    }

    fn survival(&self, state: &State, seat: Seat, end: &State, out: &mut Vec<f32>) {
        self.survived(state, seat, end, out);
    }

    /// Where points count, tanh of the points ahead over those of a decisive victory. For a
    /// convoy, four fifths its transports (delivered 1, destroyed -1, otherwise -1/2, on
    /// average) and one fifth tanh of a tenth of the points ahead.
    fn margin(&self, end: &State) -> f32 {
        self.smooth_margin(end)
    }
}
