//! Turning points: where the search's own value of a battle swung.

use sandtable_agents::{Networks, NoClock, build};
use sandtable_core::{Driver, GameSeed, Node, Playable, Seat};

use crate::chronicle::Chronicle;

/// What judges a position.
pub const JUDGE: &str = "mcts:400";

/// How a turn went, in values for the first seat in [-1, 1].
pub struct Swing {
    /// The turn.
    pub turn: u16,
    /// Before its first decision.
    pub before: f64,
    /// After its last.
    pub after: f64,
    /// What moved the ruleset's own quick evaluation most, with what came of it.
    pub moved_by: Option<String>,
}

impl Swing {
    /// How far the turn went for the first seat.
    pub fn size(&self) -> f64 {
        self.after - self.before
    }
}

/// Every turn's swing, in the order of the battle.
pub fn swings<R: Playable>(told: &Chronicle<R>) -> Vec<Swing> {
    let turns = told.turns();
    // A turn stands as the next one finds it; the last one as the battle ended.
    let values: Vec<f64> = turns
        .iter()
        .map(|(_, entries)| value(told, &entries[0].state))
        .chain([told.game.value().unwrap_or_else(|| value(told, told.game.state()))])
        .collect();
    let mut before = told.game.rules().evaluate(&told.entries[0].state);
    turns
        .iter()
        .enumerate()
        .map(|(i, (turn, entries))| {
            let mut best: Option<(f32, String)> = None;
            for entry in *entries {
                let after = told.game.rules().evaluate(&entry.state);
                let moved = (after - before).abs();
                before = after;
                let most = best.as_ref().map_or(0.001, |(most, _)| *most);
                if moved > most
                    && let Some(what) = entry.deed.told(&entry.events, &told.sides)
                {
                    best = Some((moved, what));
                }
            }
            let moved_by = best.map(|(_, words)| words);
            Swing { turn: *turn, before: values[i], after: values[i + 1], moved_by }
        })
        .collect()
}

/// What the search thinks of a position, for the first seat: at the first decision that
/// it comes to by fixed dice. Like any agent it knows only what the deciding seat knows.
fn value<R: Playable>(told: &Chronicle<R>, state: &R::State) -> f64 {
    let rules = told.game.rules();
    let quick = || f64::from(rules.evaluate(state));
    if let Node::Over(verdict) = rules.node(state) {
        return verdict.value();
    }
    let seed = GameSeed::from_number(rules.key(state)).derive("judge", 0);
    let Ok(mut driver) = Driver::at(rules.clone(), state.clone(), Some(seed)) else {
        return quick();
    };
    while driver.throw(&mut (), |_, _| {}).is_ok() {}
    let Some(position) = driver.position() else {
        return driver.value().unwrap_or_else(quick);
    };
    let judge = JUDGE.parse().ok().and_then(|spec| build::<R>(&spec, &Networks::new()).ok());
    let Some(mut judge) = judge else {
        return quick();
    };
    judge.begin(seed);
    judge.decide(&position, &NoClock);
    let value = judge.thought().and_then(|thought| thought.value);
    value.map_or_else(quick, |value| value * f64::from(Seat::sign(position.seat())))
}
