//! Where generated armies begin: foot in the middle, horse on the wings, guns among the
//! foot, the general behind it, the train at the back.

use rand::{Rng, RngExt as _};
use sandtable_core::square::Square;

use crate::map::Ground;
use crate::stand::{Class, SQUARE_DEPTH, Weapon};

use super::force::Force;
use super::ground::Field;

/// A stand in its place, as the first side would have it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub class: Class,
    pub weapon: Weapon,
    pub at: Square,
    pub is_concealed: bool,
}

/// An army in its places, as the first side would have it.
#[derive(Clone, Debug)]
pub(super) struct Deployed {
    pub stands: Vec<Placed>,
    /// Squares whose northern edge is entrenched.
    pub works: Vec<Square>,
}

impl Deployed {
    /// The same on the second side's ground.
    pub(super) fn twin(mut self, field: &Field) -> Self {
        self.stands.iter_mut().for_each(|stand| stand.at = field.twin(stand.at));
        self.works.iter_mut().for_each(|square| *square = field.twin(*square));
        self
    }
}

/// How armies deploy, the same for both.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Ranks from the base line.
    pub depth: i32,
    /// Entrenched edges.
    pub works: u8,
    /// Whether foot hides in woods before the line.
    pub has_ambush: bool,
}

/// Deploys an army in the south, facing north.
pub(super) fn deploy<G: Rng>(rng: &mut G, field: &Field, force: &Force, manner: Manner) -> Deployed {
    let mut camp = Camp { field, manner, is_mounted: force.is_mounted, stands: Vec::new() };
    let mut stands = force.stands.clone();
    if manner.has_ambush {
        camp.hide(rng, &mut stands);
    }
    let middle = i32::from(field.grid.width) / 2;
    let wing = rng.random_range(2..=middle - 2);
    for (i, (class, weapon)) in stands.into_iter().enumerate() {
        let (file, rank) = match class {
            class if class.is_cavalry() && i % 2 == 0 => (middle - wing - 1, manner.depth - 1),
            class if class.is_cavalry() => (middle + wing, manner.depth - 1),
            class if class.is_infantry() => (middle + rng.random_range(-3..=2), manner.depth - 1),
            Class::Transport => (middle, 0),
            _ => (middle + rng.random_range(-4..=3), manner.depth - rng.random_range(1..=2)),
        };
        camp.place(rng, class, weapon, (file, rank));
    }
    camp.place(rng, Class::Command, Weapon::None, (middle, manner.depth - 2));
    let works = camp.entrench();
    Deployed { stands: camp.stands, works }
}

struct Camp<'a> {
    field: &'a Field,
    manner: Manner,
    is_mounted: bool,
    stands: Vec<Placed>,
}

impl Camp<'_> {
    fn at(&self, square: Square) -> impl Iterator<Item = &Placed> {
        self.stands.iter().filter(move |stand| stand.at == square)
    }

    fn depth(&self, class: Class) -> u8 {
        class.depth(self.is_mounted)
    }

    /// Puts a stand on the nearest firm square to where it should be; one time in three,
    /// and where the zone is full, behind another.
    fn place<G: Rng>(&mut self, rng: &mut G, class: Class, weapon: Weapon, ideal: (i32, i32)) {
        let is_pair_wanted = class != Class::Command && rng.random_ratio(1, 3);
        let is_free = |square| self.at(square).next().is_none();
        let joins = |square| {
            let there: Vec<&Placed> = self.at(square).collect();
            matches!(there[..], [other] if self.depth(other.class) + self.depth(class) <= SQUARE_DEPTH)
        };
        let joins_alike = |square| joins(square) && self.at(square).all(|other| other.class == class);
        let depth = self.manner.depth;
        let paired = is_pair_wanted.then(|| self.nearest(ideal, depth, joins_alike)).flatten();
        let at = paired
            .or_else(|| self.nearest(ideal, depth, is_free))
            .or_else(|| self.nearest(ideal, depth, joins))
            // Where the base line is all wood and water, the line is further forward.
            .or_else(|| self.nearest(ideal, i32::from(self.field.grid.height) / 2, is_free))
            .expect("half a battlefield has a free square");
        self.stands.push(Placed { class, weapon, at, is_concealed: false });
    }

    /// The firm square nearest to a place, among those that fit in the ranks before `end`.
    fn nearest(&self, ideal: (i32, i32), end: i32, fits: impl Fn(Square) -> bool) -> Option<Square> {
        let grid = self.field.grid;
        let off = |square: &Square| {
            let (file, rank) = grid.coordinates(*square);
            (2 * (ideal.1 - rank).abs() + (ideal.0 - file).abs(), square.0)
        };
        let in_zone = |square: &Square| grid.coordinates(*square).1 < end;
        grid.squares().filter(in_zone).filter(|&s| self.field.is_firm(s) && fits(s)).min_by_key(off)
    }

    /// Hides up to six foot stands in woods of the own half, before the line.
    fn hide<G: Rng>(&mut self, rng: &mut G, stands: &mut Vec<(Class, Weapon)>) {
        let grid = self.field.grid;
        let is_lair = |square: &Square| {
            let rank = grid.coordinates(*square).1;
            (self.manner.depth..i32::from(grid.height) / 2 - 1).contains(&rank)
                && self.field.ground(*square) == Ground::Wood
        };
        let mut lairs: Vec<Square> = grid.squares().filter(is_lair).collect();
        for _ in 0..rng.random_range(1..=3) {
            if lairs.is_empty() {
                return;
            }
            let at = lairs.swap_remove(rng.random_range(0..lairs.len() as u32) as usize);
            for _ in 0..rng.random_range(1..=2) {
                let Some(foot) = stands.iter().rposition(|stand| stand.0.is_infantry()) else { return };
                let (class, weapon) = stands.remove(foot);
                self.stands.push(Placed { class, weapon, at, is_concealed: true });
            }
        }
    }

    /// The squares of the foremost stands, entrenched to the north, from the middle out.
    fn entrench(&self) -> Vec<Square> {
        let grid = self.field.grid;
        let middle = i32::from(grid.width) / 2;
        let mut squares: Vec<Square> =
            self.stands.iter().filter(|stand| !stand.is_concealed).map(|stand| stand.at).collect();
        squares.sort_unstable_by_key(|&square| {
            let (file, rank) = grid.coordinates(square);
            (-rank, (middle - file).abs(), file)
        });
        squares.dedup();
        squares.truncate(self.manner.works.into());
        squares
    }
}
