//! Generated armies: themes, and how points are spent on them. G-04 to G-10.

use rand::{Rng, RngExt as _};

use crate::army;
use crate::stand::Class as C;
use crate::stand::{Class, Grade, Weapon};

/// What an army is made of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Theme {
    /// What the army is called.
    pub name: &'static str,
    /// Classes, and how often each is bought.
    classes: &'static [(Class, u32)],
}

const THEMES: [Theme; 8] = [
    Theme {
        name: "line regulars",
        classes: &[
            (C::GuardInfantry, 2),
            (C::RegularInfantry, 8),
            (C::RegularCavalry, 2),
            (C::FieldArtillery, 2),
            (C::MachineGun, 1),
            (C::Transport, 1),
        ],
    },
    Theme {
        name: "colonial column",
        classes: &[
            (C::RegularInfantry, 4),
            (C::IrregularInfantry, 4),
            (C::IrregularCavalry, 2),
            (C::MountainArtillery, 2),
            (C::MachineGun, 1),
            (C::Transport, 2),
        ],
    },
    Theme {
        name: "hill tribes",
        classes: &[
            (C::NativeInfantry, 10),
            (C::IrregularInfantry, 2),
            (C::NativeCavalry, 2),
            (C::MountainArtillery, 1),
        ],
    },
    Theme {
        name: "desert host",
        classes: &[(C::NativeInfantry, 6), (C::Camelry, 3), (C::NativeCavalry, 3), (C::FieldArtillery, 1)],
    },
    Theme {
        name: "cavalry division",
        classes: &[
            (C::RegularCavalry, 6),
            (C::IrregularCavalry, 4),
            (C::IrregularInfantry, 1),
            (C::FieldArtillery, 2),
            (C::Transport, 1),
        ],
    },
    Theme {
        name: "tribal horse",
        classes: &[(C::NativeCavalry, 7), (C::IrregularCavalry, 2), (C::Camelry, 1), (C::NativeInfantry, 3)],
    },
    Theme {
        name: "siege train",
        classes: &[
            (C::RegularInfantry, 7),
            (C::GuardInfantry, 1),
            (C::HeavyArtillery, 3),
            (C::FieldArtillery, 3),
            (C::MachineGun, 1),
            (C::Transport, 2),
        ],
    },
    Theme {
        name: "volunteers",
        classes: &[
            (C::IrregularInfantry, 8),
            (C::IrregularCavalry, 3),
            (C::RegularInfantry, 1),
            (C::FieldArtillery, 1),
            (C::MachineGun, 1),
            (C::Transport, 1),
        ],
    },
];

/// How many stands of a class an army has at most: guns and wagons do not make an army.
const fn most(class: Class) -> usize {
    match class {
        C::Transport | C::MachineGun => 2,
        C::HeavyArtillery | C::MountainArtillery => 3,
        C::FieldArtillery => 4,
        _ => usize::MAX,
    }
}

/// An army before it is deployed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Force {
    pub theme: &'static Theme,
    pub points: u16,
    pub general: Grade,
    pub is_mounted: bool,
    /// Everyone but the general, in the order of their classes.
    pub stands: Vec<(Class, Weapon)>,
}

impl Force {
    /// Spends `points`, less half a point for each of `works` entrenched edges, on a
    /// theme thrown for.
    pub(super) fn muster<G: Rng>(rng: &mut G, points: u16, works: u8) -> Self {
        let theme = &THEMES[rng.random_range(0..THEMES.len() as u32) as usize];
        let mut force = Self {
            theme,
            points,
            general: army::thrown_grade(rng),
            is_mounted: rng.random_ratio(1, 3),
            stands: Vec::new(),
        };
        let mut armoury: Vec<(Class, Weapon)> = Vec::new();
        while let Some(class) = force.next_class(rng, points.saturating_sub(u16::from(works).div_ceil(2))) {
            // A class keeps its weapon, but now and then a new kind joins.
            let known = armoury.iter().rposition(|(kind, _)| *kind == class);
            let weapon = match known {
                Some(known) if !rng.random_ratio(1, 6) => armoury[known].1,
                _ => {
                    armoury.push((class, weapon(rng, class)));
                    armoury[armoury.len() - 1].1
                }
            };
            force.stands.push((class, weapon));
        }
        force.stands.sort_unstable();
        force
    }

    /// The class to buy next, or `None` when no point can be spent any more.
    fn next_class<G: Rng>(&self, rng: &mut G, points: u16) -> Option<Class> {
        let may_buy = |class: Class| {
            let with = self.stands.iter().map(|stand| stand.0).chain([class]);
            let number = self.stands.iter().filter(|stand| stand.0 == class).count();
            number < most(class) && army::cost(with, 0).within(points).is_ok()
        };
        let wares: Vec<(Class, u32)> =
            self.theme.classes.iter().copied().filter(|ware| may_buy(ware.0)).collect();
        let total: u32 = wares.iter().map(|ware| ware.1).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..total);
        wares.into_iter().find_map(|(class, weight)| {
            let is_it = drawn < weight;
            drawn = drawn.saturating_sub(weight);
            is_it.then_some(class)
        })
    }

    /// The value of its stands, the general apart.
    pub(super) fn value(&self) -> u16 {
        self.stands.iter().map(|stand| u16::from(stand.0.value())).sum()
    }
}

/// What a class carries: mostly its usual weapon, and anything else that it may.
fn weapon<G: Rng>(rng: &mut G, class: Class) -> Weapon {
    let weapons = Weapon::carried_by(class);
    let choice = match rng.random_range(0..10) {
        0..=5 => 0,
        6..=7 => 1,
        8 => 2,
        _ => 3,
    };
    weapons[choice.min(weapons.len() - 1)]
}
