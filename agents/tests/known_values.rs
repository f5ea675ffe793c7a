//! The published and computable values of the reference games, reached by exact solving
//! over the same trait that all other play uses.

#![allow(clippy::unwrap_used, reason = "a test stops where something is missing")]

use sandtable_agents::exact::{ExactError, Expectimax, Fraction, NormalForm, ValueIteration, exploitability};
use sandtable_core::{Position, Ruleset, Scenario, scenario};
use sandtable_reference::pig::Action;
use sandtable_reference::{ConnectFour, Kuhn, Pig};

fn built_in<R: Ruleset>(name: &str) -> R {
    R::load(&scenario::built_in::<R>(name).unwrap()).unwrap()
}

fn pig(body: &str) -> Pig {
    let text = format!("ruleset = \"pig\"\nname = \"test\"\n{body}");
    Pig::load(&Scenario::parse("test.toml", &text).unwrap()).unwrap()
}

fn fraction(numerator: i128, denominator: i128) -> Fraction {
    Fraction::new(numerator, denominator).unwrap()
}

/// Nine rolls and stops in all: the value is 1324/6561 exactly.
#[test]
fn pig_in_nine_is_worth_1324_6561ths() {
    let rules: Pig = built_in("pig-nine");
    let mut solver = Expectimax::<_, Fraction>::new(&rules, 100_000);
    let found = solver.solve(&rules.start()).unwrap();
    assert_eq!(found.value, fraction(1324, 6561));
    assert_eq!(found.actions[0], (Action::Roll, found.value));
    assert!(found.actions[1].1 < found.value, "stopping at once gives a turn away");

    let mut rough = Expectimax::<_, f64>::new(&rules, 100_000);
    let value = rough.value(&rules.start()).unwrap();
    assert!((value - found.value.to_f64()).abs() < 1e-12, "{value}");
    assert_eq!(rough.positions(), solver.positions());
}

/// Without a limit the first player wins with a chance of exactly 0.6.
#[test]
fn pig_to_six_with_three_sides_is_won_with_chance_six_tenths() {
    let rules = pig("target = 6\nsides = 3\n");
    let found = ValueIteration::new(&rules, &rules.start(), 10_000).unwrap().solve(1e-12, 10_000).unwrap();
    let chance = |value: f64| f64::midpoint(value, 1.0);
    assert!(chance(found.lower) <= 0.6 + 1e-15 && 0.6 - 1e-15 <= chance(found.upper), "{found:?}");
    assert!((chance(found.value()) - 0.6).abs() < 1e-9, "{found:?}");
}

/// The limit matters less and less as it grows.
#[test]
fn pig_with_a_long_limit_nears_pig_without_one() {
    let value = |limit: u32| {
        let rules = pig(&format!("target = 6\nsides = 3\nlimit = {limit}\n"));
        Expectimax::<_, f64>::new(&rules, 1_000_000).value(&rules.start()).unwrap()
    };
    assert!((value(200) - 0.2).abs() < 1e-9, "{}", value(200));
    assert!((value(9) - 0.2).abs() > 1e-3, "{}", value(9));
}

/// In chips: -1/18 to the first player. A verdict is a share of two chips.
#[test]
fn kuhn_poker_is_worth_minus_an_eighteenth_of_a_chip() {
    let rules: Kuhn = built_in("kuhn");
    let game = NormalForm::new(&rules, &rules.start(), 64).unwrap();
    assert_eq!(game.situations, [6, 6], "three cards, each at two decisions");
    let solution = game.solve().unwrap();
    assert_eq!(solution.value.times(Fraction::whole(2)), Some(fraction(-1, 18)));

    // Neither side can do better against the other's mixture: the value is proved.
    let dot = |chances: &[Fraction], values: Vec<Fraction>| {
        chances
            .iter()
            .zip(values)
            .fold(Fraction::ZERO, |sum, (chance, value)| sum.plus(chance.times(value).unwrap()).unwrap())
    };
    for row in &game.payoffs {
        assert!(dot(&solution.columns, row.clone()) <= solution.value);
    }
    for column in 0..64 {
        let values = game.payoffs.iter().map(|row| row[column]).collect();
        assert!(dot(&solution.rows, values) >= solution.value);
    }
}

