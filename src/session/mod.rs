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
use crate::arena::runner::Control;
use crate::arena::sequential::{self, Next};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::stats::stopping::{FIRST_LOOK, checkpoints, checkpoints_of_pruning};
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
    let mut tallies = Vec::new();
    let played = play(experiment, outputs, context, observer, &mut tallies);
    if matches!(played, Err(Error::Interrupted)) {
        observer.interrupted(experiment, &tallies);
    }
    played?;
    let seconds = start.elapsed().as_secs_f64();
    Ok(RunResult { experiment, tallies, seconds, threads: context.threads() })
}

/// Numbers of blocks after which it is worth looking at a run, up to `most`: the first block, then a sixteenth more each time, but at least so many
/// that the threads hardly wait for each other.
fn looks(most: u64, threads: usize) -> impl Iterator<Item = u64> {
    let least = (threads as u64).saturating_mul(4);
    let next = move |at: &u64| (*at < most).then(|| at.saturating_add((at / 16).max(least)).min(most));
    std::iter::successors(Some(most.min(1)), next)
}

/// Plays the blocks from look to look, so that something has been counted whenever the run is stopped. Only the checkpoints of a rule that may end it are the
/// same for every number of threads; what happens at the other looks changes no result.
fn play(
    experiment: &Experiment,
    outputs: Vec<Output<'_>>,
    context: &Context,
    observer: &mut dyn Observer,
    counted: &mut Vec<Tally>,
) -> Result<(), Error> {
    let (plan, blocks) = (&experiment.plan, experiment.blocks);
    let watched = observer.looks();
    let observer = Mutex::new(observer);
    let lock = || -> MutexGuard<'_, &mut dyn Observer> { observer.lock().unwrap_or_else(PoisonError::into_inner) };
    let control = Control { context, progress: &|matches| lock().played(matches) };
    let show = |tallies: &[Tally]| {
        if watched {
            let expected = forecast::expected_matches(experiment, tallies);
            lock().checkpoint(experiment, tallies, expected);
        }
    };
    let all = looks(blocks, context.threads());
    let Some(rule) = experiment.stop else {
        let look = |tallies: &mut [Tally]| {
            show(tallies);
            Next::On
        };
        return sequential::run(plan, all, outputs, &control, counted, look);
    };
    let first = FIRST_LOOK.min(blocks);
    let early = all.take_while(move |look| *look < first);
    let is_early = |tallies: &[Tally]| experiment.blocks_of(tallies) < first;
    let self_play: Vec<bool> = experiment.cells.iter().map(|cell| cell.self_play).collect();
    if experiment.is_pruned() {
        let look = |tallies: &mut [Tally]| {
            let decided = if is_early(tallies) { Vec::new() } else { rule.newly_decided(tallies, &self_play) };
            if tallies.iter().all(|tally| tally.decided.is_some()) {
                return Next::Stop;
            }
            show(tallies);
            if decided.is_empty() { Next::On } else { Next::Without(decided) }
        };
        return sequential::run(plan, early.chain(checkpoints_of_pruning(blocks)), outputs, &control, counted, look);
    }
    let look = |tallies: &mut [Tally]| {
        if !is_early(tallies) && rule.check_all(tallies, &self_play) {
            return Next::Stop;
        }
        show(tallies);
        Next::On
    };
    sequential::run(plan, early.chain(checkpoints(blocks)), outputs, &control, counted, look)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;
    use crate::stats::sprt::{Model, Sprt};
    use crate::stats::stopping::StoppingRule;

    #[test]
    fn looks_begin_with_the_first_block_and_end_with_the_last() {
        assert_eq!(looks(40, 2).collect::<Vec<_>>(), [1, 9, 17, 25, 33, 40]);
        assert_eq!(looks(1, 8).collect::<Vec<_>>(), [1]);
        assert_eq!(looks(u64::MAX, usize::MAX).collect::<Vec<_>>(), [1, u64::MAX]);
        let many: Vec<u64> = looks(1_000_000, 1).collect();
        assert!(many.len() < 200 && many.last() == Some(&1_000_000), "{}", many.len());
    }

    /// Stops the run at the first look with so many blocks, and keeps what it is told then.
    struct Impatient {
        most: u64,
        stop: Arc<AtomicBool>,
        kept: Option<Vec<Tally>>,
    }

    impl Observer for Impatient {
        fn looks(&self) -> bool {
            true
        }

        fn checkpoint(&mut self, _: &Experiment, tallies: &[Tally], _: u64) {
            self.stop.fetch_or(tallies[0].blocks >= self.most, Ordering::Relaxed);
        }

        fn interrupted(&mut self, _: &Experiment, tallies: &[Tally]) {
            self.kept = Some(tallies.to_vec());
        }
    }

    #[test]
    fn an_interrupted_run_tells_what_it_has_counted_in_order() {
        let strategies = ["greedy", "random"].map(str::to_owned);
        let context = Context::default().with_threads(2);
        let experiment = |blocks| {
            Experiment::single("fives-and-threes", Vec::new(), &strategies, None, blocks, 61, &context).unwrap()
        };
        let rule = StoppingRule::Sprt(Sprt::new(Model::Logistic, -5.0, 5.0, 0.05, 0.05).unwrap());
        for (most, stopping) in [(1, None), (17, None), (9, Some(rule)), (0, None)] {
            let mut long = experiment(1_000_000);
            long.stop = stopping;
            let stop = Arc::new(AtomicBool::new(most == 0));
            let mut watch = Impatient { most, stop: Arc::clone(&stop), kept: None };
            let ended = run(&long, &Context::default().with_threads(2).with_stop(stop), &mut watch);
            assert!(matches!(ended, Err(Error::Interrupted)));
            let kept = watch.kept.unwrap();
            if most == 0 {
                assert!(kept.iter().all(|tally| tally.blocks == 0), "no whole block");
                continue;
            }
            let whole = experiment(most);
            let expected = run(&whole, &context, &mut Silent).unwrap();
            assert!(kept == expected.tallies, "the first {most} blocks");
        }
    }
}
