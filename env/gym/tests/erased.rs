//! A game whose ruleset is known by name only is the same game.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_core::{Game, GameError, GameSeed, Playable, Scenario, Seat};
use sandtable_gym::{AnyError, AnyGame, NodeKind, RULESETS, Visitor, any, registry, visit};

fn players() -> [String; 2] {
    ["one".to_owned(), "two".to_owned()]
}

#[derive(Clone, Copy)]
struct SameGame;

impl Visitor for SameGame {
    type Out = ();

    fn visit<R: Playable>(self) {
        for (name, text) in R::scenarios() {
            let scenario = Scenario::parse(name, text).unwrap();
            let seed = GameSeed::from_number(3);
            let mut typed = Game::<R>::new(&scenario, players(), Some(seed)).unwrap();
            let mut erased = any::begin(&scenario, players(), Some(seed)).unwrap();
            assert_eq!((erased.ruleset(), erased.title()), (R::ID, R::TITLE));
            let mut rng = seed.rng();
            while !typed.is_over() {
                same(&typed, &*erased);
                if typed.steps() % 16 == 5 {
                    erased = any::restore(&erased.save()).unwrap().boxed_clone();
                }
                match typed.decider() {
                    None => {
                        assert!(erased.due().is_some());
                        assert!(matches!(erased.act(0), Err(GameError::Refused(_))));
                        typed.throw().unwrap();
                        erased.throw().unwrap();
                    }
                    Some(seat) => {
                        let index = typed.rules().eager(typed.state(), typed.actions(seat), &mut rng);
                        let action = typed.actions(seat)[index];
                        let beyond = typed.actions(seat).len();
                        assert!(erased.act(beyond).is_err() && erased.odds(beyond).is_err());
                        let words = typed.rules().describe(&typed.view(seat), action);
                        assert_eq!(erased.describe(index).unwrap(), words);
                        if typed.steps().is_multiple_of(2) {
                            erased.act(index).unwrap();
                        } else {
                            let notation = erased.actions(seat)[index].clone();
                            erased.act_by_notation(&notation).unwrap();
                        }
                        typed.act(action).unwrap();
                    }
                }
            }
            same(&typed, &*erased);
            assert_eq!(erased.node(), NodeKind::Over);
            assert_eq!(erased.act(0), Err(GameError::Over));
            let verdict = (erased.verdict().unwrap(), typed.verdict().unwrap());
            assert_eq!(verdict.0.thousandths, verdict.1.thousandths());
            assert_eq!(verdict.0.reason, verdict.1.reason.to_string());
        }
    }
}

/// Everything that can be compared, and every seat asked at every kind of node.
fn same<R: Playable>(typed: &Game<R>, erased: &dyn AnyGame) {
    assert_eq!(erased.record(), typed.record());
    assert_eq!((erased.turn(), erased.steps()), (typed.turn(), typed.steps()));
    assert_eq!(erased.prompt().is_empty(), typed.decider().is_none());
    for seat in Seat::BOTH {
        assert_eq!(erased.actions(seat).len(), typed.actions(seat).len());
        let view: R::View = serde_json::from_value(erased.view(seat)).unwrap();
        assert_eq!(view, typed.view(seat));
        assert_eq!(erased.log(seat, 0).len(), typed.log(seat, 0).count());
        assert!(erased.log(seat, erased.logged()).is_empty());
    }
}

#[test]
fn an_erased_game_is_the_same_game() {
    for id in RULESETS {
        visit(id, SameGame).unwrap();
    }
}

#[test]
fn unknown_names_are_answered_with_the_nearest() {
    let error = visit("conect-four", SameGame).unwrap_err();
    assert!(error.to_string().contains("Did you mean `connect-four`?"), "{error}");
    let error = registry::scenario("connect-for").unwrap_err();
    assert!(error.to_string().contains("Did you mean `connect-four`?"), "{error}");
    let scenario = Scenario::parse("x.toml", "ruleset = \"chess\"\nname = \"x\"\n").unwrap();
    assert!(matches!(any::begin(&scenario, players(), None), Err(AnyError::Ruleset(_))));
}
