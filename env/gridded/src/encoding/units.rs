//! One row a stand.

use sandtable_core::encoding::flag;
use sandtable_core::row;

use super::frame::Spot;
use super::goals::at_stake;
use super::table::{Fighter, Table, is_walled};
use super::{PER_SQUARE, capped};
use crate::map::Ground;
use crate::state::{Activity, Attack, Phase};

row! {
    /// A stand that fights on.
    pub(crate) struct Unit {
        /// It is the deciding seat's own.
        own: flag(),
        /// It is infantry, dismounted cavalry among it.
        infantry: flag(),
        /// It is cavalry or camelry, on horseback.
        cavalry: flag(),
        /// It is artillery.
        artillery: flag(),
        /// It is a machine gun.
        machine_gun: flag(),
        /// It is transport.
        transport: flag(),
        /// It is its side's general.
        command: flag(),
        /// Its value; the general's grade.
        value: new("points / 4", 0.0, 1.0),
        /// What it is worth to its side: a convoy's transports count for more.
        worth: new("points / 8", 0.0, 1.0),
        /// How far it goes in a turn.
        allowance: new("squares / 5", 0.0, 1.0),
        /// How far it fires.
        range: new("squares / 8", 0.0, 1.0),
        /// It is cavalry on foot.
        dismounted: flag(),
        /// It can change between horse and foot.
        can_dismount: flag(),
        /// It is an enemy that the deciding seat does not see. Its place is the middle of the
        /// area where its group is known to have begun.
        hidden: flag(),
        /// It is the deciding seat's own, and the enemy does not see it.
        concealed: flag(),
        /// Its concealed group has had its spotting throw in this half-turn.
        thrown_for: flag(),
        /// Its place from the left edge to the right one.
        across: sideways("half boards", 1.0),
        /// Its place from the own base line to the far edge.
        along: new("half boards", -1.0, 1.0),
        /// Its place to the right of the middle.
        files: sideways("squares / 8", 1.5625),
        /// Its place from the own base line.
        ranks: new("squares / 8", 0.0, 3.125),
        /// It faces away from the own base line.
        faces_ahead: flag(),
        /// It faces right.
        faces_right: handed("faces_left"),
        /// It faces the own base line.
        faces_back: flag(),
        /// It faces left.
        faces_left: handed("faces_right"),
        /// It is the front stand of a pair.
        front: flag(),
        /// It is the rear stand of a pair.
        rear: flag(),
        /// It was activated this turn.
        activated: flag(),
        /// It stands in a wood.
        wood: flag(),
        /// It stands in a town.
        town: flag(),
        /// It stands in a ford, or on a road over a river or a marsh.
        water: flag(),
        /// It stands on a road.
        road: flag(),
        /// A wall or entrenchment is on some side of its square.
        walled: flag(),
        /// How high it stands.
        level: new("contours / 3", 0.0, 3.0),
        /// Friends of its class in adjacent squares.
        supports: new("stands / 4", 0.0, 2.0),
        /// A friend of its class is in its square.
        mate: flag(),
        /// What its general, adjacent or in its square, adds to its dice.
        led: new("points / 3", 0.0, 1.0),
        /// What defends it against fire: value, general, and two where it may have cover.
        fire_defence: new("points / 8", 0.0, 2.0),
        /// What defends it in close combat: value, general, support.
        close_defence: new("points / 8", 0.0, 4.0),
        /// Enemies in range and sight of it.
        fires_now: new("stands / 4", 0.0, 2.0),
        /// Enemies that have it in range and sight.
        fired_now: new("stands / 4", 0.0, 2.0),
        /// Enemies within its move and range.
        fires_next: new("stands / 8", 0.0, 2.0),
        /// Enemies that have it within their move and range.
        fired_next: new("stands / 8", 0.0, 2.0),
        /// Enemies within its move and one square, on open ground.
        charges: new("stands / 8", 0.0, 2.0),
        /// Enemies that have it within their move and one square, on open ground.
        charged: new("stands / 8", 0.0, 2.0),
        /// Enemies within its move and one square that have it on their flank or rear.
        flanks: new("stands / 8", 0.0, 2.0),
        /// Enemies on its flank or rear that have it within their move and one square.
        flanked: new("stands / 8", 0.0, 2.0),
        /// To the nearest enemy.
        nearest: new("squares / 8", 0.0, 3.25),
        /// The chance that the enemy's next half-turn leaves it as good as destroyed.
        danger: new("chance", 0.0, 1.0),
        /// What its best attack takes from the enemy on average, made where it stands.
        best_now: new("points / 2", 0.0, 4.0),
        /// The same after a move.
        best_next: new("points / 2", 0.0, 4.0),
        /// What it could gain by a better place and an attack from there, or by an attack from
        /// where it is: for stands that the decision could let act, by a look at the squares
        /// next to them and at the end of their allowance.
        outlook: new("points / 2", -3.0, 3.0),
        /// The same by a better place alone.
        better_place: new("points / 2", 0.0, 3.0),
        /// The same by an attack after a move alone.
        better_attack: new("points / 2", 0.0, 3.0),
        /// To the nearest thing that its side is after: the edge to leave by, an enemy
        /// transport, an objective that it does not hold alone, or else the nearest enemy.
        goal: new("squares / 8", 0.0, 3.25),
        /// What it must go of its allowance in every turn left to reach it in time.
        pace: new("parts of the allowance", 0.0, 2.0),
        /// What its square is worth to its side as part of an objective.
        objective: new("points / 8", 0.0, 2.0),
        /// It acts.
        acts: flag(),
        /// It acts together with the one that acts.
        follows: flag(),
        /// It is the partner that may still act after the one that acts.
        waits: flag(),
        /// It attacked, in the combat that is being settled.
        attacked: flag(),
        /// It was attacked, in the combat that is being settled.
        struck: flag(),
        /// It must withdraw.
        withdraws: flag(),
    }
}

