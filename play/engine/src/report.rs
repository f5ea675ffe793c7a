//! The report of a battle, in Markdown.

use sandtable_core::record::{Line, RecordError};
use sandtable_core::{Playable, Record, Seat};

use crate::chronicle::{self, Chronicle, Entry};
use crate::deed::Deed;
use crate::screen::{self, Page};
use crate::turning;

/// How many turning points are named.
const TURNING_POINTS: usize = 3;

/// The report of a recorded battle: forces and ground, turn by turn, turning points,
/// verdict. It shows both sides, what was hidden too.
///
/// # Errors
/// When the record does not replay.
pub fn markdown<R: Playable>(record: &Record) -> Result<String, RecordError> {
    let told = chronicle::tell::<R>(record, None)?;
    let scenario = record.scenario()?;
    let mut page = Page::default();
    page.line(format!("# {}\n", screen::title(R::TITLE, scenario.name())));
    if !scenario.summary().is_empty() {
        page.line(format!("{}\n", screen::one_line(scenario.summary())));
    }
    page.line(format!("**{}**\n", screen::verdict(&told.game, &told.sides)));
    players(&mut page, record, &told.sides);
    forces(&mut page, &told);
    ground(&mut page, &told);
    turn_by_turn(&mut page, &told);
    turning_points(&mut page, &told);
    verdict(&mut page, record, &told);
    Ok(screen::plain(&page.text()))
}

fn players(page: &mut Page, record: &Record, sides: &[String; 2]) {
    page.line("| seat | side | played by |\n|---|---|---|");
    for seat in Seat::BOTH {
        let player = screen::one_line(&record.header.players[seat.index()]).replace('|', "/");
        page.line(format!("| {seat} | {} | {player} |", sides[seat.index()]));
    }
    page.line("");
}

/// Each side's units at the start, those too that the other side did not see.
fn forces<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    let rules = told.game.rules();
    let start = rules.start();
    let lists = Seat::BOTH.map(|seat| rules.forces(&rules.view(&start, seat), seat));
    if lists.iter().all(Vec::is_empty) {
        return;
    }
    page.line("## Forces\n");
    for (side, list) in told.sides.iter().zip(&lists) {
        page.line(format!("{side}:\n"));
        for line in list {
            page.line(format!("- {}", screen::one_line(line)));
        }
        page.line("");
    }
}

/// The ground as each side knew it at the start; once, where both knew the same.
fn ground<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    page.line("## Ground\n");
    let rules = told.game.rules();
    let start = rules.start();
    let boards = Seat::BOTH.map(|seat| rules.board(&rules.view(&start, seat)));
    if boards[0] == boards[1] {
        page.line(format!("```text\n{}\n```\n", boards[0].trim_end()));
        return;
    }
    for (side, board) in told.sides.iter().zip(&boards) {
        page.line(format!("As {side} knew it:\n\n```text\n{}\n```\n", board.trim_end()));
    }
}

fn turn_by_turn<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    page.line("## Turn by turn\n");
    let rules = told.game.rules();
    let mut before = rules.material(&rules.start());
    for (turn, entries) in told.turns() {
        page.line(format!("### Turn {turn}\n"));
        for activation in activations(told, entries) {
            page.line(format!("- {activation}"));
        }
        let after = entries.last().map_or(before, |entry| rules.material(&entry.state));
        page.line(format!("\n{}\n", losses(before, after, &told.sides)));
        before = after;
    }
}

/// A turn's entries as paragraphs, one for every activation: until nobody is in the
/// middle of one, or the other side throws.
fn activations<R: Playable>(told: &Chronicle<R>, entries: &[Entry<R>]) -> Vec<String> {
    let mut paragraphs = Vec::new();
    let mut pieces: Vec<String> = Vec::new();
    let mut lead = None;
    for entry in entries {
        let by = entry.deed.seat();
        let is_throw = matches!(entry.deed, Deed::Throw { .. });
        if !pieces.is_empty() && (lead.is_none() || is_throw && by != lead) {
            paragraphs.push(std::mem::take(&mut pieces).join(" "));
        }
        if pieces.is_empty() {
            lead = by;
        }
        match &entry.deed {
            // What happened says it, or it was no more than a step on the way.
            Deed::Decision { .. } | Deed::Unseen => {}
            deed => pieces.extend(deed.sentence(&told.sides)),
        }
        pieces.extend(entry.events.iter().cloned());
        if told.game.rules().is_at_rest(&entry.state) && !pieces.is_empty() {
            paragraphs.push(std::mem::take(&mut pieces).join(" "));
        }
    }
    if !pieces.is_empty() {
        paragraphs.push(pieces.join(" "));
    }
    paragraphs
}

/// How material moved in a turn, in the ruleset's own points.
fn losses(before: i32, after: i32, sides: &[String; 2]) -> String {
    let stands = match after {
        0 => "Material: neither side ahead".to_owned(),
        ahead => format!("Material: {} ahead by {}", sides[usize::from(ahead < 0)], ahead.abs()),
    };
    match after - before {
        0 => format!("{stands}, as before the turn."),
        moved => format!("{stands}; this turn won {} for {}.", moved.abs(), sides[usize::from(moved < 0)]),
    }
}

fn turning_points<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    page.line("## Turning points\n");
    let [first, second] = &told.sides;
    page.line(format!(
            "Values are what a search ({}) expects at the start of each turn: +1 is won for {first}, -1 for {second}.\n",
            turning::JUDGE
        ),
    );
    let swings = turning::swings(told);
    page.line("| turn | before | after | swing |\n|---|---|---|---|");
    for swing in &swings {
        let size = swing.size();
        page.line(format!("| {} | {:+.2} | {:+.2} | {size:+.2} |", swing.turn, swing.before, swing.after));
    }
    page.line("");
    let mut biggest: Vec<_> = swings.iter().filter(|swing| swing.size().abs() >= 0.05).collect();
    biggest.sort_by(|a, b| b.size().abs().total_cmp(&a.size().abs()));
    if biggest.is_empty() {
        page.line("No turn swung the battle by more than 0.05.\n");
    }
    for (number, swing) in biggest.iter().take(TURNING_POINTS).enumerate() {
        let winner = &told.sides[usize::from(swing.size() < 0.0)];
        let went =
            format!("{}. Turn {} went to {winner}, by {:.2}.", number + 1, swing.turn, swing.size().abs());
        match &swing.moved_by {
            Some(what) => page.line(format!("{went} What moved it most: {what}")),
            None => page.line(went),
        }
    }
    page.line("");
}

fn verdict<R: Playable>(page: &mut Page, record: &Record, told: &Chronicle<R>) {
    page.line("## Verdict\n");
    page.line(screen::verdict(&told.game, &told.sides));
    let throws = record.lines.iter().filter(|line| matches!(line, Line::Throw { .. })).count();
    let decisions = record.lines.iter().filter(|line| matches!(line, Line::Do { .. })).count();
    page.line(format!("\n{decisions} decisions, {throws} throws."));
    let seed =
        record.lines.iter().find_map(|line| if let Line::Over { seed, .. } = line { *seed } else { None });
    match (record.header.commitment.as_str(), seed) {
        ("", _) => page.line("The dice were thrown at the table."),
        (commitment, Some(seed)) => {
            page.line(format!("Dice: seed `{seed}`; the record began with its hash `{commitment}`."));
        }
        (commitment, None) => {
            page.line(format!("Dice: the record began with the hash of their seed, `{commitment}`."));
        }
    }
    page.line(format!("Rules: `{}` version {}.", record.header.ruleset, record.header.version));
}
