//! Portable 64-bit hashing for position keys.
//!
//! Keys are kept incrementally by adding (exclusive or) one mixed number for every
//! fact that holds in a position, so that undoing a fact is adding it again. The mix
//! is the finaliser of `SplitMix64` (Steele, Lea and Flood, 2014), a bijection of 64
//! bits that needs no table and is the same on every machine.

use serde::Serialize;

/// Mixes one fact, packed into 64 bits, into a key that looks random.
pub const fn mix(fact: u64) -> u64 {
    let mut z = fact.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Mixes a fact into a running key in which order matters: also where the key itself
/// is a mixed fact, `chain(mix(a), b)` is not `chain(mix(b), a)`.
pub const fn chain(key: u64, fact: u64) -> u64 {
    mix(mix(key) ^ fact)
}

/// A portable key of anything that serialises: slow, for values without a key of
/// their own.
///
/// # Panics
/// When the value cannot be written as JSON, which no view or state of a ruleset may be.
pub fn of_json<T: Serialize>(value: &T) -> u64 {
    let text = serde_json::to_vec(value).expect("views and states are plain data");
    text.chunks(8).fold(text.len() as u64, |key, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        chain(key, u64::from_le_bytes(word))
    })
}

/// Bytes as hexadecimal digits, two each, in lower case.
pub fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        // Writing to a String cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A portable [`Hasher`](std::hash::Hasher) for phases and other small parts of a state
/// that derive `Hash`: the same on every machine, and not for untrusted input.
#[derive(Clone, Copy, Debug)]
pub struct Keyed(pub u64);

impl std::hash::Hasher for Keyed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, fact: u8) {
        self.write_u64(fact.into());
    }

    fn write_u16(&mut self, fact: u16) {
        self.write_u64(fact.into());
    }

    fn write_u32(&mut self, fact: u32) {
        self.write_u64(fact.into());
    }

    fn write_u64(&mut self, fact: u64) {
        self.0 = chain(self.0, fact);
    }

    fn write_isize(&mut self, fact: isize) {
        self.write_u64(fact as u64);
    }

    fn write_usize(&mut self, fact: usize) {
        self.write_u64(fact as u64);
    }

    fn write_i8(&mut self, fact: i8) {
        self.write_u64(fact as u64);
    }

    fn write_i16(&mut self, fact: i16) {
        self.write_u64(fact as u64);
    }

    fn write_i32(&mut self, fact: i32) {
        self.write_u64(fact as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chained_facts_do_not_commute() {
        let mut keys: Vec<u64> = (0..64).flat_map(|a| (0..64).map(move |b| chain(mix(a), b))).collect();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 64 * 64);
    }
}
