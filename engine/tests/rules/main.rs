//! The games against their rules.
//!
//! - `all_fives`, `dominoes`: the rule pages, rule by rule, and sampled worlds against all that are possible
//! - `laws`: what every game must obey, with every strategy
//! - `perft`: move generators against golden counts
//! - `solver`: the exact solver against plain minimax and plain max-n

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod all_fives;
mod dominoes;
mod laws;
mod perft;
mod solver;
#[path = "../support/mod.rs"]
mod support;
