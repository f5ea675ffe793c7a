//! Online evolution of plans for one turn.
//!
//! Steady state: a child of one or two parents is played under the same dice as all
//! others and takes the worst plan's place when it is better. A child that is behind the
//! worst plan under the first dice is not played under the rest.

use std::time::Duration;

use rand::RngExt as _;
use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Doctrine, Position};

use super::dice::Dice;
use super::plan::Plan;
use super::playing::{Otherwise, Player, Terms, Turn, salt};
use super::settings::Settings;
use crate::Clock;

/// A plan with what it came to.
#[derive(Clone, Debug)]
pub(super) struct Member<Action> {
    pub(super) plan: Plan<Action>,
    /// The first action that it takes here.
    pub(super) first: Action,
    /// Value under each set of dice.
    values: Vec<f32>,
    /// Sum and number of values under fresh dice.
    proof: (f32, u32),
}

impl<Action> Member<Action> {
    fn sum(&self) -> f32 {
        self.values.iter().sum()
    }

    /// The mean over all dice.
    pub(super) fn value(&self) -> f32 {
        (self.sum() + self.proof.0) / (self.values.len() as f32 + self.proof.1 as f32)
    }

    pub(super) fn plays(&self) -> u64 {
        self.values.len() as u64 + u64::from(self.proof.1)
    }
}

/// What a decision may spend.
#[derive(Clone, Copy, Debug)]
pub(super) enum Effort {
    Plays(u32),
    Time { start: Duration, length: Duration },
}

/// One decision's evolution.
pub(super) struct Evolution<'a, R: Doctrine> {
    rules: &'a R,
    turn: Turn,
    settings: &'a Settings,
    player: &'a mut Player<R>,
    rng: &'a mut Xoshiro256PlusPlus,
    clock: &'a dyn Clock,
    effort: Effort,
    states: Vec<R::State>,
    salt: u64,
    pub(super) plays: u32,
    /// Best first.
    pub(super) members: Vec<Member<R::Action>>,
    record: Plan<R::Action>,
}

impl<'a, R: Doctrine> Evolution<'a, R> {
    pub(super) fn new(
        position: &Position<'a, R>,
        turn: Turn,
        settings: &'a Settings,
        player: &'a mut Player<R>,
        rng: &'a mut Xoshiro256PlusPlus,
        clock: &'a dyn Clock,
        effort: Effort,
    ) -> Self {
        let states = (0..settings.dice.max(1)).map(|_| position.sample(rng)).collect();
        Self {
            rules: position.rules(),
            turn,
            settings,
            player,
            salt: salt(rng),
            rng,
            clock,
            effort,
            states,
            plays: 0,
            members: Vec::new(),
            record: Plan::default(),
        }
    }

    /// Whether `part` of the effort is spent.
    fn is_spent(&self, part: f32) -> bool {
        if self.clock.is_stopped() {
            return true;
        }
        match self.effort {
            Effort::Plays(plays) => self.plays as f32 >= plays as f32 * part,
            Effort::Time { start, length } => self.clock.elapsed() >= start + length.mul_f32(part),
        }
    }

    /// Evolves plans, beginning with `kept`, the officer's and the likeliest by prior.
    pub(super) fn run(&mut self, kept: Vec<Plan<R::Action>>) {
        let part = 1.0 - self.settings.proof.clamp(0.0, 0.9);
        let empty = Plan::default();
        self.enter(&empty, Otherwise::Drill);
        for plan in kept {
            if !self.is_spent(part) {
                self.enter(&plan, Otherwise::Prior);
            }
        }
        if !self.is_spent(part) {
            self.enter(&empty, Otherwise::Prior);
        }
        let mut fresh = self.settings.population / 4;
        while !self.is_spent(part) {
            if fresh > 0 {
                fresh -= 1;
                self.enter(&empty, Otherwise::Lots);
                continue;
            }
            let child = self.child();
            self.enter(&child, Otherwise::Prior);
        }
        self.prove();
    }

    fn parent(&mut self) -> usize {
        // The better of two: members are sorted.
        let count = self.members.len() as u32;
        self.rng.random_range(0..count).min(self.rng.random_range(0..count)) as usize
    }

    fn child(&mut self) -> Plan<R::Action> {
        let one = self.parent();
        let mut child = self.members[one].plan.clone();
        if self.rng.random_bool(self.settings.crossover.clamp(0.0, 1.0)) {
            let other = self.parent();
            child = child.cross(&self.members[other].plan, self.rng);
            if self.rng.random_bool(0.5) {
                return child;
            }
        }
        child.mutate(self.turn.is_under_way, self.rng);
        child
    }

    /// Plays a plan under the common dice and lets it in where it is better than the
    /// worst. What it did under the first dice becomes the plan.
    fn enter(&mut self, plan: &Plan<R::Action>, otherwise: Otherwise) {
        let sets = self.states.len() as u32;
        let salt = self.salt;
        let is_full = self.members.len() >= self.settings.population.max(2);
        let mut values = vec![self.play(plan, Dice { salt, sets, number: 0 }, otherwise)];
        let plan = std::mem::take(&mut self.record);
        let Some(first) = plan.first() else { return };
        if self.members.iter().any(|member| member.plan == plan) {
            return;
        }
        for number in 1..sets {
            if is_full && number >= sets.div_ceil(4) && self.is_behind(&values) {
                return;
            }
            values.push(self.play(&plan, Dice { salt, sets, number }, Otherwise::Prior));
        }
        let member = Member { plan, first, values, proof: (0.0, 0) };
        if is_full {
            let worst = self.members.last().map_or(f32::NEG_INFINITY, Member::sum);
            if member.sum() <= worst {
                return;
            }
            self.members.pop();
        }
        let sum = member.sum();
        let place = self.members.partition_point(|other| other.sum() >= sum);
        self.members.insert(place, member);
    }

    /// Whether the values fall short of the worst plan's under the same dice.
    fn is_behind(&self, values: &[f32]) -> bool {
        let Some(worst) = self.members.last() else { return false };
        let sum: f32 = worst.values[..values.len()].iter().sum();
        values.iter().sum::<f32>() < sum
    }

    fn play(&mut self, plan: &Plan<R::Action>, dice: Dice, otherwise: Otherwise) -> f32 {
        self.plays += 1;
        let mut state = self.states[dice.number as usize].clone();
        let terms = Terms { turn: self.turn, settings: self.settings, otherwise };
        self.player.play(self.rules, &mut state, plan, dice, terms, &mut self.record)
    }

    /// Plays the best plans again under fresh dice while the budget lasts, and sorts them
    /// by what they came to over all.
    fn prove(&mut self) {
        let finalists = self.settings.finalists.max(1).min(self.members.len());
        let sets = self.states.len() as u32;
        let mut number = sets;
        let mut salt = self.salt;
        while finalists > 1 && !self.is_spent(1.0) {
            if number == sets {
                (number, salt) = (0, sandtable_core::hash::mix(salt));
            }
            for finalist in 0..finalists {
                let plan = std::mem::take(&mut self.members[finalist].plan);
                let value = self.play(&plan, Dice { salt, sets, number }, Otherwise::Prior);
                let member = &mut self.members[finalist];
                member.plan = plan;
                member.proof = (member.proof.0 + value, member.proof.1 + 1);
            }
            number += 1;
        }
        self.members[..finalists].sort_by(|a, b| b.value().total_cmp(&a.value()));
    }
}
