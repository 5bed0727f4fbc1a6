//! Strategy files: where they are looked for, and how they are read.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::file::RuleFile;
use crate::games;
use crate::printable;
use crate::strategies::error::StrategyError;
use crate::toml_reader::{Source, toml_files};

/// The folder whose files can be named by their stems.
pub const FOLDER: &str = "strategies";
/// The largest strategy file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// A strategy file of a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDoc {
    /// What it can be named by.
    pub stem: String,
    /// Where it is.
    pub path: PathBuf,
    /// The family of games that it plays and what it says about itself, or why it cannot be read.
    pub about: Result<(String, String), StrategyError>,
}

/// The strategy files of a folder, by name; `taken` are names that no file may give itself. A folder that does not exist has none.
///
/// # Errors
/// If the folder cannot be read.
pub fn files_in(folder: &Path, taken: &[&str]) -> io::Result<Vec<FileDoc>> {
    let doc = |(stem, path): (String, PathBuf)| {
        let about = read_file(&path, taken).map(|(file, _)| (file.vocabulary.family.to_owned(), file.about));
        FileDoc { stem, path, about }
    };
    Ok(toml_files(folder)?.into_iter().map(doc).collect())
}

/// The folders where stems are looked up, in order.
pub(in crate::strategies) fn folders(base: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(FOLDER)];
    folders.extend(base.map(|base| base.join(FOLDER)));
    folders
}

pub(in crate::strategies) fn find_stem(stem: &str, base: Option<&Path>) -> Option<PathBuf> {
    let file = format!("{stem}.toml");
    folders(base).into_iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
}

pub(in crate::strategies) fn find_path(path: &str, base: Option<&Path>) -> PathBuf {
    let here = PathBuf::from(path);
    match base.map(|base| base.join(path)) {
        Some(there) if !here.exists() && there.exists() => there,
        _ => here,
    }
}

/// Reads and checks a strategy file; also gives the digest of its bytes.
pub(super) fn read_file(path: &Path, taken: &[&str]) -> Result<(RuleFile, String), StrategyError> {
    let shown = printable::shown(path);
    let unreadable = |message: String| StrategyError::Unreadable { path: shown.clone(), message };
    if path.is_dir() {
        return Err(unreadable("found a folder; allowed: a strategy file".to_owned()));
    }
    let read = || -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(path)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    let bytes = read().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => unreadable("there is no such file; `sixtyone list` names the strategies".to_owned()),
        _ => unreadable(error.to_string()),
    })?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(unreadable(format!("too large; allowed: at most {MAX_FILE_BYTES} bytes")));
    }
    let digest = blake3::hash(&bytes).to_hex().to_string();
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        unreadable(format!("byte {at} is not UTF-8; allowed: TOML text in UTF-8"))
    })?;
    let file = RuleFile::parse_reserving(Source { path: &shown, text: &text }, &games::families(), taken)
        .map_err(StrategyError::File)?;
    Ok((file, digest))
}
