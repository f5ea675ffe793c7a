//! The rules of the gridded battles, a file a chapter, on small boards with given dice.

#![allow(clippy::unwrap_used, reason = "in tests a panic is the report, in what they share too")]

mod activation;
mod armies;
mod board;
mod close;
mod concealment;
mod counts;
mod encoding;
mod examples;
mod facing_and_sight;
mod fire;
mod kept;
mod leaks;
mod movement;
mod options;
mod oracle;
mod pairs;
mod play_test;
mod results;
mod terrain;
mod turn;
mod victory;
mod withdrawal;
