//! An agent's thought in words: candidates, what speaks for and against them, the plan.

use std::fmt::Write as _;
use std::sync::Arc;

use sandtable_agents::network::{Scratch, Source};
use sandtable_agents::{AgentSpec, Candidate, Networks, Thought};
use sandtable_core::encoding::Encoding;
use sandtable_core::{GameSeed, Node, Playable, Position, Seat};
use sandtable_protocol::play::Viewer;
use sandtable_protocol::{Code, Fault, reply, thought};

use super::Hosted;
use crate::{screen, undo};

/// So many candidates are weighed in words.
const WEIGHED: usize = 5;
/// Why a thought is not told. Which of the two it is would show what cannot be seen, too.
const NONE: &str =
    "No agent thought about that, or its thoughts would show what you cannot see while the battle lasts.";
/// A change of the quick evaluation that is not worth a word.
const SLIGHT: f32 = 0.01;

impl<R: Playable> Hosted<R> {
    /// What an agent thought at an entry of the viewer's log, or else at the last one.
    pub(super) fn explained(&self, viewer: Viewer, step: Option<u32>) -> Result<reply::Explained, Fault> {
        let is_over = self.game.is_over();
        let curve = self.curve(viewer, is_over);
        let (step, thought, why) = match self.thought_at(viewer, step)? {
            Ok((step, thought)) => (step, Some(thought), ""),
            Err(why) => (None, None, why),
        };
        Ok(reply::Explained { step, thought, why: why.to_owned(), curve })
    }

    /// The thought and the viewer's entry that it is about, or why there is none.
    fn thought_at(
        &self,
        viewer: Viewer,
        step: Option<u32>,
    ) -> Result<Result<(Option<u32>, thought::Thought), &'static str>, Fault> {
        let kept = match step {
            None => self.thoughts.latest().find(|kept| kept.is_for(viewer, self.game.is_over())),
            Some(step) => {
                let happening = self.log.happening(viewer, step).ok_or_else(|| {
                    Fault::at(Code::BadRequest, "step", format!("your log has no entry {step}"))
                })?;
                self.thoughts.at(happening)
            }
        };
        let Some((kept, (turn, lines))) =
            kept.and_then(|kept| Some((kept, self.log.before(kept.happening)?)))
        else {
            return Ok(Err(NONE));
        };
        if !kept.is_for(viewer, self.game.is_over()) {
            return Ok(Err(NONE));
        }
        let before = undo::back(&self.game, lines).map_err(|why| Fault::new(Code::Internal, why))?;
        let Some(position) = before.position() else {
            return Ok(Err(NONE));
        };
        let told = tell(&position, turn, &kept.agent, &kept.thought, &self.networks);
        Ok(Ok((self.log.step_of(viewer, kept.happening), told)))
    }

    fn curve(&self, viewer: Viewer, is_over: bool) -> Vec<reply::Expected> {
        let kept = self.thoughts.latest().rev().filter(|kept| kept.is_for(viewer, is_over));
        kept.filter_map(|kept| {
            let value = kept.thought.value? * f64::from(kept.seat.sign());
            let (turn, _) = self.log.before(kept.happening)?;
            let step = self.log.step_of(viewer, kept.happening)?;
            Some(reply::Expected { step, turn, seat: kept.seat, value, chance: f64::midpoint(1.0, value) })
        })
        .collect()
    }
}

/// A thought in words. Everything comes from the position's own seat's view.
pub(super) fn tell<R: Playable>(
    position: &Position<'_, R>,
    turn: u16,
    agent: &str,
    thought: &Thought<R::Action>,
    networks: &Arc<Networks>,
) -> thought::Thought {
    let (rules, view) = (position.rules(), position.view());
    let chosen = thought.candidates.first().map(|candidate| candidate.action);
    let candidates = thought.candidates.iter().enumerate().map(|(number, candidate)| {
        let (pro, contra) =
            if number < WEIGHED { weigh(position, thought, candidate) } else { (Vec::new(), Vec::new()) };
        thought::Candidate {
            notation: position.notation(candidate.action),
            words: screen::one_line(&rules.describe(view, candidate.action)),
            sketch: rules.sketch(view, candidate.action),
            visits: candidate.visits,
            value: candidate.value,
            prior: candidate.prior,
            pro,
            contra,
        }
    });
    thought::Thought {
        agent: agent.to_owned(),
        seat: position.seat(),
        turn,
        notation: chosen.map(|action| position.notation(action)).unwrap_or_default(),
        words: chosen.map(|action| screen::one_line(&rules.describe(view, action))).unwrap_or_default(),
        candidates: candidates.collect(),
        value: thought.value,
        simulations: thought.simulations,
        why: screen::one_line(&thought.why),
        plan: thought.plan.clone(),
        survivors: survivors(position, agent, networks).unwrap_or_default(),
    }
}

