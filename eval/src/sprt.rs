//! The sequential test: games are played until one of two hypotheses is refused.
//!
//! # What is tested
//!
//! H0 says that the true difference is `elo0`, H1 that it is `elo1`. The rest of the
//! distribution (how often games are drawn, how much the sides matter) is unknown, so the
//! test is the generalised one: each hypothesis is given the distribution that fits the
//! counts best among those that it allows, and the log-likelihood ratio of the two is
//! compared with Wald's bounds.
//!
//! # Logistic bounds
//!
//! Let `f` be the observed frequencies of the scores `a`, and `s` the mean that a
//! hypothesis allows. The frequencies `p` that maximise `sum f log p` under `sum p = 1`
//! and `sum p (a - s) = 0` are `p = f / (1 + x (a - s))`, by Lagrange's multipliers, where
//! `x` is the only root of `sum f (a - s) / (1 + x (a - s))`.
//!
//! # Normalised bounds
//!
//! Here a hypothesis allows a mean that is `t` standard deviations above one half. With
//! `u` for what was observed in `n` observations, the ratio is, for the small `t` that
//! tests are about,
//!
//! ```text
//! n / 2 * log((1 + (u - t0)^2) / (1 + (u - t1)^2))
//! ```
//!
//! which is what published results are reckoned by. A test compares it with the exact
//! maximum.
//!
//! Sources: A. Wald, "Sequential Tests of Statistical Hypotheses" (1945); M. Van den
//! Bergh, "The generalized maximum likelihood ratio for the expectation value of a
//! distribution" and "Normalized Elo" (2021).

use serde::{Deserialize, Serialize};

use crate::Counts;
use crate::elo::{ELO_A_DEVIATION, score_of};

/// What Elo means in a test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Differences of the mean in standard deviations of a game: see
    /// [`Elo::normalised`](crate::Elo::normalised).
    #[default]
    Normalised,
    /// Differences of the mean alone.
    Logistic,
}

/// Two hypotheses and how often each may be refused wrongly.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under H0, in Elo points.
    pub elo0: f64,
    /// The difference under H1, in Elo points.
    pub elo1: f64,
    /// How often H1 may be taken though H0 is true, in (0, 0.5).
    pub alpha: f64,
    /// How often H0 may be taken though H1 is true, in (0, 0.5).
    pub beta: f64,
    /// What Elo means.
    pub model: EloModel,
}

/// Hypotheses that cannot be tested, in one line with the cure.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The bounds are not two different, ordered, moderate numbers.
    #[error("{0},{1} are no bounds: write two numbers from -1000 to 1000, the smaller first, as 0,5")]
    Bounds(f64, f64),
    /// An error rate is out of range.
    #[error("{0} is no error rate: write a number above 0 and below 0.5, as 0.05")]
    Rate(f64),
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The test.
    #[serde(flatten)]
    pub test: Sprt,
    /// The log-likelihood ratio of H1 over H0.
    pub llr: f64,
    /// At or below this, H0 is taken.
    pub lower: f64,
    /// At or above this, H1 is taken.
    pub upper: f64,
    /// What the test has decided; nothing yet while it runs.
    pub decision: Option<Hypothesis>,
}

/// What a test decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Hypothesis {
    /// The difference is not as large as hoped.
    H0,
    /// It is.
    H1,
}

/// Stands for a score that was never made: 0 would make it impossible for ever.
const NEVER: f64 = 1e-3;
/// The bounds' largest size.
const MOST_ELO: f64 = 1000.0;

impl Sprt {
    /// A test with both error rates at 5 %.
    ///
    /// # Errors
    /// [`SprtError`] when the bounds are out of order or out of range.
    pub fn new(elo0: f64, elo1: f64, model: EloModel) -> Result<Self, SprtError> {
        let is_moderate = |elo: f64| (-MOST_ELO..=MOST_ELO).contains(&elo);
        if !(is_moderate(elo0) && is_moderate(elo1) && elo0 < elo1) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        Ok(Self { elo0, elo1, alpha: 0.05, beta: 0.05, model })
    }

    /// The same test with other error rates.
    ///
    /// # Errors
    /// [`SprtError`] when a rate is not in (0, 0.5).
    pub fn with_rates(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        match [alpha, beta].into_iter().find(|rate| !(*rate > 0.0 && *rate < 0.5)) {
            Some(rate) => Err(SprtError::Rate(rate)),
            None => Ok(Self { alpha, beta, ..self }),
        }
    }

