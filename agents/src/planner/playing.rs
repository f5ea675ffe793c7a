//! Plays a plan to the end of the turn under one set of dice.

use rand::{Rng as _, RngExt as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use sandtable_core::{Doctrine, Node, Seat, odds};

use super::dice::{Cause, Dice};
use super::plan::{Gene, Plan};
use super::settings::Settings;
use crate::mcts::formulas::softmax;

/// Most choices and throws in a turn before it is judged where it stands: positions can
/// repeat in rulesets without a turn limit.
pub(super) const LONGEST_TURN: u32 = 2048;

/// The turn that plans are made for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turn {
    pub(super) seat: Seat,
    pub(super) number: u16,
    /// Whether the first decision belongs to an activation that is under way.
    pub(super) is_under_way: bool,
}

/// Who chooses where the plan says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// The likeliest action by [`Doctrine::prior`], or a rollout's where it has no opinion.
    Prior,
    /// The scripted officer.
    Drill,
    /// By lot among all.
    Lots,
}

/// How a play is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Terms<'a> {
    pub(super) turn: Turn,
    pub(super) settings: &'a Settings,
    pub(super) otherwise: Otherwise,
}

/// The scratch space of plays.
pub(super) struct Player<R: Doctrine> {
    actions: Vec<R::Action>,
    outcomes: Vec<(R::Outcome, u32)>,
    logits: Vec<f32>,
}

/// Where a play is in its plan.
struct Cursor<'a, Action> {
    plan: &'a Plan<Action>,
    activation: usize,
    gene: usize,
    /// Nothing was decided yet.
    is_new: bool,
}

impl<Action: Copy + Ord> Cursor<'_, Action> {
    /// The next gene for a legal list: of the activation under way, or of the first one
    /// left that can begin where one `begins`. What is passed over is passed over for good.
    fn next(&mut self, actions: &[Action], begins: bool) -> Option<Gene<Action>> {
        let can = |gene: &Gene<Action>| match gene {
            Gene::Act(action) => actions.binary_search(action).is_ok(),
            Gene::Draw => true,
        };
        let left = &self.plan.activations[self.activation.min(self.plan.activations.len())..];
        if begins {
            let skipped = usize::from(!self.is_new).min(left.len());
            let found = left[skipped..].iter().position(|genes| genes.first().is_some_and(can));
            self.activation += skipped + found.unwrap_or(left.len() - skipped);
            self.gene = 1;
            return found.map(|number| left[skipped + number][0]);
        }
        let genes = left.first()?.get(self.gene..)?;
        let found = genes.iter().position(can)?;
        self.gene += found + 1;
        Some(genes[found])
    }
}

impl<R: Doctrine> Player<R> {
    pub(super) fn new() -> Self {
        Self { actions: Vec::new(), outcomes: Vec::new(), logits: Vec::new() }
    }

    /// Plays `plan` from `state` to the end of the turn and lets the other side answer. Says the value for the turn's seat, in
    /// [-1, 1]. What its seat decided is written to `record`.
    pub(super) fn play(
        &mut self,
        rules: &R,
        state: &mut R::State,
        plan: &Plan<R::Action>,
        dice: Dice,
        terms: Terms<'_>,
        record: &mut Plan<R::Action>,
    ) -> f32 {
        let turn = terms.turn;
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(dice.seed());
        let mut cursor = Cursor { plan, activation: 0, gene: 0, is_new: true };
        let mut cause = Cause::default();
        record.activations.clear();
        for _ in 0..LONGEST_TURN {
            if rules.turn(state) != turn.number {
                break;
            }
            match rules.node(state) {
                Node::Over(_) => break,
                Node::Chance => {
                    rules.outcomes(state, &mut self.outcomes);
                    rules.resolve(state, dice.throw(&self.outcomes, &mut cause), &mut ());
                }
                Node::Decision(seat) => {
                    let rests = rules.is_at_rest(state);
                    if seat != turn.seat && rests {
                        break;
                    }
                    rules.actions(state, &mut self.actions);
                    let begins = if cursor.is_new { !turn.is_under_way } else { rests };
                    let index = if self.actions.len() == 1 {
                        0
                    } else if seat == turn.seat {
                        let gene = cursor.next(&self.actions, begins);
                        let index = self.choose(rules, state, gene, terms, &mut rng);
                        record.write(self.actions[index], begins);
                        cursor.is_new = false;
                        index
                    } else {
                        rules.rollout(state, &self.actions, &mut rng)
                    };
                    let action = self.actions[index];
                    cause = Cause::of(&action);
                    rules.apply(state, action, &mut ());
                }
            }
        }
        self.answer(rules, state, terms.settings.answer.unwrap_or(R::ROLLOUT_STEPS), &mut rng)
            * turn.seat.sign() as f32
    }

