//! Writes what the fuzz targets start from: `fuzz-seeds FOLDER`.

use std::path::PathBuf;

use anyhow::Context as _;

fn main() -> anyhow::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).context("fuzz-seeds FOLDER")?);
    for target in ["scenario", "record", "notation"] {
        let corpus = folder.join(format!("{target}-corpus"));
        std::fs::create_dir_all(&corpus)?;
        for (number, seed) in sandtable_fuzz::seeds(target).iter().enumerate() {
            std::fs::write(corpus.join(format!("seed-{number:04}")), seed)?;
        }
    }
    Ok(())
}
