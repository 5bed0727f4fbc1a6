//! From a name to a strategy: the registry, and strategy files.
//!
//! A strategy is named by a registry name with parameters (`random`, `tactics:file=PATH`, `greedy:salt=3`), by the stem of a file in
//! a `strategies/` folder (`club`, `club:salt=3`), or by a path (anything with a `/`, or that ends in `.toml`).
//!
//! # Adding a strategy
//! Write its file, which ends with its row, and add the row to [`STRATEGIES`].

use std::io;
use std::path::Path;

use super::error::StrategyError;
use super::plan::{Given, StrategyKind, StrategyPlan};
use super::tactics::folder::{FileDoc, files_in, find_path, find_stem, folders};
use super::{greedy, ismcts, omniscient, pimc, random, rollout, tactics};
use crate::parameters::{self, Kind, Parameter, did_you_mean, shorten};
use crate::printable::{printable, shown};
use crate::toml_reader::toml_files;

/// Every strategy of the registry.
pub static STRATEGIES: [StrategyKind; 7] =
    [random::ROW, greedy::ROW, tactics::ROW, ismcts::ROW, rollout::ROW, pimc::ROW, omniscient::ROW];

pub use super::tactics::folder::FOLDER;

/// The parameters that every strategy takes.
pub const COMMON_PARAMETERS: [Parameter; 1] = [Parameter {
    name: "salt",
    kind: Kind::whole(0, u64::MAX),
    default: Some("0"),
    meaning: "selects another stream of random numbers",
}];

/// The names in the registry, which a file must not use.
fn names() -> [&'static str; STRATEGIES.len()] {
    STRATEGIES.map(|strategy| strategy.name)
}

impl StrategyPlan {
    /// Resolves a name. Files are looked for in `strategies/` here, then in `base/strategies/` if a base is given;
    /// a path that does not exist here is tried from the base.
    ///
    /// # Errors
    /// If there is no such strategy, if a parameter is wrong, or if its file cannot be read or has an error.
    pub fn resolve(text: &str, base: Option<&Path>) -> Result<StrategyPlan, StrategyError> {
        let text = text.trim();
        let (name, given) = split_parameters(text);
        let row = STRATEGIES.iter().find(|strategy| strategy.name == name);
        let names = names();
        let resolve = |name: &str| StrategyPlan::resolve(name, base);
        let table: Vec<Parameter> =
            row.map_or(&[][..], |row| row.parameters).iter().chain(&COMMON_PARAMETERS).copied().collect();
        let values = parameters::read("parameter", &given, &table)
            .map_err(|error| StrategyError::Parameter { strategy: shorten(text), message: error.to_string() })?;
        let given = Given { text, values: &values, base, taken: &names, resolve: &resolve };
        let salt = values.whole("salt").unwrap_or(0);
        let is_path = name.contains('/') || name.contains(std::path::MAIN_SEPARATOR) || name.ends_with(".toml");
        let found = match row {
            Some(row) => (row.read)(&given)?,
            None if is_path => tactics::by_file(&find_path(name, base), None, &names)?,
            None => match find_stem(name, base) {
                Some(path) => tactics::by_file(&path, Some(name), &names)?,
                None => return Err(unknown(name, base)),
            },
        };
        Ok(StrategyPlan::of(text, salt, found, row.is_some_and(|row| row.sees_all)))
    }
}

/// Resolves the strategies of one side: `A` alone plays all its seats, `A+B` names one for each seat, in the order of the seats.
///
/// # Errors
/// If a name does not resolve, or if there are neither one nor `seats_per_side` of them.
pub fn parse_lineup_side(
    text: &str,
    seats_per_side: usize,
    base: Option<&Path>,
) -> Result<Vec<StrategyPlan>, StrategyError> {
    // The name of a file may have a "+" in it.
    let (name, _) = split_parameters(text.trim());
    let is_file = (name.contains('/') || name.ends_with(".toml")) && find_path(name, base).is_file();
    let names: Vec<&str> = if is_file { vec![text] } else { text.split('+').collect() };
    if let [name] = names[..] {
        let plan = StrategyPlan::resolve(name, base)?;
        return Ok(vec![plan; seats_per_side]);
    }
    if names.len() != seats_per_side {
        return Err(StrategyError::Count { text: text.to_owned(), found: names.len(), seats: seats_per_side });
    }
    names.into_iter().map(|name| StrategyPlan::resolve(name, base)).collect()
}

/// The strategy files of a folder, by name. A folder that does not exist has none.
///
/// # Errors
/// If the folder cannot be read.
pub fn strategy_files(folder: &Path) -> io::Result<Vec<FileDoc>> {
    files_in(folder, &names())
}

fn unknown(found: &str, base: Option<&Path>) -> StrategyError {
    let mut files: Vec<String> = Vec::new();
    let (mut searched, mut missing, mut unreadable) = (Vec::new(), Vec::new(), Vec::new());
    let mut places = folders(base);
    places.dedup();
    for folder in places {
        let place = shown(&if folder.is_relative() { Path::new(".").join(&folder) } else { folder.clone() });
        match toml_files(&folder) {
            Err(error) => unreadable.push(format!("{place} cannot be read: {error}")),
            Ok(found) if found.is_empty() && !folder.is_dir() => missing.push(place),
            Ok(found) => {
                files.extend(found.into_iter().map(|(stem, _)| printable(&stem).into_owned()));
                searched.push(place);
            }
        }
    }
    files.sort();
    files.dedup();
    let registry = names().into_iter();
    if !missing.is_empty() {
        let there = if missing.len() == 1 { "there is no folder" } else { "there are no folders" };
        unreadable.insert(0, format!("{there} {}", missing.join(", ")));
    }
    let mut places = if searched.is_empty() { Vec::new() } else { vec![format!("in {}", searched.join(", "))] };
    places.extend(unreadable);
    let near = did_you_mean(found, registry.clone().chain(files.iter().map(String::as_str)));
    StrategyError::Unknown {
        found: shorten(found),
        near,
        registry: registry.collect::<Vec<_>>().join(", "),
        files: format!(
            "{} ({})",
            if files.is_empty() { "none".to_owned() } else { files.join(", ") },
            places.join("; ")
        ),
    }
}

/// Splits `name:key=value,key=value`. A colon or comma that no `key=` follows belongs to the name or value, as in a path.
fn split_parameters(text: &str) -> (&str, Vec<(&str, &str)>) {
    let starts_key = |rest: &str| {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len());
        end > 0 && rest[end..].starts_with('=')
    };
    let colon = text.match_indices(':').map(|(at, _)| at).find(|at| starts_key(&text[at + 1..]));
    let Some(colon) = colon else {
        return (text, Vec::new());
    };
    let mut rest = &text[colon + 1..];
    let mut parameters = Vec::new();
    loop {
        let next = rest.match_indices([',', ':']).map(|(at, _)| at).find(|at| starts_key(&rest[at + 1..]));
        let (one, after) = next.map_or((rest, None), |at| (&rest[..at], Some(&rest[at + 1..])));
        let (key, value) = one.split_once('=').unwrap_or((one, ""));
        parameters.push((key, value));
        match after {
            Some(after) => rest = after,
            None => return (&text[..colon], parameters),
        }
    }
}
