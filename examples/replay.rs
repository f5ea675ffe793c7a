//! Writes the record of a game, reads it back and replays it, bit for bit.
//!
//! `cargo run -p examples --example replay`

use sandtable_core::conformance::{Play, play};
use sandtable_core::{GameSeed, Record, scenario};
use sandtable_reference::Pig;

fn main() -> anyhow::Result<()> {
    let scenario = scenario::built_in::<Pig>("pig-nine")?;
    let game = play::<Pig>(&scenario, GameSeed::from_number(1880), Play::Random);
    let text = game.record().to_text();
    print!("{text}");

    let record = Record::from_text(&text)?;
    let mut positions = 0;
    let replayed = record.replay::<Pig>(|_| positions += 1)?;
    assert_eq!(replayed.record().to_text(), text);
    assert_eq!(replayed.state(), game.state());
    println!("{positions} positions replayed, digest {}", record.digest());

    // A record that was tampered with is refused where it stops making sense.
    let tampered = Record::from_text(&text.replacen("\"dice\":[", "\"dice\":[4", 1))?;
    if let Err(refusal) = tampered.replay::<Pig>(|_| {}) {
        println!("tampered with: {refusal}");
    }
    Ok(())
}
