//! The rules of the gridded battles, a file a chapter, on small boards with given dice.

mod activation;
mod board;
mod close;
mod facing_and_sight;
mod fire;
mod movement;
mod pairs;
mod results;
mod turn;
mod withdrawal;
