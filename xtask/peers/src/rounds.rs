//! Rounds in which the programs take turns, and the table of them.

use std::fmt::Write as _;

use crate::Peer;

/// Simulations a second of each program in each round: `[peers][rounds]`.
pub(crate) type Rates = Vec<Vec<f64>>;

/// Plays the rounds, after one that is not counted.
pub(crate) fn play(
    peers: &mut [Box<dyn Peer>],
    rounds: u32,
    simulations: u32,
    decisions: u32,
) -> anyhow::Result<Rates> {
    let work = f64::from(simulations) * f64::from(decisions);
    let mut rates = vec![Vec::new(); peers.len()];
    for round in 0..=rounds {
        for turn in 0..peers.len() {
            let number = (round as usize + turn) % peers.len();
            let time = peers[number].decide(simulations, decisions)?;
            if round > 0 {
                rates[number].push(work / time.as_secs_f64());
            }
        }
    }
    Ok(rates)
}

/// The middle one, or the mean of the two in the middle.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { f64::midpoint(sorted[middle - 1], sorted[middle]) }
}

/// A line for each program; the last column is the first program's speed over its own.
pub(crate) fn table(names: &[&str], rates: &Rates) -> String {
    let mut text = format!("{:<11} {:>10} {:>10} {:>10}  ratio\n", "", "median/s", "least/s", "most/s");
    for (name, own) in names.iter().zip(rates) {
        let least = own.iter().copied().fold(f64::INFINITY, f64::min);
        let most = own.iter().copied().fold(0.0, f64::max);
        let ratios: Vec<f64> = rates[0].iter().zip(own).map(|(first, own)| first / own).collect();
        let ratio = median(&ratios);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<11} {:>10.0} {least:>10.0} {most:>10.0}  {ratio:.2}", median(own));
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Takes as long as it was told, and notes its turns.
    struct Steady {
        a_simulation: Duration,
        asked: Vec<(u32, u32)>,
    }

    impl Peer for Steady {
        fn name(&self) -> &'static str {
            "steady"
        }

        fn settings(&self) -> &'static str {
            ""
        }

        fn decide(&mut self, simulations: u32, decisions: u32) -> anyhow::Result<Duration> {
            self.asked.push((simulations, decisions));
            Ok(self.a_simulation * simulations * decisions)
        }
    }

    #[test]
    fn speeds_and_ratios_follow_from_times() {
        let peer = |nanos| -> Box<dyn Peer> {
            Box::new(Steady { a_simulation: Duration::from_nanos(nanos), asked: Vec::new() })
        };
        let mut peers = [peer(1000), peer(4000)];
        let rates = play(&mut peers, 3, 100, 2).unwrap();
        assert_eq!(rates.iter().map(Vec::len).collect::<Vec<_>>(), [3, 3]);
        assert!((rates[0][0] - 1e6).abs() < 1.0 && (rates[1][2] - 2.5e5).abs() < 1.0, "{rates:?}");
        let text = table(&["fast", "slow"], &rates);
        assert!(text.contains("fast           1000000    1000000    1000000  1.00\n"), "{text}");
        assert!(text.contains("slow            250000     250000     250000  4.00\n"), "{text}");
    }

    #[test]
    fn a_ratio_is_the_median_of_the_rounds_not_the_ratio_of_medians() {
        // The machine was slow for both in the second round, for one of them in the third.
        let rates = vec![vec![100.0, 50.0, 100.0], vec![50.0, 25.0, 10.0]];
        assert!(table(&["a", "b"], &rates).ends_with("2.00\n"));
        assert!((median(&[1.0, 4.0, 2.0, 3.0]) - 2.5).abs() < 1e-9);
    }
}
