//! One row a square that the acting stand may move or withdraw to.

use sandtable_core::encoding::flag;
use sandtable_core::row;
use sandtable_core::square::{Facing, Square};
use smallvec::SmallVec;

use super::goals::{FAR, at_stake};
use super::table::{Fighter, Table, is_covered, is_walled};
use super::{PER_SQUARE, capped};
use crate::action::Action;
use crate::map::Ground;
use crate::state::Phase;
use crate::threat::{ENEMY_ACTS, expected_loss};

row! {
    /// A square that the acting stand, or the one that must withdraw, may go to.
    pub(crate) struct Place {
        /// From the left edge to the right one.
        across: sideways("half boards", 1.0),
        /// From the own base line to the far edge.
        along: new("half boards", -1.0, 1.0),
        /// To the right of the middle.
        files: sideways("squares / 8", 1.5625),
        /// From the own base line.
        ranks: new("squares / 8", 0.0, 3.125),
        /// To the right of where the stand is.
        aside: sideways("squares / 8", 3.125),
        /// Ahead of where the stand is, away from the own base line.
        ahead: new("squares / 8", -3.125, 3.125),
        /// How far to the side of the way that the stand faces.
        askew: new("squares / 4", 0.0, 6.25),
        /// From where the stand is.
        distance: new("squares / 8", 0.0, 3.125),
        /// It is where the stand is.
        stays: flag(),
        /// Friends in it: going there ends the activation.
        joins: flag(),
        /// A wood.
        wood: flag(),
        /// A town.
        town: flag(),
        /// A ford, or a road over a river or a marsh.
        water: flag(),
        /// A road.
        road: flag(),
        /// A wall or entrenchment is on some side of it.
        walled: flag(),
        /// How high it is.
        level: new("contours / 3", 0.0, 3.0),
        /// How much higher it is than where the stand is.
        climb: new("contours / 3", -3.0, 3.0),
        /// Friends of any class in adjacent squares.
        friends: new("stands / 8", 0.0, 2.0),
        /// Friends of the stand's class beside it there, one in the same square counting twice:
        /// what they add in close combat.
        supports: new("points / 4", 0.0, 4.5),
        /// What the general would add to the dice there.
        led: new("points / 3", 0.0, 1.0),
        /// Enemies in adjacent squares.
        beside: new("stands / 4", 0.0, 4.0),
        /// Those of them whose flank or rear is turned to it.
        behind: new("stands / 4", 0.0, 4.0),
        /// Enemies in range from there.
        targets: new("stands / 4", 0.0, 4.0),
        /// What the best attack from there takes from the enemy on average, sight apart.
        best: new("points / 2", 0.0, 4.0),
        /// Enemies that have it within their move and range.
        fired_next: new("stands / 8", 0.0, 2.0),
        /// Enemies that have it within their move and one square, on open ground.
        charged_next: new("stands / 8", 0.0, 2.0),
        /// The chance that the enemy's next half-turn leaves the stand as good as destroyed
        /// there.
        danger: new("chance", 0.0, 1.0),
        /// To the nearest enemy.
        nearest: new("squares / 8", 0.0, 3.25),
        /// To what the side is after, as for units.
        goal: new("squares / 8", 0.0, 3.25),
        /// How much nearer that is than from where the stand is.
        nearer: new("squares / 4", -2.0, 2.0),
        /// What it is worth to the own side as part of an objective.
        objective: new("points / 8", 0.0, 2.0),
    }
}

/// The squares that the rows are for, in order.
pub(super) type Squares = SmallVec<[Square; 128]>;

/// Writes a row for every square that an action leads to, and says which they are. A
/// legal list names each square once.
pub(super) fn write(table: &Table, actions: &[Action], out: &mut Vec<f32>) -> Squares {
    let mut squares = Squares::new();
    let (mover, follower) = match *table.phase() {
        Phase::Acting(activity) => (table.fighter(activity.lead), activity.follower),
        Phase::Withdrawal(_, _, loser) => (table.fighter(loser), None),
        _ => (None, None),
    };
    let Some(mover) = mover else { return squares };
    let follower = follower.and_then(|id| table.fighter(id));
    let from = mover.square.unwrap_or(Square(0));
    let to_goal = table.to_goal(true, from, mover.prospect.nearest);
    let going = Going { mover, follower, from, to_goal };
    for action in actions {
        if let Action::Move(square) | Action::Withdraw(square) = *action {
            let place = going.place(table, square);
            place.write(out);
            squares.push(square);
        }
    }
    squares
}

/// Who goes, and from where.
struct Going<'a> {
    mover: &'a Fighter,
    /// Who goes with it.
    follower: Option<&'a Fighter>,
    from: Square,
    /// Squares to what the side is after, from there.
    to_goal: i32,
}

