//! What a seat is shown is a function of what it knows: another state that it cannot tell
//! from the true one is shown alike.

use std::sync::Arc;

use rand::RngExt as _;
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
        since: None,
        players: Default::default(),
        dice: DiceMode::Server,
        paused: false,
        at_hand: Some("id".to_owned()),
        commitment: String::new(),
        secret: None,
        hash: format!("{:x}", hosted.knowledge(viewer)),
    });
    let pieces = hosted.log.pieces(viewer);
    let reach: Vec<_> = pieces.iter().map(|piece| hosted.reach(viewer, piece.id)).collect();
    serde_json::to_string(&(situation, reach, hosted.own_log(viewer))).unwrap()
}

/// Plays a battle at random and compares at every step; says at how many steps something
/// was hidden.
fn compare<R: Playable>(scenario: &str, seed: u64) -> u32 {
    let seed = GameSeed::from_number(seed);
    let mut rng = seed.derive("play", 0).rng();
    let mut hosted = begin::<R>(scenario, seed);
    let mut hidden = 0;
    for step in 0.. {
        match hosted.standing() {
            Standing::Over => break,
            Standing::Throw(_) => hosted.throw().unwrap(),
            Standing::Decision(seat) => {
                let many = hosted.game.actions(seat).len();
                hosted.act(&ActionChoice::Index(rng.random_range(0..many))).unwrap();
            }
        }
        if step % 3 != 0 {
            continue;
        }
        for seat in Seat::BOTH {
            let viewer = Viewer::from(seat);
            let truth = shown(&hosted, viewer);
            let state = hosted.game.rules().sample(&hosted.game.view(seat), &mut rng);
            hidden += u32::from(state != *hosted.game.state());
            let supposed = hosted.game.supposing(state).unwrap();
            let game = std::mem::replace(&mut hosted.game, supposed);
            assert_eq!(
                shown(&hosted, viewer),
                truth,
                "{scenario}, step {step}: {seat} is shown a difference"
            );
            hosted.game = game;
        }
    }
    hidden
}

#[test]
fn a_seat_is_shown_what_it_knows_and_nothing_else() {
    let gridded: u32 = ["supply-column", "ambush"]
        .into_iter()
        .flat_map(|scenario| (0..6).map(move |seed| compare::<Gridded>(scenario, seed)))
        .sum();
    let kuhn: u32 = (0..40).map(|seed| compare::<Kuhn>("kuhn", seed)).sum();
    assert!(gridded > 100 && kuhn > 10, "hidden at {gridded} and {kuhn} steps: enough to mean something");
}
