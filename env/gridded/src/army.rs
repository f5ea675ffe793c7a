//! Armies by points and by dice. G-05 to G-10.

use rand::{Rng, RngExt as _};

use crate::stand::{Class, Grade};

/// What an army costs, in half points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    half_points: u32,
    four_point_stands: u32,
}

/// Counts the cost of stands and entrenched edges. Command stands cost nothing (G-06);
/// an entrenched edge costs half a point (G-07, RULING R44).
pub fn cost(stands: impl IntoIterator<Item = Class>, entrenched_edges: usize) -> Cost {
    let mut cost = Cost { half_points: entrenched_edges as u32, four_point_stands: 0 };
    for class in stands {
        cost.half_points += 2 * u32::from(class.value());
        cost.four_point_stands += u32::from(class.value() == 4);
    }
    cost
}

/// Points that may be spent on four-point stands. RULING R45: twelve of 36, a third of
/// any other sum.
pub const fn four_point_limit(points: u16) -> u16 {
    points / 3
}

impl Cost {
    /// The cost in points.
    pub fn points(self) -> f64 {
        f64::from(self.half_points) / 2.0
    }

    /// Checks that an army keeps within its points. G-08, G-09.
    ///
    /// # Errors
    /// Says which limit is overstepped, and by how much.
    pub fn within(self, points: u16) -> Result<(), String> {
        if self.half_points > 2 * u32::from(points) {
            return Err(format!("the army costs {} points of {points} (G-08)", self.points()));
        }
        let (spent, most) = (4 * self.four_point_stands, u32::from(four_point_limit(points)));
        if spent > most {
            return Err(format!(
                "{spent} points on four-point stands; at most {most} of {points} (RULING R45)"
            ));
        }
        Ok(())
    }
}

/// An army's strength by dice: eight D6. G-09.
pub fn thrown_points<G: Rng + ?Sized>(rng: &mut G) -> u16 {
    (0..8).map(|_| rng.random_range(1..=6)).sum()
}

/// A general's grade by D6. G-10.
pub fn thrown_grade<G: Rng + ?Sized>(rng: &mut G) -> Grade {
    Grade::thrown(rng.random_range(1..=6))
}

#[cfg(test)]
mod tests {
    use super::*;

    // covers: G-05, G-07, G-08, G-09
    #[test]
    fn armies_keep_within_their_points() {
        let guards = [Class::GuardInfantry; 3];
        assert_eq!(cost(guards, 0).within(36), Ok(()));
        assert!(cost([Class::GuardInfantry; 4], 0).within(36).is_err(), "16 of 36 on four-point stands");
        assert!(cost(guards, 0).within(32).is_err(), "a third of 32 is 10");
        let nine = [Class::NativeInfantry; 9];
        assert_eq!(cost(nine, 0).within(18), Ok(()));
        assert!(cost(nine, 1).within(18).is_err(), "half a point too much");
        assert!((cost([Class::Command], 3).points() - 1.5).abs() < 1e-9);
    }

    // covers: G-06, G-10
    #[test]
    fn generals_are_graded_by_a_d6() {
        let grades: Vec<u8> = (1..=6).map(|pip| Grade::thrown(pip).value()).collect();
        assert_eq!(grades, [1, 1, 2, 2, 2, 3]);
    }

    // covers: G-09
    #[test]
    fn eight_dice_are_thrown_for_an_army() {
        let mut rng = sandtable_core::GameSeed::from_number(9).rng();
        let throws: Vec<u16> = (0..2000).map(|_| thrown_points(&mut rng)).collect();
        assert!(throws.iter().all(|points| (8..=48).contains(points)));
        let mean = throws.iter().map(|&points| f64::from(points)).sum::<f64>() / 2000.0;
        assert!((mean - 28.0).abs() < 0.5, "mean {mean}");
    }
}
