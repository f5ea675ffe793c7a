//! Nothing that a seat is shown or allowed depends on what is hidden from it. G-48, G-57.

use rand::{Rng, RngExt as _};
use sandtable_core::square::Square;
use sandtable_core::{Doctrine as _, Game, GameSeed, Ruleset as _, Seat, Words as _, scenario};
use sandtable_gridded::{Gridded, Happening, StandId, State};

use crate::board::{Battle, Board};

/// The stands and squares that an event names.
fn named(what: &Happening) -> (Vec<StandId>, Vec<Square>) {
    match *what {
        Happening::Turn { .. }
        | Happening::Initiative { .. }
        | Happening::Activations { .. }
        | Happening::Ended { .. }
        | Happening::Spotting { .. }
        | Happening::Over { .. } => (vec![], vec![]),
        Happening::Activated { square, .. } => (vec![], square.into_iter().collect()),
        Happening::Swapped { square } => (vec![], vec![square]),
        Happening::Moved { stand, from, to } | Happening::Withdrew { stand, from, to } => {
            (vec![stand], vec![from, to])
        }
        Happening::Stopped { stand, at }
        | Happening::Destroyed { stand, at, .. }
        | Happening::Revealed { stand, at } => (vec![stand], vec![at]),
        Happening::Faced { stand, .. }
        | Happening::Dismounted { stand }
        | Happening::Mounted { stand }
        | Happening::Left { stand, .. } => (vec![stand], vec![]),
        Happening::Attacked { initiator, from, target, at, .. } => (vec![initiator, target], vec![from, at]),
        Happening::Result { initiator, target, .. } => (vec![initiator, target], vec![]),
    }
}

fn hidden_from(game: &Game<Gridded>, seat: Seat) -> Vec<StandId> {
    let hidden = |id: &StandId| !game.rules().is_seen(game.state(), *id, seat);
    game.state().stands().filter(hidden).collect()
}

/// One step of a game by eager play.
fn step<G: Rng>(game: &mut Game<Gridded>, rng: &mut G) {
    match game.decider() {
        None => game.throw().unwrap(),
        Some(seat) => {
            let actions = game.actions(seat).to_vec();
            let choice = game.rules().eager(game.state(), &actions, rng);
            game.act(actions[choice]).unwrap();
        }
    }
}

fn supply_column(number: u64) -> (Game<Gridded>, impl Rng) {
    let seed = GameSeed::from_number(number);
    let column = scenario::built_in::<Gridded>("supply-column").unwrap();
    let game = Game::new(&column, [String::new(), String::new()], Some(seed)).unwrap();
    (game, seed.derive("choices", 0).rng())
}

