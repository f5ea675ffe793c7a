//! The dice of the play-test that the draft came with, through the code that plays.
//! Section 20.

use sandtable_core::Seat;
use sandtable_gridded::phases::{combat_weights, compare};
use sandtable_gridded::{Happening, Outcome};

use crate::board::{Battle, Board};

const COMBATS: &str = include_str!("../data/play-test-combats.csv");
const TURNS: &str = include_str!("../data/play-test-turns.csv");

fn rows(csv: &str) -> impl Iterator<Item = Vec<&str>> {
    csv.lines().skip(1).map(|line| line.split(',').collect())
}

fn number(text: &str) -> i32 {
    text.parse().unwrap_or_else(|_| panic!("{text} is no number"))
}

/// A battle in which equal totals have just been thrown.
fn tied() -> Battle {
    let mut battle =
        Board::open(9, 9).first("R regular-infantry E5 n").second("S native-infantry E6 s").first_acts(1);
    battle.act("activate E5; fight first; close E6 n").throw(&[5, 6]);
    battle
}

/// The word of the table for what these totals and, after a tie, these dice decide.
fn resolved(initiator: i32, target: i32, tie: Option<[u8; 2]>) -> (&'static str, bool) {
    match compare(initiator, target) {
        Outcome::Ineffective => ("ineffective", false),
        Outcome::TargetWithdraws => ("withdraw", false),
        Outcome::Destroyed => ("destroyed", false),
        Outcome::Tie => match tied().throw(&tie.expect("the report has dice for a tie")).result() {
            Outcome::TargetWithdraws => ("withdraw", true),
            Outcome::InitiatorWithdraws => ("attacker_withdraws", true),
            other => panic!("{other:?} after a tie"),
        },
        other => panic!("{other:?} from two totals"),
    }
}

// covers: G-52, G-42, G-43, G-44, G-45
#[test]
fn the_twenty_one_combats_replay() {
    let mut ids = Vec::new();
    let mut differing = Vec::new();
    for row in rows(COMBATS) {
        let [id, _, _, kind, a_die, a_mods, d_die, d_mods, cavalry, tie_a, tie_d, report, plain, bonus] =
            row[..]
        else {
            panic!("fourteen columns: {row:?}")
        };
        let sum = |mods: &str| mods.split('+').map(number).sum::<i32>();
        let (initiator, target) = (number(a_die) + sum(a_mods), number(d_die) + sum(d_mods));
        let tie = (!tie_a.is_empty()).then(|| [number(tie_a) as u8, number(tie_d) as u8]);
        assert!(kind == "fire" || kind == "close");
        let (without, had_tie) = resolved(initiator, target, tie);
        assert_eq!((without, without), (report, plain), "{id}: as reported and by the rules");
        assert_eq!(had_tie, tie.is_some(), "{id}: the report throws bare dice exactly when totals are equal");
        let (with, _) = resolved(initiator + 3 * number(cavalry), target, tie);
        assert_eq!(with, bonus, "{id}: with the cavalry bonus");
        if with != without {
            differing.push(id);
        }
        // The dice of the report are among those that give this result.
        let totals = sandtable_core::Totals { initiator: sum(a_mods) as i8, target: sum(d_mods) as i8 };
        let weight =
            combat_weights(totals).into_iter().find(|(o, _)| *o == compare(initiator, target)).unwrap().1;
        assert!(weight > 0, "{id}");
        ids.push(id);
    }
    assert_eq!(ids.len(), 21);
    assert_eq!((ids[0], ids[20]), ("C01", "C21"));
    assert_eq!(differing, ["C08"], "RULING R3: the bonus changes one result");
}

// covers: G-52, G-13, G-14
#[test]
fn the_initiative_and_activation_throws_replay() {
    // The Anglo-Egyptians are the first side.
    let mut battle = Board::open(18, 12).turns(12).battle();
    for row in rows(TURNS) {
        let [turn, ae, mahdists, first, activation, second] = row[..] else { panic!("six columns: {row:?}") };
        assert_eq!(battle.game.turn(), turn.parse::<u16>().unwrap());
        battle.throw(&[number(ae) as u8, number(mahdists) as u8]);
        let leads = if first == "AE" { Seat::First } else { Seat::Second };
        for (seat, pip) in [(leads, activation), (leads.other(), second)] {
            // The report ends in the middle of turn six.
            if pip.is_empty() {
                continue;
            }
            assert_eq!(battle.game.due().unwrap().seat, seat, "turn {turn}");
            battle.throw(&[number(pip) as u8]);
            let told = battle.game.events().iter().rev().find_map(|event| match event.what {
                Happening::Activations { seat, count } => Some((seat, i32::from(count))),
                _ => None,
            });
            assert_eq!(told, Some((seat, number(pip))), "turn {turn}");
            battle.act("end");
        }
    }
    assert_eq!(battle.game.turn(), 6);
    assert_eq!(battle.due(), "activation");
}

// covers: G-52, G-48
#[test]
fn the_spotting_throw_of_turn_two_fails() {
    // 3 against 7: the ambush stayed unseen.
    let rows = [
        ".........",
        ".........",
        ".........",
        "....w....",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    let mut battle = Board::ground(&rows)
        .hidden_groups(Seat::Second, &["rocks"])
        .second("H native-infantry E6 s group=rocks")
        .first("R regular-infantry E2 n")
        .first_acts(6);
    battle.throw(&[3, 7]);
    assert!(battle.is_concealed("H"));
}

// covers: G-52, G-10
#[test]
fn the_generals_and_armies_of_the_play_test_are_graded_and_counted() {
    use sandtable_gridded::army::cost;
    use sandtable_gridded::{Class, stand::Grade};
    assert_eq!(Grade::thrown(6).value(), 3);
    let many = |class, count| std::iter::repeat_n(class, count);
    let column = many(Class::RegularInfantry, 6)
        .chain([Class::MachineGun, Class::FieldArtillery, Class::Command])
        .chain(many(Class::Transport, 2));
    // RULING R10: 24 points, not the 26 that were thrown.
    let cost_of_column = cost(column, 0);
    assert!(cost_of_column.within(24).is_ok() && cost_of_column.within(23).is_err());
    let mahdists = many(Class::IrregularInfantry, 4)
        .chain(many(Class::NativeInfantry, 8))
        .chain(many(Class::NativeCavalry, 3))
        .chain([Class::FieldArtillery, Class::Command]);
    let cost_of_mahdists = cost(mahdists, 0);
    assert!(cost_of_mahdists.within(32).is_ok() && cost_of_mahdists.within(31).is_err());
}
