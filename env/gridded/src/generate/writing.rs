//! Generated battles as scenario files say them.

use sandtable_core::square::{Facing, Grid, Square};
use toml::Spanned;

use crate::map::Edge;
use crate::setup::{GroupSetup, MapSetup, Side, StandSetup};
use crate::stand::{Class, Weapon};

use super::deployment::{Deployed, Placed};
use super::force::Force;
use super::ground::Field;

/// The table as it is written: as the field has it, or with files and ranks exchanged.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame<'a> {
    pub field: &'a Field,
    pub is_turned: bool,
}

/// Text that comes from no file.
fn unplaced(text: impl Into<String>) -> Spanned<String> {
    Spanned::new(0..0, text.into())
}

impl Frame<'_> {
    fn grid(self) -> Grid {
        let Grid { width, height } = self.field.grid;
        if self.is_turned { Grid { width: height, height: width } } else { self.field.grid }
    }

    pub(super) fn name(self, square: Square) -> String {
        let (file, rank) = self.field.grid.coordinates(square);
        let (file, rank) = if self.is_turned { (rank, file) } else { (file, rank) };
        self.grid().name(self.grid().at(file, rank).expect("on the table"))
    }

    fn facing(self, facing: Facing) -> Facing {
        match facing {
            facing if !self.is_turned => facing,
            Facing::North => Facing::East,
            Facing::East => Facing::North,
            Facing::South => Facing::West,
            Facing::West => Facing::South,
        }
    }

    fn edge(self, square: Square, side: Facing) -> Spanned<String> {
        unplaced(format!("{} {}", self.name(square), self.facing(side).letter().to_ascii_lowercase()))
    }

    pub(super) fn map(self) -> MapSetup {
        let (field, grid) = (self.field, self.grid());
        let rows = |letter: &dyn Fn(Square) -> char| -> Vec<Spanned<String>> {
            let row = |rank| {
                (0..i32::from(grid.width)).filter_map(move |file| {
                    let (file, rank) = if self.is_turned { (rank, file) } else { (file, rank) };
                    field.grid.at(file, rank)
                })
            };
            (0..i32::from(grid.height))
                .rev()
                .map(|rank| unplaced(row(rank).map(letter).collect::<String>()))
                .collect()
        };
        let is_level = field.grid.squares().all(|square| field.level(square) == 0);
        let edges = |kind: Edge| {
            field
                .edges
                .iter()
                .filter(|e| e.0 == kind)
                .map(|&(_, square, side)| self.edge(square, side))
                .collect()
        };
        MapSetup {
            rows: rows(&|square| field.ground(square).letter()),
            levels: if is_level {
                Vec::new()
            } else {
                rows(&|square| char::from(b'0' + field.level(square)))
            },
            roads: field
                .roads
                .iter()
                .map(|road| road.iter().map(|&square| unplaced(self.name(square))).collect())
                .collect(),
            walls: edges(Edge::Wall),
            hedges: edges(Edge::Hedge),
            fences: edges(Edge::Fence),
            trenches: edges(Edge::Trench),
        }
    }

    /// Side 0 is in the south of the field, side 1 in the north.
    pub(super) fn side(self, number: usize, force: &Force, army: &Deployed) -> Side {
        let base = [Facing::South, Facing::North][number];
        let front = base.back();
        let compass = match self.facing(base) {
            Facing::North => "Northern",
            Facing::East => "Eastern",
            Facing::South => "Southern",
            Facing::West => "Western",
        };
        let ambush = format!("{compass} ambush");
        let group: Vec<GroupSetup> =
            self.zone(army).map(|zone| GroupSetup { name: ambush.clone(), zone }).into_iter().collect();
        Side {
            name: unplaced(format!("{compass} {}", force.theme.name)),
            general: force.general,
            base: self.facing(base),
            points: Some(Spanned::new(0..0, force.points)),
            exits: Vec::new(),
            entrenchments: army.works.iter().map(|&square| self.edge(square, front)).collect(),
            group,
            stand: self.stands(force, army, front, &ambush),
        }
    }

    /// The block around the concealed stands, two squares wider all round.
    fn zone(self, army: &Deployed) -> Option<[Spanned<String>; 2]> {
        let grid = self.field.grid;
        let hidden =
            || army.stands.iter().filter(|stand| stand.is_concealed).map(|stand| grid.coordinates(stand.at));
        let (west, east) = (hidden().map(|at| at.0).min()?, hidden().map(|at| at.0).max()?);
        let (south, north) = (hidden().map(|at| at.1).min()?, hidden().map(|at| at.1).max()?);
        let (last_file, last_rank) = (i32::from(grid.width) - 1, i32::from(grid.height) - 1);
        let corners = [
            ((west - 2).max(0), (south - 2).max(0)),
            ((east + 2).min(last_file), (north + 2).min(last_rank)),
        ];
        let name = |(file, rank)| unplaced(self.name(grid.at(file, rank).expect("on the table")));
        Some(corners.map(name))
    }

    /// Stands of one kind in one line, in the order in which they were placed, so that
    /// whoever came second to a square is behind.
    fn stands(self, force: &Force, army: &Deployed, front: Facing, ambush: &str) -> Vec<StandSetup> {
        let kind = |stand: &Placed| (stand.class, stand.weapon, stand.is_concealed);
        let mut kinds: Vec<(Class, Weapon, bool)> = Vec::new();
        for stand in &army.stands {
            if !kinds.contains(&kind(stand)) {
                kinds.push(kind(stand));
            }
        }
        let written = |of: (Class, Weapon, bool)| {
            let (class, weapon, is_concealed) = of;
            let is_usual = Weapon::carried_by(class)[0] == weapon;
            StandSetup {
                class,
                name: None,
                weapon: (!is_usual).then(|| Spanned::new(0..0, weapon)),
                mounted: Spanned::new(0..0, class == Class::Command && force.is_mounted),
                facing: self.facing(front),
                group: is_concealed.then(|| unplaced(ambush)),
                at: army
                    .stands
                    .iter()
                    .filter(|stand| kind(stand) == of)
                    .map(|stand| unplaced(self.name(stand.at)))
                    .collect(),
            }
        };
        kinds.into_iter().map(written).collect()
    }
}
