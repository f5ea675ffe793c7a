//! The declarations of an encoder as a page of the book.

use std::fmt::Write as _;

use super::{Column, Encoder, Mirrored};

/// A chapter in Markdown: a table for each row, with every column's name, unit, range and
/// meaning and what it is on the mirrored table; then the relations.
pub fn page(encoder: &Encoder) -> String {
    let mut text = format!("## `{encoder}`\n");
    let rows = [
        ("A unit", encoder.units),
        ("A place", encoder.places),
        ("The battle", encoder.globals),
        ("An action", encoder.actions),
    ];
    for (title, columns) in rows {
        table(&mut text, title, columns);
    }
    let _ = write!(text, "\n### What a unit is to another, {}\n\n", encoder.relations.len());
    for (code, name) in encoder.relations.iter().enumerate() {
        let _ = writeln!(text, "{code}. {name}");
    }
    text
}

fn table(text: &mut String, title: &str, columns: &[Column]) {
    let _ = write!(
        text,
        "\n### {title}, {} columns\n\n| column | unit | range | meaning | mirrored |\n|---|---|---|---|---|\n",
        columns.len()
    );
    for Column { name, unit, low, high, meaning, mirrored } in columns {
        let mirrored = match mirrored {
            Mirrored::Alike => String::new(),
            Mirrored::Negated => "negated".to_owned(),
            Mirrored::As(other) => format!("`{other}`"),
        };
        let meaning = meaning.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "| `{name}` | {unit} | {low} to {high} | {meaning} | {mirrored} |");
    }
}
