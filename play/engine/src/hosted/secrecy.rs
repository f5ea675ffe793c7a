//! What a seat is shown is a function of what it knows: another state that it cannot tell
//! from the true one is shown alike.

use std::sync::Arc;

use rand::{Rng, RngExt as _};
use sandtable_agents::Networks;
use sandtable_core::scenario::built_in;
use sandtable_core::{GameSeed, Playable, Seat};
use sandtable_gridded::Gridded;
use sandtable_protocol::call::ActionChoice;
use sandtable_protocol::play::{DiceMode, Viewer};
use sandtable_reference::Kuhn;

use super::Hosted;
use crate::battle::{Battle, Frame, Setup, Standing};

fn begin<R: Playable>(scenario: &str, seed: GameSeed) -> Hosted<R> {
    Hosted::begin(Setup {
        scenario: &built_in::<R>(scenario).unwrap(),
        players: Default::default(),
        specs: [None, None],
        dice: Some(seed),
        seed,
        viewers: vec![Viewer::First, Viewer::Second],
        lines: Vec::new(),
        networks: Arc::new(Networks::new()),
    })
    .unwrap()
}

fn shown<R: Playable>(hosted: &Hosted<R>, viewer: Viewer) -> String {
    let situation = hosted.picture(Frame {
        game: String::new(),
        viewer,
        since: Some(hosted.step(viewer).saturating_sub(1)),
        players: Default::default(),
        dice: DiceMode::Server,
        paused: false,
        at_hand: Some("id".to_owned()),
        commitment: String::new(),
        continued: 0,
        secret: None,
        hash: format!("{:x}", hosted.knowledge(viewer)),
    });
    let pieces = hosted.log.pieces(viewer);
    let reach: Vec<_> = pieces.iter().step_by(5).map(|piece| hosted.reach(viewer, piece.id)).collect();
    serde_json::to_string(&(situation, reach)).unwrap()
}

/// Whether a seat can tell the state, by other samples than the engine's own.
fn knows<R: Playable>(hosted: &Hosted<R>, seat: Seat, rng: &mut impl Rng) -> bool {
    let view = hosted.game.view(seat);
    (0..40).all(|_| hosted.game.rules().sample(&view, rng) == *hosted.game.state())
}

/// What `seat` decided just now is told to the other one only if that one could tell the
/// state before it and can tell it now. Says whether it was told.
fn check_open<R: Playable>(hosted: &Hosted<R>, seat: Seat, knew: bool, rng: &mut impl Rng) -> u32 {
    let other = seat.other();
    let step = hosted.log.step(other.into()).saturating_sub(1);
    let entries = hosted.log.entries(&hosted.game, other.into(), step, &hosted.sides, |_| false);
    let is_newest = hosted.log.happening(other.into(), step) == Some(hosted.log.len() - 1);
    let is_told = is_newest && entries.iter().any(|entry| entry.notation.is_some());
    assert!(!is_told || knew && knows(hosted, other, rng), "{other} is told what it could not know");
    u32::from(is_told)
}

/// Plays a battle at random and compares every so many steps; says at how many of them
/// something was hidden, and how many decisions the other side was told.
fn compare<R: Playable>(scenario: &str, seed: u64, every: u32) -> [u32; 2] {
    let seed = GameSeed::from_number(seed);
    let mut rng = seed.derive("play", 0).rng();
    let mut hosted = begin::<R>(scenario, seed);
    let (mut hidden, mut open) = (0, 0);
    for step in 0.. {
        match hosted.standing() {
            Standing::Over => break,
            Standing::Throw(_) => hosted.throw().unwrap(),
            Standing::Decision(seat) => {
                let many = hosted.game.actions(seat).len();
                let knew = knows(&hosted, seat.other(), &mut rng);
                hosted.act(&ActionChoice::Index(rng.random_range(0..many))).unwrap();
                open += check_open(&hosted, seat, knew, &mut rng);
            }
        }
        if step % every != 0 {
            continue;
        }
        for seat in Seat::BOTH {
            let viewer = Viewer::from(seat);
            let truth = shown(&hosted, viewer);
            let state = hosted.game.rules().sample(&hosted.game.view(seat), &mut rng);
            hidden += u32::from(state != *hosted.game.state());
            let supposed = hosted.game.supposing(state).unwrap();
            // Whether the other side has a choice decides whether it is asked at all; that
            // it is shows at any table, by its taking time.
            if supposed.node() != hosted.game.node() {
                assert_eq!(hosted.game.decider(), Some(seat.other()));
                continue;
            }
            let game = std::mem::replace(&mut hosted.game, supposed);
            assert_eq!(
                shown(&hosted, viewer),
                truth,
                "{scenario}, step {step}: {seat} is shown a difference"
            );
            hosted.game = game;
        }
    }
    [hidden, open]
}

#[test]
fn a_seat_is_shown_what_it_knows_and_nothing_else() {
    compare_all(1, 9);
}

#[test]
#[ignore = "takes minutes: cargo test -p sandtable-engine --lib -- --ignored"]
fn a_seat_is_shown_what_it_knows_and_nothing_else_at_any_step() {
    compare_all(20, 1);
}

fn compare_all(battles: u64, every: u32) {
    let sum = |counts: [u32; 2], more: [u32; 2]| [counts[0] + more[0], counts[1] + more[1]];
    let [hidden, open] = ["supply-column", "ambush"]
        .into_iter()
        .flat_map(|scenario| (0..battles).map(move |seed| compare::<Gridded>(scenario, seed, every)))
        .fold([0; 2], sum);
    assert!(hidden > 10 && open > 10, "hidden at {hidden} steps, {open} open: enough to mean something");
    let [hidden, open] = (0..40).map(|seed| compare::<Kuhn>("kuhn", seed, 1)).fold([0; 2], sum);
    assert!(hidden > 10 && open == 0, "hidden at {hidden} steps, and {open} decisions were told");
}
