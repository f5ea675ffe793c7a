//! The encoding: what it promises over random games, kept numbers, and the turned table.

use std::fmt::Write as _;

use rand::{Rng, RngExt as _};
use sandtable_core::encoding::{check, difference};
use sandtable_core::square::{Facing, Grid, Square};
use sandtable_core::{
    Column, Doctrine as _, Encode as _, Encoding, GameSeed, Node, Ruleset as _, Scenario, Seat, hash, odds,
};
use sandtable_gridded::action::Outcome;
use sandtable_gridded::state::Phase;
use sandtable_gridded::{Action, Gridded, StandId, State};

use crate::kept;

fn built_in(name: &str) -> Scenario {
    sandtable_core::scenario::built_in::<Gridded>(name).unwrap()
}

#[test]
fn every_scenario_is_encoded_as_promised() {
    for (name, _) in Gridded::scenarios() {
        let decisions = check::<Gridded>(&built_in(name), 2, GameSeed::from_number(1));
        assert!(decisions.unwrap_or_else(|fault| panic!("{fault}")) > 20);
    }
    for number in 0..12 {
        let scenario = Gridded::generate(GameSeed::from_number(number)).unwrap();
        check::<Gridded>(&scenario, 1, GameSeed::from_number(2)).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// The next decision: throws are drawn.
fn decision(rules: &Gridded, state: &mut State, rng: &mut impl Rng) -> Option<Seat> {
    let mut outcomes = Vec::new();
    loop {
        match rules.node(state) {
            Node::Over(_) => return None,
            Node::Decision(seat) => return Some(seat),
            Node::Chance => {
                rules.outcomes(state, &mut outcomes);
                rules.resolve(state, odds::draw(&outcomes, rng), &mut ());
            }
        }
    }
}

/// Numbers in 1/4096, so that the last bits of a machine's functions do not matter.
fn rounded(numbers: &[f32]) -> impl Iterator<Item = u64> {
    numbers.iter().map(|number| (number * 4096.0).round() as i64 as u64)
}

fn digest(encoding: &Encoding) -> u64 {
    let numbers = [&encoding.units, &encoding.places, &encoding.globals, &encoding.actions];
    let numbers = numbers.into_iter().flat_map(|rows| rounded(rows));
    let row = |row: Option<u16>| row.map_or(u64::MAX, u64::from);
    let references = encoding.references.iter().flat_map(|r| [row(r.unit), row(r.target), row(r.place)]);
    let relations = encoding.relations.iter().map(|&code| u64::from(code));
    numbers.chain(references).chain(relations).fold(0, hash::chain)
}

/// When a number moves on purpose, the encoder's version moves with it, once there are
/// weights that were trained with it.
#[test]
fn encodings_of_fixed_games_are_kept() {
    let mut text = format!("{}\n", Gridded::ENCODER);
    for (name, _) in Gridded::scenarios() {
        let rules = Gridded::load(&built_in(name)).unwrap();
        let mut rng = GameSeed::from_number(7).rng();
        let (mut state, mut actions) = (rules.start(), Vec::new());
        let (mut encoding, mut count, mut sum) = (Encoding::default(), 0, 0);
        while let Some(seat) = decision(&rules, &mut state, &mut rng) {
            rules.actions(&state, &mut actions);
            rules.encode(&state, seat, &actions, &mut encoding);
            (count, sum) = (count + 1, hash::chain(sum, digest(&encoding)));
            let index = rules.eager(&state, &actions, &mut rng);
            rules.apply(&mut state, actions[index], &mut ());
        }
        let _ = writeln!(text, "{name}: {count} decisions, {sum:016x}");
    }
    text += &shown();
    kept::matches(
        "rules/encodings.txt",
        &text,
        "If the numbers changed on purpose, move the encoder's version.",
    );
}

/// One encoding in full, for people to read the difference.
fn shown() -> String {
    let rules = Gridded::load(&built_in("tiny-duel")).unwrap();
    let mut rng = GameSeed::from_number(7).rng();
    let (mut state, mut actions, mut encoding) = (rules.start(), Vec::new(), Encoding::default());
    for _ in 0..14 {
        decision(&rules, &mut state, &mut rng).unwrap();
        rules.actions(&state, &mut actions);
        let index = rules.eager(&state, &actions, &mut rng);
        rules.apply(&mut state, actions[index], &mut ());
    }
    let seat = decision(&rules, &mut state, &mut rng).unwrap();
    rules.actions(&state, &mut actions);
    rules.encode(&state, seat, &actions, &mut encoding);
    let encoder = Gridded::ENCODER;
    let mut text = format!("\ntiny-duel, {seat} decides, {:?}\n", state.phase());
    for (title, numbers, columns) in [
        ("unit", &encoding.units, encoder.units),
        ("place", &encoding.places, encoder.places),
        ("battle", &encoding.globals, encoder.globals),
        ("action", &encoding.actions, encoder.actions),
    ] {
        for (i, row) in numbers.chunks(columns.len()).enumerate() {
            let _ = writeln!(text, "{title} {i}:{}", named(row, columns));
        }
    }
    let _ = writeln!(text, "relations: {:?}\nreferences: {:?}", encoding.relations, encoding.references);
    text
}

/// What is not 0 of a row.
fn named(row: &[f32], columns: &[Column]) -> String {
    let pairs = row.iter().zip(columns).filter(|(value, _)| value.abs() > 1e-4);
    pairs.fold(String::new(), |mut text, (value, column)| {
        let _ = write!(text, " {} {value:.4}", column.name);
        text
    })
}

/// A number of a row by its column's name.
fn told(rows: &[f32], columns: &[Column], row: usize, name: &str) -> f32 {
    let column = columns.iter().position(|column| column.name == name).unwrap();
    rows[row * columns.len() + column]
}

/// What an attack is told to do is what the dice then do, and whoever is told to have no
/// refuge has none.
#[test]
fn the_odds_told_are_the_odds_thrown() {
    let rules = Gridded::load(&built_in("meeting-engagement")).unwrap();
    let (mut actions, mut outcomes, mut encoding) = (Vec::new(), Vec::new(), Encoding::default());
    let (mut attacks, mut cornered) = (0, 0);
    for seed in 0..6 {
        let mut rng = GameSeed::from_number(seed).rng();
        let mut state = rules.start();
        while let Some(seat) = decision(&rules, &mut state, &mut rng) {
            rules.actions(&state, &mut actions);
            rules.encode(&state, seat, &actions, &mut encoding);
            for (i, &action) in actions.iter().enumerate() {
                if !matches!(action, Action::Fire(..) | Action::Close(..)) {
                    continue;
                }
                attacks += 1;
                let deed = |name| told(&encoding.actions, Gridded::ENCODER.actions, i, name);
                let mut thrown = state.clone();
                rules.apply(&mut thrown, action, &mut ());
                rules.outcomes(&thrown, &mut outcomes);
                let chance = |wanted: Outcome| {
                    let weight = outcomes.iter().find(|(outcome, _)| *outcome == wanted);
                    weight.map_or(0.0, |(_, weight)| *weight as f32 / 144.0)
                };
                let tie = chance(Outcome::Tie);
                for (name, expected) in [
                    ("destroyed", chance(Outcome::Destroyed)),
                    ("nothing", chance(Outcome::Ineffective)),
                    ("driven_back", chance(Outcome::TargetWithdraws) + tie / 2.0),
                    ("repelled", tie / 2.0),
                ] {
                    assert!((deed(name) - expected).abs() < 1e-6, "{name} of {action:?}");
                }
                if chance(Outcome::TargetWithdraws) > 0.0 {
                    rules.resolve(&mut thrown, Outcome::TargetWithdraws, &mut ());
                    let is_lost = !matches!(thrown.phase(), Phase::Withdrawal(..));
                    assert_eq!(deed("cornered") > 0.5, is_lost, "{action:?}");
                    cornered += usize::from(is_lost);
                }
            }
            let index = rules.eager(&state, &actions, &mut rng);
            rules.apply(&mut state, actions[index], &mut ());
        }
    }
    assert!(attacks > 200 && cornered > 0, "{attacks} attacks, {cornered} on the cornered");
}

/// The hidden have a row each without what is not known of them, and the fate of their kind.
#[test]
fn the_hidden_are_told_by_their_kind() {
    let rules = Gridded::load(&built_in("supply-column")).unwrap();
    let mut rng = GameSeed::from_number(5).rng();
    let (mut state, mut actions, mut encoding) = (rules.start(), Vec::new(), Encoding::default());
    let seat = decision(&rules, &mut state, &mut rng).unwrap();
    rules.actions(&state, &mut actions);
    rules.encode(&state, seat, &actions, &mut encoding);
    let units = Gridded::ENCODER.units;
    let count = encoding.units.len() / units.len();
    let unit = |row, name| told(&encoding.units, units, row, name);
    let hidden: Vec<usize> = (0..count).filter(|&row| unit(row, "hidden") > 0.5).collect();
    let known: usize = rules.view(&state, seat).hidden.iter().map(|kind| usize::from(kind.count)).sum();
    assert!(known > 0 && hidden.len() == known);
    for &row in &hidden {
        let facts = ["own", "faces_ahead", "faces_back", "danger", "nearest", "front", "rear"];
        assert!(facts.iter().all(|name| unit(row, name) == 0.0));
    }
    // One of the eight spearmen of a group falls.
    let is_rear = |row: &usize| state.stand(StandId(*row as u8)).is_rear();
    let victim = hidden.iter().copied().find(is_rear).unwrap();
    let mut form = serde_json::to_value(&state).unwrap();
    form["stands"][victim] = serde_json::json!({ "facing": "north", "fate": "destroyed" });
    let end: State = serde_json::from_value(form).unwrap();
    let mut survival = Vec::new();
    rules.survival(&state, seat, &end, &mut survival);
    let kind = |row: usize| (&rules.stands()[row].group, rules.stands()[row].class);
    assert_eq!(survival.len(), count);
    for (row, part) in survival.iter().enumerate() {
        let is_kin = hidden.contains(&row) && kind(row) == kind(victim);
        let kin = hidden.iter().filter(|&&other| kind(other) == kind(row)).count();
        let expected = if is_kin { 1.0 - 1.0 / kin as f32 } else { 1.0 };
        assert!((part - expected).abs() < 1e-6, "row {row}");
    }
}

/// A scenario turned about by 180 degrees, its sides exchanged.
fn exchanged(scenario: &Scenario, grid: Grid) -> Scenario {
    let mut file: toml::Table = toml::from_str(scenario.text()).unwrap();
    turn(&mut file, grid);
    let sides = file["side"].as_array_mut().unwrap();
    sides.reverse();
    let victory = file["victory"].as_table_mut().unwrap();
    if let Some(side) = victory.get_mut("side") {
        *side = if side.as_str() == Some("first") { "second" } else { "first" }.into();
    }
    if let Some(handicap) = victory.get_mut("handicap") {
        *handicap = (-handicap.as_integer().unwrap()).into();
    }
    if let Some(breaks) = victory.get_mut("breaks") {
        breaks.as_array_mut().unwrap().reverse();
    }
    for objective in victory.get_mut("objective").into_iter().flat_map(|list| list.as_array_mut().unwrap()) {
        objective["points"].as_array_mut().unwrap().reverse();
    }
    Scenario::parse("exchanged.toml", &toml::to_string(&file).unwrap()).unwrap()
}

fn turn(table: &mut toml::Table, grid: Grid) {
    for (key, value) in table {
        if key == "rows" || key == "levels" {
            let rows = value.as_array_mut().unwrap();
            rows.reverse();
            for row in rows {
                *row = row.as_str().unwrap().chars().rev().collect::<String>().into();
            }
        } else if !["name", "summary", "class", "group"].contains(&key.as_str()) || !value.is_str() {
            turn_value(value, grid);
        }
    }
}

fn turn_value(value: &mut toml::Value, grid: Grid) {
    match value {
        toml::Value::String(text) => {
            *text = text.split(' ').map(|word| turned(word, grid)).collect::<Vec<_>>().join(" ");
        }
        toml::Value::Array(list) => list.iter_mut().for_each(|value| turn_value(value, grid)),
        toml::Value::Table(table) => turn(table, grid),
        _ => {}
    }
}

/// A square, an edge or a facing seen from the other side of the table.
fn turned(word: &str, grid: Grid) -> String {
    let opposite = [("north", "south"), ("east", "west"), ("n", "s"), ("e", "w")];
    for (a, b) in opposite {
        if word == a || word == b {
            return if word == a { b } else { a }.to_owned();
        }
    }
    grid.parse(word).map_or_else(|| word.to_owned(), |square| grid.name(about(square, grid)))
}

fn about(square: Square, grid: Grid) -> Square {
    Square(grid.len() as u16 - 1 - square.0)
}

fn turned_action(action: Action, grid: Grid) -> Action {
    let to = |square| about(square, grid);
    match action {
        Action::Activate(square) => Action::Activate(to(square)),
        Action::Move(square) => Action::Move(to(square)),
        Action::Withdraw(square) => Action::Withdraw(to(square)),
        Action::Leave(edge) => Action::Leave(edge.back()),
        Action::Fire(square, facing) => Action::Fire(to(square), facing.back()),
        Action::Close(square, facing) => Action::Close(to(square), facing.back()),
        Action::Face(facing) => Action::Face(Facing::back(facing)),
        other => other,
    }
}

fn exchanged_outcome(outcome: Outcome) -> Outcome {
    match outcome {
        Outcome::FirstLeads => Outcome::SecondLeads,
        Outcome::SecondLeads => Outcome::FirstLeads,
        other => other,
    }
}

/// The same battle on the table turned about, by the sides exchanged, is the same to
/// whoever decides.
#[test]
fn neither_seat_nor_direction_matters() {
    let mut seen = 0;
    for name in
        ["meeting-engagement", "supply-column", "ridge", "ambush", "entrenched-line", "bridge-village"]
    {
        let scenario = built_in(name);
        let rules = Gridded::load(&scenario).unwrap();
        let grid = rules.grid();
        let twin = Gridded::load(&exchanged(&scenario, grid)).unwrap();
        let mut rng = GameSeed::from_number(3).rng();
        let (mut here, mut there) = (rules.start(), twin.start());
        let (mut list, mut other_list, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut ours, mut theirs) = (Encoding::default(), Encoding::default());
        loop {
            match rules.node(&here) {
                Node::Over(verdict) => {
                    let margin = rules.margin(&here) + twin.margin(&there);
                    assert!(margin.abs() < 1e-5, "{verdict:?}");
                    break;
                }
                Node::Chance => {
                    rules.outcomes(&here, &mut outcomes);
                    let outcome = odds::draw(&outcomes, &mut rng);
                    rules.resolve(&mut here, outcome, &mut ());
                    twin.resolve(&mut there, exchanged_outcome(outcome), &mut ());
                }
                Node::Decision(seat) => {
                    rules.actions(&here, &mut list);
                    twin.actions(&there, &mut other_list);
                    rules.encode(&here, seat, &list, &mut ours);
                    twin.encode(&there, seat.other(), &other_list, &mut theirs);
                    let place = |&action: &Action| other_list.binary_search(&turned_action(action, grid));
                    let order: Vec<usize> = list.iter().map(|a| place(a).unwrap()).collect();
                    let what = difference(&Gridded::ENCODER, &ours, &theirs, &order);
                    assert_eq!(what, None, "{name}");
                    seen += 1;
                    let action = list[if rng.random_ratio(1, 3) {
                        rng.random_range(0..list.len())
                    } else {
                        rules.eager(&here, &list, &mut rng)
                    }];
                    rules.apply(&mut here, action, &mut ());
                    twin.apply(&mut there, turned_action(action, grid), &mut ());
                }
            }
        }
    }
    assert!(seen > 1000, "{seen} decisions");
}
