//! The encoding over random games.

use rand::RngExt as _;
use sandtable_core::{
    Column, Doctrine as _, Encode as _, Encoding, GameSeed, Node, Ruleset as _, odds, scenario,
};
use sandtable_gridded::Gridded;

fn within(rows: &[f32], columns: &[Column]) {
    assert_eq!(rows.len() % columns.len(), 0);
    for (value, column) in rows.iter().zip(columns.iter().cycle()) {
        assert!((column.low..=column.high).contains(value), "{} is {value}", column.name);
    }
}

#[test]
fn encodings_hold() {
    let encoder = Gridded::ENCODER;
    for (name, _) in Gridded::scenarios() {
        let scenario = scenario::built_in::<Gridded>(name).expect("it ships");
        let rules = Gridded::load(&scenario).expect("it loads");
        let mut rng = GameSeed::from_number(1).rng();
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let (mut encoding, mut again) = (Encoding::default(), Encoding::default());
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
                    rules.encode(&state, seat, &actions, &mut encoding);
                    within(&encoding.units, encoder.units);
                    within(&encoding.places, encoder.places);
                    within(&encoding.globals, encoder.globals);
                    within(&encoding.actions, encoder.actions);
                    let sample = rules.sample(&rules.view(&state, seat), &mut rng);
                    rules.encode(&sample, seat, &actions, &mut again);
                    assert_eq!(encoding, again, "{name}: something hidden shows");
                    let action = if rng.random_ratio(1, 2) {
                        actions[rng.random_range(0..actions.len())]
                    } else {
                        actions[rules.eager(&state, &actions, &mut rng)]
                    };
                    rules.apply(&mut state, action, &mut ());
                }
            }
        }
    }
}
