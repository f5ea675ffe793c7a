//! Stands: classes, weapons, and what the tables say of each.

use serde::{Deserialize, Serialize};

use sandtable_core::Seat;

/// The number of a stand in its scenario: the first seat's stands come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct StandId(pub u8);

impl StandId {
    /// For indexing.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a stand is. G-04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names are the rulebook's")]
pub enum Class {
    GuardInfantry,
    RegularInfantry,
    IrregularInfantry,
    NativeInfantry,
    RegularCavalry,
    IrregularCavalry,
    NativeCavalry,
    Camelry,
    MountainArtillery,
    FieldArtillery,
    HeavyArtillery,
    MachineGun,
    Transport,
    Command,
}

impl Class {
    /// Every class.
    pub const ALL: [Self; 14] = [
        Self::GuardInfantry,
        Self::RegularInfantry,
        Self::IrregularInfantry,
        Self::NativeInfantry,
        Self::RegularCavalry,
        Self::IrregularCavalry,
        Self::NativeCavalry,
        Self::Camelry,
        Self::MountainArtillery,
        Self::FieldArtillery,
        Self::HeavyArtillery,
        Self::MachineGun,
        Self::Transport,
        Self::Command,
    ];

    /// The stand's value in points, which is also its cost. A command stand costs
    /// nothing; its value is its general's grade. G-05. RULING R39: camelry counts as
    /// native cavalry.
    pub const fn value(self) -> u8 {
        match self {
            Self::GuardInfantry => 4,
            Self::RegularInfantry | Self::RegularCavalry | Self::HeavyArtillery => 3,
            Self::IrregularInfantry
            | Self::NativeInfantry
            | Self::IrregularCavalry
            | Self::NativeCavalry
            | Self::Camelry
            | Self::MountainArtillery
            | Self::FieldArtillery
            | Self::MachineGun => 2,
            Self::Transport => 1,
            Self::Command => 0,
        }
    }

    /// Foot soldiers by class; dismounted cavalry counts as infantry too.
    pub const fn is_infantry(self) -> bool {
        matches!(
            self,
            Self::GuardInfantry | Self::RegularInfantry | Self::IrregularInfantry | Self::NativeInfantry
        )
    }

    /// Cavalry and camelry. RULING A5: a mounted command stand is none.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Self::RegularCavalry | Self::IrregularCavalry | Self::NativeCavalry | Self::Camelry)
    }

    /// Guns. RULING A5: machine guns are none.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Self::MountainArtillery | Self::FieldArtillery | Self::HeavyArtillery)
    }

    /// RULING A33: only regular and irregular cavalry dismounts.
    pub const fn can_dismount(self) -> bool {
        matches!(self, Self::RegularCavalry | Self::IrregularCavalry)
    }

    /// Depth of its base in millimetres; that of a command stand says whether its general
    /// is mounted. RULINGS A1, A33.
    pub const fn depth(self, is_mounted_command: bool) -> u8 {
        match self {
            Self::Command if is_mounted_command => 30,
            Self::Command => 20,
            _ if self.is_infantry() => 20,
            _ if self.is_cavalry() => 30,
            _ => 40,
        }
    }

    /// The name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::GuardInfantry => "guard infantry",
            Self::RegularInfantry => "regular infantry",
            Self::IrregularInfantry => "irregular infantry",
            Self::NativeInfantry => "native infantry",
            Self::RegularCavalry => "regular cavalry",
            Self::IrregularCavalry => "irregular cavalry",
            Self::NativeCavalry => "native cavalry",
            Self::Camelry => "camelry",
            Self::MountainArtillery => "mountain artillery",
            Self::FieldArtillery => "field artillery",
            Self::HeavyArtillery => "heavy artillery",
            Self::MachineGun => "machine gun",
            Self::Transport => "transport",
            Self::Command => "command",
        }
    }

    /// Two letters for boards in plain text.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::GuardInfantry => "GI",
            Self::RegularInfantry => "RI",
            Self::IrregularInfantry => "II",
            Self::NativeInfantry => "NI",
            Self::RegularCavalry => "RC",
            Self::IrregularCavalry => "IC",
            Self::NativeCavalry => "NC",
            Self::Camelry => "CA",
            Self::MountainArtillery => "MA",
            Self::FieldArtillery => "FA",
            Self::HeavyArtillery => "HA",
            Self::MachineGun => "MG",
            Self::Transport => "TR",
            Self::Command => "CO",
        }
    }
}

/// What a stand shoots with. Artillery gives its bore here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Weapon {
    /// Spears, swords and lances: close combat only (RULING R29).
    HandHeld,
    /// One square.
    Muskets,
    /// Two squares.
    SingleShotRifles,
    /// Three squares.
    MagazineRifles,
    /// A smooth-bore gun.
    SmoothBore,
    /// A rifled gun.
    Rifled,
    /// A machine gun.
    MachineGun,
    /// Transport and command stands do not fire (RULINGS R32, A34).
    None,
}

