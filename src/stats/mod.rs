//! Exact tallies, and the real numbers that are derived from them at the end.
//!
//! - `tally`: what is accumulated: integers only
//! - `moments`: means, variances and covariances over blocks; ratios with the delta method
//! - `blocks`: the classes of block outcomes, and what duplicate deals save
//! - `intervals`: 95 % intervals, Elo differences, superiority
//! - `sequence`: intervals that stay valid however the number of blocks came about
//! - `sprt`: sequential tests
//! - `stopping`: rules that end a run, and their checkpoints
//! - `comparisons`: what may be claimed of differences
//! - `balance`: the figures of a cell by name
//! - `luck`: win shares with the luck of the deals taken out
//! - `joint`: the scores of all entrants of a tournament; `ratings`: Bradley–Terry ratings from them; `standings`: the whole result of one;
//!   `apart`: which places are told apart

pub mod apart;
pub mod balance;
pub mod blocks;
pub mod comparisons;
pub mod intervals;
pub mod joint;
pub mod luck;
pub mod moments;
pub mod ratings;
pub mod sequence;
pub mod sprt;
pub mod standings;
pub mod stopping;
pub mod tally;

pub use tally::{Histogram, Layout, Tally};
