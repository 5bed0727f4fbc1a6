//! Matches in blocks, in parallel.
//!
//! - `plan`: cells, line-ups, and the seatings of a block
//! - `one_match`: one match from the first deal to the end
//! - `cell`: blocks of one cell, summed up as vectors
//! - `luck`: the luck of the deals in a match
//! - `runner`: ranges of blocks across all cells, on many threads
//! - `sequential`: runs that look at checkpoints whether to go on

pub mod cell;
pub mod luck;
pub mod one_match;
pub mod plan;
pub mod runner;
pub mod sequential;
