//! Thousands of simulated matches: intervals hold the truth as often as they say, tests err
//! as seldom, ratings find what was put in.
#![expect(clippy::unwrap_used, reason = "what a test sets up holds, or the test fails")]

use rand::{Rng, RngExt as _};
use sandtable_core::GameSeed;
use sandtable_eval::elo::{ELO_A_DEVIATION, score_of};
use sandtable_eval::ratings::{Points, rate};
use sandtable_eval::{Counts, Elo, EloModel, Hypothesis, Pentanomial, Score, Sprt};

const MATCHES: u32 = 2000;

/// How likely a pair gives 0, half, 1, one and a half, 2 points.
type Chances = [f64; 5];

/// Independent games and games that hang together, with and without draws, even and not.
const TRUTHS: [(&str, Chances); 7] = [
    ("even games without draws", [0.25, 0.0, 0.5, 0.0, 0.25]),
    ("even games with draws", [0.0625, 0.25, 0.375, 0.25, 0.0625]),
    ("60 % by independent games", [0.16, 0.0, 0.48, 0.0, 0.36]),
    ("dice decide both games", [0.35, 0.05, 0.1, 0.05, 0.45]),
    ("the side decides most games", [0.04, 0.06, 0.75, 0.09, 0.06]),
    ("mostly draws", [0.01, 0.12, 0.7, 0.15, 0.02]),
    ("a strong favourite", [0.02, 0.03, 0.15, 0.2, 0.6]),
];

fn mean(chances: &Chances) -> f64 {
    (0..5).map(|i| chances[i] * i as f64 / 4.0).sum()
}

/// How many standard deviations the mean of a pair is above one half.
fn deviations(chances: &Chances) -> f64 {
    let mean = mean(chances);
    let variance: f64 = (0..5).map(|i| chances[i] * (i as f64 / 4.0 - mean).powi(2)).sum();
    (mean - 0.5) / variance.sqrt()
}

fn normalised_elo(chances: &Chances) -> f64 {
    ELO_A_DEVIATION * deviations(chances) / 2_f64.sqrt()
}

/// Half points of a pair.
fn pair(chances: &Chances, rng: &mut impl Rng) -> usize {
    let mut left: f64 = rng.random();
    for (half_points, chance) in chances.iter().enumerate() {
        if left < *chance {
            return half_points;
        }
        left -= chance;
    }
    chances.iter().rposition(|chance| *chance > 0.0).unwrap()
}

fn play(chances: &Chances, pairs: u32, rng: &mut impl Rng) -> Pentanomial {
    let mut counts = Pentanomial::default();
    for _ in 0..pairs {
        counts.add(pair(chances, rng));
    }
    counts
}

/// Between 93 and 97 in a hundred of all matches.
fn is_about_95(held: u32) -> bool {
    (MATCHES * 93 / 100..=MATCHES * 97 / 100).contains(&held)
}

#[test]
fn intervals_hold_the_truth_in_95_matches_of_100() {
    let mut rng = GameSeed::from_number(1).rng();
    for (name, chances) in TRUTHS {
        for pairs in [100, 300] {
            let (truth, normalised) = (mean(&chances), normalised_elo(&chances));
            let (mut by_score, mut by_elo) = (0, 0);
            for _ in 0..MATCHES {
                let counts = play(&chances, pairs, &mut rng);
                let (score, elo) = (Score::of(&counts), Elo::normalised(&counts));
                by_score += u32::from(score.low <= truth && truth <= score.high);
                by_elo += u32::from(elo.low.unwrap() <= normalised && normalised <= elo.high.unwrap());
            }
            assert!(is_about_95(by_score), "score, {name}, {pairs} pairs: {by_score} of {MATCHES}");
            assert!(is_about_95(by_elo), "normalised Elo, {name}, {pairs} pairs: {by_elo} of {MATCHES}");
        }
    }
}

