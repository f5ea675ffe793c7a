//! Seeds: every random number in Sandtable is a function of one of these.

use rand_chacha::ChaCha8Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hash::hex;

/// A 256-bit seed of a game, an agent, a match or a training run.
///
/// Seeds form a tree: [`derive`](Self::derive) makes a child by name and number, so
/// that games, agents and generations never share a stream and never depend on the
/// order in which they run.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameSeed([u8; 32]);

/// A seed that is not 64 hexadecimal digits.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("a seed is 64 hexadecimal digits or a whole number, not `{0}`")]
pub struct SeedError(String);

impl GameSeed {
    /// The seed with exactly these bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The seed that stands for a small number, as people type them.
    pub fn from_number(number: u64) -> Self {
        Self([0; 32]).derive("number", number)
    }

    /// Reads a whole number or 64 hexadecimal digits.
    ///
    /// # Errors
    /// [`SeedError`] when the text is neither.
    pub fn parse(text: &str) -> Result<Self, SeedError> {
        if let Ok(number) = text.parse() {
            return Ok(Self::from_number(number));
        }
        Self::try_from(text.to_owned())
    }

    /// The child seed with this name and number.
    #[must_use]
    pub fn derive(&self, name: &str, number: u64) -> Self {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name.as_bytes());
        hash.update(number.to_le_bytes());
        Self(hash.finalize().into())
    }

    /// What may be published before the first throw: the SHA-256 of the seed's bytes,
    /// as hexadecimal digits. Publishing the seed afterwards proves that no throw was
    /// chosen on the way.
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// A fast generator for playouts and agents.
    pub fn rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::from_seed(self.0)
    }

    /// The cipher stream with this number, for dice.
    pub(crate) fn stream(&self, number: u64) -> ChaCha8Rng {
        let mut rng = <ChaCha8Rng as rand_chacha::rand_core::SeedableRng>::from_seed(self.0);
        rng.set_stream(number);
        rng
    }
}

impl std::fmt::Display for GameSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl std::fmt::Debug for GameSeed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "GameSeed({self})")
    }
}

impl From<GameSeed> for String {
    fn from(seed: GameSeed) -> Self {
        seed.to_string()
    }
}

impl TryFrom<String> for GameSeed {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Self, SeedError> {
        let mut bytes = [0; 32];
        if text.len() != 64 || !text.is_ascii() {
            return Err(SeedError(text));
        }
        for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
            let pair = std::str::from_utf8(pair).map_err(|_| SeedError(text.clone()))?;
            *byte = u8::from_str_radix(pair, 16).map_err(|_| SeedError(text.clone()))?;
        }
        Ok(Self(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_round_trip_as_text_and_children_differ() {
        let seed = GameSeed::from_number(42);
        assert_eq!(GameSeed::parse(&seed.to_string()), Ok(seed));
        assert_eq!(GameSeed::parse("42"), Ok(seed));
        assert_ne!(seed.derive("agent", 0), seed.derive("agent", 1));
        assert_ne!(seed.derive("agent", 0), seed.derive("game", 0));
        assert_ne!(seed.commitment(), seed.to_string());
    }

    #[test]
    fn a_wrong_seed_says_what_a_seed_is() {
        for text in ["", "forty-two", "-1", &"é".repeat(32), &"g".repeat(64)] {
            assert!(GameSeed::parse(text).is_err(), "{text}");
        }
    }
}
