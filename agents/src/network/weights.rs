//! What a network has learned, apart from how it is computed.

use rand::RngExt as _;
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encoder;
use serde::{Deserialize, Serialize};

use super::file::{self, FORMAT, Precision};
use super::shape::{Columns, Part, Shape, ShapeError, Start};

/// A tensor by name, in single precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Tensor {
    /// Its name: `units.weight`.
    pub name: String,
    /// Its dimensions: `[inputs, outputs]` for weights, `[outputs]` for biases.
    pub dimensions: Vec<usize>,
    /// Its numbers, row after row, all finite.
    pub values: Vec<f32>,
}

/// Everything that a network needs to be built again.
///
/// The tensors are those of [`Shape::parts`], in that order, and finite: whoever has
/// `Weights` can build the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    about: About,
    tensors: Vec<Tensor>,
}

/// What a file says about its weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// What the encoder calls itself: `gridded/v1`.
    pub encoder: String,
    /// The network's size.
    pub shape: Shape,
    /// What the network reads.
    pub columns: Columns,
    /// How they were trained, for people.
    pub manifest: String,
}

/// Weights that cannot be used, in one line with the cure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// Not a whole safetensors file.
    #[error("the weights are cut short or no safetensors file ({0}): copy or train them again")]
    Unreadable(String),
    /// A safetensors file of something else.
    #[error("this safetensors file holds no network of this program ({0}): name weights that `train` wrote")]
    Foreign(String),
    /// Written by another version of this program.
    #[error(
        "the weights are written in format {found}, this program reads format {FORMAT}: use the program that wrote them, or train again"
    )]
    Format {
        /// The file's format.
        found: u32,
    },
    /// Damaged on the way.
    #[error("the weights are corrupted (their checksum is wrong): copy or train them again")]
    Checksum,
    /// Trained for something else.
    #[error("the weights were trained for {found}, not for {expected}: name other weights, or train again")]
    Encoder {
        /// What they were trained for.
        found: String,
        /// What is played.
        expected: String,
    },
    /// The encoder changed without a new version.
    #[error("the weights read {found}, the encoder writes {expected}: train again")]
    Columns {
        /// What they read.
        found: String,
        /// What the encoder writes.
        expected: String,
    },
    /// A shape that cannot be built.
    #[error("the weights name no network: {0}; train again")]
    Shape(#[from] ShapeError),
    /// A tensor is not there.
    #[error("the weights lack the tensor `{0}` of their shape: copy or train them again")]
    Missing(String),
    /// A tensor that the shape has no use for.
    #[error("the weights have a tensor `{0}` that their shape does not: copy or train them again")]
    Unknown(String),
    /// A tensor has other dimensions.
    #[error(
        "the tensor `{name}` is {found:?}, its shape asks for {expected:?}: copy or train the weights again"
    )]
    Dimensions {
        /// The tensor.
        name: String,
        /// Its dimensions.
        found: Vec<usize>,
        /// What the shape asks for.
        expected: Vec<usize>,
    },
    /// A tensor in another kind of number.
    #[error("the tensor `{name}` is in {found}: write it in F16 or F32")]
    Precision {
        /// The tensor.
        name: String,
        /// Its kind of number.
        found: String,
    },
    /// A number that is none.
    #[error(
        "the tensor `{0}` holds a number that is infinite or none: training went astray; go back to an earlier checkpoint"
    )]
    NotFinite(String),
}

/// What a file of weights holds, as it calls it.
const HOLDS: &str = "network";

impl Weights {
    /// The file in half precision, as it is shipped.
    pub fn write(&self) -> Vec<u8> {
        self.write_in(Precision::Half)
    }

    /// The file in either precision.
    pub fn write_in(&self, precision: Precision) -> Vec<u8> {
        file::write(HOLDS, &self.about, &self.tensors, precision)
    }

    /// Reads a file in half or single precision.
    ///
    /// # Errors
    /// [`WeightsError`], one line for each fault.
    pub fn read(file: &[u8]) -> Result<Self, WeightsError> {
        let (about, tensors) = file::read(HOLDS, file)?;
        Self::new(about, tensors)
    }

