//! Scores with their interval.

use serde::{Deserialize, Serialize};

/// A score as a fraction of the points that there were: a win counts 1, a draw half.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// The fraction, in [0, 1].
    pub score: f64,
    /// Lower end of the 95 % interval, in [0, 1].
    pub low: f64,
    /// Upper end of the 95 % interval, in [0, 1].
    pub high: f64,
}

impl Score {
    /// The score of independent samples, each in [0, 1]: the mean points of each pair of
    /// games. The games of a pair share their dice and are not independent; pairs are.
    ///
    /// The interval is the normal one (1.96 standard errors) after one sample of 0 and
    /// one of 1 were added, the rule of Agresti and Caffo (2000) carried over to samples
    /// in [0, 1]: without them, ten pairs won of ten would leave no doubt at all. It
    /// always holds the score itself. No samples give a score of one half, unknown.
    pub fn of_samples(samples: &[f64]) -> Self {
        if samples.is_empty() {
            return Self { score: 0.5, low: 0.0, high: 1.0 };
        }
        let count = samples.len() as f64;
        let score = samples.iter().sum::<f64>() / count;
        let padded = count + 2.0;
        let centre = (samples.iter().sum::<f64>() + 1.0) / padded;
        let squares = samples.iter().chain(&[0.0, 1.0]).map(|sample| (sample - centre).powi(2)).sum::<f64>();
        let error = (squares / (padded - 1.0) / padded).sqrt();
        Self {
            score,
            low: (centre - 1.96 * error).clamp(0.0, score),
            high: (centre + 1.96 * error).clamp(score, 1.0),
        }
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
    use rand::RngExt as _;
    use sandtable_core::GameSeed;

    use super::*;

    #[test]
    fn the_interval_holds_the_truth_about_as_often_as_it_says() {
        let mut rng = GameSeed::from_number(1).rng();
        for (chance, pairs) in [(0.5, 20), (0.9, 50), (0.55, 200)] {
            let held = (0..2000)
                .filter(|_| {
                    let mut won = || f64::from(u8::from(rng.random_bool(chance)));
                    let samples: Vec<f64> = (0..pairs).map(|_| f64::midpoint(won(), won())).collect();
                    let score = Score::of_samples(&samples);
                    score.low <= chance && chance <= score.high
                })
                .count();
            assert!((1840..=1980).contains(&held), "{held} of 2000 at {chance} with {pairs} pairs");
        }
    }

    #[test]
    fn certainty_needs_many_games() {
        let score = Score::of_samples(&[1.0; 10]);
        assert!((score.score - 1.0).abs() < 1e-12 && (score.high - 1.0).abs() < 1e-12);
        assert!((0.7..0.8).contains(&score.low), "{score:?}");
        let score = Score::of_samples(&[1.0; 1000]);
        assert!((0.995..0.999).contains(&score.low), "{score:?}");
        assert_eq!(Score::of_samples(&[]), Score { score: 0.5, low: 0.0, high: 1.0 });
        let one = Score::of_samples(&[0.0]);
        assert!(one.score.abs() < 1e-12 && one.high > 0.9, "{one:?}");
    }
}
