//! The rules of the Palestine campaign, a file a chapter, on small tables with given dice.

#![allow(clippy::unwrap_used, reason = "in tests a panic is the report, in what they share too")]

mod activation;
mod air;
mod charge;
mod game;
mod ground;
mod hits;
mod kept;
mod melee;
mod movement;
mod shooting;
mod table;
mod train;
mod turn;
