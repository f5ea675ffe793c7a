//! Writes what the fuzz targets start from: `fuzz-seeds FOLDER`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("fuzz-seeds FOLDER")?);
    for target in ["scenario", "record", "positions", "notation", "weights", "messages", "requests"] {
        let corpus = folder.join(format!("{target}-corpus"));
        std::fs::create_dir_all(&corpus)?;
        let seeds = sandtable_fuzz::seeds(target);
        for (number, seed) in seeds.iter().enumerate() {
            std::fs::write(corpus.join(format!("seed-{number:04}")), seed)?;
        }
        std::fs::write(folder.join(format!("{target}.dict")), dictionary(&seeds))?;
    }
    Ok(())
}

/// The words of the seeds, which mutation alone would hardly ever spell.
fn dictionary(seeds: &[Vec<u8>]) -> String {
    let texts: Vec<_> = seeds.iter().map(|seed| String::from_utf8_lossy(seed)).collect();
    let words: BTreeSet<String> = texts
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-'))
        .filter(|word| (3..24).contains(&word.len()))
        .map(|word| format!("\"{word}\""))
        .collect();
    words.into_iter().collect::<Vec<_>>().join("\n")
}
