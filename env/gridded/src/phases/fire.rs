//! Fire combat: what is added to and taken from the D12. G-31 to G-34.

use sandtable_core::{Party, Seat, Tally};

use crate::map::Ground;
use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Attack, Kind, State};

use super::combat::Help;

impl Gridded {
    pub(super) fn fire_modifiers(
        &self,
        state: &State,
        attack: Attack,
        known_to: Option<Seat>,
        tally: &mut impl Tally,
    ) {
        self.value_and_command(state, attack, known_to, tally);
        let (from, at) = (state.place(attack.initiator), state.place(attack.target));
        if self.stand(attack.initiator).class.is_artillery() && self.distance(from, at) == 1 {
            tally.add(Party::Initiator, 1, "artillery at an adjacent enemy", "G-33");
        }
        // G-34, RULINGS R42, A6: once, whatever the cover is made of.
        if self.map().is_behind_cover(from, at) {
            tally.add(Party::Initiator, -2, "target behind a wall or entrenchment", "G-34");
        } else if self.map().ground(at) == Ground::Wood {
            tally.add(Party::Initiator, -2, "target in a wood", "G-34");
        }
        if self.options().flank_fire && self.is_on_flank(state, attack) {
            tally.add(Party::Initiator, 2, "fire into flank or rear", "G-53");
        }
    }

    /// Each stand's own value, and that of its side's general beside it. G-31, G-32, G-59.
    pub(super) fn value_and_command(
        &self,
        state: &State,
        attack: Attack,
        known_to: Option<Seat>,
        tally: &mut impl Tally,
    ) {
        let rule = if attack.kind == Kind::Fire { "G-31" } else { "G-59" };
        for (party, id) in [(Party::Initiator, attack.initiator), (Party::Target, attack.target)] {
            tally.add(party, self.stand(id).value as i8, "value", rule);
            if let Some(command) = self.helping_command(state, id)
                && known_to.is_none_or(|seat| self.is_seen(state, command, seat))
            {
                tally.add(party, self.stand(command).value as i8, "general adjacent", "G-32");
            }
        }
    }

    /// The general in an adjacent square or the same one; his own value counts once
    /// (RULING R31).
    pub(super) fn helping_command(&self, state: &State, id: StandId) -> Option<StandId> {
        let command = self.command(self.stand(id).seat);
        let place = state.stand(command).square()?;
        (command != id && self.distance(place, state.place(id)) <= 1).then_some(command)
    }

    /// RULING R26: the initiator's square is outside the target's front arc.
    pub(super) fn is_on_flank(&self, state: &State, attack: Attack) -> bool {
        let (from, at) = (state.place(attack.initiator), state.place(attack.target));
        !state.stand(attack.target).facing.has_in_arc(self.offset(at, from))
    }

    /// Whether a helper's bonus is used in an attack.
    pub(super) fn is_used(
        &self,
        state: &State,
        attack: Attack,
        id: StandId,
        helper: StandId,
        help: Help,
    ) -> bool {
        match help {
            Help::Command => true,
            Help::SameSquare | Help::Adjacent => {
                attack.kind == Kind::Close && self.supports(state, id, helper)
            }
        }
    }
}
