//! Weights as files: safetensors, which Python's library of that name reads as well.
//!
//! The file's metadata has one entry, [`ENTRY`]: a JSON object with everything but the
//! numbers. One entry, because the format keeps entries in no order, and the same
//! weights shall make the same bytes.

use std::collections::HashMap;
use std::fmt::Write as _;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::shape::{Columns, Shape};
use super::weights::{FORMAT, Tensor, Weights, WeightsError};

/// The metadata's entry.
pub const ENTRY: &str = "sandtable";

/// Everything but the numbers.
#[derive(Serialize, Deserialize)]
struct Header {
    format: u32,
    encoder: String,
    shape: Shape,
    columns: Columns,
    manifest: String,
    /// SHA-256 of the tensors' names, dimensions and bytes, by name.
    checksum: String,
}

/// The one field that every format has.
#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl Weights {
    /// The file in half precision, as it is shipped.
    pub fn write(&self) -> Vec<u8> {
        self.file(Dtype::F16, |value| f16::from_f32(value).to_le_bytes())
    }

    /// The file in single precision: nothing is lost.
    pub fn write_single(&self) -> Vec<u8> {
        self.file(Dtype::F32, f32::to_le_bytes)
    }

    fn file<const N: usize>(&self, kind: Dtype, bytes: impl Fn(f32) -> [u8; N]) -> Vec<u8> {
        let data: Vec<Vec<u8>> = self
            .tensors
            .iter()
            .map(|tensor| tensor.values.iter().flat_map(|&v| bytes(v)).collect())
            .collect();
        let views = self.tensors.iter().zip(&data).map(|(tensor, data)| {
            let view = TensorView::new(kind, tensor.dimensions.clone(), data);
            (tensor.name.as_str(), view.expect("weights hold as many numbers as their dimensions say"))
        });
        let views: Vec<_> = views.collect();
        let header = Header {
            format: FORMAT,
            encoder: self.encoder.clone(),
            shape: self.shape,
            columns: self.columns,
            manifest: self.manifest.clone(),
            checksum: checksum(views.iter().map(|(name, view)| (*name, view))),
        };
        let header = serde_json::to_string(&header).expect("a header is plain text and numbers");
        let metadata = HashMap::from([(ENTRY.to_owned(), header)]);
        safetensors::serialize(views, Some(metadata)).expect("every tensor is as long as it says")
    }

    /// Reads a file in half or single precision.
    ///
    /// # Errors
    /// [`WeightsError`], one line for each fault.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let unreadable = |error: safetensors::SafeTensorError| WeightsError::Unreadable(error.to_string());
        let (_, metadata) = SafeTensors::read_metadata(file).map_err(unreadable)?;
        let views = SafeTensors::deserialize(file).map_err(unreadable)?;
        let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
        let entry = entry.ok_or_else(|| WeightsError::Foreign(format!("no metadata `{ENTRY}`")))?;
        let foreign = |error: serde_json::Error| WeightsError::Foreign(error.to_string());
        let Format { format } = serde_json::from_str(entry).map_err(foreign)?;
        if format != FORMAT {
            return Err(WeightsError::Format { found: format });
        }
        let header: Header = serde_json::from_str(entry).map_err(foreign)?;
        let mut views: Vec<_> = views.iter().collect();
        views.sort_by_key(|(name, _)| *name);
        if checksum(views.iter().map(|(name, view)| (*name, view))) != header.checksum {
            return Err(WeightsError::Checksum);
        }
        let tensors = views.iter().map(|(name, view)| tensor(name, view)).collect::<Result<_, _>>()?;
        Self::new(header.encoder, header.shape, header.columns, header.manifest, tensors)
    }
}

fn tensor(name: &str, view: &TensorView<'_>) -> Result<Tensor, WeightsError> {
    let values = match view.dtype() {
        Dtype::F16 => {
            let (halves, _) = view.data().as_chunks();
            halves.iter().map(|&bytes| f16::from_le_bytes(bytes).to_f32()).collect()
        }
        Dtype::F32 => {
            let (singles, _) = view.data().as_chunks();
            singles.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        }
        other => {
            return Err(WeightsError::Precision { name: name.to_owned(), found: format!("{other:?}") });
        }
    };
    Ok(Tensor { name: name.to_owned(), dimensions: view.shape().to_vec(), values })
}

/// The order of the tensors does not matter: they are taken by name.
fn checksum<'a>(tensors: impl Iterator<Item = (&'a str, &'a TensorView<'a>)>) -> String {
    let mut tensors: Vec<_> = tensors.collect();
    tensors.sort_by_key(|(name, _)| *name);
    let mut hash = Sha256::new();
    for (name, view) in tensors {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        hash.update((view.shape().len() as u64).to_le_bytes());
        for &dimension in view.shape() {
            hash.update((dimension as u64).to_le_bytes());
        }
        hash.update((view.data().len() as u64).to_le_bytes());
        hash.update(view.data());
    }
    hash.finalize().iter().fold(String::new(), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
