//! The strategies, and the tables of match equity that some of them play by.
//!
//! - `custom`: strategies from outside the registry
//! - `equity`: tables of match equity, and searches that maximise it
//! - `ismcts`: the tree search
//! - `tactics_cards`, `tactics_features`, `tactics_files`, `tactics_play`: rule-based strategies

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod custom;
mod equity;
mod ismcts;
#[path = "../support/mod.rs"]
#[allow(dead_code, reason = "what other test programs need too")]
mod support;
mod tactics_cards;
mod tactics_features;
mod tactics_files;
mod tactics_play;
