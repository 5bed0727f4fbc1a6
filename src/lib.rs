//! Exact rules, seeded matches by the million, honest statistics for games played to sixty-one.

pub mod arena;
pub mod game;
pub mod games;
pub mod perft;
pub mod stats;
pub mod strategies;
pub mod streams;
