//! Shooting: field of fire, range, sight and who may shoot at whom. P-16, P-19 to P-22,
//! P-25, P-44.

use sandtable_core::Events;
use sandtable_core::plane::{Arc, Base, Fire, MOST, Point};

use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Activation, MOST_UNITS, Phase, State, Step};
use crate::unit::{ELIMINATED, Kind, UnitId, Units};

/// What stands on the table, as it blocks sight.
pub(crate) struct Masks {
    bases: [(UnitId, Base); MOST_UNITS],
    count: usize,
    train: Option<Base>,
}

impl Masks {
    /// Friends, enemies and the train block sight; wrecks do not. RULING B7.
    pub(crate) fn new(rules: &Palestine, state: &State) -> Self {
        let unused = (UnitId(0), Base::new(rules.units[0].size, Point::default(), state.units[0].facing));
        let mut masks = Self { bases: [unused; MOST_UNITS], count: 0, train: rules.train_base(state) };
        for id in state.units().filter(|&id| state.unit(id).is_on_table()) {
            masks.bases[masks.count] = (id, rules.base(state, id));
            masks.count += 1;
        }
        masks
    }
}

/// Who looks or shoots, and from where.
#[derive(Clone, Copy)]
pub(crate) struct Eye {
    /// The unit; none for the train.
    pub id: Option<UnitId>,
    /// The field of fire.
    pub fire: Fire,
    /// Where the unit itself is: what holds it never blocks.
    pub stands_at: Point,
    /// Guns shoot over units from a hill and at a hill. P-14.
    pub overshoots: bool,
}

impl Palestine {
    /// P-19, P-31, P-32: a field of fire of 45 degrees each side, 90 for a tank, all round
    /// for an armoured car and from a town; from the middle of the front edge.
    pub(crate) fn eye(&self, id: UnitId, base: &Base) -> Eye {
        let kind = self.unit(id).kind;
        let arc = match kind {
            Kind::ArmouredCar => Arc::All,
            _ if self.is_in_town(id, base.centre()) => Arc::All,
            Kind::Tank => Arc::Ninety,
            _ => Arc::FortyFive,
        };
        let fire = Fire { from: base.front(), facing: base.heading(), arc, range: kind.range() };
        Eye { id: Some(id), fire, stands_at: base.centre(), overshoots: kind == Kind::Artillery }
    }

    /// RULING B27: from the train's centre, all round.
    pub(crate) fn train_eye(&self, base: &Base) -> Eye {
        let (from, facing) = (base.centre(), base.heading());
        let fire = Fire { from, facing, arc: Arc::All, range: Kind::Infantry.range() };
        Eye { id: None, fire, stands_at: from, overshoots: false }
    }

    /// Whether an eye has a target in its field of fire and in sight: one tested point in
    /// arc, range and sight will do. P-20, P-21, P-44.
    pub(crate) fn has_in_sight(&self, masks: &Masks, eye: &Eye, target: UnitId, there: &Base) -> bool {
        let aims = eye.fire.aims(there);
        if aims.points().is_empty() {
            return false;
        }
        // RULING B7: the town or hill that holds either of them never blocks.
        let ends = [eye.stands_at, there.centre()];
        let hills = ends.iter().fold(0, |hills, &at| hills | self.ground.hills_at(at));
        let towns = ends.iter().fold(0, |towns, &at| towns | self.ground.towns_at(at));
        let is_overshot = eye.overshoots && hills != 0;
        aims.points().iter().any(|&point| {
            let from = eye.fire.from;
            let blocks = |&(id, ref base): &(UnitId, Base)| {
                Some(id) != eye.id && id != target && base.blocks(from, point)
            };
            let is_masked = !is_overshot && masks.bases[..masks.count].iter().any(blocks);
            let is_behind_train =
                eye.id.is_some() && masks.train.is_some_and(|train| train.blocks(from, point));
            !is_masked && !is_behind_train && !self.ground.blocks(from, point, hills, towns)
        })
    }

    /// Whether a unit sees an enemy from the middle of its front edge, in whatever direction
    /// and however far. RULING B22.
    pub(crate) fn sees(&self, masks: &Masks, id: UnitId, here: &Base, target: UnitId, there: &Base) -> bool {
        let fire = Fire { from: here.front(), facing: here.heading(), arc: Arc::All, range: MOST };
        let eye = Eye { id: Some(id), fire, stands_at: here.centre(), overshoots: false };
        self.has_in_sight(masks, &eye, target, there)
    }

