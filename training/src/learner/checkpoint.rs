//! A learner on disk: weights and what the optimiser remembers, in single precision.

use std::path::{Path, PathBuf};

use burn::optim::{AdamWState, AdaptiveMomentumState};
use burn::tensor::{Device, Tensor, TensorData};
use sandtable_agents::network::{self, Precision, Weights, WeightsError, file};
use sandtable_core::encoding::Encoder;
use sandtable_eval::file::{self as disk, FileError};
use serde::{Deserialize, Serialize};

use super::{Learner, Schedule};
use crate::network::{in_rows, named};

/// The file of a learner in its folder.
pub const CHECKPOINT: &str = "learner.safetensors";

/// What the file holds, as it calls it.
const HOLDS: &str = "learner";

/// What the names of the tensors begin with.
const PARTS: [&str; 3] = ["weights", "moment_1", "moment_2"];

#[derive(Serialize, Deserialize)]
struct About {
    /// The network, as its own file would say.
    weights: network::About,
    /// Steps learned.
    step: u64,
}

/// A checkpoint that cannot be used, in one line with the cure.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read.
    #[error("{path}: it cannot be read: {error}", path = .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: std::io::Error,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
    /// What is in the file.
    #[error("{path}: {error}", path = .path.display())]
    Weights {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: WeightsError,
    },
}

impl Learner {
    /// Writes everything that learning goes on from into `folder`, whole or not at all.
    ///
    /// # Errors
    /// [`CheckpointError`] when it cannot be written, or learning went astray.
    pub fn save(&self, folder: &Path) -> Result<(), CheckpointError> {
        let path = folder.join(CHECKPOINT);
        let weights =
            self.weights().map_err(|error| CheckpointError::Weights { path: path.clone(), error })?;
        let mut tensors = prefixed(PARTS[0], weights.tensors().to_vec());
        if self.step > 0 {
            let moment = |of: fn(&AdamWState<2>) -> &Tensor<2>| {
                named(&self.like, |name| of(&self.optimiser.states[name]).clone())
            };
            tensors.extend(prefixed(PARTS[1], moment(|state| &state.momentum.moment_1)));
            tensors.extend(prefixed(PARTS[2], moment(|state| &state.momentum.moment_2)));
        }
        let about = About { weights: weights.about().clone(), step: self.step };
        disk::write(&path, &file::write(HOLDS, &about, &tensors, Precision::Single))?;
        Ok(())
    }

    /// Goes on from what was saved in `folder`; `schedule` may be another than before.
    ///
    /// # Errors
    /// [`CheckpointError`] when there is no whole checkpoint of this encoder.
    pub fn load(
        folder: &Path,
        encoder: &Encoder,
        device: &Device,
        schedule: Schedule,
    ) -> Result<Self, CheckpointError> {
        let path = folder.join(CHECKPOINT);
        let bytes =
            std::fs::read(&path).map_err(|error| CheckpointError::Read { path: path.clone(), error })?;
        Self::parse(&bytes, encoder, device, schedule)
            .map_err(|error| CheckpointError::Weights { path, error })
    }

    fn parse(
        bytes: &[u8],
        encoder: &Encoder,
        device: &Device,
        schedule: Schedule,
    ) -> Result<Self, WeightsError> {
        let (About { weights, step }, tensors) = file::read::<About>(HOLDS, bytes)?;
        let mut parts = PARTS.map(|_| Vec::new());
        for tensor in tensors {
            let part = PARTS.iter().position(|part| tensor.name.starts_with(&format!("{part}.")));
            let part = part.ok_or_else(|| WeightsError::Unknown(tensor.name.clone()))?;
            let name = tensor.name[PARTS[part].len() + 1..].to_owned();
            parts[part].push(network::Tensor { name, ..tensor });
        }
        let [weights_part, first, second] = parts;
        let weights = Weights::new(weights, weights_part)?;
        weights.check(encoder)?;
        let mut learner = Self::from_weights(&weights, device, schedule);
        learner.step = step;
        if step > 0 {
            let [first, second] = [weights.with_tensors(first)?, weights.with_tensors(second)?];
            for (first, second) in first.tensors().iter().zip(second.tensors()) {
                let tensor = |of: &network::Tensor| {
                    let data = TensorData::new(of.values.clone(), in_rows(&of.dimensions));
                    Tensor::from_data(data, device)
                };
                let momentum = AdaptiveMomentumState::new(step as usize, tensor(first), tensor(second));
                learner.optimiser.states.insert(first.name.clone(), AdamWState::new(momentum));
            }
        }
        Ok(learner)
    }
}

fn prefixed(part: &str, tensors: Vec<network::Tensor>) -> Vec<network::Tensor> {
    let named =
        |tensor: network::Tensor| network::Tensor { name: format!("{part}.{}", tensor.name), ..tensor };
    tensors.into_iter().map(named).collect()
}
