//! One row an action, and what it is about.

use sandtable_core::encoding::flag;
use sandtable_core::square::{Facing, Square};
use sandtable_core::{Reference, row};

use super::attacks::{self, Facings};
use super::table::Table;
use super::{PER_SQUARE, capped, places};
use crate::action::Action;
use crate::appraisal::Appraisal;
use crate::phases::Aim;
use crate::stand::{Class, StandId};
use crate::state::{Activity, Kind, Phase, Stage};
use crate::victory::Terms;

row! {
    /// A legal action.
    pub(crate) struct Deed {
        /// Activate a square.
        activate: flag(),
        /// End the half-turn.
        end: flag(),
        /// Exchange front and rear.
        swap: flag(),
        /// Both stands act together.
        together: flag(),
        /// The front stand acts.
        front: flag(),
        /// The rear stand acts.
        rear: flag(),
        /// Whoever has not acted does nothing.
        rest: flag(),
        /// Move, then fight.
        move_first: flag(),
        /// Fight, then move.
        fight_first: flag(),
        /// Stay in the own square.
        stay: flag(),
        /// Move to another square.
        go: flag(),
        /// Leave the table.
        leave: flag(),
        /// Get off the horses.
        dismount: flag(),
        /// Get on the horses.
        mount: flag(),
        /// Fire.
        fire: flag(),
        /// Engage in close combat.
        close: flag(),
        /// Do not attack.
        hold: flag(),
        /// Face some way.
        face: flag(),
        /// Withdraw.
        withdraw: flag(),
        /// Its facing, or the edge to leave by, is away from the own base line.
        faces_ahead: flag(),
        /// It is to the right.
        faces_right: handed("faces_left"),
        /// It is towards the own base line.
        faces_back: flag(),
        /// It is to the left.
        faces_left: handed("faces_right"),
        /// How likely the attack destroys its target.
        destroyed: new("chance", 0.0, 1.0),
        /// How likely the target withdraws, ties counted by half.
        driven_back: new("chance", 0.0, 1.0),
        /// How likely nothing comes of it.
        nothing: new("chance", 0.0, 1.0),
        /// How likely the attacker withdraws itself.
        repelled: new("chance", 0.0, 1.0),
        /// The attacker's modifiers less the target's.
        odds: new("points / 8", -4.0, 4.0),
        /// The attack falls on flank or rear.
        on_flank: flag(),
        /// The target has nowhere to withdraw to: driven back, it is destroyed.
        cornered: flag(),
        /// What the target is worth to its side.
        prize: new("points / 8", 0.0, 1.0),
        /// What an attack gains on average, or what a destination gains over staying, as the
        /// scripted officer counts it.
        gain: new("points / 2", -3.0, 3.0),
        /// The part of the enemies near the acting stand that the facing has before it, the near
        /// ones weighing more.
        before: new("part", 0.0, 1.0),
        /// How far the target is from the middle of the facing's arc: 1 at its edge and outside.
        awry: new("parts of half the arc", 0.0, 1.0),
        /// No facing has more of them before it.
        best_facing: flag(),
        /// Enemies outside the facing that have the stand within their move and one square.
        exposed: new("stands / 8", 0.0, 2.0),
        /// What the best attack of the stands that it lets act takes from the enemy on average,
        /// made where they stand.
        best: new("points / 2", 0.0, 4.0),
        /// Stands that it lets act.
        stands: new("stands / 2", 0.0, 1.0),
        /// How far it goes.
        distance: new("squares / 8", 0.0, 3.125),
        /// It delivers a transport.
        delivers: flag(),
        /// Activations that it gives up.
        lost: new("squares / 12", 0.0, 2.0),
    }
}

/// Writes a row an action with what it refers to.
pub(super) fn write(
    table: &Table,
    actions: &[Action],
    places: &places::Squares,
    out: &mut Vec<f32>,
    references: &mut Vec<Reference>,
) {
    let mut writer = Writer::new(table);
    let mut place = 0;
    for &action in actions {
        let (deed, mut reference) = writer.row(action);
        if let Action::Move(square) | Action::Withdraw(square) = action {
            debug_assert_eq!(places.get(usize::from(place)), Some(&square));
            reference.place = Some(place);
            place += 1;
        }
        deed.write(out);
        references.push(reference);
    }
}

