//! Decisions as people type them.

use sandtable_core::plane::{Heading, Point};

use crate::action::Action;
use crate::rules::Palestine;
use crate::state::{Phase, State};
use crate::unit::UnitId;

/// Hundredths of an inch as inches, always with both decimals: `7.05`.
pub(crate) fn inches(hundredths: i32) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

/// Inches as people type them, with at most two decimals, as hundredths.
fn read_inches(text: &str) -> Option<i32> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str, most: usize| {
        (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(whole, 3) || !is_number(part, 2) {
        return None;
    }
    let hundredths = part.parse::<i32>().ok()? * if part.len() == 1 { 10 } else { 1 };
    Some(whole.parse::<i32>().ok()? * 100 + hundredths)
}

impl Palestine {
    /// What people call a unit: `A3` is the third of the first side.
    pub fn label(&self, id: UnitId) -> String {
        let first = self.first_units;
        if id.0 < first { format!("A{}", id.0 + 1) } else { format!("B{}", id.0 - first + 1) }
    }

    pub(crate) fn written(&self, state: &State, action: Action) -> String {
        let label = |id| self.label(id);
        match action {
            Action::Unit(unit) => label(unit),
            Action::Sortie => "sortie".to_owned(),
            Action::Train => "train".to_owned(),
            Action::End => "end".to_owned(),
            Action::Move => "move".to_owned(),
            Action::Road => "road".to_owned(),
            Action::Dismount => "dismount".to_owned(),
            Action::Mount => "mount".to_owned(),
            Action::Charge => "charge".to_owned(),
            Action::Hold => "hold".to_owned(),
            Action::To(to) if self.is_own_place(state, to) => "stay".to_owned(),
            Action::To(to) => format!("to {},{}", inches(to.x), inches(to.y)),
            Action::Along(road, mark) => format!("along {} {}", road + 1, inches(mark.into())),
            Action::Face(heading) => format!("face {}", heading.degrees()),
            Action::At(target) => format!("at {}", label(target)),
            Action::TurnTo(enemy) => format!("turn to {}", label(enemy)),
            Action::Again => "again".to_owned(),
            Action::Keep => "keep".to_owned(),
            Action::Strafe(target) => format!("strafe {}", label(target)),
            Action::Spot(target, gun) => format!("spot {} {}", label(target), label(gun)),
            Action::TrainTo(mark) => format!("train to {}", inches(mark.into())),
        }
    }

    fn is_own_place(&self, state: &State, to: Point) -> bool {
        matches!(state.phase, Phase::Destination(unit, _) if state.unit(unit).at == to)
    }

    /// Reads points, places on roads and rails, and headings, as `written` writes them or
    /// with fewer decimals.
    pub(crate) fn read_exact(&self, state: &State, text: &str) -> Option<Action> {
        if text == "stay"
            && let Phase::Destination(unit, _) = state.phase
        {
            return Some(Action::To(state.unit(unit).at));
        }
        if let Some(place) = text.strip_prefix("to ") {
            let (x, y) = place.split_once(',')?;
            return Some(Action::To(Point::new(read_inches(x.trim())?, read_inches(y.trim())?)));
        }
        if let Some(place) = text.strip_prefix("along ") {
            let (road, mark) = place.split_once(' ')?;
            let road = road.parse::<u8>().ok()?.checked_sub(1)?;
            return Some(Action::Along(road, u16::try_from(read_inches(mark)?).ok()?));
        }
        if let Some(degrees) = text.strip_prefix("face ") {
            return Heading::new(degrees.parse().ok()?).map(Action::Face);
        }
        if let Some(label) = text.strip_prefix("at ") {
            return self.labelled(label).map(Action::At);
        }
        let mark = text.strip_prefix("train to ")?;
        Some(Action::TrainTo(u16::try_from(read_inches(mark)?).ok()?))
    }

    /// The unit that people call so.
    fn labelled(&self, label: &str) -> Option<UnitId> {
        (0..self.units.len() as u8).map(UnitId).find(|&id| self.label(id).eq_ignore_ascii_case(label))
    }
}
