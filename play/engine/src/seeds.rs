//! Where everything random of a game comes from, and who may know it when.
//!
//! The engine draws a secret and publishes its hash. The front end may add a number of its
//! own: the dice then come from both, and neither party could have chosen them. Opponents,
//! hints and the names of decisions come from the secret too, by ways of their own.

use rand::TryRng as _;
use rand::rngs::SysError;
use sandtable_core::GameSeed;
use sandtable_core::hash::hex;
use sandtable_protocol::situation::Secret;
use sandtable_protocol::{Code, Fault};
use sha2::{Digest as _, Sha256};

/// The most digits of the front end's number.
const MOST_DIGITS: usize = 64;

/// A game's secret and what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Seeds {
    secret: GameSeed,
    number: Option<String>,
}

impl Seeds {
    /// From the engine's part and the front end's.
    ///
    /// # Errors
    /// [`Code::BadRequest`] when the number is none.
    pub(crate) fn new(secret: GameSeed, number: Option<String>) -> Result<Self, Fault> {
        let is_fine = |text: &String| {
            (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        if number.as_ref().is_some_and(|number| !is_fine(number)) {
            let message = format!("`number` is 1 to {MOST_DIGITS} hexadecimal digits");
            return Err(Fault::at(Code::BadRequest, "number", message));
        }
        Ok(Self { secret, number: number.map(|number| number.to_lowercase()) })
    }

    /// The engine's part.
    pub(crate) fn secret(&self) -> GameSeed {
        self.secret
    }

    /// The front end's part.
    pub(crate) fn number(&self) -> Option<&String> {
        self.number.as_ref()
    }

    /// What is published before the first throw.
    pub(crate) fn commitment(&self) -> String {
        self.secret.commitment()
    }

    /// The seed of the dice: the secret, or where there is a number the SHA-256 of the
    /// secret's bytes, the number's length as 8 bytes, least first, its digits as lower
    /// case text, and 8 zero bytes.
    pub(crate) fn dice(&self) -> GameSeed {
        self.number.as_ref().map_or(self.secret, |number| self.secret.derive(number, 0))
    }

    /// What is told once the game is over.
    pub(crate) fn told(&self) -> Secret {
        Secret { server: self.secret.to_string(), number: self.number.clone(), seed: self.dice().to_string() }
    }
}

/// Bytes from the system's own random source.
fn random<const N: usize>() -> Result<[u8; N], SysError> {
    let mut bytes = [0; N];
    rand::rngs::SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}

fn none(error: SysError) -> Fault {
    Fault::new(Code::Internal, format!("this system gives no random numbers: {error}"))
}

/// A seed that nobody knows.
///
/// # Errors
/// When the system gives no random numbers.
pub fn fresh() -> Result<GameSeed, SysError> {
    Ok(GameSeed::from_bytes(random()?))
}

/// A new secret.
///
/// # Errors
/// [`Code::Internal`] when the system gives no random numbers.
pub(crate) fn secret() -> Result<GameSeed, Fault> {
    fresh().map_err(none)
}

/// 128 random bits in hexadecimal digits: a token, a game's name.
///
/// # Errors
/// As [`secret`].
pub(crate) fn unguessable() -> Result<String, Fault> {
    Ok(hex(&random::<16>().map_err(none)?))
}

/// What is kept of a token.
pub(crate) fn hashed(token: &str) -> String {
    hex(&Sha256::digest(token))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_parts_make_the_dice() {
        let secret = GameSeed::from_number(1);
        let alone = Seeds::new(secret, None).unwrap();
        assert_eq!(alone.dice(), secret);
        let mixed = Seeds::new(secret, Some("C0FFEE".to_owned())).unwrap();
        assert_ne!(mixed.dice(), secret);
        assert_eq!(mixed.commitment(), alone.commitment(), "the number comes after the commitment");
        let mut bytes = Vec::new();
        for pair in secret.to_string().as_bytes().chunks(2) {
            bytes.push(u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap());
        }
        bytes.extend(6_u64.to_le_bytes());
        bytes.extend(b"c0ffee");
        bytes.extend(0_u64.to_le_bytes());
        assert_eq!(mixed.told().seed, hex(&Sha256::digest(&bytes)), "as the protocol says it");
        for number in ["", "xyz", &"0".repeat(65)] {
            assert!(Seeds::new(secret, Some(number.to_owned())).is_err(), "{number}");
        }
    }
}
