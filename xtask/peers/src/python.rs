//! Virtual environments of Python, made once.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::process::must;

/// Packages of Python that a program needs.
pub(crate) struct Packages {
    /// The environment's folder.
    pub(crate) name: &'static str,
    /// As pip is told them, with their versions.
    pub(crate) pinned: &'static [&'static str],
    /// What shows that they are there.
    pub(crate) import: &'static str,
}

impl Packages {
    /// The Python of a virtual environment with the packages; made where it is not there.
    pub(crate) fn environment(&self, python: &str, target: &Path) -> anyhow::Result<PathBuf> {
        let folder = target.join("peers").join(self.name);
        let within =
            if cfg!(windows) { folder.join("Scripts/python.exe") } else { folder.join("bin/python") };
        if !self.are_in(&within) {
            self.install(python, &folder, &within)?;
        }
        Ok(within)
    }

    fn are_in(&self, python: &Path) -> bool {
        let mut command = Command::new(python);
        command.args(["-c", self.import]).stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    }

    /// Makes the virtual environment anew and installs into it.
    fn install(&self, python: &str, folder: &Path, within: &Path) -> anyhow::Result<()> {
        let packages = self.pinned.join(" ");
        eprintln!("installing {packages} into {} ...", folder.display());
        let mut make = Command::new(python);
        make.args(["-m", "venv", "--clear"]).arg(folder);
        must(&mut make, &format!("{python} cannot make a virtual environment: install Python 3 with venv"))?;
        let mut pip = Command::new(within);
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(self.pinned);
        must(&mut pip, &format!("pip cannot install {packages}: it needs the network"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_python_is_one_line_with_the_cure() {
        let place = tempfile::tempdir().unwrap();
        let packages = Packages { name: "none", pinned: &["none==1"], import: "import none" };
        let error = packages.environment("no-such-python", place.path()).err().unwrap();
        let text = format!("{error:#}");
        assert!(
            text.contains("no-such-python cannot make a virtual environment: install Python 3"),
            "{text}"
        );
        assert_eq!(text.lines().count(), 1);
    }
}
