//! What the verbs that play have in common: an experiment played with a progress bar, and its files written.

use std::io;
use std::path::PathBuf;

use indicatif::ProgressBar;

use super::options::RunArgs;
use super::{Failure, console, output_conflicts};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::printable::shown;
use crate::report::run_files::{FileError, FileRequests, RunFiles};
use crate::report::stopping;
use crate::session::{self, Error, Observer, RunResult, decision_timing};
use crate::tally::Tally;

/// What is to be written, and what must not be overwritten.
#[derive(Clone, Debug, Default)]
pub struct OutputRequests {
    /// What is to be written.
    pub files: FileRequests,
    /// Whether how long the strategies think goes into the result folder.
    pub time: bool,
    /// The experiment file, which must not be overwritten.
    pub input: Option<PathBuf>,
}

impl OutputRequests {
    /// What a failed write means: a reader of standard output may go away.
    fn failure(&self, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe && self.files.on_standard_output() {
            return Failure::Quiet;
        }
        Failure::input(error)
    }
}

/// Names what was written, on standard error.
pub fn say_what_was_written(run: &RunArgs, wanted: &OutputRequests) {
    if !run.quiet {
        wanted.files.named().for_each(|path| console::note(&format!("wrote {}", shown(path))));
    }
}

/// A progress bar that watches a run.
struct Bar(ProgressBar);

impl Observer for Bar {
    fn played(&mut self, matches: u64) {
        self.0.inc(matches);
    }

    fn looks(&self) -> bool {
        !self.0.is_hidden()
    }

    fn checkpoint(&mut self, experiment: &Experiment, tallies: &[Tally], expected_matches: u64) {
        self.0.set_length(expected_matches);
        self.0.set_message(stopping::live(experiment, tallies));
    }
}

/// Plays an experiment, with progress on the terminal, and writes what is wanted.
///
/// # Errors
/// If it cannot be played or written, or is stopped; then nothing has been written under a final name.
pub fn play<'e>(
    experiment: &'e Experiment,
    run: &RunArgs,
    wanted: &OutputRequests,
    context: &Context,
) -> Result<RunResult<'e>, Failure> {
    output_conflicts::check(experiment, run.json, &wanted.files, wanted.input.as_deref()).map_err(Failure::Input)?;
    let mut files = RunFiles::open(experiment, &wanted.files).map_err(|error| match error {
        FileError::Folder(message) => Failure::Input(message),
        FileError::Write(error) => Failure::input(error),
    })?;
    let mut bar = Bar(console::progress(experiment.played(experiment.blocks), run.quiet));
    let played = session::run_writing(experiment, files.outputs(), context, &mut bar);
    bar.0.finish_and_clear();
    let result = played.map_err(|error| match error {
        Error::Write(error) => wanted.failure(&error),
        other => other.into(),
    })?;
    let thinking = if wanted.time {
        if !run.quiet {
            console::note("timing decisions");
        }
        Some(decision_timing::time(experiment, context)?)
    } else {
        None
    };
    let removed = files.publish(&result, thinking.as_deref()).map_err(|error| wanted.failure(&error))?;
    if !run.quiet && !removed.is_empty() {
        console::note(&format!("removed outdated files of an earlier run: {}", removed.join(", ")));
    }
    Ok(result)
}
