//! What came of a battle, to learn from.

use sandtable_core::Seat;

use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Fate, State};
use crate::victory::Terms;

impl Gridded {
    /// For every stand on the table at `state`, whether it was not destroyed by `end`; for
    /// those that `seat` does not see, the part of its group's class that was not.
    pub(super) fn survived(&self, state: &State, seat: Seat, end: &State, out: &mut Vec<f32>) {
        out.clear();
        let lives = |id: StandId| end.stand(id).fate() != Fate::Destroyed;
        for id in state.stands().filter(|&id| state.is_on_table(id)) {
            if self.is_seen(state, id, seat) {
                out.push(if lives(id) { 1.0 } else { 0.0 });
                continue;
            }
            let kind = |id: StandId| (self.stand(id).group, self.stand(id).class);
            let hidden = self.side(seat.other()).filter(|&other| {
                kind(other) == kind(id) && !self.is_seen(state, other, seat) && state.is_on_table(other)
            });
            let (mut count, mut alive) = (0.0_f32, 0.0_f32);
            for other in hidden {
                count += 1.0;
                alive += if lives(other) { 1.0 } else { 0.0 };
            }
            out.push(alive / count.max(1.0));
        }
    }

    /// By how much the first side won, without the steps of the verdict.
    pub(super) fn smooth_margin(&self, end: &State) -> f32 {
        let ahead = self.points_ahead(end) as f32;
        match *self.terms() {
            Terms::Points { decisive, .. } => (ahead / decisive as f32).tanh(),
            Terms::Convoy { side, exit, transports, .. } => {
                let [delivered, destroyed, _] = self.convoy(end, side, exit).map(|count| count as f32);
                let had = transports as f32;
                let carts = (delivered - destroyed - 0.5 * (had - delivered - destroyed)) / had;
                0.8 * carts * side.sign() as f32 + 0.2 * (ahead / 10.0).tanh()
            }
        }
    }
}
