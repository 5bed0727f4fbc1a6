//! The folder of experiments, whose files can be named by their stems.

use std::io;
use std::path::Path;

use crate::toml_reader::toml_files;

/// The folder whose files can be named by their stems.
pub(super) const EXPERIMENTS: &str = "experiments";

/// The stems of the files in the experiments folder; none if it does not exist.
///
/// # Errors
/// If the folder cannot be read, in words.
pub(super) fn experiments() -> Result<Vec<String>, String> {
    let files = toml_files(Path::new(EXPERIMENTS)).map_err(|error| cannot_be_read(EXPERIMENTS, &error))?;
    Ok(files.into_iter().map(|(stem, _)| stem).collect())
}

/// That a folder cannot be read, in words.
pub(super) fn cannot_be_read(folder: &str, error: &io::Error) -> String {
    format!("the folder {folder}/ cannot be read: {error}")
}
