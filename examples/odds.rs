//! The exact odds of a battle's first fights, with the modifiers that make them.
//!
//! `cargo run -p examples --example odds`

use sandtable_core::conformance::{Play, play};
use sandtable_core::{GameSeed, Words as _, scenario};
use sandtable_gridded::Gridded;

fn main() -> anyhow::Result<()> {
    let scenario = scenario::built_in::<Gridded>("supply-column")?;
    let game = play::<Gridded>(&scenario, GameSeed::from_number(1), Play::Eager);

    // At every decision of the battle: the first fight that its seat could begin.
    let mut fights = Vec::new();
    game.record().replay::<Gridded>(|game| {
        let Some(seat) = game.decider() else { return };
        let (rules, view) = (game.rules(), game.view(seat));
        let odds = |&action| Some((rules.describe(&view, action), rules.odds(&view, action)?));
        fights.extend(game.actions(seat).iter().find_map(odds));
    })?;

    for (words, odds) in fights.iter().take(3) {
        println!("{words}");
        for modifier in &odds.ledger.modifiers {
            println!("  {:?} {:+} {} ({})", modifier.party, modifier.value, modifier.reason, modifier.rule);
        }
        for (result, percent) in odds.percentages() {
            println!("  {percent:5.1} %  {result}");
        }
    }
    Ok(())
}