/// Who does what in the activation under way.
#[derive(Default)]
struct Roles {
    activity: Option<Activity>,
    attack: Option<Attack>,
    loser: Option<crate::stand::StandId>,
}

impl Roles {
    fn of(phase: &Phase) -> Self {
        match *phase {
            Phase::Acting(activity) => Self { activity: Some(activity), ..Self::default() },
            Phase::Withdrawal(activity, attack, loser) => {
                Self { activity: Some(activity), attack: Some(attack), loser: Some(loser) }
            }
            _ => Self::default(),
        }
    }
}

/// Writes a row a stand, in the order of the table.
pub(super) fn write(table: &Table, out: &mut Vec<f32>) {
    let roles = Roles::of(table.phase());
    for fighter in &table.fighters {
        let mut unit = described(table, fighter);
        set_up(table, fighter, &mut unit);
        weigh(table, fighter, &mut unit);
        assign(&roles, fighter, &mut unit);
        unit.write(out);
    }
}

/// What it is.
fn described(table: &Table, fighter: &Fighter) -> Unit {
    let (stand, now) = (table.rules.stand(fighter.id), table.state.stand(fighter.id));
    let is_dismounted = now.is_dismounted();
    let is_thrown_for = stand.group.is_some_and(|group| table.state.spotting_done >> group & 1 == 1);
    let is_hidden = fighter.square.is_none();
    Unit {
        own: flag(fighter.is_own),
        infantry: flag(stand.goes_as_infantry(is_dismounted)),
        cavalry: flag(stand.class.is_cavalry() && !is_dismounted),
        artillery: flag(stand.class.is_artillery()),
        machine_gun: flag(stand.class == crate::stand::Class::MachineGun),
        transport: flag(stand.class == crate::stand::Class::Transport),
        command: flag(fighter.is_general()),
        value: f32::from(stand.value) / 4.0,
        worth: fighter.worth / 8.0,
        allowance: f32::from(stand.allowance(is_dismounted)) / 5.0,
        range: fighter.range as f32 / 8.0,
        dismounted: flag(is_dismounted),
        can_dismount: flag(stand.class.can_dismount()),
        hidden: flag(is_hidden),
        concealed: flag(now.is_concealed() && !is_hidden),
        thrown_for: flag(is_thrown_for && now.is_concealed()),
        ..Unit::default()
    }
}

