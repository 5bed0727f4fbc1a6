//! `report`: regenerates the page and the tables of a result folder, or prints its report.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::format::Format;
use super::{Failure, console};
use crate::printable::shown;
use crate::report::folder;
use crate::report::terminal::{self, Detail};

/// Print a result again, and regenerate the tables and report.html in its folder from its manifest, tallies and match equity tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Result folders, as `run` and `match --out` write them
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    /// Print every table, not only the answer and what the question asks for
    #[arg(long)]
    full: bool,
    /// Regenerate the page only; print errors only
    #[arg(long)]
    quiet: bool,
    /// Print the report in this form instead, and write nothing
    #[arg(long, value_enum, value_name = "FORM")]
    format: Option<Format>,
}

const EXAMPLES: &str = "\
`run` and `match --out` write tables and page themselves; use this to read a result again, and for results of an older version. The page is \
one file and needs no network: the answer, charts and tables with 95 % intervals, and how to reproduce the numbers. The same folder \
gives the same bytes.

Examples:
  sixtyone match greedy random --out results/try; sixtyone report results/try
  sixtyone run opener --blocks 1000 > table.txt; sixtyone report results/opener
  sixtyone match greedy random --out results/m; sixtyone report results/m --format markdown > m.md";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    for path in &args.folders {
        let detail = Detail::of(args.full);
        if let Some(format) = args.format {
            let summary = folder::summary(path).map_err(Failure::Input)?;
            format.print(|screen| terminal::result(&summary, detail, None, screen))?;
            continue;
        }
        let (written, summary) = folder::report(path).map_err(Failure::Input)?;
        if !args.quiet {
            Format::Text.print(|screen| terminal::result(&summary, detail, Some(&written), screen))?;
            console::note(&format!("wrote {}", shown(&written)));
        }
    }
    Ok(())
}
