//! The crate board-game: a search for games in which the sides alternate.

use std::path::Path;
use std::process::Command;

use crate::process::{Process, must};

const SETTINGS: &str = "0.8.2: UCT, weight 2, with its solver; all children are made at a node's first visit";

/// Builds the program around it, in a package of its own, and starts it.
pub(crate) fn start(target: &Path) -> anyhow::Result<Process> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("board-game/Cargo.toml");
    let target = target.join("peers");
    eprintln!("building board-game in {} ...", target.display());
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--release", "--locked", "--quiet", "--manifest-path"]).arg(manifest);
    build.arg("--target-dir").arg(&target);
    must(&mut build, "board-game cannot be built: its first build needs the network")?;
    let program = target.join("release").join(format!("peer-board-game{}", std::env::consts::EXE_SUFFIX));
    Process::start("board-game", SETTINGS, &mut Command::new(program))
}
