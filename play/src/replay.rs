//! `sandtable replay`: a recorded battle turn by turn.

use std::io::{self, Write as _};

use anyhow::{Context as _, Result};
use sandtable_core::{Playable, Record, Seat};
use sandtable_gym::{Visitor, visit};

use crate::cli::{self, Replay};
use crate::file;
use sandtable_engine::deed::Deed;
use sandtable_engine::screen::Page;
use sandtable_engine::{chronicle, report, screen};

/// Shows a record, or writes its report.
pub(crate) fn run(options: &Replay) -> Result<()> {
    if let Some(path) = &options.report {
        file::check_writable(path)?;
    }
    let record = file::record(&options.record)?;
    let id = record.header.ruleset.clone();
    let name = || options.record.display().to_string();
    visit(&id, Show { options, record }).with_context(name)?.with_context(name)
}

struct Show<'a> {
    options: &'a Replay,
    record: Record,
}

impl Visitor for Show<'_> {
    type Out = Result<()>;

    fn visit<R: Playable>(self) -> Result<()> {
        let mut out = io::stdout().lock();
        if let Some(path) = &self.options.report {
            file::write(path, &report::markdown::<R>(&self.record)?)?;
            writeln!(out, "The report is in {}.", path.display())?;
            return Ok(());
        }
        let from = match &self.options.from_seat {
            None => None,
            Some(side) => {
                let rules = R::load(&self.record.scenario()?)?;
                Some(cli::side(side, &chronicle::sides(&rules))?)
            }
        };
        let text = text::<R>(&self.record, from, self.options.board)?;
        out.write_all(screen::plain(&text).as_bytes())?;
        Ok(())
    }
}

/// The whole battle in plain lines.
fn text<R: Playable>(record: &Record, from: Option<Seat>, with_board: bool) -> Result<String> {
    let told = chronicle::tell::<R>(record, from)?;
    let rules = told.game.rules();
    let mut page = Page::default();
    page.line(screen::title(R::TITLE, record.scenario()?.name()));
    for seat in Seat::BOTH {
        let player = screen::one_line(&record.header.players[seat.index()]);
        let player = if player.is_empty() { "unknown".to_owned() } else { player };
        page.line(format!("{}, the {seat} side: {player}", told.sides[seat.index()]));
    }
    for (turn, entries) in told.turns() {
        page.line(format!("\nTurn {turn}."));
        if with_board {
            let state = &entries[0].state;
            for seat in Seat::BOTH.into_iter().filter(|seat| from.is_none_or(|from| from == *seat)) {
                page.line(format!("The board as {} sees it:", told.sides[seat.index()]));
                page.line(rules.board(&rules.view(state, seat)).trim_end());
            }
        }
        for entry in entries {
            match &entry.deed {
                Deed::Decision { seat, notation, .. } if !entry.events.is_empty() => {
                    page.line(format!("{}: {notation}", told.sides[seat.index()]));
                }
                deed => deed.sentence(&told.sides).iter().for_each(|sentence| page.line(sentence)),
            }
            for event in &entry.events {
                page.line(format!("  {event}"));
            }
        }
    }
    page.line(format!("\n{}", screen::verdict(&told.game, &told.sides)));
    Ok(page.text())
}
