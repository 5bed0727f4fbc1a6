//! The files that `match` and `tournament` write on request.

use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};

use super::session::OutputRequests;
use crate::report::folder::GAMES;
use crate::report::run_files::FileRequests;

/// What is to be written.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Files")]
pub struct OutputArgs {
    /// Write a result folder, as `run` does
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Replace a different result in the folder
    #[arg(long, requires = "out")]
    force: bool,
    /// Write every match in full, one JSON object per line (docs/formats.md); compressed if the name ends in .gz; - writes to standard output, instead of the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    records: Option<PathBuf>,
    /// Write a row for each match and side; without =FILE to games.csv.gz, in the result folder if there is one
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, value_hint = ValueHint::FilePath)]
    games: Option<Option<PathBuf>>,
    /// Afterwards, measure decision times on one thread and write them to timing.json
    #[arg(long, requires = "out")]
    time: bool,
}

impl OutputArgs {
    /// The result folder, if there is to be one.
    #[must_use]
    pub fn folder(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// The requests; `command` is the command line that gives the same numbers.
    #[must_use]
    pub fn requests(&self, command: String) -> OutputRequests {
        let in_folder = self.out.is_some() && matches!(self.games, Some(None));
        let files = FileRequests {
            out: self.out.clone(),
            force: self.force,
            records: self.records.clone(),
            games: self.games.clone().filter(|_| !in_folder).map(|file| file.unwrap_or_else(|| GAMES.into())),
            records_in_folder: false,
            games_in_folder: in_folder,
            command,
        };
        OutputRequests { files, time: self.time, input: None }
    }
}
