//! A game that the engine keeps, and everybody who follows it.

use std::sync::Arc;
use std::time::Instant;

use sandtable_core::record::Line;
use sandtable_core::{Seat, hash};
use sandtable_protocol::call::ActionChoice;
use sandtable_protocol::play::{DiceMode, GameId, Viewer};
use sandtable_protocol::{Code, Fault, Situation};

use crate::battle::{Battle, Found, Frame, Standing};
use crate::following::Follower;
use crate::seeds::{self, Seeds};
use crate::store::{Begun, Store};
use crate::thinking::Handle;

/// How far back a repeated decision or throw is looked for, in lines of the record.
const REPEATED: usize = 64;

/// A game with everybody who follows it.
pub(crate) struct Table {
    pub(crate) begun: Begun,
    pub(crate) seeds: Seeds,
    pub(crate) battle: Box<dyn Battle>,
    pub(crate) undos: u32,
    pub(crate) followers: Vec<Follower>,
    /// Whether agents wait.
    pub(crate) paused: bool,
    /// How many decisions agents may take all the same, of those that this viewer sees.
    pub(crate) steps: (u32, Viewer),
    /// The thought that runs.
    pub(crate) thinking: Option<Arc<Handle>>,
    /// A decision that came while the game was paused, and where.
    pub(crate) pending: Option<(Stamp, Found)>,
    /// Whether the end was told.
    pub(crate) is_closed: bool,
    pub(crate) touched: Instant,
}

/// A moment of a game: lines of its record, and undos.
pub(crate) type Stamp = (usize, u32);

impl Table {
    /// The game's name.
    pub(crate) fn name(&self) -> &GameId {
        &self.begun.game
    }

    /// This moment.
    pub(crate) fn stamp(&self) -> Stamp {
        (self.battle.record().lines.len(), self.undos)
    }

    /// Whose eyes a token opens.
    ///
    /// # Errors
    /// [`Code::BadToken`] when it opens none.
    pub(crate) fn viewer(&self, token: &str) -> Result<Viewer, Fault> {
        let hashed = seeds::hashed(token);
        let tokens = Viewer::ALL.into_iter().zip(&self.begun.tokens);
        let mut viewers =
            tokens.filter(|(_, known)| known.as_ref() == Some(&hashed)).map(|(viewer, _)| viewer);
        viewers
            .next()
            .ok_or_else(|| Fault::at(Code::BadToken, "token", "this token opens no seat of this game"))
    }

    /// Whether a front end plays a seat.
    pub(crate) fn is_client(&self, seat: Seat) -> bool {
        self.begun.players[seat.index()] == crate::PERSON
    }