/// Counting games as if they were independent would be wrong in both directions.
#[test]
fn intervals_of_games_one_by_one_would_be_wrong_where_pairs_hang_together() {
    let mut rng = GameSeed::from_number(2).rng();
    let held = |chances: Chances, rng: &mut _| {
        (0..MATCHES)
            .filter(|_| {
                let Counts([ll, ld, level, dw, ww]) = play(&chances, 200, rng);
                // A level pair is a win and a loss here.
                let score = Score::of(&Counts([2 * ll + ld + level, ld + dw, 2 * ww + dw + level]));
                score.low <= mean(&chances) && mean(&chances) <= score.high
            })
            .count() as u32
    };
    assert!(held(TRUTHS[3].1, &mut rng) < MATCHES * 90 / 100);
    assert!(held(TRUTHS[4].1, &mut rng) > MATCHES * 99 / 100);
}

/// The base distribution, tilted towards wins until it has what `is_enough` asks.
fn tilted(base: Chances, is_enough: impl Fn(&Chances) -> bool) -> Chances {
    let tilt = |by: f64| {
        let parts: Chances = std::array::from_fn(|i| base[i] * (by * i as f64).exp());
        let sum: f64 = parts.iter().sum();
        parts.map(|part| part / sum)
    };
    let (mut low, mut high) = (-5.0, 5.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if is_enough(&tilt(middle)) { high = middle } else { low = middle }
    }
    tilt(high)
}

#[test]
fn sequential_tests_err_as_seldom_as_they_say() {
    const TESTS: u32 = 1000;
    let mut rng = GameSeed::from_number(3).rng();
    for (name, base) in [TRUTHS[0], TRUTHS[3], TRUTHS[5]] {
        for (model, elo1) in [(EloModel::Normalised, 60.0), (EloModel::Logistic, 50.0)] {
            let test = Sprt::new(0.0, elo1, model).unwrap();
            for (elo, right) in [(0.0, Hypothesis::H0), (elo1, Hypothesis::H1)] {
                let chances = tilted(base, |chances| match model {
                    EloModel::Normalised => normalised_elo(chances) >= elo,
                    EloModel::Logistic => mean(chances) >= score_of(elo),
                });
                let (mut wrong, mut pairs) = (0, 0_u64);
                for _ in 0..TESTS {
                    let mut counts = Pentanomial::default();
                    let decision = loop {
                        counts.add(pair(&chances, &mut rng));
                        if let Some(decision) = test.judge(&counts).decision {
                            break decision;
                        }
                        assert!(counts.total() < 20_000, "it comes to an end");
                    };
                    wrong += u32::from(decision != right);
                    pairs += counts.total();
                }
                // 5 %, and three standard errors of a thousand tests.
                let what = format!("{name}, {model:?}, {elo} Elo: {wrong} wrong, {pairs} pairs in all");
                assert!(wrong <= 71, "{what}");
                assert!(wrong >= 10, "it stops far too late: {what}");
            }
        }
    }
}

#[test]
fn ratings_find_what_was_put_in() {
    let truth = [120.0, 40.0, -30.0, -130.0];
    let mut rng = GameSeed::from_number(4).rng();
    let (mut held, rounds) = (0, 500);
    for _ in 0..rounds {
        let clusters: Vec<Vec<Points>> = (0..60)
            .map(|_| {
                // Luck that all games with the same dice share.
                let luck: f64 = rng.random_range(-0.15..0.15);
                let mut cluster = Vec::new();
                for contender in 0..4 {
                    for against in contender + 1..4 {
                        for _ in 0..2 {
                            let chance = score_of(truth[contender] - truth[against]) + luck;
                            let points = f64::from(u8::from(rng.random_bool(chance.clamp(0.0, 1.0))));
                            cluster.push(Points { contender, against, points, games: 1.0 });
                        }
                    }
                }
                cluster
            })
            .collect();
        let ratings = rate(4, &clusters);
        held += (0..4).filter(|&i| ratings[i].low <= truth[i] && truth[i] <= ratings[i].high).count();
    }
    let share = held as f64 / (4.0 * f64::from(rounds));
    assert!((0.93..=0.97).contains(&share), "{share}");
}
