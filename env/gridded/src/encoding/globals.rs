//! One row for the whole battle.

use sandtable_core::encoding::flag;
use sandtable_core::{Seat, row};

use super::capped;
use super::table::Table;
use crate::rules::Gridded;
use crate::state::{Phase, Stage, State};
use crate::victory::Terms;

row! {
    /// The battle.
    pub(crate) struct Battle {
        /// Turns begun.
        turn: new("parts of the battle", 0.0, 1.0),
        /// Turns left, this one among them.
        turns_left: new("turns / 12", 0.0, 1.0),
        /// Squares that the own side may still activate.
        activations: new("squares / 12", 0.0, 2.0),
        /// Own stands not activated this turn.
        fresh: new("stands / 16", 0.0, 4.0),
        /// The own side has the initiative this turn.
        initiative: flag(),
        /// It is the own side's half-turn.
        active: flag(),
        /// The enemy's half-turn of this turn is still to come.
        enemy_to_come: flag(),
        /// A square is to be chosen.
        choose: flag(),
        /// Which stand of a pair acts is to be chosen.
        who: flag(),
        /// Whether to move or to fight first is to be chosen.
        order: flag(),
        /// A destination is to be chosen.
        destination: flag(),
        /// An attack is to be chosen.
        attack: flag(),
        /// A facing is to be chosen.
        facing: flag(),
        /// Where to withdraw to is to be chosen.
        withdrawal: flag(),
        /// The acting stand fights before it moves.
        fights_first: flag(),
        /// It has left the square where it began.
        has_moved: flag(),
        /// Front and rear have been exchanged.
        has_swapped: flag(),
        /// A stand of the square has acted already.
        has_acted: flag(),
        /// Points by which the own side is ahead, objectives counted as they are held.
        ahead: new("points / 20", -2.0, 2.0),
        /// The same, where the first points weigh most.
        ahead_soon: new("tanh(points / 10)", -1.0, 1.0),
        /// Points of it that objectives make.
        ground: new("points / 10", -2.0, 2.0),
        /// Points that objectives would make for the own side.
        ground_to_win: new("points / 10", 0.0, 4.0),
        /// The same for the enemy.
        ground_to_lose: new("points / 10", 0.0, 4.0),
        /// Points at which the battle is no draw any more.
        draw: new("points / 10", 0.0, 4.0),
        /// Points at which a victory is decisive.
        decisive: new("points / 20", 0.0, 4.0),
        /// Armies break.
        breaks: flag(),
        /// How near the own army is to breaking.
        own_broken: new("parts of the limit", 0.0, 1.0),
        /// How near the enemy's army is to breaking.
        enemy_broken: new("parts of the limit", 0.0, 1.0),
        /// The own side has a convoy to bring home.
        convoy: flag(),
        /// The enemy has a convoy to bring home.
        enemy_convoy: flag(),
        /// Transports of the convoy delivered.
        delivered: new("parts of the convoy", 0.0, 1.0),
        /// Transports of the convoy destroyed.
        destroyed: new("parts of the convoy", 0.0, 1.0),
        /// Transports of the convoy on the table.
        on_the_way: new("parts of the convoy", 0.0, 1.0),
        /// Points destroyed more than lost count for the convoy.
        honours: flag(),
        /// How many of them raise its verdict by half a victory.
        honoured: new("points / 10", 0.0, 4.0),
        /// Points of the own stands on the table.
        own_value: new("points / 40", 0.0, 4.0),
        /// Points of the enemy's stands on the table.
        enemy_value: new("points / 40", 0.0, 4.0),
        /// Own stands on the table.
        own_stands: new("stands / 32", 0.0, 2.0),
        /// The enemy's stands on the table.
        enemy_stands: new("stands / 32", 0.0, 2.0),
        /// Those of them that the own side does not see.
        enemy_hidden: new("stands / 16", 0.0, 4.0),
        /// Own stands that the enemy does not see.
        own_hidden: new("stands / 16", 0.0, 4.0),
        /// The own general is on the table.
        general: flag(),
        /// The enemy's general is on the table.
        enemy_general: flag(),
        /// What the enemy's next half-turn is feared to take.
        feared: new("points / 8", 0.0, 4.0),
        /// What the own next half-turn is hoped to take.
        hoped: new("points / 8", 0.0, 4.0),
        /// Files of the turned table.
        width: new("squares / 26", 0.0, 1.0),
        /// Ranks of the turned table.
        depth: new("squares / 26", 0.0, 1.0),
        /// There are roads.
        roads: flag(),
        /// Cavalry charges with a bonus in the open.
        cavalry_bonus: flag(),
        /// Fire into flank or rear has a bonus.
        flank_fire: flag(),
        /// The commander's value is added to the activation throw.
        commander_activation: flag(),
        /// The enemy's base line is the far edge.
        enemy_ahead: flag(),
        /// It is the right edge.
        enemy_right: handed("enemy_left"),
        /// It is the own base line.
        enemy_back: flag(),
        /// It is the left edge.
        enemy_left: handed("enemy_right"),
        /// Own stands may leave by the far edge.
        exit_ahead: flag(),
        /// By the right edge.
        exit_right: handed("exit_left"),
        /// By the own base line.
        exit_back: flag(),
        /// By the left edge.
        exit_left: handed("exit_right"),
        /// The enemy's stands may leave by the far edge.
        enemy_exit_ahead: flag(),
        /// By the right edge.
        enemy_exit_right: handed("enemy_exit_left"),
        /// By the own base line.
        enemy_exit_back: flag(),
        /// By the left edge.
        enemy_exit_left: handed("enemy_exit_right"),
    }
}

