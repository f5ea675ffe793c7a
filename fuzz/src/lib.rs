//! Fuzz targets for everything that reads text from outside: scenario files, records
//! and saves, notation, positions, weights, messages of the protocol, requests to the server.
//!
//! Each target takes any bytes, panics where something is wrong, and says whether the
//! bytes were valid input. `cargo xtask fuzz` runs them under libFuzzer; the tests here
//! run them over their seeds and over mutations of these.

mod served;

use std::sync::LazyLock;

use sandtable_agents::network::{Network, Precision, Shape, Weights};
use sandtable_core::conformance::{self, Plan, Play};
use sandtable_core::{Game, GameSeed, Playable, Record, Save, Scenario, notation, suite};
use sandtable_gym::{RULESETS, Visitor, visit};

pub use served::{messages, requests};

/// A scenario file: whatever loads must keep every promise for a game.
///
/// # Panics
/// When a scenario is accepted that its rules cannot play.
pub fn scenario(data: &[u8]) -> bool {
    struct Played(Scenario);
    impl Visitor for Played {
        type Out = bool;

        fn visit<R: Playable>(self) -> bool {
            let Ok(rules) = R::load(&self.0) else {
                return false;
            };
            if let Err(broken) = rules.check(&rules.start()) {
                panic!("accepted, and yet {broken}");
            }
            // Some games may last a million steps; a fuzzer has no time for them.
            if rules.bounds().steps > 10_000 {
                return true;
            }
            let seed = GameSeed::from_number(self.0.text().len() as u64);
            let plan = Plan { games: 1, seed, thorough_every: 64, play: Play::Eager };
            if let Err(failure) = conformance::run::<R>(&self.0, plan) {
                panic!("accepted, and yet: {failure}");
            }
            true
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let Ok(scenario) = Scenario::parse("fuzz", text) else {
        return false;
    };
    let id = scenario.ruleset().to_owned();
    visit(&id, Played(scenario)).unwrap_or(false)
}

/// A record or a save: whatever replays must write the same record again.
///
/// # Panics
/// When it does not.
pub fn record(data: &[u8]) -> bool {
    struct Replay<'a>(&'a Record, Option<Save>);
    impl Visitor for Replay<'_> {
        type Out = bool;

        fn visit<R: Playable>(self) -> bool {
            if let Some(save) = self.1
                && let Ok(game) = Game::<R>::restore(&save)
            {
                assert_eq!(game.save().seed, save.seed, "a restored game has other dice");
            }
            let Ok(game) = self.0.replay::<R>(|_| {}) else {
                return false;
            };
            let text = game.record().to_text();
            let again = Record::from_text(&text).expect("what was written reads back");
            let replayed = again.replay::<R>(|_| {}).expect("what was written replays");
            assert_eq!(replayed.record().to_text(), text, "the replay writes another record");
            true
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    let save: Option<Save> = serde_json::from_str(text).ok();
    let text = save.as_ref().map_or(text, |save| &save.record);
    let Ok(record) = Record::from_text(text) else {
        return false;
    };
    visit(&record.header.ruleset, Replay(&record, save.clone())).unwrap_or(false)
}

/// A file of positions: whatever is read waits for the seat that it names, and every line
/// begins with a legal decision.
///
/// # Panics
/// When it does not.
pub fn positions(data: &[u8]) -> bool {
    struct Read<'a>(&'a str);
    impl Visitor for Read<'_> {
        type Out = bool;

        fn visit<R: Playable>(self) -> bool {
            let Ok(exercises) = suite::read::<R>("fuzz", self.0) else {
                return false;
            };
            for exercise in &exercises {
                assert_eq!(exercise.driver.decider(), Some(exercise.seat), "{}", exercise.name);
                for line in exercise.answers.iter().chain(&exercise.avoid) {
                    assert!(!suite::named(&exercise.driver, &line.0[0]).is_empty(), "{line:?}");
                }
            }
            true
        }
    }
    let Ok(text) = std::str::from_utf8(data) else {
        return false;
    };
    RULESETS.iter().any(|id| visit(id, Read(text)).unwrap_or(false))
}

