//! A recorded battle as people read it: every decision and throw with what came of it.

use std::ops::Range;

use sandtable_core::record::RecordError;
use sandtable_core::{Game, Playable, Record, Seat};

use crate::deed::Deed;
use crate::screen;

/// A battle told from its record.
pub struct Chronicle<R: Playable> {
    /// The battle at its end, or as far as the record goes.
    pub game: Game<R>,
    /// What the scenario calls the sides.
    pub sides: [String; 2],
    /// Everything in order; the first entry is what happened before the first line.
    pub entries: Vec<Entry<R>>,
}

/// A decision or throw, and what came of it.
pub struct Entry<R: Playable> {
    /// The turn it belongs to.
    pub turn: u16,
    /// What was done.
    pub deed: Deed,
    /// What happened by it, a sentence each.
    pub events: Vec<String>,
    /// The state after it.
    pub state: R::State,
}

/// Replays the record. With `from`, only what that seat saw is told.
///
/// # Errors
/// When the record is of another version, or does not replay.
pub fn tell<R: Playable>(record: &Record, from: Option<Seat>) -> Result<Chronicle<R>, RecordError> {
    let mut entries: Vec<Entry<R>> = Vec::new();
    let mut lines = record.lines.iter();
    let mut due: Option<(u16, Deed)> = None;
    let mut told = 0;
    let game = record.replay::<R>(|game| {
        let (turn, deed) = due.take().unwrap_or((game.turn(), Deed::Unseen));
        let events = events(game, told..game.events().len(), game.turn(), from);
        told = game.events().len();
        entries.push(Entry { turn, deed, events, state: game.state().clone() });
        due = lines.next().map(|line| {
            let deed = Deed::by_line(game, line);
            (game.turn(), if deed.is_seen(from) { deed } else { Deed::Unseen })
        });
    })?;
    Ok(Chronicle { sides: sides(&**game.rules()), game, entries })
}

/// What a seat saw of these events, or with none all of them: a sentence each, but for the
/// heading of the turn that they led to.
pub fn events<R: Playable>(
    game: &Game<R>,
    which: Range<usize>,
    turn: u16,
    from: Option<Seat>,
) -> Vec<String> {
    game.events()[which]
        .iter()
        .filter_map(|event| match from {
            Some(seat) => game.rules().redact(event, seat),
            None => Some(event.clone()),
        })
        .map(|event| screen::one_line(&game.rules().narrate(&event)))
        // The turns have headings of their own.
        .filter(|event| *event != screen::turn_heading(turn))
        .collect()
}

/// What the scenario calls the sides.
pub fn sides<R: Playable>(rules: &R) -> [String; 2] {
    Seat::BOTH.map(|seat| screen::one_line(&rules.side(seat)))
}

impl<R: Playable> Chronicle<R> {
    /// The entries of each turn, in order.
    pub fn turns(&self) -> Vec<(u16, &[Entry<R>])> {
        self.entries.chunk_by(|a, b| a.turn == b.turn).map(|chunk| (chunk[0].turn, chunk)).collect()
    }
}
