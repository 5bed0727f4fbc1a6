//! What is asked for, as a resolved plan: cells with their games and line-ups, all checked before anything runs.
//!
//! - `file`: what an experiment file says
//! - `stopping_options`: stopping rules and margins as they are written
//! - `luck_options`: luck adjustment as it is asked for
//! - `limits`: defaults, and how large an experiment may be
//! - `lineup`: a line-up's text to strategies
//! - `cells`: cells checked and described
//! - `anchors`: entrants whose ratings are given
//! - `tournament_cells`: a list of strategies to cells
//! - `resolved`: an experiment as its manifest holds it, and its summary
//! - `grid`: variants × sweep points × line-ups to cells

pub mod anchors;
pub mod cells;
pub mod file;
pub mod grid;
pub mod limits;
pub mod lineup;
pub mod luck_options;
pub mod resolved;
pub mod stopping_options;
pub mod tournament_cells;

pub use cells::{CellInfo, Experiment, Labels, LuckInfo, Refused, SideInfo, Tournament};
pub use limits::DEFAULT_SEED;
