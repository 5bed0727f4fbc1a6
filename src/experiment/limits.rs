//! What an experiment is where it does not say, and how large it may be.

/// The seed where none is given.
pub const DEFAULT_SEED: u64 = 61;

/// Blocks where none are given and no rule may end the run.
pub const DEFAULT_BLOCKS: u64 = 10_000;

/// The most cells of an experiment.
pub const MAX_CELLS: usize = 10_000;
