//! The scripted officer.

use sandtable_core::{Order, Seat};

use crate::action::Action;
use crate::rules::Gridded;
use crate::view::View;

impl Gridded {
    pub(crate) fn officer(&self, _view: &View, _seat: Seat, actions: &[Action]) -> Order<Action> {
        Order { action: actions[0], why: String::new() }
    }
}
