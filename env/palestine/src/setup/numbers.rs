//! Inches and directions as people write them.

use std::fmt;

use serde::de::{Error, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use sandtable_core::plane::Heading;

/// A length in hundredths of an inch, written in inches: `12` or `7.25`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Inches(pub i32);

/// More inches than any table or base has.
const MOST: f64 = 1000.0;

impl<'de> Deserialize<'de> for Inches {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Number;
        impl Visitor<'_> for Number {
            type Value = Inches;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("inches with at most two decimals, as 12 or 7.25")
            }

            fn visit_i64<E: Error>(self, inches: i64) -> Result<Inches, E> {
                i32::try_from(inches)
                    .ok()
                    .filter(|inches| inches.abs() <= MOST as i32)
                    .map(|inches| Inches(inches * 100))
                    .ok_or_else(|| E::invalid_value(Unexpected::Signed(inches), &self))
            }

            fn visit_f64<E: Error>(self, inches: f64) -> Result<Inches, E> {
                let hundredths = (inches * 100.0).round();
                if inches.abs() > MOST || !inches.is_finite() || (inches * 100.0 - hundredths).abs() > 1e-6 {
                    return Err(E::invalid_value(Unexpected::Float(inches), &self));
                }
                Ok(Inches(hundredths as i32))
            }
        }
        source.deserialize_any(Number)
    }
}

impl Serialize for Inches {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        if self.0 % 100 == 0 {
            sink.serialize_i64(i64::from(self.0 / 100))
        } else {
            sink.serialize_f64(f64::from(self.0) / 100.0)
        }
    }
}

/// A direction, written as degrees clockwise from north or as one of eight words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Degrees(pub Heading);

/// The eight words.
const WORDS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

impl<'de> Deserialize<'de> for Degrees {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        struct Direction;
        impl Visitor<'_> for Direction {
            type Value = Degrees;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a direction: degrees clockwise from north, 0 to 359, or a word as `north-east`")
            }

            fn visit_i64<E: Error>(self, degrees: i64) -> Result<Degrees, E> {
                u16::try_from(degrees)
                    .ok()
                    .and_then(Heading::new)
                    .map(Degrees)
                    .ok_or_else(|| E::invalid_value(Unexpected::Signed(degrees), &self))
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<Degrees, E> {
                let place = WORDS.iter().position(|known| *known == word);
                place
                    .and_then(|eighth| Heading::new(eighth as u16 * 45))
                    .map(Degrees)
                    .ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
            }
        }
        source.deserialize_any(Direction)
    }
}

impl Serialize for Degrees {
    fn serialize<S: Serializer>(&self, sink: S) -> Result<S::Ok, S::Error> {
        sink.serialize_u16(self.0.degrees())
    }
}
