//! The exact odds of a battle's first fights, with the modifiers that make them.
//!
//! `cargo run -p examples --example odds`

use sandtable_core::conformance::{Play, play};
use sandtable_core::{GameSeed, Ruleset as _, Words as _, scenario};
use sandtable_gridded::Gridded;

fn main() -> anyhow::Result<()> {
    let scenario = scenario::built_in::<Gridded>("supply-column")?;
    let game = play::<Gridded>(&scenario, GameSeed::from_number(1), Play::Eager);
    let mut shown = 0;
    game.record().replay::<Gridded>(|game| {
        let Some(seat) = game.decider() else { return };
        let (rules, view) = (game.rules(), game.view(seat));
        let fights =
            game.actions(seat).iter().filter_map(|&action| Some((action, rules.odds(&view, action)?)));
        for (action, odds) in fights.take(1).filter(|_| shown < 3) {
            shown += 1;
            println!("{}", rules.describe(&view, action));
            for modifier in &odds.ledger.modifiers {
                println!(
                    "  {:?} {:+} {} ({})",
                    modifier.party, modifier.value, modifier.reason, modifier.rule
                );
            }
            for (result, percent) in odds.percentages() {
                println!("  {percent:5.1} %  {result}");
            }
        }
    })?;
    Ok(())
}
