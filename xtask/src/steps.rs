//! The steps of `cargo xtask test`, cheapest first.

use std::ffi::OsStr;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::{book, python, rules, web};

/// One step: what it is called, what a person types to see it again, what it does.
struct Step {
    name: &'static str,
    again: &'static str,
    act: fn(&Path, &mut Tests) -> anyhow::Result<()>,
}

/// The tests of the whole workspace, built with all that they need.
pub(crate) const TESTS: [&str; 7] =
    ["test", "--workspace", "--features", "sandtable/train", "--lib", "--bins", "--tests"];

/// Conformance games that every run plays.
const SOAK: &[&str] = &[
    "run",
    "--quiet",
    "--package",
    "sandtable-soak",
    "--",
    "--games",
    "2000",
    "--failure",
    "target/soak-failure.toml",
];

const STEPS: &[Step] = &[
    Step {
        name: "format",
        again: "cargo fmt --all",
        act: |root, _| cargo_in(root, &["fmt", "--all", "--check"]),
    },
    Step { name: "links in the book", again: "cargo xtask book", act: |root, _| book::links(root) },
    Step {
        name: "every rule has code and a test",
        again: "cargo xtask rules",
        act: |root, _| rules::report(root, rules::Detail::Summary),
    },
    Step { name: "clippy, all targets", again: CLIPPY_AGAIN, act: |root, _| cargo_in(root, CLIPPY) },
    Step {
        name: "unit, conformance and integration tests",
        again: "cargo test --workspace --features sandtable/train --lib --bins --tests",
        act: |root, tests| tests.run(root, &TESTS),
    },
    Step {
        name: "the program without training",
        again: "cargo test --workspace --test mistakes",
        act: without_training,
    },
    Step { name: "a training run read back in Python", again: "cargo xtask test", act: read_back },
    Step {
        name: "clients in Python and JavaScript",
        again: "cargo test --package sandtable --test clients -- --ignored",
        act: clients,
    },
    Step {
        name: "the web page, and battles in a browser",
        again: "cargo xtask web",
        act: |root, tests| {
            tests.passed += web::check(root, &[])?;
            Ok(())
        },
    },
    Step {
        name: "doc tests",
        again: "cargo test --workspace --doc",
        act: |root, tests| tests.run(root, &["test", "--workspace", "--doc"]),
    },
    Step { name: "examples", again: "cargo run -p examples --example NAME", act: |root, _| examples(root) },
    Step {
        name: "2,000 conformance games",
        again: "cargo xtask soak --games 2000",
        act: |root, _| cargo_in(root, SOAK),
    },
    Step {
        name: "docs, warnings denied",
        again: "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps",
        act: |root, _| docs(root),
    },
];

/// The fuzz targets are checked here too: they need nothing but another feature.
const CLIPPY: &[&str] = &[
    "clippy",
    "--workspace",
    "--all-targets",
    "--features",
    "sandtable-fuzz/targets",
    "--",
    "-D",
    "warnings",
];
const CLIPPY_AGAIN: &str = "cargo clippy --workspace --all-targets --features sandtable-fuzz/targets";

/// Takes every step; stops at the first that fails.
///
/// # Errors
/// Names the step and how to see it again.
pub(crate) fn all(root: &Path) -> anyhow::Result<()> {
    let begin = Instant::now();
    let mut tests = Tests::default();
    let mut times = Vec::new();
    for (i, step) in STEPS.iter().enumerate() {
        let start = Instant::now();
        say(&format!("\n=== {}/{} {} ===", i + 1, STEPS.len(), step.name));
        (step.act)(root, &mut tests)
            .with_context(|| format!("\n=== FAILED: {} ===\nTo see it again: {}", step.name, step.again))?;
        times.push((step.name, start.elapsed()));
    }
    say("\n=== all passed ===");
    for (name, time) in times {
        say(&format!("{:>7}  {name}", seconds(time)));
    }
    say(&format!(
        "\ntest result: ok. {} passed; 0 failed; {} ignored; finished in {}",
        tests.passed,
        tests.ignored,
        seconds(begin.elapsed())
    ));
    Ok(())
}

fn seconds(time: Duration) -> String {
    format!("{:.1}s", time.as_secs_f64())
}

/// Everything that a task prints for people goes to standard output here.
#[expect(clippy::print_stdout, reason = "a program that reports")]
pub(crate) fn say(text: &str) {
    println!("{text}");
}

/// Cargo with these arguments.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Where cargo puts what it builds.
pub(crate) fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from)
}

/// Runs a command that must succeed.
///
/// # Errors
/// When it cannot be started or fails.
pub(crate) fn must(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{} does not start", name_of(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", name_of(command));
    }
    Ok(())
}

