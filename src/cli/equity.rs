//! `equity`: the chance to win the match from every standing, as a table, a picture and files.

use std::cell::RefCell;
use std::fs::read_to_string;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueHint};
use serde_json::Value;

use super::completion_values;
use super::options::{GameArgs, RunArgs, strategy_names};
use super::progress::Work;
use super::{Failure, console};
use crate::equity::{self, Equity, EquityError};
use crate::printable::shown;
use crate::report::files::ResultFile;
use crate::report::links::{followed, refuse_links};
use crate::report::terminal::Screen;
use crate::report::{equity_heatmap, equity_text as report};
use crate::strategies::StrategyPlan;
use crate::strategies::equity_request::{EquityRequest, EquityRequestError, Progress};

/// Compute match equity: the chance to win the match from every standing between rounds (two sides)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EquityArgs {
    /// The strategy that both sides play; not a search strategy (see `sixtyone list`)
    #[arg(long, value_name = "NAME", default_value = equity::REFERENCE, value_parser = strategy_names(), add = completion_values::strategies(), hide_possible_values = true)]
    strategy: String,
    /// Rounds to play from each standing; rounded up so that a deal is played with each seat leading
    #[arg(long, value_name = "N", default_value_t = equity::DEFAULT_ROUNDS, value_parser = rounds, allow_negative_numbers = true)]
    rounds: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Write equity.csv, equity.json and equity.svg to a folder
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Files")]
    out: Option<PathBuf>,
    /// Replace a different table in the folder
    #[arg(long, help_heading = "Files", requires = "out")]
    force: bool,
}

const EXAMPLES: &str = "\
A table is kept in the cache folder (SIXTYONE_CACHE, else sixtyone in XDG_CACHE_HOME or ~/.cache); SIXTYONE_CACHE= keeps none.

Examples:
  sixtyone equity
  sixtyone equity --out results/equity                     the table as CSV and JSON, and a picture
  sixtyone equity --strategy club --rounds 1024 --set target=31
  sixtyone equity --players 4                              pairs
  sixtyone equity --set overshoot=bounce --rounds 100000
  sixtyone equity --game all-fives --json";

fn rounds(text: &str) -> Result<u32, String> {
    let (low, high) = (equity::MIN_ROUNDS, equity::MAX_ROUNDS);
    match text.trim().parse::<u32>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("allowed: a whole number from {low} to {high}")),
    }
}

/// The files of a table.
const FILES: [&str; 3] = ["equity.csv", "equity.json", "equity.svg"];

/// Refuses a folder that cannot be had, and without `force` one that holds anything but the table made from this.
fn check_folder(folder: &Path, identity: &Value, force: bool) -> Result<(), String> {
    let shown = shown(folder);
    followed(folder).map_err(|error| format!("cannot write to the folder {shown}: {error}"))?;
    refuse_links(folder, FILES).map_err(|error| error.to_string())?;
    let ways = "choose another folder with --out DIR, or replace it with --force";
    if folder.exists() && !folder.is_dir() {
        return Err(format!("{shown} is a file; name a folder with --out DIR"));
    }
    if force {
        return Ok(());
    }
    let Some(there) = FILES.iter().find(|name| folder.join(name).exists()) else {
        return Ok(());
    };
    let old = read_to_string(folder.join(FILES[1])).ok().and_then(|text| serde_json::from_str(&text).ok());
    match old.as_ref().and_then(Equity::from_json) {
        Some(old) if old.is_made_from(identity) => Ok(()),
        Some(_) => Err(format!("{shown} holds a different table; {ways}")),
        None => Err(format!("{shown} holds {there}, which does not belong to this table; {ways}")),
    }
}

/// Writes the files, all of them or none.
fn write(folder: &Path, equity: &Equity) -> Result<(), Failure> {
    followed(folder)
        .and_then(std::fs::create_dir_all)
        .map_err(|error| Failure::Input(format!("cannot write to the folder {}: {error}", shown(folder))))?;
    let csv = report::csv(equity).map_err(Failure::input)?;
    let json = format!("{}\n", equity.to_json());
    let svg = equity_heatmap::svg(equity).map_err(Failure::Input)?;
    let contents = [csv, json.into_bytes(), svg.into_bytes()];
    let mut whole = Vec::new();
    for (name, bytes) in FILES.iter().zip(&contents) {
        whole.push(ResultFile::whole_entry(&folder.join(name), bytes).map_err(Failure::input)?);
    }
    for file in whole {
        file.publish().map_err(Failure::input)?;
    }
    Ok(())
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &EquityArgs) -> Result<(), Failure> {
    let EquityArgs { strategy, rounds, run, out, force, .. } = args;
    let reference = StrategyPlan::resolve(strategy, None).map_err(Failure::input)?;
    let progress = RefCell::new(None);
    let accept = |identity: &Value, standings| {
        if let Some(folder) = out.as_deref() {
            check_folder(folder, identity, *force)?;
        }
        let work = Work { things: "standings", total: standings, estimated: false, groups: None };
        let shown = Arc::new(run.progress(work));
        progress.replace(Some(Arc::clone(&shown)));
        Ok(Box::new(move |done| shown.add(done)) as Progress)
    };
    let request = EquityRequest { strategy: &reference, rounds: *rounds, accept: &accept, context: &run.context() };
    let equity = request.table(args.game.resolve()?);
    if let Some(shown) = progress.take() {
        shown.finish();
    }
    let equity = equity.map_err(|error| match error {
        EquityRequestError::Equity(EquityError::Interrupted) => Failure::Interrupted(error.to_string()),
        other => Failure::input(other),
    })?;
    if let Some(folder) = &args.out {
        write(folder, &equity)?;
    }
    let printed = if args.run.json {
        console::print_json_text(&format!("{}\n", equity.to_json()))
    } else {
        console::print(&report::summary(&equity, Screen::here()))
    };
    if let Some(folder) = args.out.as_ref().filter(|_| !args.run.quiet) {
        console::note(&format!("wrote {}", shown(folder)));
    }
    printed
}
