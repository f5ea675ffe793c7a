//! Games that several tests begin with.

use sandtable_core::{Game, GameSeed, Ruleset, scenario};
use sandtable_reference::ConnectFour;
use sandtable_reference::connect_four::Column;

pub(crate) fn game<R: Ruleset>(name: &str, seed: u64) -> Game<R> {
    let scenario = scenario::built_in::<R>(name).unwrap();
    Game::new(&scenario, Default::default(), Some(GameSeed::from_number(seed))).unwrap()
}

/// Columns by number from 1 at the left.
pub(crate) fn connect_four(moves: &[u8]) -> Game<ConnectFour> {
    let mut game = game::<ConnectFour>("connect-four", 1);
    for column in moves {
        game.act(Column::new(column - 1)).unwrap();
    }
    game
}
