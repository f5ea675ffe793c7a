//! Differences in strength: logistic Elo, and Elo normalised by how much a game says.

use serde::Serialize;

use crate::score::Z95;
use crate::{Counts, Score};

/// Elo points for one standard deviation of a game's score, in normalised Elo: chosen so
/// that both kinds agree for equal players who never draw (M. Van den Bergh, "Normalized
/// Elo", 2021).
pub const ELO_A_DEVIATION: f64 = 800.0 / std::f64::consts::LN_10;

/// A difference in Elo points with its 95 % interval. What has no bound is absent: whoever
/// won every game may be any number of points ahead.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Elo {
    /// The best estimate.
    pub elo: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl Elo {
    /// Logistic Elo of a score and its interval.
    pub fn logistic(score: Score) -> Self {
        Self { elo: elo_of(score.score), low: elo_of(score.low), high: elo_of(score.high) }
    }

    /// Normalised Elo: how many standard deviations of a game's score the mean is above
    /// one half, times [`ELO_A_DEVIATION`]. It says how many games it takes to see the
    /// difference, whatever the share of draws.
    ///
    /// The interval is that of a mean over its own deviation (delta method, third and
    /// fourth moments included). Absent where all observations are the same.
    pub fn normalised<const N: usize>(counts: &Counts<N>) -> Self {
        let mean = counts.mean();
        let deviation = counts.central(mean, 2).sqrt();
        if deviation == 0.0 {
            return Self { elo: None, low: None, high: None };
        }
        // In units of one observation; a game of a pair has half the pair's information.
        let t = (mean - 0.5) / deviation;
        let skewness = counts.central(mean, 3) / deviation.powi(3);
        let kurtosis = counts.central(mean, 4) / deviation.powi(4);
        let variance = 1.0 - t * skewness + t * t * (kurtosis - 1.0) / 4.0;
        let error = Z95 * (variance.max(0.0) / counts.total() as f64).sqrt();
        let points = |t: f64| Some(ELO_A_DEVIATION * t / f64::from(Counts::<N>::GAMES).sqrt());
        Self { elo: points(t), low: points(t - error), high: points(t + error) }
    }
}

/// The logistic Elo difference that expects this score; none for 0 and 1.
pub fn elo_of(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10())
}

/// The score that a logistic Elo difference expects, in (0, 1).
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// `+31.2 (95 % interval -4.0 to +67.1)`; a dash for what has no bound.
impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [elo, low, high] = [self.elo, self.low, self.high]
            .map(|part| part.map_or_else(|| "unbounded".to_owned(), |part| format!("{part:+.1}")));
        write!(f, "{elo} (95 % interval {low} to {high})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-700.0, -20.0, 0.0, 3.0, 400.0] {
            assert!((elo_of(score_of(elo)).unwrap() - elo).abs() < 1e-9);
        }
        assert!((score_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((elo_of(0.0), elo_of(1.0)), (None, None));
    }

    /// A test of Stockfish, as its testing framework reports it: 3.05 ± 2.31.
    #[test]
    fn normalised_elo_is_as_published() {
        let elo = Elo::normalised(&Counts([379, 10170, 21828, 10640, 343]));
        let (mean, half) = (elo.elo.unwrap(), (elo.high.unwrap() - elo.low.unwrap()) / 2.0);
        assert!((mean - 3.05).abs() < 0.005, "{mean}");
        assert!((half - 2.31).abs() < 0.005, "{half}");
    }

    #[test]
    fn both_kinds_agree_near_equality_without_draws() {
        let counts = Counts([480, 0, 520]);
        let (logistic, normalised) = (Elo::logistic(Score::of(&counts)), Elo::normalised(&counts));
        assert!((logistic.elo.unwrap() - normalised.elo.unwrap()).abs() < 0.05, "{logistic} {normalised}");
        assert_eq!(Elo::normalised(&Counts([0, 7, 0])).elo, None);
    }
}
