//! Outputs that would get in each other's way, or in the way of what is read: refused before anything is played.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::experiment::Experiment;
use crate::printable::shown;
use crate::report::equity_files::is_file_name;
use crate::report::files::is_standard_output;
use crate::report::folder::NAMES;
use crate::report::links::end_of;
use crate::report::run_files::FileRequests;

/// The largest file that is compared with strategy files, in bytes.
const LARGEST: u64 = 1 << 24;

/// The same place by one name: symbolic links resolved as far as the path exists.
fn settled(path: &Path) -> PathBuf {
    // A link to what does not exist yet is followed by hand; one that cannot be followed is refused where the file is opened.
    let end = end_of(path);
    let whole = std::path::absolute(&end).unwrap_or(end);
    for ancestor in whole.ancestors() {
        if let (Ok(real), Ok(rest)) = (ancestor.canonicalize(), whole.strip_prefix(ancestor)) {
            return if rest.as_os_str().is_empty() { real } else { real.join(rest) };
        }
    }
    whole
}

/// The strategy, as named, whose file has the same bytes as the file of this name.
fn strategy_of<'a>(path: &Path, experiment: &'a Experiment) -> Option<&'a str> {
    if !path.metadata().is_ok_and(|meta| meta.is_file() && meta.len() <= LARGEST) {
        return None;
    }
    let found = blake3::hash(&std::fs::read(path).ok()?).to_hex().to_string();
    let seats = experiment.cells.iter().flat_map(|cell| &cell.sides).flat_map(|side| &side.seats);
    let stand_ins = experiment.plan.cells.iter().filter_map(|cell| Some(&cell.luck.as_ref()?.stand_in));
    seats.chain(stand_ins).find(|seat| seat.digest.as_ref() == Some(&found)).map(|seat| seat.text.as_str())
}

fn clash(flag: &str, path: &Path, other: impl fmt::Display) -> String {
    format!("{flag} {} would overwrite {other}; name another file", shown(path))
}

/// Checks what is to be written where. `json` says that the report on standard output is a document; `input` is the experiment file.
///
/// # Errors
/// In words, naming both that collide.
pub fn check(experiment: &Experiment, json: bool, wanted: &FileRequests, input: Option<&Path>) -> Result<(), String> {
    let named: Vec<(&str, &Path)> = [("--records", &wanted.records), ("--games", &wanted.games)]
        .into_iter()
        .filter_map(|(flag, path)| path.as_deref().map(|path| (flag, path)))
        .collect();
    let standard: Vec<&str> =
        named.iter().filter(|(_, path)| is_standard_output(path)).map(|(flag, _)| *flag).collect();
    match standard.as_slice() {
        [flag] if json => {
            return Err(format!("{flag} and --json both write to standard output; name a file for one of them"));
        }
        [one, other, ..] => {
            return Err(format!("{one} and {other} both write to standard output; name a file for one of them"));
        }
        _ => {}
    }
    if let [(one, first), (other, second)] = named.as_slice() {
        let place = settled(first);
        if place == settled(second) && place != Path::new("/dev/null") {
            return Err(format!(
                "{one} {} and {other} {} are the same file; name another one",
                shown(first),
                shown(second)
            ));
        }
    }
    for (flag, path) in named.into_iter().filter(|(_, path)| !is_standard_output(path)) {
        let place = settled(path);
        if let Some(out) = &wanted.out {
            if place == settled(out) {
                return Err(clash(flag, path, format_args!("the result folder {}", shown(out))));
            }
            if let Some(name) = NAMES.iter().find(|name| place == settled(&out.join(name))) {
                return Err(clash(flag, path, format_args!("{name} of the result folder {}", shown(out))));
            }
            let name = place.file_name().and_then(|name| name.to_str()).filter(|name| is_file_name(name));
            if name.is_some() && place.parent() == Some(&settled(out)) {
                return Err(clash(flag, path, format_args!("a table of the result folder {}", shown(out))));
            }
        }
        if let Some(input) = input.filter(|input| place == settled(input)) {
            return Err(clash(flag, path, format_args!("the experiment file {}", shown(input))));
        }
        if let Some(text) = strategy_of(path, experiment) {
            return Err(clash(flag, path, format_args!("the file of the strategy \"{text}\"")));
        }
    }
    Ok(())
}
