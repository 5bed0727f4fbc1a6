//! `run`: an experiment from its file.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::command_line::quoted;
use super::completion_values;
use super::experiment_folder::{EXPERIMENTS, experiments};
use super::format::PrintArgs;
use super::options::{RunArgs, blocks, seed};
use super::session::{self, OutputRequests};
use super::verdict_code::ExitCode;
use super::{Failure, console};
use crate::experiment::Experiment;
use crate::experiment::grid::{Overrides, load};
use crate::experiment::stopping_options::margin_argument;
use crate::games::options::nearest;
use crate::printable::{printable, shown};
use crate::report::folder::RESULTS;
use crate::report::run_files::FileRequests;
use crate::report::{json, text};

/// Run an experiment file and write its results
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RunVerbArgs {
    /// The experiment: a file, or the stem of one in experiments/
    #[arg(value_name = "EXPERIMENT.toml", add = completion_values::experiment_files(), value_hint = ValueHint::FilePath)]
    experiment: PathBuf,
    /// Blocks per cell; the maximum if the experiment has a stopping rule [default: the experiment's]
    #[arg(long, value_name = "N", value_parser = blocks, allow_negative_numbers = true)]
    blocks: Option<u64>,
    /// Master seed; the same seed gives the same results on every machine [default: the experiment's]
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// The largest difference from a baseline that does not matter, repeatable: of win shares, as in 0.01, or of another figure, as in rounds_per_match=0.1; in addition to the experiment's
    #[arg(long = "margin", value_name = "[FIGURE=]X", value_parser = margin_argument, allow_negative_numbers = true)]
    margins: Vec<(String, f64)>,
    /// With a sequential test in [stop], report the verdict by the exit code: 0 H1 accepted in every cell, 3 H0 accepted in every cell, 4 otherwise; errors keep their codes
    #[arg(long)]
    exit_code: bool,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    print: PrintArgs,
    /// The result folder [default: results/NAME, for an experiment NAME.toml]
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Files")]
    out: Option<PathBuf>,
    /// Replace a different result in the folder, records and match tables of an earlier run included
    #[arg(long, help_heading = "Files")]
    force: bool,
    /// Write every match in full, one JSON object per line (docs/formats.md); compressed if the name ends in .gz; - writes to standard output, instead of the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Files")]
    records: Option<PathBuf>,
    /// Write the records to records.jsonl.gz in the result folder
    #[arg(long, help_heading = "Files")]
    keep_records: bool,
    /// Write a row for each match and side; without =FILE to games.csv.gz in the result folder
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, value_hint = ValueHint::FilePath, help_heading = "Files")]
    games: Option<Option<PathBuf>>,
    /// Afterwards, measure decision times on one thread and write them to timing.json
    #[arg(long, help_heading = "Files")]
    time: bool,
}

const EXAMPLES: &str = "\
The results are a function of the program's version, the experiment and the seed. The same experiment with the same seed and blocks \
may be written to its folder again if no file is lost. Any other content of the folder is kept unless you give --force.

Examples:
  sixtyone run experiments/bust-rule.toml
  sixtyone run bust-rule --blocks 1000 --out /tmp/try
  sixtyone run experiments/targets.toml --seed 7 --out results/targets-7
  sixtyone run experiments/bust-rule.toml --margin 0.01 --out results/bust-rule-equal
  sixtyone run experiments/opener.toml --json --quiet > opener.json
  sixtyone run experiments/opener.toml --keep-records --games
  sixtyone run experiments/published-tactics.toml --time        measure decision times";

/// The experiment file that an argument names.
///
/// # Errors
/// If there is none.
pub fn find(path: &Path) -> Result<PathBuf, Failure> {
    if path.exists() {
        return Ok(path.to_path_buf());
    }
    let named = Path::new(EXPERIMENTS).join(path).with_extension("toml");
    if path.components().count() == 1 && named.is_file() {
        return Ok(named);
    }
    let (stems, reason) = match experiments() {
        Ok(stems) => (stems, String::new()),
        Err(reason) => (Vec::new(), format!(" ({reason})")),
    };
    let wanted = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let near = nearest(&wanted, stems.iter().map(String::as_str))
        .map_or_else(String::new, |stem| format!(" (did you mean {EXPERIMENTS}/{stem}.toml?)"));
    let list = if stems.is_empty() { format!("none{reason}") } else { printable(&stems.join(", ")).into_owned() };
    Err(Failure::Input(format!(
        "cannot read {}: there is no such file{near}; experiments in {EXPERIMENTS}/: {list}",
        shown(path)
    )))
}

/// The command that gives the same numbers, where the experiment file lies in the current folder.
fn command_line(path: &Path, experiment: &Experiment, margins: &[(String, f64)]) -> String {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut words = vec!["sixtyone".to_owned(), "run".to_owned(), name];
    words.extend(["--blocks".to_owned(), experiment.blocks.to_string()]);
    words.extend(["--seed".to_owned(), experiment.plan.seed.to_string()]);
    words.extend(margins.iter().flat_map(|(figure, margin)| ["--margin".to_owned(), format!("{figure}={margin}")]));
    quoted(&words)
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &RunVerbArgs) -> Result<(), Failure> {
    let context = args.run.context();
    let path = find(&args.experiment)?;
    let mut experiment = load(&path, Overrides { seed: args.seed, blocks: args.blocks }, &context)
        .map_err(|error| Failure::of(&context, error))?;
    let stop = experiment.stop.filter(|_| !experiment.is_pruned());
    let exit_code = ExitCode::new(
        args.exit_code,
        stop,
        "name an experiment with a [stop] of sprt = { elo0 = 0, elo1 = 10 } (pairings of a tournament have a verdict each)",
    )?;
    experiment.margins.extend(args.margins.iter().cloned());
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    let folder = args.out.clone().unwrap_or_else(|| Path::new(RESULTS).join(stem));
    let files = FileRequests {
        out: Some(folder.clone()),
        force: args.force,
        records_in_folder: args.keep_records,
        records: args.records.clone(),
        games_in_folder: matches!(args.games, Some(None)),
        games: args.games.clone().flatten(),
        command: command_line(&path, &experiment, &args.margins),
    };
    let wanted = OutputRequests { files, time: args.time, input: Some(path.clone()) };
    let note = |text: &str| {
        if !args.run.quiet {
            console::note(text);
        }
    };
    note(&format!(
        "{}: {}, {}{} each, {}, seed {}",
        shown(&path),
        text::count(experiment.cells.len() as u64, "cell", "cells"),
        if experiment.stop.is_some() { "at most " } else { "" },
        text::blocks(experiment.blocks),
        text::matches(experiment.matches(experiment.blocks), experiment.played(experiment.blocks)),
        experiment.plan.seed
    ));
    for refused in &experiment.refused {
        note(&format!("left out: {} (rule {}: {})", refused.name, refused.rule, refused.message));
    }
    if !experiment.margins.is_empty() && experiment.plan.cells.iter().all(|cell| cell.baseline.is_none()) {
        note("the margin has no effect: no cell has a baseline, so nothing is compared");
    }
    let tallies = exit_code.played(session::play(&experiment, &args.run, &wanted, &context))?.tallies;
    let summary = experiment.summary(&tallies).map_err(Failure::input)?;
    let printed = if args.run.json {
        console::print_json(&json::experiment_document(&summary, &folder.to_string_lossy()))
    } else if wanted.files.on_standard_output() {
        Ok(())
    } else {
        args.print.print(&summary, Some(&folder))
    };
    session::say_what_was_written(&args.run, &wanted);
    exit_code.reported(printed, summary.cells.iter().map(|cell| cell.ending))
}