impl Weapon {
    /// The range in squares; 0 for what cannot fire. G-29.
    pub const fn range(self, class: Class) -> u8 {
        match (self, class) {
            (Self::HandHeld | Self::None, _) => 0,
            (Self::Muskets, _) => 1,
            (Self::SingleShotRifles, _) => 2,
            (Self::MagazineRifles, _) => 3,
            (Self::Rifled, Class::HeavyArtillery) => 8,
            (Self::SmoothBore, Class::HeavyArtillery) | (Self::Rifled, Class::FieldArtillery) => 6,
            (Self::SmoothBore, Class::FieldArtillery) | (Self::Rifled, _) => 5,
            (Self::MachineGun | Self::SmoothBore, _) => 4,
        }
    }

    /// What each class may carry; the first is what it carries unless a scenario says
    /// otherwise. RULING R30.
    pub const fn carried_by(class: Class) -> &'static [Self] {
        match class {
            Class::GuardInfantry | Class::RegularInfantry => {
                &[Self::MagazineRifles, Self::SingleShotRifles, Self::Muskets, Self::HandHeld]
            }
            Class::IrregularInfantry => {
                &[Self::SingleShotRifles, Self::MagazineRifles, Self::Muskets, Self::HandHeld]
            }
            Class::NativeInfantry => {
                &[Self::HandHeld, Self::Muskets, Self::SingleShotRifles, Self::MagazineRifles]
            }
            Class::RegularCavalry | Class::IrregularCavalry | Class::NativeCavalry | Class::Camelry => {
                &[Self::HandHeld]
            }
            Class::MountainArtillery | Class::FieldArtillery | Class::HeavyArtillery => {
                &[Self::Rifled, Self::SmoothBore]
            }
            Class::MachineGun => &[Self::MachineGun],
            Class::Transport | Class::Command => &[Self::None],
        }
    }

    /// The name in plain words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::HandHeld => "hand-held weapons",
            Self::Muskets => "muskets",
            Self::SingleShotRifles => "single-shot rifles",
            Self::MagazineRifles => "magazine rifles",
            Self::SmoothBore => "smooth-bore",
            Self::Rifled => "rifled",
            Self::MachineGun => "machine gun",
            Self::None => "unarmed",
        }
    }
}

/// How good a general is. G-06.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Value 1.
    Poor,
    /// Value 2.
    Average,
    /// Value 3.
    Exceptional,
}

impl Grade {
    /// The command stand's value.
    pub const fn value(self) -> u8 {
        match self {
            Self::Poor => 1,
            Self::Average => 2,
            Self::Exceptional => 3,
        }
    }

    /// The grade that a D6 gives: 6 exceptional, 3 to 5 average, 1 or 2 poor. G-10.
    /// RULING R13: a 2 is poor, as the author corrected.
    pub const fn thrown(d6: u8) -> Self {
        match d6 {
            6.. => Self::Exceptional,
            3..=5 => Self::Average,
            _ => Self::Poor,
        }
    }
}

/// A stand as its scenario fields it: everything about it that never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stand {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub class: Class,
    /// What it shoots with.
    pub weapon: Weapon,
    /// A command stand on horseback.
    pub is_mounted_command: bool,
    /// What the scenario calls it.
    pub name: String,
    /// Its value in points, the general's grade for a command stand.
    pub value: u8,
    /// The concealed group it begins in, if any.
    pub group: Option<u8>,
}

/// The largest sum of the depths of two stands in a square, in millimetres. RULING A1.
pub const SQUARE_DEPTH: u8 = 60;

impl Stand {
    /// Squares a turn. G-16, G-46.
    pub const fn allowance(&self, is_dismounted: bool) -> u8 {
        match self.class {
            _ if is_dismounted => 2,
            Class::IrregularCavalry | Class::NativeCavalry | Class::Camelry => 5,
            Class::RegularCavalry => 4,
            Class::Command if self.is_mounted_command => 4,
            Class::IrregularInfantry | Class::NativeInfantry => 3,
            _ => 2,
        }
    }

    /// Depth of its base in millimetres. RULINGS A1, A33.
    pub const fn depth(&self) -> u8 {
        self.class.depth(self.is_mounted_command)
    }

    /// Range in squares; 0 when it cannot fire. RULING A19: dismounted cavalry has
    /// carbines, range 2.
    pub const fn range(&self, is_dismounted: bool) -> u8 {
        if is_dismounted { 2 } else { self.weapon.range(self.class) }
    }

    /// Whether it moves as infantry does: through woods and over walls. RULING A4.
    pub const fn goes_as_infantry(&self, is_dismounted: bool) -> bool {
        self.class.is_infantry() || is_dismounted
    }

    /// The class it supports and is supported by. RULINGS A5, A33, A34.
    pub const fn support_class(&self, is_dismounted: bool) -> Class {
        match self.class {
            Class::RegularCavalry if is_dismounted => Class::RegularInfantry,
            Class::IrregularCavalry if is_dismounted => Class::IrregularInfantry,
            Class::Camelry => Class::NativeCavalry,
            class => class,
        }
    }
}