    /// The log-likelihood ratio of H1 over H0; 0 of nothing.
    pub fn llr<const N: usize>(&self, counts: &Counts<N>) -> f64 {
        if counts.total() == 0 {
            return 0.0;
        }
        let weights = counts.0.map(|count| if count == 0 { NEVER } else { count as f64 });
        let total: f64 = weights.iter().sum();
        let observed = weights.map(|weight| weight / total);
        match self.model {
            EloModel::Logistic => {
                let [null, hoped] =
                    [self.elo0, self.elo1].map(|elo| best_with_mean(&observed, score_of(elo)));
                total * (0..N).map(|i| observed[i] * (hoped[i] / null[i]).ln()).sum::<f64>()
            }
            EloModel::Normalised => {
                let u = deviations(&observed);
                let [null, hoped] = [self.elo0, self.elo1].map(|elo| {
                    let t = elo / ELO_A_DEVIATION * f64::from(Counts::<N>::GAMES).sqrt();
                    1.0 + (u - t).powi(2)
                });
                total / 2.0 * (null / hoped).ln()
            }
        }
    }

    /// Where the test stands with these counts.
    pub fn judge<const N: usize>(&self, counts: &Counts<N>) -> SprtState {
        let llr = self.llr(counts);
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        let decision = if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        };
        SprtState { test: *self, llr, lower, upper, decision }
    }
}

/// The likeliest distribution with this mean.
fn best_with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    best_on_plane(observed, &Counts::<N>::scores().map(|score| score - mean))
}

/// How many standard deviations the mean is above one half.
fn deviations<const N: usize>(observed: &[f64; N]) -> f64 {
    let scores = Counts::<N>::scores();
    let mean: f64 = (0..N).map(|i| observed[i] * scores[i]).sum();
    let variance: f64 = (0..N).map(|i| observed[i] * (scores[i] - mean).powi(2)).sum();
    (mean - 0.5) / variance.sqrt()
}

/// The likeliest distribution on the plane `sum p h = 0`: `f / (1 + x h)`.
fn best_on_plane<const N: usize>(observed: &[f64; N], h: &[f64; N]) -> [f64; N] {
    let x = multiplier(observed, h);
    let best: [f64; N] = std::array::from_fn(|i| observed[i] / (1.0 + x * h[i]));
    // It sums to 1 but for rounding.
    let sum: f64 = best.iter().sum();
    best.map(|p| p / sum)
}

/// The root of `sum f h / (1 + x h)`, which falls from infinity to minus infinity between
/// its poles: Newton's steps, halved where they leave the bracket.
fn multiplier<const N: usize>(observed: &[f64; N], h: &[f64; N]) -> f64 {
    let least = h.iter().copied().fold(f64::INFINITY, f64::min);
    let most = h.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    debug_assert!(least < 0.0 && most > 0.0, "the plane cuts the simplex: {h:?}");
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let mut x = 0.0;
    for _ in 0..100 {
        let (mut value, mut slope) = (0.0, 0.0);
        for (f, h) in observed.iter().zip(h) {
            let part = h / (1.0 + x * h);
            value += f * part;
            slope -= f * part * part;
        }
        if value > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let newton = x - value / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        if (next - x).abs() <= 1e-14 * (high - low).max(1.0) {
            return next;
        }
        x = next;
    }
    x
}

