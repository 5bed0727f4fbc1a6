//! The strategies, and the tables of match equity that some of them play by.
//!
//! - `equity`: tables of match equity, and searches that maximise it
//! - `ismcts`: the tree search
//! - `tactics_cards`, `tactics_features`, `tactics_files`, `tactics_play`: rule-based strategies

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod equity;
mod ismcts;
#[path = "../support/mod.rs"]
mod support;
mod tactics_cards;
mod tactics_features;
mod tactics_files;
mod tactics_play;