/// What rows of the same list share.
struct Writer<'a> {
    table: &'a Table<'a>,
    activity: Option<Activity>,
    /// The stand that acts or withdraws.
    acting: Option<StandId>,
    appraisal: Option<Appraisal<'a>>,
    /// What it is worth where it is, in the officer's eyes.
    standing: f32,
    facings: Facings,
    /// Every facing of an attack has the same odds.
    last: Option<(Aim, Deed, Option<u16>)>,
}

impl<'a> Writer<'a> {
    fn new(table: &'a Table<'a>) -> Self {
        let mut writer = Self {
            table,
            activity: None,
            acting: None,
            appraisal: None,
            standing: 0.0,
            facings: Facings::default(),
            last: None,
        };
        match *table.phase() {
            Phase::Acting(activity) => writer.begin(activity),
            Phase::Withdrawal(_, _, loser) => writer.acting = Some(loser),
            _ => {}
        }
        writer
    }

    fn begin(&mut self, activity: Activity) {
        let Table { rules, state, seat, .. } = *self.table;
        self.activity = Some(activity);
        self.acting = Some(activity.lead);
        match activity.stage {
            Stage::Destination => {
                let appraisal = Appraisal::new(rules, state, seat);
                self.standing = appraisal.standing(&activity);
                self.appraisal = Some(appraisal);
            }
            Stage::Attack | Stage::Facing => self.facings = Facings::of(self.table, activity.lead),
            Stage::Who | Stage::Order => {}
        }
    }

    fn row(&mut self, action: Action) -> (Deed, Reference) {
        let acting = self.acting.and_then(|id| self.table.row(id));
        let reference = Reference { unit: acting, ..Reference::default() };
        match action {
            Action::Activate(square) => self.activation(square),
            Action::End => {
                let lost = f32::from(self.table.state.activations_left()) / 12.0;
                (Deed { end: 1.0, lost: capped(lost, 2.0), ..Deed::default() }, Reference::default())
            }
            Action::Swap | Action::Together | Action::Front | Action::Rear | Action::Rest => self.who(action),
            Action::MoveFirst => (Deed { move_first: 1.0, ..Deed::default() }, reference),
            Action::FightFirst => {
                let best = self.best_of([self.acting, None]);
                (Deed { fight_first: 1.0, best, ..Deed::default() }, reference)
            }
            Action::Move(square) => (self.going(action, square), reference),
            Action::Withdraw(square) => {
                (Deed { withdraw: 1.0, distance: self.distance(square), ..Deed::default() }, reference)
            }
            Action::Leave(edge) => (self.leaving(action, edge), reference),
            Action::Dismount => {
                (Deed { dismount: 1.0, gain: self.move_gain(action), ..Deed::default() }, reference)
            }
            Action::Mount => {
                (Deed { mount: 1.0, gain: self.move_gain(action), ..Deed::default() }, reference)
            }
            Action::Fire(square, facing) => self.attack(Aim { kind: Kind::Fire, square }, facing),
            Action::Close(square, facing) => self.attack(Aim { kind: Kind::Close, square }, facing),
            Action::Hold => (Deed { hold: 1.0, ..Deed::default() }, reference),
            Action::Face(facing) => (self.faced(Deed { face: 1.0, ..Deed::default() }, facing), reference),
        }
    }

    /// A square is spoken of by its stands that may still act, the front one first.
    fn activation(&self, square: Square) -> (Deed, Reference) {
        let state = self.table.state;
        let is_fresh = |id: &StandId| !state.stand(*id).is_activated();
        let mut fresh = state.at(square).filter(is_fresh);
        let stands = [fresh.next(), fresh.next()];
        let [unit, target] = stands.map(|id| self.table.row(id?));
        let deed = Deed { activate: 1.0, ..self.letting_act(stands) };
        (deed, Reference { unit, target, place: None })
    }