/// Where it stands, and how.
fn set_up(table: &Table, fighter: &Fighter, unit: &mut Unit) {
    let Some(square) = fighter.square else {
        let group = table.rules.stand(fighter.id).group;
        if let Some(group) = group.and_then(|group| table.rules.groups().get(usize::from(group))) {
            stand_at(unit, table.frame.between(group.zone));
        }
        return;
    };
    stand_at(unit, table.frame.spot(square));
    [unit.faces_ahead, unit.faces_right, unit.faces_back, unit.faces_left] =
        table.frame.hands(fighter.facing);
    let now = table.state.stand(fighter.id);
    unit.front = flag(now.partner().is_some() && !now.is_rear());
    unit.rear = flag(now.is_rear());
    unit.activated = flag(now.is_activated());
    let map = table.rules.map();
    let ground = map.ground(square);
    unit.wood = flag(ground == Ground::Wood);
    unit.town = flag(ground == Ground::Town);
    unit.water = flag(matches!(ground, Ground::Ford | Ground::River | Ground::Marsh));
    unit.road = flag(map.is_road(square));
    unit.walled = flag(is_walled(map, square));
    unit.level = f32::from(map.level(square)) / 3.0;
}

fn stand_at(unit: &mut Unit, spot: Spot) {
    unit.across = spot.across;
    unit.along = spot.along;
    unit.files = spot.files * PER_SQUARE;
    unit.ranks = spot.ranks * PER_SQUARE;
}

/// What it could do and suffer.
fn weigh(table: &Table, fighter: &Fighter, unit: &mut Unit) {
    let Some(square) = fighter.square else { return };
    let prospect = &fighter.prospect;
    let count = |count: u8, of: f32| (f32::from(count) / of).min(2.0);
    unit.supports = count(prospect.supports, 4.0);
    unit.mate = flag(prospect.has_mate);
    unit.led = f32::from(prospect.led) / 3.0;
    unit.fire_defence = f32::from(prospect.fire) / 8.0;
    unit.close_defence = capped(f32::from(prospect.close) / 8.0, 4.0);
    unit.fires_now = count(prospect.fires_now, 4.0);
    unit.fired_now = count(prospect.fired_now, 4.0);
    unit.fires_next = count(prospect.fires_next, 8.0);
    unit.fired_next = count(prospect.fired_next, 8.0);
    unit.charges = count(prospect.charges, 8.0);
    unit.charged = count(prospect.charged, 8.0);
    unit.flanks = count(prospect.flanks, 8.0);
    unit.flanked = count(prospect.flanked, 8.0);
    unit.nearest = prospect.nearest as f32 * PER_SQUARE;
    unit.danger = 1.0 - prospect.safe;
    unit.best_now = capped(prospect.best_now / 2.0, 4.0);
    unit.best_next = capped(prospect.best_next / 2.0, 4.0);
    let outlook = &prospect.outlook;
    unit.outlook = (outlook.both / 2.0).clamp(-3.0, 3.0);
    unit.better_place = capped(outlook.place / 2.0, 3.0);
    unit.better_attack = capped(outlook.attack / 2.0, 3.0);
    let goal = table.to_goal(fighter.is_own, square, prospect.nearest) as f32;
    unit.goal = goal * PER_SQUARE;
    let turns = f32::from(table.rules.turns()) - f32::from(table.state.turn()) + 1.0;
    unit.pace = capped(goal / (5.0 * unit.allowance * turns), 2.0);
    let side = table.rules.stand(fighter.id).seat.index();
    unit.objective = capped(f32::from(at_stake(table.rules, square)[side]) / 8.0, 2.0);
}

/// Its part in the activation under way.
fn assign(roles: &Roles, fighter: &Fighter, unit: &mut Unit) {
    let is = |id| flag(id == Some(fighter.id));
    let activity = roles.activity.as_ref();
    unit.acts = is(activity.map(|a| a.lead));
    unit.follows = is(activity.and_then(|a| a.follower));
    unit.waits = is(activity.and_then(|a| a.waiting));
    unit.attacked = is(roles.attack.map(|a| a.initiator));
    unit.struck = is(roles.attack.map(|a| a.target));
    unit.withdraws = is(roles.loser);
}
