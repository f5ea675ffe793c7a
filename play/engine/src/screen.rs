//! What is printed: plain lines, fit for a pipe and a screen reader.

use sandtable_agents::Thought;
use sandtable_core::{Game, Odds, Party, Playable, Seat, Throw};

/// Text without control characters other than line ends: a hostile file's name or
/// summary must not reach the terminal as commands.
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { ' ' } else { c }).collect()
}

/// Text as a single line.
pub fn one_line(text: &str) -> String {
    plain(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Text that grows line by line.
#[derive(Clone, Debug, Default)]
pub struct Page(String);

impl Page {
    /// Adds a line.
    pub fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    /// Whether nothing was added yet.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The lines.
    pub fn text(self) -> String {
        self.0
    }
}

/// The odds before a fight: each side's modifiers, each result's chance.
pub fn odds(odds: &Odds, sides: &[String; 2], initiator: Seat) -> String {
    let mut page = Page::default();
    if !odds.ledger.modifiers.is_empty() {
        let totals = odds.ledger.totals();
        for (party, seat, total) in [
            (Party::Initiator, initiator, totals.initiator),
            (Party::Target, initiator.other(), totals.target),
        ] {
            let words = odds.ledger.words(party);
            page.line(format!("  {}: {total:+} ({words})", sides[seat.index()]));
        }
    }
    for (words, percent) in odds.percentages() {
        page.line(format!("  {percent:5.1} %  {words}"));
    }
    page.text()
}

/// The dice of a throw, whose they are: `British D12 and Mahdist D12`.
pub fn dice(throw: &Throw, sides: &[String; 2]) -> String {
    let names: Vec<String> =
        throw.dice.iter().map(|die| format!("{} D{}", sides[die.seat.index()], die.sides)).collect();
    match &names[..] {
        [] => "no dice".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// What dice show, whose they are: `British D12: 7, Mahdist D12: 3`.
pub fn pips(throw: &Throw, pips: &[u8], sides: &[String; 2]) -> String {
    let shown = throw.dice.iter().zip(pips);
    let words: Vec<String> =
        shown.map(|(die, pip)| format!("{} D{}: {pip}", sides[die.seat.index()], die.sides)).collect();
    words.join(", ")
}

/// The ruleset's title and the scenario's name, once where they are the same.
pub fn title(ruleset: &str, scenario: &str) -> String {
    if ruleset == scenario { one_line(ruleset) } else { one_line(&format!("{ruleset}: {scenario}")) }
}

/// The line above a turn.
pub fn turn_heading(turn: u16) -> String {
    format!("Turn {turn}.")
}

/// How a battle ended, in one line. Sides may be singular or plural.
pub fn verdict<R: Playable>(game: &Game<R>, sides: &[String; 2]) -> String {
    if let Some(seat) = game.resigned() {
        let (gone, stays) = (&sides[seat.index()], &sides[seat.other().index()]);
        return format!("Victory for {stays}: {gone} gave the battle up.");
    }
    let Some(verdict) = game.verdict() else {
        return "The battle is not over.".to_owned();
    };
    let value = verdict.value();
    let winner = &sides[usize::from(value < 0.0)];
    let result = match value.abs() {
        0.0 => "A draw".to_owned(),
        whole if whole >= 1.0 => format!("Victory for {winner}"),
        part => format!("The better of it for {winner}, worth {part:.2} of a victory"),
    };
    let ahead = &sides[usize::from(verdict.margin < 0)];
    let margin = match verdict.margin.abs() {
        0 => String::new(),
        1 => format!(" {ahead} ahead by 1 point."),
        points => format!(" {ahead} ahead by {points} points."),
    };
    format!("{result}: {}.{margin}", verdict.reason.to_string().trim_end_matches('.'))
}

/// What an agent thought: its reason, its candidates, its plan.
pub fn thought<Action>(thought: &Thought<Action>, mut words: impl FnMut(&Action) -> String) -> String {
    let mut page = Page::default();
    let value = |value: f64| format!("{value:+.2}");
    if !thought.why.is_empty() {
        page.line(format!("  {}", one_line(&thought.why)));
    }
    if thought.candidates.len() > 1 {
        for candidate in thought.candidates.iter().take(5) {
            let judged = candidate.value.map(|v| format!(", value {}", value(v))).unwrap_or_default();
            page.line(format!("  {}: tried {} times{judged}", words(&candidate.action), candidate.visits));
        }
    }
    if thought.plan.len() > 1 {
        page.line(format!("  Plan: {}", thought.plan.join(", then ")));
    }
    page.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_never_reach_the_terminal() {
        assert_eq!(plain("a\u{1b}[2Jb\nc"), "a [2Jb\nc");
        assert_eq!(one_line("a\n  b\r\nc"), "a b c");
    }
}
