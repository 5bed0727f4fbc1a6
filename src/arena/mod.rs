//! Matches in blocks, in parallel.

pub mod one_match;
