//! A run from plan to files: progress, the outputs written on the way, and the result folder at the end.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
#[expect(clippy::disallowed_types, reason = "timing.json is the one file that may differ between runs")]
use std::time::Instant;

use indicatif::ProgressBar;
use serde_json::json;

use super::options::RunArgs;
use super::{Failure, console, decision_timing, output_conflicts};
use crate::arena::runner::{self, Control, Format, Output, RunError};
use crate::arena::sequential::{self, Next};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::report::files::{ResultFile, WholeFile, is_standard_output};
use crate::report::folder::{Folder, GAMES, RECORDS};
use crate::report::records::{Games, Records};
use crate::report::stopping;
use crate::stats::Tally;
use crate::stats::stopping::{checkpoints, checkpoints_of_pruning};

/// What is to be written.
#[derive(Clone, Debug, Default)]
pub struct OutputRequests {
    /// The result folder.
    pub out: Option<PathBuf>,
    /// Whether another result there may be replaced.
    pub force: bool,
    /// A file for full records.
    pub records: Option<PathBuf>,
    /// A file for the table of matches.
    pub games: Option<PathBuf>,
    /// Records in the result folder.
    pub records_in_folder: bool,
    /// The table of matches in the result folder.
    pub games_in_folder: bool,
    /// How long the strategies think, in the result folder.
    pub time: bool,
    /// The command line that gives the same numbers, for the manifest.
    pub command: String,
    /// The experiment file, which must not be overwritten.
    pub input: Option<PathBuf>,
}

impl OutputRequests {
    /// Whether standard output is for records or the table of matches; then no report goes there.
    #[must_use]
    pub fn on_standard_output(&self) -> bool {
        [&self.records, &self.games].into_iter().flatten().any(|path| is_standard_output(path))
    }

    /// What a failed write means: a reader of standard output may go away.
    fn failure(&self, error: &io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe && self.on_standard_output() {
            return Failure::Quiet;
        }
        Failure::input(error)
    }
}

/// Where a file goes once it is whole.
enum Destination {
    Own,
    Folder(&'static str),
}

struct Pending<'a> {
    format: &'a dyn Format,
    file: ResultFile,
    place: Destination,
}

fn open<'a>(path: &Path, format: &'a dyn Format, head: &str, place: Destination) -> Result<Pending<'a>, Failure> {
    let mut file = ResultFile::create(path).map_err(Failure::input)?;
    file.write_all(head.as_bytes()).map_err(Failure::input)?;
    Ok(Pending { format, file, place })
}

/// Names what was written, on standard error.
pub fn say_what_was_written(run: &RunArgs, wanted: &OutputRequests) {
    if !run.quiet {
        let files = [&wanted.records, &wanted.games, &wanted.out].into_iter().flatten();
        for path in files.filter(|path| !is_standard_output(path)) {
            console::note(&format!("wrote {}", path.display()));
        }
    }
}

/// Plays the blocks: to each checkpoint in turn if there is a rule that may end the run, or somebody who watches; else all at once.
fn count(
    experiment: &Experiment,
    outputs: Vec<Output<'_>>,
    control: &Control<'_>,
    bar: &ProgressBar,
) -> Result<Vec<Tally>, RunError> {
    if experiment.stop.is_none() && bar.is_hidden() {
        return runner::run(&experiment.plan, 0..experiment.blocks, outputs, control);
    }
    let show = |tallies: &[Tally]| {
        if !bar.is_hidden() {
            bar.set_length(stopping::expected_matches(experiment, tallies));
            bar.set_message(stopping::live(experiment, tallies));
        }
    };
    if let Some(rule) = experiment.stop.filter(|_| experiment.is_pruned()) {
        let look = |tallies: &mut [Tally]| {
            let decided = rule.newly_decided(tallies);
            if tallies.iter().all(|tally| tally.decided.is_some()) {
                return Next::Stop;
            }
            show(tallies);
            if decided.is_empty() { Next::On } else { Next::Without(decided) }
        };
        return sequential::run(&experiment.plan, checkpoints_of_pruning(experiment.blocks), outputs, control, look);
    }
    let self_play: Vec<bool> = experiment.cells.iter().map(|cell| cell.self_play).collect();
    let look = |tallies: &mut [Tally]| {
        if experiment.stop.is_some_and(|rule| rule.check_all(tallies, &self_play)) {
            return Next::Stop;
        }
        show(tallies);
        Next::On
    };
    sequential::run(&experiment.plan, checkpoints(experiment.blocks), outputs, control, look)
}

