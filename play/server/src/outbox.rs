//! What waits to be sent to one connection: bounded, so that a reader who does not read
//! costs a known amount of memory, and is then sent away; and no message leaves before
//! what it acknowledges is on disk.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tokio::sync::{Notify, mpsc};

use crate::store::Progress;

/// The end where messages are put in, from any thread, without waiting.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: mpsc::UnboundedSender<Waiting>,
    shared: Arc<Shared>,
}

/// The end where they are taken out.
#[derive(Debug)]
pub(crate) struct Outgoing {
    receiver: mpsc::UnboundedReceiver<Waiting>,
    shared: Arc<Shared>,
}

/// A message, and the change that must be on disk before it leaves.
#[derive(Debug)]
struct Waiting {
    text: String,
    after: u64,
}

/// Why no message comes any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Nobody can put one in.
    Closed,
    /// One did not fit.
    Full,
    /// The file cannot be written.
    NotWritten,
}

#[derive(Debug)]
struct Shared {
    progress: Progress,
    most_bytes: usize,
    waiting: AtomicUsize,
    is_full: AtomicBool,
    full: Notify,
}

/// An outbox in which at most this many bytes may wait.
pub(crate) fn outbox(progress: Progress, most_bytes: usize) -> (Outbox, Outgoing) {
    let (sender, receiver) = mpsc::unbounded_channel();
    let shared = Arc::new(Shared {
        progress,
        most_bytes,
        waiting: AtomicUsize::new(0),
        is_full: AtomicBool::new(false),
        full: Notify::new(),
    });
    (Outbox { sender, shared: Arc::clone(&shared) }, Outgoing { receiver, shared })
}

/// A message costs more than its text.
const OVERHEAD: usize = 64;

impl Outbox {
    /// Puts a message in. Once one did not fit, none is taken any more: a stream with a gap
    /// is worse than one that ends.
    pub(crate) fn put(&self, text: String) {
        if self.shared.is_full.load(Ordering::Acquire) {
            return;
        }
        let size = text.len() + OVERHEAD;
        let before = self.shared.waiting.fetch_add(size, Ordering::AcqRel);
        // One message always fits, however large it is.
        if before > 0 && before + size > self.shared.most_bytes {
            self.shared.is_full.store(true, Ordering::Release);
            self.shared.full.notify_one();
            return;
        }
        // The connection may have ended meanwhile.
        let _ = self.sender.send(Waiting { text, after: self.shared.progress.issued() });
    }
}

impl Outgoing {
    /// The next message, once what it acknowledges is on disk.
    ///
    /// Not to be given up halfway: the message would be lost.
    pub(crate) async fn next(&mut self) -> Result<String, End> {
        if self.is_full() {
            return Err(End::Full);
        }
        let Waiting { text, after } = tokio::select! {
            waiting = self.receiver.recv() => waiting.ok_or(End::Closed)?,
            () = self.shared.full.notified() => return Err(End::Full),
        };
        self.shared.progress.reaches(after).await.map_err(|_| End::NotWritten)?;
        self.shared.waiting.fetch_sub(text.len() + OVERHEAD, Ordering::AcqRel);
        Ok(text)
    }

    /// Whether a message did not fit.
    pub(crate) fn is_full(&self) -> bool {
        self.shared.is_full.load(Ordering::Acquire)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_fits_comes_out_in_order_and_what_does_not_ends_it() {
        let (outbox, mut outgoing) = outbox(Progress::default(), 1000);
        for round in 0..100 {
            outbox.put(format!("a{round}"));
            outbox.put(format!("b{round}"));
            assert_eq!(outgoing.next().await.as_deref(), Ok(&*format!("a{round}")));
            assert_eq!(outgoing.next().await.as_deref(), Ok(&*format!("b{round}")));
        }
        outbox.put("x".repeat(5000));
        assert_eq!(outgoing.next().await.map(|text| text.len()), Ok(5000), "one always fits");
        outbox.put("x".repeat(500));
        outbox.put("y".repeat(500));
        assert!(outgoing.is_full());
        assert_eq!(outgoing.next().await, Err(End::Full));
    }

    #[tokio::test]
    async fn who_waits_for_a_message_hears_that_the_box_is_full() {
        let (outbox, mut outgoing) = outbox(Progress::default(), 100);
        let waiting = tokio::spawn(async move {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            while outgoing.next().await.is_ok() {}
            outgoing.is_full()
        });
        outbox.put("x".repeat(60));
        outbox.put("y".repeat(60));
        assert!(waiting.await.unwrap());
    }

    #[tokio::test]
    async fn nothing_leaves_before_it_is_on_disk() {
        let progress = Progress::default();
        let (outbox, mut outgoing) = outbox(progress.clone(), 1000);
        let number = progress.issue();
        outbox.put("moved".to_owned());
        {
            let mut next = std::pin::pin!(outgoing.next());
            let soon = std::time::Duration::from_millis(20);
            assert!(tokio::time::timeout(soon, next.as_mut()).await.is_err(), "too early");
            progress.reach(number);
            assert_eq!(next.await.as_deref(), Ok("moved"));
        }
        progress.issue();
        outbox.put("lost".to_owned());
        progress.fail("disk full".to_owned());
        assert_eq!(outgoing.next().await, Err(End::NotWritten));
    }
}
