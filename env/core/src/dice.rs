//! Dice: what is thrown, by whom and for what; and a source of throws that is a pure
//! function of seed, turn, seat, purpose and count.
//!
//! Two games that share a seed share every initiative and activation throw to the end,
//! however differently they are played: a throw's pips do not depend on how many
//! other throws came before it. An agent's thinking cannot shift them either.

use rand::RngExt as _;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::{Ledger, Seat, seed::GameSeed};

/// One die: how many sides, and who throws it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Die {
    /// Number of sides; pips run from 1 to this.
    pub sides: u8,
    /// Whose die it is.
    pub seat: Seat,
}

impl Die {
    /// A die with `sides` sides thrown by `seat`.
    pub const fn new(sides: u8, seat: Seat) -> Self {
        Self { sides, seat }
    }
}

/// What a throw is for: a code that picks its stream, and the word shown to people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Purpose {
    code: u8,
    name: &'static str,
}

impl Purpose {
    /// A purpose; the code must be unique within its ruleset and never change.
    pub const fn new(code: u8, name: &'static str) -> Self {
        Self { code, name }
    }

    /// The code that picks its stream.
    pub const fn code(self) -> u8 {
        self.code
    }

    /// The word shown to people and written in records.
    pub const fn name(self) -> &'static str {
        self.name
    }
}

/// Who sees the pips of a throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Seen {
    /// Both seats.
    All,
    /// This seat alone, as a card dealt face down.
    Only(Seat),
}

impl Seen {
    /// Whether `seat` sees it.
    pub fn by(self, seat: Seat) -> bool {
        match self {
            Self::All => true,
            Self::Only(only) => only == seat,
        }
    }
}

/// The dice that a chance node waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// What for.
    pub purpose: Purpose,
    /// The turn of the battle it belongs to, from 1.
    pub turn: u16,
    /// The seat it belongs to: the thrower, or the initiator where both throw.
    pub seat: Seat,
    /// The dice, in the order in which they are read.
    pub dice: SmallVec<[Die; 4]>,
    /// Who sees the pips.
    pub seen: Seen,
    /// The modifiers that will be added, each with its reason and rule.
    pub ledger: Ledger,
}

impl Throw {
    /// A throw that both seats see, as yet without dice or modifiers.
    pub fn open(purpose: Purpose, turn: u16, seat: Seat) -> Self {
        Self { purpose, turn, seat, dice: SmallVec::new(), seen: Seen::All, ledger: Ledger::default() }
    }

    /// Adds a die.
    #[must_use]
    pub fn with(mut self, die: Die) -> Self {
        self.dice.push(die);
        self
    }

    /// How many different rolls there are.
    pub fn rolls(&self) -> u64 {
        self.dice.iter().map(|die| u64::from(die.sides)).product()
    }

    /// Checks that `pips` could lie on the table after this throw.
    ///
    /// # Errors
    /// [`DiceError`] says which die is missing, left over or impossible.
    pub fn admits(&self, pips: &[u8]) -> Result<(), DiceError> {
        if pips.len() != self.dice.len() {
            return Err(DiceError::Count { wanted: self.dice.len(), got: pips.len() });
        }
        for (number, (die, &pip)) in self.dice.iter().zip(pips).enumerate() {
            if pip == 0 || pip > die.sides {
                return Err(DiceError::Pip { number: number + 1, sides: die.sides, pip });
            }
        }
        Ok(())
    }

    /// Calls `each` with every possible roll, first die slowest.
    pub fn for_each_roll(&self, mut each: impl FnMut(&[u8])) {
        let mut pips: SmallVec<[u8; 8]> = self.dice.iter().map(|_| 1).collect();
        loop {
            each(&pips);
            let Some(place) = (0..pips.len()).rev().find(|&i| pips[i] < self.dice[i].sides) else {
                return;
            };
            pips[place] += 1;
            pips[place + 1..].fill(1);
        }
    }
}

