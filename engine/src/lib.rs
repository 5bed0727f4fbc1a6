//! What sixtyone plays and counts: the games, the strategies, seeded matches in parallel, exact tallies of them, and the
//! estimators of its statistics.
//!
//! It knows no command line, no experiment file and no form of output: those are in the crate `sixtyone`, which exports
//! everything here under its own name.

pub mod arena;
pub mod context;
pub mod equity;
pub mod features;
pub mod game;
pub mod games;
pub mod parameters;
pub mod perft;
pub mod pieces;
pub mod player;
pub mod positions;
pub mod printable;
pub mod recorded;
pub mod searchable;
pub mod seats;
pub mod solvable;
pub mod stats;
pub mod strategies;
pub mod strategy;
pub mod streams;
pub mod tally;
pub mod toml_reader;
pub mod workloads;

/// The program's version, as in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
