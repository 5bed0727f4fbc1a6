//! The statistics: that they are what they claim to be, and that results are reproduced bit for bit.
//!
//! - `coverage`: intervals cover the truth as often as they say
//! - `error_rates`, `pruning_rates`: simulated error rates; long, `scripts/check --slow` runs them
//! - `luck`: luck adjustment
//! - `pruning`, `sequential`, `tournament`: runs that stop early, and tournaments
//! - `rate`: results joined to one tournament
//! - `reference`: the tracked reference results

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod coverage;
mod error_rates;
mod luck;
#[path = "../support/program.rs"]
mod program;
mod pruning;
mod pruning_rates;
mod rate;
mod reference;
mod sequential;
mod tournament;
