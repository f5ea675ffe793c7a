//! Battles that were saved, read to be gone on with.

use sandtable_core::record::Line;
use sandtable_core::{Record, Save};
use sandtable_protocol::{Code, Fault};

/// The record in a text: it is one itself, or a saved battle that has one.
///
/// Whoever has a saved battle may know the seed in it: the dice to come are those of
/// another seed.
///
/// # Errors
/// [`Code::BadRecord`] when there is none in it, or the battle is over. Nothing is replayed yet.
pub(crate) fn record(text: &str) -> Result<Record, Fault> {
    let text = match serde_json::from_str::<Save>(text) {
        Ok(save) => save.record,
        Err(_) if is_own_log(text) => {
            let message = "this is what one seat saw of a battle: it lacks what was hidden from that seat, and so cannot be gone on with";
            return Err(bad(&message));
        }
        Err(_) => text.to_owned(),
    };
    let record = Record::from_text(&text).map_err(|error| bad(&error))?;
    let is_over = |line: &Line| matches!(line, Line::Over { .. } | Line::Resign { .. });
    if record.lines.iter().any(is_over) {
        return Err(bad(&"this battle is over: it can be replayed, not gone on with"));
    }
    Ok(record)
}

/// Whether a text is what `record` answers a seat from which something is hidden.
fn is_own_log(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    let value: serde_json::Value = serde_json::from_str(first).unwrap_or_default();
    value.get("step").is_some() && value.get("text").is_some()
}

/// A file that cannot be gone on with.
pub(crate) fn bad(why: &impl ToString) -> Fault {
    Fault::at(Code::BadRecord, "saved", why.to_string())
}
