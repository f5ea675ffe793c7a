//! A virtual environment of Python for the tests that need one.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use crate::steps::{must, say, target};

/// The Python of an environment with exactly these requirements, in the target folder; made
/// anew where they have changed.
///
/// # Errors
/// When there is no Python 3 with venv, or the packages cannot be had.
pub(crate) fn environment(root: &Path, requirements: &Path) -> anyhow::Result<PathBuf> {
    let folder = target(root).join("python-tests");
    let python = if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
    let wanted = std::fs::read(requirements).with_context(|| requirements.display().to_string())?;
    // Written last: what is there is whole.
    let done = folder.join("requirements.txt");
    if std::fs::read(&done).ok().as_ref() != Some(&wanted) {
        say(&format!("installing {} into {}", requirements.display(), folder.display()));
        let interpreter = if cfg!(windows) { "python" } else { "python3" };
        must(Command::new(interpreter).args(["-m", "venv", "--clear"]).arg(&folder))
            .context("install Python 3 with venv")?;
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"]).arg(requirements);
        must(&mut pip).context("it needs the network, once")?;
        std::fs::write(&done, wanted)?;
    }
    Ok(python)
}