    /// Whether a unit may still shoot in this turn: it has not moved (P-16), nor been passed
    /// through (P-08), nor failed, nor shot; it is not in melee (P-26); riders are on foot.
    pub(crate) fn may_shoot(&self, state: &State, id: UnitId) -> bool {
        let unit = state.unit(id);
        unit.is_on_table()
            && !unit.has_moved
            && !unit.is_passed
            && !unit.has_fought
            && unit.activation != Activation::Failed
            && unit.engaged.is_empty()
            && !(self.unit(id).kind.rides() && unit.is_mounted)
    }

    /// P-25: nobody shoots into a melee. RULING R26, RULING R24.
    fn may_be_shot(&self, state: &State, id: UnitId) -> bool {
        state.unit(id).is_on_table() && state.unit(id).engaged.is_empty()
    }

    /// The enemies that a unit has in its field of fire and in sight, as it stands, whether
    /// or not it may shoot at them.
    pub(crate) fn seen_targets(&self, state: &State, masks: &Masks, id: UnitId, base: &Base) -> Units {
        let eye = self.eye(id, base);
        self.targets_of(state, masks, &eye, self.unit(id).seat)
    }

    fn targets_of(&self, state: &State, masks: &Masks, eye: &Eye, seat: sandtable_core::Seat) -> Units {
        let mut targets = Units::NONE;
        let enemies = self.side_set(seat.other());
        for (id, there) in &masks.bases[..masks.count] {
            if enemies.has(*id) && self.may_be_shot(state, *id) && self.has_in_sight(masks, eye, *id, there) {
                targets = targets.with(*id);
            }
        }
        targets
    }

    /// Works out whom every unit of the active side could shoot at.
    pub(crate) fn find_targets(&self, state: &mut State) {
        state.clear_targets();
        let masks = Masks::new(self, state);
        for id in self.side(state.active) {
            if self.may_shoot(state, id) {
                let base = self.base(state, id);
                state.targets[id.index()] = self.seen_targets(state, &masks, id, &base);
            }
        }
        if let (Some(train), Some(base)) = (&self.train, masks.train)
            && train.seat == state.active
            && state.train.is_some_and(|train| !train.has_moved && !train.has_shot)
        {
            state.train_targets = self.targets_of(state, &masks, &self.train_eye(&base), train.seat);
        }
    }

    /// P-22: a target is for guns or for everything else in a turn, whichever shoots first.
    /// RULING B21: shots count, failed attempts do not. A unit that has all its hits is shot
    /// at no more.
    pub(crate) fn targets(&self, state: &State, id: UnitId) -> Units {
        if !self.may_shoot(state, id) {
            return Units::NONE;
        }
        let others = if self.unit(id).kind == Kind::Artillery { state.shot } else { state.bombarded };
        self.unhurt(state, state.targets[id.index()].but(others))
    }

    fn unhurt(&self, state: &State, targets: Units) -> Units {
        targets
            .into_iter()
            .filter(|&id| state.unit(id).is_on_table() && state.unit(id).hits < ELIMINATED)
            .fold(Units::NONE, Units::with)
    }

    pub(crate) fn train_targets(&self, state: &State) -> Units {
        match state.train {
            Some(train) if !train.has_shot => self.unhurt(state, state.train_targets.but(state.bombarded)),
            _ => Units::NONE,
        }
    }

    pub(crate) fn can_anyone_shoot(&self, state: &State) -> bool {
        self.own(state, state.active).any(|id| !self.targets(state, id).is_empty())
            || !self.train_targets(state).is_empty()
    }

    /// Begins the shooting phase with what the aircraft does.
    pub(crate) fn begin_shooting(&self, state: &mut State, log: &mut impl Events<Self>) {
        if !self.strafe(state, log) {
            self.take_aim(state, log);
        }
    }

    /// Once the aircraft has attacked.
    pub(crate) fn take_aim(&self, state: &mut State, log: &mut impl Events<Self>) {
        self.find_targets(state);
        self.go_on(state, Step::Shooting, log);
    }

    pub(crate) fn shooters(&self, state: &State, out: &mut Vec<Action>) {
        let own = self.own(state, state.active);
        out.extend(own.filter(|&id| !self.targets(state, id).is_empty()).map(Action::Unit));
        if !self.train_targets(state).is_empty() {
            out.push(Action::Train);
        }
        out.push(Action::End);
    }

    /// The machine-gun unit aboard the train shoots; it cannot be hurt, and so needs no
    /// activation. RULING B27.
    pub(crate) fn shoot_from_train(&self, state: &mut State, target: UnitId) {
        state.shot = state.shot.with(target);
        if let Some(train) = &mut state.train {
            train.has_shot = true;
        }
        state.phase = Phase::Hits(crate::state::By::Train, target);
    }
}
