//! What each viewer saw happen in a hosted battle, entry by entry.

use std::ops::Range;

use sandtable_core::scene::{Piece, PieceId};
use sandtable_core::{Game, Playable, Seat};
use sandtable_protocol::play::Viewer;
use sandtable_protocol::situation::{Entry, EntryKind, Rolled};

use crate::chronicle;
use crate::deed::Deed;

/// Everything that happened, once, and for each viewer which of it was seen.
pub(crate) struct Log {
    happenings: Vec<Happening>,
    logs: Vec<(Viewer, Seen)>,
    bytes: usize,
}

/// A line of the record, and what came of it; the first is what came before any line.
struct Happening {
    turn: u16,
    deed: Deed,
    events: Range<usize>,
    /// The turn after it.
    until: u16,
    /// How many lines the record had after it.
    lines: usize,
}

/// What one viewer saw.
#[derive(Default)]
struct Seen {
    entries: Vec<SeenEntry>,
    /// The pieces as they looked at the end.
    pieces: Vec<Piece>,
}

struct SeenEntry {
    happening: usize,
    /// Whether it may know what was done, and not only what came of it.
    is_seen: bool,
    changed: Vec<Piece>,
    gone: Vec<PieceId>,
}

impl Log {
    /// The log of a battle that begins.
    pub(crate) fn begin<R: Playable>(game: &Game<R>, viewers: &[Viewer]) -> Self {
        let logs = viewers.iter().map(|viewer| (*viewer, Seen::default())).collect();
        let mut log = Self { happenings: Vec::new(), logs, bytes: 0 };
        log.add(game, Deed::Unseen, game.turn(), [false; 2]);
        log
    }

    /// Adds what was done, in the turn that it was done in, and what came of it. `open` says
    /// which seats can tell by what they know that it was this, whoever decided it.
    pub(crate) fn add<R: Playable>(&mut self, game: &Game<R>, deed: Deed, turn: u16, open: [bool; 2]) {
        let (events, lines) = (game.events().len(), game.record().lines.len());
        self.push(game, (deed, open), turn, events, lines);
    }

    /// Adds dice that did not count. Nothing came of them.
    pub(crate) fn add_again<R: Playable>(&mut self, game: &Game<R>, deed: Deed, turn: u16, lines: usize) {
        let told = self.told();
        self.push(game, (deed, [false; 2]), turn, told, lines);
    }

    fn told(&self) -> usize {
        self.happenings.last().map_or(0, |last| last.events.end)
    }

    fn push<R: Playable>(
        &mut self,
        game: &Game<R>,
        (deed, open): (Deed, [bool; 2]),
        turn: u16,
        events: usize,
        lines: usize,
    ) {
        let events = self.told()..events;
        let number = self.happenings.len();
        self.bytes += size_of::<Happening>() + 64 * (events.len() + 4);
        for (viewer, seen) in &mut self.logs {
            // Dice that did not count were followed by others before anybody looked.
            let counts = lines == game.record().lines.len();
            let pieces = if counts { pieces(game, *viewer) } else { seen.pieces.clone() };
            let (changed, gone) = difference(&seen.pieces, &pieces);
            let came = || chronicle::events(game, events.clone(), game.turn(), viewer.seat());
            let is_seen = deed.is_seen(viewer.seat()) || viewer.seat().is_some_and(|seat| open[seat.index()]);
            if number == 0 || is_seen || !came().is_empty() || !changed.is_empty() || !gone.is_empty() {
                self.bytes += size_of::<SeenEntry>() + changed.len() * (size_of::<Piece>() + 96);
                seen.entries.push(SeenEntry { happening: number, is_seen, changed, gone });
                seen.pieces = pieces;
            }
        }
        self.happenings.push(Happening { turn, deed, events, until: game.turn(), lines });
    }

    /// Takes back what came after so many lines of the record.
    pub(crate) fn back_to<R: Playable>(&mut self, game: &Game<R>) {
        let lines = game.record().lines.len();
        self.happenings.retain(|happening| happening.lines <= lines);
        let left = self.happenings.len();
        for (viewer, seen) in &mut self.logs {
            seen.entries.retain(|entry| entry.happening < left);
            seen.pieces = pieces(game, *viewer);
        }
    }

    /// How many things happened.
    pub(crate) fn len(&self) -> usize {
        self.happenings.len()
    }

    /// About how much memory it takes.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many entries a viewer's log has.
    pub(crate) fn step(&self, viewer: Viewer) -> u32 {
        self.seen(viewer).map_or(0, |seen| seen.entries.len()) as u32
    }

    fn seen(&self, viewer: Viewer) -> Option<&Seen> {
        self.logs.iter().find(|(other, _)| *other == viewer).map(|(_, seen)| seen)
    }

    /// The pieces as a viewer sees them.
    pub(crate) fn pieces(&self, viewer: Viewer) -> Vec<Piece> {
        self.seen(viewer).map(|seen| seen.pieces.clone()).unwrap_or_default()
    }

