//! What an attack is likely to do, and what a facing has before it.

use sandtable_core::Totals;
use sandtable_core::encoding::flag;
use sandtable_core::square::{Facing, Square};

use super::actions::Deed;
use super::table::Table;
use crate::phases::{Aim, combat_weights};
use crate::placement::weight;
use crate::stand::StandId;
use crate::state::{Attack, Kind};

/// What all facings of an attack share: its exact odds by what the seat knows, and the row
/// of the stand that it meets.
pub(super) fn aimed(table: &Table, initiator: StandId, from: Square, aim: Aim) -> (Deed, Option<u16>) {
    let Table { rules, state, seat, .. } = *table;
    let target = rules.met(state, from, aim.square);
    let mut totals = Totals::default();
    rules.modifiers(state, Attack { kind: aim.kind, initiator, target }, Some(seat), &mut totals);
    let [nothing, tie, driven_back, destroyed] =
        combat_weights(totals).map(|(_, weight)| weight as f32 / 144.0);
    let facing = state.stand(target).facing();
    let (prize, own) = (rules.worth(target), rules.worth(initiator));
    let gain = destroyed * prize + weight::WITHDRAWAL * (driven_back * prize + 0.5 * tie * (prize - own));
    let deed = Deed {
        fire: flag(aim.kind == Kind::Fire),
        close: flag(aim.kind == Kind::Close),
        destroyed,
        driven_back: driven_back + 0.5 * tie,
        nothing,
        repelled: 0.5 * tie,
        odds: (f32::from(totals.initiator - totals.target) / 8.0).clamp(-4.0, 4.0),
        on_flank: flag(!facing.has_in_arc(rules.offset(aim.square, from))),
        cornered: flag(!rules.has_refuge(state, target)),
        prize: prize / 8.0,
        gain: (gain / 2.0).clamp(-3.0, 3.0),
        ..Deed::default()
    };
    (deed, table.row(target))
}

/// How far an offset is from the middle of a facing's arc: 1 at the arc's edge and outside.
pub(super) fn awry(facing: Facing, offset: (i32, i32)) -> f32 {
    if !facing.has_in_arc(offset) {
        return 1.0;
    }
    let (dx, dy) = (offset.0.abs() as f32, offset.1.abs() as f32);
    dx.min(dy) / dx.max(dy)
}

/// For each facing of a stand the part of the enemies that it has before it, and those
/// that could charge what it leaves open, in eighths.
#[derive(Default)]
pub(super) struct Facings([(f32, f32); 4]);

impl Facings {
    pub(super) fn of(table: &Table, id: StandId) -> Self {
        let mut facings = Self::default();
        let Some(stand) = table.fighter(id) else { return facings };
        let mut all = 0.0_f32;
        for enemy in table.fighters.iter().filter(|f| !f.is_own && f.square.is_some()) {
            let distance = stand.distance(enemy.at);
            let weight = 1.0 / (distance * distance).max(1) as f32;
            all += weight;
            let offset = (enemy.at.0 - stand.at.0, enemy.at.1 - stand.at.1);
            for facing in Facing::ALL {
                let (before, exposed) = &mut facings.0[facing as usize];
                if facing.has_in_arc(offset) {
                    *before += weight;
                } else if distance <= enemy.arms.closes {
                    *exposed += 0.125;
                }
            }
        }
        for (before, exposed) in &mut facings.0 {
            *before = if all > 0.0 { (*before / all).min(1.0) } else { 0.0 };
            *exposed = exposed.min(2.0);
        }
        facings
    }

    pub(super) fn told(&self, facing: Facing) -> (f32, f32) {
        self.0[facing as usize]
    }

    pub(super) fn is_best(&self, facing: Facing) -> bool {
        self.0.iter().all(|&(before, _)| before <= self.told(facing).0)
    }
}
