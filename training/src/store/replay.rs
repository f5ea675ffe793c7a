//! Plays a kept game again.

use sandtable_core::{Node, Ruleset, Seat};

use super::SavedGame;

/// A decision of a replayed game.
pub struct Visit<R: Ruleset> {
    /// Which of the game's lessons.
    pub lesson: usize,
    /// The state.
    pub state: R::State,
    /// Who decides.
    pub seat: Seat,
    /// The legal list.
    pub actions: Vec<R::Action>,
}

/// A kept game that the rules do not play as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// A step names an action or an outcome that is not there.
    #[error("step {0} is not possible there")]
    Step(usize),
    /// A lesson is about no decision, or about another list of actions.
    #[error("lesson {0} does not fit its decision")]
    Lesson(usize),
    /// It does not end where it did.
    #[error("it ends in another position")]
    End,
}

/// Plays a game again: the decisions of the lessons asked for, which must ascend, and the
/// state at the end.
///
/// # Errors
/// [`ReplayError`] when the rules do not allow it: the game was played by other rules.
pub fn replay<R: Ruleset>(
    rules: &R,
    game: &SavedGame,
    lessons: &[usize],
) -> Result<(Vec<Visit<R>>, R::State), ReplayError> {
    let (mut visits, mut asked) = (Vec::with_capacity(lessons.len()), lessons.iter().copied().peekable());
    let (mut state, mut actions, mut outcomes) = (rules.start(), Vec::new(), Vec::new());
    let mut steps = game.steps.iter().enumerate();
    loop {
        match rules.node(&state) {
            Node::Over(verdict) => {
                let is_same = verdict.thousandths() == game.thousandths && rules.key(&state) == game.end;
                if let Some(lesson) = asked.next() {
                    return Err(ReplayError::Lesson(lesson));
                }
                let is_whole = steps.next().is_none() && is_same;
                return if is_whole { Ok((visits, state)) } else { Err(ReplayError::End) };
            }
            Node::Chance => {
                let (number, &step) = steps.next().ok_or(ReplayError::Step(game.steps.len()))?;
                rules.outcomes(&state, &mut outcomes);
                let &(outcome, _) = outcomes.get(usize::from(step)).ok_or(ReplayError::Step(number))?;
                rules.resolve(&mut state, outcome, &mut ());
            }
            Node::Decision(seat) => {
                rules.actions(&state, &mut actions);
                if let [only] = actions[..] {
                    rules.apply(&mut state, only, &mut ());
                    continue;
                }
                let (number, &step) = steps.next().ok_or(ReplayError::Step(game.steps.len()))?;
                let &action = actions.get(usize::from(step)).ok_or(ReplayError::Step(number))?;
                let is_due =
                    |&lesson: &usize| game.lessons.get(lesson).is_none_or(|one| one.step as usize <= number);
                if let Some(lesson) = asked.next_if(is_due) {
                    let fits = |one: &&super::Lesson| {
                        one.step as usize == number
                            && (one.policy.is_empty() || one.policy.len() == actions.len())
                    };
                    game.lessons.get(lesson).filter(fits).ok_or(ReplayError::Lesson(lesson))?;
                    visits.push(Visit { lesson, state: state.clone(), seat, actions: actions.clone() });
                }
                rules.apply(&mut state, action, &mut ());
            }
        }
    }
}
