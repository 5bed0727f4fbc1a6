//! The result folder: who may write to it, and how a whole result takes its place.

use std::io;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Value, json};

use super::equity_files::{self, KeptTable};
use super::files::{ResultFile, WholeFile, is_leftover, plain, temporary};
use super::html::REPORT;
use super::links::{followed, refuse_link, refuse_links};
use super::luck_table::LUCK;
use super::manifest::{FileEntry, Manifest};
use super::table_files::{DIFFERENCES, tables};
use super::tournament_tables::{CROSSTABLE, RATINGS};
use super::{html, manifest, tallies};
use crate::analysis::Summary;
use crate::experiment::Experiment;
use crate::printable::{self, Lines, shown};
use crate::tally::Tally;

/// The folder where results go, each in a folder of its own.
pub const RESULTS: &str = "results";

/// The table of matches.
pub const GAMES: &str = "games.csv.gz";
/// The full records.
pub const RECORDS: &str = "records.jsonl.gz";
const MANIFEST: &str = "manifest.json";
const TALLIES: &str = "tallies.json";
const TIMING: &str = "timing.json";
/// Every file that a result can have, besides the tables of match equity ([`equity_files::is_file_name`]).
pub const NAMES: [&str; 13] = [
    TALLIES,
    "summary.csv",
    DIFFERENCES,
    "distributions.csv",
    "block-classes.csv",
    RATINGS,
    CROSSTABLE,
    LUCK,
    GAMES,
    RECORDS,
    REPORT,
    MANIFEST,
    TIMING,
];
/// Files of a result that not every run writes; one that a new run does not write would lie about it.
const OPTIONAL: [&str; 6] = [GAMES, RECORDS, DIFFERENCES, RATINGS, CROSSTABLE, LUCK];
/// Those that are written on request, with the flags that request them.
const ON_REQUEST: [(&str, &str); 2] = [(RECORDS, "--keep-records"), (GAMES, "--games")];

/// A folder that a run may write its results to.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    /// Folders that were made for it, the innermost last.
    made: Vec<PathBuf>,
    force: bool,
    done: bool,
}

/// What an older result in the folder says of itself.
fn older(path: &Path) -> Option<Value> {
    let manifest = path.join(MANIFEST);
    refuse_link(&manifest).ok()?;
    serde_json::from_str(&std::fs::read_to_string(manifest).ok()?).ok()
}

/// Refuses a folder in which a file of a result, or what is in the place of one, is a link.
fn no_links_in(path: &Path) -> io::Result<()> {
    refuse_links(path, NAMES)?;
    let tables = if path.is_dir() { equity_files::files_in(path)? } else { Vec::new() };
    refuse_links(path, tables.iter().map(String::as_str))
}

/// How an older result differs, in words.
fn unlike(old: &Value, new: &Experiment) -> String {
    let resolved = json!(new.resolved());
    // Absent where there is none.
    let own = |key: &str| resolved.get(key).cloned().unwrap_or_default();
    let kept = |path: &str| old.pointer(path).or(Some(&Value::Null));
    let fields = [
        ("version", json!(crate::VERSION), old.get("version")),
        ("title", json!(new.title), old.pointer("/experiment/title")),
        ("seed", json!(new.plan.seed), old.pointer("/experiment/seed")),
        ("blocks", json!(new.blocks), old.pointer("/experiment/blocks")),
        ("stopping rule", own("stop"), kept("/experiment/stop")),
        ("margin", own("margin"), kept("/experiment/margin")),
        ("luck", own("luck"), kept("/experiment/luck")),
        (
            "anchor",
            resolved.pointer("/tournament/anchor").cloned().unwrap_or_default(),
            kept("/experiment/tournament/anchor"),
        ),
    ];
    let different = |(name, own, other): &(&str, Value, Option<&Value>)| match other {
        Some(other) if *other != own => Some(format!("{name} {other}, not {own}")),
        _ => None,
    };
    let list: Vec<String> = fields.iter().filter_map(different).collect();
    if !list.is_empty() {
        return list.join("; ");
    }
    if let Some(text) = changed(old, &resolved, "blake3") {
        return format!("the strategy file \"{text}\" has changed since");
    }
    match changed(old, &resolved, "equity") {
        Some(text) => format!("the match equity table that \"{text}\" plays by has changed since"),
        None => "other cells".to_owned(),
    }
}

