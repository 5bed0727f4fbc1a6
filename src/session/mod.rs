//! A session: an experiment played from the first block to the last, or to where its stopping rule ends it.
//!
//! - this file: [`run`] and what it gives back
//! - `observer`: who watches a run
//! - `forecast`: how many matches are still to come
//! - `decision_timing`: how long the strategies think
//!
//! The command line is one caller; it knows of nothing here but these functions. Writing results is the matter of `report`.

pub mod decision_timing;
pub mod forecast;
pub mod observer;

use std::sync::{Mutex, MutexGuard, PoisonError};
#[expect(
    clippy::disallowed_types,
    reason = "how long a run took reaches timing.json alone, which may differ between runs"
)]
use std::time::Instant;

pub use crate::arena::runner::{Output, RunError as Error};
pub use observer::{Observer, Silent};

use crate::analysis::summary::{Summary, SummaryError};
use crate::arena::runner::{self, Control};
use crate::arena::sequential::{self, Next};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::stats::stopping::{checkpoints, checkpoints_of_pruning};
use crate::tally::Tally;

/// What a run has found.
#[derive(Clone, Debug)]
pub struct RunResult<'e> {
    /// What was played.
    pub experiment: &'e Experiment,
    /// What was counted, cell by cell.
    pub tallies: Vec<Tally>,
    /// How long it took, in seconds. No result depends on it.
    pub seconds: f64,
    /// With how many threads.
    pub threads: usize,
}

impl RunResult<'_> {
    /// Everything that outputs show of it.
    ///
    /// # Errors
    /// If nothing was counted.
    pub fn summary(&self) -> Result<Summary, SummaryError> {
        self.experiment.summary(&self.tallies)
    }

    /// Matches that were really played, identical seatings once.
    #[must_use]
    pub fn matches_played(&self) -> u64 {
        self.experiment.played_in(&self.tallies)
    }
}

/// Plays an experiment.
///
/// # Errors
/// If it cannot be played, a strategy fails, or the context is stopped.
pub fn run<'e>(
    experiment: &'e Experiment,
    context: &Context,
    observer: &mut dyn Observer,
) -> Result<RunResult<'e>, Error> {
    run_writing(experiment, Vec::new(), context, observer)
}

/// Plays an experiment and writes match by match to these outputs, in an order that does not depend on the number of threads.
///
/// # Errors
/// As for [`run`], and if an output cannot be written.
#[expect(
    clippy::disallowed_types,
    reason = "how long a run took reaches timing.json alone, which may differ between runs"
)]
pub fn run_writing<'e>(
    experiment: &'e Experiment,
    outputs: Vec<Output<'_>>,
    context: &Context,
    observer: &mut dyn Observer,
) -> Result<RunResult<'e>, Error> {
    observer.started(experiment.played(experiment.blocks));
    let start = Instant::now();
    let tallies = play(experiment, outputs, context, observer)?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(RunResult { experiment, tallies, seconds, threads: context.threads() })
}

/// Plays the blocks: to each checkpoint in turn if there is a rule that may end the run, or an observer who wants to look; else all at once.
fn play(
    experiment: &Experiment,
    outputs: Vec<Output<'_>>,
    context: &Context,
    observer: &mut dyn Observer,
) -> Result<Vec<Tally>, Error> {
    let plan = &experiment.plan;
    let looks = observer.looks();
    let observer = Mutex::new(observer);
    let lock = || -> MutexGuard<'_, &mut dyn Observer> { observer.lock().unwrap_or_else(PoisonError::into_inner) };
    let control = Control { context, progress: &|matches| lock().played(matches) };
    if experiment.stop.is_none() && !looks {
        return runner::run(plan, 0..experiment.blocks, outputs, &control);
    }
    let show = |tallies: &[Tally]| {
        if looks {
            let expected = forecast::expected_matches(experiment, tallies);
            lock().checkpoint(experiment, tallies, expected);
        }
    };
    let self_play: Vec<bool> = experiment.cells.iter().map(|cell| cell.self_play).collect();
    if let Some(rule) = experiment.stop.filter(|_| experiment.is_pruned()) {
        let look = |tallies: &mut [Tally]| {
            let decided = rule.newly_decided(tallies, &self_play);
            if tallies.iter().all(|tally| tally.decided.is_some()) {
                return Next::Stop;
            }
            show(tallies);
            if decided.is_empty() { Next::On } else { Next::Without(decided) }
        };
        return sequential::run(plan, checkpoints_of_pruning(experiment.blocks), outputs, &control, look);
    }
    let look = |tallies: &mut [Tally]| {
        if experiment.stop.is_some_and(|rule| rule.check_all(tallies, &self_play)) {
            return Next::Stop;
        }
        show(tallies);
        Next::On
    };
    sequential::run(plan, checkpoints(experiment.blocks), outputs, &control, look)
}
