//! A run: generation after generation, in a folder from which it goes on exactly.
//!
//! # Overview
//!
//! | file | what is in it |
//! |---|---|
//! | `folder` | where everything lies |
//! | `state` | how far the run is: what is written last, and read first |
//! | `networks` | the weights that play |
//! | `playing` | the first stage of a generation: its games |
//! | `learning` | the second: steps of the learner |
//! | `matches` | the third and fourth: the gate, and games against the yardsticks |
//! | `manifest` | where the run comes from, for people |
//! | `watch` | what a program shows meanwhile |
//!
//! # Going on
//!
//! The state names a checkpoint and the weights that play; both are there before it is
//! written. Whatever stops the program, the state that was written last can be loaded, and
//! the run does again what it did since: games are kept as they end, and everything else is
//! a function of the configuration, the seed and the checkpoint. So N generations, a stop
//! and N more are the same, bit for bit, as 2 N straight.

mod folder;
mod learning;
mod manifest;
mod matches;
pub(crate) mod networks;
mod playing;
mod state;
mod watch;

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};
use sandtable_agents::network::{Shape, Weights, WeightsError};
use sandtable_core::Doctrine;
use sandtable_core::encoding::Encode;
use sandtable_eval::file::FileError;

pub use folder::Folder;
pub use state::{Stage, State, StateError};
pub use watch::{Silent, Watch};

use crate::Config;
use crate::learner::{CheckpointError, DeviceError, Diverged, Learner, device};
use crate::metrics::{EventFile, Journal, JournalError, Report};
use crate::self_play::Grounds;
use crate::self_play::generation::GenerationError;
use crate::self_play::lineup::GroundsError;

/// How a session of a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All generations are done.
    Finished,
    /// It was stopped; the same command goes on.
    Stopped,
}

