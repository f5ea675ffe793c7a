//! Exact values of small games, through the same trait that people and agents play.
//!
//! `cargo run -p examples --example solve`

use sandtable_agents::exact::{Expectimax, Fraction, NormalForm};
use sandtable_core::{Ruleset as _, scenario};
use sandtable_reference::{Kuhn, Pig};

fn main() -> anyhow::Result<()> {
    // Pig to 6 with a three-sided die, drawn after nine rolls and stops in all.
    let rules = Pig::load(&scenario::built_in::<Pig>("pig-nine")?)?;
    let pig = Expectimax::<Pig, Fraction>::new(&rules, 100_000).solve(&rules.start())?;
    println!("Pig: {} for the first player, over {} positions", pig.value, pig.positions);

    // Kuhn poker hides cards, so it is solved as a matrix game over pure strategies.
    let rules = Kuhn::load(&scenario::built_in::<Kuhn>("kuhn")?)?;
    let poker = NormalForm::new(&rules, &rules.start(), 100_000)?.solve()?;
    println!("Kuhn poker: {} of two chips for the first player", poker.value);
    Ok(())
}