/// Notation: two bytes pick a position, the rest is what a person typed there.
///
/// # Panics
/// When what was read is not legal, or is written in a way that reads otherwise.
pub fn notation(data: &[u8]) -> bool {
    let Some((place, typed)) = data.split_first_chunk() else {
        return false;
    };
    let place = usize::from(u16::from_le_bytes(*place)) % POSITIONS.len();
    std::str::from_utf8(typed).is_ok_and(|typed| (POSITIONS[place].read)(typed))
}

/// A decision of some game, its ruleset erased.
struct Typed {
    read: Box<dyn Fn(&str) -> bool + Send + Sync>,
    legal: Vec<String>,
}

/// Decisions of every built-in scenario, early and late.
static POSITIONS: LazyLock<Vec<Typed>> = LazyLock::new(|| {
    struct Positions;
    impl Visitor for Positions {
        type Out = Vec<Typed>;

        fn visit<R: Playable>(self) -> Vec<Typed> {
            built_in::<R>().iter().flat_map(decisions::<R>).collect()
        }
    }
    RULESETS.iter().flat_map(|id| visit(id, Positions).unwrap_or_default()).collect()
});

fn decisions<R: Playable>(scenario: &Scenario) -> Vec<Typed> {
    let game = conformance::play::<R>(scenario, GameSeed::from_number(7), Play::Eager);
    let mut decisions = Vec::new();
    let replayed = game.record().replay::<R>(|game| {
        if let Some(seat) = game.decider() {
            decisions.push((game.state().clone(), game.actions(seat).to_vec()));
        }
    });
    assert!(replayed.is_ok(), "a fresh record replays");
    let every = (decisions.len() / 8).max(1);
    decisions
        .into_iter()
        .step_by(every)
        .map(|(state, actions)| {
            let rules = game.rules().clone();
            let legal = actions.iter().map(|&action| rules.notation(&state, action)).collect();
            let read = Box::new(move |typed: &str| {
                let Ok(action) = notation::parse(&*rules, &state, typed) else {
                    return false;
                };
                assert!(actions.contains(&action), "{typed:?} reads as {action:?}, which is not legal");
                let written = rules.notation(&state, action);
                assert_eq!(notation::parse(&*rules, &state, &written), Ok(action), "{written:?}");
                true
            });
            Typed { read, legal }
        })
        .collect()
}

fn built_in<R: Playable>() -> Vec<Scenario> {
    R::scenarios().iter().filter_map(|(name, text)| Scenario::parse(name, text).ok()).collect()
}

/// Weights of a network: whatever is read must be written as it was, and the ruleset whose
/// encoder it names must be able to play with it.
///
/// # Panics
/// When that is not so.
pub fn weights(data: &[u8]) -> bool {
    struct Built<'a>(&'a Weights);
    impl Visitor for Built<'_> {
        type Out = ();

        fn visit<R: Playable>(self) {
            let built = Network::new(self.0, &R::ENCODER).map(drop);
            assert_eq!(built, self.0.check(&R::ENCODER));
        }
    }
    let Ok(weights) = Weights::read(data) else {
        return false;
    };
    assert_eq!(Weights::read(&weights.write_in(Precision::Single)).as_ref(), Ok(&weights));
    for id in RULESETS {
        assert!(visit(id, Built(&weights)).is_ok(), "a ruleset of the list");
    }
    true
}

