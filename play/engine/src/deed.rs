//! What was done in a battle: a decision, a throw, a resignation.

use sandtable_core::record::Line;
use sandtable_core::scene::Sketch;
use sandtable_core::{Game, Playable, Reading, Seat, Throw, notation};

use crate::screen;

/// What was done.
#[derive(Clone, Debug)]
pub enum Deed {
    /// Nothing that the reader may know of: the start, the end, the other side's decisions.
    Unseen,
    /// A seat decided.
    Decision {
        /// Who.
        seat: Seat,
        /// What, in notation.
        notation: String,
        /// What, in words.
        words: String,
        /// What, drawn.
        sketch: Sketch,
    },
    /// Dice were thrown.
    Throw {
        /// Which, with its modifiers.
        throw: Throw,
        /// What they showed.
        pips: Vec<u8>,
        /// Whether they count; otherwise they are thrown again.
        counts: bool,
    },
    /// A seat gave up.
    Resignation(Seat),
}

impl Deed {
    /// What the game is about to see done by this line of its record.
    pub fn by_line<R: Playable>(game: &Game<R>, line: &Line) -> Self {
        match line {
            Line::Do { seat, action } => match notation::parse(&**game.rules(), game.state(), action) {
                Ok(parsed) => Self::decision(game, *seat, parsed),
                Err(_) => Self::Unseen,
            },
            Line::Throw { dice, .. } => game.due().map_or(Self::Unseen, |throw| {
                let counts = matches!(game.rules().read(game.state(), dice), Ok(Reading::Outcome(_)));
                Self::Throw { throw, pips: dice.clone(), counts }
            }),
            Line::Resign { seat } => Self::Resignation(*seat),
            Line::Over { .. } => Self::Unseen,
        }
    }

    /// The decision that a seat is about to take.
    pub fn decision<R: Playable>(game: &Game<R>, seat: Seat, action: R::Action) -> Self {
        let (rules, view) = (game.rules(), game.view(seat));
        Self::Decision {
            seat,
            notation: screen::one_line(&rules.notation(game.state(), action)),
            words: screen::one_line(&rules.describe(&view, action)),
            sketch: rules.sketch(&view, action),
        }
    }

    /// Whether somebody may know of it: a seat, or with none the referee. What the other
    /// side decided shows in what happens, as far as it shows.
    pub fn is_seen(&self, from: Option<Seat>) -> bool {
        match (self, from) {
            (Self::Unseen, _) => false,
            (Self::Resignation(_), _) | (_, None) => true,
            (Self::Decision { seat, .. }, Some(from)) => *seat == from,
            (Self::Throw { throw, .. }, Some(from)) => throw.seen.by(from),
        }
    }

    /// Whose it was.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Self::Unseen => None,
            Self::Throw { throw, .. } => Some(throw.seat),
            Self::Decision { seat, .. } | Self::Resignation(seat) => Some(*seat),
        }
    }

    /// The deed as one sentence.
    pub fn sentence(&self, sides: &[String; 2]) -> Option<String> {
        match self {
            Self::Unseen => None,
            Self::Decision { seat, notation, words, .. } => {
                Some(format!("{}: {words} ({notation}).", sides[seat.index()]))
            }
            Self::Throw { throw, pips, .. } => {
                Some(format!("Dice for {}: {}.", throw.purpose.name(), screen::pips(throw, pips, sides)))
            }
            Self::Resignation(seat) => Some(format!("{} gave the battle up.", sides[seat.index()])),
        }
    }

    /// The deed and what came of it, as one line. What happened says what was decided.
    pub fn told(&self, events: &[String], sides: &[String; 2]) -> Option<String> {
        let events = events.join(" ");
        let sentence = match self {
            Self::Decision { .. } if !events.is_empty() => return Some(events),
            deed => deed.sentence(sides)?,
        };
        Some(format!("{sentence} {events}").trim_end().to_owned())
    }
}
