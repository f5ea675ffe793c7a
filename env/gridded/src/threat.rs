//! What one side threatens next, square by square: cheap enough for every rollout.

use sandtable_core::Seat;
use sandtable_core::Totals;
use sandtable_core::square::Square;

use crate::phases::combat_weights;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{MOST_SQUARES, State};

/// How likely an enemy that could attack is to do so.
const ACTS: f32 = 0.45;
/// Fire by value 1 to 4, then close combat by value 1 to 4, then cavalry by value 2 to 3.
const KINDS: usize = 10;
const CLOSE: usize = 4;
const CAVALRY: usize = 8;

/// How many stands of a side could attack each square in their next activation, by
/// kind of attack: their move, and their range or one square, on open ground.
pub(crate) struct Threat {
    counts: [[u8; KINDS]; MOST_SQUARES],
}

impl Threat {
    /// What the stands of `seat` threaten; `counted` says which of them.
    pub(crate) fn of(rules: &Gridded, state: &State, seat: Seat, counted: impl Fn(StandId) -> bool) -> Self {
        let mut threat = Self { counts: [[0; KINDS]; MOST_SQUARES] };
        for id in rules.side(seat) {
            let Some(square) = state.stand(id).square().filter(|_| counted(id)) else { continue };
            let stand = rules.stand(id);
            let value = usize::from(stand.value.clamp(1, 4));
            let moves = i32::from(stand.allowance(state.stand(id).is_dismounted()));
            let range = rules.range(state, id);
            if range > 0 {
                threat.add(rules, square, moves + range, value - 1);
            }
            let is_rider = stand.class.is_cavalry() && !state.stand(id).is_dismounted();
            if is_rider {
                threat.add(rules, square, moves + 1, CAVALRY + value.clamp(2, 3) - 2);
            } else if stand.class != Class::Transport && !stand.class.is_artillery() {
                threat.add(rules, square, moves + 1, CLOSE + value - 1);
            }
        }
        threat
    }

    fn add(&mut self, rules: &Gridded, from: Square, reach: i32, kind: usize) {
        let grid = rules.grid();
        let (file, rank) = grid.coordinates(from);
        for y in (rank - reach).max(0)..=(rank + reach).min(i32::from(grid.height) - 1) {
            let row = y * i32::from(grid.width);
            let files = (file - reach).max(0)..=(file + reach).min(i32::from(grid.width) - 1);
            for x in files {
                self.counts[(row + x) as usize][kind] += 1;
            }
        }
    }

    /// The chance that a stand is as good as destroyed in a square next, where a total
    /// with these modifiers defends it in fire and in close combat.
    pub(crate) fn danger(&self, square: Square, fire: i8, close: i8, fears_cavalry: bool) -> f32 {
        let mut safe = 1.0;
        for (kind, &count) in self.counts[square.index()].iter().enumerate() {
            if count == 0 {
                continue;
            }
            let (value, defence) = match kind {
                0..CLOSE => (kind + 1, fire),
                CLOSE..CAVALRY => (kind - CLOSE + 1, close),
                _ => (kind - CAVALRY + 2 + if fears_cavalry { 3 } else { 0 }, close),
            };
            let chance = LOSS[value][usize::from(defence.clamp(0, 15) as u8)];
            // Many that can reach a stand seldom all do.
            for _ in 0..count.min(4) {
                safe *= 1.0 - ACTS * chance;
            }
        }
        1.0 - safe
    }
}

/// How much of its value a stand loses on average: all when destroyed, a quarter when
/// driven back. By the attacker's and the target's modifiers.
static LOSS: std::sync::LazyLock<[[f32; 16]; 8]> = std::sync::LazyLock::new(|| {
    let mut loss = [[0.0; 16]; 8];
    for (initiator, row) in loss.iter_mut().enumerate() {
        for (target, cell) in row.iter_mut().enumerate() {
            let weights = combat_weights(Totals { initiator: initiator as i8, target: target as i8 });
            *cell = (weights[3].1 as f32 + 0.25 * weights[2].1 as f32) / 144.0;
        }
    }
    loss
});
