//! A battle in progress: stands, squares, turn and phase. Plain bytes, cloned by copying.

mod form;

use sandtable_core::hash::mix;
use sandtable_core::square::{Facing, Square};
use sandtable_core::{Broken, Seat, Verdict};
use serde::{Deserialize, Serialize};

use crate::stand::StandId;

/// The most stands in a battle, both sides together.
pub const MOST_STANDS: usize = 64;
/// The most squares of a battlefield.
pub const MOST_SQUARES: usize = 26 * 26;

const NOBODY: u8 = u8::MAX;
const NOWHERE: u16 = u16::MAX;

/// What became of a stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// It fights on.
    OnTable,
    /// It was destroyed.
    Destroyed,
    /// It left the table by this edge.
    Left(Facing),
}

/// One stand as it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StandState {
    square: u16,
    partner: u8,
    pub(crate) facing: Facing,
    pub(crate) fate: Fate,
    /// Behind its partner in the square.
    pub(crate) is_rear: bool,
    /// Activated this turn. G-15.
    pub(crate) is_activated: bool,
    /// Hidden from the enemy. G-48.
    pub(crate) is_concealed: bool,
    /// Cavalry on foot. G-46.
    pub(crate) is_dismounted: bool,
}

impl StandState {
    /// A stand that is not on the table, as every unused place of a state holds.
    pub(crate) const ABSENT: Self = Self {
        square: NOWHERE,
        partner: NOBODY,
        facing: Facing::North,
        fate: Fate::Destroyed,
        is_rear: false,
        is_activated: false,
        is_concealed: false,
        is_dismounted: false,
    };

    /// A stand in this square, or off the table.
    pub(crate) fn at(square: Option<Square>) -> Self {
        Self::ABSENT.moved(square)
    }

    /// The same stand without a partner in another square, or off the table.
    pub(crate) fn moved(self, square: Option<Square>) -> Self {
        Self { square: square.map_or(NOWHERE, |square| square.0), partner: NOBODY, ..self }
    }

    /// Where it stands, if on the table.
    pub fn square(&self) -> Option<Square> {
        (self.square != NOWHERE).then_some(Square(self.square))
    }

    /// The stand it shares its square with.
    pub fn partner(&self) -> Option<StandId> {
        (self.partner != NOBODY).then_some(StandId(self.partner))
    }

    /// Which way it faces.
    pub fn facing(&self) -> Facing {
        self.facing
    }

    /// What became of it.
    pub fn fate(&self) -> Fate {
        self.fate
    }

    /// Whether it is behind its partner.
    pub fn is_rear(&self) -> bool {
        self.is_rear
    }

    /// Whether it was activated this turn.
    pub fn is_activated(&self) -> bool {
        self.is_activated
    }

    /// Whether the enemy has not spotted it.
    pub fn is_concealed(&self) -> bool {
        self.is_concealed
    }

    /// Whether it is cavalry on foot.
    pub fn is_dismounted(&self) -> bool {
        self.is_dismounted
    }

    fn key(&self, id: usize) -> u64 {
        let (fate, edge) = match self.fate {
            Fate::OnTable => (0, 0),
            Fate::Destroyed => (1, 0),
            Fate::Left(edge) => (2, edge as u64),
        };
        let flags = u64::from(self.is_rear)
            | u64::from(self.is_activated) << 1
            | u64::from(self.is_concealed) << 2
            | u64::from(self.is_dismounted) << 3
            | (self.facing as u64) << 4
            | fate << 6
            | edge << 8;
        mix((id as u64) << 48 | u64::from(self.square) << 24 | flags)
    }
}

/// The stage of an activation: what its owner decides next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// Which stand of a pair acts, or both together.
    Who,
    /// Move first or fight first.
    Order,
    /// Where to.
    Destination,
    /// Whom to attack.
    Attack,
    /// Which way to face at the end.
    Facing,
}

/// An activation under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Activity {
    /// The stand that acts; the front one when both act together.
    pub lead: StandId,
    /// The stand that acts together with it.
    pub follower: Option<StandId>,
    /// The partner that may still act after it.
    pub waiting: Option<StandId>,
    /// The stand at the rear when the square was activated, after any swap: it may
    /// initiate combat only once it has moved to another square. RULING A11.
    pub rear: Option<StandId>,
    /// What is decided next.
    pub stage: Stage,
    /// Whether it fights before it moves.
    pub fights_first: bool,
    /// Whether it has left the square where it began.
    pub has_moved: bool,
    /// Whether front and rear have been exchanged.
    pub has_swapped: bool,
    /// Whether a stand of the square has acted already.
    pub has_acted: bool,
}

/// How a stand attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Fire combat.
    Fire,
    /// Close combat.
    Close,
}