/// What the rules read off a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading<Outcome> {
    /// An outcome.
    Outcome(Outcome),
    /// The dice do not count: throw again.
    ThrowAgain,
}

/// Pips that cannot lie on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiceError {
    /// Too few or too many dice.
    #[error("this throw takes {wanted} dice, and {got} were given")]
    Count {
        /// Dice wanted.
        wanted: usize,
        /// Dice given.
        got: usize,
    },
    /// A die shows what it cannot.
    #[error("die {number} shows {pip}, but a D{sides} shows 1 to {sides}")]
    Pip {
        /// Which die, from 1.
        number: usize,
        /// Its sides.
        sides: u8,
        /// What was claimed.
        pip: u8,
    },
    /// No dice are waited for.
    #[error("no throw is due now")]
    NotDue,
}

/// A source of throws, a pure function of its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dice {
    seed: GameSeed,
}

impl Dice {
    /// The dice of the game with this seed.
    pub const fn new(seed: GameSeed) -> Self {
        Self { seed }
    }

    /// The seed.
    pub const fn seed(&self) -> GameSeed {
        self.seed
    }

    /// Throws: the `count`-th throw (from 0) of its purpose for its turn and seat.
    /// `pips` is cleared first.
    pub fn throw(&self, throw: &Throw, count: u32, pips: &mut Vec<u8>) {
        let stream = u64::from(throw.turn) << 48
            | (throw.seat.index() as u64) << 40
            | u64::from(throw.purpose.code) << 32
            | u64::from(count);
        let mut rng = self.seed.stream(stream);
        pips.clear();
        pips.extend(throw.dice.iter().map(|die| rng.random_range(1..=die.sides)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two_d12(turn: u16) -> Throw {
        Throw::open(Purpose::new(3, "combat"), turn, Seat::FIRST)
            .with(Die::new(12, Seat::FIRST))
            .with(Die::new(12, Seat::SECOND))
    }

    #[test]
    fn throws_depend_on_nothing_but_their_address() {
        let dice = Dice::new(GameSeed::from_number(1));
        let (mut a, mut b) = (Vec::new(), Vec::new());
        dice.throw(&two_d12(4), 2, &mut a);
        for count in 0..50 {
            dice.throw(&two_d12(9), count, &mut b);
        }
        dice.throw(&two_d12(4), 2, &mut b);
        assert_eq!(a, b);
    }

    #[test]
    fn pips_are_fair() {
        let dice = Dice::new(GameSeed::from_number(2));
        let mut seen = [0_i32; 12];
        let mut pips = Vec::new();
        for count in 0..24_000 {
            dice.throw(&two_d12(1), count, &mut pips);
            seen[usize::from(pips[0]) - 1] += 1;
        }
        let chi: f64 = seen.iter().map(|&n| f64::from(n - 2000).powi(2) / 2000.0).sum();
        assert!(chi < 31.3, "chi-square {chi} with 11 degrees of freedom, 0.1 % is 31.3");
    }

    #[test]
    fn every_roll_is_enumerated_once() {
        let mut rolls = Vec::new();
        two_d12(1).for_each_roll(|pips| rolls.push(pips.to_vec()));
        assert_eq!(rolls.len() as u64, two_d12(1).rolls());
        rolls.dedup();
        assert_eq!(rolls.len(), 144);
    }

    #[test]
    fn impossible_dice_are_named() {
        let throw = two_d12(1);
        assert_eq!(throw.admits(&[3]), Err(DiceError::Count { wanted: 2, got: 1 }));
        assert_eq!(throw.admits(&[3, 13]), Err(DiceError::Pip { number: 2, sides: 12, pip: 13 }));
        assert_eq!(throw.admits(&[0, 1]), Err(DiceError::Pip { number: 1, sides: 12, pip: 0 }));
        assert_eq!(throw.admits(&[1, 12]), Ok(()));
    }
}
