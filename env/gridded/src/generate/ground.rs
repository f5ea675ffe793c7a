//! Generated ground: the same from both sides.
//!
//! Everything is painted twice, on a square and on its twin, so that the ground cannot
//! but be symmetric. The first side's base line is the southern one.

use rand::{Rng, RngExt as _};
use sandtable_core::square::{Direction, Facing, Grid, Square};

use crate::map::{Edge, Ground};

/// How one half of the ground becomes the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symmetry {
    /// South and north exchanged.
    Mirror,
    /// Turned by half a circle.
    HalfTurn,
}

/// Ground that is the same from both base lines.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub grid: Grid,
    symmetry: Symmetry,
    ground: Vec<Ground>,
    level: Vec<u8>,
    on_road: Vec<bool>,
    /// Each the squares where it bends.
    pub roads: Vec<Vec<Square>>,
    pub edges: Vec<(Edge, Square, Facing)>,
}

impl Field {
    pub(super) fn generate<G: Rng>(rng: &mut G) -> Self {
        let grid = Grid { width: rng.random_range(12..=20), height: rng.random_range(12..=16) };
        let symmetry = if rng.random_ratio(1, 2) { Symmetry::Mirror } else { Symmetry::HalfTurn };
        let mut field = Self {
            grid,
            symmetry,
            ground: vec![Ground::Open; grid.len()],
            level: vec![0; grid.len()],
            on_road: vec![false; grid.len()],
            roads: Vec::new(),
            edges: Vec::new(),
        };
        for _ in 0..rng.random_range(0..=4) {
            field.raise_hill(rng);
        }
        field.scatter(rng, Ground::Wood, 1..=5, 4);
        field.scatter(rng, Ground::Town, 0..=2, 4);
        field.scatter(rng, Ground::Outcrop, 0..=3, 3);
        field.scatter(rng, Ground::Marsh, 0..=1, 4);
        if rng.random_ratio(1, 3) {
            field.let_river_flow(rng);
        }
        for _ in 0..rng.random_range(0..=2) {
            field.lay_road(rng);
        }
        for _ in 0..rng.random_range(0..=4) {
            field.raise_edges(rng);
        }
        field.clear_the_way();
        field
    }

    pub(super) fn ground(&self, square: Square) -> Ground {
        self.ground[square.index()]
    }

    pub(super) fn level(&self, square: Square) -> u8 {
        self.level[square.index()]
    }

    /// Whether every class can stand in a square and leave it.
    pub(super) fn is_firm(&self, square: Square) -> bool {
        matches!(self.ground(square), Ground::Open | Ground::Town)
    }

    /// The square that is to the second side what this one is to the first.
    pub(super) fn twin(&self, square: Square) -> Square {
        let (file, rank) = self.grid.coordinates(square);
        let file = match self.symmetry {
            Symmetry::Mirror => file,
            Symmetry::HalfTurn => self.last_file() - file,
        };
        self.square(file, self.last_rank() - rank)
    }

    fn twin_side(&self, side: Facing) -> Facing {
        match self.symmetry {
            Symmetry::Mirror if matches!(side, Facing::East | Facing::West) => side,
            Symmetry::Mirror | Symmetry::HalfTurn => side.back(),
        }
    }

    fn last_file(&self) -> i32 {
        i32::from(self.grid.width) - 1
    }

    fn last_rank(&self) -> i32 {
        i32::from(self.grid.height) - 1
    }

    /// The northernmost rank of the first side's half.
    fn half(&self) -> i32 {
        self.last_rank() / 2
    }

    fn square(&self, file: i32, rank: i32) -> Square {
        self.grid.at(file, rank).expect("on the table")
    }

    fn paint(&mut self, square: Square, ground: Ground) {
        let twin = self.twin(square);
        self.ground[square.index()] = ground;
        self.ground[twin.index()] = ground;
    }

    /// A hill: an ellipse of one contour, with steeper ones inside.
    fn raise_hill<G: Rng>(&mut self, rng: &mut G) {
        let file = rng.random_range(0..=self.last_file());
        let rank = rng.random_range(1..=self.half());
        let (wide, deep) = (rng.random_range(1..=4), rng.random_range(1..=2));
        let contours = [1_i32, 1, 2, 2, 3][rng.random_range(0..5_u32) as usize];
        for square in self.grid.squares() {
            let (x, y) = self.grid.coordinates(square);
            // How far out, in hundredths of the way to the foot, squared.
            let out = 100 * ((x - file).pow(2) * (deep * deep) + (y - rank).pow(2) * (wide * wide))
                / (wide * wide * deep * deep);
            let level = (1..=contours).rev().find(|contour| out <= 100 / contour.pow(2)).unwrap_or(0) as u8;
            let twin = self.twin(square);
            for square in [square, twin] {
                let there = &mut self.level[square.index()];
                *there = level.max(*there);
            }
        }
    }

    /// Patches of some ground, each a walk of at most `size` squares. Base lines stay
    /// free of what nobody can enter.
    fn scatter<G: Rng>(
        &mut self,
        rng: &mut G,
        ground: Ground,
        patches: std::ops::RangeInclusive<i32>,
        size: u32,
    ) {
        let lowest = if matches!(ground, Ground::Outcrop | Ground::Marsh) { 3 } else { 0 };
        for _ in 0..rng.random_range(patches) {
            let file = rng.random_range(0..=self.last_file());
            let mut square = self.square(file, rng.random_range(lowest..=self.half()));
            for _ in 0..rng.random_range(1..=size) {
                self.paint(square, ground);
                let direction = Direction::ALL[rng.random_range(0..4_u32) as usize];
                let next = self.grid.step(square, direction);
                let is_inside = |next: &Square| {
                    let rank = self.grid.coordinates(*next).1;
                    (lowest..=self.last_rank() - lowest).contains(&rank)
                };
                square = next.filter(is_inside).unwrap_or(square);
            }
        }
    }

