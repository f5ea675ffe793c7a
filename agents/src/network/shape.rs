//! How large a network is, what it costs, and which tensors it is made of.

use std::fmt;

use sandtable_core::encoding::Encoder;
use serde::{Deserialize, Serialize};

/// The size of a network: one for every ruleset and board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// Numbers that describe a unit, a place, an action and the battle inside.
    pub width: usize,
    /// Parts of the width that attend each on their own.
    pub heads: usize,
    /// Rounds of attention with a feed-forward layer each.
    pub blocks: usize,
    /// Width inside the feed-forward layers.
    pub hidden: usize,
}

/// A shape that cannot be built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShapeError {
    /// A number out of its range.
    #[error("a network's {field} is {least} to {most}, not {value}")]
    Range {
        /// Which number.
        field: &'static str,
        /// What was given.
        value: usize,
        /// The least that it can be.
        least: usize,
        /// The most that it can be.
        most: usize,
    },
    /// Heads of unequal width.
    #[error("a network's width must be a multiple of its heads: {width} is not one of {heads}")]
    Heads {
        /// The width.
        width: usize,
        /// The heads.
        heads: usize,
    },
}

/// How many columns an encoder's rows have: what a network reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Columns {
    /// Columns of a unit's row.
    pub units: usize,
    /// Columns of a place's row.
    pub places: usize,
    /// Columns of the battle's row.
    pub globals: usize,
    /// Columns of an action's row.
    pub actions: usize,
    /// What one unit can be to another.
    pub relations: usize,
}

impl Columns {
    /// The columns of an encoder.
    pub const fn of(encoder: &Encoder) -> Self {
        Self {
            units: encoder.units.len(),
            places: encoder.places.len(),
            globals: encoder.globals.len(),
            actions: encoder.actions.len(),
            relations: encoder.relations.len(),
        }
    }
}

impl fmt::Display for Columns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { units, places, globals, actions, relations } = self;
        write!(f, "{units} columns a unit, {places} a place, {globals} a battle and {actions} an action, ")?;
        write!(f, "and {relations} relations")
    }
}

/// A tensor's place in a network: its name, its dimensions and what it begins as.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Its name in weight files: `blocks.0.attention.output.weight`.
    pub name: String,
    /// `[inputs, outputs]` for weights, `[outputs]` for biases.
    pub dimensions: Vec<usize>,
    /// What it begins as.
    pub start: Start,
}

/// What a tensor begins as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// All alike.
    All(f32),
    /// Uniform, with this standard deviation.
    Spread(f32),
}

impl Shape {
    /// Two cores train it: about 2 MFLOP a position.
    pub const LAPTOP: Self = Self { width: 32, heads: 4, blocks: 2, hidden: 64 };

    /// Checks the ranges.
    ///
    /// # Errors
    /// [`ShapeError`] names the number that is out of range.
    pub fn check(&self) -> Result<(), ShapeError> {
        let ranges = [
            ("width", self.width, 4, 1024),
            ("heads", self.heads, 1, 32),
            ("blocks", self.blocks, 1, 16),
            ("hidden", self.hidden, 4, 4096),
        ];
        for (field, value, least, most) in ranges {
            if !(least..=most).contains(&value) {
                return Err(ShapeError::Range { field, value, least, most });
            }
        }
        if !self.width.is_multiple_of(self.heads) {
            return Err(ShapeError::Heads { width: self.width, heads: self.heads });
        }
        Ok(())
    }

    /// Every tensor of the network, in the order in which they are drawn.
    pub fn parts(&self, columns: &Columns) -> Vec<Part> {
        let mut parts = Parts(Vec::new());
        let Self { width, heads, blocks, hidden } = *self;
        parts.linear("units", columns.units, width, 1.0);
        parts.weight("globals", columns.globals, width, 1.0);
        // Each block adds to what the ones before made: the sum should stay near one.
        let share = 1.0 / (2.0 * blocks as f32).sqrt();
        for block in 0..blocks {
            let name = |part: &str| format!("blocks.{block}.{part}");
            parts.all(&name("attention.norm"), &[width], 1.0);
            parts.weight(&name("attention.input"), width, 3 * width, 1.0);
            parts.all(&name("attention.relations"), &[heads, columns.relations], 0.0);
            parts.linear(&name("attention.output"), width, width, share);
            parts.all(&name("forward.norm"), &[width], 1.0);
            parts.linear(&name("forward.hidden"), width, hidden, RELU);
            parts.linear(&name("forward.output"), hidden, width, share);
        }
        parts.all("norm", &[width], 1.0);
        parts.weight("context.units", width, width, RELU);
        parts.linear("context.globals", columns.globals, width, RELU);
        parts.linear("value.hidden", width, width, RELU);
        parts.linear("value.output", width, VALUES, SMALL);
        parts.linear("survival", width, 1, SMALL);
        parts.linear("policy.action", columns.actions, width, 1.0);
        parts.weight("policy.unit", width, width, 1.0);
        parts.weight("policy.target", width, width, 1.0);
        parts.linear("policy.place.hidden", columns.places, width, RELU);
        parts.weight("policy.place.output", width, width, 1.0);
        parts.weight("policy.context", width, width, 1.0);
        parts.linear("policy.hidden", width, width, RELU);
        // The softmax does not see a number that is added to all.
        parts.weight("policy.output", width, 1, SMALL);
        parts.0
    }

