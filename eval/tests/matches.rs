//! Matches: fair, repeatable, and not to be stopped by a faulty agent.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

use std::time::Duration;

use sandtable_agents::network::{Shape, Weights};
use sandtable_agents::{Agent, Clock, Networks, Thought};
use sandtable_core::{GameSeed, Playable, Position, Ruleset, Seat, scenario};
use sandtable_eval::{
    Answer, Contender, Event, Failure, ForfeitKind, MatchReport, MatchSettings, Plan, Player, Question,
    Venue, match_games,
};
use sandtable_reference::connect_four::Column;
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn spec<R: Playable>(text: &str) -> Contender<R> {
    Contender::from_spec(&text.parse().unwrap(), &Networks::new()).unwrap()
}

fn settings(pairs: u32) -> MatchSettings {
    MatchSettings { pairs, seed: GameSeed::from_number(11), threads: 2 }
}

/// Plays by a function of how many decisions it has made.
struct Scripted(u32, fn(u32, &[Column]) -> Column);

impl Agent<ConnectFour> for Scripted {
    fn name(&self) -> String {
        "scripted".to_owned()
    }

    fn begin(&mut self, _: GameSeed) {}

    fn decide(&mut self, position: &Position<'_, ConnectFour>, _: &dyn Clock) -> Column {
        self.0 += 1;
        (self.1)(self.0, position.actions())
    }

    fn thought(&self) -> Option<&Thought<Column>> {
        None
    }
}

fn scripted(name: &str, script: fn(u32, &[Column]) -> Column) -> Contender<ConnectFour> {
    Contender::new(name, move || Box::new(Scripted(0, script)))
}

fn connect_four(contenders: &[Contender<ConnectFour>; 2], pairs: u32) -> MatchReport {
    let scenario = scenario::built_in::<ConnectFour>("connect-four").unwrap();
    match_games(&scenario, contenders, settings(pairs), |_| {}).unwrap()
}

#[test]
fn a_fixed_winner_who_alternates_sides_scores_everything() {
    // Four in the fourth column against stones spread over the others.
    let tower = |_: u32, _: &[Column]| Column::new(3);
    let spread = |n: u32, _: &[Column]| Column::new([0, 1, 5, 6][n as usize % 4]);
    let report = connect_four(&[scripted("tower", tower), scripted("spread", spread)], 10);
    assert_eq!((report.tally.wins, report.tally.draws, report.tally.losses), (20, 0, 0));
    assert!((report.tally.score.score - 1.0).abs() < 1e-12 && report.tally.score.low > 0.7);
    assert!((report.tally.first_seat.score - 0.5).abs() < 1e-12);
    assert!((report.tally.mean_value - 1.0).abs() < 1e-12);
    let reversed = connect_four(&[scripted("spread", spread), scripted("tower", tower)], 10);
    assert_eq!((reversed.tally.wins, reversed.tally.draws, reversed.tally.losses), (0, 0, 20));
    for (number, game) in report.games.iter().enumerate() {
        assert_eq!(game.slot.pair as usize, number / 2);
        assert_eq!(game.slot.seat, if number % 2 == 0 { Seat::FIRST } else { Seat::SECOND });
    }
}

#[test]
fn faults_lose_with_the_reason_and_the_match_goes_on() {
    let illegal = |n: u32, actions: &[Column]| if n == 3 { Column::new(7) } else { actions[0] };
    let panics = |n: u32, actions: &[Column]| {
        assert!(n < 2, "the script has only one move");
        actions[1]
    };
    let report = connect_four(&[scripted("illegal", illegal), scripted("panics", panics)], 5);
    assert_eq!(report.games.len(), 10);
    assert_eq!((report.tally.wins, report.tally.losses), (10, 0));
    assert_eq!(report.forfeits[1][&ForfeitKind::Panic], 10);
    assert!(report.games[0].reason.contains("only one move"), "{}", report.games[0].reason);
    let report = connect_four(&[scripted("illegal", illegal), spec("drill")], 5);
    assert_eq!((report.tally.wins, report.tally.losses), (0, 10));
    assert_eq!(report.forfeits[0][&ForfeitKind::IllegalAction], 10);
    assert!(report.to_string().contains("forfeited by illegal: 10 (illegal action)"), "{report}");
}