    /// A river with fords: across the battlefield between the sides, or along it from
    /// base line to base line.
    fn let_river_flow<G: Rng>(&mut self, rng: &mut G) {
        let fords = rng.random_range(2..=4);
        if rng.random_ratio(2, 3) {
            for file in 0..=self.last_file() {
                self.flood(file, self.half(), Ground::River);
            }
            for _ in 0..fords {
                let file = rng.random_range(0..=self.last_file());
                for file in [file, self.grid.coordinates(self.twin(self.square(file, 0))).0] {
                    self.flood(file, self.half(), Ground::Ford);
                }
            }
        } else {
            let file = rng.random_range(2..self.last_file() / 2 - 1);
            for rank in 0..=self.last_rank() {
                self.flood(file, rank, Ground::River);
            }
            for _ in 0..fords {
                self.flood(file, rng.random_range(1..=self.half()), Ground::Ford);
            }
        }
    }

    fn flood(&mut self, file: i32, rank: i32, ground: Ground) {
        let square = self.square(file, rank);
        self.paint(square, ground);
        for square in [square, self.twin(square)] {
            self.level[square.index()] = 0;
        }
    }

    /// A road from a base line to the middle, bent once at most, which its twin goes on
    /// from; or one across.
    fn lay_road<G: Rng>(&mut self, rng: &mut G) {
        let bends = if rng.random_ratio(1, 3) {
            let rank = rng.random_range(3..=self.half());
            vec![(0, rank), (self.last_file(), rank)]
        } else {
            let from = rng.random_range(0..=self.last_file());
            let to = (from + rng.random_range(-3..=3)).clamp(0, self.last_file());
            let bend = rng.random_range(1..=2);
            let mut bends = vec![(from, 0), (from, bend), (to, bend + (to - from).abs()), (to, self.half())];
            if self.symmetry == Symmetry::HalfTurn {
                bends.push((self.last_file() - to, self.half()));
            }
            bends
        };
        let mut road: Vec<Square> = bends.into_iter().map(|(file, rank)| self.square(file, rank)).collect();
        road.dedup();
        let twin: Vec<Square> = road.iter().map(|&square| self.twin(square)).collect();
        for road in [road, twin] {
            self.clear_road(&road);
            self.roads.push(road);
        }
    }

    /// No road runs through outcrops. RULING A15.
    fn clear_road(&mut self, road: &[Square]) {
        for ends in road.windows(2) {
            let (dx, dy) = self.grid.offset(ends[0], ends[1]);
            let (file, rank) = self.grid.coordinates(ends[0]);
            for k in 0..=dx.abs().max(dy.abs()) {
                let square = self.square(file + k * dx.signum(), rank + k * dy.signum());
                self.on_road[square.index()] = true;
                if self.ground(square) == Ground::Outcrop {
                    self.paint(square, Ground::Open);
                }
            }
        }
    }

    /// A run of one to five walled, hedged, fenced or trenched edges.
    fn raise_edges<G: Rng>(&mut self, rng: &mut G) {
        let edges = [Edge::Wall, Edge::Hedge, Edge::Fence, Edge::Trench];
        let edge = edges[rng.random_range(0..4_u32) as usize];
        let (file, rank) = (rng.random_range(0..=self.last_file()), rng.random_range(1..=self.half()));
        let (side, step) =
            if rng.random_ratio(2, 3) { (Facing::North, (1, 0)) } else { (Facing::East, (0, 1)) };
        for k in 0..rng.random_range(1..=5) {
            let Some(square) = self.grid.at(file + k * step.0, rank + k * step.1) else { break };
            self.edges.push((edge, square, side));
            self.edges.push((edge, self.twin(square), self.twin_side(side)));
        }
    }

    /// Where the sides could not reach each other on wheels, marsh, outcrops and woods
    /// give way.
    fn clear_the_way(&mut self) {
        if self.is_joined() {
            return;
        }
        for square in self.grid.squares() {
            if matches!(self.ground(square), Ground::Marsh | Ground::Outcrop | Ground::Wood) {
                self.ground[square.index()] = Ground::Open;
            }
        }
    }

    /// Whether wheels roll from the southern base line to the northern one, straight
    /// steps only.
    fn is_joined(&self) -> bool {
        let rolls = |square: Square| {
            self.on_road[square.index()] || self.is_firm(square) || self.ground(square) == Ground::Ford
        };
        let mut reached = vec![false; self.grid.len()];
        let mut todo: Vec<Square> = (0..=self.last_file()).map(|file| self.square(file, 0)).collect();
        while let Some(square) = todo.pop() {
            if reached[square.index()] || !rolls(square) {
                continue;
            }
            if self.grid.coordinates(square).1 == self.last_rank() {
                return true;
            }
            reached[square.index()] = true;
            todo.extend(self.grid.neighbours(square).filter(|(d, _)| !d.is_diagonal()).map(|(_, next)| next));
        }
        false
    }
}
