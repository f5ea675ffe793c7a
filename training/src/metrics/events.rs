//! Event files for TensorBoard.

use std::path::Path;

use tensorboard_rs::summary_writer::SummaryWriter;

use super::Report;

/// A file that TensorBoard reads while it is written. A run that goes on begins a new one
/// in the same folder; TensorBoard shows them as one.
pub struct EventFile(SummaryWriter);

impl EventFile {
    /// Begins a file in the folder, which is made if it is not there.
    ///
    /// # Panics
    /// When the folder cannot be made: the crate beneath has no errors.
    pub fn begin(folder: &Path) -> Self {
        Self(SummaryWriter::new(folder))
    }

    /// Adds a report.
    pub fn add(&mut self, report: &Report) {
        let step = report.step as usize;
        for (tag, &value) in &report.scalars {
            self.0.add_scalar(tag, value as f32, step);
        }
        for (tag, histogram) in &report.histograms {
            let counts: Vec<f64> = histogram.counts.iter().map(|&count| f64::from(count)).collect();
            let [sum, squares] = histogram.sums;
            let (least, most, number) = (histogram.least, histogram.most, counts.iter().sum());
            self.0.add_histogram_raw(
                tag,
                least,
                most,
                number,
                sum,
                squares,
                &histogram.limits(),
                &counts,
                step,
            );
        }
        self.0.flush();
    }
}
