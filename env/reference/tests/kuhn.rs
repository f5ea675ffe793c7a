//! Kuhn poker: every line of betting, and what each seat may know.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_core::{Game, GameSeed, Node, Ruleset, Seat, Words, scenario};
use sandtable_reference::Kuhn;
use sandtable_reference::kuhn::{Card, Event, Held, Reason, State};

fn dealt(dice: [u8; 2]) -> Game<Kuhn> {
    let scenario = scenario::built_in::<Kuhn>("kuhn").unwrap();
    let mut game = Game::new(&scenario, [String::new(), String::new()], None).unwrap();
    for pip in dice {
        assert_eq!(game.throw_was(&[pip]), Ok(true));
    }
    game
}

fn played(dice: [u8; 2], line: &[&str]) -> Game<Kuhn> {
    let mut game = dealt(dice);
    for action in line {
        game.act_by_notation(action).unwrap();
    }
    game
}

#[test]
fn every_line_of_betting_pays_as_it_should() {
    // King against jack, then jack against king: net chips of the first player.
    let lines: [(&[&str], [i32; 2], Reason); 5] = [
        (&["pass", "pass"], [1, -1], Reason::HigherCard),
        (&["pass", "bet", "pass"], [-1, -1], Reason::Fold),
        (&["pass", "bet", "bet"], [2, -2], Reason::HigherCard),
        (&["bet", "pass"], [1, 1], Reason::Fold),
        (&["bet", "bet"], [2, -2], Reason::HigherCard),
    ];
    for (line, chips, reason) in lines {
        for (dice, chips) in [[3, 1], [1, 2]].into_iter().zip(chips) {
            let verdict = played(dice, line).verdict().unwrap();
            assert_eq!((verdict.margin, verdict.reason), (chips, reason), "{dice:?} {line:?}");
            assert_eq!(i32::from(verdict.thousandths()), 500 * chips, "{dice:?} {line:?}");
        }
    }
}

#[test]
fn all_six_deals_are_dealt() {
    let deals: Vec<[Option<Card>; 2]> =
        (1..=3).flat_map(|a| (1..=2).map(move |b| dealt([a, b]).state().cards)).collect();
    let [jack, queen, king] = Card::ALL.map(Some);
    let all = [[jack, queen], [jack, king], [queen, jack], [queen, king], [king, jack], [king, queen]];
    assert_eq!(deals, all);
}

#[test]
fn a_card_stays_hidden_until_it_is_shown() {
    let hidden = |game: &Game<Kuhn>, seat: Seat| {
        let view = game.view(seat);
        assert_eq!(view.cards[seat.other().index()], Held::Hidden);
        assert!(matches!(view.cards[seat.index()], Held::Known(_)));
        let own = game.log(seat, 0).filter(|e| matches!(e, Event::Dealt { card: Some(_), .. })).count();
        assert_eq!(own, 1, "each seat sees one card dealt");
    };
    for line in [&["pass"][..], &["bet"], &["pass", "bet"], &["bet", "pass"], &["pass", "bet", "pass"]] {
        let game = played([2, 2], line);
        for seat in Seat::BOTH {
            hidden(&game, seat);
        }
    }
    let shown = played([2, 2], &["bet", "bet"]).view(Seat::SECOND);
    assert_eq!(shown.cards, [Held::Known(Card::Queen), Held::Known(Card::King)]);
}

#[test]
fn samples_draw_every_card_that_may_be_hidden() {
    let game = dealt([2, 1]);
    let mut rng = GameSeed::from_number(5).rng();
    let view = game.view(Seat::FIRST);
    let count = |card| move |state: &State| state.cards == [Some(Card::Queen), Some(card)];
    let samples: Vec<State> = (0..400).map(|_| Kuhn.sample(&view, &mut rng)).collect();
    let jacks = samples.iter().filter(|state| count(Card::Jack)(state)).count();
    let kings = samples.iter().filter(|state| count(Card::King)(state)).count();
    assert_eq!(jacks + kings, 400);
    assert!((150..=250).contains(&jacks), "{jacks} jacks of 400");
}

#[test]
fn broken_states_are_refused() {
    for (json, fault) in [
        (r#"{"cards":["jack",null],"stage":"open"}"#, "do not fit the stage"),
        (r#"{"cards":["jack","jack"],"stage":"open"}"#, "dealt twice"),
        (r#"{"cards":["jack","king"],"stage":{"shown":{"chips":3}}}"#, "one chip or two"),
    ] {
        let state: State = serde_json::from_str(json).unwrap();
        let broken = Kuhn.check(&state).expect_err(json);
        assert!(broken.to_string().contains(fault), "{broken}");
    }
}

#[test]
fn words_never_show_the_other_card() {
    let game = played([1, 2], &["pass"]);
    assert_eq!(game.node(), Node::Decision(Seat::SECOND));
    let view = game.view(Seat::SECOND);
    assert_eq!(
        Kuhn.board(&view),
        "First player   a card face down, 1 chip in the pot\nSecond player  king, 1 chip in the pot\n"
    );
    assert_eq!(Kuhn.prompt(&view), "Second player, with the king: bet a chip or pass");
    let told: Vec<String> = game.log(Seat::SECOND, 0).map(|event| Kuhn.narrate(&event)).collect();
    assert_eq!(told, ["First player gets a card.", "Second player gets the king.", "First player passes."]);
}
