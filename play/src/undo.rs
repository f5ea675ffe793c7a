//! Taking a decision back, as far as nothing came to light by it.

use sandtable_core::record::Line;
use sandtable_core::{Driver, Game, GameSeed, Record, Ruleset, Save, Seat, Snapshot, notation};

/// So many possible states are tried to see whether a decision brought something to light.
const SAMPLES: u32 = 64;

/// The battle as it stood before the last decision of `seat`.
///
/// # Errors
/// A sentence that says why it cannot be taken back: dice were thrown since, or the seat
/// learned something by it.
pub(crate) fn undo<R: Ruleset>(game: &Game<R>, seat: Seat) -> Result<Game<R>, String> {
    let lines = &game.record().lines;
    let last = lines
        .iter()
        .rposition(|line| matches!(line, Line::Do { seat: by, .. } if *by == seat))
        .ok_or("You have not decided anything yet.")?;
    if let Some(Line::Throw { purpose, .. }) =
        lines[last..].iter().find(|line| matches!(line, Line::Throw { .. }))
    {
        return Err(format!("Dice were thrown since your last decision (for {purpose}); a throw stands."));
    }
    let record = Record { header: game.record().header.clone(), lines: lines[..last].to_vec() };
    let save = Save { record: record.to_text(), seed: game.driver().seed() };
    let before = Game::<R>::restore(&save).map_err(|error| error.to_string())?;
    let answered = lines[last..].iter().any(|line| matches!(line, Line::Do { seat: by, .. } if *by != seat));
    if answered && !(sees_all(&before, seat) && sees_all(game, seat)) {
        return Err("The enemy has decided since, knowing what you cannot see; that stands.".to_owned());
    }
    if learned(&before, &lines[last..], game, seat) {
        return Err("Your last decision brought something to light; what you know now stands.".to_owned());
    }
    Ok(before)
}

/// Whether `seat` can tell, from how the battle stands after `lines`, more than it could
/// before: in some state that it took for possible, the same lines lead to another view.
fn learned<R: Ruleset>(before: &Game<R>, lines: &[Line], after: &Game<R>, seat: Seat) -> bool {
    let rules = before.rules();
    let view = before.view(seat);
    let seen = after.view(seat);
    let mut rng = GameSeed::from_number(before.steps().into()).derive("undo", 0).rng();
    (0..SAMPLES).any(|_| {
        let snapshot = Snapshot {
            state: rules.sample(&view, &mut rng),
            seed: None,
            counted_turn: 0,
            counts: Vec::new(),
            resigned: None,
            steps: 0,
        };
        let Ok(mut driver) = Driver::resume(rules.clone(), snapshot) else {
            return true;
        };
        let followed = lines.iter().all(|line| match line {
            Line::Do { action, .. } => notation::parse(&**rules, driver.state(), action)
                .is_ok_and(|action| driver.act(action, &mut ()).is_ok()),
            Line::Throw { .. } | Line::Resign { .. } | Line::Over { .. } => true,
        });
        !followed || driver.view(seat) != seen
    })
}

/// Whether `seat` can tell the true state: nothing that matters is hidden from it now.
pub(crate) fn sees_all<R: Ruleset>(game: &Game<R>, seat: Seat) -> bool {
    let view = game.view(seat);
    let mut rng = GameSeed::from_number(game.steps().into()).derive("sees all", 0).rng();
    (0..16).all(|_| game.rules().sample(&view, &mut rng) == *game.state())
}
