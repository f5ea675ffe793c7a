//! Whom a stand can attack, and attacking. G-26 to G-28, G-35, G-47, G-55.

use sandtable_core::square::{Facing, Square};
use sandtable_core::{Die, Events, Ledger, Purpose, Seat, Tally, Throw, Totals};

use crate::action::Action;
use crate::event::Happening;
use crate::rules::Gridded;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Attack, Kind, Phase, State};

const COMBAT: Purpose = Purpose::new(2, "combat");
const TIE: Purpose = Purpose::new(3, "tie");

/// Something a stand can attack where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aim {
    pub(crate) kind: Kind,
    pub(crate) square: Square,
}

impl Gridded {
    /// G-26, RULING A11: the rear stand initiates only after it has itself moved to
    /// another square.
    pub(crate) fn may_attack(&self, activity: &Activity) -> bool {
        activity.rear != Some(activity.lead) || activity.has_moved
    }

    /// Calls `each` with everything a stand can attack from its square, turning freely
    /// (RULING R23), until it says to stop.
    pub(crate) fn for_each_aim(&self, state: &State, id: StandId, mut each: impl FnMut(Aim) -> bool) {
        let stand = self.stand(id);
        // RULING R32: transport never attacks. RULING A34: command stands fight close only.
        if stand.class == Class::Transport {
            return;
        }
        let from = state.place(id);
        let range = self.range(state, id);
        for (enemy, square) in self.enemies(state, stand.seat) {
            if state.stand(enemy).is_rear {
                continue;
            }
            let distance = self.distance(from, square);
            // RULINGS R21, R29: close combat with any of the eight neighbours; fire from
            // one square on, as the player chooses.
            if distance == 1 && each(Aim { kind: Kind::Close, square }) {
                return;
            }
            if distance <= range
                && self.has_sight(state, stand.seat, from, square)
                && each(Aim { kind: Kind::Fire, square })
            {
                return;
            }
        }
    }

    pub(crate) fn has_target(&self, state: &State, id: StandId) -> bool {
        let mut found = false;
        self.for_each_aim(state, id, |_| {
            found = true;
            true
        });
        found
    }

    /// Attacks with the facing in which they are made. G-28: fire needs its target in the
    /// front arc. RULING A20: close combat needs none.
    pub(crate) fn attacks(&self, state: &State, activity: &Activity, out: &mut Vec<Action>) {
        let from = state.place(activity.lead);
        self.for_each_aim(state, activity.lead, |aim| {
            let offset = self.offset(from, aim.square);
            out.extend(Facing::ALL.into_iter().filter_map(|facing| match aim.kind {
                Kind::Close => Some(Action::Close(aim.square, facing)),
                Kind::Fire => facing.has_in_arc(offset).then_some(Action::Fire(aim.square, facing)),
            }));
            false
        });
        out.push(Action::Hold);
        out.sort_unstable();
    }

    /// Which stand of a square an attack meets: the front one, or the rear one when the
    /// initiator is in one of the three squares behind the pair. RULINGS A13, A31.
    pub(crate) fn met(&self, state: &State, from: Square, square: Square) -> StandId {
        let front = state.front(square).expect("a stand to attack");
        let stand = state.stand(front);
        let is_behind =
            self.distance(from, square) == 1 && stand.facing.back().has_in_arc(self.offset(square, from));
        stand.partner().filter(|_| is_behind).unwrap_or(front)
    }

    /// Adds every modifier of both totals. `known_to` leaves out helpers concealed from
    /// that seat (RULING A39); the rules themselves leave out none.
    pub(crate) fn modifiers(
        &self,
        state: &State,
        attack: Attack,
        known_to: Option<Seat>,
        tally: &mut impl Tally,
    ) {
        match attack.kind {
            Kind::Fire => self.fire_modifiers(state, attack, known_to, tally),
            Kind::Close => self.close_modifiers(state, attack, known_to, tally),
        }
    }

    pub(crate) fn totals(&self, state: &State, attack: Attack) -> Totals {
        let mut totals = Totals::default();
        self.modifiers(state, attack, None, &mut totals);
        totals
    }

    pub(crate) fn attack(
        &self,
        state: &mut State,
        activity: Activity,
        aim: Aim,
        facing: Facing,
        log: &mut impl Events<Self>,
    ) {
        let initiator = activity.lead;
        let from = state.place(initiator);
        let attack = Attack { kind: aim.kind, initiator, target: self.met(state, from, aim.square) };
        // G-48: whoever attacks is seen, and so is whoever helps (RULING A39).
        self.reveal(state, initiator, log);
        self.turn_stand(state, initiator, facing, log);
        self.reveal_helpers(state, attack, log);
        let seen: &State = state;
        log.add(|| {
            let mut ledger = Ledger::default();
            self.modifiers(seen, attack, None, &mut ledger);
            let what = Happening::Attacked {
                kind: attack.kind,
                initiator,
                from,
                target: attack.target,
                at: aim.square,
                ledger,
            };
            crate::event::Event { what, hidden_from: None }
        });
        state.phase = Phase::Combat(activity, attack);
    }

    fn opposed(&self, state: &State, purpose: Purpose) -> Throw {
        Throw::open(purpose, state.turn.into(), state.active)
            .with(Die::new(12, state.active))
            .with(Die::new(12, state.active.other()))
    }

    pub(crate) fn combat_throw(&self, state: &State, attack: Attack) -> Throw {
        let mut throw = self.opposed(state, COMBAT);
        self.modifiers(state, attack, None, &mut throw.ledger);
        throw
    }

    /// G-43: bare dice, no modifiers (RULING R15).
    pub(crate) fn tie_throw(&self, state: &State) -> Throw {
        self.opposed(state, TIE)
    }

    /// Calls `each` with the friends whose presence gives a stand its command and
    /// support bonuses. RULINGS R31, R4, R5.
    pub(super) fn for_each_helper(&self, state: &State, id: StandId, mut each: impl FnMut(StandId, Help)) {
        let seat = self.stand(id).seat;
        let square = state.place(id);
        if let Some(command) = self.helping_command(state, id) {
            each(command, Help::Command);
        }
        if let Some(partner) = state.stand(id).partner() {
            each(partner, Help::SameSquare);
        }
        for (_, near) in self.grid().neighbours(square) {
            for friend in state.at(near).filter(|&friend| self.stand(friend).seat == seat) {
                each(friend, Help::Adjacent);
            }
        }
    }
}

/// How a friend may help in combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Help {
    Command,
    SameSquare,
    Adjacent,
}