impl std::fmt::Display for SprtState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Sprt { elo0, elo1, model, .. } = self.test;
        let model = match model {
            EloModel::Normalised => "normalised",
            EloModel::Logistic => "logistic",
        };
        let said = match self.decision {
            Some(Hypothesis::H0) => format!("H0 is taken: {elo0} rather than {elo1}"),
            Some(Hypothesis::H1) => format!("H1 is taken: {elo1} rather than {elo0}"),
            None => "undecided".to_owned(),
        };
        let Self { llr, lower, upper, .. } = self;
        write!(f, "LLR {llr:.3} ({lower:.3} to {upper:.3}) for {elo0} against {elo1} {model} Elo: {said}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
        Sprt::new(elo0, elo1, model).unwrap()
    }

    /// The likeliest distribution whose mean is `t` deviations above one half. That is not
    /// linear in the frequencies, so each round solves the problem with the tangent at the
    /// last solution, `a - 1/2 - t d (1 + ((a - m) / d)^2) / 2`; where it no longer moves,
    /// the condition itself holds.
    fn best_with_t<const N: usize>(observed: &[f64; N], t: f64) -> [f64; N] {
        let scores = Counts::<N>::scores();
        let mut best = [1.0 / N as f64; N];
        for _ in 0..50 {
            let mean: f64 = (0..N).map(|i| best[i] * scores[i]).sum();
            let variance: f64 = (0..N).map(|i| best[i] * (scores[i] - mean).powi(2)).sum();
            let deviation = variance.sqrt();
            let tangent = scores.map(|score| {
                score - 0.5 - t * deviation * f64::midpoint(1.0, ((score - mean) / deviation).powi(2))
            });
            let next = best_on_plane(observed, &tangent);
            let moved = (0..N).map(|i| (next[i] - best[i]).abs()).fold(0.0, f64::max);
            best = next;
            if moved < 1e-12 {
                break;
            }
        }
        best
    }

    #[test]
    fn normalised_ratios_are_near_the_exact_maximum() {
        for counts in
            [[379, 10170, 21828, 10640, 343], [30, 60, 110, 80, 40], [5, 0, 40, 2, 9], [1, 3, 7, 4, 1]]
        {
            let counts = Counts::<5>(counts);
            let total = counts.total() as f64;
            let observed = counts.0.map(|count| (count as f64).max(NEVER) / total);
            let best = [0.0, 10.0].map(|elo| best_with_t(&observed, elo / ELO_A_DEVIATION * 2_f64.sqrt()));
            let exact: f64 = (0..5).map(|i| total * observed[i] * (best[1][i] / best[0][i]).ln()).sum();
            let llr = test(0.0, 10.0, EloModel::Normalised).llr(&counts);
            assert!((llr - exact).abs() < 0.03 * exact.abs() + 0.001, "{counts}: {llr} against {exact}");
        }
    }

    /// Published results of a chess engine's testing framework.
    #[test]
    fn known_ratios_are_met() {
        let normalised = test(0.0, 2.0, EloModel::Normalised);
        let games = Counts([36027, 68692, 36433]);
        let llr = normalised.llr(&games);
        assert!((llr - 0.92).abs() < 0.005, "{llr}");
        let pairs = Counts([379, 10170, 21828, 10640, 343]);
        let state = normalised.judge(&pairs);
        assert!((state.llr - 2.946).abs() < 0.0005, "{}", state.llr);
        assert_eq!(state.decision, Some(Hypothesis::H1));
        assert!((state.upper - 2.944).abs() < 0.001 && (state.lower + 2.944).abs() < 0.001);
    }

    /// The ratio of the best distributions themselves, found by trying a fine grid.
    #[test]
    fn the_constrained_maximum_is_a_maximum() {
        let counts = Counts([31, 20, 49]);
        let observed = counts.0.map(|count| count as f64 / 100.0);
        let likelihood = |p: &[f64; 3]| (0..3).map(|i| observed[i] * p[i].ln()).sum::<f64>();
        for (t, s) in [(0.0, 0.5), (0.05, 0.52), (-0.3, 0.4), (0.5, 0.7)] {
            let by_mean = likelihood(&best_with_mean(&observed, s));
            let by_t = likelihood(&best_with_t(&observed, t));
            let (mut most_mean, mut most_t) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
            for draw in (1..9999).map(|i| f64::from(i) / 10_000.0) {
                // With this share of draws, the share of wins follows from the condition.
                let win = s - draw / 2.0;
                if win > 0.0 && win + draw < 1.0 {
                    most_mean = f64::max(most_mean, likelihood(&[1.0 - win - draw, draw, win]));
                }
                let edge = t * ((1.0 - draw) / 4.0 / (1.0 + t * t)).sqrt();
                let (win, loss) = ((1.0 - draw) / 2.0 + edge, (1.0 - draw) / 2.0 - edge);
                if win > 0.0 && loss > 0.0 {
                    most_t = f64::max(most_t, likelihood(&[loss, draw, win]));
                }
            }
            assert!((by_mean - most_mean).abs() < 1e-6, "mean {s}: {by_mean} against {most_mean}");
            assert!((by_t - most_t).abs() < 1e-6, "t {t}: {by_t} against {most_t}");
        }
    }

    #[test]
    fn every_count_has_a_ratio() {
        let counts: Vec<[u64; 5]> = vec![
            [0; 5],
            [0, 0, 0, 0, 1],
            [1, 0, 0, 0, 0],
            [0, 0, 9, 0, 0],
            [0, 0, 0, 0, 100_000],
            [50, 0, 0, 0, 50],
            [0, 3, 0, 0, 1],
        ];
        for counts in counts.into_iter().map(Counts) {
            for (elo0, elo1) in [(0.0, 2.0), (-200.0, 200.0), (-5.0, 0.0), (399.0, 400.0), (-200.0, -150.0)] {
                let [one, other] = [EloModel::Normalised, EloModel::Logistic]
                    .map(|model| test(elo0, elo1, model).llr(&counts));
                assert!(one.is_finite() && other.is_finite(), "{counts} [{elo0}, {elo1}]: {one} {other}");
                let mirrored = Counts::<5>(std::array::from_fn(|i| counts.0[4 - i]));
                let back = test(-elo1, -elo0, EloModel::Normalised).llr(&mirrored);
                assert!((one + back).abs() < 1e-6 * one.abs().max(1.0), "{counts}: {one} {back}");
            }
        }
    }

    #[test]
    fn wrong_bounds_name_the_cure() {
        for (elo0, elo1) in [(2.0, 0.0), (1.0, 1.0), (f64::NAN, 1.0), (0.0, 1001.0)] {
            let error = Sprt::new(elo0, elo1, EloModel::Logistic).unwrap_err().to_string();
            assert!(error.contains("as 0,5"), "{error}");
        }
        assert!(test(0.0, 5.0, EloModel::Logistic).with_rates(0.05, 0.5).is_err());
    }
}
