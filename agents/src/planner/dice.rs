//! Common random numbers: the same few sets of dice for every plan.
//!
//! A throw is known by the action that led to it, so that two plans that let the same
//! stand fire at the same target throw the same for it, whenever in the turn they do.
//! Over the sets, each throw's chances are stratified: of `sets` sets, one falls in each
//! `sets`-th part of the weights (`McKay`, Beckman and Conover 1979, Latin hypercube
//! sampling), which comes nearer to exact odds than independent dice do.

use std::hash::{Hash, Hasher as _};

use sandtable_core::hash::{self, Keyed};

/// One set of dice among several.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dice {
    /// Shared by all sets that are stratified together.
    pub(super) salt: u64,
    /// How many sets there are, at least 1.
    pub(super) sets: u32,
    /// Which this is, from 0.
    pub(super) number: u32,
}

/// Which throw: the action that led to it and how many came after it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cause {
    action: u64,
    throws: u64,
}

impl Cause {
    pub(super) fn of(action: &impl Hash) -> Self {
        let mut hasher = Keyed(0);
        action.hash(&mut hasher);
        Self { action: hasher.finish(), throws: 0 }
    }
}

impl Dice {
    /// Seeds what else is drawn under this set.
    pub(super) fn seed(self) -> u64 {
        hash::chain(self.salt, self.number.into())
    }

    /// The outcome of the throw. Counts it.
    ///
    /// # Panics
    /// When there are no outcomes.
    pub(super) fn throw<Outcome: Copy>(self, outcomes: &[(Outcome, u32)], cause: &mut Cause) -> Outcome {
        cause.throws += 1;
        let key = hash::chain(hash::chain(self.salt, cause.action), cause.throws);
        let lot = |number: u32| hash::chain(key, number.into());
        let own = lot(self.number);
        let rank = (0..self.sets).filter(|&number| lot(number) < own).count() as f64;
        let jitter = (hash::mix(own) >> 11) as f64 / (1_u64 << 53) as f64;
        let share = (rank + jitter) / f64::from(self.sets);
        let total = sandtable_core::odds::total(outcomes);
        let ticket = (share * f64::from(total)) as u32;
        sandtable_core::odds::pick(outcomes, ticket.min(total - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_share_the_outcomes_out_by_their_weights() {
        let outcomes = [('a', 3), ('b', 4), ('c', 1)];
        let mut firsts = [0; 8];
        for salt in 0..200 {
            let mut fallen = [0; 3];
            for number in 0..8 {
                let mut cause = Cause::of(&7_u32);
                let letter = Dice { salt, sets: 8, number }.throw(&outcomes, &mut cause);
                fallen[(letter as u8 - b'a') as usize] += 1;
                firsts[number as usize] += i32::from(letter == 'a');
            }
            assert_eq!(fallen, [3, 4, 1]);
        }
        // No set is luckier than another: 75 of 200 on average.
        assert!(firsts.iter().all(|count| (50..100).contains(count)), "{firsts:?}");
    }

    #[test]
    fn a_throw_is_the_same_whatever_came_before_it() {
        let outcomes: Vec<(u32, u32)> = (0..100).map(|face| (face, 1)).collect();
        let dice = Dice { salt: 5, sets: 4, number: 2 };
        let (mut first, mut second) = (Cause::of(&"fire"), Cause::of(&"close"));
        let alone = dice.throw(&outcomes, &mut first);
        let again = dice.throw(&outcomes, &mut first);
        dice.throw(&outcomes, &mut second);
        let mut later = Cause::of(&"fire");
        assert_eq!(dice.throw(&outcomes, &mut later), alone);
        assert_eq!(dice.throw(&outcomes, &mut later), again);
        assert_ne!(alone, again);
    }
}
