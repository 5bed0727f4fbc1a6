//! The manifest: what a result is a function of, and the digests of what came of it.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::equity_files;
use super::files::Digest;
use crate::analysis::Resolved;
use crate::analysis::figures::Figure;
use crate::equity::Equity;

/// Version of the manifest's format.
const FORMAT: u64 = 1;

/// A manifest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    #[serde(rename = "manifest")]
    pub format: u64,
    /// A short name for version and experiment, see [`id`].
    pub id: String,
    /// The version of the program that played.
    pub version: String,
    /// The source that the program was built from.
    pub source: Source,
    /// The master seed.
    pub seed: u64,
    /// The command line that gives the same numbers.
    pub command: Option<String>,
    /// The digest of the tallies.
    pub tallies_blake3: String,
    /// The files of the result.
    pub files: Vec<FileEntry>,
    /// The resolved experiment.
    pub experiment: Resolved,
    /// The figures that the question asks for. They change how a result is told and not what it is, so they are no part of the experiment's id.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<Figure>,
    /// The tables of match equity that are played by; only where there are any, so that other results keep their bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equity: Option<Value>,
}

/// The source that a program was built from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// The commit.
    pub commit: String,
    /// Whether the source differed from it.
    pub dirty: bool,
}

/// A file of a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileEntry {
    /// Its name.
    pub name: String,
    /// Its length.
    pub bytes: u64,
    /// Its digest.
    pub blake3: String,
}

/// A short name for (version, resolved experiment): two results with the same id hold the same numbers.
#[must_use]
pub fn id(experiment: &Resolved) -> String {
    let text = json!({ "version": crate::VERSION, "experiment": experiment }).to_string();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

impl FileEntry {
    /// The entry of a file.
    #[must_use]
    pub fn new(name: &str, digest: &Digest) -> FileEntry {
        FileEntry { name: name.to_owned(), bytes: digest.bytes, blake3: digest.blake3.clone() }
    }

    /// Sets the entry in a manifest that was read, behind those of the other files if there was none; what else the manifest says is kept as it is.
    /// Returns whether that changed anything.
    pub fn set_in(&self, manifest: &mut Value) -> bool {
        let own = json!(self);
        let Some(files) = manifest.get_mut("files").and_then(Value::as_array_mut) else {
            return false;
        };
        match files.iter_mut().find(|file| file.get("name") == own.get("name")) {
            Some(old) if *old == own => return false,
            Some(old) => *old = own,
            None => files.push(own),
        }
        true
    }
}

impl Manifest {
    /// The manifest of a result of this version. `command` is the command line that gives the same numbers, `tallies` the digest of the tallies,
    /// `files` are the files, `equity` the tables of match equity that are played by.
    #[must_use]
    pub fn new(
        experiment: Resolved,
        command: &str,
        tallies: &Digest,
        files: Vec<FileEntry>,
        equity: &[Arc<Equity>],
    ) -> Manifest {
        Manifest {
            format: FORMAT,
            id: id(&experiment),
            version: crate::VERSION.to_owned(),
            source: Source { commit: crate::COMMIT.to_owned(), dirty: crate::DIRTY },
            seed: experiment.seed,
            command: Some(command.to_owned()),
            tallies_blake3: tallies.blake3.clone(),
            files,
            experiment,
            show: Vec::new(),
            equity: (!equity.is_empty()).then(|| equity.iter().map(|table| equity_files::entry(table)).collect()),
        }
    }
}
