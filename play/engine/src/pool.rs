//! The threads that think, with fair turns.
//!
//! Every thought belongs to somebody: a game, or a connection. The next thread that is
//! free takes the thought of whoever has used the least time so far; who comes back after
//! a while begins where the others stand, so that nobody saves up. A hundred games thus
//! share two threads alike, whatever each asks for.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::thinking::Handle;

/// Work for a thread.
pub(crate) type Task = Box<dyn FnOnce() + Send>;

/// The threads that think.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    queue: Mutex<Queue>,
    work: Condvar,
}

#[derive(Default)]
struct Queue {
    waiting: VecDeque<Waiting>,
    /// The time that each owner of late has used.
    used: HashMap<String, Duration>,
    /// Where whoever comes back begins.
    level: Duration,
    running: usize,
    closing: bool,
}

struct Waiting {
    owner: String,
    handle: Arc<Handle>,
    task: Task,
}

impl Pool {
    /// Starts so many threads.
    ///
    /// # Errors
    /// When the system gives none.
    pub(crate) fn start(threads: usize) -> std::io::Result<Self> {
        let shared = Arc::new(Shared { queue: Mutex::default(), work: Condvar::new() });
        let threads = (0..threads.max(1))
            .map(|number| {
                let shared = Arc::clone(&shared);
                thread::Builder::new().name(format!("thinking-{number}")).spawn(move || shared.work())
            })
            .collect::<Result<_, _>>()?;
        Ok(Self { shared, threads: Mutex::new(threads) })
    }

    /// Adds a thought. Says `false` when the pool closes, and forgets it.
    pub(crate) fn add(&self, owner: &str, handle: Arc<Handle>, task: Task) -> bool {
        let mut queue = self.shared.lock();
        if queue.closing {
            return false;
        }
        queue.add(Waiting { owner: owner.to_owned(), handle, task });
        self.shared.work.notify_one();
        true
    }

    /// A thought that was stopped need not wait for a thread: it says what it has at once,
    /// on a thread of its own.
    pub(crate) fn hurry(&self, handle: &Arc<Handle>) {
        let waiting = {
            let mut queue = self.shared.lock();
            let place = queue.waiting.iter().position(|waiting| Arc::ptr_eq(&waiting.handle, handle));
            place.and_then(|place| queue.waiting.remove(place))
        };
        if let Some(waiting) = waiting {
            let spawned = thread::Builder::new().name("thinking-now".to_owned()).spawn(waiting.task);
            drop(spawned);
        }
    }

    /// Thoughts that wait, and thoughts that run.
    pub(crate) fn load(&self) -> (usize, usize) {
        let queue = self.shared.lock();
        (queue.waiting.len(), queue.running)
    }

    /// Takes no more thoughts, and waits for those it has.
    pub(crate) fn close(&self) {
        self.shared.lock().closing = true;
        self.shared.work.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A task that panicked was caught: the thread itself ends well.
            let _ = thread.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.lock().closing = true;
        self.shared.work.notify_all();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        // No task runs under this lock: it cannot be left half changed.
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut queue = self.lock();
        loop {
            let Some(waiting) = queue.next() else {
                if queue.closing {
                    return;
                }
                queue = self.work.wait(queue).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            queue.running += 1;
            drop(queue);
            let start = Instant::now();
            // Tasks answer for themselves; this only keeps the thread.
            let _ = catch_unwind(AssertUnwindSafe(waiting.task));
            queue = self.lock();
            queue.running -= 1;
            queue.book(&waiting.owner, start.elapsed());
        }
    }
}

impl Queue {
    fn add(&mut self, waiting: Waiting) {
        let used = self.used.entry(waiting.owner.clone()).or_default();
        *used = (*used).max(self.level);
        self.waiting.push_back(waiting);
    }

    /// The first thought of whoever has used the least.
    fn next(&mut self) -> Option<Waiting> {
        let used = |waiting: &Waiting| self.used.get(&waiting.owner).copied().unwrap_or_default();
        let (place, level) = self
            .waiting
            .iter()
            .enumerate()
            .map(|(place, waiting)| (place, used(waiting)))
            .min_by_key(|(place, used)| (*used, *place))?;
        self.level = self.level.max(level);
        self.waiting.remove(place)
    }

    /// Books what a thought took; owners that all others have passed are forgotten.
    fn book(&mut self, owner: &str, time: Duration) {
        if let Some(used) = self.used.get_mut(owner) {
            *used += time;
        }
        let (level, waiting) = (self.level, &self.waiting);
        self.used
            .retain(|owner, used| *used > level || waiting.iter().any(|waiting| waiting.owner == *owner));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn pool_of_one() -> (Pool, mpsc::Sender<()>) {
        let pool = Pool::start(1).unwrap();
        let (go, gate) = mpsc::channel::<()>();
        // Holds the only thread until the test has queued what it wants.
        assert!(pool.add("gate", Arc::default(), Box::new(move || gate.recv().unwrap_or_default())));
        while pool.load() != (0, 1) {
            thread::yield_now();
        }
        (pool, go)
    }

    #[test]
    fn who_asks_much_does_not_keep_others_waiting() {
        let mut queue = Queue::default();
        for name in ["greedy"; 6].into_iter().chain(["modest"; 2]) {
            queue.add(Waiting { owner: name.to_owned(), handle: Arc::default(), task: Box::new(|| ()) });
        }
        let mut order = Vec::new();
        while let Some(next) = queue.next() {
            queue.book(&next.owner, Duration::from_millis(3));
            order.push(next.owner);
            if order.len() == 5 {
                // Who comes anew begins where the others stand.
                let handle = Arc::default();
                queue.add(Waiting { owner: "late".to_owned(), handle, task: Box::new(|| ()) });
            }
        }
        let wanted = "greedy modest greedy modest greedy late greedy greedy greedy";
        assert_eq!(order, wanted.split(' ').collect::<Vec<_>>());
    }

    #[test]
    fn a_thread_outlives_a_panic_and_closing_waits_for_what_is_queued() {
        let (pool, go) = pool_of_one();
        assert!(pool.add("a", Arc::default(), Box::new(|| panic!("a bug"))));
        let (said, heard) = mpsc::channel();
        assert!(pool.add("b", Arc::default(), Box::new(move || said.send(1).unwrap())));
        go.send(()).unwrap();
        pool.close();
        assert_eq!(heard.try_recv(), Ok(1));
        assert!(!pool.add("c", Arc::default(), Box::new(|| ())));
    }

    #[test]
    fn a_stopped_thought_does_not_wait_for_a_thread() {
        let (pool, go) = pool_of_one();
        let handle = Arc::new(Handle::default());
        let (said, heard) = mpsc::channel();
        assert!(pool.add("a", Arc::clone(&handle), Box::new(move || said.send(1).unwrap())));
        handle.stop();
        pool.hurry(&handle);
        assert_eq!(heard.recv_timeout(Duration::from_mins(1)), Ok(1));
        go.send(()).unwrap();
        pool.close();
    }
}