/// A run that cannot go on, in one line with the cure where there is one.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A folder or file cannot be made, read or written.
    #[error("{path}: it cannot be made or read: {error}", path = .path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process trains there.
    #[error("{path}: another process is training there; wait for it, or name another folder", path = .0.display())]
    Busy(PathBuf),
    /// The folder holds a run of something else.
    #[error("{path}: it holds a run with another {key} ({theirs}, not {ours}); name another folder with --out", path = .path.display())]
    Other {
        /// The folder.
        path: PathBuf,
        /// What differs.
        key: &'static str,
        /// What it is there.
        theirs: String,
        /// What it should be.
        ours: String,
    },
    /// The configuration that the run began with is not there.
    #[error("{path}: it holds no configuration of a run; name another folder with --out", path = .0.display())]
    NoConfig(PathBuf),
    /// The weights to begin with are of another size.
    #[error(
        "--from: its network is {theirs:?}, the configuration's {ours:?}; write that size, or name other weights"
    )]
    Shape {
        /// The weights' network.
        theirs: Shape,
        /// The configuration's.
        ours: Shape,
    },
    /// Weights were named to begin with, but the run has begun.
    #[error("{path}: the run there has begun; go on without --from, or name another folder with --out", path = .0.display())]
    Begun(PathBuf),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Weights cannot be used.
    #[error("{path}: {error}", path = .path.display())]
    Weights {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        error: WeightsError,
    },
    /// There is nothing to learn from.
    #[error("{path}: no game there has anything to learn; write a higher `warm_start.kept` or `self_play.full_share`", path = .0.display())]
    NoLessons(PathBuf),
    /// The device is not there.
    #[error("learner.device: {0}")]
    Device(#[from] DeviceError),
    /// The scenarios cannot be played.
    #[error(transparent)]
    Grounds(#[from] GroundsError),
    /// A scenario or agent of the evaluation cannot be used.
    #[error("evaluation: {0}")]
    Evaluation(String),
    /// Games cannot be kept.
    #[error(transparent)]
    Games(#[from] GenerationError),
    /// Learning went astray.
    #[error(transparent)]
    Diverged(#[from] Diverged),
    /// A checkpoint cannot be used.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The state cannot be used.
    #[error(transparent)]
    State(#[from] StateError),
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal of a match cannot be used.
    #[error(transparent)]
    Match(#[from] sandtable_eval::JournalError),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] FileError),
}

/// A run that is open in this process.
pub struct Run<'a, R: Doctrine> {
    config: &'a Config,
    folder: Folder,
    state: State,
    learner: Learner,
    grounds: Grounds<R>,
    threads: ThreadPool,
    journal: Journal,
    events: EventFile,
    stop: &'a AtomicBool,
    watch: &'a mut dyn Watch,
    /// Held while the run is open: nobody else writes there.
    _lock: File,
}

impl<'a, R: Doctrine + Encode> Run<'a, R> {
    /// Opens the run in a folder, or begins one there: with seeded weights, or from these.
    ///
    /// # Errors
    /// [`RunError`] when the folder cannot be used or holds another run.
    pub fn open(
        config: &'a Config,
        folder: &Path,
        from: Option<Weights>,
        stop: &'a AtomicBool,
        watch: &'a mut dyn Watch,
    ) -> Result<Self, RunError> {
        let folder = Folder::make(folder)?;
        let lock = folder.lock()?;
        folder.sweep();
        let grounds = Grounds::new(config)?;
        matches::check::<R>(config)?;
        let device = device(&config.learner.device)?;
        let schedule = config.learner.schedule;
        let threads = ThreadPoolBuilder::new().num_threads(config.threads).build()?;
        let (state, learner) = match State::read(&folder.state())? {
            Some(_) if from.is_some() => return Err(RunError::Begun(folder.root().to_owned())),
            Some(state) => {
                manifest::check(&folder, config)?;
                let at = folder.checkpoint(state.checkpoint);
                (state, Learner::load(&at, &R::ENCODER, &device, schedule)?)
            }
            None => {
                let learner = match from {
                    Some(weights) => {
                        let (theirs, ours) = (*weights.shape(), config.network);
                        if theirs != ours {
                            return Err(RunError::Shape { theirs, ours });
                        }
                        let path = folder.root().to_owned();
                        weights.check(&R::ENCODER).map_err(|error| RunError::Weights { path, error })?;
                        Learner::from_weights(&weights, &device, schedule)
                    }
                    None => Learner::new(config.network, &R::ENCODER, config.seed(), &device, schedule)
                        .map_err(|error| RunError::Weights { path: folder.root().to_owned(), error })?,
                };
                (State::new(), learner)
            }
        };
        let journal = Journal::open(&folder.metrics(), state.lines)?;
        let events = EventFile::begin(&folder.events());
        let mut run = Self {
            config,
            folder,
            state,
            learner,
            grounds,
            threads,
            journal,
            events,
            stop,
            watch,
            _lock: lock,
        };
        manifest::write(&run)?;
        if run.state.champion.is_empty() {
            run.state.champion = run.keep_weights("start")?;
            run.save()?;
        }
        Ok(run)
    }

    /// How far it is.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes on to the end, or until it is stopped.
    ///
    /// # Errors
    /// [`RunError`]; the same command may go on when the cause is gone.
    pub fn go(&mut self) -> Result<Ended, RunError> {
        while self.state.generation < self.config.generations {
            let is_done = match self.state.stage {
                Stage::SelfPlay => self.play()?,
                Stage::Learning { done } => self.learn(done)?,
                Stage::Gate => self.pass_gate()?,
                Stage::Evaluation => self.evaluate()?,
            };
            if !is_done {
                return Ok(Ended::Stopped);
            }
        }
        Ok(Ended::Finished)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Begins the next stage, and saves.
    fn enter(&mut self, stage: Stage) -> Result<(), RunError> {
        self.state.stage = stage;
        self.save()
    }

    /// Saves everything that the run goes on from: the checkpoint first, the state last.
    fn save(&mut self) -> Result<(), RunError> {
        let steps = self.learner.steps();
        let before = self.state.checkpoint;
        let folder = self.folder.checkpoint(steps);
        if steps != before || !folder.is_dir() {
            folder::make(&folder)?;
            self.learner.save(&folder)?;
        }
        self.state.checkpoint = steps;
        self.state.lines = self.journal.lines();
        self.state.write(&self.folder.state())?;
        self.folder.drop_checkpoints(steps);
        Ok(())
    }

    /// Adds a report to the journal and to TensorBoard's file.
    fn report(&mut self, mut report: Report) -> Result<(), RunError> {
        self.journal.add(&mut report)?;
        self.events.add(&report);
        Ok(())
    }

    /// Keeps the learner's weights under this name, as they would ship.
    fn keep_weights(&self, name: &str) -> Result<String, RunError> {
        let path = self.folder.weights(name);
        let weights =
            self.learner.weights().map_err(|error| RunError::Weights { path: path.clone(), error })?;
        let weights = weights.with_manifest(manifest::of_weights::<R>(self, name));
        sandtable_eval::file::write(&path, &weights.write())?;
        Ok(name.to_owned())
    }
}
