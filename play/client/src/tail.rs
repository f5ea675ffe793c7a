//! The end of what a program says on standard error, however much it says.

use std::collections::VecDeque;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// How much is kept.
const KEPT: usize = 4096;
/// How much of it goes into a reason.
const TOLD: usize = 240;

/// The last bytes of a stream.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tail(Arc<Mutex<VecDeque<u8>>>);

impl Tail {
    /// Reads a stream to its end, so that its writer never waits for a reader.
    pub(crate) fn follow(&self, mut stream: impl Read) {
        let mut bytes = [0; 4096];
        loop {
            match stream.read(&mut bytes) {
                Ok(0) => return,
                Ok(count) => self.add(&bytes[..count]),
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }

    fn add(&self, bytes: &[u8]) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(bytes);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }

    /// The last line that says something, fit for a reason in one line; empty when there is
    /// none.
    pub(crate) fn last_line(&self) -> String {
        let bytes: Vec<u8> = self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let line = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
        excerpt(line.trim(), TOLD)
    }
}

/// The beginning of a text, without control characters.
pub(crate) fn excerpt(text: &str, most: usize) -> String {
    let mut letters = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut short: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_kept_of_any_amount() {
        let tail = Tail::default();
        assert_eq!(tail.last_line(), "");
        let text = "a line\n".repeat(100_000) + "Error: no\tsuch file\n\n  \n";
        tail.follow(text.as_bytes());
        assert_eq!(tail.last_line(), "Error: no such file");
        assert_eq!(tail.0.lock().unwrap().len(), KEPT);
        tail.follow("x".repeat(10_000).as_bytes());
        assert_eq!(tail.last_line().chars().count(), TOLD + 1);
    }
}
