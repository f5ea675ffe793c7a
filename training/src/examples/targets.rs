//! What is to be said of a decision, always from the deciding seat's side: one seat may
//! decide many times in a row, and then the sign stays.

use sandtable_core::encoding::{Encode, Encoding};
use sandtable_core::{Ruleset, Seat};

use crate::learner::Target;
use crate::store::{Lesson, ReplayError, SavedGame, Visit, replay};

/// A decision and what is to be said of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The decision.
    pub encoding: Encoding,
    /// `[actions]`: the chance of each to be chosen, or nothing where that is not known.
    pub policy: Vec<f32>,
    /// Win, draw, loss of the deciding seat; they add up to 1.
    pub outcome: [f32; 3],
    /// By how much it won, in [-1, 1].
    pub margin: f32,
    /// `[units]`: the part of each that was left, in [0, 1].
    pub survival: Vec<f32>,
}

impl From<Example> for (Encoding, Target) {
    fn from(example: Example) -> Self {
        let Example { encoding, policy, outcome, margin, survival } = example;
        (encoding, Target::new(policy, outcome, margin, survival))
    }
}

/// Win, draw and loss to aim at: the result of the game, and this share of what the search
/// expected. Both are values for the deciding seat, in [-1, 1].
///
/// A result between a win and a draw is a win in part and a draw in part. A search's value
/// says nothing of draws: it is told as wins and losses alone.
pub fn outcome_of(result: f32, search: Option<f32>, share: f32) -> [f32; 3] {
    let of_result = [result.max(0.0), 1.0 - result.abs(), (-result).max(0.0)];
    let Some(value) = search else { return of_result };
    let of_search = [f32::midpoint(1.0, value), 0.0, f32::midpoint(1.0, -value)];
    std::array::from_fn(|i| (1.0 - share) * of_result[i] + share * of_search[i])
}

/// The examples of these lessons of a game, which must ascend; in the mirror if asked for
/// and if the rules have one.
///
/// # Errors
/// [`ReplayError`] when the game does not play again.
pub fn of_game<R: Encode>(
    rules: &R,
    game: &SavedGame,
    lessons: &[usize],
    is_mirrored: bool,
    search_share: f32,
) -> Result<Vec<Example>, ReplayError> {
    let (visits, end) = replay(rules, game, lessons)?;
    let mirror = if is_mirrored { rules.mirror() } else { None };
    let end = if mirror.is_some() { rules.mirror_state(&end) } else { end };
    let examples = visits.into_iter().map(|visit| {
        let lesson = &game.lessons[visit.lesson];
        let mut policy = lesson.policy.clone();
        let visit = match &mirror {
            Some(mirrored) => in_mirror(rules, mirrored, &visit, &mut policy),
            None => visit,
        };
        example(mirror.as_ref().unwrap_or(rules), game, lesson, &visit, policy, &end, search_share)
    });
    Ok(examples.collect())
}

/// The decision in the mirror, the policy's target in the order of its list.
fn in_mirror<R: Ruleset>(rules: &R, mirrored: &R, visit: &Visit<R>, policy: &mut [f32]) -> Visit<R> {
    let state = rules.mirror_state(&visit.state);
    let mut actions = Vec::new();
    mirrored.actions(&state, &mut actions);
    let straight: Vec<f32> = policy.to_vec();
    for (action, target) in visit.actions.iter().zip(straight) {
        let twin = actions.binary_search(&rules.mirror_action(*action));
        policy[twin.expect("the mirror image of a legal action is legal in the mirror")] = target;
    }
    Visit { lesson: visit.lesson, state, seat: visit.seat, actions }
}

fn example<R: Encode>(
    rules: &R,
    game: &SavedGame,
    lesson: &Lesson,
    visit: &Visit<R>,
    policy: Vec<f32>,
    end: &R::State,
    search_share: f32,
) -> Example {
    let sign = sign_of(visit.seat);
    let (mut encoding, mut survival) = (Encoding::default(), Vec::new());
    rules.encode(&visit.state, visit.seat, &visit.actions, &mut encoding);
    rules.survival(&visit.state, visit.seat, end, &mut survival);
    Example {
        encoding,
        policy,
        outcome: outcome_of(sign * game.value(), lesson.value, search_share),
        margin: sign * rules.margin(end),
        survival,
    }
}

fn sign_of(seat: Seat) -> f32 {
    seat.sign() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_add_up_and_keep_their_value() {
        for result in [-1.0, -0.5, 0.0, 0.25, 1.0] {
            for (search, share) in [(None, 0.5), (Some(0.4), 0.0), (Some(-0.6), 0.3), (Some(1.0), 1.0)] {
                let [win, draw, loss] = outcome_of(result, search, share);
                assert!((win + draw + loss - 1.0).abs() < 1e-6);
                assert!(win >= 0.0 && draw >= 0.0 && loss >= 0.0);
                let value = search.map_or(result, |search| (1.0 - share) * result + share * search);
                assert!((win - loss - value).abs() < 1e-6, "{result} {search:?} {share}");
            }
        }
    }
}
