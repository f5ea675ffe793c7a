//! Networks by name, each loaded once.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use sandtable_core::encoding::Encode;

use super::lean::Network;
use super::weights::{Weights, WeightsError};

/// The weights that are part of this program, by ruleset: whole files.
pub const SHIPPED: &[(&str, &[u8])] = &[];

/// The weights that are part of this program for a ruleset.
pub fn shipped(ruleset: &str) -> Option<&'static [u8]> {
    SHIPPED.iter().find(|(of, _)| *of == ruleset).map(|(_, weights)| *weights)
}

/// Which weights.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source {
    /// Those that are part of this program.
    #[default]
    Shipped,
    /// Those of a file.
    File(PathBuf),
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
        error: std::io::Error,
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
    let weights = match source {
        Source::Shipped => {
            let ruleset = R::ENCODER.ruleset;
            Weights::read(shipped(ruleset).ok_or(NetworkError::NotShipped { ruleset })?)
        }
        Source::File(path) => Weights::read(&read(path)?),
    };
    let network = weights.and_then(|weights| Network::new(&weights, &R::ENCODER));
    network.map_err(|error| NetworkError::Weights { weights: source.clone(), error })
}

fn read(path: &Path) -> Result<Vec<u8>, NetworkError> {
    std::fs::read(path).map_err(|error| NetworkError::File { path: path.to_owned(), error })
}
