//! Hits: dice, cover, and what they do. P-23, P-24, P-27, P-31 to P-35.

use sandtable_core::{Die, Events, Party, Purpose, Tally as _, Throw};

use crate::action::Outcome;
use crate::event::Event;
use crate::rules::Palestine;
use crate::state::{By, Mission, Phase, State, Step};
use crate::unit::{Kind, UnitId, Volley, halved};

pub(crate) const SHOOTING: Purpose = Purpose::new(4, "hits");
pub(crate) const SECOND: Purpose = Purpose::new(5, "hits again");
pub(crate) const MELEE: Purpose = Purpose::new(6, "melee");
pub(crate) const AIR_ATTACK: Purpose = Purpose::new(7, "air attack");
pub(crate) const TRAIN_GUNS: Purpose = Purpose::new(8, "hits from the train");

impl Palestine {
    /// The dice of whoever hurts.
    pub fn volley(&self, by: By) -> Volley {
        match by {
            By::Fire(unit) => self.unit(unit).volley(),
            By::Melee(_) => Volley::MELEE,
            By::Train => Volley::TRAIN,
            By::Aircraft => Volley::AIRCRAFT,
        }
    }

    /// Why the hits on a target are halved, if they are: the reason and its rule.
    ///
    /// Vehicles always (RULING R33). By fire: whoever has cover of town, trench or rocks
    /// where the centre of its base is. In melee: infantry in trenches alone. From the air:
    /// no cover counts.
    pub fn halving(&self, state: &State, by: By, target: UnitId) -> Option<(&'static str, &'static str)> {
        let unit = self.unit(target);
        match unit.kind {
            Kind::Tank => return Some(("a tank", "P-31")),
            Kind::ArmouredCar => return Some(("an armoured car", "P-32")),
            _ => {}
        }
        let at = state.unit(target).at;
        match by {
            By::Aircraft => None,
            By::Melee(_) => self.is_entrenched(target, at).then_some(("in a trench", "P-27")),
            By::Fire(_) | By::Train => self.cover(target, at),
        }
    }

    /// Hits are counted in classes: how many throws give how many.
    pub(crate) fn hits_outcomes(&self, state: &State, by: By, target: UnitId, out: &mut Vec<(Outcome, u32)>) {
        let weights = self.volley(by).weights(self.halving(state, by, target).is_some());
        let counted = (0..).zip(weights).filter(|(_, weight)| *weight > 0);
        out.extend(counted.map(|(hits, weight)| (Outcome::Hits(hits), weight)));
    }

    pub(crate) fn hits_throw(&self, state: &State, by: By, target: UnitId, is_second: bool) -> Throw {
        let purpose = match by {
            By::Fire(_) if is_second => SECOND,
            By::Fire(_) => SHOOTING,
            By::Melee(_) => MELEE,
            By::Train => TRAIN_GUNS,
            By::Aircraft => AIR_ATTACK,
        };
        let mut throw = Throw::open(purpose, state.turn.into(), state.active);
        for _ in 0..self.volley(by).dice() {
            throw = throw.with(Die::new(6, state.active));
        }
        if let Some((reason, rule)) = self.halving(state, by, target) {
            throw.ledger.add(Party::Target, 0, reason, rule);
        }
        throw
    }

    pub(crate) fn read_hits(&self, state: &State, by: By, target: UnitId, pips: &[u8]) -> Outcome {
        let is_halved = self.halving(state, by, target).is_some();
        Outcome::Hits(halved(self.volley(by).hits(pips), is_halved))
    }

    pub(crate) fn take_hits(
        &self,
        state: &mut State,
        by: By,
        target: UnitId,
        hits: u8,
        log: &mut impl Events<Self>,
    ) {
        if let By::Fire(gun) = by
            && self.is_spotted_for(state, gun, target)
        {
            log.add(|| Event::Ranged { gun, target, hits });
            // P-34: once, by one gun.
            state.mission = Mission::Done;
            state.phase = Phase::Spotted(gun, target, hits);
            return;
        }
        self.hurt(state, by, target, hits, log);
    }

    pub(crate) fn hurt(
        &self,
        state: &mut State,
        by: By,
        target: UnitId,
        hits: u8,
        log: &mut impl Events<Self>,
    ) {
        let halved = self.halving(state, by, target).map(|(reason, _)| reason.to_owned());
        log.add(|| Event::Hit { by, target, hits, halved });
        state.unit_mut(target).suffer(hits);
        let step = match by {
            By::Melee(_) => Step::Melee,
            By::Fire(_) | By::Train => Step::Shooting,
            By::Aircraft => return self.take_aim(state, log),
        };
        self.go_on(state, step, log);
    }
}
