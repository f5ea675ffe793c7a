//! Keeps the panics of agents off standard error: the arbiter reports them.

use std::any::Any;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

thread_local! {
    static IS_THINKING: Cell<bool> = const { Cell::new(false) };
}

/// Lets an agent think. A panic is returned as its message; nothing is printed. Panics of
/// other threads, and of this one at other times, are reported as ever.
///
/// # Errors
/// The panic's message.
pub fn think<T>(thought: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !IS_THINKING.get() {
                report(panic);
            }
        }));
    });
    IS_THINKING.set(true);
    let thought = catch_unwind(AssertUnwindSafe(thought));
    IS_THINKING.set(false);
    thought.map_err(|panic| words_of(&*panic))
}

fn words_of(panic: &(dyn Any + Send)) -> String {
    panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
        .unwrap_or_else(|| "no message".to_owned())
}
