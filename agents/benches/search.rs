//! Simulations a second: `cargo bench -p sandtable-agents`.

use divan::{Bencher, counter::ItemsCount};
use sandtable_agents::mcts::{Budget, Rollouts, Settings};
use sandtable_agents::{Agent, Mcts, NoClock};
use sandtable_core::{Doctrine, Game, GameSeed, scenario};
use sandtable_reference::{ConnectFour, Pig};

fn main() {
    divan::main();
}

fn search<R: Doctrine>(bencher: Bencher, name: &str, simulations: u32, rollouts: fn() -> Rollouts<R>) {
    let scenario = scenario::built_in::<R>(name).expect("it ships");
    let game = Game::<R>::new(&scenario, Default::default(), None).expect("it loads");
    let position = game.position().expect("it begins with a decision");
    let settings = Settings { budget: Budget::Simulations(simulations), ..Settings::default() };
    let mut agent = Mcts::with_evaluator(settings, rollouts());
    bencher.counter(ItemsCount::new(simulations)).bench_local(|| {
        agent.begin(GameSeed::from_number(1));
        agent.decide(&position, &NoClock)
    });
}

/// From the empty board with uniform rollouts to the end: comparable with other programs.
#[divan::bench(args = [1_000, 10_000, 100_000])]
fn connect_four_uniform(bencher: Bencher, simulations: u32) {
    search::<ConnectFour>(bencher, "connect-four", simulations, Rollouts::uniform);
}

#[divan::bench(args = [10_000])]
fn connect_four_eager(bencher: Bencher, simulations: u32) {
    search::<ConnectFour>(bencher, "connect-four", simulations, Rollouts::default);
}

#[divan::bench(args = [10_000])]
fn pig_eager(bencher: Bencher, simulations: u32) {
    search::<Pig>(bencher, "pig", simulations, Rollouts::default);
}
