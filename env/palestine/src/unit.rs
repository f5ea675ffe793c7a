//! What units are, how far they move and shoot, and what dice they throw. P-01, P-05,
//! P-20, P-23, P-31, P-32.

use sandtable_core::Seat;
use sandtable_core::plane::Size;
use serde::{Deserialize, Serialize};

pub use sandtable_core::plane::INCH;

/// P-30: a unit with so many hits is eliminated. Further hits are not counted.
pub const ELIMINATED: u8 = 17;

/// A unit of the battle: its place in the list of both sides, the first seat's first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// The place in lists.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The unit's bit in a [`Units`].
    pub const fn bit(self) -> u32 {
        1 << self.0
    }
}

/// A set of units, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Units(pub u32);

impl Units {
    /// No unit.
    pub const NONE: Self = Self(0);

    /// Whether the unit is one of them.
    pub const fn has(self, id: UnitId) -> bool {
        self.0 & id.bit() != 0
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// With this one.
    #[must_use]
    pub const fn with(self, id: UnitId) -> Self {
        Self(self.0 | id.bit())
    }

    /// Without this one.
    #[must_use]
    pub const fn without(self, id: UnitId) -> Self {
        Self(self.0 & !id.bit())
    }

    /// Those in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Those not in the other set.
    #[must_use]
    pub const fn but(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }
}

impl IntoIterator for Units {
    type Item = UnitId;
    type IntoIter = UnitsIter;

    fn into_iter(self) -> UnitsIter {
        UnitsIter(self.0)
    }
}

/// The units of a set, in order.
#[derive(Clone, Debug)]
pub struct UnitsIter(u32);

impl Iterator for UnitsIter {
    type Item = UnitId;

    fn next(&mut self) -> Option<UnitId> {
        if self.0 == 0 {
            return None;
        }
        let id = UnitId(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(id)
    }
}

/// The types of units that stand on the table. Aircraft are sorties of a side, and a
/// train is an object of the scenario. P-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say what they are")]
pub enum Kind {
    Infantry,
    Cavalry,
    CamelCorps,
    Artillery,
    Tank,
    ArmouredCar,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Infantry, Self::Cavalry, Self::CamelCorps, Self::Artillery, Self::Tank, Self::ArmouredCar];

    /// Cavalry and Camel Corps, who ride and dismount. P-06.
    pub const fn rides(self) -> bool {
        matches!(self, Self::Cavalry | Self::CamelCorps)
    }

    /// Tanks and armoured cars. P-29, P-31, P-32.
    pub const fn is_vehicle(self) -> bool {
        matches!(self, Self::Tank | Self::ArmouredCar)
    }

    /// Whether machine guns may be attached. RULING R10: to infantry and Camel Corps only.
    pub const fn takes_machine_guns(self) -> bool {
        matches!(self, Self::Infantry | Self::CamelCorps)
    }

    /// Width and depth of the base unless the scenario says otherwise. RULING B28.
    pub const fn base(self) -> (i32, i32) {
        match self {
            Self::Infantry | Self::Cavalry | Self::CamelCorps => (4 * INCH, 2 * INCH),
            Self::Tank | Self::ArmouredCar => (3 * INCH, 2 * INCH),
            Self::Artillery => (2 * INCH, 2 * INCH),
        }
    }

    /// How far it moves in a turn. P-05; RULING R9: riders on foot as infantry.
    pub const fn allowance(self, is_mounted: bool) -> i32 {
        match self {
            Self::Infantry | Self::Artillery | Self::Tank => 6 * INCH,
            Self::Cavalry | Self::CamelCorps if !is_mounted => 6 * INCH,
            Self::Cavalry | Self::CamelCorps | Self::ArmouredCar => 12 * INCH,
        }
    }

    /// How far it shoots. P-20, P-31, P-32.
    pub const fn range(self) -> i32 {
        match self {
            Self::Artillery => 48 * INCH,
            _ => 12 * INCH,
        }
    }

    /// Points that its loss is worth to the enemy. RULING B11.
    pub const fn value(self) -> i32 {
        match self {
            Self::Tank => 2,
            _ => 1,
        }
    }

    /// In plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Infantry => "infantry",
            Self::Cavalry => "cavalry",
            Self::CamelCorps => "Camel Corps",
            Self::Artillery => "artillery",
            Self::Tank => "tank",
            Self::ArmouredCar => "armoured car",
        }
    }
}

/// A unit as the scenario fields it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Whose.
    pub seat: Seat,
    /// What.
    pub kind: Kind,
    /// Whether machine guns are attached.
    pub has_machine_guns: bool,
    /// What the scenario calls it.
    pub name: String,
    /// The size of its base. P-38.
    pub size: Size,
}

impl Unit {
    /// The dice of its fire. P-23, P-31, P-32.
    pub const fn volley(&self) -> Volley {
        let one = match self.kind {
            Kind::Infantry | Kind::Artillery | Kind::Tank => Die::D6,
            Kind::Cavalry | Kind::CamelCorps | Kind::ArmouredCar => Die::D3,
        };
        Volley { die: one, has_machine_guns: self.has_machine_guns }
    }

    /// What it is, in plain words.
    pub fn class(&self) -> String {
        let guns = if self.has_machine_guns { " with machine guns" } else { "" };
        format!("{}{guns}", self.kind.words())
    }
}

/// A die that counts hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Die {
    /// A D6.
    D6,
    /// RULING R11: half a D6, rounded up.
    D3,
}

impl Die {
    /// The hits that a pip of a six-sided die stands for.
    pub const fn hits(self, pip: u8) -> u8 {
        match self {
            Self::D6 => pip,
            Self::D3 => pip.div_ceil(2),
        }
    }
}

/// The dice of a shot: one, and a D3 of its own for attached machine guns. RULING R11.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Volley {
    /// The unit's own die.
    pub die: Die,
    /// Whether a D3 is added.
    pub has_machine_guns: bool,
}

impl Volley {
    /// P-35: a strafing or bombing aircraft.
    pub const AIRCRAFT: Self = Self { die: Die::D3, has_machine_guns: false };
    /// RULING B27: the machine-gun unit aboard a train.
    pub const TRAIN: Self = Self { die: Die::D6, has_machine_guns: true };
    /// P-27: hand-to-hand.
    pub const MELEE: Self = Self { die: Die::D6, has_machine_guns: false };

    /// How many six-sided dice are thrown.
    pub const fn dice(self) -> usize {
        1 + self.has_machine_guns as usize
    }

    /// The hits of a throw before cover.
    pub fn hits(self, pips: &[u8]) -> u8 {
        let guns = if self.has_machine_guns { Die::D3.hits(pips[1]) } else { 0 };
        self.die.hits(pips[0]) + guns
    }

    /// How many of the throws give so many hits, halved or not: index is hits.
    pub fn weights(self, is_halved: bool) -> [u32; 10] {
        let mut weights = [0; 10];
        let second = if self.has_machine_guns { 6 } else { 1 };
        for a in 1..=6 {
            for b in 1..=second {
                weights[usize::from(halved(self.hits(&[a, b]), is_halved))] += 1;
            }
        }
        weights
    }
}

/// P-24, P-27, P-31, P-32: half the hits, rounded up, where they are halved.
pub const fn halved(hits: u8, is_halved: bool) -> u8 {
    if is_halved { hits.div_ceil(2) } else { hits }
}
