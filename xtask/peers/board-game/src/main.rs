//! Decides at Connect Four's first position as often as a line asks, and says how long
//! that took: a line in has simulations a decision, then decisions; a line out seconds.

use std::hint::black_box;
use std::io::{BufRead as _, Error, Write as _, stdin, stdout};
use std::time::Instant;

use board_game::ai::mcts::mcts_build_tree;
use board_game::games::connect4::Connect4;
use rand::SeedableRng as _;
use rand::rngs::SmallRng;

/// The exploration weight of the crate's own example.
const EXPLORATION: f32 = 2.0;

fn main() -> std::io::Result<()> {
    let board = Connect4::default();
    let mut rng = SmallRng::seed_from_u64(1);
    let mut out = stdout().lock();
    writeln!(out, "ready")?;
    for line in stdin().lock().lines() {
        let line = line?;
        let numbers: Option<(u64, u32)> = line
            .split_once(' ')
            .and_then(|(simulations, decisions)| Some((simulations.parse().ok()?, decisions.parse().ok()?)));
        let (simulations, decisions) =
            numbers.ok_or_else(|| Error::other(format!("two numbers, not `{line}`")))?;
        let start = Instant::now();
        for _ in 0..decisions {
            let tree = mcts_build_tree(&board, simulations, EXPLORATION, &mut rng);
            black_box(tree.best_move());
        }
        writeln!(out, "{}", start.elapsed().as_secs_f64())?;
    }
    Ok(())
}
