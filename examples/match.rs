//! A match: pairs of games with the same dice and the sides swapped.
//!
//! `cargo run -p examples --example match -- drill greedy` names other agents.

use sandtable_agents::Networks;
use sandtable_core::{GameSeed, scenario};
use sandtable_eval::{Contender, MatchSettings, match_games};
use sandtable_reference::Pig;

fn main() -> anyhow::Result<()> {
    let networks = Networks::new();
    let mut names = std::env::args().skip(1);
    let mut contender = |other: &str| -> anyhow::Result<Contender<Pig>> {
        Ok(Contender::from_spec(&names.next().as_deref().unwrap_or(other).parse()?, &networks)?)
    };
    let contenders = [contender("mcts:50")?, contender("random")?];
    let scenario = scenario::built_in::<Pig>("pig")?;
    let settings = MatchSettings { pairs: 10, seed: GameSeed::from_number(1), threads: 0 };
    let report = match_games(&scenario, &contenders, settings, |_| {})?;
    println!("{report}");
    Ok(())
}
