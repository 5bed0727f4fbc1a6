//! The real numbers that are derived from exact tallies at the end.
//!
//! - `moments`: means, variances and covariances over blocks; ratios with the delta method
//! - `blocks`: the classes of block outcomes, and what duplicate deals save
//! - `intervals`: 95 % intervals, Elo differences, superiority
//! - `confidence_sequence`: intervals that stay valid however the number of blocks came about
//! - `sprt`: sequential tests
//! - `class_counts`: a sequential test of blocks that are known by their classes only
//! - `stopping`: rules that end a run, and their checkpoints
//! - `measure`: ratios of block totals with their intervals, and differences between cells
//! - `significance`: what may be claimed of differences
//! - `win_share`: the win share of a strategy
//! - `number`: real numbers in JSON
//! - `luck_adjustment`: win shares with the luck of the deals taken out
//! - `entrant_covariance`: how the scores of a tournament's entrants vary together; `ratings`: Bradley–Terry ratings from them, with `matrices`; `ranking`: the
//!   whole result of a tournament; `rank_tests`: which differences between places are significant

pub mod blocks;
pub mod class_counts;
pub mod confidence_sequence;
pub mod entrant_covariance;
pub mod intervals;
pub mod luck_adjustment;
mod matrices;
pub mod measure;
pub mod moments;
pub mod number;
pub mod rank_tests;
pub mod ranking;
pub mod ratings;
pub mod significance;
pub mod sprt;
pub mod stopping;
pub mod win_share;