    /// Weights to begin training with: a function of shape, encoder and seed.
    ///
    /// # Errors
    /// [`WeightsError::Shape`].
    pub fn seeded(shape: Shape, encoder: &Encoder, seed: GameSeed) -> Result<Self, WeightsError> {
        let columns = Columns::of(encoder);
        shape.check()?;
        let mut rng = seed.derive("weights", 0).rng();
        let tensors = shape.parts(&columns).into_iter().map(|part| {
            let count = part.dimensions.iter().product();
            let values = match part.start {
                Start::All(value) => vec![value; count],
                Start::Spread(deviation) => {
                    // A uniform number in [-a, a] has the standard deviation a / sqrt(3).
                    let most = deviation * 3.0_f32.sqrt();
                    (0..count).map(|_| most * rng.random_range(-1.0..1.0_f32)).collect()
                }
            };
            Tensor { name: part.name, dimensions: part.dimensions, values }
        });
        let tensors = tensors.collect();
        let about = About { encoder: encoder.to_string(), shape, columns, manifest: String::new() };
        Ok(Self { about, tensors })
    }

    /// The same network with other numbers, as a learner hands them over.
    ///
    /// # Errors
    /// [`WeightsError`] when a tensor is missing, unknown, of other dimensions, or not
    /// finite.
    pub fn with_tensors(&self, tensors: Vec<Tensor>) -> Result<Self, WeightsError> {
        Self::new(self.about.clone(), tensors)
    }

    /// Weights of these tensors, in any order.
    ///
    /// # Errors
    /// [`WeightsError`] when the shape cannot be built, or a tensor is missing, unknown, of
    /// other dimensions, or not finite.
    pub fn new(about: About, mut tensors: Vec<Tensor>) -> Result<Self, WeightsError> {
        about.shape.check()?;
        let mut ordered = Vec::with_capacity(tensors.len());
        for part in about.shape.parts(&about.columns) {
            let Some(at) = tensors.iter().position(|tensor| tensor.name == part.name) else {
                return Err(WeightsError::Missing(part.name));
            };
            ordered.push(checked(tensors.swap_remove(at), part)?);
        }
        if let Some(tensor) = tensors.pop() {
            return Err(WeightsError::Unknown(tensor.name));
        }
        Ok(Self { about, tensors: ordered })
    }

    /// Writes down how they were trained, for people.
    #[must_use]
    pub fn with_manifest(mut self, manifest: impl Into<String>) -> Self {
        self.about.manifest = manifest.into();
        self
    }

    /// What they are for.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The network's size.
    pub fn shape(&self) -> &Shape {
        &self.about.shape
    }

    /// What the network reads.
    pub fn columns(&self) -> &Columns {
        &self.about.columns
    }

    /// The tensors in the order of [`Shape::parts`].
    pub fn tensors(&self) -> &[Tensor] {
        &self.tensors
    }

    /// Whether they were trained for this encoder.
    ///
    /// # Errors
    /// [`WeightsError::Encoder`] or [`WeightsError::Columns`].
    pub fn check(&self, encoder: &Encoder) -> Result<(), WeightsError> {
        let (name, columns) = (encoder.to_string(), Columns::of(encoder));
        if self.about.encoder != name {
            return Err(WeightsError::Encoder { found: self.about.encoder.clone(), expected: name });
        }
        if self.about.columns != columns {
            let (found, expected) = (self.about.columns.to_string(), columns.to_string());
            return Err(WeightsError::Columns { found, expected });
        }
        Ok(())
    }
}

fn checked(tensor: Tensor, part: Part) -> Result<Tensor, WeightsError> {
    // What a file says about itself may be too large to multiply: compare it first.
    if tensor.dimensions != part.dimensions
        || tensor.values.len() != part.dimensions.iter().product::<usize>()
    {
        let (found, expected) = (tensor.dimensions, part.dimensions);
        return Err(WeightsError::Dimensions { name: tensor.name, found, expected });
    }
    if !tensor.values.iter().all(|value| value.is_finite()) {
        return Err(WeightsError::NotFinite(tensor.name));
    }
    Ok(tensor)
}
