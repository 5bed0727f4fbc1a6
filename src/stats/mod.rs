//! Exact tallies, and the real numbers that are derived from them at the end.

pub mod tally;

pub use tally::{Histogram, Layout, Tally};