/// The strategies of a resolved experiment by the text that named them, each with the digest that stands in `field`.
fn digests<'a>(experiment: &'a Value, field: &str) -> Vec<(&'a str, &'a str)> {
    let cells = experiment.get("cells").and_then(Value::as_array).into_iter().flatten();
    let sides = cells.flat_map(|cell| cell.get("strategies").and_then(Value::as_array).into_iter().flatten());
    let seats = sides.flat_map(|side| side.get("seats").and_then(Value::as_array).into_iter().flatten());
    seats.filter_map(|seat| Some((seat.get("text")?.as_str()?, seat.get(field)?.as_str()?))).collect()
}

/// The first strategy that is named as before and has another digest in `field` now.
fn changed(old: &Value, new: &Value, field: &str) -> Option<String> {
    let before = digests(old.get("experiment")?, field);
    let changed = |(text, digest): &&(&str, &str)| before.iter().any(|(name, kept)| name == text && kept != digest);
    digests(new, field).iter().find(changed).map(|(text, _)| (*text).to_owned())
}

impl Folder {
    /// Opens or makes a folder for a result.
    ///
    /// A folder that holds the result of the same version, experiment, seed and blocks may be written again, unless it holds
    /// records or a table of matches that the new run does not write (`kept` names those that it does); so may any folder with `force`.
    /// Everything else in the way is an error.
    ///
    /// # Errors
    /// In words.
    pub fn open(path: &Path, experiment: &Experiment, kept: &[&str], force: bool) -> Result<Folder, String> {
        let shown = shown(path);
        let ways = "choose another folder with --out DIR, or replace it with --force";
        let place = followed(path).map_err(|error| format!("cannot write to the folder {shown}: {error}"))?;
        no_links_in(path).map_err(|error| error.to_string())?;
        if path.exists() && !path.is_dir() {
            return Err(format!("{shown} is a file; the results need a folder: name another one with --out DIR"));
        }
        if path.is_dir() && !force {
            match older(path) {
                Some(old) if old.get("id") == Some(&json!(manifest::id(&experiment.resolved()))) => {
                    let lost = |(name, _): &&(&str, &str)| !kept.contains(name) && path.join(name).exists();
                    if let Some((name, flag)) = ON_REQUEST.iter().find(lost) {
                        return Err(format!(
                            "{shown} holds {name} of an earlier run, which this one would remove; \
                             write it again with {flag}, or {ways}"
                        ));
                    }
                }
                Some(old) => {
                    return Err(format!("{shown} holds another result ({}); {ways}", unlike(&old, experiment)));
                }
                None => {
                    let mut entries =
                        std::fs::read_dir(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
                    // What a run that was killed had begun to write is nobody's.
                    if entries.any(|entry| !entry.is_ok_and(|entry| is_leftover(&entry.file_name()))) {
                        return Err(format!("{shown} holds other files and no manifest.json; {ways}"));
                    }
                }
            }
        }
        if let Some(name) = NAMES.iter().find(|name| path.join(name).is_dir()) {
            return Err(format!("{shown}/{name} is a folder in place of a file; name another folder with --out DIR"));
        }
        let mut made: Vec<PathBuf> =
            place.ancestors().filter(|a| !a.as_os_str().is_empty() && !a.exists()).map(Path::to_path_buf).collect();
        made.reverse();
        let cannot = |error: io::Error| {
            format!("cannot write to the folder {shown}: {}; name another one with --out DIR", plain(&error))
        };
        let created = std::fs::create_dir_all(&place);
        let folder = Folder { path: path.to_path_buf(), made, force, done: false };
        created.map_err(cannot)?;
        // Better to know now than after the matches have been played.
        temporary(path).map(drop).map_err(cannot)?;
        Ok(folder)
    }

    /// Where a file of the result goes.
    #[must_use]
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Looks once more whether another run has meanwhile put its own result here.
    ///
    /// # Errors
    /// In words, if it has.
    pub fn recheck(&self, experiment: &Experiment) -> io::Result<()> {
        match older(&self.path) {
            Some(old) if !self.force && old.get("id") != Some(&json!(manifest::id(&experiment.resolved()))) => {
                Err(io::Error::other(format!(
                    "{} received another result ({}) during this run, which is kept; choose another folder with --out DIR",
                    shown(&self.path),
                    unlike(&old, experiment)
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes the result: all files under temporary names first, then each under its own, the manifest last.
    ///
    /// `command` is the command line that gives the same numbers. `extra` are files that were written while the matches were played; `timing` may differ between runs and stands in no digest.
    /// Returns the names of files of an older result that were removed.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(
        mut self,
        experiment: &Experiment,
        command: &str,
        counted: &[Tally],
        extra: Vec<(&'static str, WholeFile)>,
        timing: &Value,
    ) -> io::Result<Vec<String>> {
        let summary = experiment.summary(counted).map_err(io::Error::other)?;
        let mut files: Vec<(String, WholeFile)> = Vec::new();
        let whole = |name: &str, bytes: &[u8]| {
            ResultFile::whole_entry(&self.path.join(name), bytes).map(|file| (name.to_owned(), file))
        };
        files.push(whole(TALLIES, &tallies::write(experiment, counted)?)?);
        for (name, bytes) in tables(&summary) {
            files.push(whole(name, &bytes)?);
        }
        let equity = equity_files::used_in(experiment);
        for table in &equity {
            files.push(whole(&equity_files::file_name(&table.table.digest()), &equity_files::csv(&table.table)?)?);
        }
        files.extend(extra.into_iter().map(|(name, file)| (name.to_owned(), file)));
        let entries = files.iter().map(|(name, file)| FileEntry::new(name, &file.digest)).collect();
        let mut manifest = Manifest::new(experiment.resolved(), command, &files[0].1.digest, entries, &equity);
        manifest.show.clone_from(&experiment.show);
        // The page names the digests of all other files, and the manifest that of the page.
        let kept: Vec<KeptTable> = equity.iter().map(|table| KeptTable::from(table.as_ref())).collect();
        let page = html::page(&summary, &manifest, &kept).map_err(io::Error::other)?;
        let page = whole(REPORT, page.as_bytes())?;
        manifest.files.push(FileEntry::new(REPORT, &page.1.digest));
        files.push(page);
        let (_, last) = whole(MANIFEST, &pretty(&json!(manifest))?)?;
        let (_, timing) = whole(TIMING, &pretty(timing)?)?;

        self.recheck(experiment)?;
        // From here on the folder's older result is void: without a manifest nothing vouches for its files.
        let gone = |name: &str| match std::fs::remove_file(self.path.join(name)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            outcome => outcome.map(|()| true),
        };
        let mut removed = Vec::new();
        gone(MANIFEST)?;
        let optional = OPTIONAL.iter().map(|name| (*name).to_owned()).chain(equity_files::files_in(&self.path)?);
        for name in optional.filter(|name| !files.iter().any(|(other, _)| other == name)) {
            if gone(&name)? {
                removed.push(name);
            }
        }
        for (_, file) in files {
            file.publish()?;
        }
        timing.publish()?;
        last.publish()?;
        self.done = true;
        Ok(removed)
    }
}

/// The first text of a manifest that has a control character, with its place. Not what named a strategy, which may be any path and is not shown.
fn text_fault(value: &Value, place: &str) -> Option<String> {
    let lines = match place {
        "/experiment/question" | "/experiment/notes" => Lines::Several,
        _ => Lines::One,
    };
    let at = |key: &str| format!("{place}/{}", printable::printable(key));
    match value {
        Value::String(_) if place.ends_with("/text") => None,
        Value::String(text) => printable::fault(text, lines).map(|fault| format!("{place}: {fault}")),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(index, item)| text_fault(item, &at(&index.to_string())))
        }
        Value::Object(entries) => entries.iter().find_map(|(key, item)| {
            let of_key = printable::fault(key, Lines::One).map(|fault| format!("the key {}: {fault}", at(key)));
            of_key.or_else(|| text_fault(item, &at(key)))
        }),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A result as its folder holds it.
#[derive(Clone, Debug)]
pub struct StoredResult {
    /// Its manifest.
    pub manifest: Manifest,
    /// The manifest's text, with whatever another version wrote besides.
    kept: Value,
    /// The tallies of its cells.
    pub tallies: Vec<Tally>,
}

/// Reads the manifest and the tallies of a result folder.
///
/// # Errors
/// In words, if the folder holds no whole result.
pub fn read(path: &Path) -> Result<StoredResult, String> {
    let shown = shown(path);
    if !path.is_dir() {
        let what = if path.exists() { "is a file" } else { "does not exist" };
        return Err(format!("{shown} {what}; name a result folder, as `sixtyone run` writes it"));
    }
    no_links_in(path).map_err(|error| error.to_string())?;
    let read = |name: &str| {
        std::fs::read_to_string(path.join(name)).map_err(|error| {
            format!(
                "{shown} holds no result: cannot read {name}: {error}; name a folder that `sixtyone run` has written"
            )
        })
    };
    let other = |name: &str, error: serde_json::Error| {
        format!("{shown}/{name} is not valid: {error}; run the experiment again")
    };
    let kept: Value = serde_json::from_str(&read(MANIFEST)?).map_err(|error| other(MANIFEST, error))?;
    if let Some(fault) = text_fault(&kept, "") {
        return Err(format!("{shown}/{MANIFEST}: {fault}; run the experiment again"));
    }
    let manifest = Manifest::deserialize(&kept).map_err(|error| other(MANIFEST, error))?;
    let text = read(TALLIES)?;
    let digest = blake3::hash(text.as_bytes()).to_hex().to_string();
    let vouched = &manifest.tallies_blake3;
    if *vouched != digest {
        return Err(format!(
            "{shown}/{TALLIES} does not match the manifest: blake3 {digest}, not {vouched}; run the experiment again"
        ));
    }
    let counted = tallies::read(&text).map_err(|error| other(TALLIES, error))?;
    let named = manifest.experiment.cells.iter().zip(&counted.cells);
    if let Some((info, _)) = named.into_iter().find(|(info, found)| info.name != found.cell) {
        return Err(format!(
            "{shown}: tallies.json does not fit cell \"{}\" of manifest.json; run the experiment again",
            info.name
        ));
    }
    let tallies = counted.cells.into_iter().map(|found| found.tally).collect();
    Ok(StoredResult { manifest, kept, tallies })
}

/// What outputs show of a stored result.
///
/// # Errors
/// In words, if the folder holds no whole result.
pub fn summary(path: &Path) -> Result<Summary, String> {
    summary_of(&read(path)?, path)
}

fn summary_of(stored: &StoredResult, path: &Path) -> Result<Summary, String> {
    let StoredResult { manifest, tallies, .. } = stored;
    let mut summary = Summary::new(&manifest.version, &manifest.experiment, tallies).map_err(|error| {
        format!("{}: manifest.json and tallies.json: {error}; run the experiment again", shown(path))
    })?;
    summary.show.clone_from(&manifest.show);
    Ok(summary)
}

/// Makes the tables and the page of a result folder again from its manifest, its tallies, and its tables of match equity. Returns the path of the page and what the result says.
///
/// The manifest is written as well if it did not vouch for such files: the result is older than that, or came from another version.
///
/// # Errors
/// In words, if the folder holds no whole result, or cannot be written to.
pub fn report(path: &Path) -> Result<(PathBuf, Summary), String> {
    let shown = shown(path);
    let stored = read(path)?;
    let summary = summary_of(&stored, path)?;
    let equity = equity_files::read(stored.manifest.equity.as_ref(), path)
        .map_err(|error| format!("{shown}: {error}; run the experiment again"))?;
    let mut kept = stored.kept;
    let cannot = |error: io::Error| format!("cannot write to the folder {shown}: {}", plain(&error));
    let mut files = Vec::new();
    let mut changed = false;
    for (name, bytes) in tables(&summary) {
        let file = ResultFile::whole_entry(&path.join(name), &bytes).map_err(cannot)?;
        changed |= FileEntry::new(name, &file.digest).set_in(&mut kept);
        files.push(file);
    }
    // The page names the digests of all other files.
    let manifest = Manifest::deserialize(&kept).map_err(|error| format!("{shown}/{MANIFEST} is not valid: {error}"))?;
    let page = html::page(&summary, &manifest, &equity).map_err(|error| format!("{shown}: {error}"))?;
    let page = ResultFile::whole_entry(&path.join(REPORT), page.as_bytes()).map_err(cannot)?;
    changed |= FileEntry::new(REPORT, &page.digest).set_in(&mut kept);
    files.push(page);
    if changed {
        let bytes = pretty(&kept).map_err(cannot)?;
        files.push(ResultFile::whole_entry(&path.join(MANIFEST), &bytes).map_err(cannot)?);
    }
    for file in files {
        file.publish().map_err(cannot)?;
    }
    Ok((path.join(REPORT), summary))
}

impl Drop for Folder {
    /// Takes back the folders that were made for nothing.
    fn drop(&mut self) {
        if !self.done {
            for folder in self.made.iter().rev() {
                let _ = std::fs::remove_dir(folder);
            }
        }
    }
}

fn pretty(value: &Value) -> io::Result<Vec<u8>> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(format!("{}\n", printable::printable_json(&text)).into_bytes())
}