    /// The happening that a viewer's entry is about.
    pub(crate) fn happening(&self, viewer: Viewer, step: u32) -> Option<usize> {
        Some(self.seen(viewer)?.entries.get(step as usize)?.happening)
    }

    /// The viewer's entry about a happening.
    pub(crate) fn step_of(&self, viewer: Viewer, happening: usize) -> Option<u32> {
        let entries = &self.seen(viewer)?.entries;
        entries.binary_search_by_key(&happening, |entry| entry.happening).ok().map(|step| step as u32)
    }

    /// The turn that something happened in, and how many lines the record had before it.
    pub(crate) fn before(&self, happening: usize) -> Option<(u16, usize)> {
        let lines = self.happenings.get(happening.checked_sub(1)?)?.lines;
        Some((self.happenings.get(happening)?.turn, lines))
    }

    /// The entry in which the deed of this line of the record is told.
    pub(crate) fn step_of_line(&self, viewer: Viewer, line: usize) -> Option<u32> {
        let happening = self.happenings.iter().position(|happening| happening.lines > line)?;
        self.step_of(viewer, happening)
    }

    /// How many entries of a viewer's log came of the first lines of the record.
    pub(crate) fn within(&self, viewer: Viewer, lines: usize) -> u32 {
        let seen = self.seen(viewer).map(|seen| &seen.entries[..]).unwrap_or_default();
        seen.partition_point(|entry| self.happenings[entry.happening].lines <= lines) as u32
    }

    /// A viewer's entries from one on; `explained` says at which happenings an agent's
    /// thought can be explained to it.
    pub(crate) fn entries<R: Playable>(
        &self,
        game: &Game<R>,
        viewer: Viewer,
        since: u32,
        sides: &[String; 2],
        explained: impl Fn(usize) -> bool,
    ) -> Vec<Entry> {
        let Some(seen) = self.seen(viewer) else {
            return Vec::new();
        };
        let from = (since as usize).min(seen.entries.len());
        let entries = seen.entries[from..].iter().enumerate();
        entries
            .map(|(number, entry)| {
                let happening = &self.happenings[entry.happening];
                let explained = explained(entry.happening);
                Entry {
                    step: (from + number) as u32,
                    explained,
                    pieces: entry.changed.clone(),
                    gone: entry.gone.clone(),
                    ..happening.told(game, viewer.seat(), entry.is_seen, sides)
                }
            })
            .collect()
    }
}

impl Happening {
    /// As a seat saw it, or with none as it was: `is_seen` says whether what was done is told.
    fn told<R: Playable>(
        &self,
        game: &Game<R>,
        from: Option<Seat>,
        is_seen: bool,
        sides: &[String; 2],
    ) -> Entry {
        let events = chronicle::events(game, self.events.clone(), self.until, from);
        let deed = if is_seen { &self.deed } else { &Deed::Unseen };
        let mut entry = Entry {
            step: 0,
            turn: self.turn,
            seat: deed.seat(),
            kind: EntryKind::Event,
            text: deed.told(&events, sides).unwrap_or_else(|| events.join(" ")),
            notation: None,
            sketch: None,
            dice: None,
            pieces: Vec::new(),
            gone: Vec::new(),
            explained: false,
        };
        match deed {
            Deed::Unseen => {}
            Deed::Resignation(_) => entry.kind = EntryKind::Resignation,
            Deed::Decision { notation, sketch, .. } => {
                entry.kind = EntryKind::Decision;
                entry.notation = Some(notation.clone());
                entry.sketch = Some(sketch.clone());
            }
            Deed::Throw { throw, pips, counts } => {
                entry.kind = EntryKind::Throw;
                entry.dice = Some(Rolled {
                    purpose: throw.purpose.name().to_owned(),
                    dice: throw.dice.to_vec(),
                    pips: pips.clone(),
                    ledger: throw.ledger.clone(),
                    counts: *counts,
                });
            }
        }
        entry
    }
}

/// The pieces as a viewer sees them: each side's as that side knows them, for both.
fn pieces<R: Playable>(game: &Game<R>, viewer: Viewer) -> Vec<Piece> {
    match viewer.seat() {
        Some(seat) => game.rules().pieces(&game.view(seat)),
        None => Seat::BOTH
            .into_iter()
            .flat_map(|seat| {
                let pieces = game.rules().pieces(&game.view(seat));
                pieces.into_iter().filter(move |piece| piece.seat == seat)
            })
            .collect(),
    }
}

/// What looks otherwise now, and what is not there any more.
fn difference(before: &[Piece], now: &[Piece]) -> (Vec<Piece>, Vec<PieceId>) {
    let known = |list: &[Piece], id: PieceId| list.iter().position(|piece| piece.id == id);
    let changed = now
        .iter()
        .filter(|piece| known(before, piece.id).is_none_or(|i| before[i] != **piece))
        .cloned()
        .collect();
    let gone = before.iter().map(|piece| piece.id).filter(|id| known(now, *id).is_none()).collect();
    (changed, gone)
}
