//! What is asked for, as a resolved plan: cells with their games and line-ups, all checked before anything runs.
//!
//! - `toml`: reading TOML with line numbers
//! - `file`: what an experiment file says
//! - `stopping_options`: stopping rules and margins as they are written
//! - `luck_options`: luck adjustment as it is asked for
//! - `lineup`: a line-up's text to strategies
//! - `cells`: cells checked and described
//! - `tournament_cells`: a list of strategies to cells
//! - `resolved`: an experiment as its manifest holds it, and its summary
//! - `grid`: variants × sweep points × line-ups to cells

pub mod cells;
pub mod file;
pub mod grid;
pub mod lineup;
pub mod luck_options;
pub mod resolved;
pub mod stopping_options;
pub mod toml;
pub mod tournament_cells;

/// The seed where none is given.
pub const DEFAULT_SEED: u64 = 61;

pub use cells::{CellInfo, Experiment, Labels, Refused, SideInfo};
