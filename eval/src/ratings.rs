//! Ratings of many contenders from all their games: the Bradley-Terry model.
//!
//! A contender with rating `r` is expected to score `1 / (1 + 10^((s - r) / 400))`
//! against one with rating `s`; a draw counts as half a win and half a loss. Ratings are
//! the ones that make the results likeliest, with mean 0.
//!
//! Whoever won every game would be rated without bound. As in [`Score`](crate::Score),
//! every pairing is therefore given one more pair of each kind, won and lost throughout.
//!
//! The intervals do not believe that games are independent: those with the same dice
//! form a cluster, and the spread is taken from the clusters (the sandwich estimator of
//! Huber, 1967, and White, 1982).

use serde::Serialize;

use crate::elo::score_of;
use crate::score::Z95;

/// Natural units a rating point.
const SCALE: f64 = std::f64::consts::LN_10 / 400.0;

/// Points that one contender made against another in some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Points {
    /// Whose points.
    pub contender: usize,
    /// Against whom.
    pub against: usize,
    /// A win 1, a draw half.
    pub points: f64,
    /// In how many games.
    pub games: f64,
}

/// A rating with its 95 % interval, in Elo points; the mean of all ratings is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The rating.
    pub elo: f64,
    /// Lower end of the interval.
    pub low: f64,
    /// Upper end of the interval.
    pub high: f64,
}

impl std::fmt::Display for Rating {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:+.0} ({:+.0} to {:+.0})", self.elo, self.low, self.high)
    }
}

/// Rates `contenders` by clusters of results: those of a cluster share dice, clusters do
/// not. The ratings are in the order of the contenders. Ratings of contenders whom no
/// chain of games connects cannot be compared and are not numbers.
///
/// # Panics
/// When a result names a contender that there is not.
pub fn rate(contenders: usize, clusters: &[Vec<Points>]) -> Vec<Rating> {
    let mut clusters = clusters.to_vec();
    clusters.extend(padding(contenders, &clusters));
    let elo = likeliest(contenders, &clusters);
    let spread = spread(&elo, &clusters);
    elo.iter()
        .zip(spread)
        .map(|(&elo, error)| Rating { elo, low: elo - Z95 * error, high: elo + Z95 * error })
        .collect()
}

/// A pair won and a pair lost for every pairing that played.
fn padding(contenders: usize, clusters: &[Vec<Points>]) -> Vec<Vec<Points>> {
    let mut has_met = vec![false; contenders * contenders];
    for result in clusters.iter().flatten() {
        let (one, other) = (result.contender.min(result.against), result.contender.max(result.against));
        has_met[one * contenders + other] = true;
    }
    let met = (0..has_met.len()).filter(|&place| has_met[place]);
    met.flat_map(|place| {
        let (contender, against) = (place / contenders, place % contenders);
        [0.0, 2.0].map(|points| vec![Points { contender, against, points, games: 2.0 }])
    })
    .collect()
}

/// The ratings with the highest likelihood: Newton's method, which converges because the
/// likelihood is concave and the padding bounds it.
fn likeliest(contenders: usize, clusters: &[Vec<Points>]) -> Vec<f64> {
    let mut elo = vec![0.0; contenders];
    for _ in 0..100 {
        let score = clusters.iter().fold(vec![0.0; contenders], |mut sum, cluster| {
            add(&mut sum, &gradient(&elo, cluster));
            sum
        });
        let step = inverse_information(&elo, clusters).apply(&score);
        // A long step may overshoot where expected scores are near 0 or 1.
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let shrink = (400.0 / longest).min(1.0);
        for (elo, part) in elo.iter_mut().zip(&step) {
            *elo += shrink * part;
        }
        if longest < 1e-9 {
            break;
        }
    }
    elo
}

/// The derivative of a cluster's log-likelihood by every rating.
fn gradient(elo: &[f64], cluster: &[Points]) -> Vec<f64> {
    let mut sum = vec![0.0; elo.len()];
    for result in cluster {
        let expected = result.games * score_of(elo[result.contender] - elo[result.against]);
        let surprise = SCALE * (result.points - expected);
        sum[result.contender] += surprise;
        sum[result.against] -= surprise;
    }
    sum
}

