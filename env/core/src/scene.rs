//! The table as people look at it: places, units, and what an order would do, in plain
//! geometry that knows no ruleset.
//!
//! A front end that draws these draws every ruleset: squares, hexes and open tables are
//! outlines to it. Everything comes from one seat's view; nothing hidden is in it.
//!
//! Lengths are hundredths of the table's unit: 100 is a square's side, a hex's height
//! from flat to flat, or an inch. x runs east and y north, from the table's south-west
//! corner. Headings are degrees clockwise from north, in [0, 360).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{Ruleset, Seat};

/// A ruleset that can be drawn. A game that is played without a table draws nothing.
pub trait Depict: Ruleset {
    /// The table and what lies on it, none of which moves.
    fn tabletop(&self) -> Tabletop {
        Tabletop::default()
    }

    /// The units that the view's seat knows of, those that are gone too, in an order that
    /// is the same all through a battle.
    fn pieces(&self, _view: &Self::View) -> Vec<Piece> {
        Vec::new()
    }

    /// What a legal action would do, drawn.
    fn sketch(&self, _view: &Self::View, _action: Self::Action) -> Sketch {
        Sketch::default()
    }

    /// Where a piece could go and whom it could attack if it were activated as it stands
    /// now, as far as the view's seat can know: the enemy's reach too. Nothing for a piece
    /// that is not on the table.
    fn reach(&self, _view: &Self::View, _piece: PieceId) -> Option<Reach> {
        None
    }
}

/// A point of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Point(
    /// Hundredths to the east.
    pub i32,
    /// Hundredths to the north.
    pub i32,
);

/// The table and what lies on it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Tabletop {
    /// From west to east.
    pub width: i32,
    /// From south to north.
    pub height: i32,
    /// What 100 hundredths are: `square`, `hex`, `inch`.
    pub unit: String,
    /// The places that units can stand on, where the table has a grid; their order is what
    /// [`Sketch::place`] counts in.
    pub places: Vec<Place>,
    /// Ground, edges, roads and objectives, in the order in which they are drawn.
    pub features: Vec<Feature>,
}

/// A square, a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// Its name: `C4`.
    pub name: String,
    /// Its centre.
    pub centre: Point,
    /// Its corners, in order.
    pub outline: Vec<Point>,
    /// What it is, in words: `wood, height 1, road`.
    pub words: String,
}

/// Something on the table that does not move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    /// What it is.
    pub kind: FeatureKind,
    /// What the scenario calls it; empty where it has no name.
    pub name: String,
    /// Its corners or the points along it, in order.
    pub outline: Vec<Point>,
    /// Whether the outline encloses an area; otherwise it is a line.
    pub is_area: bool,
}

/// What lies on a table, in every ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum FeatureKind {
    High,
    Wood,
    Town,
    Rocks,
    Rough,
    Marsh,
    Water,
    Ford,
    Bridge,
    Road,
    Railway,
    Wall,
    Hedge,
    Fence,
    Trench,
    Entrenchment,
    Barricade,
    Wire,
    Crater,
    Objective,
    /// A zone that the scenario names: where something hides, enters or leaves.
    Zone,
}

/// Which piece: the same number all through a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PieceId(pub u32);

/// A unit as one seat knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Piece {
    /// Which.
    pub id: PieceId,
    /// Whose.
    pub seat: Seat,
    /// What the scenario calls it: `British infantry 2`.
    pub name: String,
    /// What it is in the rulebook's words: `regular infantry`.
    pub class: String,
    /// What picture it gets.
    pub branch: Branch,
    /// Its value in the ruleset's points.
    pub value: i32,
    /// What it has left of what it began with, where it wears down: (left, whole).
    pub strength: Option<(u16, u16)>,
    /// Where its centre is, if on the table.
    pub at: Option<Point>,
    /// The place it stands on, where the table has places.
    pub place: Option<u32>,
    /// Width and depth of its base.
    pub size: (i32, i32),
    /// Which way it faces.
    pub heading: Option<u16>,
    /// Where it stands among those in the same place: 0 in front, 1 behind, and so on.
    pub rank: u8,
    /// Whether it may still act in this turn.
    pub can_act: bool,
    /// What else is known, in words: `concealed`, `dismounted`, `pinned`, `destroyed`.
    pub marks: Vec<String>,
}

/// The branch of service that picks a unit's picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Branch {
    Infantry,
    Cavalry,
    Camelry,
    Artillery,
    MachineGun,
    Transport,
    Command,
    Tank,
    ArmouredCar,
    Aircraft,
    Train,
    Gunboat,
    /// A counter of a game that has no branches.
    Counter,
}

/// What an action would do, drawn. Whatever is missing plays no part in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sketch {
    /// Who acts.
    pub piece: Option<PieceId>,
    /// Whom it is aimed at.
    pub target: Option<PieceId>,
    /// The place that it names: whom to activate, where to go, whom to attack.
    pub place: Option<u32>,
    /// The point that it names.
    pub to: Option<Point>,
    /// Which way it would face.
    pub heading: Option<u16>,
    /// The way it would go, from where it stands to where it would stand.
    pub path: Vec<Point>,
    /// What that costs, in the ruleset's movement points.
    pub cost: Option<i32>,
}

/// What a piece could do as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Reach {
    /// Where it could move.
    pub moves: Vec<Spot>,
    /// Areas: its arc of fire, its range, what it could engage at close quarters.
    pub zones: Vec<Zone>,
}

/// Where a piece could move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Spot {
    /// The place, where the table has places.
    pub place: Option<u32>,
    /// The point.
    pub at: Point,
    /// What it costs to go there, in the ruleset's movement points.
    pub cost: i32,
    /// The way there, from where it stands.
    pub path: Vec<Point>,
}

/// An area that a piece could act on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Zone {
    /// What it could do there.
    pub kind: ZoneKind,
    /// The places of it, where the table has places.
    pub places: Vec<u32>,
    /// Its outline, where it has none.
    pub outline: Vec<Point>,
}

/// What a piece could do in a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ZoneKind {
    /// It faces this, up to its range, from where it stands.
    Arc,
    /// It could fire here after moving.
    Fire,
    /// It could engage here at close quarters after moving.
    Close,
}