/// Writes the battle's row.
pub(super) fn write(table: &Table, out: &mut Vec<f32>) {
    let mut battle = Battle::default();
    time(table, &mut battle);
    stage(table.phase(), &mut battle);
    score(table.rules, table.state, table.seat, &mut battle);
    forces(table, &mut battle);
    setting(table, &mut battle);
    battle.write(out);
}

fn time(table: &Table, battle: &mut Battle) {
    let (rules, state, seat) = (table.rules, table.state, table.seat);
    battle.turn = f32::from(state.turn()) / f32::from(rules.turns());
    battle.turns_left = (f32::from(rules.turns()) - f32::from(state.turn()) + 1.0) / 12.0;
    let is_active = state.active() == seat;
    battle.activations =
        if is_active { capped(f32::from(state.activations_left()) / 12.0, 2.0) } else { 0.0 };
    battle.initiative = flag(state.first() == seat);
    battle.active = flag(is_active);
    battle.enemy_to_come = flag(is_active && state.first() == seat);
}

fn stage(phase: &Phase, battle: &mut Battle) {
    let (Phase::Acting(activity) | Phase::Withdrawal(activity, ..)) = phase else {
        battle.choose = 1.0;
        return;
    };
    battle.fights_first = flag(activity.fights_first);
    battle.has_moved = flag(activity.has_moved);
    battle.has_swapped = flag(activity.has_swapped);
    battle.has_acted = flag(activity.has_acted);
    let due = match (phase, activity.stage) {
        (Phase::Withdrawal(..), _) => &mut battle.withdrawal,
        (_, Stage::Who) => &mut battle.who,
        (_, Stage::Order) => &mut battle.order,
        (_, Stage::Destination) => &mut battle.destination,
        (_, Stage::Attack) => &mut battle.attack,
        (_, Stage::Facing) => &mut battle.facing,
    };
    *due = 1.0;
}

