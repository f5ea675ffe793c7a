//! How much an engine takes before it says no.

use std::time::Duration;

use sandtable_protocol::hello::Bounds;

/// How much an engine takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one message.
    pub line: usize,
    /// Games in memory at once. A game that nobody follows gives way to a new one.
    pub games: usize,
    /// Connections at once.
    pub connections: usize,
    /// Games that one connection may follow at once.
    pub games_a_connection: usize,
    /// Thoughts that one connection may ask for at once.
    pub thoughts_a_connection: usize,
    /// Time for one decision of an agent, whatever its settings: then it says the best it
    /// has.
    pub thinking: Duration,
    /// Simulations for one decision of an agent; an opponent that wants more is refused.
    pub simulations: u32,
    /// Bytes of one game's log. A game that outgrows it takes no more decisions.
    pub game: usize,
    /// Threads that think.
    pub threads: usize,
    /// Whether `new_game` takes a `seed`: whoever knows it knows every throw to come.
    pub takes_seed: bool,
    /// Whether agents may be given weight files by path, as in `net@FILE`.
    pub takes_files: bool,
}

impl Limits {
    /// For one front end on this machine, over stdio.
    pub fn own() -> Self {
        Self { takes_seed: true, takes_files: true, ..Self::served() }
    }

    /// For front ends that nobody knows.
    pub fn served() -> Self {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            line: 1 << 20,
            games: 1000,
            connections: 1000,
            games_a_connection: 64,
            thoughts_a_connection: 8,
            thinking: Duration::from_mins(1),
            simulations: 100_000,
            game: 64 << 20,
            threads,
            takes_seed: false,
            takes_files: false,
        }
    }

    /// As front ends are told.
    pub fn told(&self) -> Bounds {
        Bounds {
            line: self.line,
            games: self.games,
            games_a_connection: self.games_a_connection,
            thinking_ms: u64::try_from(self.thinking.as_millis()).unwrap_or(u64::MAX),
            simulations: self.simulations,
            game: self.game,
            thoughts_a_connection: self.thoughts_a_connection,
        }
    }
}
