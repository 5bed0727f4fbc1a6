//! Who watches a run: told how far it is, and shown what has been counted so far. Nothing that an observer does changes a result.

use crate::experiment::Experiment;
use crate::tally::Tally;

/// Watches a run. Every method does nothing by itself; calls come one at a time, from any thread.
pub trait Observer: Send {
    /// The run begins; it plays so many matches (identical seatings once), at most if a rule may end it.
    fn started(&mut self, matches: u64) {
        let _ = matches;
    }

    /// So many more matches have been played.
    fn played(&mut self, matches: u64) {
        let _ = matches;
    }

    /// Whether it wants to be shown what has been counted at checkpoints.
    fn looks(&self) -> bool {
        false
    }

    /// What has been counted up to a checkpoint, and how many matches the run will have played in the end as far as can be said now.
    fn checkpoint(&mut self, experiment: &Experiment, tallies: &[Tally], expected_matches: u64) {
        let _ = (experiment, tallies, expected_matches);
    }

    /// The run was stopped from outside. What had been counted up to the last look, which is after the first block of all cells at the earliest: all blocks from the first
    /// on, none of them chosen by how it went. Empty if that was not reached.
    fn interrupted(&mut self, experiment: &Experiment, tallies: &[Tally]) {
        let _ = (experiment, tallies);
    }
}

/// An observer that does not watch.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {}
