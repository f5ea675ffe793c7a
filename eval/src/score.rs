//! Scores with their interval.

use serde::Serialize;

use crate::Counts;

/// Standard errors on each side of a 95 % interval.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A score as a fraction of the points that there were: a win counts 1, a draw half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Score {
    /// The fraction, in [0, 1].
    pub score: f64,
    /// Lower end of the 95 % interval, in [0, 1].
    pub low: f64,
    /// Upper end of the 95 % interval, in [0, 1].
    pub high: f64,
}

impl Score {
    /// The score of independent observations.
    ///
    /// The interval is the normal one (1.96 standard errors) after observations of 0 and of
    /// 1 were added, the rule of Agresti and Caffo (2000) carried over to scores in [0, 1]:
    /// without them, ten pairs won of ten would leave no doubt at all. One of each is added
    /// where scores are as far apart as they can be at their mean, and fewer in proportion
    /// where they are closer together, which wide padding would drown. It always holds the
    /// score itself. Nothing observed gives one half, unknown.
    pub fn of<const N: usize>(counts: &Counts<N>) -> Self {
        if counts.total() == 0 {
            return Self { score: 0.5, low: 0.0, high: 1.0 };
        }
        let (count, score) = (counts.total() as f64, counts.mean());
        let spread = counts.central(score, 2);
        let little = 0.25 / count;
        let each = ((spread + little) / (score * (1.0 - score) + little)).min(1.0);
        let padded = count + 2.0 * each;
        let centre = (count * score + each) / padded;
        let squares = count * counts.central(centre, 2) + each * (centre.powi(2) + (1.0 - centre).powi(2));
        let error = (squares / padded / (padded - 1.0)).sqrt();
        Self {
            score,
            low: (centre - Z95 * error).clamp(0.0, score),
            high: (centre + Z95 * error).clamp(score, 1.0),
        }
    }

    /// The same from the other side.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { score: 1.0 - self.score, low: 1.0 - self.high, high: 1.0 - self.low }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [score, low, high] = [self.score, self.low, self.high].map(|part| 100.0 * part);
        write!(f, "{score:.1} % (95 % interval {low:.1} to {high:.1})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentanomial;

    #[test]
    fn certainty_needs_many_games() {
        let score = Score::of(&Counts([0, 0, 0, 0, 10]));
        assert!((score.score - 1.0).abs() < 1e-12 && (score.high - 1.0).abs() < 1e-12);
        assert!((0.7..0.8).contains(&score.low), "{score:?}");
        let score = Score::of(&Counts([0, 0, 0, 0, 1000]));
        assert!((0.995..0.999).contains(&score.low), "{score:?}");
        assert_eq!(Score::of(&Pentanomial::default()), Score { score: 0.5, low: 0.0, high: 1.0 });
        let one = Score::of(&Counts([1, 0, 0, 0, 0]));
        assert!(one.score.abs() < 1e-12 && one.high > 0.9, "{one:?}");
    }
}
