//! What a run says of itself: numbers over its steps.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `journal` | `metrics.jsonl`: every number, one line a report; goes on exactly where a run goes on |
//! | `events` | the same for TensorBoard |
//! | `calibration` | how far predictions can be trusted |
//!
//! Losses are counted by the learner's steps, all else by generations.

pub mod calibration;
pub mod events;
pub mod journal;

use std::collections::BTreeMap;

pub use calibration::Calibration;
pub use events::EventFile;
pub use journal::{Journal, JournalError};
use serde::{Deserialize, Serialize};

/// Numbers of one moment.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The generation, from 0.
    pub generation: u32,
    /// Where on the axis: a step of the learner, or a generation.
    pub step: u64,
    /// Hours that the run has worked, over all its sessions.
    pub hours: f64,
    /// The numbers, by tag: `loss/policy`.
    pub scalars: BTreeMap<String, f64>,
    /// Distributions, by tag.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub histograms: BTreeMap<String, Histogram>,
}

impl Report {
    /// An empty report; its hours are filled in when it is written.
    pub fn new(generation: u32, step: u64) -> Self {
        Self { generation, step, ..Self::default() }
    }

    /// Adds a number. What is not finite is left out: nothing can show it.
    pub fn add(&mut self, tag: impl Into<String>, value: impl Into<f64>) {
        let value = value.into();
        if value.is_finite() {
            self.scalars.insert(tag.into(), value);
        }
    }

    /// Adds a distribution; none where there are no values.
    pub fn spread(&mut self, tag: impl Into<String>, values: &[f64]) {
        if let Some(histogram) = Histogram::of(values) {
            self.histograms.insert(tag.into(), histogram);
        }
    }
}

/// Values counted in buckets of equal width.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Histogram {
    /// The least value.
    pub least: f64,
    /// The greatest.
    pub most: f64,
    /// The sum of the values, and of their squares.
    pub sums: [f64; 2],
    /// How many values lie in each bucket; the buckets divide the range evenly.
    pub counts: Vec<u32>,
}

/// Buckets of a histogram.
const BUCKETS: usize = 20;

impl Histogram {
    /// Counts the values that are finite; nothing where there are none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let values: Vec<f64> = values.iter().copied().filter(|value| value.is_finite()).collect();
        let least = values.iter().copied().reduce(f64::min)?;
        let most = values.iter().copied().reduce(f64::max)?;
        let mut counts = vec![0; BUCKETS];
        for value in &values {
            let part = (value - least) / (most - least).max(f64::MIN_POSITIVE);
            counts[((part * BUCKETS as f64) as usize).min(BUCKETS - 1)] += 1;
        }
        let sums = [values.iter().sum(), values.iter().map(|value| value * value).sum()];
        Some(Self { least, most, sums, counts })
    }

    /// The upper end of each bucket.
    pub fn limits(&self) -> Vec<f64> {
        let width = (self.most - self.least) / self.counts.len() as f64;
        (1..=self.counts.len()).map(|number| self.least + width * number as f64).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histograms_count_every_finite_value() {
        let histogram = Histogram::of(&[1.0, 2.0, 2.0, 5.0, f64::NAN]).unwrap();
        assert_eq!(histogram.counts.iter().sum::<u32>(), 4);
        assert_eq!((histogram.counts[0], histogram.counts[BUCKETS - 1]), (1, 1));
        assert_eq!(histogram.sums.map(|sum| sum as u32), [10, 34]);
        assert!((histogram.limits()[BUCKETS - 1] - 5.0).abs() < 1e-9);
        assert_eq!(Histogram::of(&[3.0, 3.0]).unwrap().counts.iter().sum::<u32>(), 2);
        assert_eq!(Histogram::of(&[]), None);
    }
}