/// Four by four is drawn. Its 161,029 positions were counted by a separate breadth-first
/// search too.
#[test]
fn connect_four_on_four_by_four_is_drawn() {
    let rules: ConnectFour = built_in("connect-four-small");
    let mut solver = Expectimax::<_, Fraction>::new(&rules, 200_000);
    assert_eq!(solver.value(&rules.start()), Ok(Fraction::ZERO));
    assert_eq!(solver.positions(), 161_029);
}

#[test]
fn what_cannot_be_solved_is_refused_with_the_reason() {
    let large: ConnectFour = built_in("connect-four");
    let mut solver = Expectimax::<_, Fraction>::new(&large, 1000);
    let error = solver.value(&large.start()).unwrap_err();
    assert_eq!(error, ExactError::TooLarge { what: "positions", limit: 1000 });
    assert!(error.to_string().contains("more than 1000 positions"), "{error}");

    let endless = pig("target = 6\nsides = 3\n");
    let mut solver = Expectimax::<_, Fraction>::new(&endless, 100_000);
    assert_eq!(solver.value(&endless.start()), Err(ExactError::Repeats));
    assert_eq!(solver.value(&endless.start()), Err(ExactError::Repeats), "the same when asked again");
    let iteration = ValueIteration::new(&endless, &endless.start(), 10);
    assert!(matches!(iteration, Err(ExactError::TooLarge { .. })), "{iteration:?}");

    let kuhn: Kuhn = built_in("kuhn");
    let mut solver = Expectimax::<_, Fraction>::new(&kuhn, 1000);
    assert_eq!(solver.value(&kuhn.start()), Err(ExactError::Hidden));
    assert!(matches!(ValueIteration::new(&kuhn, &kuhn.start(), 1000), Err(ExactError::Hidden)));
    let strategies = NormalForm::new(&kuhn, &kuhn.start(), 63);
    assert_eq!(strategies, Err(ExactError::TooLarge { what: "pure strategies", limit: 63 }));
}

/// The published equilibria of Kuhn poker cannot be exploited, and their opposite can: the
/// first player bets the jack with chance a, calls a bet with the queen with chance
/// a + 1/3 and bets the king with chance 3a; the second bets the jack and calls with the
/// queen with chance 1/3 each (Kuhn 1950).
#[test]
fn kuhn_equilibria_cannot_be_exploited() {
    use sandtable_core::Seat;
    use sandtable_reference::kuhn::{Card, Held, Stage};

    let rules: Kuhn = built_in("kuhn");
    let measure = |bluff: f64, call: f64| {
        exploitability(&rules, &rules.start(), 1000, |position: &Position<'_, Kuhn>| {
            let (first, view) = (position.seat() == Seat::FIRST, position.view());
            let is_facing_a_bet = matches!(view.stage, Stage::Bet | Stage::PassedBet);
            let bold = match (view.cards[position.seat().index()], is_facing_a_bet) {
                (Held::Known(Card::Queen), true) if first => bluff + call,
                (Held::Known(Card::Queen), true) => call,
                (Held::Known(Card::Jack), false) if first => bluff,
                (Held::Known(Card::Jack), false) => 1.0 / 3.0,
                (Held::Known(Card::King), false) if first => 3.0 * bluff,
                (Held::Known(Card::King), _) => 1.0,
                _ => 0.0,
            };
            vec![1.0 - bold, bold]
        })
        .unwrap()
    };
    for bluff in [0.0, 0.2, 1.0 / 3.0] {
        let found = measure(bluff, 1.0 / 3.0);
        assert!(found.value.abs() < 1e-12, "{found:?}");
        // A verdict is a share of two chips.
        assert!((found.responses[0].value - -1.0 / 36.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.responses.map(|response| response.situations), [6, 6]);
    }
    assert!(measure(0.0, 0.9).value > 0.01);
}
