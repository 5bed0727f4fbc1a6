//! Exact tallies, and the real numbers that are derived from them at the end.
//!
//! - `tally`: what is accumulated: integers only
//! - `moments`: means, variances and covariances over blocks; ratios with the delta method
//! - `intervals`: 95 % intervals, Elo differences, superiority
//! - `balance`: the figures of a cell by name

pub mod balance;
pub mod intervals;
pub mod moments;
pub mod tally;

pub use tally::{Histogram, Layout, Tally};
