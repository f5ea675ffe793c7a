//! How far predictions can be trusted: predicted chances against what came of them.

/// Buckets of predictions.
const BUCKETS: usize = 10;

/// Predictions in [0, 1] counted by bucket, with what came of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    buckets: [Bucket; BUCKETS],
    squares: f64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Bucket {
    count: f64,
    predicted: f64,
    came: f64,
}

impl Calibration {
    /// Adds a prediction and what came of it, both in [0, 1].
    pub fn add(&mut self, predicted: f64, came: f64) {
        let bucket = &mut self.buckets[((predicted * BUCKETS as f64) as usize).min(BUCKETS - 1)];
        bucket.count += 1.0;
        bucket.predicted += predicted;
        bucket.came += came;
        self.squares += (predicted - came).powi(2);
    }

    fn count(&self) -> f64 {
        self.buckets.iter().map(|bucket| bucket.count).sum()
    }

    /// The mean square of the errors (Brier's score); not a number of nothing.
    pub fn brier(&self) -> f64 {
        self.squares / self.count()
    }

    /// How far predictions are from what came of those like them, on average (expected
    /// calibration error); not a number of nothing.
    pub fn error(&self) -> f64 {
        self.buckets.iter().map(|bucket| (bucket.predicted - bucket.came).abs()).sum::<f64>() / self.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_predictions_have_no_calibration_error() {
        let (mut honest, mut sure) = (Calibration::default(), Calibration::default());
        for number in 0..100 {
            let came = if number % 4 == 0 { 1.0 } else { 0.0 };
            honest.add(0.25, came);
            sure.add(1.0, came);
        }
        assert!(honest.error() < 1e-9 && (honest.brier() - 0.1875).abs() < 1e-9);
        assert!((sure.error() - 0.75).abs() < 1e-9 && (sure.brier() - 0.75).abs() < 1e-9);
        assert!(Calibration::default().brier().is_nan());
    }
}