/// What speaks for a candidate and what against it: the search's own figures, the odds of
/// its throw by the ruleset's quick evaluation, and the drill book.
fn weigh<R: Playable>(
    position: &Position<'_, R>,
    thought: &Thought<R::Action>,
    candidate: &Candidate<R::Action>,
) -> (Vec<String>, Vec<String>) {
    let (mut pro, mut contra) = (Vec::new(), Vec::new());
    let values = thought.candidates.iter().filter_map(|other| other.value);
    let best = values.fold(f64::NEG_INFINITY, f64::max);
    if let Some(value) = candidate.value
        && thought.candidates.len() > 1
    {
        match best - value {
            behind if behind < 0.005 => pro.push(format!("the search values it most ({value:+.2})")),
            behind if behind < 0.03 => pro.push(format!("worth nearly as much as the best ({value:+.2})")),
            behind => contra.push(format!("worth {behind:.2} less than the best ({value:+.2})")),
        }
    }
    if let Some(prior) = candidate.prior {
        let even = 1.0 / position.actions().len() as f64;
        let share = format!("({:.0} % at a glance)", 100.0 * prior);
        if prior > 2.0 * even {
            pro.push(format!("looks promising {share}"));
        } else if prior < 0.5 * even {
            contra.push(format!("looks unpromising {share}"));
        }
    }
    let order = position.rules().drill(position.view(), position.seat(), position.actions());
    if order.action == candidate.action {
        pro.push(format!("the drill book would do it too: {}", screen::one_line(&order.why)));
    }
    outlook(position, candidate.action, &mut pro, &mut contra);
    (pro, contra)
}

/// What the action's own throw, or the action alone, does to the quick evaluation.
fn outlook<R: Playable>(
    position: &Position<'_, R>,
    action: R::Action,
    pro: &mut Vec<String>,
    contra: &mut Vec<String>,
) {
    let (rules, sign) = (position.rules(), position.seat().sign() as f32);
    let mut rng = GameSeed::from_number(position.view_key()).derive("outlook", 0).rng();
    let mut state = position.sample(&mut rng);
    let before = rules.evaluate(&state);
    rules.apply(&mut state, action, &mut ());
    if rules.node(&state) != Node::Chance {
        let gain = sign * (rules.evaluate(&state) - before);
        if gain.abs() > SLIGHT {
            let list = if gain > 0.0 { pro } else { contra };
            list.push(format!("a quick look finds it {gain:+.2}"));
        }
        return;
    }
    let mut outcomes = Vec::new();
    rules.outcomes(&state, &mut outcomes);
    let sum: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
    for (outcome, weight) in outcomes {
        let mut after = state.clone();
        rules.resolve(&mut after, outcome, &mut ());
        let gain = sign * (rules.evaluate(&after) - before);
        if gain.abs() > SLIGHT {
            let mut words = format!("{:.0} % ", 100.0 * f64::from(weight) / f64::from(sum.max(1)));
            // Writing to a String cannot fail.
            let _ = write!(words, "{} ({gain:+.2})", screen::one_line(&rules.outcome(outcome)));
            if gain > 0.0 { pro.push(words) } else { contra.push(words) }
        }
    }
}

/// How many units of each side the agent's network expects to outlast the battle.
fn survivors<R: Playable>(
    position: &Position<'_, R>,
    agent: &str,
    networks: &Arc<Networks>,
) -> Option<Vec<thought::Survivors>> {
    let spec: AgentSpec = agent.parse().ok()?;
    let source: &Source = spec.source()?;
    let network = networks.get::<R>(source).ok()?;
    let own = R::ENCODER.units.iter().position(|column| column.name == "own")?;
    let mut rng = GameSeed::from_number(position.view_key()).derive("survivors", 0).rng();
    let state = position.sample(&mut rng);
    let mut encoding = Encoding::default();
    position.rules().encode(&state, position.seat(), position.actions(), &mut encoding);
    let mut scratch = Scratch::default();
    network.forward(std::slice::from_ref(&encoding), &mut scratch);
    let answer = scratch.answers().next()?;
    let rows = encoding.units.chunks(R::ENCODER.units.len()).zip(answer.survival);
    let mut sides = Seat::BOTH.map(|seat| thought::Survivors { seat, units: 0, expected: 0.0 });
    for (row, part) in rows {
        let seat = if row[own] > 0.5 { position.seat() } else { position.seat().other() };
        sides[seat.index()].units += 1;
        sides[seat.index()].expected += f64::from(*part);
    }
    Some(sides.to_vec())
}