impl Going<'_> {
    fn place(&self, table: &Table, square: Square) -> Place {
        let mut place = self.ground(table, square);
        let help = self.help(table, square);
        place.friends = capped(f32::from(help.friends) / 8.0, 2.0);
        place.supports = f32::from(help.supports) / 4.0;
        place.led = f32::from(help.led) / 3.0;
        let nearest = meet(table, self.mover, square, &help, &mut place);
        let goal = table.to_goal(true, square, nearest);
        place.nearest = nearest as f32 * PER_SQUARE;
        place.goal = goal as f32 * PER_SQUARE;
        place.nearer = ((self.to_goal - goal) as f32 / 4.0).clamp(-2.0, 2.0);
        place
    }

    /// What is there, whoever comes.
    fn ground(&self, table: &Table, square: Square) -> Place {
        let rules = table.rules;
        let (map, spot) = (rules.map(), table.frame.spot(square));
        let (aside, ahead) = table.frame.turn(rules.offset(self.from, square));
        let ground = map.ground(square);
        let level = |square| f32::from(map.level(square)) / 3.0;
        let is_here = square == self.from;
        Place {
            across: spot.across,
            along: spot.along,
            files: spot.files * PER_SQUARE,
            ranks: spot.ranks * PER_SQUARE,
            aside: aside as f32 * PER_SQUARE,
            ahead: ahead as f32 * PER_SQUARE,
            askew: sideways(self.mover.facing, rules.offset(self.from, square)) as f32 / 4.0,
            distance: aside.abs().max(ahead.abs()) as f32 * PER_SQUARE,
            stays: flag(is_here),
            joins: flag(!is_here && table.state.front(square).is_some()),
            wood: flag(ground == Ground::Wood),
            town: flag(ground == Ground::Town),
            water: flag(matches!(ground, Ground::Ford | Ground::River | Ground::Marsh)),
            road: flag(map.is_road(square)),
            walled: flag(is_walled(map, square)),
            level: level(square),
            climb: level(square) - level(self.from),
            objective: capped(f32::from(at_stake(rules, square)[table.seat.index()]) / 8.0, 2.0),
            ..Place::default()
        }
    }

    fn help(&self, table: &Table, square: Square) -> Help {
        let at = table.rules.grid().coordinates(square);
        let mut help = Help { friends: 0, supports: 0, led: 0 };
        if let Some(follower) = self.follower {
            help.count(self.mover, follower, 0);
        }
        let goes = |id| id == self.mover.id || self.follower.is_some_and(|follower| follower.id == id);
        for friend in table.fighters.iter().filter(|f| f.is_own && f.square.is_some() && !goes(f.id)) {
            let distance = friend.distance(at);
            if distance <= 1 {
                help.count(self.mover, friend, distance);
            }
        }
        help
    }
}

/// How far an offset is to the side of a facing, in squares.
fn sideways(facing: Facing, (dx, dy): (i32, i32)) -> i32 {
    match facing {
        Facing::North | Facing::South => dx.abs(),
        Facing::East | Facing::West => dy.abs(),
    }
}

/// Who would help the stand in a square.
struct Help {
    friends: u8,
    supports: u8,
    led: i8,
}

impl Help {
    fn count(&mut self, mover: &Fighter, friend: &Fighter, distance: i32) {
        self.friends += u8::from(distance == 1);
        if friend.is_general() {
            self.led = friend.arms.value;
        }
        if friend.is_of_class(mover) {
            self.supports += if distance == 0 { 2 } else { 1 };
        }
    }
}

/// What the enemies and the stand could do to each other with the stand in a square:
/// fills the row and says how near the nearest is.
fn meet(table: &Table, mover: &Fighter, square: Square, help: &Help, place: &mut Place) -> i32 {
    let at = table.rules.grid().coordinates(square);
    let map = table.rules.map();
    let (value, helped) = (mover.arms.value, help.supports as i8 + help.led);
    let fire = value + help.led + if is_covered(map, square) { 2 } else { 0 };
    let fears_cavalry = mover.is_prey && map.ground(square) == Ground::Open;
    let (mut nearest, mut safe, mut best) = (FAR, 1.0_f32, 0.0_f32);
    for enemy in &table.fighters {
        if enemy.is_own == mover.is_own || enemy.square.is_none() {
            continue;
        }
        let distance = enemy.distance(at);
        nearest = nearest.min(distance);
        let mut loss = 0.0_f32;
        if distance <= enemy.arms.fires {
            place.fired_next += 0.125;
            loss = expected_loss(enemy.arms.value, fire);
        }
        if distance <= enemy.arms.closes {
            place.charged_next += 0.125;
            let bonus = if enemy.arms.rides && fears_cavalry { 3 } else { 0 };
            loss = loss.max(expected_loss(enemy.arms.value + bonus, value + helped));
        }
        safe *= 1.0 - ENEMY_ACTS * loss;
        if distance <= mover.range {
            place.targets += 0.25;
            best = best.max(enemy.worth * expected_loss(value + help.led, enemy.prospect.fire));
        }
        if distance <= 1 {
            let is_open = enemy.is_flanked_from(at);
            place.beside += 0.25;
            place.behind += if is_open { 0.25 } else { 0.0 };
            if mover.arms.closes > 0 {
                let bonus =
                    if is_open { 2 } else { 0 } + if mover.arms.rides && enemy.fears_cavalry { 3 } else { 0 };
                best = best.max(enemy.worth * expected_loss(value + helped + bonus, enemy.prospect.close));
            }
        }
    }
    place.fired_next = place.fired_next.min(2.0);
    place.charged_next = place.charged_next.min(2.0);
    place.targets = place.targets.min(4.0);
    place.danger = 1.0 - safe;
    place.best = capped(best / 2.0, 4.0);
    nearest
}
