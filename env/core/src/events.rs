//! Where events go: nowhere in search, into a log at the table.

use crate::Ruleset;

/// Receives what happened.
///
/// The event is built by a closure, so that search, which drops them all, never pays
/// for one.
pub trait Events<R: Ruleset> {
    /// Takes one event.
    fn add(&mut self, event: impl FnOnce() -> R::Event);
}

impl<R: Ruleset> Events<R> for () {
    fn add(&mut self, _: impl FnOnce() -> R::Event) {}
}

impl<R: Ruleset> Events<R> for Vec<R::Event> {
    fn add(&mut self, event: impl FnOnce() -> R::Event) {
        self.push(event());
    }
}
