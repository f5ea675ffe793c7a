//! Fresh scenarios from a seed: battles that nobody has seen, for training and for variety.
//!
//! # What is generated
//!
//! * **Battlefield**: 12 to 20 files by 12 to 16 ranks, base lines south and north; one
//!   in four is turned, 12 to 16 files by 12 to 20 ranks with base lines west and east.
//! * **Ground**: the same from both sides, mirrored or turned by half a circle. 0 to 4
//!   hills of one to three contours, 1 to 5 woods, 0 to 2 towns, 0 to 3 outcrops and 0
//!   or 1 marsh, each of one to four squares and with its twin; in one of three a river
//!   with two to four fords and their twins, across or along the way; 0 to 2 roads,
//!   bent or straight, with their twins, which cross rivers and marshes; 0 to 4 runs of
//!   one to five walled, hedged, fenced or trenched edges, with theirs.
//! * **Armies**: each of one of eight themes, from line regulars to tribal horse. In one
//!   of three they are alike to the stand and its place; else of the same points, 24 to
//!   44, or (one in four of these) of 8D6 that each side throws (G-09), the weaker side
//!   being given the difference in victory points. Generals by D6 (G-10).
//! * **Works**: in one of four, two to eight entrenched edges a side before its
//!   foremost stands, paid for out of its points (G-07).
//! * **Deployment**: two or three ranks deep on the base lines, pairs among them.
//! * **Concealment**: in one of four, where a side's half has woods before its line, one
//!   to six foot stands hide there (G-48).
//! * **Length**: 8 to 12 turns. **Options**: the cavalry bonus in three of four, fire
//!   into flanks and the commander's activations in one of four each.
//! * **Victory**: by points, a draw up to 2 to 4, decisive from 8 to 12; in three of
//!   four an army breaks at 50 to 65 in a hundred of its value; one to three
//!   objectives, in the middle or in pairs of twins, worth 2 to 6.
//!
//! # Fairness
//!
//! Ground, depth of deployment and victory terms are the same from both sides. Where
//! the armies differ they are equal in points, which is the rules' own measure.

mod deployment;
mod force;
mod ground;
mod writing;

use rand::{Rng, RngExt as _};
use sandtable_core::{GameSeed, Scenario};
use toml::Spanned;

use crate::army;
use crate::map::Ground;
use crate::setup::{Options, Setup};
use crate::victory::{ObjectiveSetup, Victory};

use deployment::{Deployed, Manner, deploy};
use force::Force;
use ground::Field;
use writing::Frame;

/// A scenario that is a function of the seed; the [module's page](self) says of what
/// kind. Its file's name is `generated-` and the seed's first twelve digits.
///
/// # Panics
/// When the setup cannot be written as a scenario, which would be a bug.
pub fn scenario(seed: GameSeed) -> Scenario {
    let text = toml::to_string(&setup(&mut seed.rng())).expect("a setup is plain data");
    Scenario::parse(&format!("generated-{}", &seed.to_string()[..12]), &text).expect("a setup has a header")
}

fn setup<G: Rng>(rng: &mut G) -> Setup {
    let field = Field::generate(rng);
    let manner = Manner {
        depth: rng.random_range(2..=3),
        works: if rng.random_ratio(1, 4) { rng.random_range(2..=8) } else { 0 },
        has_ambush: rng.random_ratio(1, 4),
    };
    let forces = forces(rng, manner.works);
    let armies = deployed(rng, &field, &forces, manner);
    let frame = Frame { field: &field, is_turned: rng.random_ratio(1, 4) };
    let victory = victory(rng, frame, &forces);
    let [first, second] = armies;
    let sides = [frame.side(0, &forces[0], &first), frame.side(1, &forces[1], &second)];
    Setup {
        ruleset: "gridded".to_owned(),
        name: format!("{} against {}", sides[0].name.get_ref(), sides[1].name.get_ref()),
        summary: "A battle made from a seed, on ground that is the same from both sides.".to_owned(),
        turns: Spanned::new(0..0, rng.random_range(8..=12)),
        map: frame.map(),
        options: Options {
            cavalry_bonus: rng.random_ratio(3, 4),
            flank_fire: rng.random_ratio(1, 4),
            commander_activation: rng.random_ratio(1, 4),
        },
        victory: Spanned::new(0..0, victory),
        side: sides,
    }
}

