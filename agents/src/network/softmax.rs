//! Exponentials and shares, many at a time: written so that the processor works on
//! several numbers at once whatever it is, without the calls of the standard library's
//! `exp`, which take a fifth of the forward pass.

/// How many numbers go side by side.
const LANES: usize = 8;

/// Exponentials below this are none in single precision.
const LEAST: f32 = -87.0;

/// e to the power of `x`, within two units of the last place, for `x` from -87 to 88; less
/// counts as -87.
///
/// With n the whole number next to `x` / ln 2, the result is 2^n times the exponential of
/// the rest, which is at most half of ln 2 and so close to its Taylor polynomial.
fn exp(x: f32) -> f32 {
    // 1.5 * 2^23: added to a small number it leaves the next whole one in the last bits.
    const WHOLE: f32 = 12_582_912.0;
    // ln 2 in two parts, so that n times the first is exact.
    const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];
    let x = if x > LEAST { x } else { LEAST };
    let shifted = x * std::f32::consts::LOG2_E + WHOLE;
    let n = shifted - WHOLE;
    let rest = x - n * LN_2[0] - n * LN_2[1];
    let mut sum = 1.0 / 5040.0;
    for term in [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0] {
        sum = sum * rest + term;
    }
    sum * f32::from_bits(shifted.to_bits().wrapping_add(127) << 23)
}

/// Becomes shares that add up to one. Each has the same bits whatever stands beside this
/// row in memory.
pub(super) fn softmax(values: &mut [f32]) {
    let most = most(values);
    let (chunks, rest) = values.as_chunks_mut::<LANES>();
    let mut sums = [0.0_f32; LANES];
    for chunk in chunks {
        for (value, sum) in chunk.iter_mut().zip(&mut sums) {
            *value = exp(*value - most);
            *sum += *value;
        }
    }
    let mut sum = sums.iter().sum::<f32>();
    for value in rest {
        *value = exp(*value - most);
        sum += *value;
    }
    let scale = 1.0 / sum;
    for value in values {
        *value *= scale;
    }
}

fn most(values: &[f32]) -> f32 {
    let greater = |a: f32, b: f32| if b > a { b } else { a };
    let (chunks, rest) = values.as_chunks::<LANES>();
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = greater(*lane, *value);
        }
    }
    lanes.iter().chain(rest).copied().fold(f32::NEG_INFINITY, greater)
}

/// The share of one of two whose logits differ by `logit`, in [0, 1].
pub(super) fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + exp(-logit.clamp(LEAST, -LEAST)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_exact_to_two_last_places() {
        for step in -870_000..=880_000 {
            let x = step as f32 * 1e-4;
            let (found, exact) = (f64::from(exp(x)), f64::from(x).exp());
            assert!((found / exact - 1.0).abs() < 2.5e-7, "{x}: {found} is not {exact}");
        }
        assert!(exp(-1e30) < 1e-37);
        assert_eq!(exp(0.0).to_bits(), 1.0_f32.to_bits());
    }

    #[test]
    fn shares_are_those_of_the_definition() {
        for count in 1..40_usize {
            let logits: Vec<f32> = (0..count).map(|i| 20.0 * ((i * i) as f32).sin() - 5.0).collect();
            let sum: f64 = logits.iter().map(|&logit| f64::from(logit).exp()).sum();
            let mut shares = logits.clone();
            softmax(&mut shares);
            for (share, logit) in shares.iter().zip(logits) {
                assert!((f64::from(*share) - f64::from(logit).exp() / sum).abs() < 1e-6);
            }
        }
        let mut far = [1e9, -1e9];
        softmax(&mut far);
        assert!((far[0] - 1.0).abs() < 1e-6 && far[1] < 1e-37);
    }

    #[test]
    fn a_logit_is_a_share() {
        for logit in [-1e9, -20.0, -0.3, 0.0, 2.0, 50.0, 1e9_f32] {
            let exact = 1.0 / (1.0 + (-f64::from(logit)).exp());
            assert!((f64::from(sigmoid(logit)) - exact).abs() < 1e-6, "{logit}");
        }
    }
}
