//! `report`: regenerates the page of a result folder.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::{Failure, console};
use crate::printable::shown;
use crate::report::folder;

/// Regenerate report.html in a result folder from its manifest, tallies and match equity tables
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReportArgs {
    /// Result folders, as `run` and `match --out` write them
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    folders: Vec<PathBuf>,
    /// Print errors only
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
`run` and `match --out` write the page themselves; use this for results of an older version. The page is one file and needs no network: \
the question, the conclusion, tables and charts with 95 % intervals, and how to reproduce the numbers. The same folder gives the \
same bytes.

Examples:
  sixtyone match greedy random --out results/try; sixtyone report results/try
  sixtyone run opener --blocks 1000 > table.txt; sixtyone report results/opener";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ReportArgs) -> Result<(), Failure> {
    for path in &args.folders {
        let written = folder::report(path).map_err(Failure::Input)?;
        if !args.quiet {
            console::note(&format!("wrote {}", shown(&written)));
        }
    }
    Ok(())
}
