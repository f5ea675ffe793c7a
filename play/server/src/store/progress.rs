//! How far the file is behind the engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::watch;

/// The number of the last change that was made, and of the last one on disk.
#[derive(Clone, Debug)]
pub(crate) struct Progress {
    issued: Arc<AtomicU64>,
    written: watch::Sender<Written>,
}

/// How far the file is.
#[derive(Clone, Debug, Default)]
struct Written {
    number: u64,
    /// Why nothing more is written.
    failed: Option<String>,
}

/// The file cannot be written any more; what was acknowledged is in it.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the file of the battles cannot be written any more ({0}): what was acknowledged is in it")]
pub struct NotWritten(pub(crate) String);

impl Default for Progress {
    fn default() -> Self {
        Self { issued: Arc::default(), written: watch::Sender::new(Written::default()) }
    }
}

impl Progress {
    /// The number of a change that is about to be made.
    pub(crate) fn issue(&self) -> u64 {
        self.issued.fetch_add(1, Ordering::AcqRel) + 1
    }

    /// The number of the last change.
    pub(crate) fn issued(&self) -> u64 {
        self.issued.load(Ordering::Acquire)
    }

    /// Everything up to this number is on disk.
    pub(crate) fn reach(&self, number: u64) {
        self.written.send_modify(|written| written.number = number);
    }

    /// Nothing more will be written.
    pub(crate) fn fail(&self, why: String) {
        self.written.send_modify(|written| written.failed = Some(why));
    }

    /// Whether nothing more will be written.
    pub(crate) fn has_failed(&self) -> bool {
        self.written.borrow().failed.is_some()
    }

    /// Waits until everything up to this number is on disk.
    pub(crate) async fn reaches(&self, number: u64) -> Result<(), NotWritten> {
        self.waits_for(|written| written.number >= number).await
    }

    /// Waits until writing fails; for ever, if it does not.
    pub(crate) async fn fails(&self) -> NotWritten {
        loop {
            if let Err(not_written) = self.waits_for(|_| false).await {
                return not_written;
            }
        }
    }

    async fn waits_for(&self, is_far: impl Fn(&Written) -> bool) -> Result<(), NotWritten> {
        let mut written = self.written.subscribe();
        let reached = written.wait_for(|written| is_far(written) || written.failed.is_some()).await;
        // `self` holds the sender, so that waiting cannot end without one of the two.
        match reached {
            Ok(written) if is_far(&written) => Ok(()),
            Ok(written) => Err(NotWritten(written.failed.clone().unwrap_or_default())),
            Err(_) => Err(NotWritten("the writer ended".to_owned())),
        }
    }
}
