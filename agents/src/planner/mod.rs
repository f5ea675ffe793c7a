//! The whole-turn planner: online evolution of the turn's sequence of activations.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `settings` | every number that shapes the planner |
//! | `plan` | a plan as genes; crossing and mutation |
//! | `dice` | common random numbers, stratified |
//! | `playing` | plays a plan to the end of the turn, mending it on the way |
//! | `evolution` | the population of one decision |
//!
//! # How it plans
//!
//! After Justesen, Mahlmann, Risi and Togelius (Playing Multi-Action Adversarial Games:
//! Online Evolutionary Planning versus Tree Search, 2017): a plan is the rest of the
//! side's turn, activation by activation, each a list of micro-decisions; plans are
//! crossed and mutated, and what they came to at the end of the turn decides which stay.
//!
//! * **Mending.** A decision of a plan that is not legal when its time comes is passed
//!   over; what a plan leaves open, [`Doctrine::prior`] decides. What a plan did becomes
//!   the plan.
//! * **Dice.** All plans are played under the same few sets of dice, so that differences
//!   are the plans' own. The best are played again under fresh dice before one is chosen.
//! * **End of turn.** The other side answers for a few choices as rollouts do
//!   ([`Doctrine::rollout`]), and [`Doctrine::evaluate`] judges.
//! * **First plans** are the scripted officer's, the likeliest by prior, a few by lot, and
//!   what is left of the plans before.
//! * **Memory.** Where the game goes on as the plan foresaw, without a throw, a reveal or
//!   an enemy's decision, the plan is followed at no cost. Anything else, and every new
//!   activation, is planned anew from the plans that are left.
//! * **Hidden information.** Each set of dice begins in its own sampled state.
//!
//! With a budget counted in simulations the choice is a function of the seed and of the
//! decisions so far.

mod dice;
mod evolution;
mod plan;
mod playing;
mod settings;

use rand_xoshiro::Xoshiro256PlusPlus;
use sandtable_core::{Doctrine, GameSeed, Node, Position};

pub use settings::Settings;

use crate::budget::{Budget, Pace};
use crate::{Agent, Candidate, Clock, Thought};
use evolution::{Effort, Evolution, Member};
use plan::{Gene, Plan};
use playing::{Player, Turn};

/// The longest plan that is told, in decisions.
const LONGEST_PLAN: usize = 48;

/// The planning agent. See the [module](self).
pub struct Planner<R: Doctrine> {
    settings: Settings,
    rng: Xoshiro256PlusPlus,
    pace: Pace,
    player: Player<R>,
    /// What is left of the plans, best first, and the turn that they are for.
    plans: Vec<Plan<R::Action>>,
    turn: Option<u16>,
    /// The decision that the plans foresee: what the seat would know there.
    foreseen: Option<(u64, R::State)>,
    value: Option<f64>,
    thought: Option<Thought<R::Action>>,
}

