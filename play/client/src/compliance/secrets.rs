//! What a seat may not know, and what the engine must not have chosen: hidden things, the
//! secret behind the dice.

use std::collections::BTreeSet;

use sandtable_core::record::{Line as RecordLine, Record};
use sandtable_core::scene::Piece;
use sandtable_core::{Game, GameSeed, Playable, Seat};
use sandtable_gym::{Visitor, visit};
use sandtable_protocol::hello::Capability;
use sandtable_protocol::reply::{Committed, Record as Recorded};
use sandtable_protocol::situation::{Situation, Waiting};
use serde_json::{Value, json};

use super::trial::{Table, Trial, demand};
use super::{Check, Scope, Verdict, check};

const GAMES: Option<Capability> = Some(Capability::Games);

pub(super) const CHECKS: &[Check] = &[
    check(
        "commitment",
        GAMES,
        Scope::Ruleset,
        "the secret that is told at the end hashes to the commitment, and every throw came of it and of the front end's number",
        commitment,
    ),
    check(
        "secrecy",
        GAMES,
        Scope::Ruleset,
        "nothing that is sent before the end holds the secret, the seed of the dice, or a token twice",
        secrecy,
    ),
    check(
        "hidden",
        GAMES,
        Scope::Hidden,
        "a seat is sent the pieces that it knows of, and no sentence of what the other seat alone saw",
        hidden,
    ),
    check("hidden-second", GAMES, Scope::Hidden, "the same from the second seat", hidden_second),
];

/// The front end's part of the seed.
const NUMBER: &str = "5EED0123456789abcdef";

fn fought(trial: &mut Trial<'_>) -> Result<Table, String> {
    let opponent = trial.opponent()?;
    let promised: Committed = trial.ask("commit", &json!({}))?;
    let more = json!({ "number": NUMBER, "commitment": promised.commitment });
    let mut table = trial.begin(["client", &opponent], &more)?;
    demand(table.commitment == promised.commitment, || {
        format!("`commit` answered {}, and the game has {}", promised.commitment, table.commitment)
    })?;
    let commitment = table.commitment.clone();
    trial.play_out(&mut table, |situation| {
        demand(situation.commitment == commitment, || {
            format!("the commitment was {commitment} and is {}", situation.commitment)
        })
    })?;
    Ok(table)
}

fn seed(text: &str) -> Result<GameSeed, String> {
    demand(text.len() == 64, || format!("`{text}` is no seed of 64 hexadecimal digits"))?;
    GameSeed::parse(text).map_err(|error| error.to_string())
}

fn commitment(trial: &mut Trial<'_>) -> Verdict {
    let table = fought(trial)?;
    let secret = table.situation.secret.clone().ok_or("a battle that is over does not tell the secret")?;
    let server = seed(&secret.server)?;
    demand(server.commitment() == table.commitment, || {
        format!("the secret {} hashes to {}, not to {}", secret.server, server.commitment(), table.commitment)
    })?;
    demand(secret.number.as_ref().is_some_and(|number| number.eq_ignore_ascii_case(NUMBER)), || {
        format!("the front end's number was {NUMBER}, and is told as {:?}", secret.number)
    })?;
    let dice = seed(&secret.seed)?;
    demand(server.derive(&NUMBER.to_lowercase(), 0) == dice, || {
        "the seed of the dice does not come of the secret and the number".to_owned()
    })?;
    let recorded: Recorded = trial.ask("record", &table.with(&json!({})))?;
    let record = Record::from_text(&recorded.text).map_err(|error| format!("the record: {error}"))?;
    let ruleset = record.header.ruleset.clone();
    visit(&ruleset, Rethrow { record, dice }).map_err(|error| error.to_string())?
}

/// Plays a record again, with dice of the seed.
struct Rethrow {
    record: Record,
    dice: GameSeed,
}

impl Visitor for Rethrow {
    type Out = Verdict;

    fn visit<R: Playable>(self) -> Verdict {
        let scenario = self.record.scenario().map_err(|error| error.to_string())?;
        let mut game =
            Game::<R>::new(&scenario, Default::default(), Some(self.dice)).map_err(|e| e.to_string())?;
        for line in &self.record.lines {
            match line {
                RecordLine::Do { action, .. } => {
                    game.act_by_notation(action).map_err(|error| format!("the record: {error}"))?;
                }
                // Rolls that do not count are in the record too, and come with those that do.
                RecordLine::Throw { .. } if game.due().is_some() && is_behind(&game, &self.record) => {
                    game.throw().map_err(|error| format!("the record: {error}"))?;
                }
                _ => {}
            }
            let so_far = game.record().lines.len();
            let ours = game.record().lines.iter().take(so_far);
            for (place, (our, their)) in ours.zip(&self.record.lines).enumerate() {
                if let (RecordLine::Throw { dice: our, .. }, RecordLine::Throw { dice: their, .. }) =
                    (our, their)
                {
                    demand(our == their, || {
                        format!(
                            "line {} of the record has the dice {their:?}, the seed throws {our:?}",
                            place + 2
                        )
                    })?;
                }
            }
        }
        Ok(())
    }
}

/// Whether the game has not come as far as the record.
fn is_behind<R: Playable>(game: &Game<R>, record: &Record) -> bool {
    game.record().lines.len() < record.lines.len()
}

/// The line in which the secret is told.
fn end(heard: &[String]) -> Option<usize> {
    let tells = |line: &String| {
        let message: Value = serde_json::from_str(line).unwrap_or_default();
        let situations = [&message, &message["ok"], &message["ok"]["situation"]];
        situations.iter().any(|situation| situation["secret"].is_object())
    };
    heard.iter().position(tells)
}

