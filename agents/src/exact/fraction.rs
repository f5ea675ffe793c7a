//! Fractions in lowest terms.

use std::cmp::Ordering;

/// A fraction in lowest terms with a positive denominator.
///
/// Arithmetic says `None` where a numerator or denominator would outgrow an `i128`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: i128,
    denominator: i128,
}

impl Fraction {
    /// 0.
    pub const ZERO: Self = Self::whole(0);
    /// 1.
    pub const ONE: Self = Self::whole(1);

    /// A whole number.
    pub const fn whole(number: i128) -> Self {
        Self { numerator: number, denominator: 1 }
    }

    /// `numerator / denominator` in lowest terms; nothing for a denominator of 0.
    pub fn new(numerator: i128, denominator: i128) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator.unsigned_abs(), denominator.unsigned_abs());
        let divisor = i128::try_from(divisor).ok()?;
        let (numerator, denominator) = (numerator / divisor, denominator / divisor);
        if denominator < 0 {
            return Some(Self {
                numerator: numerator.checked_neg()?,
                denominator: denominator.checked_neg()?,
            });
        }
        Some(Self { numerator, denominator })
    }

    /// Above the line, in lowest terms.
    pub const fn numerator(self) -> i128 {
        self.numerator
    }

    /// Below the line, in lowest terms; positive.
    pub const fn denominator(self) -> i128 {
        self.denominator
    }

    /// The nearest floating-point number, or one beside it.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        let ours = self.numerator.checked_mul(other.denominator)?;
        let theirs = other.numerator.checked_mul(self.denominator)?;
        Self::new(ours.checked_add(theirs)?, self.denominator.checked_mul(other.denominator)?)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.plus(Self { numerator: other.numerator.checked_neg()?, ..other })
    }

    /// The product. Common factors are cut first, so that it overflows only where the
    /// result does.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        let a = Self::new(self.numerator, other.denominator)?;
        let b = Self::new(other.numerator, self.denominator)?;
        Some(Self {
            numerator: a.numerator.checked_mul(b.numerator)?,
            denominator: a.denominator.checked_mul(b.denominator)?,
        })
    }

    /// The quotient; nothing for a division by 0.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        self.times(Self::new(other.denominator, other.numerator)?)
    }
}

const fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    if a == 0 { 1 } else { a }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Exact at any size: whole parts first, then the remainders turned over, as in
    /// Euclid's algorithm.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        let mut turned = false;
        loop {
            let (whole_a, whole_b) =
                (a.numerator.div_euclid(a.denominator), b.numerator.div_euclid(b.denominator));
            let (rest_a, rest_b) =
                (a.numerator.rem_euclid(a.denominator), b.numerator.rem_euclid(b.denominator));
            let order = whole_a.cmp(&whole_b).then_with(|| match (rest_a, rest_b) {
                (0, 0) => Ordering::Equal,
                (0, _) => Ordering::Less,
                (_, 0) => Ordering::Greater,
                _ => Ordering::Equal,
            });
            if order != Ordering::Equal || rest_a == 0 {
                return if turned { order.reverse() } else { order };
            }
            a = Self { numerator: a.denominator, denominator: rest_a };
            b = Self { numerator: b.denominator, denominator: rest_b };
            turned = !turned;
        }
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(numerator: i128, denominator: i128) -> Fraction {
        Fraction::new(numerator, denominator).unwrap()
    }

    #[test]
    fn fractions_are_kept_in_lowest_terms() {
        assert_eq!(fraction(6, -4).to_string(), "-3/2");
        assert_eq!(fraction(0, -7), Fraction::ZERO);
        assert_eq!(Fraction::new(1, 0), None);
        assert_eq!(fraction(1, 6).plus(fraction(1, 3)), Some(fraction(1, 2)));
        assert_eq!(fraction(1, 6).minus(fraction(1, 2)), Some(fraction(-1, 3)));
        assert_eq!(fraction(2, 3).times(fraction(9, 4)), Some(fraction(3, 2)));
        assert_eq!(fraction(2, 3).over(fraction(-1, 3)), Some(Fraction::whole(-2)));
        assert_eq!(fraction(2, 3).over(Fraction::ZERO), None);
    }

    #[test]
    fn fractions_compare_exactly_at_any_size() {
        let large = i128::MAX;
        assert!(fraction(large - 1, large) < Fraction::ONE);
        assert!(fraction(large - 2, large) < fraction(large - 1, large));
        assert!(fraction(-1, large) < Fraction::ZERO);
        for (a, b, c, d) in [(1, 2, 2, 3), (-1, 2, -1, 3), (-2, 3, 1, 7), (7, 3, 12, 5), (5, 1, 16, 3)] {
            assert!(fraction(a, b) < fraction(c, d), "{a}/{b} {c}/{d}");
            assert!(fraction(c, d) > fraction(a, b));
        }
    }

    #[test]
    fn overflow_is_said_and_not_wrapped() {
        let tiny = fraction(1, i128::MAX);
        assert_eq!(tiny.times(fraction(1, 3)), None);
        assert_eq!(tiny.plus(fraction(1, i128::MAX - 1)), None);
        assert_eq!(Fraction::whole(i128::MAX).plus(Fraction::ONE), None);
    }
}