impl<R: Doctrine> Planner<R> {
    /// A planner with these settings.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            rng: GameSeed::from_number(0).rng(),
            pace: Pace::new(settings.thoughts_a_turn),
            player: Player::new(),
            plans: Vec::new(),
            turn: None,
            foreseen: None,
            value: None,
            thought: None,
        }
    }

    /// Follows the plan where it foresaw this decision of the activation under way.
    fn follow(&mut self, position: &Position<'_, R>) -> Option<(R::Action, R::State)> {
        let (key, state) = self.foreseen.take()?;
        let action = self.plans.first()?.first()?;
        let goes_on = key == position.view_key()
            && !position.rules().is_at_rest(&state)
            && position.actions().binary_search(&action).is_ok();
        if !goes_on {
            return None;
        }
        self.thought = Some(Thought {
            candidates: vec![Candidate { action, visits: 1, value: self.value, prior: None }],
            value: self.value,
            simulations: 0,
            why: "It goes on with the turn as it planned it.".to_owned(),
            plan: tell(position, &state, &self.plans[0]),
        });
        Some((action, state))
    }

    fn effort(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> Effort {
        match self.settings.budget {
            Budget::Simulations(plays) => Effort::Plays(plays),
            Budget::TimeATurn(time) => {
                Effort::Time { start: clock.elapsed(), length: self.pace.allot(position.turn(), time) }
            }
        }
    }

    fn think(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> (R::Action, R::State) {
        let effort = self.effort(position, clock);
        let state = position.sample(&mut self.rng);
        let is_under_way = !position.rules().is_at_rest(&state);
        if self.turn != Some(position.turn()) {
            self.plans.clear();
            self.turn = Some(position.turn());
        }
        if !is_under_way {
            // An activation has ended, or none began: what it had left is void.
            self.plans.iter_mut().for_each(Plan::finish);
        }
        let turn = Turn { seat: position.seat(), number: position.turn(), is_under_way };
        let mut evolution =
            Evolution::new(position, turn, &self.settings, &mut self.player, &mut self.rng, clock, effort);
        evolution.run(std::mem::take(&mut self.plans));
        let (members, plays) = (evolution.members, evolution.plays);
        if let Effort::Time { start, .. } = effort {
            self.pace.spend(clock.elapsed().saturating_sub(start));
        }
        let action = members.first().map_or(position.actions()[0], |best| best.first);
        self.value = members.first().map(|best| f64::from(best.value()).clamp(-1.0, 1.0));
        self.thought = Some(self.say(position, &state, &members, plays));
        self.plans = members.into_iter().map(|member| member.plan).collect();
        (action, state)
    }

    fn say(
        &self,
        position: &Position<'_, R>,
        state: &R::State,
        members: &[Member<R::Action>],
        plays: u32,
    ) -> Thought<R::Action> {
        let mut candidates: Vec<Candidate<R::Action>> = Vec::new();
        for member in members {
            match candidates.iter_mut().find(|candidate| candidate.action == member.first) {
                Some(candidate) => candidate.visits += member.plays(),
                None => candidates.push(Candidate {
                    action: member.first,
                    visits: member.plays(),
                    value: Some(f64::from(member.value())),
                    prior: None,
                }),
            }
        }
        let Some(best) = members.first() else {
            let action = position.actions()[0];
            return Thought::plain(action, position.notation(action), "No plan leads anywhere.");
        };
        let count = best.plan.activations.len();
        let why = format!(
            "Of the plans for the turn, played {plays} times in all under common dice, it expects most of the one that begins with {} and has {count} activation{} ({:+.2}; 1 is a sure win and -1 a sure loss).",
            position.notation(best.first),
            if count == 1 { "" } else { "s" },
            best.value(),
        );
        Thought {
            candidates,
            value: self.value,
            simulations: plays.into(),
            why,
            plan: tell(position, state, &best.plan),
        }
    }

    /// Remembers that `action` was taken in `state`, and what comes next if no dice and no
    /// enemy decide it.
    fn remember(&mut self, position: &Position<'_, R>, action: R::Action, mut state: R::State) {
        let rules = position.rules();
        let begins = rules.is_at_rest(&state);
        for plan in &mut self.plans {
            plan.forget(action, begins);
        }
        rules.apply(&mut state, action, &mut ());
        let mut actions = Vec::new();
        while rules.node(&state) == Node::Decision(position.seat()) {
            rules.actions(&state, &mut actions);
            let [only] = actions[..] else {
                self.foreseen = Some((rules.view_key(&state, position.seat()), state));
                return;
            };
            rules.apply(&mut state, only, &mut ());
        }
        self.foreseen = None;
    }
}

/// The plan in notation, as far as it can be done: at each throw with the likeliest
/// outcome, in one sampled state.
fn tell<R: Doctrine>(position: &Position<'_, R>, state: &R::State, plan: &Plan<R::Action>) -> Vec<String> {
    let rules = position.rules();
    let mut state = state.clone();
    let (mut actions, mut outcomes, mut words) = (Vec::new(), Vec::new(), Vec::new());
    let mut genes = plan.activations.iter().flatten();
    for _ in 0..playing::LONGEST_TURN {
        if words.len() == LONGEST_PLAN || rules.turn(&state) != position.turn() {
            break;
        }
        match rules.node(&state) {
            Node::Over(_) => break,
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                let likeliest = outcomes.iter().rev().max_by_key(|(_, weight)| *weight);
                let Some(&(outcome, _)) = likeliest else { break };
                rules.resolve(&mut state, outcome, &mut ());
            }
            Node::Decision(seat) => {
                rules.actions(&state, &mut actions);
                let mut action = actions[0];
                if seat != position.seat() {
                    if rules.is_at_rest(&state) {
                        break;
                    }
                } else if actions.len() > 1 {
                    let legal = genes.find_map(|gene| match gene {
                        Gene::Act(action) => actions.binary_search(action).is_ok().then_some(*action),
                        Gene::Draw => None,
                    });
                    let Some(next) = legal else { break };
                    action = next;
                    words.push(rules.notation(&state, action));
                }
                rules.apply(&mut state, action, &mut ());
            }
        }
    }
    words
}

impl<R: Doctrine> Agent<R> for Planner<R> {
    fn name(&self) -> String {
        format!("planner:{}", self.settings.budget)
    }

    fn begin(&mut self, seed: GameSeed) {
        self.rng = seed.rng();
        self.pace = Pace::new(self.settings.thoughts_a_turn);
        self.plans.clear();
        self.turn = None;
        self.foreseen = None;
        self.value = None;
        self.thought = None;
    }

    fn decide(&mut self, position: &Position<'_, R>, clock: &dyn Clock) -> R::Action {
        if let &[only] = position.actions() {
            self.foreseen = None;
            self.thought = Some(Thought::plain(only, position.notation(only), "There is no other choice."));
            return only;
        }
        let (action, state) = self.follow(position).unwrap_or_else(|| self.think(position, clock));
        self.remember(position, action, state);
        action
    }

    fn thought(&self) -> Option<&Thought<R::Action>> {
        self.thought.as_ref()
    }
}