/// A combat between an initiator and its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attack {
    /// Fire or close.
    pub kind: Kind,
    /// Who initiated.
    pub initiator: StandId,
    /// Against whom.
    pub target: StandId,
}

/// The reasons why a battle ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The last turn is over.
    TurnLimit,
    /// An army broke.
    Broken(Seat),
    /// Both armies broke in the same turn.
    BothBroken,
    /// No transport is on the table any more.
    ConvoyGone,
}

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TurnLimit => f.write_str("the last turn is over"),
            Self::Broken(seat) => write!(f, "the {seat} army broke"),
            Self::BothBroken => f.write_str("both armies broke"),
            Self::ConvoyGone => f.write_str("no transport is left on the table"),
        }
    }
}

/// Where in the turn the battle is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Both sides throw for initiative.
    Initiative,
    /// The active side throws for how many squares it may activate.
    Activation,
    /// The active side chooses a square.
    Choose,
    /// An activation is under way.
    Acting(Activity),
    /// A combat is thrown.
    Combat(Activity, Attack),
    /// Equal totals: bare dice decide who withdraws.
    Tie(Activity, Attack),
    /// The owner of this stand chooses where it withdraws to.
    Withdrawal(Activity, Attack, StandId),
    /// The battle is over.
    Over(Ended),
}

/// How it ended, as [`Verdict`] but hashable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Ended {
    /// For the first seat, in thousandths of a win.
    pub thousandths: i16,
    /// Points ahead.
    pub margin: i32,
    /// Why.
    pub reason: Reason,
}

impl From<Ended> for Verdict<Reason> {
    fn from(ended: Ended) -> Self {
        Self::new(ended.thousandths, ended.margin, ended.reason)
    }
}

/// A battle in progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "form::Form", into = "form::Form")]
pub struct State {
    stands: [StandState; MOST_STANDS],
    /// The front stand of each square.
    front: [u8; MOST_SQUARES],
    stands_key: u64,
    count: u8,
    pub(crate) turn: u8,
    /// Who has the initiative this turn.
    pub(crate) first: Seat,
    /// Whose half-turn it is.
    pub(crate) active: Seat,
    pub(crate) activations_left: u8,
    /// Concealed groups whose spotting throw is due, one bit each.
    pub(crate) spotting_due: u8,
    /// Concealed groups that have been thrown for in this half-turn.
    pub(crate) spotting_done: u8,
    pub(crate) phase: Phase,
}

impl State {
    /// An empty table for `count` stands.
    pub(crate) fn empty(count: usize) -> Self {
        let mut state = Self {
            stands: [StandState::ABSENT; MOST_STANDS],
            front: [NOBODY; MOST_SQUARES],
            stands_key: 0,
            count: count as u8,
            turn: 1,
            first: Seat::FIRST,
            active: Seat::FIRST,
            activations_left: 0,
            spotting_due: 0,
            spotting_done: 0,
            phase: Phase::Initiative,
        };
        state.stands_key = state.computed_key();
        state
    }

    fn computed_key(&self) -> u64 {
        self.stands().map(|id| self.stands[id.index()].key(id.index())).fold(0, |a, b| a ^ b)
    }

    /// The ids of all stands of the battle.
    pub fn stands(&self) -> impl Iterator<Item = StandId> + Clone + use<> {
        (0..self.count).map(StandId)
    }