/// A player from outside, who plays by a function of how many decisions it has made.
struct Outsider(u32, fn(u32, &Question<'_, ConnectFour>) -> Result<Answer, Failure>);

impl Player<ConnectFour> for Outsider {
    fn begin(&mut self, _: GameSeed, _: Duration) -> Result<(), Failure> {
        Ok(())
    }

    fn decide(&mut self, question: &Question<'_, ConnectFour>) -> Result<Answer, Failure> {
        self.0 += 1;
        (self.1)(self.0, question)
    }
}

#[test]
fn players_from_outside_play_and_lose_by_their_faults() {
    type Script = fn(u32, &Question<'_, ConnectFour>) -> Result<Answer, Failure>;
    let meet = |script: Script| {
        let outsider = Contender::player("outsider", move || Box::new(Outsider(0, script)));
        connect_four(&[outsider, spec("drill")], 2)
    };
    // By notation and by index, every second time.
    let fair = meet(|n, question| {
        let last = question.position.actions().len() - 1;
        let notation = question.position.notation(question.position.actions()[last]);
        assert!(question.seen.len() <= 2 && (n == 1 || !question.seen.is_empty()), "the news alone");
        Ok(if n % 2 == 0 { Answer::Index(last) } else { Answer::Notation(notation) })
    });
    assert_eq!(fair.forfeits.iter().flatten().count(), 0, "{fair}");
    assert!(fair.games[0].steps > 8);
    let faults: [(Script, ForfeitKind, &str); 5] = [
        (
            |_, _| Ok(Answer::Index(99)),
            ForfeitKind::IllegalAction,
            "there is no action 99: the list has 0 to 6",
        ),
        (|_, _| Ok(Answer::Notation("up".to_owned())), ForfeitKind::IllegalAction, "`up` is not legal here"),
        (|_, _| Ok(Answer::Notation(String::new())), ForfeitKind::IllegalAction, "not legal here"),
        (|_, _| panic!("lost its way"), ForfeitKind::Panic, "lost its way"),
        (|_, _| Err(Failure::new(ForfeitKind::Death, "it fell")), ForfeitKind::Death, "it fell"),
    ];
    for (script, kind, reason) in faults {
        let report = meet(script);
        assert_eq!((report.tally.losses, report.forfeits[0][&kind]), (4, 4), "{report}");
        assert!(report.games[0].reason.contains(reason), "{report}");
        assert!(
            report.to_string().contains(&format!("forfeited by outsider: 4 ({kind})\n    first: ")),
            "{report}"
        );
    }
}

#[test]
fn players_from_outside_spend_time_on_the_wall() {
    let slow = |_: u32, question: &Question<'_, ConnectFour>| {
        assert!(question.patience <= Duration::from_millis(40));
        std::thread::sleep(Duration::from_millis(15));
        Ok(Answer::Index(0))
    };
    let play = |turn: u64, answer: u64| {
        let slow = Contender::player("slow", move || Box::new(Outsider(0, slow)));
        let venue = Venue::fixed(scenario::built_in::<ConnectFour>("connect-four").unwrap()).unwrap();
        let event = Event::new(vec![slow, spec("drill")], vec![venue], GameSeed::from_number(1)).unwrap();
        let event = event
            .with_turn_limit(Some(Duration::from_millis(turn)))
            .with_answer_limit(Duration::from_millis(answer));
        assert_eq!(event.header().answer_limit_us, Some(answer * 1000));
        let played = event.run(Plan::pairs(1), Vec::new(), |_| Ok::<(), std::io::Error>(())).unwrap();
        MatchReport::new(&event, played)
    };
    let late = play(5, 40);
    assert_eq!(late.forfeits[0][&ForfeitKind::Time], 2, "{late}");
    let patient = play(60_000, 40);
    assert_eq!(patient.forfeits.iter().flatten().count(), 0, "{patient}");
    assert!(patient.time.unwrap()[0].longest_us >= 15_000);
}

fn pig_on(threads: usize) -> MatchReport {
    let scenario = scenario::built_in::<Pig>("pig-nine").unwrap();
    let contenders = [spec("mcts:60"), spec("eager")];
    let mut calls = 0;
    let settings = MatchSettings { threads, ..settings(40) };
    let report = match_games::<Pig>(&scenario, &contenders, settings, |progress| {
        calls += 1;
        assert_eq!((progress.finished, progress.games), (calls, 80));
        assert_eq!(progress.last.record, progress.record.digest());
    });
    assert_eq!(calls, 80);
    report.unwrap()
}

#[test]
fn the_report_is_the_same_on_any_number_of_threads() {
    let one = pig_on(1);
    assert_eq!(one, pig_on(2));
    assert_eq!(one, pig_on(8));
    assert_eq!(serde_json::to_string(&one).unwrap(), serde_json::to_string(&pig_on(3)).unwrap());
}

#[test]
fn games_of_a_pair_share_their_dice() {
    // Agents that draw no lots play the same game from both seats.
    let scenario = scenario::built_in::<Pig>("pig").unwrap();
    let contenders = [spec("drill"), spec("drill")];
    let report = match_games::<Pig>(&scenario, &contenders, settings(30), |_| {}).unwrap();
    for pair in report.games.chunks(2) {
        assert_eq!(pair[0].record, pair[1].record);
        assert_eq!(pair[0].thousandths, -pair[1].thousandths);
    }
    assert!((report.tally.score.score - 0.5).abs() < 1e-12);
    assert_ne!(report.games[0].record, report.games[2].record);
}

#[test]
fn every_agent_plays_every_reference_game() {
    fn meet<R: Playable>() {
        let scenario = scenario::built_in::<R>(<R as Ruleset>::scenarios()[0].0).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let weights = Weights::seeded(Shape::LAPTOP, &R::ENCODER, GameSeed::from_number(1)).unwrap();
        std::fs::write(&file, weights.write()).unwrap();
        let file = file.path().display();
        for (name, _) in sandtable_agents::AGENTS {
            let text = match *name {
                "mcts" => "mcts:30".to_owned(),
                "net" => format!("net@{file}:30"),
                "policy" => format!("policy@{file}"),
                name => name.to_owned(),
            };
            let report =
                match_games::<R>(&scenario, &[spec(&text), spec("random")], settings(2), |_| {}).unwrap();
            assert_eq!(report.forfeits.iter().flatten().count(), 0, "{report}");
        }
    }
    meet::<ConnectFour>();
    meet::<Pig>();
    meet::<Kuhn>();
}
