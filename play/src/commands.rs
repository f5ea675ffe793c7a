//! What a person types at a decision: a legal action, its number, or a command.

use sandtable_core::{NotationError, names, notation};

use sandtable_engine::screen::Page;

/// The commands: how each is typed, and what it does.
pub(crate) const COMMANDS: &[(&str, &str, &str)] = &[
    ("help", "help", "these commands"),
    ("board", "board", "the board as you see it"),
    ("forces", "forces", "both sides' units, as far as you know them"),
    ("log", "log [N]", "the last N things that you saw happen (20)"),
    ("odds", "odds [ACTION]", "the chances of one fight, or of all that you could begin"),
    ("hint", "hint", "what a search would do in your place"),
    ("why", "why [N]", "what the opponent thought at its last decision, or N decisions back"),
    ("undo", "undo", "take your last decision back, as far as no dice and nothing hidden came to light"),
    ("save", "save FILE", "save the battle as it stands"),
    ("load", "load FILE", "go on with a saved battle"),
    ("resign", "resign", "give the battle up"),
    ("quit", "quit", "leave; the battle is kept"),
];

/// What was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The legal action with this index.
    Act(usize),
    /// `?`: the legal actions that begin so.
    List(String),
    /// A command and what came after it.
    Command(&'static str, String),
}

/// Whether a bare number means a place in the list. It does not where the rules write
/// actions as numbers themselves.
pub(crate) fn is_numbered(list: &[String]) -> bool {
    !list.iter().any(|entry| entry.starts_with(|c: char| c.is_ascii_digit()))
}

/// Reads a line typed at a decision with this legal list (empty when dice are due).
///
/// # Errors
/// One sentence for the person.
pub(crate) fn read(line: &str, list: &[String]) -> Result<Entry, String> {
    let line = line.trim();
    if line.is_empty() {
        return Err("Type ? to see what is legal, help for the commands.".to_owned());
    }
    if let Some(filter) = line.strip_prefix('?') {
        return Ok(Entry::List(filter.trim().to_lowercase()));
    }
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    let command = |name: &'static str| Entry::Command(name, rest.trim().to_owned());
    let is_listed = list.iter().any(|entry| entry.eq_ignore_ascii_case(line));
    if !is_listed {
        let word = if word.eq_ignore_ascii_case("exit") { "quit" } else { word };
        if let Some((name, ..)) = COMMANDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(word)) {
            return Ok(command(name));
        }
        if is_numbered(list)
            && let Ok(number) = line.parse::<usize>()
        {
            return match number.checked_sub(1).filter(|index| *index < list.len()) {
                Some(index) => Ok(Entry::Act(index)),
                None => Err(format!("There is no number {number}: the list goes from 1 to {}.", list.len())),
            };
        }
    }
    let unknown = match notation::choose(line, list) {
        Ok(index) => return Ok(Entry::Act(index)),
        Err(error @ NotationError::Ambiguous { .. }) => return Err(capital(&error.to_string())),
        Err(error) => error,
    };
    if let Some(index) = tail(line, list, |tail, typed| tail == typed) {
        return Ok(Entry::Act(index));
    }
    let words: Vec<String> = COMMANDS.iter().map(|(name, ..)| (*name).to_owned()).collect();
    let named = match notation::choose(word, &words) {
        Ok(index) => return Ok(command(COMMANDS[index].0)),
        Err(error) => error,
    };
    if let Some(index) = tail(line, list, |tail, typed| tail.starts_with(typed)) {
        return Ok(Entry::Act(index));
    }
    match named {
        NotationError::Ambiguous { .. } | NotationError::Refused { .. } => Err(capital(&named.to_string())),
        NotationError::Unknown { .. } => match unknown {
            NotationError::Unknown { nearest: None, .. } => {
                let near = names::nearest(word, words.iter().map(String::as_str));
                let hint = near.map(|near| format!(" Did you mean `{near}`?")).unwrap_or_default();
                Err(format!("`{line}` is neither legal here nor a command.{hint} Type ? or help."))
            }
            error => Err(capital(&error.to_string())),
        },
    }
}

/// The only action whose words after the first are meant: `c4` for `activate C4`.
fn tail(typed: &str, list: &[String], is_meant: fn(&str, &str) -> bool) -> Option<usize> {
    let typed = typed.to_lowercase();
    let mut found = (0..list.len())
        .filter(|&i| list[i].split_once(' ').is_some_and(|(_, tail)| is_meant(&tail.to_lowercase(), &typed)));
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => {
            let text: String = first.to_uppercase().chain(letters).collect();
            if text.ends_with(['.', '?', '!']) { text } else { format!("{text}.") }
        }
        None => String::new(),
    }
}

/// The text of `help`.
pub(crate) fn help() -> String {
    let mut page = Page::default();
    page.line("Type an action as `?` lists it (its beginning is enough), or its number. Also:");
    page.line("  ? [TEXT]       the legal actions, or those that begin with the text");
    for (_, usage, what) in COMMANDS {
        page.line(format!("  {usage:<14} {what}"));
    }
    page.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(entries: &[&str]) -> Vec<String> {
        entries.iter().map(|entry| (*entry).to_owned()).collect()
    }

    #[test]
    fn actions_numbers_and_commands_are_told_apart() {
        let stands = list(&["move B1", "move B10", "stand"]);
        assert_eq!(read("move b1", &stands), Ok(Entry::Act(0)));
        assert_eq!(read("3", &stands), Ok(Entry::Act(2)));
        assert_eq!(read("st", &stands), Ok(Entry::Act(2)));
        assert_eq!(read("s", &stands), Ok(Entry::Act(2)), "an action's beginning wins over a command's");
        assert_eq!(read("sa x.save", &stands), Ok(Entry::Command("save", "x.save".to_owned())));
        assert_eq!(read("SAVE  My File", &stands), Ok(Entry::Command("save", "My File".to_owned())));
        assert_eq!(read("? move", &stands), Ok(Entry::List("move".to_owned())));
        assert_eq!(read("exit", &stands), Ok(Entry::Command("quit", String::new())));
        for wrong in ["", "0", "4", "move", "xyzzy", "99999999999999999999999"] {
            assert!(read(wrong, &stands).is_err(), "{wrong}");
        }
        assert!(read("undp", &stands).unwrap_err().contains("`undo`"));
    }

    #[test]
    fn a_place_alone_is_enough_where_it_leaves_no_doubt() {
        let fights = list(&["charge C4", "fire C4", "fire D4", "fire D11", "hold"]);
        assert_eq!(read("d4", &fights), Ok(Entry::Act(2)));
        assert_eq!(read("d1", &fights), Ok(Entry::Act(3)));
        assert!(read("c4", &fights).is_err(), "charge or fire?");
        assert!(read("d", &fights).is_err());
        assert_eq!(read("b", &list(&["to B3", "to C4"])), Ok(Entry::Command("board", String::new())));
        assert_eq!(read("s", &list(&["face n", "face s"])), Ok(Entry::Act(1)));
    }

    #[test]
    fn numbers_mean_what_the_rules_write_where_they_write_numbers() {
        let columns = list(&["2", "3", "7"]);
        assert_eq!(read("2", &columns), Ok(Entry::Act(0)));
        assert_eq!(read("7", &columns), Ok(Entry::Act(2)));
        assert!(read("1", &columns).is_err());
    }
}