fn name_of(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    let words = std::iter::once(program).chain(command.get_args());
    words.map(std::ffi::OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

fn cargo_in(root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
    must(cargo(arguments).current_dir(root))
}

/// The program that only plays is built without burn, and says how to build one that trains.
fn without_training(root: &Path, tests: &mut Tests) -> anyhow::Result<()> {
    let tree = ["tree", "--package", "sandtable", "--edges", "normal,build", "--prefix", "none"];
    let output = cargo(&tree).current_dir(root).output()?;
    let crates = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() || crates.lines().any(|line| line.starts_with("burn")) {
        bail!("the program depends on burn without its feature `train`");
    }
    tests.run(root, &["test", "--workspace", "--test", "mistakes"])
}

/// Lets TensorBoard and Python's safetensors read what a training run writes.
fn read_back(root: &Path, tests: &mut Tests) -> anyhow::Result<()> {
    let python = python::environment(root, &root.join("training/tests/requirements.txt"))?;
    // The whole workspace with the same features as the tests before: else burn is built again.
    let arguments =
        ["test", "--workspace", "--features", "sandtable/train", "--test", "python", "--", "--ignored"];
    tests.run_with(root, &arguments, &[("SANDTABLE_PYTHON", python.as_os_str())])
}

/// The small clients of `examples/clients` fight whole battles with the program.
fn clients(root: &Path, tests: &mut Tests) -> anyhow::Result<()> {
    let python = if cfg!(windows) { "python" } else { "python3" };
    for (interpreter, what) in [(python, "Python 3"), ("node", "Node 20 or newer")] {
        let found = Command::new(interpreter).arg("--version").stdout(Stdio::null()).status();
        found.with_context(|| format!("install {what}"))?;
    }
    // The whole workspace with the same features as the tests before: else burn is built again.
    let arguments =
        ["test", "--workspace", "--features", "sandtable/train", "--test", "clients", "--", "--ignored"];
    tests.run(root, &arguments)
}

fn docs(root: &Path) -> anyhow::Result<()> {
    let mut command = cargo(&["doc", "--workspace", "--no-deps"]);
    must(command.env("RUSTDOCFLAGS", "-D warnings").current_dir(root))
}

/// Runs every example to its end. Builds them for the whole workspace, as the tests
/// were, so that nothing is compiled twice.
fn examples(root: &Path) -> anyhow::Result<()> {
    cargo_in(root, &["build", "--workspace", "--examples"])?;
    let manifest = std::fs::read_to_string(root.join("examples/Cargo.toml"))?;
    let names = example_names(&manifest)?;
    let built = std::env::current_exe()?.with_file_name("examples");
    for name in &names {
        say(&format!("--- {name}"));
        let mut command = Command::new(built.join(name));
        must(command.current_dir(root).stdout(Stdio::null()))?;
    }
    say(&format!("{} examples ran to their end", names.len()));
    Ok(())
}

/// The examples that a manifest declares.
fn example_names(manifest: &str) -> anyhow::Result<Vec<String>> {
    let manifest: toml::Table = manifest.parse()?;
    let examples = manifest.get("example").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let names: Vec<String> =
        examples.iter().filter_map(|example| Some(example.get("name")?.as_str()?.to_owned())).collect();
    if names.is_empty() {
        bail!("examples/Cargo.toml declares no example");
    }
    Ok(names)
}

/// What the test programs counted.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tests {
    passed: u64,
    ignored: u64,
}

impl Tests {
    /// Runs tests, passing on what they print and adding up what they counted.
    fn run(&mut self, root: &Path, arguments: &[&str]) -> anyhow::Result<()> {
        self.run_with(root, arguments, &[])
    }

    /// The same with these variables in the environment.
    fn run_with(
        &mut self,
        root: &Path,
        arguments: &[&str],
        variables: &[(&str, &OsStr)],
    ) -> anyhow::Result<()> {
        let mut command = cargo(arguments);
        command.envs(variables.iter().copied());
        let mut child = command.current_dir(root).stdout(Stdio::piped()).spawn()?;
        let output = child.stdout.take().context("piped above")?;
        for line in BufReader::new(output).lines() {
            let line = line?;
            self.count(&line);
            // A line for each test that passed would bury the one that did not.
            if !line.ends_with("... ok") && !line.is_empty() && line != "running 0 tests" {
                say(&line);
            }
        }
        let status = child.wait()?;
        if !status.success() {
            bail!("{} ended with {status}", name_of(&command));
        }
        Ok(())
    }

    fn count(&mut self, line: &str) {
        let Some(counts) = line.strip_prefix("test result: ok. ") else {
            return;
        };
        for part in counts.split("; ") {
            match part.split_once(' ') {
                Some((number, "passed")) => self.passed += number.parse::<u64>().unwrap_or(0),
                Some((number, "ignored")) => self.ignored += number.parse::<u64>().unwrap_or(0),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn test_results_add_up() {
        let mut tests = Tests::default();
        tests.count(
            "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.3s",
        );
        tests.count(
            "test result: ok. 3 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.0s",
        );
        tests.count("test some::name ... ok");
        assert_eq!(tests, Tests { passed: 15, ignored: 1 });
    }

    #[test]
    fn examples_are_read_off_the_manifest() {
        let names = example_names("[[example]]\nname = \"odds\"\npath = \"odds.rs\"\n").unwrap();
        assert_eq!(names, ["odds"]);
        assert!(example_names("[package]\nname = \"x\"").is_err());
    }

    #[test]
    fn a_failing_command_is_named() {
        let error = must(Command::new("false").arg("alarm")).unwrap_err();
        assert!(error.to_string().starts_with("false alarm ended with"), "{error}");
    }
}