fn secrecy(trial: &mut Trial<'_>) -> Verdict {
    let table = fought(trial)?;
    let secret = table.situation.secret.clone().ok_or("a battle that is over does not tell the secret")?;
    let heard = &trial.talk.line().heard;
    let before = &heard[..end(heard).ok_or("the secret is never told")?];
    for (what, text) in [("the secret", &secret.server), ("the seed of the dice", &secret.seed)] {
        demand(!before.iter().any(|line| line.contains(&**text)), || format!("{what} before the end"))?;
    }
    // Told once, in the answer to `new_game`: later lines may be shown to others.
    let told = before.iter().filter(|line| line.contains(&*table.token)).count();
    demand(told <= 1, || format!("the token is in {told} lines"))
}

fn hidden(trial: &mut Trial<'_>) -> Verdict {
    from_seat(trial, Seat::FIRST)
}

fn hidden_second(trial: &mut Trial<'_>) -> Verdict {
    from_seat(trial, Seat::SECOND)
}

/// What one situation showed.
struct Shown {
    pieces: Vec<Piece>,
    over: bool,
}

fn from_seat(trial: &mut Trial<'_>, seat: Seat) -> Verdict {
    let opponent = trial.opponent()?;
    let seats = if seat == Seat::FIRST { ["client", &*opponent] } else { [&*opponent, "client"] };
    let mut table = trial.begin(seats, &json!({}))?;
    let mut shown: Vec<Shown> = Vec::new();
    trial.play_out(&mut table, |situation: &Situation| {
        shown.push(Shown { pieces: situation.pieces.clone(), over: situation.node == Waiting::Over });
        Ok(())
    })?;
    let heard = &trial.talk.line().heard;
    let before = heard[..end(heard).ok_or("the secret is never told")?].to_vec();
    let recorded: Recorded = trial.ask("record", &table.with(&json!({})))?;
    let record = Record::from_text(&recorded.text).map_err(|error| format!("the record: {error}"))?;
    let ruleset = record.header.ruleset.clone();
    visit(&ruleset, Overhear { record, seat, shown, before }).map_err(|error| error.to_string())?
}

/// Holds what a seat was sent against what it could know, by this program's own rules.
struct Overhear {
    record: Record,
    seat: Seat,
    shown: Vec<Shown>,
    before: Vec<String>,
}

impl Visitor for Overhear {
    type Out = Verdict;

    fn visit<R: Playable>(self) -> Verdict {
        let mut known: Vec<Vec<Piece>> = Vec::new();
        let mut last = None;
        let game = self
            .record
            .replay::<R>(|game| {
                known.push(game.rules().pieces(&game.view(self.seat)));
                if !game.is_over() {
                    last = Some(game.clone());
                }
            })
            .map_err(|error| format!("the record does not replay: {error}"))?;
        let mut from = 0;
        for (number, shown) in self.shown.iter().enumerate().filter(|(_, shown)| !shown.over) {
            let found = known[from..].iter().position(|known| *known == shown.pieces);
            from += found
                .ok_or_else(|| format!("situation {number} shows pieces as the seat never knew them"))?;
        }
        // What the seat saw at the end is no secret, and what both saw is none either.
        let Some(last) = last else { return Ok(()) };
        let sentences = |game: &Game<R>, seat: Seat| -> BTreeSet<String> {
            game.log(seat, 0).map(|event| game.rules().narrate(&event)).collect()
        };
        let own = sentences(&game, self.seat);
        let secret: Vec<String> =
            sentences(&last, self.seat.other()).into_iter().filter(|one| !own.contains(one)).collect();
        for sentence in secret {
            let written = serde_json::to_string(&sentence).map_err(|error| error.to_string())?;
            let text = written.trim_matches('"');
            demand(!self.before.iter().any(|line| line.contains(text)), || {
                format!("what the other seat alone saw was sent: {sentence}")
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use sandtable_core::scenario;
    use sandtable_gridded::Gridded;

    use super::*;

    #[test]
    fn sentences_that_only_the_other_seat_saw_are_overheard() {
        let scenario = scenario::built_in::<Gridded>("ambush").unwrap();
        let seed = Some(GameSeed::from_number(3));
        let mut game = Game::<Gridded>::new(&scenario, Default::default(), seed).unwrap();
        for step in 0.. {
            match game.decider() {
                Some(seat) => {
                    let list = game.actions(seat);
                    game.act(list[step * 7 % list.len()]).unwrap();
                }
                None if game.is_over() => break,
                None => game.throw().unwrap(),
            }
        }
        let overhear = |seat: Seat, before: &[&str]| {
            let before = before.iter().map(|line| (*line).to_owned()).collect();
            Overhear { record: game.record().clone(), seat, shown: Vec::new(), before }.visit::<Gridded>()
        };
        let sentences = |seat: Seat| -> BTreeSet<String> {
            game.log(seat, 0).map(|event| sandtable_core::Words::narrate(&**game.rules(), &event)).collect()
        };
        let (first, second) = (sentences(Seat::FIRST), sentences(Seat::SECOND));
        let secret = second.difference(&first).next().expect("the ambushers do something unseen");
        let both = first.intersection(&second).next().unwrap();
        assert_eq!(overhear(Seat::FIRST, &[both]), Ok(()));
        assert!(overhear(Seat::FIRST, &[both, secret]).unwrap_err().contains(&**secret));
        assert_eq!(overhear(Seat::SECOND, &[secret]), Ok(()));
    }
}
