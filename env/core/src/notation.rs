//! Reading what a person types: the legal action with that notation.
//!
//! A ruleset only writes notation; reading it back is the same for all of them. An
//! exact match wins, then a prefix that leaves no doubt. Case and repeated spaces do
//! not matter. Only actions that are legal without being listed are read by their
//! ruleset, and before prefixes: they are always written out.

use crate::{Ruleset, names};

/// Text that names no legal action, or more than one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotationError {
    /// Nothing legal begins so.
    #[error("`{text}` is not legal here.{}", .nearest.as_ref().map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default())]
    Unknown {
        /// What was typed.
        text: String,
        /// The legal action most like it.
        nearest: Option<String>,
    },
    /// An action that need not be listed, and is not legal.
    #[error("`{text}` is not legal here: {why}")]
    Refused {
        /// What was typed.
        text: String,
        /// Why not, with the nearest legal action.
        why: String,
    },
    /// More than one legal action begins so.
    #[error("`{text}` could be {}: type more of it", .candidates.join(" or "))]
    Ambiguous {
        /// What was typed.
        text: String,
        /// Up to five that begin so.
        candidates: Vec<String>,
    },
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Finds which of `list` the text names, by the same rule for every list of words.
///
/// # Errors
/// [`NotationError`] when the text names none of them or more than one.
pub fn choose(text: &str, list: &[String]) -> Result<usize, NotationError> {
    let typed = fold(text);
    let folded: Vec<String> = list.iter().map(|entry| fold(entry)).collect();
    if let Some(index) = folded.iter().position(|entry| *entry == typed) {
        return Ok(index);
    }
    let begins: Vec<usize> = if typed.is_empty() {
        Vec::new()
    } else {
        (0..list.len()).filter(|&i| folded[i].starts_with(&typed)).collect()
    };
    match begins[..] {
        [index] => Ok(index),
        [] => Err(NotationError::Unknown {
            nearest: names::nearest(&typed, list.iter().map(String::as_str)).map(str::to_owned),
            text: typed,
        }),
        _ => Err(NotationError::Ambiguous {
            text: typed,
            candidates: begins.iter().take(5).map(|&i| list[i].clone()).collect(),
        }),
    }
}

/// The legal action that the text names.
///
/// # Errors
/// [`NotationError`] when the text names none of the legal actions, or more than one.
pub fn parse<R: Ruleset>(rules: &R, state: &R::State, text: &str) -> Result<R::Action, NotationError> {
    let typed = fold(text);
    if let Some(action) = rules.read_unlisted(state, &typed) {
        if rules.accepts(state, action) {
            return Ok(action);
        }
        if let Some(why) = rules.refusal(state, action) {
            return Err(NotationError::Refused { text: typed, why });
        }
    }
    let mut actions = Vec::new();
    rules.actions(state, &mut actions);
    let list: Vec<String> = actions.iter().map(|&action| rules.notation(state, action)).collect();
    choose(text, &list).map(|index| actions[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_before_prefix_before_doubt() {
        let list = ["move B1", "move B10", "move B11", "hold"].map(str::to_owned);
        assert_eq!(choose("move b1", &list), Ok(0));
        assert_eq!(choose("  MOVE   b10 ", &list), Ok(1));
        assert_eq!(choose("h", &list), Ok(3));
        assert!(matches!(choose("move", &list), Err(NotationError::Ambiguous { .. })));
        assert!(matches!(choose("", &list), Err(NotationError::Unknown { .. })));
        let error = choose("holt", &list).unwrap_err();
        assert!(error.to_string().contains("Did you mean `hold`?"), "{error}");
    }
}
