//! A recorded battle as people read it: every decision and throw with what came of it.

use anyhow::Result;
use sandtable_core::record::Line;
use sandtable_core::{Game, Playable, Record, Seat, Throw, notation};

use crate::screen;

/// A battle told from its record.
pub(crate) struct Chronicle<R: Playable> {
    /// The battle at its end, or as far as the record goes.
    pub(crate) game: Game<R>,
    /// What the scenario calls the sides.
    pub(crate) sides: [String; 2],
    /// Everything in order; the first entry is what happened before the first line.
    pub(crate) entries: Vec<Entry<R>>,
}

/// A decision or throw, and what came of it.
pub(crate) struct Entry<R: Playable> {
    /// The turn it belongs to.
    pub(crate) turn: u16,
    /// What was done; nothing where the reader may not know, or for the start.
    pub(crate) what: Option<String>,
    /// What happened by it, a sentence each.
    pub(crate) events: Vec<String>,
    /// The state after it.
    pub(crate) state: R::State,
}

/// Replays the record. With `from`, only what that seat saw is told.
///
/// # Errors
/// When the record is of another version, or does not replay.
pub(crate) fn tell<R: Playable>(record: &Record, from: Option<Seat>) -> Result<Chronicle<R>> {
    let mut entries: Vec<Entry<R>> = Vec::new();
    let mut lines = record.lines.iter();
    let mut due: Option<(u16, Option<String>)> = None;
    let mut told = 0;
    let game = record.replay::<R>(|game| {
        let sides = sides(&**game.rules());
        let (turn, what) = due.take().unwrap_or((game.turn(), None));
        let events = game.events()[told..]
            .iter()
            .filter_map(|event| match from {
                Some(seat) => game.rules().redact(event, seat),
                None => Some(event.clone()),
            })
            .map(|event| screen::one_line(&game.rules().narrate(&event)))
            .collect();
        told = game.events().len();
        entries.push(Entry { turn, what, events, state: game.state().clone() });
        due = lines.next().map(|line| (game.turn(), describe(game, line, from, &sides)));
    })?;
    Ok(Chronicle { sides: sides(&**game.rules()), game, entries })
}

/// What the scenario calls the sides.
pub(crate) fn sides<R: Playable>(rules: &R) -> [String; 2] {
    Seat::BOTH.map(|seat| screen::one_line(&rules.side(seat)))
}

/// A line of the record that is about to be followed, in words.
fn describe<R: Playable>(
    game: &Game<R>,
    line: &Line,
    from: Option<Seat>,
    sides: &[String; 2],
) -> Option<String> {
    match line {
        Line::Do { seat, action } => {
            if from.is_some_and(|from| from != *seat) {
                return None;
            }
            let side = &sides[seat.index()];
            let parsed = notation::parse(&**game.rules(), game.state(), action).ok()?;
            let words = screen::one_line(&game.rules().describe(&game.view(*seat), parsed));
            Some(format!("{side}: {words} ({action})"))
        }
        Line::Throw { purpose, dice } => {
            let throw: Throw = game.due()?;
            if from.is_some_and(|from| !throw.seen.by(from)) {
                return None;
            }
            Some(format!("Dice for {purpose}: {}", screen::pips(&throw, dice, sides)))
        }
        Line::Resign { seat } => Some(format!("{} gives the battle up", sides[seat.index()])),
        Line::Over { .. } => None,
    }
}

impl<R: Playable> Chronicle<R> {
    /// The entries of each turn, in order.
    pub(crate) fn turns(&self) -> Vec<(u16, &[Entry<R>])> {
        self.entries.chunk_by(|a, b| a.turn == b.turn).map(|chunk| (chunk[0].turn, chunk)).collect()
    }
}
