//! Taking a decision back, as far as nothing came to light by it.

use sandtable_core::record::Line;
use sandtable_core::{Driver, Game, GameSeed, Record, Ruleset, Save, Seat, notation};

/// So many possible states are tried to see whether a decision brought something to light.
const SAMPLES: u32 = 64;

/// The battle as it stood before the last decision of `seat`.
///
/// # Errors
/// A sentence that says why it cannot be taken back: dice were thrown since, or the seat
/// learned something by it.
pub fn undo<R: Ruleset>(game: &Game<R>, seat: Seat) -> Result<Game<R>, String> {
    let last = last(&game.record().lines, seat)?;
    let before = back(game, last)?;
    check(before.driver(), &game.record().lines[last..], game.driver(), seat)?;
    Ok(before)
}

/// The battle as it stood after so many lines of its record.
///
/// # Errors
/// When they do not replay.
pub fn back<R: Ruleset>(game: &Game<R>, lines: usize) -> Result<Game<R>, String> {
    let record =
        Record { header: game.record().header.clone(), lines: game.record().lines[..lines].to_vec() };
    let save = Save { record: record.to_text(), seed: game.driver().seed() };
    Game::<R>::restore(&save).map_err(|error| error.to_string())
}

/// The line of the last decision of `seat`, if no dice were thrown since.
///
/// # Errors
/// A sentence that says why it cannot be taken back.
pub fn last(lines: &[Line], seat: Seat) -> Result<usize, String> {
    let last = lines
        .iter()
        .rposition(|line| matches!(line, Line::Do { seat: by, .. } if *by == seat))
        .ok_or("You have not decided anything yet.")?;
    match lines[last..].iter().find(|line| matches!(line, Line::Throw { .. })) {
        Some(Line::Throw { purpose, .. }) => {
            Err(format!("Dice were thrown since your last decision (for {purpose}); a throw stands."))
        }
        _ => Ok(last),
    }
}

/// Whether `lines`, which begin with a decision of `seat`, may be taken back.
///
/// # Errors
/// A sentence that says why not.
pub fn check<R: Ruleset>(
    before: &Driver<R>,
    lines: &[Line],
    after: &Driver<R>,
    seat: Seat,
) -> Result<(), String> {
    let saw_all = sees_all(before, seat);
    let answered = lines.iter().any(|line| matches!(line, Line::Do { seat: by, .. } if *by != seat));
    if answered && saw_all && !sees_all(after, seat) {
        return Err("The enemy has decided since, knowing what you cannot see; that stands.".to_owned());
    }
    // Whether it did must not show: where it may have, the answer is the same.
    if !saw_all && (answered || may_be_answered(before, lines, seat)) {
        return Err("The enemy may have decided since, knowing what you cannot see; that stands.".to_owned());
    }
    if !saw_all && learned(before, lines, after, seat) {
        return Err("Your last decision brought something to light; what you know now stands.".to_owned());
    }
    Ok(())
}

/// Whether in some state that `seat` takes for possible its decision is one that the enemy
/// answers.
fn may_be_answered<R: Ruleset>(before: &Driver<R>, lines: &[Line], seat: Seat) -> bool {
    supposed(before, seat, "answered").any(|driver| {
        let followed = follow(driver, &lines[..lines.len().min(1)]);
        followed.is_some_and(|after| after.decider() == Some(seat.other()))
    })
}

/// The battle as it may stand, as far as `seat` can tell.
fn supposed<'a, R: Ruleset>(
    driver: &'a Driver<R>,
    seat: Seat,
    name: &str,
) -> impl Iterator<Item = Driver<R>> + 'a {
    let view = driver.view(seat);
    let mut rng = GameSeed::from_number(known(driver, seat)).derive(name, 0).rng();
    (0..SAMPLES).filter_map(move |_| {
        Driver::at(driver.rules().clone(), driver.rules().sample(&view, &mut rng), None).ok()
    })
}

/// Equal for equal knowledge: what is drawn from it tells nothing else.
fn known<R: Ruleset>(driver: &Driver<R>, seat: Seat) -> u64 {
    driver.rules().view_key(driver.state(), seat)
}

/// The battle after these lines, if they can be followed.
fn follow<R: Ruleset>(mut driver: Driver<R>, lines: &[Line]) -> Option<Driver<R>> {
    for line in lines {
        if let Line::Do { action, .. } = line {
            let action = notation::parse(&**driver.rules(), driver.state(), action).ok()?;
            driver.act(action, &mut ()).ok()?;
        }
    }
    Some(driver)
}

