//! One gridded battle, decided eagerly at random, told sentence by sentence.
//!
//! `cargo run -p examples --example battle -- 7` fights the battle with seed 7.

use sandtable_core::{Doctrine as _, Game, GameSeed, Node, Words as _, scenario};
use sandtable_gridded::Gridded;

fn main() -> anyhow::Result<()> {
    let number = std::env::args().nth(1).unwrap_or_else(|| "1".to_owned());
    let seed = GameSeed::parse(&number)?;
    let scenario = scenario::built_in::<Gridded>("meeting-engagement")?;
    let players = ["eager", "eager"].map(str::to_owned);
    let mut game = Game::<Gridded>::new(&scenario, players, Some(seed))?;

    // Dice come from the game's seed by themselves; choices need a generator of their own.
    let mut rng = seed.derive("choices", 0).rng();
    let mut told = 0;
    loop {
        for event in &game.events()[told..] {
            println!("{}", game.rules().narrate(event));
        }
        told = game.events().len();
        match game.node() {
            Node::Decision(seat) => {
                let actions = game.actions(seat);
                let choice = game.rules().eager(game.state(), actions, &mut rng);
                game.act(actions[choice])?;
            }
            Node::Chance => game.throw()?,
            Node::Over(verdict) => {
                println!("For the first side: {:+}", verdict.value());
                return Ok(());
            }
        }
    }
}
