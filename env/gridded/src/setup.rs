//! Scenario files of the gridded battles: their structure and how they are checked.

mod reading;

use sandtable_core::square::Facing;
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::stand::{Class, Grade, Weapon};
use crate::victory::Victory;

pub(crate) use reading::load;

/// A scenario as its file says it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Setup {
    /// Always `gridded`.
    pub ruleset: String,
    /// The scenario's name.
    pub name: String,
    /// What it is about.
    #[serde(default)]
    pub summary: String,
    /// Length of the battle. G-12: at most twelve turns.
    #[serde(default = "twelve")]
    pub turns: Spanned<u8>,
    /// The ground.
    pub map: MapSetup,
    /// Optional rules.
    #[serde(default)]
    pub options: Options,
    /// How the battle is won.
    pub victory: Spanned<Victory>,
    /// The two sides; the first seat's first.
    pub side: [Side; 2],
}

fn twelve() -> Spanned<u8> {
    Spanned::new(0..0, 12)
}

/// The ground of a scenario.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct MapSetup {
    /// One line a rank, the northernmost first; one letter a square.
    pub rows: Vec<Spanned<String>>,
    /// One digit a square, as `rows`; absent where all is level.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Spanned<String>>,
    /// Roads: each the squares where it bends, first to last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roads: Vec<Vec<Spanned<String>>>,
    /// Walled edges: `F6 n` for one side, `F6` for all four.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub walls: Vec<Spanned<String>>,
    /// Hedged edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hedges: Vec<Spanned<String>>,
    /// Fenced edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fences: Vec<Spanned<String>>,
    /// Trenched edges.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub trenches: Vec<Spanned<String>>,
}

/// Optional rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Options {
    /// + 3 for cavalry that charges infantry or artillery in flat open country. G-39.
    pub cavalry_bonus: bool,
    /// + 2 for fire into flank or rear. G-53.
    pub flank_fire: bool,
    /// The commander's value is added to the activation throw. G-53.
    pub commander_activation: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { cavalry_bonus: true, flank_fire: false, commander_activation: false }
    }
}

/// One army.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Side {
    /// What it is called.
    pub name: Spanned<String>,
    /// How good its general is. G-06.
    pub general: Grade,
    /// The edge that its base line is on.
    pub base: Facing,
    /// What its stands and entrenchments may cost at most. G-08.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<Spanned<u16>>,
    /// Edges by which its stands may leave. RULING A29.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exits: Vec<Facing>,
    /// Entrenched edges: `F6 n` for one side, `F6` for all four. G-07.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entrenchments: Vec<Spanned<String>>,
    /// Concealed groups.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub group: Vec<GroupSetup>,
    /// Its stands.
    pub stand: Vec<StandSetup>,
}

/// A concealed group. G-48.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroupSetup {
    /// What both sides call it.
    pub name: String,
    /// Two corner squares of the area in which, as the enemy knows, it began.
    pub zone: [Spanned<String>; 2],
}

/// Stands of one kind.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StandSetup {
    /// What they are.
    pub class: Class,
    /// What they are called; the class when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// What they shoot with; the class's usual weapon when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weapon: Option<Spanned<Weapon>>,
    /// A command stand on horseback.
    #[serde(default = "on_foot", skip_serializing_if = "is_on_foot")]
    pub mounted: Spanned<bool>,
    /// Which way they face.
    pub facing: Facing,
    /// The concealed group they belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Spanned<String>>,
    /// One square a stand. Of two stands in a square, the one named first is in front.
    pub at: Vec<Spanned<String>>,
}

fn on_foot() -> Spanned<bool> {
    Spanned::new(0..0, false)
}

fn is_on_foot(mounted: &Spanned<bool>) -> bool {
    !mounted.get_ref()
}

/// The scenarios that ship with the rules.
pub(crate) const BUILT_IN: &[(&str, &str)] = &[
    ("supply-column", include_str!("../scenarios/supply-column.toml")),
    ("meeting-engagement", include_str!("../scenarios/meeting-engagement.toml")),
    ("ridge", include_str!("../scenarios/ridge.toml")),
    ("ambush", include_str!("../scenarios/ambush.toml")),
    ("entrenched-line", include_str!("../scenarios/entrenched-line.toml")),
    ("cavalry-plain", include_str!("../scenarios/cavalry-plain.toml")),
    ("bridge-village", include_str!("../scenarios/bridge-village.toml")),
    ("tiny-assault", include_str!("../scenarios/tiny-assault.toml")),
    ("tiny-charge", include_str!("../scenarios/tiny-charge.toml")),
    ("tiny-duel", include_str!("../scenarios/tiny-duel.toml")),
];

/// The positions suite, theme by theme.
pub(crate) const POSITIONS: &[(&str, &str)] = &[
    ("supports", include_str!("../positions/supports.toml")),
    ("masks", include_str!("../positions/masks.toml")),
    ("fire", include_str!("../positions/fire.toml")),
    ("flanks", include_str!("../positions/flanks.toml")),
    ("cavalry", include_str!("../positions/cavalry.toml")),
    ("cover", include_str!("../positions/cover.toml")),
    ("withdrawals", include_str!("../positions/withdrawals.toml")),
    ("retreat", include_str!("../positions/retreat.toml")),
    ("general", include_str!("../positions/general.toml")),
    ("rivers", include_str!("../positions/rivers.toml")),
    ("convoy", include_str!("../positions/convoy.toml")),
    ("activations", include_str!("../positions/activations.toml")),
    ("last-turn", include_str!("../positions/last-turn.toml")),
    ("ambush", include_str!("../positions/ambush.toml")),
];
