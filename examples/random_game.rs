//! Plays one game of Pig at random and prints it.
fn main() {}
