//! What one side threatens next, square by square: cheap enough for every rollout.

use std::cell::Cell;

use sandtable_core::Seat;
use sandtable_core::Totals;
use sandtable_core::square::Square;
use smallvec::SmallVec;

use crate::phases::combat_weights;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{MOST_SQUARES, State};

/// How likely an enemy that could attack is to do so.
pub(crate) const ENEMY_ACTS: f32 = 0.45;
/// Fire by value 1 to 4, then close combat by value 1 to 4, then cavalry by value 2 to 3.
const KINDS: usize = 10;
const CLOSE: usize = 4;
const CAVALRY: usize = 8;

/// How many stands of a side could attack each square in their next activation, by
/// kind of attack: their move, and their range or one square, on open ground. Squares are
/// counted when they are first asked for: most never are.
pub(crate) struct Threat {
    /// The square of a stand, how far it reaches, and the kind of its attack.
    reaches: SmallVec<[(Square, i32, u8); 64]>,
    counted: [Cell<bool>; MOST_SQUARES],
    counts: [Cell<[u8; KINDS]>; MOST_SQUARES],
}

impl Threat {
    /// What the stands of `seat` threaten; `counted` says which of them.
    pub(crate) fn of(rules: &Gridded, state: &State, seat: Seat, counted: impl Fn(StandId) -> bool) -> Self {
        let mut reaches = SmallVec::new();
        for id in rules.side(seat) {
            let Some(square) = state.stand(id).square().filter(|_| counted(id)) else { continue };
            let arms = Arms::of(rules, state, id);
            let value = arms.value.clamp(1, 4) as u8;
            if arms.fires > 0 {
                reaches.push((square, arms.fires, value - 1));
            }
            if arms.rides {
                reaches.push((square, arms.closes, CAVALRY as u8 + value.clamp(2, 3) - 2));
            } else if arms.closes > 0 {
                reaches.push((square, arms.closes, CLOSE as u8 + value - 1));
            }
        }
        Self {
            reaches,
            counted: [const { Cell::new(false) }; MOST_SQUARES],
            counts: [const { Cell::new([0; KINDS]) }; MOST_SQUARES],
        }
    }

    fn counts(&self, rules: &Gridded, square: Square) -> [u8; KINDS] {
        if !self.counted[square.index()].replace(true) {
            let mut counts = [0; KINDS];
            for &(from, reach, kind) in &self.reaches {
                counts[usize::from(kind)] += u8::from(rules.distance(from, square) <= reach);
            }
            self.counts[square.index()].set(counts);
        }
        self.counts[square.index()].get()
    }

    /// The chance that a stand is as good as destroyed in a square next, where a total
    /// with these modifiers defends it in fire and in close combat.
    pub(crate) fn danger(
        &self,
        rules: &Gridded,
        square: Square,
        fire: i8,
        close: i8,
        fears_cavalry: bool,
    ) -> f32 {
        let mut safe = 1.0;
        for (kind, count) in self.counts(rules, square).into_iter().enumerate() {
            if count == 0 {
                continue;
            }
            let (value, defence) = match kind {
                0..CLOSE => (kind + 1, fire),
                CLOSE..CAVALRY => (kind - CLOSE + 1, close),
                _ => (kind - CAVALRY + 2 + if fears_cavalry { 3 } else { 0 }, close),
            };
            let chance = expected_loss(value as i8, defence);
            // Many that can reach a stand seldom all do.
            for _ in 0..count.min(4) {
                safe *= 1.0 - ENEMY_ACTS * chance;
            }
        }
        1.0 - safe
    }
}

/// What a stand can attack with in its next activation.
pub(crate) struct Arms {
    pub(crate) value: i8,
    /// How far it reaches by its move and its range; 0 when it cannot fire.
    pub(crate) fires: i32,
    /// How far it reaches by its move and one square; 0 when it hardly ever closes.
    pub(crate) closes: i32,
    /// Cavalry on its horses.
    pub(crate) rides: bool,
}

impl Arms {
    pub(crate) fn of(rules: &Gridded, state: &State, id: StandId) -> Self {
        let stand = rules.stand(id);
        let is_dismounted = state.stand(id).is_dismounted();
        let moves = i32::from(stand.allowance(is_dismounted));
        let range = rules.range(state, id);
        let is_idle = stand.class == Class::Transport || stand.class.is_artillery();
        Self {
            value: stand.value as i8,
            fires: if range > 0 { moves + range } else { 0 },
            closes: if is_idle { 0 } else { moves + 1 },
            rides: stand.class.is_cavalry() && !is_dismounted,
        }
    }
}

/// The part of its value that a stand loses on average to an attack with these modifiers.
pub(crate) fn expected_loss(initiator: i8, target: i8) -> f32 {
    LOSS[initiator.clamp(0, 9) as usize][target.clamp(0, 15) as usize]
}

/// How much of its value a stand loses on average: all when destroyed, a quarter when
/// driven back. By the attacker's and the target's modifiers.
static LOSS: std::sync::LazyLock<[[f32; 16]; 10]> = std::sync::LazyLock::new(|| {
    let mut loss = [[0.0; 16]; 10];
    for (initiator, row) in loss.iter_mut().enumerate() {
        for (target, cell) in row.iter_mut().enumerate() {
            let weights = combat_weights(Totals { initiator: initiator as i8, target: target as i8 });
            *cell = (weights[3].1 as f32 + 0.25 * weights[2].1 as f32) / 144.0;
        }
    }
    loss
});
