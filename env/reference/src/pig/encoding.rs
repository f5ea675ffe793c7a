//! A position of Pig as numbers: `pig/v1`. The units are the two players, the one place
//! is the score that stopping leads to.

use sandtable_core::encoding::flag;
use sandtable_core::{Encode, Encoder, Encoding, Reference, Ruleset, Seat, row};

use super::{Action, Pig, State};

row! {
    /// A player.
    pub(crate) struct Player {
        /// The deciding one.
        own: flag(),
        /// What the player has kept.
        kept: new("parts of the target", 0.0, 1.0),
        /// What the player's turn has gathered.
        gathered: new("parts of the target", 0.0, 1.0),
    }
}

row! {
    /// The score that stopping leads to.
    pub(crate) struct Score {
        /// What is kept then.
        kept: new("parts of the target", 0.0, 1.0),
        /// That wins.
        wins: flag(),
    }
}

row! {
    /// The game.
    pub(crate) struct Table {
        /// What the own side has kept.
        kept: new("parts of the target", 0.0, 1.0),
        /// What the other side has kept.
        other_kept: new("parts of the target", 0.0, 1.0),
        /// What this turn has gathered.
        gathered: new("parts of the target", 0.0, 1.0),
        /// To stop wins.
        reached: flag(),
        /// What the own side would still lack after stopping.
        lacks: new("throws of the highest pip / 8", 0.0, 4.0),
        /// What the other side lacks.
        other_lacks: new("throws of the highest pip / 8", 0.0, 4.0),
        /// The chance of a 1.
        bust: new("chance", 0.0, 0.5),
        /// Rolls and stops left before the game is drawn, where they are limited.
        left: new("rolls and stops / 64", 0.0, 4.0),
        /// They are limited.
        limited: flag(),
    }
}

row! {
    /// What the player does.
    pub(crate) struct Deed {
        /// Roll.
        roll: flag(),
        /// Stop.
        stop: flag(),
    }
}

impl Encode for Pig {
    const ENCODER: Encoder = Encoder {
        ruleset: Self::ID,
        version: 1,
        units: Player::COLUMNS,
        places: Score::COLUMNS,
        globals: Table::COLUMNS,
        actions: Deed::COLUMNS,
        relations: &["itself", "the other player"],
    };

    fn encode(&self, state: &State, seat: Seat, actions: &[Action], out: &mut Encoding) {
        out.clear();
        let [kept, other] = [seat, seat.other()].map(|seat| state.kept[seat.index()]);
        let part = |points: u16| (f32::from(points) / f32::from(self.target)).min(1.0);
        let lacks = |points: u16| {
            let throws = f32::from(self.target.saturating_sub(points)) / f32::from(self.sides);
            (throws / 8.0).min(4.0)
        };
        let stopped = kept.saturating_add(state.gathered);
        let left = self.limit.map_or(0, |limit| limit.saturating_sub(state.taken));
        Player { own: 1.0, kept: part(kept), gathered: part(state.gathered) }.write(&mut out.units);
        Player { own: 0.0, kept: part(other), gathered: 0.0 }.write(&mut out.units);
        out.relations.extend([0, 1, 1, 0]);
        Score { kept: part(stopped), wins: flag(stopped >= self.target) }.write(&mut out.places);
        for &action in actions {
            let stops = action == Action::Stop;
            Deed { roll: flag(!stops), stop: flag(stops) }.write(&mut out.actions);
            out.references.push(Reference { unit: Some(0), target: None, place: stops.then_some(0) });
        }
        let table = Table {
            kept: part(kept),
            other_kept: part(other),
            gathered: part(state.gathered),
            reached: flag(stopped >= self.target),
            lacks: lacks(stopped),
            other_lacks: lacks(other),
            bust: 1.0 / f32::from(self.sides),
            left: (left as f32 / 64.0).min(4.0),
            limited: flag(self.limit.is_some()),
        };
        table.write(&mut out.globals);
    }

    /// Players survive.
    fn survival(&self, _: &State, _: Seat, _: &State, out: &mut Vec<f32>) {
        out.clear();
        out.resize(2, 1.0);
    }

    /// How far the first player is ahead, in parts of the target.
    fn margin(&self, end: &State) -> f32 {
        let [first, second] = end.kept.map(|kept| f32::from(kept.min(self.target)));
        (first - second) / f32::from(self.target)
    }
}
