//! How often each score was made: by games (lost, drawn, won) or by pairs of games.

use serde::{Serialize, Serializer};

/// Observations counted by score: `N` scores from 0 to 1 in equal steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Counts<const N: usize>(pub [u64; N]);

/// Single games: lost, drawn, won.
pub type Trinomial = Counts<3>;

/// Pairs of games with the same dice and swapped sides, by their points: 0, half, 1,
/// one and a half, 2. The middle count holds pairs won once and lost once, and pairs
/// drawn twice.
///
/// The games of a pair share their dice and the scenario's unevenness, so they are not
/// independent; pairs are. What a match says is therefore reckoned from these counts.
pub type Pentanomial = Counts<5>;

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Counts<N> {
    /// Games that one observation holds: 1 or 2.
    pub const GAMES: u32 = (N as u32 - 1) / 2;

    /// How many observations there are.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The scores, from 0 to 1.
    pub fn scores() -> [f64; N] {
        std::array::from_fn(|place| place as f64 / (N - 1) as f64)
    }

    /// Counts one observation of this many half points: 0 to `N - 1`.
    ///
    /// # Panics
    /// When there are more half points than its games can give.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Mean score, in [0, 1]; one half of nothing.
    pub fn mean(&self) -> f64 {
        self.moment(|score| score).unwrap_or(0.5)
    }

    /// The mean of `(score - centre)^power`.
    pub(crate) fn central(&self, centre: f64, power: i32) -> f64 {
        self.moment(|score| (score - centre).powi(power)).unwrap_or(0.0)
    }

    fn moment(&self, of: impl Fn(f64) -> f64) -> Option<f64> {
        let total = self.total();
        let sum: f64 =
            Self::scores().iter().zip(self.0).map(|(&score, count)| count as f64 * of(score)).sum();
        (total > 0).then(|| sum / total as f64)
    }
}

impl<const N: usize> Serialize for Counts<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0)
    }
}

/// `LL / LD / ... / WW`, as the counts stand.
impl<const N: usize> std::fmt::Display for Counts<N> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let counts: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&counts.join(" / "))
    }
}

impl std::ops::Add for Pentanomial {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|place| self.0[place] + other.0[place]))
    }
}
