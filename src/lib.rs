//! Exact rules, seeded matches by the million, honest statistics for games played to sixty-one.

pub mod arena;
pub mod cli;
pub mod context;
pub mod equity;
pub mod experiment;
pub mod features;
pub mod game;
pub mod games;
pub mod perft;
pub mod player;
pub mod report;
pub mod searchable;
pub mod seats;
pub mod solvable;
pub mod stats;
pub mod strategies;
pub mod strategy;
pub mod streams;

/// The program's version, as in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The source commit that the program was built from, or `unknown`.
pub const COMMIT: &str = env!("SIXTYONE_COMMIT");

/// Whether the source differed from that commit.
pub const DIRTY: bool = matches!(env!("SIXTYONE_DIRTY").as_bytes(), b"true");