// covers: G-48, G-57
#[test]
fn no_log_names_a_hidden_stand_or_its_square() {
    let mut checked = 0;
    for number in 0..30 {
        let (mut game, mut rng) = supply_column(number);
        while !game.is_over() {
            let before = game.state().clone();
            let since = game.events().len();
            let mut hidden = Seat::BOTH.map(|seat| hidden_from(&game, seat));
            step(&mut game, &mut rng);
            for event in &game.events()[since..] {
                for seat in Seat::BOTH {
                    let hidden = &mut hidden[seat.index()];
                    // Both stands of a square are revealed at once.
                    if let Happening::Revealed { at, .. } = event.what {
                        hidden.retain(|&id| game.state().stand(id).square() != Some(at));
                    }
                    let Some(seen) = game.rules().redact(event, seat) else { continue };
                    let (stands, squares) = named(&seen.what);
                    for id in hidden.iter() {
                        assert!(!stands.contains(id), "game {number}: {seen:?} names {id:?} to {seat}");
                        for state in [&before, game.state()] {
                            let place = state.stand(*id).square();
                            assert!(
                                place.is_none_or(|place| !squares.contains(&place)),
                                "game {number}: {seen:?} shows where {id:?} is to {seat}"
                            );
                        }
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} events while something was hidden");
}

/// The state with one hidden stand elsewhere and facing another way.
fn altered(rules: &Gridded, state: &State, seat: Seat, rng: &mut impl Rng) -> Option<State> {
    let movable: Vec<StandId> = rules
        .side(seat.other())
        .filter(|&id| {
            state.stand(id).is_concealed()
                && state.stand(id).partner().is_none_or(|_| state.stand(id).is_rear())
        })
        .collect();
    if movable.is_empty() {
        return None;
    }
    let id = movable[rng.random_range(0..movable.len())];
    let free: Vec<Square> = rules
        .grid()
        .squares()
        .filter(|&square| state.front(square).is_none() && rules.map().can_hold(square))
        .collect();
    let square = free[rng.random_range(0..free.len())];
    let mut form = serde_json::to_value(state).unwrap();
    let stand = &mut form["stands"][id.index()];
    assert!(stand["square"].is_number() && stand["facing"].is_string());
    stand["square"] = square.0.into();
    stand["rear"] = false.into();
    stand["facing"] = ["north", "east", "south", "west"][rng.random_range(0..4)].into();
    stand["activated"] = rng.random_bool(0.5).into();
    Some(serde_json::from_value(form).unwrap())
}

// covers: G-48, G-57
#[test]
fn altering_the_hidden_alters_nothing_that_the_enemy_has() {
    let mut compared = 0;
    for number in 0..12 {
        let (mut game, mut rng) = supply_column(number);
        while !game.is_over() {
            for seat in Seat::BOTH {
                let rules = game.rules();
                let Some(other) = altered(rules, game.state(), seat, &mut rng) else { continue };
                // Whoever is acting unseen has other choices; the enemy sees no difference.
                let json = |state: &State| serde_json::to_string(&rules.view(state, seat)).unwrap();
                assert_eq!(json(game.state()), json(&other));
                assert_eq!(rules.view_key(game.state(), seat), rules.view_key(&other, seat));
                let view = rules.view(game.state(), seat);
                assert_eq!(rules.board(&view), rules.board(&rules.view(&other, seat)));
                if game.decider() == Some(seat) {
                    let mut actions = Vec::new();
                    rules.actions(&other, &mut actions);
                    assert_eq!(game.actions(seat), actions);
                    for &action in &actions {
                        assert_eq!(
                            rules.describe(&view, action),
                            rules.describe(&rules.view(&other, seat), action)
                        );
                    }
                    compared += 1;
                }
            }
            step(&mut game, &mut rng);
        }
    }
    assert!(compared > 300, "only {compared} decisions while something was hidden");
}

/// Spearmen in a large wood, out of reach of any enemy.
fn in_a_wood() -> Battle {
    let wood = "wwwwwwwww";
    let open = ".........";
    Board::ground(&[open, wood, wood, wood, open, open, open, open, open])
        .hidden_groups(Seat::Second, &["wood"])
        .second("H native-infantry E7 s group=wood")
        .second("I native-infantry E7 s group=wood")
        .first("R regular-infantry E1 n")
        .second_acts(5)
}

// covers: G-48
#[test]
fn what_the_hidden_do_looks_alike_to_their_enemy() {
    let plays = [
        "activate E7; together; to E8; face s",
        "activate E7; together; to B8; face e",
        "activate E7; swap; together; to G6; face n",
        "activate E7; front; to D7; face w; rear; to F7; face s",
        "activate E7; front; to E7; face n; rest",
    ];
    let shown = plays.map(|play| {
        let mut battle = in_a_wood();
        battle.act(play);
        assert!(battle.is_concealed("H") && battle.is_concealed("I"));
        let (rules, state) = (battle.game.rules(), battle.game.state());
        let view = serde_json::to_string(&rules.view(state, Seat::First)).unwrap();
        (view, rules.view_key(state, Seat::First), battle.seen_by(Seat::First))
    });
    for other in &shown[1..] {
        assert_eq!(other, &shown[0]);
    }
    let told = &shown[0].2;
    assert!(told.iter().any(|event| matches!(event.what, Happening::Activated { square: None, .. })));
    // In the middle of what they do, too.
    let mut battle = in_a_wood();
    let (rules, before) = (battle.game.rules().clone(), battle.game.view(Seat::First));
    battle.act("activate E7");
    let mut during = battle.game.view(Seat::First);
    assert_eq!(during.activations_left, before.activations_left - 1);
    for next in ["together", "to D8"] {
        battle.act(next);
        assert_eq!(battle.game.view(Seat::First), during);
        assert_eq!(
            rules.view_key(battle.game.state(), Seat::First),
            rules.view_key(battle.game.state(), Seat::First)
        );
        during = battle.game.view(Seat::First);
    }
}

// covers: G-48, G-57
#[test]
fn a_hidden_stand_that_runs_into_the_unseen_is_not_named_while_it_stays_hidden() {
    // `F` of the first side, hidden in woods, runs into `H`, hidden in woods; both are
    // revealed by contact, and only then does the other side read who stopped where.
    let wood = "wwwwwwwww";
    let rows = [wood, wood, wood, wood, wood, wood, wood, wood, wood];
    let mut battle = Board::ground(&rows)
        .hidden_groups(Seat::First, &["ambush"])
        .hidden_groups(Seat::Second, &["wood"])
        .first("F native-infantry E3 n group=ambush")
        .second("H native-infantry E6 s group=wood")
        .first_acts(5);
    battle.act("activate E3; to E6");
    assert_eq!(battle.at("F"), "E5");
    let told = battle.seen_by(Seat::Second);
    let f = battle.id("F");
    let revealed =
        told.iter().position(|e| matches!(e.what, Happening::Revealed { stand, .. } if stand == f));
    let first = told.iter().position(|event| named(&event.what).0.contains(&f));
    assert!(revealed.is_some());
    assert_eq!(first, revealed, "{told:?}");
}

// covers: G-48, G-36
#[test]
fn odds_shown_beforehand_leave_concealed_helpers_out() {
    // RULING A39: with the hidden friend of its class the target would add one more.
    let rows = [
        ".........",
        ".........",
        ".........",
        "....w....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let board = |group: &str| {
        Board::ground(&rows)
            .hidden_groups(Seat::Second, &["wood"])
            .second("V native-infantry E7 n")
            .second(&format!("H native-infantry E6 s {group}"))
            .first("R regular-infantry F8 s")
    };
    let odds = |group: &str| {
        let mut battle = board(group).first_acts(5);
        battle.act("activate F8; fight first");
        let view = battle.game.view(Seat::First);
        let close = battle
            .game
            .actions(Seat::First)
            .iter()
            .copied()
            .find(|a| matches!(a, sandtable_gridded::Action::Close(..)));
        (battle.game.rules().odds(&view, close.unwrap()), battle)
    };
    let (shown, _) = odds("group=wood");
    let (open, _) = odds("");
    assert_ne!(shown, open);
    let shown = shown.expect("an attack has odds");
    assert!(shown.ledger.words(sandtable_core::Party::Target).contains("+2 value"));
    assert_eq!(shown.ledger.totals().target, 2);
    assert_eq!(open.unwrap().ledger.totals().target, 3);
}
