//! Scenario files of the Palestine campaign: their structure and how they are checked.

mod numbers;
mod reading;

use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::unit::Kind;
pub(crate) use numbers::{Degrees, Inches};
pub(crate) use reading::load;
use sandtable_core::Seat;

/// A place as a file says it: inches east and north of the table's south-west corner.
pub(crate) type Place = [Inches; 2];

/// A scenario as its file says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Setup {
    /// Always `palestine`.
    pub ruleset: String,
    /// The scenario's name.
    pub name: String,
    /// What it is about.
    #[serde(default)]
    pub summary: String,
    /// P-37: turns of each side; fifteen unless the scenario says otherwise.
    #[serde(default = "fifteen")]
    pub turns: Spanned<u8>,
    /// Who has the first turn. RULING R43.
    #[serde(default)]
    pub first: Begins,
    /// Width and height.
    pub table: Spanned<Place>,
    /// What lies on it.
    #[serde(default)]
    pub map: MapSetup,
    /// The train, where there is one. P-36.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub train: Option<TrainSetup>,
    /// How the battle is won.
    #[serde(default)]
    pub victory: VictorySetup,
    /// Which destinations are listed.
    #[serde(default)]
    pub candidates: Candidates,
    /// The two sides; the first seat's first.
    pub side: [Side; 2],
}

fn fifteen() -> Spanned<u8> {
    Spanned::new(0..0, 15)
}

/// Who has the first turn of each pair. RULING R43.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Begins {
    /// The first side.
    First,
    /// The second side.
    Second,
    /// A throw decides.
    #[default]
    Throw,
}

/// The ground of a scenario. Outlines are convex. P-43, RULING B12.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct MapSetup {
    /// Hills; parts of one hill have one name. P-14.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub hill: Vec<AreaSetup>,
    /// Sections of towns. P-09.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub town: Vec<AreaSetup>,
    /// Difficult ground. P-10.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub difficult: Vec<AreaSetup>,
    /// Trenches. P-11.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trench: Vec<AreaSetup>,
    /// Marshes and lakes. P-12.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marsh: Vec<AreaSetup>,
    /// Wadis. P-13.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub wadi: Vec<WadiSetup>,
    /// Roads. P-15.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub road: Vec<RoadSetup>,
    /// Barricades: two ends each. P-36.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub barricade: Vec<Spanned<[Place; 2]>>,
}

/// A piece of ground.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct AreaSetup {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its corners, in order.
    pub outline: Spanned<Vec<Place>>,
    /// Difficult ground that covers. RULING R16.
    #[serde(default, skip_serializing_if = "is_false")]
    pub rocky: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A wadi. RULING B13.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct WadiSetup {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The points along it.
    pub line: Spanned<Vec<Place>>,
    /// Bridges and crossings.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub crossing: Vec<CrossingSetup>,
}

/// A bridge or crossing.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct CrossingSetup {
    /// Its middle.
    pub at: Spanned<Place>,
    /// Its width.
    pub width: Spanned<Inches>,
}

/// A road. RULING B17.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct RoadSetup {
    /// What it is called.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The points along it.
    pub line: Spanned<Vec<Place>>,
    /// Its width; two inches unless given.
    #[serde(default = "two_inches")]
    pub width: Spanned<Inches>,
}

fn two_inches() -> Spanned<Inches> {
    Spanned::new(0..0, Inches(200))
}

/// The train. RULING R42, RULING B27.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct TrainSetup {
    /// Whose it is.
    pub side: Seat,
    /// The points along its rail.
    pub rail: Spanned<Vec<Place>>,
    /// Where its centre begins, along the rail.
    pub at: Spanned<Inches>,
    /// Its length.
    #[serde(default = "six_inches")]
    pub length: Spanned<Inches>,
    /// Its width.
    #[serde(default = "two_inches")]
    pub width: Spanned<Inches>,
}

fn six_inches() -> Spanned<Inches> {
    Spanned::new(0..0, Inches(600))
}