    /// Who acts of a pair. A swap is spoken of by the stand that comes to the front.
    fn who(&self, action: Action) -> (Deed, Reference) {
        let Some(activity) = self.activity else { return Default::default() };
        let is_rear = |id: &StandId| activity.rear == Some(*id);
        let both = [Some(activity.lead), activity.waiting];
        let named = |rear: bool| both.into_iter().flatten().find(|id| is_rear(id) == rear);
        let (stands, unit, target) = match action {
            Action::Together => (both, Some(activity.lead), activity.waiting),
            Action::Front => ([named(false), None], named(false), None),
            Action::Rear => ([named(true), None], named(true), None),
            Action::Swap => ([None, None], activity.rear, None),
            _ => ([None, None], Some(activity.lead), None),
        };
        let kind = match action {
            Action::Together => Deed { together: 1.0, ..Deed::default() },
            Action::Front => Deed { front: 1.0, ..Deed::default() },
            Action::Rear => Deed { rear: 1.0, ..Deed::default() },
            Action::Swap => Deed { swap: 1.0, ..Deed::default() },
            _ => Deed { rest: 1.0, ..Deed::default() },
        };
        let acting = self.letting_act(stands);
        let row = |id: Option<StandId>| id.and_then(|id| self.table.row(id));
        let reference = Reference { unit: row(unit), target: row(target), place: None };
        (Deed { best: acting.best, stands: acting.stands, ..kind }, reference)
    }

    fn letting_act(&self, stands: [Option<StandId>; 2]) -> Deed {
        let count = stands.iter().flatten().count() as f32;
        Deed { stands: count / 2.0, best: self.best_of(stands), ..Deed::default() }
    }

    fn best_of(&self, stands: [Option<StandId>; 2]) -> f32 {
        let best = |id| self.table.fighter(id).map_or(0.0, |fighter| fighter.prospect.best_now);
        capped(stands.into_iter().flatten().map(best).fold(0.0, f32::max) / 2.0, 4.0)
    }

    fn going(&self, action: Action, square: Square) -> Deed {
        let distance = self.distance(square);
        let is_here = distance == 0.0;
        Deed {
            stay: flag(is_here),
            go: flag(!is_here),
            distance,
            gain: self.move_gain(action),
            ..Deed::default()
        }
    }

    fn distance(&self, square: Square) -> f32 {
        let from = self.acting.and_then(|id| self.table.state.stand(id).square());
        from.map_or(0.0, |from| self.table.rules.distance(from, square) as f32 * PER_SQUARE)
    }

    fn move_gain(&self, action: Action) -> f32 {
        match (&self.appraisal, &self.activity) {
            (Some(appraisal), Some(activity)) => {
                (appraisal.move_gain(activity, action, self.standing) / 2.0).clamp(-3.0, 3.0)
            }
            _ => 0.0,
        }
    }

    fn leaving(&self, action: Action, edge: Facing) -> Deed {
        let rules = self.table.rules;
        let is_transport = self.acting.is_some_and(|id| rules.stand(id).class == Class::Transport);
        let is_exit = matches!(*rules.terms(), Terms::Convoy { side, exit, .. } if side == self.table.seat && exit == edge);
        let deed = Deed {
            leave: 1.0,
            gain: self.move_gain(action),
            delivers: flag(is_transport && is_exit),
            ..Deed::default()
        };
        self.turned(deed, edge)
    }

    fn turned(&self, deed: Deed, facing: Facing) -> Deed {
        let [faces_ahead, faces_right, faces_back, faces_left] = self.table.frame.hands(facing);
        Deed { faces_ahead, faces_right, faces_back, faces_left, ..deed }
    }

    fn faced(&self, deed: Deed, facing: Facing) -> Deed {
        let (before, exposed) = self.facings.told(facing);
        let best_facing = flag(self.facings.is_best(facing));
        self.turned(Deed { before, best_facing, exposed, ..deed }, facing)
    }

    fn attack(&mut self, aim: Aim, facing: Facing) -> (Deed, Reference) {
        let Some((id, from)) = self.acting.and_then(|id| Some((id, self.table.state.stand(id).square()?)))
        else {
            return Default::default();
        };
        let known = self.last.filter(|(last, ..)| *last == aim);
        let (_, deed, target) = known.unwrap_or_else(|| {
            let (deed, target) = attacks::aimed(self.table, id, from, aim);
            (aim, deed, target)
        });
        self.last = Some((aim, deed, target));
        let awry = attacks::awry(facing, self.table.rules.offset(from, aim.square));
        let reference = Reference { unit: self.table.row(id), target, place: None };
        (self.faced(Deed { awry, ..deed }, facing), reference)
    }
}
