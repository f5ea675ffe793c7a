//! What a network has learned, apart from how it is computed.

use rand::RngExt as _;
use sandtable_core::GameSeed;
use sandtable_core::encoding::Encoder;

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
    /// What the encoder calls itself: `gridded/v1`.
    pub(super) encoder: String,
    pub(super) shape: Shape,
    pub(super) columns: Columns,
    /// How it was trained, for people.
    pub(super) manifest: String,
    pub(super) tensors: Vec<Tensor>,
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
    #[error("the weights read {found:?}, the encoder {encoder} writes {expected:?}: train again")]
    Columns {
        /// The encoder.
        encoder: String,
        /// What they read.
        found: Columns,
        /// What the encoder writes.
        expected: Columns,
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

/// Moves whenever a file of before would be read wrongly.
pub const FORMAT: u32 = 1;

impl Weights {
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
        Ok(Self { encoder: encoder.to_string(), shape, columns, manifest: String::new(), tensors })
    }

    /// The same network with other numbers, as a learner hands them over.
    ///
    /// # Errors
    /// [`WeightsError`] when a tensor is missing, unknown, of other dimensions, or not
    /// finite.
    pub fn with_tensors(&self, tensors: Vec<Tensor>) -> Result<Self, WeightsError> {
        Self::new(self.encoder.clone(), self.shape, self.columns, self.manifest.clone(), tensors)
    }

    /// Puts the tensors in order and checks everything.
    pub(super) fn new(
        encoder: String,
        shape: Shape,
        columns: Columns,
        manifest: String,
        mut tensors: Vec<Tensor>,
    ) -> Result<Self, WeightsError> {
        shape.check()?;
        let mut ordered = Vec::with_capacity(tensors.len());
        for part in shape.parts(&columns) {
            let Some(at) = tensors.iter().position(|tensor| tensor.name == part.name) else {
                return Err(WeightsError::Missing(part.name));
            };
            ordered.push(checked(tensors.swap_remove(at), part)?);
        }
        if let Some(tensor) = tensors.pop() {
            return Err(WeightsError::Unknown(tensor.name));
        }
        Ok(Self { encoder, shape, columns, manifest, tensors: ordered })
    }

    /// Writes down how they were trained, for people.
    #[must_use]
    pub fn with_manifest(mut self, manifest: impl Into<String>) -> Self {
        self.manifest = manifest.into();
        self
    }

    /// What the encoder calls itself: `gridded/v1`.
    pub fn encoder(&self) -> &str {
        &self.encoder
    }

    /// The network's size.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What the network reads.
    pub fn columns(&self) -> &Columns {
        &self.columns
    }

    /// How they were trained, for people.
    pub fn manifest(&self) -> &str {
        &self.manifest
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
        if self.encoder != name {
            return Err(WeightsError::Encoder { found: self.encoder.clone(), expected: name });
        }
        if self.columns != columns {
            return Err(WeightsError::Columns { encoder: name, found: self.columns, expected: columns });
        }
        Ok(())
    }
}

fn checked(tensor: Tensor, part: Part) -> Result<Tensor, WeightsError> {
    let count = part.dimensions.iter().product::<usize>();
    if tensor.dimensions != part.dimensions || tensor.values.len() != count {
        let (found, expected) = (tensor.dimensions, part.dimensions);
        return Err(WeightsError::Dimensions { name: tensor.name, found, expected });
    }
    if !tensor.values.iter().all(|value| value.is_finite()) {
        return Err(WeightsError::NotFinite(tensor.name));
    }
    Ok(tensor)
}