/// How the battle is won. P-37, RULING B11.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub(crate) struct VictorySetup {
    /// A difference of up to this is a draw.
    pub draw: i32,
    /// A difference from this on is decisive.
    pub decisive: Spanned<i32>,
    /// Points that the first side is given; negative for the second.
    pub handicap: Spanned<i32>,
    /// Points to the train's owner when the train is at the end of its rail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub train: Option<Spanned<i32>>,
    /// Ground to be held at the end.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub objective: Vec<ObjectiveSetup>,
}

impl Default for VictorySetup {
    fn default() -> Self {
        Self {
            draw: 1,
            decisive: Spanned::new(0..0, 5),
            handicap: Spanned::new(0..0, 0),
            train: None,
            objective: Vec::new(),
        }
    }
}

/// An objective as a scenario file says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct ObjectiveSetup {
    /// What it is called.
    pub name: String,
    /// Where.
    pub at: Spanned<Place>,
    /// What holding it is worth.
    #[serde(default = "three")]
    pub points: Spanned<i32>,
}

fn three() -> Spanned<i32> {
    Spanned::new(0..0, 3)
}

/// Which of the destinations and facings that a unit may choose are listed. Every other
/// legal one is accepted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", default)]
pub struct Candidates {
    /// Even directions of the fan; a divisor of 360 and a multiple of 4.
    pub directions: u16,
    /// Even distances in each direction.
    pub distances: u8,
    /// Even facings at the end of a move; a divisor of 360 and a multiple of 4, or 0.
    pub facings: u16,
    /// Whether the points that matter are listed besides the fan.
    pub points: bool,
}

impl Default for Candidates {
    fn default() -> Self {
        Self { directions: 12, distances: 2, facings: 8, points: true }
    }
}

/// One side.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Side {
    /// What it is called.
    pub name: Spanned<String>,
    /// Its aircraft. P-33.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sorties: Option<Spanned<Sorties>>,
    /// Its units.
    pub unit: Vec<UnitSetup>,
}

/// How many sorties a side has. P-33.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Sorties {
    /// So many were agreed.
    Agreed(u8),
    /// D3 + 2.
    Thrown(ThrownSorties),
}

/// The word for sorties that dice decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ThrownSorties {
    /// D3 + 2.
    Throw,
}

/// One unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct UnitSetup {
    /// What it is.
    pub kind: Kind,
    /// What it is called; its kind when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Machine guns are attached.
    #[serde(default = "no", skip_serializing_if = "is_no")]
    pub machine_guns: Spanned<bool>,
    /// Riders begin in the saddle unless this says no.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mounted: Option<Spanned<bool>>,
    /// Hits at the start.
    #[serde(default = "unhurt", skip_serializing_if = "is_unhurt")]
    pub hits: Spanned<u8>,
    /// Width and depth of its base, where it is unusual. P-38.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Spanned<Place>>,
    /// Where the centre of its base is.
    pub at: Spanned<Place>,
    /// Which way it faces.
    pub facing: Spanned<Degrees>,
}

fn no() -> Spanned<bool> {
    Spanned::new(0..0, false)
}

fn is_no(value: &Spanned<bool>) -> bool {
    !value.get_ref()
}

fn unhurt() -> Spanned<u8> {
    Spanned::new(0..0, 0)
}

fn is_unhurt(hits: &Spanned<u8>) -> bool {
    *hits.get_ref() == 0
}

/// The scenarios that ship with the rules. P-39, and three to be solved exactly.
pub(crate) const BUILT_IN: &[(&str, &str)] = &[
    ("railway-raid", include_str!("../scenarios/railway-raid.toml")),
    ("wadi-crossing", include_str!("../scenarios/wadi-crossing.toml")),
    ("the-wells", include_str!("../scenarios/the-wells.toml")),
    ("village", include_str!("../scenarios/village.toml")),
    ("tiny-duel", include_str!("../scenarios/tiny-duel.toml")),
    ("tiny-charge", include_str!("../scenarios/tiny-charge.toml")),
    ("tiny-car", include_str!("../scenarios/tiny-car.toml")),
];
