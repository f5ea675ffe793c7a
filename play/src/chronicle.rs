//! A recorded battle as people read it: every decision and throw with what came of it.

use anyhow::Result;
use sandtable_core::record::Line;
use sandtable_core::{Game, Playable, Record, Seat, notation};

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
    /// What was done.
    pub(crate) deed: Deed,
    /// What happened by it, a sentence each.
    pub(crate) events: Vec<String>,
    /// The state after it.
    pub(crate) state: R::State,
}

/// What was done.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    /// Nothing that the reader may know of: the start, the end, the other side's decisions.
    Unseen,
    /// A seat decided: in notation and in words.
    Decision { seat: Seat, notation: String, words: String },
    /// Dice were thrown for a seat.
    Throw { seat: Seat, dice: String },
    /// A seat gave up.
    Resignation(Seat),
}

impl Deed {
    /// Whose it was.
    pub(crate) fn seat(&self) -> Option<Seat> {
        match self {
            Self::Unseen => None,
            Self::Decision { seat, .. } | Self::Throw { seat, .. } | Self::Resignation(seat) => Some(*seat),
        }
    }

    /// The deed as one sentence.
    pub(crate) fn sentence(&self, sides: &[String; 2]) -> Option<String> {
        match self {
            Self::Unseen => None,
            Self::Decision { seat, notation, words } => {
                Some(format!("{}: {words} ({notation}).", sides[seat.index()]))
            }
            Self::Throw { dice, .. } => Some(format!("{dice}.")),
            Self::Resignation(seat) => Some(format!("{} gave the battle up.", sides[seat.index()])),
        }
    }
}

impl<R: Playable> Entry<R> {
    /// What was done and what came of it, as one line.
    pub(crate) fn told(&self, sides: &[String; 2]) -> Option<String> {
        let events = self.events.join(" ");
        let sentence = match &self.deed {
            Deed::Decision { .. } if !events.is_empty() => return Some(events),
            deed => deed.sentence(sides)?,
        };
        Some(format!("{sentence} {events}").trim_end().to_owned())
    }
}

/// Replays the record. With `from`, only what that seat saw is told.
///
/// # Errors
/// When the record is of another version, or does not replay.
pub(crate) fn tell<R: Playable>(record: &Record, from: Option<Seat>) -> Result<Chronicle<R>> {
    let mut entries: Vec<Entry<R>> = Vec::new();
    let mut lines = record.lines.iter();
    let mut due: Option<(u16, Deed)> = None;
    let mut told = 0;
    let game = record.replay::<R>(|game| {
        let sides = sides(&**game.rules());
        let (turn, deed) = due.take().unwrap_or((game.turn(), Deed::Unseen));
        let events = game.events()[told..]
            .iter()
            .filter_map(|event| match from {
                Some(seat) => game.rules().redact(event, seat),
                None => Some(event.clone()),
            })
            .map(|event| screen::one_line(&game.rules().narrate(&event)))
            // The turns have headings of their own.
            .filter(|event| *event != screen::turn_heading(game.turn()))
            .collect();
        told = game.events().len();
        entries.push(Entry { turn, deed, events, state: game.state().clone() });
        due = lines.next().map(|line| (game.turn(), describe(game, line, from, &sides)));
    })?;
    Ok(Chronicle { sides: sides(&**game.rules()), game, entries })
}

/// What the scenario calls the sides.
pub(crate) fn sides<R: Playable>(rules: &R) -> [String; 2] {
    Seat::BOTH.map(|seat| screen::one_line(&rules.side(seat)))
}

/// A line of the record that is about to be followed, in words.
fn describe<R: Playable>(game: &Game<R>, line: &Line, from: Option<Seat>, sides: &[String; 2]) -> Deed {
    match line {
        Line::Do { seat, action } if from.is_none_or(|from| from == *seat) => {
            let Ok(parsed) = notation::parse(&**game.rules(), game.state(), action) else {
                return Deed::Unseen;
            };
            let words = screen::one_line(&game.rules().describe(&game.view(*seat), parsed));
            Deed::Decision { seat: *seat, notation: screen::one_line(action), words }
        }
        Line::Throw { purpose, dice } => match game.due() {
            Some(throw) if from.is_none_or(|from| throw.seen.by(from)) => {
                let dice = format!("Dice for {purpose}: {}", screen::pips(&throw, dice, sides));
                Deed::Throw { seat: throw.seat, dice }
            }
            _ => Deed::Unseen,
        },
        Line::Resign { seat } => Deed::Resignation(*seat),
        Line::Do { .. } | Line::Over { .. } => Deed::Unseen,
    }
}

impl<R: Playable> Chronicle<R> {
    /// The entries of each turn, in order.
    pub(crate) fn turns(&self) -> Vec<(u16, &[Entry<R>])> {
        self.entries.chunk_by(|a, b| a.turn == b.turn).map(|chunk| (chunk[0].turn, chunk)).collect()
    }
}
