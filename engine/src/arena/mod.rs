//! Matches in blocks, in parallel.
//!
//! - `plan`: cells, line-ups, and the seatings of a block
//! - `match_loop`: one match from the first deal to the end
//! - `cell`: blocks of one cell, summed up as vectors
//! - `decision_clock`: clocks around decisions
//! - `luck_meter`: the luck of the deals in a match
//! - `runner`: ranges of blocks across all cells, on many threads
//! - `sequential`: runs that look at checkpoints whether to go on

pub mod cell;
pub mod decision_clock;
pub mod luck_meter;
pub mod match_loop;
pub mod plan;
pub mod runner;
pub mod sequential;
