//! `report`: regenerates the page and the tables of a result folder, or prints its report.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::format::Format;
use super::{Failure, console};
use crate::analysis::Summary;
use crate::report::terminal::Screen;
use crate::report::{folder, terminal, tournament_tables};

/// Regenerate the tables and report.html of a result folder from its manifest, tallies and match equity tables, or print its report
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Result folders, as `run` and `match --out` write them
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
    /// Print the report in this form instead, and write nothing
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
}

const EXAMPLES: &str = "\
`run` and `match --out` write tables and page themselves; use this for results of an older version. The page is one file and needs no network: \
the question, the conclusion, tables and charts with 95 % intervals, and how to reproduce the numbers. The same folder gives the \
same bytes.

Examples:
  sixtyone match greedy random --out results/try; sixtyone report results/try
  sixtyone run opener --blocks 1000 > table.txt; sixtyone report results/opener
  sixtyone match greedy random --out results/md; sixtyone report results/md --format markdown > report.md";

/// The report of a result for people: of a tournament, of a single cell in full, or of an experiment.
fn text(summary: &Summary, screen: Screen) -> String {
    match summary.cells.len() {
        _ if summary.tournament.is_some() => tournament_tables::text(summary, screen),
        1 => terminal::cell(summary, screen),
        _ => terminal::experiment(summary, screen),
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    for path in &args.folders {
        if let Some(format) = args.format {
            let kept = folder::read(path).map_err(Failure::Input)?;
            format.print(|screen| text(&kept.summary, screen))?;
            continue;
        }
        let written = folder::report(path).map_err(Failure::Input)?;
        if !args.quiet {
            console::note(&format!("wrote {}", written.display()));
        }
    }
    Ok(())
}
