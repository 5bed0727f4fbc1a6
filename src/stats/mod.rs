//! Exact tallies, and the real numbers that are derived from them at the end.
//!
//! - `tally`: what is accumulated: integers only
//! - `moments`: means, variances and covariances over blocks; ratios with the delta method
//! - `blocks`: the classes of block outcomes, and what duplicate deals save
//! - `intervals`: 95 % intervals, Elo differences, superiority
//! - `confidence_sequence`: intervals that stay valid however the number of blocks came about
//! - `sprt`: sequential tests
//! - `stopping`: rules that end a run, and their checkpoints
//! - `comparisons`: what may be claimed of differences
//! - `figures`: the figures of a cell by name
//! - `luck_adjustment`: win shares with the luck of the deals taken out
//! - `entrant_scores`: the scores of all entrants of a tournament; `ratings`: Bradley–Terry ratings from them; `ranking`: the whole result of one;
//!   `rank_tests`: which differences between places are significant

pub mod blocks;
pub mod comparisons;
pub mod confidence_sequence;
pub mod entrant_scores;
pub mod figures;
pub mod intervals;
pub mod luck_adjustment;
pub mod moments;
pub mod rank_tests;
pub mod ranking;
pub mod ratings;
pub mod sprt;
pub mod stopping;
pub mod tally;

pub use tally::{Histogram, Layout, Tally};
