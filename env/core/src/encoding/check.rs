//! Plays games and checks what [`Encode`] promises.

use rand::RngExt as _;

use super::{Column, Encode, Encoder, Encoding, Mirror, Mirrored, Reference};
use crate::{Doctrine, GameSeed, Node, Ruleset, Scenario, Seat};

/// The largest difference between numbers that count as equal where sums may be added up
/// in another order.
const NEAR: f32 = 1e-5;

type Checked = Result<(), String>;

fn demand(holds: bool, fault: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(fault()) }
}

/// Plays games at random, every second eagerly, and checks at every decision:
///
/// * as many rows as units, places, actions, and one for the battle; every number in its
///   column's range; relations and references that name something;
/// * the same encoding of a sampled state: nothing hidden shows;
/// * the same encoding whatever the buffer held;
/// * the mirrored encoding on the mirrored table;
///
/// and at the end that survival and margin are within their ranges. Returns the number of
/// decisions.
///
/// # Errors
/// Says what does not hold, and where.
pub fn check<R: Encode + Doctrine>(scenario: &Scenario, games: u64, seed: GameSeed) -> Result<u64, String> {
    declared(&R::ENCODER)?;
    let rules = R::load(scenario).map_err(|error| error.to_string())?;
    let mut decisions = 0;
    for number in 0..games {
        let seed = seed.derive("encoding", number);
        let mut walk = Walk { rules: &rules, twin: rules.mirror(), seed, is_eager: number % 2 == 1 };
        decisions +=
            walk.whole_game().map_err(|fault| format!("{}, game {number}: {fault}", scenario.name()))?;
    }
    Ok(decisions)
}

/// Columns have names of their own, a range and a meaning, and mirror each other.
fn declared(encoder: &Encoder) -> Checked {
    for columns in [encoder.units, encoder.places, encoder.globals, encoder.actions] {
        demand(!columns.is_empty(), || "a row without columns".to_owned())?;
        for (i, column) in columns.iter().enumerate() {
            let name = column.name;
            demand(column.low < column.high, || format!("{name} has no range"))?;
            demand(!column.meaning.trim().is_empty(), || format!("{name} has no meaning"))?;
            demand(columns[..i].iter().all(|other| other.name != name), || {
                format!("two columns are {name}")
            })?;
            match column.mirrored {
                Mirrored::Alike => {}
                Mirrored::Negated => {
                    demand((column.low + column.high).abs() < NEAR, || {
                        format!("{name} has no range to be negated")
                    })?;
                }
                Mirrored::As(other) => {
                    let is_mutual = |c: &Column| c.name == other && c.mirrored == Mirrored::As(name);
                    demand(columns.iter().any(is_mutual), || format!("{other} is not mirrored as {name}"))?;
                }
            }
        }
    }
    demand((1..=256).contains(&encoder.relations.len()), || "a byte says what a relation is".to_owned())
}

struct Walk<'a, R: Ruleset> {
    rules: &'a R,
    twin: Option<R>,
    seed: GameSeed,
    is_eager: bool,
}

