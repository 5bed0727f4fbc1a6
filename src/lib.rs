//! Exact rules, seeded matches by the million, honest statistics for games played to sixty-one.

pub mod arena;
pub mod features;
pub mod game;
pub mod games;
pub mod strategies;
pub mod streams;
