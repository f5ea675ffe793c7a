//! What the search says it thought.

use sandtable_core::{Node, Position, Ruleset};

use super::evaluator::Evaluator;
use super::root::SearchResult;
use super::search::Search;
use super::tree::{From, NodeId, node_key};
use crate::{Candidate, Temperature, Thought};

/// The longest plan that is told.
const LONGEST_PLAN: usize = 24;

/// The thought behind a result.
pub(super) fn think<R: Ruleset, E: Evaluator<R>>(
    search: &mut Search<R, E>,
    position: &Position<'_, R>,
    root: NodeId,
    result: &SearchResult,
) -> Thought<R::Action> {
    let mut order: Vec<usize> = (0..position.actions().len()).collect();
    order.sort_by_key(|&number| (number != result.choice, std::cmp::Reverse(result.visits[number]), number));
    let candidates = (order.iter())
        .map(|&number| Candidate {
            action: position.actions()[number],
            visits: result.visits[number].into(),
            value: result.values[number],
            prior: Some(result.priors[number].into()),
        })
        .collect();
    Thought {
        candidates,
        value: Some(result.value),
        simulations: result.simulations.into(),
        why: match search.settings.temperature {
            None => why(position, result, &order),
            Some(temperature) => why_drawn(position, result, temperature),
        },
        plan: plan(search, position, root, result.choice),
    }
}

/// An action with its value and visits.
fn words<R: Ruleset>(position: &Position<'_, R>, result: &SearchResult, number: usize) -> String {
    let name = position.notation(position.actions()[number]);
    match result.values[number] {
        Some(value) => format!("{name} ({value:+.2} in {} playouts)", result.visits[number]),
        None => format!("{name} (never tried)"),
    }
}

/// What it says when it drew its choice.
fn why_drawn<R: Ruleset>(
    position: &Position<'_, R>,
    result: &SearchResult,
    temperature: Temperature,
) -> String {
    let logits: Vec<f32> = result.policy.iter().map(|chance| chance.max(f32::MIN_POSITIVE).ln()).collect();
    let chances = temperature.chances(&logits);
    let likeliest = (0..chances.len()).rev().max_by(|&a, &b| chances[a].total_cmp(&chances[b]));
    let likelier = likeliest.filter(|&number| number != result.choice).map(|number| {
        format!(
            " The likeliest was {} with {:.0} %.",
            words(position, result, number),
            100.0 * chances[number]
        )
    });
    format!(
        "Of {} actions, after {} playouts, it drew {}, which had a chance of {:.0} %; 1 is a sure win and -1 \
         a sure loss.{}",
        chances.len(),
        result.simulations,
        words(position, result, result.choice),
        100.0 * chances[result.choice],
        likelier.unwrap_or_default()
    )
}

fn why<R: Ruleset>(position: &Position<'_, R>, result: &SearchResult, order: &[usize]) -> String {
    let words = |number: usize| words(position, result, number);
    let second = order.get(1).map(|&number| format!(" The next best was {}.", words(number)));
    format!(
        "Of {} actions, after {} playouts, it expects most of {}; 1 is a sure win and -1 a sure loss.{}",
        order.len(),
        result.simulations,
        words(result.choice),
        second.unwrap_or_default()
    )
}

/// The seat's own choices for the rest of the turn, as the search expects them: at each
/// decision the action visited most, at each throw the likeliest outcome, in one sampled
/// state, as far as the tree has looked.
fn plan<R: Ruleset, E: Evaluator<R>>(
    search: &mut Search<R, E>,
    position: &Position<'_, R>,
    root: NodeId,
    choice: usize,
) -> Vec<String> {
    let rules = position.rules();
    // A generator of its own: what is told must not change what is played.
    let mut state = position.sample(&mut search.rng.clone());
    let mut plan = vec![position.notation(position.actions()[choice])];
    rules.apply(&mut state, search.tree.edge(search.tree.nth(root, choice)).action, &mut ());
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    while plan.len() < LONGEST_PLAN && rules.turn(&state) == position.turn() {
        match rules.node(&state) {
            Node::Over(_) => break,
            Node::Chance => {
                rules.outcomes(&state, &mut outcomes);
                let Some(&(likeliest, _)) = outcomes.iter().rev().max_by_key(|(_, weight)| *weight) else {
                    break;
                };
                rules.resolve(&mut state, likeliest, &mut ());
            }
            Node::Decision(seat) => {
                rules.actions(&state, &mut actions);
                let key = node_key(seat, rules.view_key(&state, seat));
                let Some(node) = search.tree.find(From::Outside, key) else { break };
                let edges = search.tree.edges(node);
                let Some(best) = edges.iter().rev().max_by_key(|edge| edge.visits) else { break };
                if actions.len() > 1 {
                    if best.visits == 0 {
                        break;
                    }
                    if seat == position.seat() {
                        plan.push(rules.notation(&state, best.action));
                    }
                }
                let action = best.action;
                rules.apply(&mut state, action, &mut ());
            }
        }
    }
    plan
}
