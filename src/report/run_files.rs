//! The files of a run: opened before anything is played, written match by match, and given their names when the run is over.
//!
//! ```text
//! RunFiles::open → session::run_writing(…, files.outputs(), …) → files.publish(…)
//! ```

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::files::{ResultFile, WholeFile, is_standard_output};
use super::folder::{Folder, GAMES, RECORDS};
use super::number::real;
use super::records::{Games, Records};
use crate::arena::runner::{Format, Output};
use crate::experiment::Experiment;
use crate::session::RunResult;
use crate::session::decision_timing::CellTiming;

/// What is to be written.
#[derive(Clone, Debug, Default)]
pub struct FileRequests {
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
    /// The command line that gives the same numbers, for the manifest.
    pub command: String,
}

impl FileRequests {
    /// Whether standard output is for records or the table of matches; then no report goes there.
    #[must_use]
    pub fn on_standard_output(&self) -> bool {
        [&self.records, &self.games].into_iter().flatten().any(|path| is_standard_output(path))
    }

    /// The files and the folder that are named, standard output left out.
    pub fn named(&self) -> impl Iterator<Item = &Path> {
        let paths = [&self.records, &self.games, &self.out].into_iter().flatten();
        paths.map(PathBuf::as_path).filter(|path| !is_standard_output(path))
    }
}

/// Why files cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The result folder cannot be used.
    #[error("{0}")]
    Folder(String),
    /// A file cannot be written.
    #[error(transparent)]
    Write(#[from] io::Error),
}

/// What a file holds.
#[derive(Clone, Copy)]
enum Content {
    Records,
    Games,
}

/// A file under way; `name` is its name in the result folder, if it goes there.
struct Pending {
    content: Content,
    file: ResultFile,
    name: Option<&'static str>,
}

/// The files of a run under way.
pub struct RunFiles {
    records: Records,
    games: Games,
    pending: Vec<Pending>,
    command: String,
    /// Dropped last: it takes back a folder that was made for nothing, which must be empty by then.
    folder: Option<Folder>,
}

impl RunFiles {
    /// Opens what is to be written, and so finds what is in the way before anything is played.
    ///
    /// # Errors
    /// If something is.
    pub fn open(experiment: &Experiment, wanted: &FileRequests) -> Result<RunFiles, FileError> {
        let in_folder =
            [(Content::Records, RECORDS, wanted.records_in_folder), (Content::Games, GAMES, wanted.games_in_folder)];
        let kept: Vec<&str> = in_folder.iter().filter(|(.., on)| *on).map(|(_, name, _)| *name).collect();
        let open = |path: &Path| Folder::open(path, experiment, &kept, wanted.force).map_err(FileError::Folder);
        let mut files = RunFiles {
            folder: wanted.out.as_deref().map(open).transpose()?,
            records: Records::new(experiment),
            games: Games::new(experiment),
            pending: Vec::new(),
            command: wanted.command.clone(),
        };
        for (content, path) in [(Content::Records, &wanted.records), (Content::Games, &wanted.games)] {
            if let Some(path) = path {
                files.add(content, path, None)?;
            }
        }
        for (content, name, _) in in_folder.into_iter().filter(|(.., on)| *on) {
            if let Some(path) = files.folder.as_ref().map(|folder| folder.file(name)) {
                files.add(content, &path, Some(name))?;
            }
        }
        Ok(files)
    }

    fn add(&mut self, content: Content, path: &Path, name: Option<&'static str>) -> io::Result<()> {
        let mut file = if name.is_some() { ResultFile::create_entry(path)? } else { ResultFile::create(path)? };
        if matches!(content, Content::Games) {
            file.write_all(Games::HEADER.as_bytes())?;
        }
        self.pending.push(Pending { content, file, name });
        Ok(())
    }

    /// What is to be written match by match.
    pub fn outputs(&mut self) -> Vec<Output<'_>> {
        let (records, games) = (&self.records, &self.games);
        let mut outputs = Vec::with_capacity(self.pending.len());
        for pending in &mut self.pending {
            let format: &dyn Format = match pending.content {
                Content::Records => records,
                Content::Games => games,
            };
            outputs.push(Output { format, writer: &mut pending.file });
        }
        outputs
    }

    /// Writes the result, and gives every file its name. Returns the names of files of an older result that were removed.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn publish(self, result: &RunResult<'_>, thinking: Option<&[CellTiming]>) -> io::Result<Vec<String>> {
        let mut own: Vec<WholeFile> = Vec::new();
        let mut extra = Vec::new();
        for pending in self.pending {
            let whole = pending.file.finish()?;
            match pending.name {
                None => own.push(whole),
                Some(name) => extra.push((name, whole)),
            }
        }
        if let Some(folder) = &self.folder {
            folder.recheck(result.experiment)?;
        }
        for file in own {
            file.publish()?;
        }
        match self.folder {
            Some(folder) => {
                folder.write(result.experiment, &self.command, &result.tallies, extra, &timing(result, thinking))
            }
            None => Ok(Vec::new()),
        }
    }
}

/// How long the run took, as `timing.json` has it.
fn timing(result: &RunResult<'_>, thinking: Option<&[CellTiming]>) -> Value {
    let played = result.matches_played();
    json!({
        "seconds": result.seconds,
        "threads": result.threads,
        "matches": result.experiment.matches_in(&result.tallies),
        "matches_played": played,
        "matches_per_second": played as f64 / result.seconds.max(1e-9),
        "thinking": thinking.map(|cells| cells.iter().map(cell_timing).collect::<Vec<_>>()),
        "machine": {
            "system": std::env::consts::OS,
            "architecture": std::env::consts::ARCH,
            "processors": std::thread::available_parallelism().map_or(0, std::num::NonZero::get),
        },
    })
}

fn cell_timing(cell: &CellTiming) -> Value {
    let strategies = cell.strategies.iter().map(|one| {
        json!({
            "name": one.name,
            "decisions": one.decisions,
            "microseconds_per_decision": real(one.microseconds),
        })
    });
    json!({ "cell": cell.cell, "blocks": cell.blocks, "strategies": strategies.collect::<Vec<_>>() })
}
