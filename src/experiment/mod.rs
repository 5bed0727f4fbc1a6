//! What is asked for, as a resolved plan: cells with their games and line-ups, checked before anything runs.
//!
//! - `lineup`: a line-up's text to strategies
//! - `cells`: cells checked and described

pub mod cells;
pub mod lineup;

pub use cells::{CellInfo, Experiment, Labels};