/// Both armies: alike, or of the same points, or of points that each side throws.
fn forces<G: Rng>(rng: &mut G, works: u8) -> [Force; 2] {
    let agreed = rng.random_range(24..=44);
    if rng.random_ratio(1, 3) {
        let force = Force::muster(rng, agreed, works);
        return [force.clone(), force];
    }
    let is_thrown = rng.random_ratio(1, 4);
    [(); 2].map(|()| {
        let points = if is_thrown { army::thrown_points(rng) } else { agreed };
        Force::muster(rng, points, works)
    })
}

/// Both armies in their places; where they are alike, so are their places.
fn deployed<G: Rng>(rng: &mut G, field: &Field, forces: &[Force; 2], manner: Manner) -> [Deployed; 2] {
    let first = deploy(rng, field, &forces[0], manner);
    let is_alike = forces[0] == forces[1];
    let second = if is_alike { first.clone() } else { deploy(rng, field, &forces[1], manner) };
    [first, second.twin(field)]
}

fn victory<G: Rng>(rng: &mut G, frame: Frame, forces: &[Force; 2]) -> Victory {
    let points = forces.each_ref().map(|force| force.points);
    let hundredths = rng.random_range(50..=65);
    let breaks = forces.each_ref().map(|force| (force.value() * hundredths).div_ceil(100));
    let mut objective = Vec::new();
    for number in 0..rng.random_range(1..=2) {
        add_objective(rng, frame, number, &mut objective);
    }
    Victory::Points {
        draw: rng.random_range(2..=4),
        decisive: rng.random_range(8..=12),
        breaks: rng.random_ratio(3, 4).then_some(breaks),
        handicap: i32::from(points[1]) - i32::from(points[0]),
        objective,
    }
}

/// The first objective is in the middle; the second is a pair, one before each side's
/// line and of more worth to the other side.
fn add_objective<G: Rng>(rng: &mut G, frame: Frame, number: i32, objectives: &mut Vec<ObjectiveSetup>) {
    let field = frame.field;
    let (wide, tall) = (i32::from(field.grid.width), i32::from(field.grid.height));
    let worth = rng.random_range(2..=5);
    if number == 0 {
        // Two or one squares wide and deep, whatever is its own twin.
        let squares = [((wide - 1) / 2, (tall - 1) / 2), (wide / 2, tall / 2)];
        let corners = squares.map(|(file, rank)| field.grid.at(file, rank).expect("in the middle"));
        let squares = corners.map(|square| frame.name(square));
        objectives.push(ObjectiveSetup { name: "middle".to_owned(), squares, points: [worth; 2] });
        return;
    }
    let can_be_held = |ground| !matches!(ground, Ground::Outcrop | Ground::Marsh | Ground::River);
    for _ in 0..20 {
        let at = (rng.random_range(0..wide - 1), rng.random_range(3..tall / 2 - 1));
        let corners = [at, (at.0 + 1, at.1)].map(|(file, rank)| field.grid.at(file, rank).expect("inside"));
        if corners.iter().all(|&square| can_be_held(field.ground(square))) {
            let twins = corners.map(|square| field.twin(square));
            let more = worth + 1;
            for (name, corners, points) in
                [("first side's post", corners, [worth, more]), ("second side's post", twins, [more, worth])]
            {
                let squares = corners.map(|square| frame.name(square));
                objectives.push(ObjectiveSetup { name: name.to_owned(), squares, points });
            }
            return;
        }
    }
}
