//! How freely a policy is drawn from.

use std::fmt;
use std::str::FromStr;

/// A temperature from 0.01 to 10, in hundredths: kept whole, so that names that people
/// type compare exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temperature(u16);

/// Text that is no temperature.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a temperature: write a number from 0.01 to 10, as in `policy:0.5`")]
pub struct TemperatureError(String);

impl Temperature {
    /// As a number.
    pub fn value(self) -> f32 {
        f32::from(self.0) / 100.0
    }
}

impl FromStr for Temperature {
    type Err = TemperatureError;

    fn from_str(text: &str) -> Result<Self, TemperatureError> {
        match text.parse::<f32>() {
            Ok(number) if (0.01..=10.0).contains(&number) => Ok(Self((number * 100.0).round() as u16)),
            _ => Err(TemperatureError(text.to_owned())),
        }
    }
}

impl fmt::Display for Temperature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}