    /// One stand.
    pub fn stand(&self, id: StandId) -> &StandState {
        &self.stands[id.index()]
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Who has the initiative.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// Whose half-turn it is.
    pub fn active(&self) -> Seat {
        self.active
    }

    /// Squares that the active side may still activate.
    pub fn activations_left(&self) -> u8 {
        self.activations_left
    }

    /// Where in the turn the battle is.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The front stand of a square.
    pub fn front(&self, square: Square) -> Option<StandId> {
        let id = self.front[square.index()];
        (id != NOBODY).then_some(StandId(id))
    }

    /// The stands of a square, front first.
    pub fn at(&self, square: Square) -> impl Iterator<Item = StandId> {
        let front = self.front(square);
        front.into_iter().chain(front.and_then(|id| self.stand(id).partner()))
    }

    /// Where a stand is.
    ///
    /// # Panics
    /// When it is not on the table.
    pub(crate) fn place(&self, id: StandId) -> Square {
        self.stand(id).square().expect("the stand is on the table")
    }

    /// Whether a stand is on the table.
    pub(crate) fn is_on_table(&self, id: StandId) -> bool {
        self.stand(id).square != NOWHERE
    }

    /// The key of all stands, kept incrementally.
    pub(crate) fn stands_key(&self) -> u64 {
        self.stands_key
    }

    /// One stand's share of [`Self::stands_key`].
    pub(crate) fn stand_key(&self, id: StandId) -> u64 {
        self.stand(id).key(id.index())
    }

    /// Changes one stand and the key with it. Not for square or partner.
    pub(crate) fn change(&mut self, id: StandId, change: impl FnOnce(&mut StandState)) {
        let i = id.index();
        self.stands_key ^= self.stands[i].key(i);
        change(&mut self.stands[i]);
        self.stands_key ^= self.stands[i].key(i);
    }

    /// Turns a stand, and its partner with it. RULING A30.
    pub(crate) fn turn_to(&mut self, id: StandId, facing: Facing) {
        self.change(id, |stand| stand.facing = facing);
        if let Some(partner) = self.stand(id).partner() {
            self.change(partner, |stand| stand.facing = facing);
        }
    }

    /// Takes a stand off its square; a stand behind it comes to the front.
    pub(crate) fn lift(&mut self, id: StandId) {
        let square = self.place(id);
        let partner = self.stand(id).partner();
        self.front[square.index()] = partner.map_or(NOBODY, |p| p.0);
        if let Some(partner) = partner {
            self.change(partner, |stand| {
                stand.partner = NOBODY;
                stand.is_rear = false;
            });
        }
        self.change(id, |stand| {
            stand.square = NOWHERE;
            stand.partner = NOBODY;
            stand.is_rear = false;
        });
    }

    /// Puts a stand on a square, behind whoever is there and facing as he does.
    pub(crate) fn put(&mut self, id: StandId, square: Square) {
        let front = self.front(square);
        let facing = front.map_or(self.stand(id).facing, |front| self.stand(front).facing);
        self.change(id, |stand| {
            stand.square = square.0;
            stand.partner = front.map_or(NOBODY, |front| front.0);
            stand.is_rear = front.is_some();
            stand.facing = facing;
        });
        match front {
            Some(front) => self.change(front, |stand| stand.partner = id.0),
            None => self.front[square.index()] = id.0,
        }
    }

    /// The same moment of the battle with every stand taken off the table.
    pub(crate) fn cleared(&self) -> Self {
        let mut state = self.clone();
        state.stands = [StandState::ABSENT; MOST_STANDS];
        state.front = [NOBODY; MOST_SQUARES];
        state.stands_key = state.computed_key();
        state
    }

    /// Gives stands their state and puts them on the empty table, those in front first:
    /// partners follow from who shares a square.
    pub(crate) fn set_out(&mut self, stands: &(impl Iterator<Item = (StandId, StandState)> + Clone)) {
        for is_rear in [false, true] {
            for (id, stand) in stands.clone().filter(|(_, stand)| stand.is_rear == is_rear) {
                let off_table = StandState { is_rear: false, ..stand.moved(None) };
                self.change(id, |place| *place = off_table);
                if let Some(square) = stand.square() {
                    self.put(id, square);
                }
            }
        }
    }

    /// Exchanges front and rear.
    pub(crate) fn swap(&mut self, front: StandId, rear: StandId) {
        self.front[self.place(front).index()] = rear.0;
        self.change(front, |stand| stand.is_rear = true);
        self.change(rear, |stand| stand.is_rear = false);
    }

    /// Takes a stand from the battle.
    pub(crate) fn remove(&mut self, id: StandId, fate: Fate) {
        self.lift(id);
        self.change(id, |stand| {
            *stand = StandState { fate, ..StandState::ABSENT };
        });
    }

    /// Checks that squares, pairs and keys agree with each other.
    pub(crate) fn check(&self) -> Result<(), Broken> {
        let broken = |what: String| Err(Broken(what));
        for (square, &front) in self.front.iter().enumerate() {
            if front != NOBODY && self.stands[usize::from(front) % MOST_STANDS].square != square as u16 {
                return broken(format!(
                    "square {square} says stand {front} is there, and the stand does not"
                ));
            }
        }
        for id in self.stands() {
            let stand = self.stand(id);
            let Some(square) = stand.square() else {
                if stand.fate == Fate::OnTable || stand.partner().is_some() {
                    return broken(format!("stand {} is nowhere and yet in the battle", id.0));
                }
                continue;
            };
            let is_there = self.at(square).any(|there| there == id);
            if stand.fate != Fate::OnTable || !is_there {
                return broken(format!("stand {} is not where it says", id.0));
            }
            if let Some(partner) = stand.partner() {
                let other = self.stand(partner);
                let fits = other.partner() == Some(id) && other.square == stand.square;
                if !fits || other.facing != stand.facing || other.is_rear == stand.is_rear {
                    return broken(format!("stands {} and {} are no proper pair", id.0, partner.0));
                }
            } else if stand.is_rear {
                return broken(format!("stand {} is behind nobody", id.0));
            }
        }
        if self.computed_key() != self.stands_key {
            return broken("the position key is stale".to_owned());
        }
        Ok(())
    }
}
