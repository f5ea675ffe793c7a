//! The formulas, apart from the loop that uses them.
//!
//! Sources: PUCT with rescaled values, Schrittwieser and others 2020 (`MuZero`), appendix
//! B; Gumbel root, completed values and the policy target, Danihelka and others 2022
//! (Policy improvement by planning with Gumbel), sections 3 and 4 and appendix D.

/// The value of an action in PUCT: `q + c * prior * sqrt(N) / (1 + n)`.
///
/// `q` in [0, 1] for whoever decides, `sqrt_visits` of the node, `visits` of the action.
pub fn puct(q: f32, c: f32, prior: f32, sqrt_visits: f32, visits: u32) -> f32 {
    q + c * prior * sqrt_visits / (1.0 + visits as f32)
}

/// Turns logits into probabilities, in place. No logits stay none.
pub fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in &mut *logits {
        *logit = (*logit - most).exp();
        sum += *logit;
    }
    for logit in logits {
        *logit /= sum;
    }
}

/// The value of a root action that was never visited: the node's own value mixed with
/// the prior-weighted mean of the visited ones (`v_mix`).
///
/// `raw` is the node's first evaluation; `visited` gives prior, mean value and visits of
/// each visited action. All values for whoever decides.
pub fn mixed_value(raw: f32, visited: impl Iterator<Item = (f32, f32, u32)>) -> f32 {
    let (mut priors, mut weighted, mut visits) = (0.0, 0.0, 0.0);
    for (prior, q, n) in visited {
        priors += prior;
        weighted += prior * q;
        visits += n as f32;
    }
    if visits == 0.0 || priors <= 0.0 { raw } else { (raw + visits * weighted / priors) / (1.0 + visits) }
}

/// The monotone transform of completed values that is added to logits, in place: values
/// are rescaled to [0, 1] and multiplied by `(c_visit + most visits) * c_scale`.
pub fn sigma(completed: &mut [f32], most_visits: u32, c_visit: f32, c_scale: f32) {
    let least = completed.iter().copied().fold(f32::INFINITY, f32::min);
    let most = completed.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let span = (most - least).max(1e-6);
    let scale = (c_visit + most_visits as f32) * c_scale;
    for q in completed {
        *q = (*q - least) / span * scale;
    }
}

/// How many halvings lead from `candidates` to one.
pub fn halvings(candidates: usize) -> u32 {
    candidates.next_power_of_two().trailing_zeros()
}

/// How far an outcome is below its exact share of `visits` visits, in units of one
/// visit divided by the sum of the weights: exact in integers.
pub fn shortfall(weight: u32, total: u32, node_visits: u32, outcome_visits: u32) -> i64 {
    i64::from(weight) * (i64::from(node_visits) + 1) - i64::from(total) * i64::from(outcome_visits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_sum_to_one_and_keep_their_order() {
        let mut logits = [100.0, 101.0, -50.0];
        softmax(&mut logits);
        assert!((logits.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(logits[1] > logits[0] && logits[0] > logits[2]);
        softmax(&mut []);
    }

    #[test]
    fn unvisited_actions_get_a_mixture() {
        assert!((mixed_value(0.5, [].into_iter()) - 0.5).abs() < 1e-6);
        // One visit of 1.0 with the whole prior weighs as much as the node's own value.
        assert!((mixed_value(0.0, [(0.5, 1.0, 1)].into_iter()) - 0.5).abs() < 1e-6);
        let many = mixed_value(0.0, [(0.1, 1.0, 60), (0.3, 0.0, 40)].into_iter());
        assert!((many - 100.0 * 0.25 / 101.0).abs() < 1e-6);
    }

    fn near(a: &[f32], b: &[f32]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5)
    }

    #[test]
    fn sigma_rescales() {
        let mut q = [-0.5, 0.0, 0.5];
        sigma(&mut q, 50, 50.0, 0.1);
        assert!(near(&q, &[0.0, 5.0, 10.0]), "{q:?}");
        let mut same = [0.3; 3];
        sigma(&mut same, 50, 50.0, 0.1);
        assert!(near(&same, &[0.0; 3]), "{same:?}");
    }

    #[test]
    fn halvings_reach_one() {
        for candidates in 1..200_usize {
            let mut left = candidates;
            for _ in 0..halvings(candidates) {
                left = left.div_ceil(2);
            }
            assert_eq!(left, 1, "{candidates}");
        }
    }

    #[test]
    fn the_furthest_below_its_share_is_found_exactly() {
        // Weights 3 and 1: of four visits the fourth goes to the second outcome at latest.
        assert!(shortfall(3, 4, 0, 0) > shortfall(1, 4, 0, 0));
        assert_eq!(shortfall(3, 4, 1, 1), shortfall(1, 4, 1, 0));
    }
}
