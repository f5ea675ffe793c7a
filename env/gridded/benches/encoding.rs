//! Encoding a decision: `cargo bench -p sandtable-gridded --bench encoding`.
//!
//! Every iteration encodes the next of some hundred decisions with more than one choice,
//! so that the mean is that of a whole game. Once its buffers are warm, encoding allocates
//! nothing: what is shown as allocated is the first encoding of a row's length.

use divan::Bencher;
use sandtable_core::{
    Doctrine as _, Encode as _, Encoding, GameSeed, Node, Ruleset as _, Seat, odds, scenario,
};
use sandtable_gridded::state::Phase;
use sandtable_gridded::{Action, Gridded, State};

#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

const SCENARIOS: [&str; 2] = ["meeting-engagement", "supply-column"];
const STAGES: [&str; 8] = ["any", "choose", "who", "order", "destination", "attack", "facing", "withdrawal"];

/// A decision with its legal list.
type Position = (State, Seat, Vec<Action>);

/// The decisions of two games, squares chosen eagerly and the rest as the officer would.
fn positions(name: &str) -> (Gridded, Vec<Position>) {
    let scenario = scenario::built_in::<Gridded>(name).expect("it ships");
    let rules = Gridded::load(&scenario).expect("it loads");
    let mut rng = GameSeed::from_number(1).rng();
    let (mut actions, mut outcomes, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..2 {
        let mut state = rules.start();
        loop {
            match rules.node(&state) {
                Node::Over(_) => break,
                Node::Chance => {
                    rules.outcomes(&state, &mut outcomes);
                    let outcome = odds::draw(&outcomes, &mut rng);
                    rules.resolve(&mut state, outcome, &mut ());
                }
                Node::Decision(seat) => {
                    rules.actions(&state, &mut actions);
                    if actions.len() > 1 {
                        positions.push((state.clone(), seat, actions.clone()));
                    }
                    let action = actions[rules.rollout(&state, &actions, &mut rng)];
                    rules.apply(&mut state, action, &mut ());
                }
            }
        }
    }
    (rules, positions)
}

fn stage(state: &State) -> &'static str {
    match state.phase() {
        Phase::Acting(activity) => STAGES[2 + activity.stage as usize],
        Phase::Withdrawal(..) => "withdrawal",
        _ => "choose",
    }
}

fn bench(bencher: Bencher, name: &str, wanted: &str) {
    let (rules, mut positions) = positions(name);
    positions.retain(|(state, ..)| wanted == "any" || stage(state) == wanted);
    let mut encoding = Encoding::default();
    let mut next = 0;
    bencher.bench_local(|| {
        let (state, seat, actions) = &positions[next % positions.len()];
        next += 1;
        rules.encode(state, *seat, actions, &mut encoding);
        encoding.units.len()
    });
}

#[divan::bench(args = SCENARIOS, sample_count = 1000, sample_size = 100)]
fn scenario(bencher: Bencher, name: &str) {
    bench(bencher, name, "any");
}

#[divan::bench(args = STAGES, sample_count = 200, sample_size = 100)]
fn meeting_engagement(bencher: Bencher, wanted: &str) {
    bench(bencher, "meeting-engagement", wanted);
}