/// Plays an experiment, with progress on the terminal, and writes what is wanted.
///
/// # Errors
/// If it cannot be played or written, or is stopped; then nothing has been written under a final name.
#[expect(clippy::disallowed_types, reason = "timing.json is the one file that may differ between runs")]
pub fn play(
    experiment: &Experiment,
    run: &RunArgs,
    wanted: &OutputRequests,
    context: &Context,
) -> Result<Vec<Tally>, Failure> {
    output_conflicts::check(experiment, run, wanted).map_err(Failure::Input)?;
    let kept: Vec<&str> = [(RECORDS, wanted.records_in_folder), (GAMES, wanted.games_in_folder)]
        .iter()
        .filter(|(_, on)| *on)
        .map(|(name, _)| *name)
        .collect();
    let folder = match &wanted.out {
        Some(path) => Some(Folder::open(path, experiment, &kept, wanted.force).map_err(Failure::Input)?),
        None => None,
    };
    let (records, games) = (Records::new(experiment), Games::new(experiment));
    let mut pending = Vec::new();
    if let Some(path) = &wanted.records {
        pending.push(open(path, &records, "", Destination::Own)?);
    }
    if let Some(path) = &wanted.games {
        pending.push(open(path, &games, Games::HEADER, Destination::Own)?);
    }
    if let Some(folder) = &folder {
        if wanted.records_in_folder {
            pending.push(open(&folder.file(RECORDS), &records, "", Destination::Folder(RECORDS))?);
        }
        if wanted.games_in_folder {
            pending.push(open(&folder.file(GAMES), &games, Games::HEADER, Destination::Folder(GAMES))?);
        }
    }

    let start = Instant::now();
    let outputs = pending.iter_mut().map(|p| Output { format: p.format, writer: &mut p.file }).collect();
    let bar = console::progress(experiment.played(experiment.blocks), run.quiet);
    let control = Control { context, progress: &|matches| bar.inc(matches) };
    let tallies = count(experiment, outputs, &control, &bar);
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let tallies = tallies.map_err(|error| match error {
        RunError::Write(error) => wanted.failure(&error),
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

    let mut own: Vec<WholeFile> = Vec::new();
    let mut extra = Vec::new();
    for part in pending {
        let whole = part.file.finish().map_err(|error| wanted.failure(&error))?;
        match part.place {
            Destination::Own => own.push(whole),
            Destination::Folder(name) => extra.push((name, whole)),
        }
    }
    if let Some(folder) = &folder {
        folder.recheck(experiment).map_err(Failure::input)?;
    }
    for file in own {
        file.publish().map_err(Failure::input)?;
    }
    if let Some(folder) = folder {
        let played = experiment.played_in(&tallies);
        let timing = json!({
            "seconds": seconds,
            "threads": context.threads(),
            "matches": experiment.matches_in(&tallies),
            "matches_played": played,
            "matches_per_second": played as f64 / seconds.max(1e-9),
            "thinking": thinking,
            "machine": {
                "system": std::env::consts::OS,
                "architecture": std::env::consts::ARCH,
                "processors": std::thread::available_parallelism().map_or(0, std::num::NonZero::get),
            },
        });
        let removed = folder.write(experiment, &wanted.command, &tallies, extra, &timing).map_err(Failure::input)?;
        if !run.quiet && !removed.is_empty() {
            console::note(&format!(
                "removed what an earlier run had written and this one did not: {}",
                removed.join(", ")
            ));
        }
    }
    Ok(tallies)
}
