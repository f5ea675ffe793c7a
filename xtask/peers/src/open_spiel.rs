//! `OpenSpiel`'s search in C++, through its Python module: Python asks for decisions and
//! looks at the clock, everything within a decision is C++.

use std::path::Path;
use std::process::Command;

use crate::process::Process;
use crate::python::Packages;

const PACKAGES: Packages =
    Packages { name: "open_spiel-2.0.2", pinned: &["open_spiel==2.0.2"], import: "import pyspiel" };
const PROGRAM: &str = include_str!("open_spiel.py");
const SETTINGS: &str = "2.0.2, C++: UCT, c = 2, without its solver; a leaf is expanded at its second visit";

/// Starts it, in a virtual environment of its own; installs it first where it is not.
pub(crate) fn start(python: &str, target: &Path) -> anyhow::Result<Process> {
    let python = PACKAGES.environment(python, target)?;
    Process::start("OpenSpiel", SETTINGS, Command::new(python).args(["-c", PROGRAM]))
}
