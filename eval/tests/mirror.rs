//! The shipped network in the mirror: it has learned that left and right mean nothing.

use sandtable_agents::Networks;
use sandtable_agents::network::{Scratch, Source};
use sandtable_core::{Encode as _, Encoding, GameSeed, Ruleset as _, scenario};
use sandtable_eval::accuracy::positions;
use sandtable_gridded::Gridded;

/// How far answers in the mirror are from the straight ones, on average, in the value
/// (a win is 1) and in the chance of an action.
const TOLERANCE: (f64, f64) = (0.03, 0.01);

struct Said {
    value: f32,
    chances: Vec<f32>,
}

#[test]
fn a_mirrored_decision_gets_the_mirrored_answer() {
    let network = Networks::new().get::<Gridded>(&Source::Shipped).unwrap();
    let mut scratch = Scratch::default();
    let mut ask = |rules: &Gridded, state: &_, actions: &[_]| {
        let mut encoding = Encoding::default();
        rules.encode(state, rules.node(state).decider().unwrap(), actions, &mut encoding);
        network.forward(std::slice::from_ref(&encoding), &mut scratch);
        let answer = scratch.answers().next().unwrap();
        let most = answer.logits.iter().copied().fold(f32::MIN, f32::max);
        let weights: Vec<f32> = answer.logits.iter().map(|logit| (logit - most).exp()).collect();
        let sum: f32 = weights.iter().sum();
        let [win, _, loss] = answer.outcome;
        Said { value: win - loss, chances: weights.iter().map(|weight| weight / sum).collect() }
    };
    let (mut value, mut chance, mut actions_seen, mut decisions) = (0.0, 0.0, 0_u32, 0_u32);
    for name in ["meeting-engagement", "supply-column", "ridge", "bridge-village"] {
        let rules = Gridded::load(&scenario::built_in::<Gridded>(name).unwrap()).unwrap();
        let twin = rules.mirror().unwrap();
        let (mut listed, mut listed_twin) = (Vec::new(), Vec::new());
        for state in positions(&rules, 50, GameSeed::from_number(5)) {
            rules.actions(&state, &mut listed);
            let straight = ask(&rules, &state, &listed);
            let image = rules.mirror_state(&state);
            twin.actions(&image, &mut listed_twin);
            let mirrored = ask(&twin, &image, &listed_twin);
            value += f64::from((straight.value - mirrored.value).abs());
            decisions += 1;
            for (action, one) in listed.iter().zip(&straight.chances) {
                let index = listed_twin.binary_search(&rules.mirror_action(*action)).unwrap();
                chance += f64::from((one - mirrored.chances[index]).abs());
                actions_seen += 1;
            }
        }
    }
    let off = (value / f64::from(decisions), chance / f64::from(actions_seen));
    assert!(off.0 <= TOLERANCE.0 && off.1 <= TOLERANCE.1, "{off:?} is more than {TOLERANCE:?}");
}
