//! How fast it learns, and what.

use serde::{Deserialize, Serialize};

/// How a learner learns.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// The learning rate at its highest.
    pub rate: f64,
    /// Steps in which the rate rises to that, evenly.
    pub warm_up: u64,
    /// Steps, with those of the warm-up, by which the rate has fallen along a cosine to its
    /// last; 0 leaves it at its highest.
    pub steps: u64,
    /// The last rate, as a part of the highest, in [0, 1].
    pub last: f64,
    /// How fast weights that nothing needs shrink: `AdamW`'s decay, of products' weights alone.
    pub decay: f64,
    /// The most that the gradient of all parameters together may measure; longer ones are
    /// shortened to it.
    pub clip: f64,
    /// What counts how much.
    pub shares: Shares,
}

/// How much each answer counts in the loss.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shares {
    /// The policy's cross-entropy.
    pub policy: f64,
    /// The cross-entropy of win, draw and loss.
    pub outcome: f64,
    /// The square of the margin's error.
    pub margin: f64,
    /// The mean cross-entropy of the units' survival.
    pub survival: f64,
}

impl Default for Shares {
    fn default() -> Self {
        Self { policy: 1.0, outcome: 1.0, margin: 0.5, survival: 0.5 }
    }
}

impl Default for Schedule {
    fn default() -> Self {
        let shares = Shares::default();
        Self { rate: 1e-3, warm_up: 200, steps: 0, last: 0.1, decay: 0.01, clip: 1.0, shares }
    }
}

impl Schedule {
    /// The learning rate of this step, counted from 0.
    pub fn rate_at(&self, step: u64) -> f64 {
        if step < self.warm_up {
            return self.rate * (step + 1) as f64 / self.warm_up as f64;
        }
        if self.steps <= self.warm_up {
            return self.rate;
        }
        let part = (step - self.warm_up) as f64 / (self.steps - self.warm_up) as f64;
        let left = f64::midpoint(1.0, (part.min(1.0) * std::f64::consts::PI).cos());
        self.rate * (self.last + (1.0 - self.last) * left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_rises_and_falls() {
        let schedule = Schedule { rate: 1.0, warm_up: 4, steps: 14, last: 0.2, ..Schedule::default() };
        let rates = |steps: &[u64]| steps.iter().map(|&step| schedule.rate_at(step)).collect::<Vec<_>>();
        assert_eq!(rates(&[0, 1, 3, 4]), [0.25, 0.5, 1.0, 1.0]);
        assert!((schedule.rate_at(9) - 0.6).abs() < 1e-12);
        assert!((schedule.rate_at(14) - 0.2).abs() < 1e-12);
        let flat = Schedule { steps: 0, ..schedule };
        assert_eq!(rates(&[14]), rates(&[1000]));
        assert!((flat.rate_at(1000) - 1.0).abs() < 1e-12);
    }
}
