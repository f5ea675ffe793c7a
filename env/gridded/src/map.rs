//! The battlefield: ground, levels, edges and roads; which steps it allows and what
//! blocks sight over it.

use petgraph::visit::EdgeRef as _;
use sandtable_core::path::{Terrain, terrain};
use sandtable_core::square::{Direction, Facing, Grid, Passed, Square};
use serde::{Deserialize, Serialize};

/// What fills a square. G-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// Flat, open country.
    Open,
    /// Trees: cover, bars sight, infantry only off the road. G-20, G-34.
    Wood,
    /// Houses: bar sight.
    Town,
    /// Rocks that nobody enters. RULING A15.
    Outcrop,
    /// Entered and left by road only. RULING A24.
    Marsh,
    /// Entered and left by road only. RULING A24.
    River,
    /// A river that everyone wades freely. RULINGS A3, A24.
    Ford,
}

impl Ground {
    /// The letter in scenario files.
    pub const fn letter(self) -> char {
        match self {
            Self::Open => '.',
            Self::Wood => 'w',
            Self::Town => 't',
            Self::Outcrop => 'o',
            Self::Marsh => 'm',
            Self::River => 'r',
            Self::Ford => 'f',
        }
    }

    /// Reads the letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        [Self::Open, Self::Wood, Self::Town, Self::Outcrop, Self::Marsh, Self::River, Self::Ford]
            .into_iter()
            .find(|ground| ground.letter() == letter)
    }

    /// Whether it rises one level above its square for sight. G-30, G-56.
    const fn is_tall(self) -> bool {
        matches!(self, Self::Wood | Self::Town | Self::Outcrop)
    }

    /// Whether a diagonal step beside it is a step beside an obstacle. RULINGS A3, A25.
    const fn is_obstacle(self) -> bool {
        matches!(self, Self::Ford | Self::River | Self::Marsh | Self::Outcrop)
    }

    const fn needs_road(self) -> bool {
        matches!(self, Self::Marsh | Self::River)
    }
}

/// What lies on the edge between two squares. G-03.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// Vertical, and cover.
    Wall,
    /// Vertical.
    Hedge,
    /// Vertical.
    Fence,
    /// Crossed freely.
    Trench,
    /// Crossed freely, and cover. RULING A25.
    Entrenchment,
}

impl Edge {
    /// Whether only infantry crosses it. G-20.
    const fn is_vertical(self) -> bool {
        matches!(self, Self::Wall | Self::Hedge | Self::Fence)
    }

    /// Whether it covers whoever is behind it. G-34, G-41. RULING A35: both ways.
    pub const fn is_cover(self) -> bool {
        matches!(self, Self::Wall | Self::Entrenchment)
    }
}

/// Who walks: the terrain that a stand can cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gait {
    /// Infantry and dismounted cavalry: through woods and over vertical obstacles.
    Infantry,
    /// Everyone else. RULING A4.
    Other,
}

/// One step from a square to a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// One square, and one for each contour crossed. G-22.
    pub cost: u8,
    /// Both squares have road. RULING A26.
    pub is_road: bool,
    /// For a diagonal: the two squares beside it, and whether an obstacle is on that side.
    pub beside: Option<[(Square, bool); 2]>,
}

/// A battlefield.
#[derive(Clone, Debug)]
pub struct Map {
    /// Its size.
    pub grid: Grid,
    ground: Vec<Ground>,
    level: Vec<u8>,
    road: Vec<bool>,
    edges: Vec<[Option<Edge>; 4]>,
    steps: [Terrain<Step>; 2],
    has_roads: bool,
}

impl Map {
    /// A battlefield from its squares. Edges are given from either side.
    ///
    /// # Panics
    /// When the lists are not as long as the grid.
    pub fn new(
        grid: Grid,
        ground: Vec<Ground>,
        level: Vec<u8>,
        road: Vec<bool>,
        edges: &[(Square, Facing, Edge)],
    ) -> Self {
        assert!(ground.len() == grid.len() && level.len() == grid.len() && road.len() == grid.len());
        let mut map = Self {
            grid,
            ground,
            level,
            has_roads: road.contains(&true),
            road,
            edges: vec![[None; 4]; grid.len()],
            steps: [terrain(0, Vec::new()), terrain(0, Vec::new())],
        };
        for &(square, side, edge) in edges {
            map.edges[square.index()][side as usize] = Some(edge);
            let (dx, dy) = side.delta();
            let (file, rank) = grid.coordinates(square);
            if let Some(beyond) = grid.at(file + dx, rank + dy) {
                map.edges[beyond.index()][side.back() as usize] = Some(edge);
            }
        }
        map.steps = [Gait::Infantry, Gait::Other].map(|gait| map.walkable(gait));
        map
    }

