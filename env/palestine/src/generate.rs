//! Fresh scenarios from a seed: battles that nobody has seen, for training and for variety.
//!
//! # What is generated
//!
//! * **Table**: 36 by 36 inches, base lines south and north; everything on it has a twin
//!   half a turn away, so that the ground is the same from both sides.
//! * **Ground**: 0 to 2 pairs of hills, 0 to 2 pairs of difficult ground (half of it
//!   rocky), 0 to 1 pair of marshes, 0 to 1 pair of towns of one or two sections, a trench
//!   before each base line in one of three; in one of three a wadi across the middle with
//!   three crossings; in one of two a straight road from base line to base line.
//! * **Armies**: 6 to 10 units a side, alike in one of three, otherwise drawn apart for the
//!   same worth; at most one tank and one armoured car each. In one of four aircraft for
//!   both: 1 to 3 sorties agreed, or thrown for.
//! * **Deployment**: within nine inches of the base line, in places that hold the unit;
//!   worn in one of four: 0 to 8 hits each, the same sum on both sides.
//! * **Length**: 8 to 15 turns; who begins is thrown for.
//! * **Victory**: an objective in the middle in three of four, and 1 to 2 pairs of twins;
//!   worth 2 to 4 points each.

mod army;
mod ground;

use rand::{Rng, RngExt as _};
use sandtable_core::{GameSeed, Ruleset as _, Scenario};
use toml::Spanned;

use crate::rules::Palestine;
use crate::setup::{Begins, Candidates, Inches, ObjectiveSetup, Place, Setup, VictorySetup};

/// The width and depth of a generated table, in hundredths of an inch.
pub(crate) const SIDE: i32 = 3600;

/// Draws that are tried before one fits: most fit at once.
const TRIES: u64 = 200;

/// A scenario that is a function of the seed; the [module's page](self) says of what
/// kind. Its file's name is `generated-` and the seed's first twelve digits.
///
/// # Panics
/// When no draw of many fits its own table, which would be a bug.
pub fn scenario(seed: GameSeed) -> Scenario {
    let source = format!("generated-{}", &seed.to_string()[..12]);
    (0..TRIES)
        .find_map(|number| {
            let setup = setup(&mut seed.derive("scenario", number).rng())?;
            let text = toml::to_string(&setup).expect("a setup is plain data");
            let scenario = Scenario::parse(&source, &text).expect("a setup has a header");
            Palestine::load(&scenario).is_ok().then_some(scenario)
        })
        .expect("a draw fits its table")
}

/// A value that comes from no file.
fn unplaced<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

fn place((x, y): (i32, i32)) -> Place {
    [Inches(x), Inches(y)]
}

/// The same place half a turn away.
fn twin((x, y): (i32, i32)) -> (i32, i32) {
    (SIDE - x, SIDE - y)
}

/// A length in quarters of an inch.
fn quarters<G: Rng>(rng: &mut G, low: i32, high: i32) -> i32 {
    25 * rng.random_range(low / 25..=high / 25)
}

/// Nothing where an army finds no room.
fn setup<G: Rng>(rng: &mut G) -> Option<Setup> {
    let map = ground::map(rng);
    let side = army::sides(rng, &map)?;
    Some(Setup {
        ruleset: Palestine::ID.to_owned(),
        name: format!("{} against {}", side[0].name.get_ref(), side[1].name.get_ref()),
        summary: "A battle made from a seed, on ground that is the same from both sides.".to_owned(),
        turns: unplaced(rng.random_range(8..=15)),
        first: Begins::Throw,
        table: unplaced([Inches(SIDE); 2]),
        map,
        train: None,
        victory: victory(rng),
        candidates: Candidates::default(),
        side,
    })
}

fn victory<G: Rng>(rng: &mut G) -> VictorySetup {
    let mut objective = Vec::new();
    let mut add = |name: &str, at, points| {
        let (at, points) = (unplaced(place(at)), unplaced(points));
        objective.push(ObjectiveSetup { name: name.to_owned(), at, points });
    };
    if rng.random_ratio(3, 4) {
        add("middle", (SIDE / 2, SIDE / 2), rng.random_range(2..=4));
    }
    for _ in 0..rng.random_range(1..=2) {
        let at = (quarters(rng, 400, SIDE - 400), quarters(rng, 900, 1500));
        let points = rng.random_range(2..=4);
        add("southern post", at, points);
        add("northern post", twin(at), points);
    }
    VictorySetup { objective, ..VictorySetup::default() }
}
