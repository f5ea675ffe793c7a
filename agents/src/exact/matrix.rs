//! Matrix games, solved exactly by the simplex method.

use super::{ExactError, Fraction};

/// An optimal pair of mixed strategies of a matrix game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equilibrium {
    /// The value for the player who chooses the row.
    pub value: Fraction,
    /// The chance of each row.
    pub rows: Vec<Fraction>,
    /// The chance of each column.
    pub columns: Vec<Fraction>,
}

/// Solves a matrix game: `payoffs[row][column]` for the player who chooses the row.
///
/// The payoffs are moved above zero, and the column player's problem, to maximise the
/// sum of y with A y <= 1 and y >= 0, begins at y = 0 and is improved by the simplex
/// method with Bland's rule, which cannot cycle. The row player's strategy is the dual
/// solution (Dantzig, *Linear Programming and Extensions*, 1963, chapter 13).
///
/// # Errors
/// [`ExactError::Overflow`] when the fractions outgrow 127 bits.
///
/// # Panics
/// When there is no row, no column, or rows differ in length.
pub fn solve(payoffs: &[Vec<Fraction>]) -> Result<Equilibrium, ExactError> {
    solve_checked(payoffs).ok_or(ExactError::Overflow)
}

fn solve_checked(payoffs: &[Vec<Fraction>]) -> Option<Equilibrium> {
    let (rows, columns) = (payoffs.len(), payoffs[0].len());
    assert!(columns > 0 && payoffs.iter().all(|row| row.len() == columns), "the payoffs are no matrix");
    let least = payoffs.iter().flatten().min().copied()?;
    let shift = Fraction::ONE.minus(least)?;
    let mut tableau = Tableau::new(payoffs, shift)?;
    while let Some(entering) = tableau.entering() {
        let leaving = tableau.leaving(entering)?;
        tableau.pivot(leaving, entering)?;
    }
    // The last row holds the dual values under the slacks and the sum in its last cell.
    let objective = &tableau.cells[rows];
    let sum = objective[columns + rows];
    let value = Fraction::ONE.over(sum)?.minus(shift)?;
    let row_chances =
        objective[columns..columns + rows].iter().map(|dual| dual.over(sum)).collect::<Option<_>>()?;
    let mut column_chances = vec![Fraction::ZERO; columns];
    for (row, &variable) in tableau.basis.iter().enumerate() {
        if variable < columns {
            column_chances[variable] = tableau.cells[row][columns + rows].over(sum)?;
        }
    }
    Some(Equilibrium { value, rows: row_chances, columns: column_chances })
}

/// The simplex tableau: a row for each constraint, then the objective; a column for each
/// variable, then each slack, then the right-hand side.
struct Tableau {
    cells: Vec<Vec<Fraction>>,
    /// The variable that each constraint's row stands for.
    basis: Vec<usize>,
}

impl Tableau {
    fn new(payoffs: &[Vec<Fraction>], shift: Fraction) -> Option<Self> {
        let (rows, columns) = (payoffs.len(), payoffs[0].len());
        let mut cells = Vec::with_capacity(rows + 1);
        for (number, row) in payoffs.iter().enumerate() {
            let mut cell_row = row.iter().map(|payoff| payoff.plus(shift)).collect::<Option<Vec<_>>>()?;
            cell_row.extend((0..rows).map(|slack| Fraction::whole(i128::from(slack == number))));
            cell_row.push(Fraction::ONE);
            cells.push(cell_row);
        }
        let mut objective = vec![Fraction::whole(-1); columns];
        objective.resize(columns + rows + 1, Fraction::ZERO);
        cells.push(objective);
        Some(Self { cells, basis: (columns..columns + rows).collect() })
    }

    /// The first variable that would improve the objective.
    fn entering(&self) -> Option<usize> {
        let objective = self.cells.last()?;
        objective[..objective.len() - 1].iter().position(|cost| *cost < Fraction::ZERO)
    }

    /// The row that limits the entering variable most; among equals the one whose
    /// variable comes first.
    fn leaving(&self, entering: usize) -> Option<usize> {
        let mut best: Option<(Fraction, usize, usize)> = None;
        for (row, &variable) in self.basis.iter().enumerate() {
            let cells = &self.cells[row];
            if cells[entering] > Fraction::ZERO {
                let ratio = cells.last()?.over(cells[entering])?;
                let candidate = (ratio, variable, row);
                if best.is_none_or(|best| (candidate.0, candidate.1) < (best.0, best.1)) {
                    best = Some(candidate);
                }
            }
        }
        best.map(|(_, _, row)| row)
    }

    fn pivot(&mut self, leaving: usize, entering: usize) -> Option<()> {
        let divisor = self.cells[leaving][entering];
        for cell in &mut self.cells[leaving] {
            *cell = cell.over(divisor)?;
        }
        let pivot_row = self.cells[leaving].clone();
        for (number, row) in self.cells.iter_mut().enumerate() {
            let factor = row[entering];
            if number == leaving || factor == Fraction::ZERO {
                continue;
            }
            for (cell, pivot) in row.iter_mut().zip(&pivot_row) {
                *cell = cell.minus(factor.times(*pivot)?)?;
            }
        }
        self.basis[leaving] = entering;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i128]]) -> Vec<Vec<Fraction>> {
        rows.iter().map(|row| row.iter().map(|&n| Fraction::whole(n)).collect()).collect()
    }

    /// Neither player can do better against the other's strategy: that is the value.
    fn is_certified(payoffs: &[Vec<Fraction>], solution: &Equilibrium) -> bool {
        let dot = |chances: &[Fraction], values: &mut dyn Iterator<Item = Fraction>| {
            chances
                .iter()
                .zip(values)
                .fold(Fraction::ZERO, |sum, (&chance, value)| sum.plus(chance.times(value).unwrap()).unwrap())
        };
        let best_row =
            payoffs.iter().map(|row| dot(&solution.columns, &mut row.iter().copied())).max().unwrap();
        let best_column = (0..payoffs[0].len())
            .map(|column| dot(&solution.rows, &mut payoffs.iter().map(|row| row[column])))
            .min()
            .unwrap();
        best_row == solution.value && best_column == solution.value
    }

    #[test]
    fn known_matrix_games_have_their_values() {
        let cases: [(&[&[i128]], &str); 5] = [
            (&[&[0, -1, 1], &[1, 0, -1], &[-1, 1, 0]], "0"),
            (&[&[3]], "3"),
            (&[&[2, -3], &[-3, 4]], "-1/12"),
            (&[&[1, 5, 3], &[4, 2, 6]], "3"),
            (&[&[0, 0], &[0, 0], &[-1, 7]], "0"),
        ];
        for (rows, value) in cases {
            let payoffs = matrix(rows);
            let solution = solve(&payoffs).unwrap();
            assert_eq!(solution.value.to_string(), value, "{rows:?}");
            assert!(is_certified(&payoffs, &solution), "{rows:?}: {solution:?}");
        }
    }
}
