//! `OpenSpiel`'s search in C++, through its Python module: Python asks for decisions and
//! looks at the clock, everything within a decision is C++.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::process::{Process, must};

const PACKAGE: &str = "open_spiel==2.0.2";
const PROGRAM: &str = include_str!("open_spiel.py");
const SETTINGS: &str = "2.0.2, C++: UCT, c = 2, without its solver; a leaf is expanded at its second visit";

/// Starts it, in a virtual environment of its own; installs it first where it is not.
pub(crate) fn start(python: &str, target: &Path) -> anyhow::Result<Process> {
    let folder = target.join("peers").join(PACKAGE.replace("==", "-"));
    let within = if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
    if !can_import(&within) {
        install(python, &folder, &within)?;
    }
    Process::start("OpenSpiel", SETTINGS, Command::new(&within).args(["-c", PROGRAM]))
}

fn can_import(python: &Path) -> bool {
    let mut command = Command::new(python);
    command.args(["-c", "import pyspiel"]).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// Makes the virtual environment anew and installs into it.
fn install(python: &str, folder: &Path, within: &Path) -> anyhow::Result<()> {
    eprintln!("installing {PACKAGE} into {} ...", folder.display());
    let mut make = Command::new(python);
    make.args(["-m", "venv", "--clear"]).arg(folder);
    must(&mut make, &format!("{python} cannot make a virtual environment: install Python 3 with venv"))?;
    let mut pip = Command::new(within);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]);
    must(&mut pip, &format!("pip cannot install {PACKAGE}: it needs the network"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_python_is_one_line_with_the_cure() {
        let place = tempfile::tempdir().unwrap();
        let error = start("no-such-python", place.path()).err().unwrap();
        let text = format!("{error:#}");
        assert!(
            text.contains("no-such-python cannot make a virtual environment: install Python 3"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1);
    }
}