/// Whether `seat` can tell, from how the battle stands after `lines`, more than it could
/// before: in some state that it took for possible, the same lines lead to another view.
fn learned<R: Ruleset>(before: &Driver<R>, lines: &[Line], after: &Driver<R>, seat: Seat) -> bool {
    let seen = after.view(seat);
    supposed(before, seat, "undo")
        .any(|driver| follow(driver, lines).is_none_or(|driver| driver.view(seat) != seen))
}

/// Whether `seat` can tell the true state: nothing that matters is hidden from it now.
pub fn sees_all<R: Ruleset>(game: &Driver<R>, seat: Seat) -> bool {
    let view = game.view(seat);
    let mut rng = GameSeed::from_number(known(game, seat)).derive("sees all", 0).rng();
    (0..16).all(|_| game.rules().sample(&view, &mut rng) == *game.state())
}

#[cfg(test)]
mod tests {
    use sandtable_core::Scenario;
    use sandtable_gridded::Gridded;
    use sandtable_reference::ConnectFour;

    use super::*;

    /// Scouts go up a valley; somebody may lie in the wood across it.
    const VALLEY: &str = r#"
ruleset = "gridded"
name = "valley"
turns = 3
[map]
rows = ["...w.....", "...w.....", "...w....."]
[victory]
kind = "points"
[[side]]
name = "Scouts"
general = "poor"
base = "west"
stand = [
  { class = "native-infantry", name = "Scout", facing = "east", at = ["A2"] },
  { class = "command", name = "Chief", facing = "east", at = ["A1"] },
]
[[side]]
name = "Ambushers"
general = "poor"
base = "east"
group = [{ name = "valley", zone = ["C1", "G3"] }]
stand = [
  { class = "native-infantry", name = "Spearmen", group = "valley", facing = "west", at = ["PLACE"] },
  { class = "command", name = "Elder", facing = "west", at = ["I3"] },
]
"#;

    /// The scouts decide next, having spotted nobody.
    fn valley(place: &str) -> Game<Gridded> {
        let scenario = Scenario::parse("valley", &VALLEY.replace("PLACE", place)).unwrap();
        let mut game = Game::new(&scenario, [String::new(), String::new()], None).unwrap();
        while let Some(throw) = game.due() {
            let low_then_high: Vec<u8> = (0..throw.dice.len() as u8).map(|die| 2 + 9 * die).collect();
            let first_leads = [11, 2];
            let pips = if throw.purpose.name() == "initiative" { &first_leads[..] } else { &low_then_high };
            assert!(game.throw_was(pips).unwrap());
        }
        assert_eq!(game.decider(), Some(Seat::FIRST));
        game
    }

    #[test]
    fn nothing_was_decided_yet() {
        assert_eq!(undo(&valley("D2"), Seat::FIRST).unwrap_err(), "You have not decided anything yet.");
    }

    #[test]
    fn whether_the_enemy_may_answer_is_what_the_seat_can_tell() {
        let answered = |game: &Game<Gridded>, action: &str| {
            let line = Line::Do { seat: Seat::FIRST, action: action.to_owned() };
            may_be_answered(game.driver(), &[line], Seat::FIRST)
        };
        assert!(!answered(&valley("D2"), "activate A2"), "the scouts decide again");
        let scenario = sandtable_core::scenario::built_in::<ConnectFour>("connect-four").unwrap();
        let game = Game::<ConnectFour>::new(&scenario, Default::default(), None).unwrap();
        let line = Line::Do { seat: Seat::FIRST, action: "4".to_owned() };
        assert!(may_be_answered(game.driver(), &[line], Seat::FIRST), "they take turns");
    }

    #[test]
    fn what_came_to_light_stands() {
        let mut game = valley("D2");
        assert!(!sees_all(game.driver(), Seat::FIRST));
        assert!(sees_all(game.driver(), Seat::SECOND));
        let before = game.state().clone();
        game.act_by_notation("activate A2").unwrap();
        assert_eq!(*undo(&game, Seat::FIRST).unwrap().state(), before, "nobody learned anything");
        let record = game.record().clone();
        game.act_by_notation("to C2").unwrap();
        assert!(record.lines.len() < game.record().lines.len());
        let refused = undo(&game, Seat::FIRST).unwrap_err();
        assert_eq!(refused, "Your last decision brought something to light; what you know now stands.");
    }

    #[test]
    fn that_nobody_is_there_is_news_too() {
        let mut game = valley("D3");
        game.act_by_notation("activate A2").unwrap();
        let back = game.clone();
        game.act_by_notation("to C1").unwrap();
        assert!(undo(&game, Seat::FIRST).is_err(), "somebody could have been in the way");
        let mut game = back;
        game.act_by_notation("to B2").unwrap();
        assert!(undo(&game, Seat::FIRST).is_ok(), "nobody could have been there");
    }
}
