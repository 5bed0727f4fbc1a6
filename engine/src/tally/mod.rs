//! What is accumulated while matches are played: integers only, so that merging is exact and the order of merging cannot matter.
//!
//! - `entries`: what is counted in a block, by name
//! - `cell`: everything that is kept of a cell
//! - `histogram`: distributions over matches
//! - `luck`: sums of the luck of the deals
//! - `entrant_scores`: sums of the scores of all entrants of a tournament
//!
//! `arena` fills tallies; `stats` makes estimates of them.

pub mod cell;
pub mod entrant_scores;
pub mod entries;
pub mod histogram;
pub mod luck;

pub use cell::{Accumulator, Tally};
pub use entries::{Entry, Layout, Scalar, Scalars};
pub use histogram::{Histogram, Shapes};