/// What a target starts from: valid input.
pub fn seeds(target: &str) -> Vec<Vec<u8>> {
    struct Seeds<'a>(&'a str);
    impl Visitor for Seeds<'_> {
        type Out = Vec<Vec<u8>>;

        fn visit<R: Playable>(self) -> Self::Out {
            if self.0 == "weights" {
                let shape = Shape { width: 4, heads: 2, blocks: 1, hidden: 4 };
                let weights = Weights::seeded(shape, &R::ENCODER, GameSeed::from_number(1));
                return weights
                    .iter()
                    .flat_map(|some| [some.write(), some.write_in(Precision::Single)])
                    .collect();
            }
            if self.0 == "positions" {
                return R::positions().iter().map(|(_, text)| text.as_bytes().to_vec()).collect();
            }
            let scenarios = built_in::<R>();
            if self.0 == "scenario" {
                let generated = (0..4).map_while(|number| R::generate(GameSeed::from_number(number)));
                return scenarios
                    .into_iter()
                    .chain(generated)
                    .map(|s| s.text().as_bytes().to_vec())
                    .collect();
            }
            let games =
                scenarios.iter().map(|s| conformance::play::<R>(s, GameSeed::from_number(3), Play::Eager));
            games.flat_map(|game| [game.record().to_text(), save_of(&game)]).map(String::into_bytes).collect()
        }
    }
    match target {
        "messages" => return served::message_seeds(),
        "requests" => return served::request_seeds(),
        _ => {}
    }
    if target == "notation" {
        let typed = |(place, typed): (usize, &Typed)| {
            let text = typed.legal.get(place % typed.legal.len()).map_or("", String::as_str);
            [&(place as u16).to_le_bytes(), text.as_bytes()].concat()
        };
        return POSITIONS.iter().enumerate().map(typed).collect();
    }
    RULESETS.iter().flat_map(|id| visit(id, Seeds(target)).unwrap_or_default()).collect()
}

fn save_of<R: Playable>(game: &Game<R>) -> String {
    serde_json::to_string(&game.save()).expect("plain data")
}

#[cfg(test)]
mod tests {
    use rand::{Rng as _, RngExt as _};

    use super::*;

    /// Changes a few places in the way that people and broken disks do.
    fn mutate(seed: &[u8], other: &[u8], rng: &mut impl rand::Rng) -> Vec<u8> {
        let mut data = seed.to_vec();
        for _ in 0..rng.random_range(1..4) {
            let at = rng.random_range(0..=data.len());
            let end = (at + rng.random_range(0..24)).min(data.len());
            match rng.random_range(0..6) {
                0 => drop(data.drain(at..end)),
                1 => data.insert(at, rng.next_u32() as u8),
                2 => data.truncate(at),
                3 => data.splice(at..end, other.iter().copied().skip(at).take(24)).for_each(drop),
                4 => data.splice(at..at, *b"99").for_each(drop),
                _ => {
                    let digits = data.iter_mut().filter(|byte| byte.is_ascii_digit());
                    if let Some(byte) = digits.last() {
                        *byte = b'0' + rng.random_range(0..10);
                    }
                }
            }
        }
        data
    }

    fn hold(target: &str, body: fn(&[u8]) -> bool, rounds: usize) {
        let seeds = seeds(target);
        assert!(seeds.len() > 3, "{} seeds", seeds.len());
        for seed in &seeds {
            assert!(body(seed), "a seed is not valid: {}", String::from_utf8_lossy(seed));
        }
        let mut rng = GameSeed::from_number(11).derive(target, 0).rng();
        let mut refused = 0;
        for round in 0..rounds {
            let other = &seeds[rng.random_range(0..seeds.len())];
            refused += usize::from(!body(&mutate(&seeds[round % seeds.len()], other, &mut rng)));
        }
        assert!(refused > rounds / 4, "{refused} of {rounds} were refused: too tame");
    }

    #[test]
    fn mutated_scenarios_are_refused_or_play() {
        hold("scenario", scenario, 2000);
    }

    #[test]
    fn mutated_records_are_refused_or_replay() {
        hold("record", record, 1000);
    }

    #[test]
    fn mutated_positions_are_refused_or_wait_for_their_seat() {
        hold("positions", positions, 1000);
    }

    #[test]
    fn mutated_notation_is_refused_or_legal() {
        hold("notation", notation, 20_000);
    }

    #[test]
    fn mutated_weights_are_refused_or_build() {
        hold("weights", weights, 2000);
    }

    #[test]
    fn mutated_messages_are_answered() {
        hold("messages", messages, 3000);
    }

    #[test]
    fn mutated_requests_are_answered() {
        hold("requests", requests, 1000);
    }

    #[test]
    fn noise_is_refused() {
        let mut rng = GameSeed::from_number(12).rng();
        for length in 0..200 {
            let mut data = vec![0; length];
            rng.fill_bytes(&mut data);
            assert!(!scenario(&data) && !record(&data) && !positions(&data) && !weights(&data));
            assert!(!messages(&data) && !requests(&data));
        }
    }
}