    /// How many numbers are learned.
    pub fn parameters(&self, columns: &Columns) -> usize {
        self.parts(columns).iter().map(|part| part.dimensions.iter().product::<usize>()).sum()
    }

    /// Floating-point operations that one position costs, of matrix products alone: a
    /// multiplication and an addition are two.
    pub fn flops(&self, columns: &Columns, units: usize, places: usize, actions: usize) -> u64 {
        let Self { width, blocks, hidden, .. } = *self;
        let embedding = units * columns.units * width + columns.globals * width;
        let attention = units * width * 4 * width + 2 * units * units * width;
        let forward = 2 * units * width * hidden;
        let context = width * width + columns.globals * width + width * width + width * VALUES;
        let pointers = units * (2 * width * width + width)
            + places * (columns.places * width + width * width)
            + actions * (columns.actions * width + width * width + width)
            + width * width;
        2 * (embedding + blocks * (attention + forward) + context + pointers) as u64
    }
}

/// Win, draw, loss and margin.
pub(super) const VALUES: usize = 4;

/// What is lost where negative numbers are cut off is made up for before it.
const RELU: f32 = std::f32::consts::SQRT_2;

/// Answers begin near "all alike".
const SMALL: f32 = 0.1;

/// The list in the making.
struct Parts(Vec<Part>);

impl Parts {
    fn all(&mut self, name: &str, dimensions: &[usize], value: f32) {
        let start = Start::All(value);
        self.0.push(Part { name: name.to_owned(), dimensions: dimensions.to_vec(), start });
    }

    fn weight(&mut self, name: &str, inputs: usize, outputs: usize, gain: f32) {
        let start = Start::Spread(gain / (inputs.max(1) as f32).sqrt());
        self.0.push(Part { name: format!("{name}.weight"), dimensions: vec![inputs, outputs], start });
    }

    fn linear(&mut self, name: &str, inputs: usize, outputs: usize, gain: f32) {
        self.weight(name, inputs, outputs, gain);
        self.all(&format!("{name}.bias"), &[outputs], 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const COLUMNS: Columns = Columns { units: 40, places: 20, globals: 24, actions: 24, relations: 6 };

    #[test]
    fn a_laptop_spends_about_two_megaflops_on_a_position() {
        assert_eq!(Shape::LAPTOP.check(), Ok(()));
        // About as many columns and rows as the gridded battles have.
        let columns = Columns { units: 62, places: 31, globals: 63, actions: 65, relations: 23 };
        let flops = Shape::LAPTOP.flops(&columns, 32, 16, 20);
        assert!((1_500_000..2_500_000).contains(&flops), "{flops}");
    }

    #[test]
    fn parameters_are_counted_over_parts_of_different_names() {
        let parts = Shape::LAPTOP.parts(&COLUMNS);
        let names: std::collections::BTreeSet<_> = parts.iter().map(|part| &part.name).collect();
        assert_eq!(names.len(), parts.len());
        let shape = Shape { width: 4, heads: 1, blocks: 1, hidden: 8 };
        // Embedding 164 + 96; block 4 + 48 + 6 + 20 + 4 + 40 + 36; norm 4; context 16 + 100;
        // value 20 + 20; survival 5; policy 100 + 16 + 16 + 84 + 16 + 16 + 20 + 4.
        assert_eq!(shape.parameters(&COLUMNS), 855);
    }

    #[test]
    fn a_wrong_shape_names_the_number() {
        let error = |shape: Shape| shape.check().unwrap_err().to_string();
        assert!(error(Shape { width: 0, ..Shape::LAPTOP }).contains("width is 4 to 1024, not 0"));
        assert!(error(Shape { heads: 5, ..Shape::LAPTOP }).contains("32 is not one of 5"));
        assert!(error(Shape { blocks: 0, ..Shape::LAPTOP }).contains("blocks"));
    }
}
