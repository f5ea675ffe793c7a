//! Our own learner, in burn.

use std::time::{Duration, Instant};

use sandtable_training::learner::{Batch, Learner, Schedule, Target, device};

use crate::Peer;
use crate::network::Lean;

/// As in the program that trains.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// Learns even chances.
pub(crate) struct Burn {
    learner: Learner,
    lean: Lean,
    /// Of one thread: on a busy machine two wait for each other, and `PyTorch`'s most.
    thread: rayon::ThreadPool,
}

impl Burn {
    pub(crate) fn new(lean: Lean) -> anyhow::Result<Self> {
        let learner = Learner::from_weights(&lean.weights, &device("cpu")?, Schedule::default());
        let thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
        Ok(Self { learner, lean, thread })
    }
}

impl Peer for Burn {
    fn name(&self) -> &'static str {
        "sandtable"
    }

    fn settings(&self) -> &'static str {
        "burn on the processor, one thread"
    }

    fn decide(&mut self, batch: u32, batches: u32) -> anyhow::Result<Duration> {
        let decisions = self.lean.encodings[..batch as usize].iter().map(|encoding| {
            let (actions, units) = (encoding.references.len(), encoding.relations.len().isqrt());
            let policy = vec![1.0 / actions as f32; actions];
            (encoding.clone(), Target::new(policy, [1.0 / 3.0; 3], 0.0, vec![0.5; units]))
        });
        let batch: Batch = decisions.collect();
        let Self { learner, thread, .. } = self;
        thread.install(|| {
            let start = Instant::now();
            for _ in 0..batches {
                learner.step(&batch)?;
            }
            Ok(start.elapsed())
        })
    }
}
