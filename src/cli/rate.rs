//! `rate`: ratings from results that have been played.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde_json::json;

use super::{Failure, console};
use crate::analysis::Summary;
use crate::analysis::joining::{Joining, Source};
use crate::experiment::anchors;
use crate::report::columns::Screen;
use crate::report::folder::{self, GAMES, StoredResult};
use crate::report::{games_table, tournament_tables};

/// Rate strategies from result folders, several joined
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct RateArgs {
    /// Result folders of tournaments, matches and experiments of one game (or the games.csv.gz in such a folder)
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    /// A strategy whose rating is 0, or is given: NAME, NAME=ELO, or several of them, separated by commas or repeated; one shifts all ratings, several are held at their values [default: the mean of all is 0]
    #[arg(long = "anchor", value_name = "STRATEGY[=ELO]")]
    anchors: Vec<String>,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    /// Print no messages, only errors, on standard error
    #[arg(long, short)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Results of different seeds are independent, and the same line-up may be in several. Results of the same seed share their deals: they are joined block by block from \
games.csv.gz, so play them with --games. The same blocks twice, other rules, other versions and results that ended by a stopping rule are refused. \
Estimators and tables are those of `tournament` (docs/statistics.md).

Examples:
  sixtyone tournament greedy club random --blocks 200 --out a; sixtyone rate a
  sixtyone match club expert --blocks 200 --seed 2 --out b; sixtyone rate a b --json
  sixtyone match expert greedy --blocks 200 --seed 3 --out c; sixtyone rate a c --anchor greedy=0";

/// The result folder that an argument names.
fn folder_of(path: &Path) -> Result<PathBuf, String> {
    if !path.is_file() {
        return Ok(path.to_path_buf());
    }
    match (path.file_name().is_some_and(|name| name == GAMES), path.parent()) {
        (true, Some(parent)) if parent.as_os_str().is_empty() => Ok(PathBuf::from(".")),
        (true, Some(parent)) => Ok(parent.to_path_buf()),
        _ => Err(format!(
            "{} is a file; allowed: a result folder, or its {GAMES}. A table of matches alone says neither its rules nor its seed: play with --out DIR --games",
            path.display()
        )),
    }
}

/// A result, read and checked.
fn source(path: &Path, stored: &StoredResult) -> Result<Source, String> {
    let manifest = &stored.manifest;
    // Checks that the tallies fit the experiment.
    Summary::new(&manifest.version, &manifest.experiment, &stored.tallies)
        .map_err(|error| format!("{}: {error}; run the experiment again", path.display()))?;
    Ok(Source {
        name: path.display().to_string(),
        version: manifest.version.clone(),
        experiment: manifest.experiment.clone(),
        tallies: stored.tallies.clone(),
        has_games: games_table::is_in(manifest),
    })
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &RateArgs) -> Result<(), Failure> {
    let folders: Vec<PathBuf> =
        args.folders.iter().map(|path| folder_of(path)).collect::<Result<_, _>>().map_err(Failure::Input)?;
    let stored: Vec<StoredResult> =
        folders.iter().map(|path| folder::read(path)).collect::<Result<_, _>>().map_err(Failure::Input)?;
    let sources: Vec<Source> = folders
        .iter()
        .zip(&stored)
        .map(|(path, stored)| source(path, stored))
        .collect::<Result<_, _>>()
        .map_err(Failure::Input)?;
    let mut joining = Joining::new(&sources).map_err(Failure::Input)?;
    let anchors = anchors::read(&args.anchors, joining.names()).map_err(Failure::Input)?;
    if !args.quiet {
        for (result, cell) in joining.left_out() {
            console::note(&format!("left out: \"{cell}\" of {result}, where a strategy meets itself"));
        }
    }
    for number in joining.needs_games() {
        let cells = &sources[number].experiment.cells;
        let mut take = |row: games_table::GameRow| {
            let cell = cells.iter().position(|cell| cell.name == row.cell);
            let cell = cell.ok_or_else(|| format!("the cell \"{}\" is not in its manifest", row.cell))?;
            joining.add_score(number, cell, row.block, row.slot, row.win_share)
        };
        games_table::read(&folders[number], &stored[number].manifest, &mut take).map_err(Failure::Input)?;
    }
    let joined = joining.finish(anchors).map_err(Failure::Input)?;
    if args.json {
        let results = sources.iter().map(|source| {
            json!({
                "folder": source.name,
                "title": source.experiment.title,
                "seed": source.experiment.seed,
                "blocks": source.experiment.blocks,
                "line_ups": source.experiment.cells.len(),
            })
        });
        let results = results.collect::<Vec<_>>();
        console::print_json(&tournament_tables::joined_document(&joined, &results))
    } else {
        let rows: Vec<[String; 2]> = sources
            .iter()
            .map(|source| [source.name.clone(), tournament_tables::source_text(&source.experiment)])
            .collect();
        console::print(&tournament_tables::joined_text(&joined, &rows, Screen::here()))
    }
}