    /// Whether a front end plays any seat.
    pub(crate) fn has_client(&self) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.is_client(seat))
    }

    /// The name of a decision or throw. It tells nothing, not even how many came before:
    /// some of them may be hidden.
    fn id(&self, kind: &str, (lines, undos): Stamp) -> String {
        let seed = self.seeds.secret().derive(kind, lines as u64).derive("undone", undos.into());
        seed.to_string()[..16].to_owned()
    }

    /// Whether the engine throws the dice that are due: its own, and those that only an
    /// agent may see.
    pub(crate) fn throws(&self, seen: [bool; 2]) -> bool {
        self.begun.dice == DiceMode::Server
            || !Viewer::ALL.into_iter().any(|viewer| self.may_throw(viewer, seen))
    }

    fn may_throw(&self, viewer: Viewer, seen: [bool; 2]) -> bool {
        let is_there = self.begun.tokens[viewer as usize].is_some();
        is_there && viewer.seat().is_none_or(|seat| seen[seat.index()])
    }

    /// The name of the decision or throw at hand, if it is the viewer's.
    pub(crate) fn at_hand(&self, viewer: Viewer) -> Option<String> {
        match self.battle.standing() {
            Standing::Decision(seat) if self.is_client(seat) && viewer.is(seat) => {
                Some(self.id("decision", self.stamp()))
            }
            Standing::Throw(seen) if !self.throws(seen) && self.may_throw(viewer, seen) => {
                Some(self.id("throw", self.stamp()))
            }
            _ => None,
        }
    }

    /// Equal for equal knowledge of a viewer, what it is asked included.
    pub(crate) fn hash(&self, viewer: Viewer) -> String {
        let at_hand = self.at_hand(viewer).and_then(|id| u64::from_str_radix(&id, 16).ok());
        let flags = u64::from(self.paused) << 1 | u64::from(self.battle.standing() == Standing::Over);
        let known = hash::chain(self.battle.knowledge(viewer), at_hand.unwrap_or_default());
        format!("{:016x}", hash::chain(known, flags))
    }

    /// How the game stands for a viewer: the log from an entry on, or everything.
    pub(crate) fn situation(&self, viewer: Viewer, since: Option<u32>) -> Situation {
        let is_over = self.battle.standing() == Standing::Over;
        self.battle.situation(Frame {
            game: self.name().clone(),
            viewer,
            since,
            players: self.begun.players.clone().map(shown),
            dice: self.begun.dice,
            paused: self.paused,
            at_hand: self.at_hand(viewer),
            commitment: self.seeds.commitment(),
            continued: self.begun.continued,
            secret: is_over.then(|| self.seeds.told()),
            hash: self.hash(viewer),
        })
    }

    /// Keeps what was added to the record.
    pub(crate) fn keep(&mut self, store: &mut dyn Store, before: usize) -> Result<(), Fault> {
        self.touched = Instant::now();
        let lines: Result<Vec<_>, _> =
            self.battle.record().lines[before..].iter().map(serde_json::to_string).collect();
        let lines = lines.map_err(|error| Fault::new(Code::Internal, error.to_string()))?;
        store.append(self.name(), &lines).map_err(|error| kept(&error))
    }

    /// Takes a decision. Says `false` where it is the one that was taken already.
    pub(crate) fn act(
        &mut self,
        viewer: Viewer,
        decision: &str,
        action: &ActionChoice,
        limit: usize,
    ) -> Result<bool, Fault> {
        if self.at_hand(viewer).as_deref() == Some(decision)
            && matches!(self.battle.standing(), Standing::Decision(_))
        {
            if self.battle.bytes() > limit {
                return Err(Fault::new(
                    Code::TooLarge,
                    "this game has grown larger than one may: begin a new one",
                ));
            }
            return self.battle.act(action).map(|()| true);
        }
        if self.lines_named("decision", decision).any(|line| self.battle.was(line, action)) {
            return Ok(false);
        }
        Err(self.refusal(viewer, "decision", decision))
    }

    /// Takes dice. Says `false` where they are those that were taken already.
    pub(crate) fn throw(&mut self, viewer: Viewer, throw: &str, dice: &[u8]) -> Result<bool, Fault> {
        if self.at_hand(viewer).as_deref() == Some(throw)
            && matches!(self.battle.standing(), Standing::Throw(_))
        {
            return self.battle.throw_was(dice).map(|()| true);
        }
        let lines = &self.battle.record().lines;
        let was = |line: usize| matches!(&lines[line], Line::Throw { dice: thrown, .. } if thrown == dice);
        if self.lines_named("throw", throw).any(was) {
            return Ok(false);
        }
        Err(self.refusal(viewer, "throw", throw))
    }

    /// The line of the record, of late, whose decision or throw had this name.
    fn lines_named<'a>(&'a self, kind: &'a str, name: &'a str) -> impl Iterator<Item = usize> + 'a {
        let lines = self.battle.record().lines.len();
        (lines.saturating_sub(REPEATED)..lines)
            .rev()
            .filter(move |&line| self.id(kind, (line, self.undos)) == name)
    }

    fn refusal(&self, viewer: Viewer, kind: &str, name: &str) -> Fault {
        if self.at_hand(viewer).is_some() {
            let message = format!("{kind} `{}` is not the one at hand", short(name));
            return Fault::at(Code::Stale, kind, message);
        }
        match self.battle.standing() {
            Standing::Over => Fault::new(Code::NotYourTurn, "the battle is over"),
            Standing::Decision(seat) => Fault::new(Code::NotYourTurn, format!("the {seat} seat decides now")),
            Standing::Throw(_) if kind == "throw" => {
                Fault::new(Code::NotAThrow, "no throw is due that you make")
            }
            Standing::Throw(_) => Fault::new(Code::NotYourTurn, "dice are due, not a decision"),
        }
    }

    /// Lets agents that wait take one decision that the viewer sees: how many it does not see
    /// stays hidden.
    pub(crate) fn step(&mut self, viewer: Viewer) {
        let (steps, _) = self.steps;
        self.steps = (steps + u32::from(self.paused), viewer);
    }

    /// Lets agents go on.
    pub(crate) fn resume(&mut self) {
        (self.paused, self.steps.0) = (false, 0);
    }

    /// Takes the decision that an agent came to, as one of the steps that were asked for.
    pub(crate) fn agent_decided(&mut self, found: Found) -> Result<(), Fault> {
        let (_, viewer) = self.steps;
        let before = self.battle.step(viewer);
        self.battle.decided(found)?;
        let is_seen = self.battle.step(viewer) > before;
        self.steps.0 = self.steps.0.saturating_sub(u32::from(is_seen));
        Ok(())
    }

    /// Whether nobody would miss it in memory.
    pub(crate) fn is_idle(&self) -> bool {
        self.followers.is_empty() && self.thinking.is_none()
    }
}

/// How a player is called in situations.
fn shown(player: String) -> String {
    if player == crate::PERSON { sandtable_protocol::play::CLIENT.to_owned() } else { player }
}

/// As much of a stranger's text as is worth repeating.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// A store that failed.
pub(crate) fn kept(error: &crate::store::StoreError) -> Fault {
    Fault::new(Code::Internal, error.to_string())
}
