//! The processes that run, so that none outlives this program.
//!
//! They are in process groups of their own: Ctrl-C at the terminal reaches this program
//! alone. A program that is killed outright (SIGKILL) can do nothing: its engines find
//! their input ended then, and should end too.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A process has begun; it leads a group of this number.
pub(crate) fn add(group: u32) {
    running().insert(group);
}

/// It is about to be ended.
pub(crate) fn remove(group: u32) {
    running().remove(&group);
}

/// Ends a process and all of its group. Only before it was waited for: afterwards another
/// group may have the number.
#[cfg(unix)]
pub(crate) fn kill(group: u32) {
    if let Some(group) = i32::try_from(group).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

/// From now on, Ctrl-C, SIGTERM and SIGHUP end every process that was started, and then
/// this program as ever. Calling it again does nothing.
///
/// # Errors
/// When the system does not let signals be handled.
#[cfg(unix)]
pub fn end_with_program() -> std::io::Result<()> {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::{Arc, LazyLock};
    use std::time::Duration;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);
    if IS_WATCHED.swap(true, Ordering::Relaxed) {
        return Ok(());
    }
    for signal in [SIGHUP, SIGINT, SIGTERM] {
        signal_hook::flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize)?;
    }
    std::thread::Builder::new().name("signals".to_owned()).spawn(|| {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            let signal = SIGNAL.load(Ordering::Relaxed);
            if signal == 0 {
                continue;
            }
            // Held until the end: nothing new is started meanwhile.
            let running = running();
            running.iter().copied().for_each(kill);
            let _ = signal_hook::low_level::emulate_default_handler(signal as i32);
            std::process::exit(128 + signal as i32);
        }
    })?;
    Ok(())
}

/// Where there are no such signals, nothing.
///
/// # Errors
/// Never.
#[cfg(not(unix))]
pub fn end_with_program() -> std::io::Result<()> {
    Ok(())
}