impl<R: Encode + Doctrine> Walk<'_, R> {
    fn whole_game(&mut self) -> Result<u64, String> {
        let rules = self.rules;
        let mut rng = self.seed.derive("choices", 0).rng();
        let (mut state, mut actions, mut outcomes) = (rules.start(), Vec::new(), Vec::new());
        let (mut encoding, mut decided, mut decisions) = (Encoding::default(), Vec::new(), 0);
        loop {
            match rules.node(&state) {
                Node::Over(_) => break,
                Node::Chance => {
                    rules.outcomes(&state, &mut outcomes);
                    rules.resolve(&mut state, crate::odds::draw(&outcomes, &mut rng), &mut ());
                }
                Node::Decision(seat) => {
                    rules.actions(&state, &mut actions);
                    rules.encode(&state, seat, &actions, &mut encoding);
                    shaped(&R::ENCODER, &encoding, actions.len())?;
                    self.same_for_samples(&state, seat, &actions, &encoding, &mut rng)?;
                    self.mirrors(&state, seat, &actions, &encoding)?;
                    if decisions % 16 == 0 {
                        decided.push((state.clone(), seat, encoding.units.len() / R::ENCODER.units.len()));
                    }
                    let index = if self.is_eager {
                        rules.eager(&state, &actions, &mut rng)
                    } else {
                        rng.random_range(0..actions.len())
                    };
                    rules.apply(&mut state, actions[index], &mut ());
                    decisions += 1;
                }
            }
        }
        self.targets(&decided, &state)?;
        Ok(decisions)
    }

    fn same_for_samples(
        &self,
        state: &R::State,
        seat: Seat,
        actions: &[R::Action],
        encoding: &Encoding,
        rng: &mut impl rand::Rng,
    ) -> Checked {
        let sample = self.rules.sample(&self.rules.view(state, seat), rng);
        let mut again = encoding.clone();
        self.rules.encode(&sample, seat, actions, &mut again);
        demand(again == *encoding, || {
            let order: Vec<usize> = (0..actions.len()).collect();
            let what = difference(&R::ENCODER, encoding, &again, &order).unwrap_or_default();
            format!("{seat} can tell a sample from the truth by its encoding: {what}")
        })
    }

    fn mirrors(&self, state: &R::State, seat: Seat, actions: &[R::Action], encoding: &Encoding) -> Checked {
        let Some(twin) = &self.twin else { return Ok(()) };
        let image = self.rules.mirror_state(state);
        let mut list: Vec<R::Action> = actions.iter().map(|&a| self.rules.mirror_action(a)).collect();
        list.sort_unstable();
        let place = |&action: &R::Action| list.binary_search(&self.rules.mirror_action(action)).ok();
        let order: Vec<usize> = actions.iter().filter_map(place).collect();
        let mut there = Encoding::default();
        twin.encode(&image, seat, &list, &mut there);
        let mut here = encoding.clone();
        Mirror::new(&R::ENCODER).reflect(&mut here);
        match difference(&R::ENCODER, &here, &there, &order) {
            Some(what) => Err(format!("the mirrored table is encoded otherwise: {what}")),
            None => Ok(()),
        }
    }

    fn targets(&self, decided: &[(R::State, Seat, usize)], end: &R::State) -> Checked {
        let mut survival = Vec::new();
        for (state, seat, units) in decided {
            self.rules.survival(state, *seat, end, &mut survival);
            demand(survival.len() == *units, || format!("{} of {units} units have a fate", survival.len()))?;
            demand(survival.iter().all(|part| (0.0..=1.0).contains(part)), || {
                format!("no parts that survive: {survival:?}")
            })?;
        }
        let margin = self.rules.margin(end);
        demand((-1.0..=1.0).contains(&margin), || format!("the margin is {margin}"))
    }
}

/// Rows, ranges, relations, references.
fn shaped(encoder: &Encoder, encoding: &Encoding, actions: usize) -> Checked {
    let rows = |name: &str, numbers: &[f32], columns: &[Column]| {
        demand(numbers.len().is_multiple_of(columns.len()), || format!("a {name} row is not whole"))?;
        for (value, column) in numbers.iter().zip(columns.iter().cycle()) {
            demand((column.low..=column.high).contains(value), || {
                format!("{name} {} is {value}, declared {} to {}", column.name, column.low, column.high)
            })?;
        }
        Ok::<usize, String>(numbers.len() / columns.len())
    };
    let units = rows("unit", &encoding.units, encoder.units)?;
    let places = rows("place", &encoding.places, encoder.places)?;
    let battles = rows("battle", &encoding.globals, encoder.globals)?;
    let listed = rows("action", &encoding.actions, encoder.actions)?;
    demand(battles == 1, || format!("{battles} rows for one battle"))?;
    demand(listed == actions, || format!("{listed} rows for {actions} actions"))?;
    demand(encoding.references.len() == actions, || "not every action refers".to_owned())?;
    demand(encoding.relations.len() == units * units, || "not every pair has a relation".to_owned())?;
    let known = encoder.relations.len();
    demand(encoding.relations.iter().all(|&code| usize::from(code) < known), || {
        format!("a relation above {known}")
    })?;
    let mut named = vec![false; places];
    for &Reference { unit, target, place } in &encoding.references {
        let is_unit = |row: Option<u16>| row.is_none_or(|row| usize::from(row) < units);
        demand(is_unit(unit) && is_unit(target), || "an action refers to no unit".to_owned())?;
        if let Some(place) = place {
            let known = named.get_mut(usize::from(place)).ok_or("an action refers to no place")?;
            *known = true;
        }
    }
    demand(named.iter().all(|&is_named| is_named), || "a place that no action leads to".to_owned())
}

