//! How much of the whole each seat knows as the battle goes on.

use sandtable_core::{Driver, Playable, Seat};
use sandtable_protocol::play::Viewer;

use crate::deed::Deed;
use crate::undo;

/// Which seats know everything.
pub(super) struct Insight {
    /// The seats that somebody looks on from: nobody is told what the others know.
    watched: [bool; 2],
    now: [bool; 2],
    /// Whether they did all the time.
    always: [bool; 2],
}

impl Insight {
    /// How it is at the start.
    pub(super) fn begin<R: Playable>(driver: &Driver<R>, viewers: &[Viewer]) -> Self {
        let watched = Seat::BOTH.map(|seat| viewers.contains(&seat.into()));
        let mut insight = Self { watched, now: [false; 2], always: watched };
        insight.look(driver);
        insight
    }

    /// How it is after something was done. Says which seats can tell what it was: those that
    /// knew everything before it and know everything after it.
    pub(super) fn after<R: Playable>(&mut self, driver: &Driver<R>, deed: &Deed) -> [bool; 2] {
        let before = self.now;
        self.look(driver);
        if let Deed::Throw { throw, .. } = deed {
            for seat in Seat::BOTH {
                self.always[seat.index()] &= throw.seen.by(seat);
            }
            return [false; 2];
        }
        Seat::BOTH.map(|seat| before[seat.index()] && self.now[seat.index()])
    }

    /// How it is after something was taken back.
    pub(super) fn back_to<R: Playable>(&mut self, driver: &Driver<R>) {
        self.look(driver);
    }

    fn look<R: Playable>(&mut self, driver: &Driver<R>) {
        for seat in Seat::BOTH {
            let knows = self.watched[seat.index()] && undo::sees_all(driver, seat);
            self.now[seat.index()] = knows;
            self.always[seat.index()] &= knows;
        }
    }

    /// Whether nothing is hidden from a seat now.
    pub(super) fn knows_all(&self, seat: Seat) -> bool {
        self.now[seat.index()]
    }

    /// Whether nothing was ever hidden from it.
    pub(super) fn has_known_all(&self, seat: Seat) -> bool {
        self.always[seat.index()]
    }
}
