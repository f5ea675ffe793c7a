//! Close combat: what is added to and taken from the D12. G-36 to G-41, G-59.

use sandtable_core::{Party, Seat, Tally};

use crate::rules::Gridded;
use crate::stand::StandId;
use crate::state::{Attack, State};

use super::combat::Help;

impl Gridded {
    pub(super) fn close_modifiers(
        &self,
        state: &State,
        attack: Attack,
        known_to: Option<Seat>,
        tally: &mut impl Tally,
    ) {
        self.value_and_command(state, attack, known_to, tally);
        self.support(state, Party::Initiator, attack.initiator, known_to, tally);
        self.support(state, Party::Target, attack.target, known_to, tally);
        let (from, at) = (state.place(attack.initiator), state.place(attack.target));
        if self.is_on_flank(state, attack) {
            tally.add(Party::Initiator, 2, "on the flank or rear", "G-38");
        }
        if self.options().cavalry_bonus && self.charges_in_the_open(state, attack) {
            tally.add(Party::Initiator, 3, "cavalry in flat open country", "G-39");
        }
        if self.map().level(from) < self.map().level(at) {
            tally.add(Party::Initiator, -2, "downhill of the target", "G-40");
        }
        if self.map().is_behind_cover(from, at) {
            tally.add(Party::Initiator, -2, "target behind a wall or entrenchment", "G-41");
        }
    }

    /// G-36, G-37: friends of the same class in adjacent squares and in the same one.
    fn support(
        &self,
        state: &State,
        party: Party,
        id: StandId,
        known_to: Option<Seat>,
        tally: &mut impl Tally,
    ) {
        self.for_each_helper(state, id, |friend, help| {
            if help == Help::Command
                || !self.supports(state, id, friend)
                || known_to.is_some_and(|seat| !self.is_seen(state, friend, seat))
            {
                return;
            }
            match help {
                Help::SameSquare => tally.add(party, 2, "same class in the square", "G-37"),
                _ => tally.add(party, 1, "same class adjacent", "G-36"),
            }
        });
    }

    /// RULINGS R5, A5, A33, A34: support goes by class, bore and nation apart.
    pub(super) fn supports(&self, state: &State, id: StandId, friend: StandId) -> bool {
        let class = |id: StandId| self.stand(id).support_class(state.stand(id).is_dismounted);
        class(id) == class(friend)
    }

    /// G-39, RULING A18: mounted cavalry against infantry or artillery, both in flat open
    /// country with no obstacle between.
    fn charges_in_the_open(&self, state: &State, attack: Attack) -> bool {
        let is_mounted =
            self.stand(attack.initiator).class.is_cavalry() && !state.stand(attack.initiator).is_dismounted;
        let target = self.stand(attack.target);
        let is_prey =
            target.goes_as_infantry(state.stand(attack.target).is_dismounted) || target.class.is_artillery();
        let (from, at) = (state.place(attack.initiator), state.place(attack.target));
        is_mounted && is_prey && self.map().is_flat_and_open(from, at)
    }
}
