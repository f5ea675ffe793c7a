//! What the dice of a combat decide. G-42 to G-45.

use sandtable_core::{Events, Reading, Totals};

use crate::action::Outcome;
use crate::event::Happening;
use crate::rules::Gridded;
use crate::state::{Activity, Attack, Fate, Phase, State};

use super::initiative::HIGHER;

/// What two totals mean. RULINGS R1, R2: at half or less the target is destroyed,
/// compared in whole numbers. The combats of the play-test replay through this (G-52).
pub fn compare(initiator: i32, target: i32) -> Outcome {
    match initiator.cmp(&target) {
        std::cmp::Ordering::Less => Outcome::Ineffective,
        std::cmp::Ordering::Equal => Outcome::Tie,
        std::cmp::Ordering::Greater if 2 * target <= initiator => Outcome::Destroyed,
        std::cmp::Ordering::Greater => Outcome::TargetWithdraws,
    }
}

/// How many of the 144 rolls of two D12 give each result, for these modifiers, in the
/// order ineffective, tie, withdraws, destroyed.
pub fn combat_weights(totals: Totals) -> [(Outcome, u32); 4] {
    let (mut ineffective, mut tie, mut destroyed) = (0, 0, 0);
    for die in 1..=12 {
        let total = die + i32::from(totals.initiator);
        // The target's die must be at most this for each result.
        let at_most = |limit: i32| (limit - i32::from(totals.target)).clamp(0, 12) as u32;
        let (below_or_equal, below) = (at_most(total), at_most(total - 1));
        ineffective += 12 - below_or_equal;
        tie += below_or_equal - below;
        destroyed += at_most(total.div_euclid(2)).min(below);
    }
    let withdraws = 144 - ineffective - tie - destroyed;
    [
        (Outcome::Ineffective, ineffective),
        (Outcome::Tie, tie),
        (Outcome::TargetWithdraws, withdraws),
        (Outcome::Destroyed, destroyed),
    ]
}

impl Gridded {
    pub(crate) fn combat_outcomes(&self, state: &State, attack: Attack, out: &mut Vec<(Outcome, u32)>) {
        out.extend(combat_weights(self.totals(state, attack)).into_iter().filter(|(_, weight)| *weight > 0));
    }

    pub(crate) fn read_combat(&self, state: &State, attack: Attack, dice: [u8; 2]) -> Outcome {
        let totals = self.totals(state, attack);
        let sum = |die: u8, modifiers: i8| i32::from(die) + i32::from(modifiers);
        compare(sum(dice[0], totals.initiator), sum(dice[1], totals.target))
    }

    pub(crate) fn tie_outcomes(&self, out: &mut Vec<(Outcome, u32)>) {
        out.extend([(Outcome::TargetWithdraws, HIGHER), (Outcome::InitiatorWithdraws, HIGHER)]);
    }

    /// G-43, RULING R15: the lower withdraws; equal again is thrown again.
    pub(crate) fn read_tie(&self, initiator: u8, target: u8) -> Reading<Outcome> {
        match initiator.cmp(&target) {
            std::cmp::Ordering::Greater => Reading::Outcome(Outcome::TargetWithdraws),
            std::cmp::Ordering::Less => Reading::Outcome(Outcome::InitiatorWithdraws),
            std::cmp::Ordering::Equal => Reading::ThrowAgain,
        }
    }

    pub(crate) fn take_result(
        &self,
        state: &mut State,
        activity: Activity,
        attack: Attack,
        outcome: Outcome,
        log: &mut impl Events<Self>,
    ) {
        self.tell(log, Happening::Result { initiator: attack.initiator, target: attack.target, outcome });
        match outcome {
            Outcome::Tie => state.phase = Phase::Tie(activity, attack),
            Outcome::TargetWithdraws => self.must_withdraw(state, activity, attack, attack.target, log),
            Outcome::InitiatorWithdraws => self.must_withdraw(state, activity, attack, attack.initiator, log),
            Outcome::Destroyed => {
                self.destroy(state, attack.target, false, log);
                self.after_combat(state, activity, log);
            }
            _ => self.after_fighting(state, activity),
        }
    }

    /// RULING R19: only the stand itself; one behind it stays.
    pub(crate) fn destroy(
        &self,
        state: &mut State,
        id: crate::stand::StandId,
        could_not_withdraw: bool,
        log: &mut impl Events<Self>,
    ) {
        self.tell(log, Happening::Destroyed { stand: id, at: state.place(id), could_not_withdraw });
        state.remove(id, Fate::Destroyed);
    }

    /// Goes on after a combat whose stands have withdrawn or died. G-58, RULING A9: an initiator
    /// that had to withdraw is done, and whoever acted together with it; a partner still
    /// to act acts (RULING A31).
    pub(crate) fn after_combat(&self, state: &mut State, activity: Activity, log: &mut impl Events<Self>) {
        if self.stop_if_decided(state, log) {
            return;
        }
        if matches!(state.phase, Phase::Withdrawal(_, _, loser) if loser == activity.lead) {
            self.finish(state, activity);
        } else {
            self.after_fighting(state, activity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // covers: G-42, G-43, G-44, G-45
    #[test]
    fn weights_are_the_count_of_all_rolls() {
        for initiator in -4..=30 {
            for target in -4..=30 {
                let mut counted = [0; 4];
                for a in 1..=12 {
                    for d in 1..=12 {
                        let place = match compare(a + i32::from(initiator), d + i32::from(target)) {
                            Outcome::Ineffective => 0,
                            Outcome::Tie => 1,
                            Outcome::TargetWithdraws => 2,
                            _ => 3,
                        };
                        counted[place] += 1;
                    }
                }
                let weights = combat_weights(Totals { initiator, target }).map(|(_, weight)| weight);
                assert_eq!(weights, counted, "{initiator} against {target}");
            }
        }
    }
}
