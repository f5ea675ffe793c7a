//! Networks by name, each loaded once.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sandtable_core::encoding::Encode;

use super::lean::Network;
use super::weights::{Weights, WeightsError};

/// The weights that are part of this program, by ruleset: whole files.
pub const SHIPPED: &[(&str, &[u8])] = &[("gridded", include_bytes!("../../weights/gridded.safetensors"))];

/// The weights that are part of this program for a ruleset.
pub fn shipped(ruleset: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(of, _)| *of == ruleset).map(|(_, weights)| *weights)
}

/// The largest file of weights that is read: no network of a [`Shape`](super::Shape) that
/// can be played with comes near it.
const MOST_BYTES: u64 = 1 << 30;

/// Which weights.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Those that are part of this program.
    #[default]
    Shipped,
    /// Those of a file.
    File(PathBuf),
}

impl Source {
    /// The weights themselves, for a ruleset where they are part of this program; whatever a
    /// file holds.
    ///
    /// # Errors
    /// [`NetworkError`] when there are none, or they cannot be read.
    pub fn weights(&self, ruleset: &'static str) -> Result<Weights, NetworkError> {
        let weights = match self {
            Self::Shipped => Weights::read(shipped(ruleset).ok_or(NetworkError::NotShipped { ruleset })?),
            Self::File(path) => Weights::read(&read(path)?),
        };
        weights.map_err(|error| NetworkError::Weights { weights: self.clone(), error })
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shipped => f.write_str("the shipped weights"),
            Self::File(path) => write!(f, "{}", path.display()),
        }
    }
}

/// A network that is not to be had, in one line with the cure.
#[derive(Debug, thiserror::Error)]
pub enum NetworkError {
    /// The program has none for this ruleset.
    #[error(
        "this program has no weights for `{ruleset}`: name a file of them, as in `net@weights.safetensors:400`"
    )]
    NotShipped {
        /// The ruleset.
        ruleset: &'static str,
    },
    /// The file cannot be read.
    #[error("{path}: it cannot be read: {error}", path = .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// What is in it cannot be used.
    #[error("{weights}: {error}")]
    Weights {
        /// Which weights.
        weights: Source,
        /// What is wrong.
        error: WeightsError,
    },
}

/// Networks that agents share: each file is read once.
#[derive(Debug, Default)]
pub struct Networks {
    loaded: Mutex<BTreeMap<(&'static str, Source), Arc<Network>>>,
}

impl Networks {
    /// No network yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The network of these weights for this ruleset, loaded at the first call.
    ///
    /// # Errors
    /// [`NetworkError`] when there are no such weights, or they were made for something
    /// else.
    pub fn get<R: Encode>(&self, source: &Source) -> Result<Arc<Network>, NetworkError> {
        let key = (R::ENCODER.ruleset, source.clone());
        // What a thread that panicked left there is whole: networks are added in one step.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(network) = loaded.get(&key) {
            return Ok(Arc::clone(network));
        }
        let network = Arc::new(load::<R>(source)?);
        loaded.insert(key, Arc::clone(&network));
        Ok(network)
    }
}

fn load<R: Encode>(source: &Source) -> Result<Network, NetworkError> {
    let weights = source.weights(R::ENCODER.ruleset)?;
    let network = Network::new(&weights, &R::ENCODER);
    network.map_err(|error| NetworkError::Weights { weights: source.clone(), error })
}

fn read(path: &Path) -> Result<Vec<u8>, NetworkError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(length) if length as u64 <= MOST_BYTES => Ok(bytes),
        Ok(_) => Err(io::Error::other(format!("it is larger than {MOST_BYTES} bytes"))),
        Err(error) => Err(error),
    }
    .map_err(|error| NetworkError::File { path: path.to_owned(), error })
}
