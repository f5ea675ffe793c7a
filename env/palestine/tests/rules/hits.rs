//! Hits: what each shooter throws against each target under each cover.

use sandtable_core::Seat;
use sandtable_palestine::Outcome;
use sandtable_palestine::unit::Volley;

use crate::table::{Battle, Table};

/// Pips that a shooter's dice stand for: a D6 counts all, a D3 half, rounded up.
fn dice(words: &str) -> Vec<u8> {
    let die = |word: &str| -> Vec<u8> {
        match word {
            "D6" => vec![1, 2, 3, 4, 5, 6],
            "D3" => vec![1, 1, 2, 2, 3, 3],
            other => panic!("{other}"),
        }
    };
    let mut sums = vec![0];
    for word in words.split(" + ") {
        sums = sums.iter().flat_map(|sum| die(word).into_iter().map(move |hits| sum + hits)).collect();
    }
    sums
}

fn expected(words: &str, is_halved: bool) -> Vec<(Outcome, u32)> {
    let mut weights = std::collections::BTreeMap::new();
    for hits in dice(words) {
        let hits = if is_halved { hits / 2 + hits % 2 } else { hits };
        *weights.entry(Outcome::Hits(hits)).or_insert(0) += 1;
    }
    weights.into_iter().collect()
}

/// P-23, P-31, P-32: who throws what. RULING R10, RULING R11.
const SHOOTERS: [(&str, &str, &str); 8] = [
    ("infantry", "", "D6"),
    ("infantry", "guns", "D6 + D3"),
    ("cavalry", "foot", "D3"),
    ("camel-corps", "foot", "D3"),
    ("camel-corps", "foot guns", "D3 + D3"),
    ("artillery", "", "D6"),
    ("tank", "", "D6"),
    ("armoured-car", "", "D3"),
];

/// Who is covered where: in the open, in a trench, in a town, among rocks. P-09, P-11,
/// RULING R15, RULING R16, RULING R33.
const TARGETS: [(&str, &str, [bool; 4]); 8] = [
    ("infantry", "", [false, true, true, true]),
    ("infantry", "guns", [false, true, true, true]),
    ("cavalry", "", [false, false, true, true]),
    ("cavalry", "foot", [false, false, true, true]),
    ("camel-corps", "foot", [false, false, true, true]),
    ("artillery", "", [false, false, false, false]),
    ("tank", "", [true; 4]),
    ("armoured-car", "", [true; 4]),
];

const COVERS: [&str; 4] = ["", "trench", "town", "rocky difficult"];

/// A shooter ten inches south of its target under some cover, about to throw for hits.
fn shot(shooter: &str, target: &str, cover: &str) -> Battle {
    let mut table = Table::open()
        .first(shooter)
        .second(target)
        // The road lets vehicles end in a town.
        .map("[[map.road]]\nline = [[18, 10], [18, 30]]");
    if !cover.is_empty() {
        table = table.area(cover, [15.0, 17.0], [21.0, 23.0]);
    }
    let mut battle = table.battle();
    battle.act("end");
    if battle.lists("A1") {
        battle.act("A1");
    }
    battle
}

// covers: P-23, P-24, P-31, P-32, P-09, P-11
#[test]
fn every_shooter_against_every_target_under_every_cover() {
    let mut shots = 0;
    for (shooter, more, dice) in SHOOTERS {
        for (target, state, covered) in TARGETS {
            for (cover, is_halved) in COVERS.into_iter().zip(covered) {
                let on_foot = target == "infantry" || state.contains("foot");
                let is_barred = cover.contains("difficult") && !on_foot;
                if is_barred {
                    continue;
                }
                let battle =
                    shot(&format!("{shooter} 18,9 0 {more}"), &format!("{target} 18,20 180 {state}"), cover);
                assert_eq!(battle.due(), "hits", "{shooter} {more} at {target} {state} in {cover}");
                assert_eq!(
                    battle.weights(),
                    expected(dice, is_halved),
                    "{shooter} {more} at {target} {state} in {cover}"
                );
                shots += 1;
            }
        }
    }
    assert_eq!(shots, 8 * (8 * 4 - 4));
}

// covers: P-27
#[test]
fn cover_goes_by_the_centre_of_the_base() {
    // RULING B12.
    let at = |y: f64| {
        let table = Table::open().first("infantry 18,9 0").second("infantry 18,19 180");
        let mut battle = table.area("trench", [15.0, y], [21.0, y + 6.0]).battle();
        battle.act("end; A1");
        battle.weights() == expected("D6", true)
    };
    assert!(at(19.0), "on the edge is inside");
    assert!(!at(19.01));
}

/// Shots until 17 hits, exactly: the mean over all throws.
fn mean_shots(weights: &[(u8, f64)]) -> f64 {
    let mut left = [0.0_f64; 18];
    for hits in 1..=17_usize {
        let on = |h: u8| left[hits.saturating_sub(usize::from(h))];
        left[hits] = 1.0 + weights.iter().map(|&(h, chance)| chance * on(h)).sum::<f64>();
    }
    left[17]
}

fn chances(volley: Volley, is_halved: bool) -> Vec<(u8, f64)> {
    let weights = volley.weights(is_halved);
    let total = f64::from(weights.iter().sum::<u32>());
    (0..).zip(weights).filter(|(_, w)| *w > 0).map(|(hits, w)| (hits, f64::from(w) / total)).collect()
}

// covers: P-23, P-24, P-30, P-34
#[test]
fn so_many_shots_eliminate() {
    use sandtable_palestine::unit::Die::{D3, D6};
    let volley = |die, has_machine_guns| Volley { die, has_machine_guns };
    // RULING B29.
    let means = [
        (volley(D6, false), false, 5.3332),
        (volley(D6, true), false, 3.5625),
        (volley(D6, false), true, 8.8333),
        (volley(D6, true), true, 6.0556),
        (volley(D3, false), false, 8.8333),
        (volley(D3, true), false, 4.6659),
    ];
    for (volley, is_halved, mean) in means {
        let shots = mean_shots(&chances(volley, is_halved));
        assert!((shots - mean).abs() < 5e-5, "{volley:?} {is_halved}: {shots}");
    }
    // A spotted D6 that re-rolls 1 to 3.
    let spotted: Vec<(u8, f64)> =
        (1..=6).map(|pip| (pip, if pip > 3 { 1.0 / 6.0 } else { 0.0 } + 0.5 / 6.0)).collect();
    assert!((mean_shots(&spotted) - 4.4566).abs() < 5e-5);
}

// covers: P-30
#[test]
fn seventeen_hits_eliminate_and_sixteen_do_not() {
    for (hits, is_left) in [(10, true), (11, false)] {
        let mut battle = Table::open()
            .first("infantry 18,9 0")
            .second(&format!("infantry 18,20 180 hits={hits}"))
            .second("infantry 4,33 180")
            .second("infantry 10,33 180")
            .battle();
        battle.act("end; A1").throw(&[6]);
        assert_eq!(battle.state().active(), Seat::Second, "the elimination phase is over");
        assert_eq!(battle.unit("B1").is_on_table(), is_left, "{hits} + 6");
    }
}