fn score(rules: &Gridded, state: &State, seat: Seat, battle: &mut Battle) {
    let (stands, ground) = rules.points(state);
    let own = |points: i32| (points * seat.sign()) as f32;
    battle.ahead = (own(stands + ground) / 20.0).clamp(-2.0, 2.0);
    battle.ahead_soon = (own(stands + ground) / 10.0).tanh();
    battle.ground = (own(ground) / 10.0).clamp(-2.0, 2.0);
    match rules.terms() {
        Terms::Points { draw, decisive, breaks, objectives, .. } => {
            battle.draw = capped(*draw as f32 / 10.0, 4.0);
            battle.decisive = capped(*decisive as f32 / 20.0, 4.0);
            let worth =
                |seat: Seat| objectives.iter().map(|o| f32::from(o.points[seat.index()])).sum::<f32>();
            battle.ground_to_win = capped(worth(seat) / 10.0, 4.0);
            battle.ground_to_lose = capped(worth(seat.other()) / 10.0, 4.0);
            if let Some(breaks) = breaks {
                let part = |seat: Seat| {
                    capped(rules.lost(state, seat, false) as f32 / f32::from(breaks[seat.index()]), 1.0)
                };
                battle.breaks = 1.0;
                battle.own_broken = part(seat);
                battle.enemy_broken = part(seat.other());
            }
        }
        &Terms::Convoy { side, exit, transports, honours } => {
            battle.convoy = flag(side == seat);
            battle.enemy_convoy = flag(side != seat);
            let part = |count: i32| count as f32 / transports as f32;
            [battle.delivered, battle.destroyed, battle.on_the_way] =
                rules.convoy(state, side, exit).map(part);
            battle.honours = flag(honours.is_some());
            battle.honoured = capped(f32::from(honours.unwrap_or(0)) / 10.0, 4.0);
        }
    }
}

fn forces(table: &Table, battle: &mut Battle) {
    let mut fresh = 0;
    for fighter in &table.fighters {
        let (stand, now) = (table.rules.stand(fighter.id), table.state.stand(fighter.id));
        let (stands, value, general, hidden, lost) = if fighter.is_own {
            (
                &mut battle.own_stands,
                &mut battle.own_value,
                &mut battle.general,
                &mut battle.own_hidden,
                &mut battle.feared,
            )
        } else {
            (
                &mut battle.enemy_stands,
                &mut battle.enemy_value,
                &mut battle.enemy_general,
                &mut battle.enemy_hidden,
                &mut battle.hoped,
            )
        };
        *stands += 1.0 / 32.0;
        *value += f32::from(stand.value) / 40.0;
        *lost += (1.0 - fighter.prospect.safe) * fighter.worth / 8.0;
        if fighter.is_general() {
            *general = 1.0;
        }
        if now.is_concealed() {
            *hidden += 1.0 / 16.0;
        }
        fresh += u8::from(fighter.is_own && !now.is_activated());
    }
    battle.fresh = f32::from(fresh) / 16.0;
    for most in [&mut battle.own_value, &mut battle.enemy_value, &mut battle.feared, &mut battle.hoped] {
        *most = most.min(4.0);
    }
}

fn setting(table: &Table, battle: &mut Battle) {
    let (rules, seat, frame) = (table.rules, table.seat, &table.frame);
    let (files, ranks) = frame.size();
    battle.width = files as f32 / 26.0;
    battle.depth = ranks as f32 / 26.0;
    battle.roads = flag(rules.map().has_roads());
    battle.cavalry_bonus = flag(rules.options().cavalry_bonus);
    battle.flank_fire = flag(rules.options().flank_fire);
    battle.commander_activation = flag(rules.options().commander_activation);
    [battle.enemy_ahead, battle.enemy_right, battle.enemy_back, battle.enemy_left] =
        frame.hands(rules.base(seat.other()));
    let exits = |seat: Seat| {
        let mut hands = [0.0; 4];
        rules.exits(seat).iter().for_each(|&edge| hands[frame.hand(edge)] = 1.0);
        hands
    };
    [battle.exit_ahead, battle.exit_right, battle.exit_back, battle.exit_left] = exits(seat);
    [battle.enemy_exit_ahead, battle.enemy_exit_right, battle.enemy_exit_back, battle.enemy_exit_left] =
        exits(seat.other());
}
