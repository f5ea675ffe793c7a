//! `cargo xtask fuzz`: coverage-guided fuzzing on the stable toolchain.
//!
//! libFuzzer needs LLVM's coverage instrumentation, which stable rustc passes through
//! to LLVM; only the address sanitizer would need nightly, and the project has no
//! unsafe code for it to look at.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::steps::{cargo, must, say};

/// The targets, by the names of their programs without `fuzz-`.
const TARGETS: &[&str] = &["scenario", "record", "positions", "notation", "weights", "messages", "requests"];

/// How to fuzz.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Minutes for each target.
    #[arg(long, default_value_t = 10.0)]
    minutes: f64,
    /// One target only, by its name in docs/fuzzing.md.
    #[arg(long)]
    target: Option<String>,
    /// Processes for each target.
    #[arg(long, default_value_t = 1)]
    jobs: u32,
}

/// LLVM's coverage instrumentation, as libFuzzer wants it.
const FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=1",
];

/// Builds the targets and runs them, one after the other.
///
/// # Errors
/// When a target finds something; its input lies in `target/fuzz/TARGET-findings`.
pub(crate) fn run(root: &Path, options: &Options) -> anyhow::Result<()> {
    let targets: Vec<&str> = match &options.target {
        None => TARGETS.to_vec(),
        Some(name) => vec![*TARGETS.iter().find(|known| *known == name).with_context(|| {
            format!("there is no fuzz target `{name}`: there are {}", TARGETS.join(", "))
        })?],
    };
    let folder = target_folder()?.join("fuzz");
    seed(root, &folder)?;
    // Naming the machine keeps the flags away from build scripts.
    let machine = machine()?;
    let mut build = cargo(&["build", "--package", "sandtable-fuzz", "--features", "link"]);
    build.args(targets.iter().flat_map(|target| ["--bin".to_owned(), format!("fuzz-{target}")]));
    build.args(["--target", &machine, "--target-dir"]).arg(&folder);
    must(build.env("CARGO_ENCODED_RUSTFLAGS", FLAGS.join("\u{1f}")).current_dir(root))?;
    for target in targets {
        say(&format!("\n=== fuzzing {target}, {} minutes ===", options.minutes));
        let findings = folder.join(format!("{target}-findings"));
        std::fs::create_dir_all(&findings)?;
        let program = folder.join(&machine).join("debug").join(format!("fuzz-{target}"));
        let mut command = std::process::Command::new(program);
        command.arg(format!("-max_total_time={}", (options.minutes * 60.0).ceil()));
        command.arg(format!("-artifact_prefix={}/", findings.display()));
        command.arg(format!("-dict={}", folder.join(format!("{target}.dict")).display()));
        command.args([
            "-max_len=65536",
            "-timeout=20",
            "-rss_limit_mb=4096",
            "-print_final_stats=1",
            "-verbosity=0",
        ]);
        if options.jobs > 1 {
            command.args([format!("-fork={}", options.jobs)]);
        }
        command.arg(folder.join(format!("{target}-corpus")));
        must(command.current_dir(&findings))
            .with_context(|| format!("{target}: a finding. Its input lies in {}", findings.display()))?;
    }
    Ok(())
}

/// Writes the seeds of every target.
fn seed(root: &Path, folder: &Path) -> anyhow::Result<()> {
    let mut seeds = cargo(&["run", "--quiet", "--package", "sandtable-fuzz", "--bin", "fuzz-seeds", "--"]);
    must(seeds.arg(folder).current_dir(root))
}

/// Where cargo builds: two folders above this program.
fn target_folder() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    program.ancestors().nth(2).map(Path::to_path_buf).context("xtask lies in the target folder")
}

/// The machine that rustc builds for by itself.
fn machine() -> anyhow::Result<String> {
    let output = std::process::Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8(output.stdout)?;
    match text.lines().find_map(|line| line.strip_prefix("host: ")) {
        Some(machine) => Ok(machine.to_owned()),
        None => bail!("rustc -vV names no host"),
    }
}
