//! Where a run comes from, for people; and which runs may go on in a folder.

use std::path::Path;
use std::process::Command;
use std::time::SystemTime;

use sandtable_agents::network::{Columns, Shape};
use sandtable_core::Doctrine;
use sandtable_core::encoding::Encode;
use sandtable_eval::file;
use serde::{Deserialize, Serialize};

use super::{Folder, Run, RunError};
use crate::Config;

/// `manifest.json`.
#[derive(Serialize, Deserialize)]
struct Manifest {
    /// What is learned.
    ruleset: String,
    version: u32,
    encoder: String,
    parameters: usize,
    seed: u64,
    /// Each time that the run was begun or went on: [`Session`], as its program knew it.
    sessions: Vec<serde_json::Value>,
}

/// What a run must keep; other keys of a configuration may change, and be others in another
/// program.
#[derive(Deserialize)]
struct Identity {
    ruleset: String,
    seed: u64,
    network: Shape,
}

/// One process that worked on the run.
#[derive(Serialize)]
struct Session {
    /// Seconds since 1970.
    began: u64,
    generation: u32,
    steps: u64,
    program: String,
    /// The commit that the program was built from, where that is known.
    commit: Option<String>,
    threads: usize,
    device: String,
    machine: Machine,
    /// The configuration of this session.
    config: Config,
}

#[derive(Serialize)]
struct Machine {
    system: String,
    processor: Option<String>,
    cores: usize,
}

/// Refuses a folder that holds a run of something else. Other keys may change when a run
/// goes on; the manifest says what they were.
pub(super) fn check(folder: &Folder, config: &Config) -> Result<(), RunError> {
    let path = folder.config();
    let text =
        std::fs::read_to_string(&path).map_err(|error| RunError::File { path: path.clone(), error })?;
    let theirs: Identity = toml::from_str(&text).map_err(|_| RunError::NoConfig(path))?;
    let differs = |key, theirs: String, ours: String| {
        let path = folder.root().to_owned();
        if theirs == ours { Ok(()) } else { Err(RunError::Other { path, key, theirs, ours }) }
    };
    differs("ruleset", theirs.ruleset, config.ruleset.clone())?;
    differs("seed", theirs.seed.to_string(), config.seed.to_string())?;
    differs("network", format!("{:?}", theirs.network), format!("{:?}", config.network))
}

/// Adds this session to the manifest; keeps the configuration that the run began with.
pub(super) fn write<R: Doctrine + Encode>(run: &Run<'_, R>) -> Result<(), RunError> {
    let path = run.folder.config();
    if !path.exists() {
        file::write(&path, run.config.to_text().as_bytes())?;
    }
    let path = run.folder.manifest();
    let known = std::fs::read(&path).ok().and_then(|bytes| serde_json::from_slice::<Manifest>(&bytes).ok());
    let mut sessions = known.map_or_else(Vec::new, |known| known.sessions);
    sessions.push(serde_json::to_value(session(run)).expect("plain data"));
    let manifest = Manifest {
        ruleset: R::ID.to_owned(),
        version: R::VERSION,
        encoder: R::ENCODER.to_string(),
        parameters: run.config.network.parameters(&Columns::of(&R::ENCODER)),
        seed: run.config.seed,
        sessions,
    };
    let text = serde_json::to_string_pretty(&manifest).expect("plain data") + "\n";
    Ok(file::write(&path, text.as_bytes())?)
}

fn session<R: Doctrine + Encode>(run: &Run<'_, R>) -> Session {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    Session {
        began: now.map_or(0, |now| now.as_secs()),
        generation: run.state.generation,
        steps: run.learner.steps(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        commit: commit(),
        threads: run.threads.current_num_threads(),
        device: run.config.learner.device.clone(),
        machine: machine(),
        config: run.config.clone(),
    }
}

/// The commit given when the program was built, or that of the checkout it runs in.
fn commit() -> Option<String> {
    if let Some(commit) = option_env!("SANDTABLE_COMMIT") {
        return Some(commit.to_owned());
    }
    let output = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
    let commit = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !commit.is_empty()).then_some(commit)
}

fn machine() -> Machine {
    let about = std::fs::read_to_string(Path::new("/proc/cpuinfo")).unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    Machine {
        system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
        processor: model.map(|(_, name)| name.trim().to_owned()),
        cores: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
    }
}

/// What weights say of themselves: a model card in a few lines. The same for the same run,
/// whenever and wherever it is made.
pub(super) fn of_weights<R: Doctrine + Encode>(run: &Run<'_, R>, name: &str) -> String {
    let shape = run.config.network;
    let columns = Columns::of(&R::ENCODER);
    format!(
        "A network that plays {} (rules version {}), trained by self-play.\n\
         Weights `{name}` after generation {} and {} steps of {} examples; {} parameters.\n\
         Reads {}; width {}, {} heads, {} blocks, {} hidden.\n\
         Run: seed {}; games a generation {}, {} simulations in {} of the decisions and {} in the others.\n\
         It knows the shipped and generated scenarios of the ruleset, and nothing else.",
        R::ID,
        R::VERSION,
        run.state.generation,
        run.learner.steps(),
        run.config.learner.batch,
        shape.parameters(&columns),
        R::ENCODER,
        shape.width,
        shape.heads,
        shape.blocks,
        shape.hidden,
        run.config.seed,
        run.config.self_play.games,
        run.config.self_play.full_simulations,
        run.config.self_play.full_share,
        run.config.self_play.cheap_simulations,
    )
}