    fn choose(
        &mut self,
        rules: &R,
        state: &R::State,
        gene: Option<Gene<R::Action>>,
        terms: Terms<'_>,
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        match (gene, terms.otherwise) {
            (Some(Gene::Act(action)), _) => self.actions.binary_search(&action).unwrap_or(0),
            (Some(Gene::Draw), _) => self.draw(rules, state, terms.settings, rng),
            (None, Otherwise::Lots) => rules.eager(state, &self.actions, rng),
            (None, Otherwise::Drill) => {
                let seat = terms.turn.seat;
                let order = rules.drill(&rules.view(state, seat), seat, &self.actions);
                self.actions.binary_search(&order.action).unwrap_or(0)
            }
            (None, Otherwise::Prior) => {
                self.logits.clear();
                rules.prior(state, &self.actions, &mut self.logits);
                let logits = &self.logits;
                let best = (0..logits.len()).max_by(|&a, &b| logits[a].total_cmp(&logits[b]).then(b.cmp(&a)));
                best.unwrap_or_else(|| rules.rollout(state, &self.actions, rng))
            }
        }
    }

    fn draw(
        &mut self,
        rules: &R,
        state: &R::State,
        settings: &Settings,
        rng: &mut Xoshiro256PlusPlus,
    ) -> usize {
        let any = rng.random_range(0..self.actions.len() as u32) as usize;
        if rng.random_bool(settings.wildness.clamp(0.0, 1.0)) {
            return any;
        }
        self.logits.clear();
        rules.prior(state, &self.actions, &mut self.logits);
        if self.logits.is_empty() {
            return any;
        }
        for logit in &mut self.logits {
            *logit /= settings.boldness.max(1e-3);
        }
        softmax(&mut self.logits);
        let mut ticket = rng.random::<f32>();
        for (number, &chance) in self.logits.iter().enumerate() {
            ticket -= chance;
            if ticket < 0.0 {
                return number;
            }
        }
        any
    }

    /// Both sides play on for `steps` choices and throws and then to a rest, as rollouts
    /// do; the value for the first seat.
    fn answer(&mut self, rules: &R, state: &mut R::State, steps: u32, rng: &mut Xoshiro256PlusPlus) -> f32 {
        let mut done = 0;
        loop {
            match rules.node(state) {
                Node::Over(verdict) => return verdict.value() as f32,
                _ if done >= steps && (rules.is_at_rest(state) || done >= steps.saturating_mul(4)) => {
                    return rules.evaluate(state);
                }
                Node::Chance => {
                    rules.outcomes(state, &mut self.outcomes);
                    rules.resolve(state, odds::draw(&self.outcomes, rng), &mut ());
                    done += 1;
                }
                Node::Decision(_) => {
                    rules.actions(state, &mut self.actions);
                    let index = match self.actions.len() {
                        1 => 0,
                        _ => rules.rollout(state, &self.actions, rng),
                    };
                    rules.apply(state, self.actions[index], &mut ());
                    done += u32::from(self.actions.len() > 1);
                }
            }
        }
    }
}

/// A salt for sets of dice.
pub(super) fn salt(rng: &mut Xoshiro256PlusPlus) -> u64 {
    rng.next_u64()
}
