//! What the verbs that play have in common: an experiment played with progress shown, and its files written.

use std::io;
use std::path::PathBuf;

use super::options::RunArgs;
use super::progress::{Progress, Work};
use super::{Failure, console, output_conflicts};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::printable::shown;
use crate::report::run_files::{FileError, FileRequests, RunFiles};
use crate::report::terminal::Screen;
use crate::report::{so_far, stopping};
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

/// Watches a run: shows how far it is, and keeps what it has found if it is interrupted.
struct Watch {
    progress: Progress,
    so_far: Option<String>,
}

impl Observer for Watch {
    fn played(&mut self, matches: u64) {
        self.progress.add(matches);
    }

    fn looks(&self) -> bool {
        self.progress.is_shown()
    }

    fn checkpoint(&mut self, experiment: &Experiment, tallies: &[Tally], expected_matches: u64) {
        self.progress.stands(expected_matches, || stopping::live(experiment, tallies));
    }

    fn interrupted(&mut self, experiment: &Experiment, tallies: &[Tally]) {
        self.so_far = Some(so_far::text(experiment, tallies, Screen::default()));
    }
}

/// What a run is counted in: matches, and for a log the blocks that all cells play.
fn work(experiment: &Experiment) -> Work {
    Work {
        things: "matches",
        total: experiment.played(experiment.blocks),
        estimated: experiment.stop.is_some(),
        groups: (!experiment.is_pruned()).then(|| ("blocks", experiment.played(1))),
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
    let mut watch = Watch { progress: run.progress(work(experiment)), so_far: None };
    let played = session::run_writing(experiment, files.outputs(), context, &mut watch);
    watch.progress.finish();
    if let Some(figures) = watch.so_far.filter(|_| !run.quiet) {
        console::note(figures.trim_end());
    }
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