    /// What fills a square.
    pub fn ground(&self, square: Square) -> Ground {
        self.ground[square.index()]
    }

    /// How many contours up a square is.
    pub fn level(&self, square: Square) -> u8 {
        self.level[square.index()]
    }

    /// Whether a road runs through a square.
    pub fn is_road(&self, square: Square) -> bool {
        self.road[square.index()]
    }

    /// Whether there is any road.
    pub fn has_roads(&self) -> bool {
        self.has_roads
    }

    /// What lies on one side of a square.
    pub fn edge(&self, square: Square, side: Facing) -> Option<Edge> {
        self.edges[square.index()][side as usize]
    }

    /// Every edge with something on it, once, from its southern or western square.
    pub fn edges(&self) -> impl Iterator<Item = (Square, Facing, Edge)> {
        self.grid.squares().flat_map(move |square| {
            Facing::ALL.into_iter().filter_map(move |side| {
                let beyond = self.beyond(square, side);
                let is_first = matches!(side, Facing::North | Facing::East) || beyond.is_none();
                is_first.then_some((square, side, self.edge(square, side)?))
            })
        })
    }

    fn beyond(&self, square: Square, side: Facing) -> Option<Square> {
        let ((file, rank), (dx, dy)) = (self.grid.coordinates(square), side.delta());
        self.grid.at(file + dx, rank + dy)
    }

    /// The steps that a gait can take anywhere.
    pub fn steps(&self, gait: Gait) -> &Terrain<Step> {
        &self.steps[gait as usize]
    }

    /// One step, if the terrain allows it.
    pub fn step(&self, gait: Gait, from: Square, to: Square) -> Option<&Step> {
        self.steps(gait).edges(u32::from(from.0)).find(|e| e.target() == u32::from(to.0)).map(|e| e.weight())
    }

    /// Whether a stand may be in a square at all.
    pub fn can_hold(&self, square: Square) -> bool {
        match self.ground(square) {
            Ground::Outcrop => false,
            ground if ground.needs_road() => self.is_road(square),
            _ => true,
        }
    }

    fn walkable(&self, gait: Gait) -> Terrain<Step> {
        let mut steps = Vec::new();
        for from in self.grid.squares() {
            for (direction, to) in self.grid.neighbours(from) {
                if let Some(step) = self.walk(gait, from, direction, to) {
                    steps.push((u32::from(from.0), u32::from(to.0), step));
                }
            }
        }
        terrain(self.grid.len(), steps)
    }

    fn walk(&self, gait: Gait, from: Square, direction: Direction, to: Square) -> Option<Step> {
        if !self.can_hold(from) || !self.can_hold(to) {
            return None;
        }
        let is_road = self.is_road(from) && self.is_road(to);
        let is_open = is_road
            || if direction.is_diagonal() {
                // RULINGS A3, A25: one of the two ways round the corner can be walked.
                self.corner(from, to)
                    .into_iter()
                    .any(|by| self.walks_straight(gait, from, by) && self.walks_straight(gait, by, to))
                    && self.enters(gait, from, to)
            } else {
                self.walks_straight(gait, from, to)
            };
        let beside = direction
            .is_diagonal()
            .then(|| self.corner(from, to).map(|by| (by, self.has_obstacle(from, by, to))));
        let cost = 1 + self.level(from).abs_diff(self.level(to));
        is_open.then_some(Step { cost, is_road, beside })
    }

    /// The two squares beside a diagonal step.
    pub(crate) fn corner(&self, from: Square, to: Square) -> [Square; 2] {
        let (a, b) = (self.grid.coordinates(from), self.grid.coordinates(to));
        let at = |file, rank| self.grid.at(file, rank).expect("beside a diagonal on the table");
        [at(b.0, a.1), at(a.0, b.1)]
    }

