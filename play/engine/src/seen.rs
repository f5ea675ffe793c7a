//! Deciding by what a seat knows: a full state behind a view that a front end sends.
//!
//! The view is a stranger's: it may contradict itself in ways that the rules never do, and
//! nothing that it says may stop the engine.

use sandtable_core::{GameSeed, Node, Playable, Seat};
use sandtable_eval::quiet;
use sandtable_protocol::{Code, Fault};
use serde_json::Value;

const FIELD: &str = "seen.view";

/// A state that `seat` cannot tell from the true one, with its decision due. Same view and
/// seed, same state.
///
/// # Errors
/// [`Code::BadRequest`] when it is no view of this ruleset, [`Code::BadRecord`] when no game
/// can look so to this seat, [`Code::NotYourTurn`] when it is not this seat that decides.
pub fn state_behind<R: Playable>(
    rules: &R,
    view: &Value,
    seat: Seat,
    seed: GameSeed,
) -> Result<R::State, Fault> {
    let view: R::View = serde_json::from_value(view.clone()).map_err(|error| {
        Fault::at(Code::BadRequest, FIELD, format!("this is not what a seat of `{}` knows: {error}", R::ID))
    })?;
    let no_game = |why: &str| {
        Fault::at(Code::BadRecord, FIELD, format!("no game can look so to the {seat} seat: {why}"))
    };
    let sampled = quiet::think(|| {
        let state = rules.sample(&view, &mut seed.derive("sample", 0).rng());
        rules.check(&state)?;
        let is_same = rules.view(&state, seat) == view;
        Ok::<_, sandtable_core::Broken>((rules.node(&state), is_same, state))
    });
    match sampled {
        // The rules met something that they never make.
        Err(_) => Err(no_game("it contradicts itself")),
        Ok(Err(broken)) => Err(no_game(&broken.0)),
        Ok(Ok((_, false, _))) => Err(no_game("it contradicts itself, or is the other seat's")),
        Ok(Ok((Node::Decision(decides), true, state))) if decides == seat => Ok(state),
        Ok(Ok(_)) => {
            Err(Fault::at(Code::NotYourTurn, "seat", format!("it is not the {seat} seat that decides here")))
        }
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::{Game, Ruleset, scenario};
    use sandtable_gridded::Gridded;
    use sandtable_reference::Kuhn;
    use serde_json::json;

    use super::*;

    const SEED: GameSeed = GameSeed::from_bytes([7; 32]);

    fn game<R: Playable>(name: &str) -> Game<R> {
        let scenario = scenario::built_in::<R>(name).unwrap();
        let mut game = Game::new(&scenario, [String::new(), String::new()], Some(SEED)).unwrap();
        while game.decider().is_none() {
            game.throw().unwrap();
        }
        game
    }

    #[test]
    fn every_view_of_a_battle_with_hidden_stands_has_a_state_behind_it() {
        let mut game = game::<Gridded>("ambush");
        for n in 0..60 {
            let Some(seat) = game.decider() else { break };
            let view = serde_json::to_value(game.view(seat)).unwrap();
            let state = state_behind(&**game.rules(), &view, seat, SEED).unwrap();
            let mut actions = Vec::new();
            game.rules().actions(&state, &mut actions);
            assert_eq!(actions, game.actions(seat), "the list depends on the view alone");
            let other = state_behind(&**game.rules(), &view, seat.other(), SEED).unwrap_err();
            assert!([Code::BadRecord, Code::NotYourTurn].contains(&other.code), "{other}");
            game.act(actions[n % actions.len()]).unwrap();
            while game.due().is_some() {
                game.throw().unwrap();
            }
        }
        assert!(game.turn() > 1);
    }

    #[test]
    fn the_state_behind_does_not_tell_what_is_hidden() {
        // Both cards that the opponent may hold come up.
        let game = game::<Kuhn>("kuhn");
        let seat = game.decider().unwrap();
        let view = serde_json::to_value(game.view(seat)).unwrap();
        let state = |n: u64| state_behind(&**game.rules(), &view, seat, GameSeed::from_number(n)).unwrap();
        let views: Vec<_> = (0..30).map(|n| game.rules().view(&state(n), seat.other())).collect();
        assert!(views.iter().any(|view| *view != views[0]));
        assert_eq!(state(3), state(3));
    }

    #[test]
    fn views_that_no_game_has_are_refused() {
        let game = game::<Gridded>("ambush");
        let seat = game.decider().unwrap();
        let view = serde_json::to_value(game.view(seat)).unwrap();
        let refused = |change: &dyn Fn(&mut Value)| {
            let mut view = view.clone();
            change(&mut view);
            state_behind(&**game.rules(), &view, seat, SEED).map(|_| ()).unwrap_err()
        };
        let wrong = refused(&|view| *view = json!([1, 2]));
        assert_eq!((wrong.code, wrong.field.as_deref()), (Code::BadRequest, Some(FIELD)));
        let broken = refused(&|view| view["stands"][0]["id"] = json!(63));
        assert_eq!(broken.code, Code::BadRecord, "{broken}");
        let doubled = refused(&|view| {
            let first = view["stands"][0].clone();
            view["stands"].as_array_mut().unwrap().push(first);
        });
        assert_eq!(doubled.code, Code::BadRecord, "{doubled}");
        let missing = refused(&|view| drop(view["stands"].as_array_mut().unwrap().remove(0)));
        assert_eq!(missing.code, Code::BadRecord, "{missing}");
    }
}
