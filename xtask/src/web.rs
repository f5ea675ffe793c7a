//! The web page: its sources build to what is committed, and battles are played on it in a
//! real browser.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, bail};

use crate::steps::{TESTS, cargo, must, say, target};

/// Where the page's sources are.
const FOLDER: &str = "play/web";
/// What Chromium is called, by distribution.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome", "chrome"];
/// Names a browser that is not in the path.
const BROWSER: &str = "SANDTABLE_CHROMIUM";
/// Names a program that is built already.
const PROGRAM: &str = "SANDTABLE_PROGRAM";

/// Checks the page, and plays on it; answers how many browser tests passed.
///
/// # Errors
/// Says what is missing, stale or broken.
pub(crate) fn check(root: &Path, arguments: &[String]) -> anyhow::Result<u64> {
    let folder = root.join(FOLDER);
    install(&folder)?;
    must(node(&folder, "node_modules/prettier/bin/prettier.cjs").args([
        "--check",
        "--log-level",
        "warn",
        ".",
    ]))?;
    must(node(&folder, "types.mjs").arg("--check"))?;
    must(&mut node(&folder, "node_modules/typescript/bin/tsc"))?;
    must(node(&folder, "build.mjs").arg("--check"))?;
    let browser = browser()?;
    let program = program(root)?;
    let mut tests = node(&folder, "node_modules/@playwright/test/cli.js");
    tests.arg("test").args(arguments).env(BROWSER, browser).env(PROGRAM, program);
    play(&mut tests)
}

/// Node with one of the page's scripts.
fn node(folder: &Path, script: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(script).current_dir(folder);
    command
}

/// The packages that the lock file names, anew where it has changed.
fn install(folder: &Path) -> anyhow::Result<()> {
    let output = Command::new("node").arg("--version").output().context("install Node.js 20 or newer")?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    let major =
        version.trim_start_matches('v').split('.').next().and_then(|number| number.parse::<u32>().ok());
    if major.is_none_or(|major| major < 20) {
        bail!("Node.js {version} is too old for the page's tools: install 20 or newer");
    }
    let wanted = std::fs::read(folder.join("package-lock.json"))?;
    // Written last: what is there is whole.
    let done = folder.join("node_modules/.installed-lock.json");
    if std::fs::read(&done).ok().as_ref() != Some(&wanted) {
        say("installing the page's tools");
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-fund", "--no-audit"]).env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        must(npm.current_dir(folder)).context("npm ci needs the network, once")?;
        std::fs::write(&done, wanted)?;
    }
    Ok(())
}

/// A Chromium: the one named, the one in the path, or Debian's, installed now where that may be.
fn browser() -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os(BROWSER) {
        return Ok(named.into());
    }
    if let Some(found) = in_path(BROWSERS) {
        return Ok(found);
    }
    let missing = format!("the browser tests need Chromium: install it, or name one in {BROWSER}");
    if in_path(&["apt-get"]).is_none() || !is_root() {
        bail!("{missing}");
    }
    say("installing chromium");
    let apt = |arguments: &[&str]| {
        must(
            Command::new("apt-get")
                .args(arguments)
                .env("DEBIAN_FRONTEND", "noninteractive")
                .stdout(Stdio::null()),
        )
    };
    apt(&["update", "-q"])
        .and_then(|()| apt(&["install", "-qy", "--no-install-recommends", "chromium"]))
        .context(missing.clone())?;
    in_path(BROWSERS).context(missing)
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

/// The first of these programs that the path has.
fn in_path(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|file| file.is_file())
}

/// The program to play on: the one named, or the one that the tests of the workspace are
/// run with. A build without tests would unify features otherwise, and compile burn again.
fn program(root: &Path) -> anyhow::Result<PathBuf> {
    if let Some(named) = std::env::var_os(PROGRAM) {
        return Ok(named.into());
    }
    must(cargo(&TESTS).arg("--no-run").current_dir(root))?;
    Ok(target(root).join("debug").join(format!("sandtable{}", std::env::consts::EXE_SUFFIX)))
}

/// Runs the tests, passing on what they print.
fn play(tests: &mut Command) -> anyhow::Result<u64> {
    tests.env("CI", "1").env("FORCE_COLOR", OsStr::new("0"));
    let mut child = tests.stdout(Stdio::piped()).spawn()?;
    let output = child.stdout.take().context("piped above")?;
    let mut passed = 0;
    for line in BufReader::new(output).lines() {
        let line = line?;
        passed = count(&line).unwrap_or(passed);
        say(&line);
    }
    let status = child.wait()?;
    if !status.success() {
        bail!("the browser tests ended with {status}");
    }
    if passed == 0 {
        bail!("no browser test ran");
    }
    Ok(passed)
}

/// How many tests a line of the runner's summary says have passed.
fn count(line: &str) -> Option<u64> {
    let (number, rest) = line.trim().split_once(' ')?;
    if rest.starts_with("passed (") { number.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_runner_s_summary_is_read() {
        assert_eq!(count("  14 passed (41.2s)"), Some(14));
        assert_eq!(count("  1 failed"), None);
        assert_eq!(count("  ok 3 passed (x)"), None);
    }

    #[test]
    fn the_path_is_searched() {
        assert!(in_path(&["no-such-program-anywhere", "sh"]).is_some_and(|found| found.ends_with("sh")));
        assert_eq!(in_path(&["no-such-program-anywhere"]), None);
    }
}
