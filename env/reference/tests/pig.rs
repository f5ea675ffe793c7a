//! Pig: what a turn gathers, loses and keeps; the limit.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_core::{DiceError, Doctrine, Node, Reading, Ruleset, Scenario, Seat, Words};
use sandtable_reference::Pig;
use sandtable_reference::pig::{Action, Event, Pips, Reason, State};

fn rules(body: &str) -> Pig {
    let text = format!("ruleset = \"pig\"\nname = \"test\"\n{body}");
    Pig::load(&Scenario::parse("test.toml", &text).unwrap()).unwrap()
}

/// Plays: a number is a roll that shows it, 0 is a stop.
fn played(rules: &Pig, rolls: &[u8]) -> (State, Vec<Event>) {
    let (mut state, mut log) = (rules.start(), Vec::new());
    for &pips in rolls {
        if pips == 0 {
            rules.try_apply(&mut state, Action::Stop, &mut log).unwrap();
        } else {
            rules.try_apply(&mut state, Action::Roll, &mut log).unwrap();
            assert_eq!(rules.node(&state), Node::Chance);
            assert_eq!(rules.read(&state, &[pips]), Ok(Reading::Outcome(Pips(pips))));
            rules.resolve(&mut state, Pips(pips), &mut log);
        }
        rules.check(&state).unwrap();
    }
    (state, log)
}

#[test]
fn points_count_only_once_the_player_stops() {
    let rules = rules("target = 20\nsides = 6\n");
    let (state, _) = played(&rules, &[6, 5]);
    assert_eq!((state.kept, state.gathered, state.seat), ([0, 0], 11, Seat::FIRST));
    let (state, log) = played(&rules, &[6, 5, 0]);
    assert_eq!((state.kept, state.gathered, state.seat), ([11, 0], 0, Seat::SECOND));
    assert_eq!(log.last(), Some(&Event::Stopped { seat: Seat::FIRST, kept: 11 }));
}

#[test]
fn a_one_loses_what_the_turn_gathered_and_nothing_more() {
    let rules = rules("target = 20\nsides = 6\n");
    let (state, log) = played(&rules, &[6, 0, 2, 0, 5, 1]);
    assert_eq!((state.kept, state.gathered), ([6, 2], 0));
    assert_eq!((state.seat, state.turn), (Seat::SECOND, 2));
    assert_eq!(log.last(), Some(&Event::Rolled { seat: Seat::FIRST, pips: 1, gathered: 0 }));
}

#[test]
fn the_target_wins_only_after_a_stop() {
    let rules = rules("target = 10\nsides = 6\n");
    let (state, _) = played(&rules, &[6, 6]);
    assert_eq!(rules.node(&state), Node::Decision(Seat::FIRST));
    let (lost, _) = played(&rules, &[6, 6, 1]);
    assert_eq!((lost.kept, lost.seat), ([0, 0], Seat::SECOND));
    let (won, log) = played(&rules, &[6, 6, 0]);
    let Node::Over(verdict) = rules.node(&won) else {
        panic!("{won:?} is won");
    };
    assert_eq!((verdict.thousandths(), verdict.margin, verdict.reason), (1000, 10, Reason::Target));
    assert_eq!(log.last(), Some(&Event::Ended(Reason::Target)));
    let (won, _) = played(&rules, &[0, 6, 6, 0]);
    assert!(matches!(rules.node(&won), Node::Over(verdict) if verdict.thousandths() == -1000));
}

#[test]
fn the_limit_counts_rolls_and_stops_and_draws() {
    let rules = rules("target = 10\nsides = 6\nlimit = 3\n");
    let (state, _) = played(&rules, &[2, 0]);
    assert!(!rules.node(&state).is_over());
    let (drawn, log) = played(&rules, &[2, 0, 6]);
    assert!(matches!(rules.node(&drawn), Node::Over(verdict) if verdict.thousandths() == 0));
    assert_eq!(log.last(), Some(&Event::Ended(Reason::Limit)));
    let (won, _) = played(&rules, &[6, 6, 0]);
    assert!(matches!(rules.node(&won), Node::Over(verdict) if verdict.reason == Reason::Target));
}

#[test]
fn without_a_limit_positions_come_back() {
    let rules = rules("target = 10\nsides = 6\n");
    let (later, _) = played(&rules, &[1, 1]);
    assert_ne!(later, rules.start(), "the turn has moved on");
    assert_eq!(rules.key(&later), rules.key(&rules.start()));
}

#[test]
fn impossible_dice_are_refused() {
    let rules = rules("target = 10\nsides = 3\n");
    let (mut state, _) = played(&rules, &[]);
    assert_eq!(rules.read(&state, &[2]), Err(DiceError::NotDue));
    rules.apply(&mut state, Action::Roll, &mut ());
    assert_eq!(rules.read(&state, &[4]), Err(DiceError::Pip { number: 1, sides: 3, pip: 4 }));
    assert_eq!(rules.read(&state, &[2, 2]), Err(DiceError::Count { wanted: 1, got: 2 }));
}

/// With six sides the scripted player holds at the well-known 20.
#[test]
fn the_scripted_player_holds_where_a_roll_stops_paying() {
    let rules = rules("target = 100\nsides = 6\n");
    let drill = |rolls: &[u8]| {
        let (state, _) = played(&rules, rolls);
        rules.drill(&state, state.seat, &[Action::Roll, Action::Stop]).action
    };
    assert_eq!(drill(&[6, 6, 6]), Action::Roll);
    assert_eq!(drill(&[6, 6, 6, 2]), Action::Stop);
}

#[test]
fn the_board_and_the_odds_read_as_plain_text() {
    let rules = rules("target = 20\nsides = 6\nlimit = 30\n");
    let (state, _) = played(&rules, &[6, 0, 4]);
    let text = rules.board(&state);
    assert!(text.contains("First player       6 of 20\n"), "{text}");
    assert!(text.contains("Second player      0 of 20, 4 gathered this turn\n"), "{text}");
    assert!(text.contains("3 of 30 rolls and stops are gone."), "{text}");
    let odds = rules.odds(&state, Action::Roll).unwrap();
    assert_eq!(odds.chances.iter().map(|(_, weight)| *weight).collect::<Vec<_>>(), [1, 5]);
    assert_eq!(rules.odds(&state, Action::Stop), None);
}