/// The first difference between two encodings of the same decision, apart from the order
/// of units, places and actions; `order` says where each action of the first is in the
/// second. Numbers less than 1/100,000 apart are equal.
pub fn difference(encoder: &Encoder, a: &Encoding, b: &Encoding, order: &[usize]) -> Option<String> {
    let [units_a, units_b] = [&a.units, &b.units].map(|rows| Rows { numbers: rows, columns: encoder.units });
    let [places_a, places_b] =
        [&a.places, &b.places].map(|rows| Rows { numbers: rows, columns: encoder.places });
    let [deeds_a, deeds_b] =
        [&a.actions, &b.actions].map(|rows| Rows { numbers: rows, columns: encoder.actions });
    if units_a.count() != units_b.count() || places_a.count() != places_b.count() {
        return Some("other units or places".to_owned());
    }
    if order.len() != deeds_a.count() || order.len() != deeds_b.count() {
        return Some("other actions".to_owned());
    }
    let globals = Rows { numbers: &a.globals, columns: encoder.globals };
    let other = Rows { numbers: &b.globals, columns: encoder.globals };
    if let Some(what) = globals.differs(0, &other, 0) {
        return Some(format!("battle: {what}"));
    }
    let (sorted_a, sorted_b) = (units_a.sorted(), units_b.sorted());
    for (&i, &j) in sorted_a.iter().zip(&sorted_b) {
        if let Some(what) = units_a.differs(i, &units_b, j) {
            return Some(format!("unit {i}, {j}: {what}"));
        }
        let count = units_a.count();
        for (&k, &l) in sorted_a.iter().zip(&sorted_b) {
            let (ours, theirs) = (a.relations[i * count + k], b.relations[j * count + l]);
            if ours != theirs {
                return Some(format!("relation of {k} to {i}: {ours}, {theirs}"));
            }
        }
    }
    for (i, &j) in order.iter().enumerate() {
        if let Some(what) = deeds_a.differs(i, &deeds_b, j) {
            return Some(format!("action {i}, {j}: {what}"));
        }
        let (ours, theirs) = (a.references[i], b.references[j]);
        let pairs = [
            (ours.unit, theirs.unit, units_a, units_b),
            (ours.target, theirs.target, units_a, units_b),
            (ours.place, theirs.place, places_a, places_b),
        ];
        for (mine, other, rows_a, rows_b) in pairs {
            let what = match (mine, other) {
                (None, None) => None,
                (Some(k), Some(l)) => rows_a.differs(k.into(), &rows_b, l.into()),
                _ => Some("only one refers".to_owned()),
            };
            if let Some(what) = what {
                return Some(format!("what action {i}, {j} refers to: {what}"));
            }
        }
    }
    None
}

#[derive(Clone, Copy)]
struct Rows<'a> {
    numbers: &'a [f32],
    columns: &'a [Column],
}

impl Rows<'_> {
    fn count(&self) -> usize {
        self.numbers.len() / self.columns.len()
    }

    fn row(&self, i: usize) -> &[f32] {
        &self.numbers[i * self.columns.len()..][..self.columns.len()]
    }

    fn differs(&self, i: usize, other: &Self, j: usize) -> Option<String> {
        let pairs = self.row(i).iter().zip(other.row(j)).zip(self.columns);
        let mut apart = pairs.filter(|((a, b), _)| (*a - *b).abs() > NEAR);
        apart.next().map(|((a, b), column)| format!("{} is {a}, {b}", column.name))
    }

    /// The numbers of the rows in the order of what they say.
    fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.count()).collect();
        order.sort_by(|&i, &j| {
            let mut pairs = self.row(i).iter().zip(self.row(j)).filter(|(a, b)| (*a - *b).abs() > NEAR);
            pairs.next().map_or(std::cmp::Ordering::Equal, |(a, b)| a.total_cmp(b))
        });
        order
    }
}