    /// G-60, RULINGS A24, A27: marsh and river need a road, and so do woods for all but infantry.
    fn enters(&self, gait: Gait, from: Square, to: Square) -> bool {
        [from, to].into_iter().all(|square| {
            let ground = self.ground(square);
            ground != Ground::Outcrop
                && !ground.needs_road()
                && (ground != Ground::Wood || gait == Gait::Infantry)
        })
    }

    /// Whether an orthogonal step can be walked off the road.
    fn walks_straight(&self, gait: Gait, from: Square, to: Square) -> bool {
        if self.is_road(from) && self.is_road(to) && self.can_hold(from) && self.can_hold(to) {
            return true;
        }
        let bars = self.between(from, to).is_some_and(Edge::is_vertical) && gait != Gait::Infantry;
        self.enters(gait, from, to) && !bars
    }

    /// What lies on the edge between two orthogonal neighbours.
    pub fn between(&self, from: Square, to: Square) -> Option<Edge> {
        let side = Facing::ALL.into_iter().find(|side| side.delta() == self.grid.offset(from, to))?;
        self.edge(from, side)
    }

    /// Whether an obstacle lies on the `by` side of a diagonal step. RULING (ours): an
    /// obstacle square there, or an obstacle on the edge between it and either end.
    pub(crate) fn has_obstacle(&self, from: Square, by: Square, to: Square) -> bool {
        self.ground(by).is_obstacle() || self.between(from, by).is_some() || self.between(by, to).is_some()
    }

    /// Whether the line from centre to centre is clear. G-30, G-56, RULING A14: a square
    /// on the way blocks when its level, plus one for a tall thing or a stand in it, is
    /// above both ends. `has_stand` says where a stand is seen.
    pub fn is_clear(
        &self,
        from: Square,
        to: Square,
        ignores_outcrops: bool,
        has_stand: impl Fn(Square) -> bool,
    ) -> bool {
        let top = self.level(from).max(self.level(to));
        let blocks = |square: Square| {
            let ground = self.ground(square);
            let is_tall = ground.is_tall() && !(ignores_outcrops && ground == Ground::Outcrop);
            let height = self.level(square);
            height > top || height == top && (is_tall || has_stand(square))
        };
        self.grid.line(from, to).all(|passed| match passed {
            Passed::Square(square) => !blocks(square),
            Passed::Corner(a, b) => !(blocks(a) && blocks(b)),
        })
    }

    /// Whether the line enters `to` over a walled or entrenched edge of it. RULING A6:
    /// through a corner, either edge there will do.
    pub fn is_behind_cover(&self, from: Square, to: Square) -> bool {
        self.grid.entry(from, to).is_some_and(|entry| {
            entry.sides().into_iter().any(|side| self.edge(to, side).is_some_and(Edge::is_cover))
        })
    }

    /// Whether two neighbouring squares are flat, open country without an obstacle
    /// between them. RULING A18.
    pub fn is_flat_and_open(&self, a: Square, b: Square) -> bool {
        let is_open = [a, b].into_iter().all(|square| self.ground(square) == Ground::Open);
        let is_barred = match self.grid.direction(a, b) {
            Some(direction) if direction.is_diagonal() => self
                .corner(a, b)
                .into_iter()
                .any(|by| self.between(a, by).is_some() || self.between(by, b).is_some()),
            _ => self.between(a, b).is_some(),
        };
        is_open && self.level(a) == self.level(b) && !is_barred
    }

    /// The battlefield with east and west exchanged.
    #[must_use]
    pub fn mirror(&self) -> Self {
        let grid = self.grid;
        let flipped = |square: Square| grid.mirror(square).index();
        let edges: Vec<_> =
            self.edges().map(|(square, side, edge)| (grid.mirror(square), side.mirror(), edge)).collect();
        Self::new(
            grid,
            grid.squares().map(|square| self.ground[flipped(square)]).collect(),
            grid.squares().map(|square| self.level[flipped(square)]).collect(),
            grid.squares().map(|square| self.road[flipped(square)]).collect(),
            &edges,
        )
    }
}
