//! What a stand that may be called on could gain by a move and an attack.
//!
//! The scripted officer's own answer costs ten times as much as the whole encoding. This
//! one looks at sixteen squares: the eight next to the stand and the eight at the end of
//! its allowance, as if all between were open.

use sandtable_core::square::{Direction, Square};

use super::table::{Fighter, Table};
use crate::placement::Placement;
use crate::stand::StandId;
use crate::state::{Phase, Stage};
use crate::threat::expected_loss;

/// What a stand could gain, in points.
#[derive(Clone, Copy, Default)]
pub(super) struct Outlook {
    /// By a better place and an attack from there, or by an attack from where it is.
    pub(super) both: f32,
    /// By a better place alone.
    pub(super) place: f32,
    /// By an attack after a move alone.
    pub(super) attack: f32,
}

/// Looks ahead for the stands that the decision could let act: all that are fresh at the
/// choice of a square, those of the square where one of them is chosen.
pub(super) fn look_ahead(table: &mut Table) {
    let called = match *table.phase() {
        Phase::Choose => None,
        Phase::Acting(activity) if activity.stage == Stage::Who => {
            Some([Some(activity.lead), activity.waiting])
        }
        _ => return,
    };
    let placement = Placement::seen(table.rules, table.state, table.seat);
    for row in 0..table.fighters.len() {
        let fighter = &table.fighters[row];
        let is_called = |id: StandId| match called {
            None => !table.state.stand(id).is_activated(),
            Some(stands) => stands.contains(&Some(id)),
        };
        if let Some(from) = fighter.square
            && fighter.is_own
            && is_called(fighter.id)
        {
            table.fighters[row].prospect.outlook = outlook(table, &placement, fighter, from);
        }
    }
}

fn outlook(table: &Table, placement: &Placement, fighter: &Fighter, from: Square) -> Outlook {
    let Table { rules, state, .. } = *table;
    let id = fighter.id;
    let standing = placement.place_of(state, id, from);
    let allowance = i32::from(rules.stand(id).allowance(state.stand(id).is_dismounted()));
    let mut outlook = Outlook { both: fighter.prospect.best_now, ..Outlook::default() };
    for (dx, dy) in Direction::ALL.map(Direction::delta) {
        for steps in [1, allowance] {
            let at = (fighter.at.0 + dx * steps, fighter.at.1 + dy * steps);
            let Some(square) = rules.grid().at(at.0, at.1).filter(|&s| rules.map().can_hold(s)) else {
                continue;
            };
            let joined = state.front(square);
            if joined.is_some_and(|front| !rules.has_room_behind(state, front, id)) {
                continue;
            }
            let place = placement.place_of(state, id, square) - standing;
            let attack = if joined.is_some() { 0.0 } else { best_attack(table, fighter, square, at) };
            outlook.both = outlook.both.max(place + attack);
            outlook.place = outlook.place.max(place);
            outlook.attack = outlook.attack.max(attack);
        }
    }
    outlook
}

/// What the best attack from a square would take on average, in points.
fn best_attack(table: &Table, fighter: &Fighter, square: Square, at: (i32, i32)) -> f32 {
    let value = fighter.arms.value;
    let mut best = 0.0_f32;
    for enemy in table.fighters.iter().filter(|enemy| !enemy.is_own) {
        let Some(target) = enemy.square else { continue };
        let distance = enemy.distance(at);
        if distance <= 1 && fighter.arms.closes > 0 {
            let bonus = if enemy.is_flanked_from(at) { 2 } else { 0 }
                + if fighter.arms.rides && enemy.fears_cavalry { 3 } else { 0 };
            best = best.max(enemy.worth * expected_loss(value + bonus, enemy.prospect.close));
        }
        if distance <= fighter.range {
            let loss = enemy.worth * expected_loss(value, enemy.prospect.fire);
            if loss > best && table.rules.has_sight(table.state, table.seat, square, target) {
                best = loss;
            }
        }
    }
    best
}
