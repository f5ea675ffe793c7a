//! How freely a policy is drawn from.

use std::fmt;
use std::str::FromStr;

use rand::{Rng, RngExt as _};

use crate::mcts::formulas::softmax;

/// A temperature from 0.01 to 10, in hundredths: kept whole, so that names that people
/// type compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperature(u16);

/// Text that is no temperature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a temperature: write a number from 0.01 to 10, as in `policy:0.5`")]
pub struct TemperatureError(String);

impl Temperature {
    /// A temperature of so many hundredths, 1 to 1000.
    ///
    /// # Panics
    /// Out of that range.
    pub const fn hundredths(number: u16) -> Self {
        assert!(number >= 1 && number <= 1000, "a temperature is 0.01 to 10");
        Self(number)
    }

    /// As a number.
    pub fn value(self) -> f32 {
        f32::from(self.0) / 100.0
    }

    /// The chances to draw each of these, which add up to 1: at temperature 1 the softmax
    /// of the logits; less makes the likely ones likelier, more all more alike.
    pub fn chances(self, logits: &[f32]) -> Vec<f32> {
        let mut chances: Vec<f32> = logits.iter().map(|logit| logit / self.value()).collect();
        softmax(&mut chances);
        chances
    }

    /// Draws one by its chance, as an index into the logits, of which there is at least one.
    pub fn draw(self, logits: &[f32], rng: &mut impl Rng) -> usize {
        let mut left = rng.random::<f32>();
        let drawn = self.chances(logits).into_iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        // Rounding may leave a little beyond the last.
        drawn.unwrap_or(logits.len() - 1)
    }
}

impl FromStr for Temperature {
    type Err = TemperatureError;

    fn from_str(text: &str) -> Result<Self, TemperatureError> {
        match text.parse::<f32>() {
            Ok(number) if (0.01..=10.0).contains(&number) => Ok(Self((number * 100.0).round() as u16)),
            _ => Err(TemperatureError(text.to_owned())),
        }
    }
}

impl fmt::Display for Temperature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shannon's entropy, in nats.
    fn entropy(chances: &[f32]) -> f32 {
        -chances.iter().map(|chance| chance * chance.max(1e-30).ln()).sum::<f32>()
    }

    #[test]
    fn more_is_more_even() {
        let logits = [2.0, 1.0, -1.0, 0.5];
        let entropies = [1, 25, 50, 100, 200, 1000]
            .map(|hundredths| entropy(&Temperature::hundredths(hundredths).chances(&logits)));
        assert!(entropies.is_sorted_by(|less, more| more - less > 0.01), "{entropies:?}");
        assert!(entropies[0] < 1e-6 && entropies[5] < 4.0_f32.ln());
        let mut plain = logits;
        softmax(&mut plain);
        assert_eq!(Temperature::hundredths(100).chances(&logits), plain);
    }
}
