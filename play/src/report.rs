//! The report of a battle, in Markdown.

use anyhow::Result;
use sandtable_core::record::Line;
use sandtable_core::{Playable, Record, Seat};

use crate::chronicle::{self, Chronicle};
use crate::screen::{self, Page};
use crate::turning;

/// How many turning points are named.
const TURNING_POINTS: usize = 3;

/// The report of a recorded battle: forces and ground, turn by turn, turning points,
/// verdict. It shows both sides, what was hidden too.
///
/// # Errors
/// When the record does not replay.
pub(crate) fn markdown<R: Playable>(record: &Record) -> Result<String> {
    let told = chronicle::tell::<R>(record, None)?;
    let scenario = record.scenario()?;
    let mut page = Page::default();
    page.line(format!("# {}\n", screen::title(R::TITLE, scenario.name())));
    if !scenario.summary().is_empty() {
        page.line(format!("{}\n", screen::one_line(scenario.summary())));
    }
    page.line(format!("**{}**\n", screen::verdict(&told.game, &told.sides)));
    players(&mut page, record, &told.sides);
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

/// The forces and the ground as each side knew them at the start; once, where both knew
/// the same.
fn ground<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    page.line("## Forces and ground\n");
    let rules = told.game.rules();
    let start = rules.start();
    let boards = Seat::BOTH.map(|seat| rules.board(&rules.view(&start, seat)));
    if boards[0] == boards[1] {
        page.line(format!("```text\n{}\n```\n", boards[0].trim_end()));
        return;
    }
    for (seat, board) in Seat::BOTH.into_iter().zip(&boards) {
        let side = &told.sides[seat.index()];
        page.line(format!("As {side} knew it:\n\n```text\n{}\n```\n", board.trim_end()));
    }
}

fn turn_by_turn<R: Playable>(page: &mut Page, told: &Chronicle<R>) {
    page.line("## Turn by turn\n");
    let rules = told.game.rules();
    let mut before = rules.material(&rules.start());
    for (turn, entries) in told.turns() {
        page.line(format!("### Turn {turn}\n"));
        for entry in entries {
            let events = entry.events.join(" ");
            match &entry.what {
                Some(what) if events.is_empty() => page.line(format!("- {what}")),
                Some(what) => page.line(format!("- {what}. {events}")),
                None if events.is_empty() => {}
                None => page.line(format!("- {events}")),
            }
        }
        let after = entries.last().map_or(before, |entry| rules.material(&entry.state));
        page.line(format!("\n{}\n", losses(before, after, &told.sides)));
        before = after;
    }
}

/// How material moved in a turn, in the ruleset's own points.
fn losses(before: i32, after: i32, sides: &[String; 2]) -> String {
    let stands = match after {
        0 => "Neither side is ahead in material".to_owned(),
        ahead => format!("{} is {} ahead in material", sides[usize::from(ahead < 0)], ahead.abs()),
    };
    match after - before {
        0 => format!("{stands}, as before the turn."),
        moved => format!("{stands}: {} for {} in this turn.", moved.abs(), sides[usize::from(moved < 0)]),
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
            format!("{}. Turn {} went {winner}'s way, by {:.2}.", number + 1, swing.turn, swing.size().abs());
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