/// The standard errors: from the spread of the clusters' gradients.
fn spread(elo: &[f64], clusters: &[Vec<Points>]) -> Vec<f64> {
    let inverse = inverse_information(elo, clusters);
    let mut variance = vec![0.0; elo.len()];
    for cluster in clusters {
        let moved = inverse.apply(&gradient(elo, cluster));
        for (sum, part) in variance.iter_mut().zip(moved) {
            *sum += part * part;
        }
    }
    let count = clusters.len() as f64;
    let correction = if count > 1.0 { count / (count - 1.0) } else { 1.0 };
    variance.into_iter().map(|sum| (sum * correction).sqrt()).collect()
}

/// The inverse of the information on the ratings whose mean is 0.
fn inverse_information(elo: &[f64], clusters: &[Vec<Points>]) -> Square {
    let size = elo.len();
    // In natural units. Ones everywhere stand for the direction in which all ratings rise
    // alike, about which games say nothing.
    let mut information = Square { size, cells: vec![1.0; size * size] };
    for result in clusters.iter().flatten() {
        let expected = score_of(elo[result.contender] - elo[result.against]);
        let weight = result.games * expected * (1.0 - expected);
        let (i, j) = (result.contender, result.against);
        for (row, column, part) in [(i, i, weight), (j, j, weight), (i, j, -weight), (j, i, -weight)] {
            information.cells[row * size + column] += part;
        }
    }
    let mut inverse = information.inverted();
    for cell in &mut inverse.cells {
        *cell = (*cell - 1.0 / (size * size) as f64) / (SCALE * SCALE);
    }
    inverse
}

/// A small square matrix, row by row.
struct Square {
    size: usize,
    cells: Vec<f64>,
}

impl Square {
    fn apply(&self, vector: &[f64]) -> Vec<f64> {
        self.cells
            .chunks(self.size)
            .map(|row| row.iter().zip(vector).map(|(cell, part)| cell * part).sum())
            .collect()
    }

    /// Gauss and Jordan, with the largest pivot of each column.
    fn inverted(mut self) -> Self {
        let size = self.size;
        let mut inverse = Self { size, cells: vec![0.0; size * size] };
        for place in 0..size {
            inverse.cells[place * size + place] = 1.0;
        }
        for column in 0..size {
            let largest = |&a: &usize, &b: &usize| {
                self.cells[a * size + column].abs().total_cmp(&self.cells[b * size + column].abs())
            };
            let pivot = (column..size).max_by(largest).unwrap_or(column);
            let divisor = self.cells[pivot * size + column];
            for matrix in [&mut self.cells, &mut inverse.cells] {
                for place in 0..size {
                    matrix.swap(column * size + place, pivot * size + place);
                    matrix[column * size + place] /= divisor;
                }
            }
            for row in (0..size).filter(|&row| row != column) {
                let factor = self.cells[row * size + column];
                for matrix in [&mut self.cells, &mut inverse.cells] {
                    for place in 0..size {
                        matrix[row * size + place] -= factor * matrix[column * size + place];
                    }
                }
            }
        }
        inverse
    }
}

fn add(sum: &mut [f64], part: &[f64]) {
    for (sum, part) in sum.iter_mut().zip(part) {
        *sum += part;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::elo::elo_of;

    fn pair(contender: usize, against: usize, points: f64) -> Vec<Points> {
        vec![Points { contender, against, points, games: 2.0 }]
    }

    #[test]
    fn two_contenders_are_rated_by_their_score() {
        let clusters: Vec<_> = (0..100).map(|i| pair(0, 1, [2.0, 1.0, 1.5, 0.5][i % 4])).collect();
        let ratings = rate(2, &clusters);
        let wanted = elo_of((125.0 + 2.0) / (200.0 + 4.0)).unwrap();
        assert!((ratings[0].elo - ratings[1].elo - wanted).abs() < 1e-6, "{ratings:?} {wanted}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-9);
        assert!(((ratings[0].high - ratings[0].low) - (ratings[1].high - ratings[1].low)).abs() < 1e-9);
    }

    #[test]
    fn a_contender_who_won_everything_is_rated_too() {
        let clusters: Vec<_> =
            (0..50).flat_map(|_| [pair(0, 1, 2.0), pair(1, 2, 2.0), pair(0, 2, 2.0)]).collect();
        let ratings = rate(3, &clusters);
        assert!(ratings[0].elo > ratings[1].elo + 200.0 && ratings[1].elo > ratings[2].elo + 200.0);
        assert!(ratings.iter().all(|rating| rating.low < rating.elo && rating.high.is_finite()));
    }
}
