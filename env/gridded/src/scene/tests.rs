//! What the pictures promise.

use sandtable_core::{Game, GameSeed, Ruleset as _, scenario};

use sandtable_core::scene::{FeatureKind, ZoneKind};
use sandtable_core::{Depict as _, Seat};

use super::*;

/// A game of the scenario as far as its first decision of this kind.
fn until(name: &str, wanted: impl Fn(&Action) -> bool) -> Game<Gridded> {
    let scenario = scenario::built_in::<Gridded>(name).unwrap();
    let mut game =
        Game::<Gridded>::new(&scenario, [String::new(), String::new()], Some(GameSeed::from_number(3)))
            .unwrap();
    while !game.is_over() {
        let Some(seat) = game.decider() else {
            game.throw().unwrap();
            continue;
        };
        if game.actions(seat).iter().any(&wanted) {
            return game;
        }
        let first = game.actions(seat)[0];
        game.act(first).unwrap();
    }
    panic!("no such decision in {name}")
}

#[test]
fn every_destination_has_its_path_and_the_reach_of_the_piece_lists_it() {
    let game = until("meeting-engagement", |action| matches!(action, Action::Move(_)));
    let seat = game.decider().unwrap();
    let (rules, view) = (game.rules(), game.view(seat));
    let sketches: Vec<Sketch> =
        game.actions(seat).iter().map(|&action| rules.sketch(&view, action)).collect();
    let piece = sketches[0].piece.unwrap();
    let here = rules.pieces(&view).into_iter().find(|p| p.id == piece).unwrap();
    let reach = rules.reach(&view, piece).unwrap();
    for sketch in sketches.iter().filter(|sketch| sketch.place.is_some() && sketch.place != here.place) {
        assert_eq!((sketch.path.first(), sketch.path.last()), (here.at.as_ref(), sketch.to.as_ref()));
        let spot = reach.moves.iter().find(|spot| spot.place == sketch.place).unwrap();
        assert_eq!((Some(spot.cost), &spot.path), (sketch.cost, &sketch.path));
        let steps = sketch.path.array_windows();
        assert!(steps.into_iter().all(|[a, b]| (a.0 - b.0).abs().max((a.1 - b.1).abs()) == SIDE));
    }
    assert_eq!(
        reach.moves.len(),
        sketches.iter().filter(|s| s.place.is_some() && s.place != here.place).count()
    );
}

#[test]
fn the_pictures_hold_nothing_that_the_view_does_not() {
    let scenario = scenario::built_in::<Gridded>("supply-column").unwrap();
    let rules = Gridded::load(&scenario).unwrap();
    let view = rules.view(&rules.start(), Seat::First);
    let shown = rules.pieces(&view);
    assert_eq!(shown.len(), view.stands.len());
    assert!(!view.hidden.is_empty());
    let own = rules.pieces(&rules.view(&rules.start(), Seat::Second));
    assert!(own.len() > shown.len());
    assert!(own.iter().any(|piece| piece.marks == ["concealed"]));
}

#[test]
fn an_attack_names_its_target_and_is_in_the_piece_s_reach() {
    let game = until("supply-column", |action| matches!(action, Action::Fire(..)));
    let seat = game.decider().unwrap();
    let (rules, view) = (game.rules(), game.view(seat));
    for &action in game.actions(seat) {
        let sketch = rules.sketch(&view, action);
        let (Action::Fire(square, _) | Action::Close(square, _)) = action else { continue };
        let target = rules.pieces(&view).into_iter().find(|p| Some(p.id) == sketch.target).unwrap();
        assert_eq!((target.seat, target.place), (seat.other(), Some(square.0.into())));
        let reach = rules.reach(&view, sketch.piece.unwrap()).unwrap();
        let kind = if matches!(action, Action::Fire(..)) { ZoneKind::Fire } else { ZoneKind::Close };
        let zone = reach.zones.iter().find(|zone| zone.kind == kind).unwrap();
        assert!(zone.places.contains(&square.0.into()));
    }
}

#[test]
fn roads_join_the_edges_of_the_table() {
    let scenario = scenario::built_in::<Gridded>("supply-column").unwrap();
    let table = Gridded::load(&scenario).unwrap().tabletop();
    let roads: Vec<_> = table.features.iter().filter(|f| f.kind == FeatureKind::Road).collect();
    assert_eq!(roads.len(), 17 + 2, "between 18 squares, and over both edges");
    let ends = |x: i32| roads.iter().any(|road| road.outline.contains(&Point(x, 550)));
    assert!(ends(0) && ends(table.width));
}
