//! The table and what lies on it.

use sandtable_core::scene::{Feature, FeatureKind, Point};
use sandtable_core::square::{Facing, Square};

use crate::map::{Edge, Ground};
use crate::rules::Gridded;
use crate::victory::{Terms, block};

impl Gridded {
    /// The two ends of a square's side.
    fn side_of(&self, square: Square, side: Facing) -> [Point; 2] {
        let [south_west, south_east, north_east, north_west] = self.corners(square);
        match side {
            Facing::North => [north_west, north_east],
            Facing::East => [south_east, north_east],
            Facing::South => [south_west, south_east],
            Facing::West => [south_west, north_west],
        }
    }

    pub(super) fn features(&self) -> Vec<Feature> {
        let grid = self.grid();
        let area = |kind, square: Square, name: &str| Feature {
            kind,
            name: name.to_owned(),
            outline: self.corners(square).to_vec(),
            is_area: true,
        };
        let mut features: Vec<Feature> = grid
            .squares()
            .flat_map(|square| (0..self.map().level(square)).map(move |_| square))
            .map(|square| area(FeatureKind::High, square, ""))
            .collect();
        features.extend(
            grid.squares()
                .filter_map(|square| Some(area(ground_kind(self.map().ground(square))?, square, ""))),
        );
        self.add_roads(&mut features);
        features.extend(self.map().edges().map(|(square, side, edge)| Feature {
            kind: edge_kind(edge),
            name: String::new(),
            outline: self.side_of(square, side).to_vec(),
            is_area: false,
        }));
        if let Terms::Points { objectives, .. } = self.terms() {
            for objective in objectives {
                features.extend(
                    objective.squares.iter().map(|&s| area(FeatureKind::Objective, s, &objective.name)),
                );
            }
        }
        for group in self.groups() {
            let squares = block(grid, group.zone);
            if let [first, .., last] = squares[..] {
                let (low, high) = (self.corners(first)[0], self.corners(last)[2]);
                let outline = vec![low, Point(high.0, low.1), high, Point(low.0, high.1)];
                features.push(Feature {
                    kind: FeatureKind::Zone,
                    name: group.name.clone(),
                    outline,
                    is_area: true,
                });
            }
        }
        features
    }

    /// Roads run from centre to centre of neighbouring squares with road; over the edge of
    /// the table where they end at it.
    fn add_roads(&self, features: &mut Vec<Feature>) {
        let grid = self.grid();
        let road = |outline: Vec<Point>, kind| Feature { kind, name: String::new(), outline, is_area: false };
        for square in grid.squares().filter(|&square| self.map().is_road(square)) {
            let joined = |near: &Square| self.map().is_road(*near);
            let straight: Vec<Square> = Facing::ALL.iter().filter_map(|&f| self.next(square, f)).collect();
            for (direction, near) in grid.neighbours(square).filter(|(_, near)| joined(near)) {
                // A diagonal only where the road does not go round the corner.
                let goes_round =
                    direction.is_diagonal() && self.map().corner(square, near).iter().any(joined);
                if near > square && !goes_round {
                    features.push(road(vec![self.centre(square), self.centre(near)], FeatureKind::Road));
                }
            }
            let ends = straight.iter().filter(|near| joined(near)).count() == 1;
            for side in Facing::ALL {
                let inland = self.next(square, side.back()).is_some_and(|near| joined(&near));
                if ends && inland && self.next(square, side).is_none() {
                    let [a, b] = self.side_of(square, side);
                    let edge = Point(i32::midpoint(a.0, b.0), i32::midpoint(a.1, b.1));
                    features.push(road(vec![self.centre(square), edge], FeatureKind::Road));
                }
            }
            if self.map().ground(square) == Ground::River {
                let [a, _, c, _] = self.corners(square);
                let outline = vec![a, Point(c.0, a.1), c, Point(a.0, c.1)];
                features.push(Feature {
                    kind: FeatureKind::Bridge,
                    name: String::new(),
                    outline,
                    is_area: true,
                });
            }
        }
    }

    fn next(&self, square: Square, side: Facing) -> Option<Square> {
        let ((file, rank), (dx, dy)) = (self.grid().coordinates(square), side.delta());
        self.grid().at(file + dx, rank + dy)
    }
}

fn ground_kind(ground: Ground) -> Option<FeatureKind> {
    match ground {
        Ground::Open => None,
        Ground::Wood => Some(FeatureKind::Wood),
        Ground::Town => Some(FeatureKind::Town),
        Ground::Outcrop => Some(FeatureKind::Rocks),
        Ground::Marsh => Some(FeatureKind::Marsh),
        Ground::River => Some(FeatureKind::Water),
        Ground::Ford => Some(FeatureKind::Ford),
    }
}

fn edge_kind(edge: Edge) -> FeatureKind {
    match edge {
        Edge::Wall => FeatureKind::Wall,
        Edge::Hedge => FeatureKind::Hedge,
        Edge::Fence => FeatureKind::Fence,
        Edge::Trench => FeatureKind::Trench,
        Edge::Entrenchment => FeatureKind::Entrenchment,
    }
}
