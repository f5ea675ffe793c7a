//! Tensors as files: safetensors, which Python's library of that name reads as well.
//!
//! The file's metadata has one entry, [`ENTRY`]: a JSON object with everything but the
//! numbers. One entry, because the format keeps entries in no order, and the same tensors
//! shall make the same bytes.

use std::collections::HashMap;

use half::f16;
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use sandtable_core::hash::hex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::weights::{Tensor, WeightsError};

/// The metadata's entry.
pub const ENTRY: &str = "sandtable";

/// Moves whenever a file of before would be read wrongly.
pub const FORMAT: u32 = 1;

/// In which kind of number tensors are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precision {
    /// As weights are shipped: to 11 bits, and none above 65504.
    Half,
    /// Nothing is lost.
    Single,
}

/// Everything but the numbers.
#[derive(Serialize, Deserialize)]
struct Header<About> {
    format: u32,
    /// What is in the file: `network`.
    holds: String,
    about: About,
    /// SHA-256 of the tensors' names, dimensions and bytes, by name.
    checksum: String,
}

/// The fields that every format has.
#[derive(Deserialize)]
struct Format {
    format: u32,
    holds: String,
}

/// A file that holds these tensors and what is to be known about them. The tensors' names
/// are unique, and each has as many numbers as its dimensions say.
///
/// # Panics
/// When that is not so, or `about` is no JSON.
pub fn write<About: Serialize>(
    holds: &str,
    about: &About,
    tensors: &[Tensor],
    precision: Precision,
) -> Vec<u8> {
    let (kind, data): (_, Vec<Vec<u8>>) = match precision {
        Precision::Half => (
            Dtype::F16,
            tensors.iter().map(|tensor| bytes(tensor, |v| f16::from_f32(v).to_le_bytes())).collect(),
        ),
        Precision::Single => {
            (Dtype::F32, tensors.iter().map(|tensor| bytes(tensor, f32::to_le_bytes)).collect())
        }
    };
    let views = tensors.iter().zip(&data).map(|(tensor, data)| {
        let view = TensorView::new(kind, tensor.dimensions.clone(), data);
        (tensor.name.as_str(), view.expect("as many numbers as the dimensions say"))
    });
    let views: Vec<_> = views.collect();
    let header = Header { format: FORMAT, holds: holds.to_owned(), about, checksum: checksum(&views) };
    let header = serde_json::to_string(&header).expect("what is about tensors is JSON");
    let metadata = HashMap::from([(ENTRY.to_owned(), header)]);
    safetensors::serialize(views, Some(metadata)).expect("every tensor is as long as it says")
}

fn bytes<const N: usize>(tensor: &Tensor, of: impl Fn(f32) -> [u8; N]) -> Vec<u8> {
    tensor.values.iter().flat_map(|&value| of(value)).collect()
}

/// Reads a file in half or single precision that holds what it is asked for.
///
/// # Errors
/// [`WeightsError`], one line for each fault.
pub fn read<About: DeserializeOwned>(holds: &str, file: &[u8]) -> Result<(About, Vec<Tensor>), WeightsError> {
    let unreadable = |error: safetensors::SafeTensorError| WeightsError::Unreadable(error.to_string());
    let (_, metadata) = SafeTensors::read_metadata(file).map_err(unreadable)?;
    let views = SafeTensors::deserialize(file).map_err(unreadable)?;
    let entry = metadata.metadata().as_ref().and_then(|entries| entries.get(ENTRY));
    let entry = entry.ok_or_else(|| WeightsError::Foreign(format!("no metadata `{ENTRY}`")))?;
    let foreign = |error: serde_json::Error| WeightsError::Foreign(error.to_string());
    let format: Format = serde_json::from_str(entry).map_err(foreign)?;
    if format.format != FORMAT {
        return Err(WeightsError::Format { found: format.format });
    }
    if format.holds != holds {
        return Err(WeightsError::Foreign(format!("a {}, not a {holds}", format.holds)));
    }
    let header: Header<About> = serde_json::from_str(entry).map_err(foreign)?;
    let views = views.tensors();
    let views: Vec<_> = views.iter().map(|(name, view)| (name.as_str(), view.clone())).collect();
    if checksum(&views) != header.checksum {
        return Err(WeightsError::Checksum);
    }
    let tensors = views.iter().map(|(name, view)| tensor(name, view)).collect::<Result<_, _>>()?;
    Ok((header.about, tensors))
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
fn checksum(tensors: &[(&str, TensorView<'_>)]) -> String {
    let mut tensors: Vec<_> = tensors.iter().collect();
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
    hex(&hash.finalize())
}
