//! What shells offer for values: strategies, experiments, options of games, files.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap_complete::engine::{ArgValueCompleter, CompletionCandidate};

use super::experiment_folder::{EXPERIMENTS, experiments};
use crate::games::{DEFAULT_GAME, PRESETS};
use crate::parameters::{Kind, Parameter};
use crate::strategies::registry::{COMMON_PARAMETERS, FOLDER};
use crate::strategies::{STRATEGIES, strategy_files};

/// A word that a shell may offer, with a remark.
struct Offer {
    text: String,
    about: String,
}

impl Offer {
    fn new(text: impl Into<String>, about: impl Into<String>) -> Offer {
        Offer { text: text.into(), about: about.into() }
    }
}

/// Offers what a function finds for the beginning of a word.
fn completer(find: fn(&str) -> Vec<Offer>) -> ArgValueCompleter {
    ArgValueCompleter::new(move |word: &OsStr| {
        let offers = word.to_str().map(find).unwrap_or_default();
        let candidate = |Offer { text, about }: Offer| {
            let about = about.lines().next().filter(|line| !line.is_empty()).map(|line| line.to_owned().into());
            CompletionCandidate::new(text).help(about)
        };
        offers.into_iter().map(candidate).collect()
    })
}

/// Offers strategies, with their parameters.
pub(super) fn strategies() -> ArgValueCompleter {
    completer(|word| or_folders(strategies_from(word), word))
}

/// Offers experiments.
pub(super) fn experiment_files() -> ArgValueCompleter {
    completer(|word| or_folders(experiments_from(word), word))
}

/// Offers experiments, and strategies.
pub(super) fn experiments_and_strategies() -> ArgValueCompleter {
    completer(|word| {
        let mut offers = strategies_from(word);
        offers.extend(stems_from(word));
        or_folders(offers, word)
    })
}

/// Offers everything that can be described.
pub(super) fn described() -> ArgValueCompleter {
    completer(|word| {
        let presets = PRESETS.iter().filter(|preset| preset.name.starts_with(word));
        let mut offers: Vec<Offer> = presets.map(|preset| Offer::new(preset.name, preset.about)).collect();
        offers.extend(strategies_from(word));
        offers.extend(stems_from(word));
        or_folders(offers, word)
    })
}

/// Offers `KEY=` for the options of the game that the command line names, then the values of a key.
pub(super) fn settings() -> ArgValueCompleter {
    completer(|word| {
        let game = game_of(std::env::args_os());
        let preset = PRESETS.iter().find(|preset| preset.name == game);
        assignments(word, preset.map_or(&[][..], |preset| preset.options))
    })
}

/// The game that a command line names, the last time that it does.
fn game_of(words: impl Iterator<Item = OsString>) -> String {
    let words: Vec<String> = words.filter_map(|word| word.into_string().ok()).collect();
    let after = words.windows(2).filter(|pair| pair[0] == "--game").map(|pair| pair[1].as_str());
    let joined = words.iter().filter_map(|word| word.strip_prefix("--game="));
    after.chain(joined).last().unwrap_or(DEFAULT_GAME).to_owned()
}

/// `key=` for each parameter, or the values of the key that the word gives.
fn assignments(word: &str, table: &[Parameter]) -> Vec<Offer> {
    let Some((key, value)) = word.split_once('=') else {
        let keys = table.iter().filter(|parameter| parameter.name.starts_with(word));
        return keys.map(|parameter| Offer::new(format!("{}=", parameter.name), parameter.meaning)).collect();
    };
    let Some(parameter) = table.iter().find(|parameter| parameter.name == key) else {
        return Vec::new();
    };
    // Of a list the last part is completed.
    let (kind, before, last) = match parameter.kind {
        Kind::List(kind, _) => {
            let at = value.rfind(',').map_or(0, |comma| comma + 1);
            (*kind, &value[..at], &value[at..])
        }
        kind => (kind, "", value),
    };
    let mut values: Vec<String> = match kind {
        Kind::Words(words) => words.iter().map(|word| (*word).to_owned()).collect(),
        Kind::Flag => ["true", "false"].map(str::to_owned).to_vec(),
        Kind::Numbers(numbers) => numbers.iter().map(i128::to_string).collect(),
        _ => Vec::new(),
    };
    values.retain(|value| !before.split(',').any(|given| given == value));
    if values.is_empty() && value.is_empty() {
        values.extend(parameter.default.map(str::to_owned));
    }
    let fitting = values.iter().filter(|value| value.starts_with(last));
    fitting.map(|value| Offer::new(format!("{key}={before}{value}"), parameter.meaning)).collect()
}

/// Strategies whose name or path begins with a word; after a `:` the parameters of one, after a `+` a partner.
fn strategies_from(word: &str) -> Vec<Offer> {
    let (before, word) = word.rfind('+').map_or(("", word), |plus| word.split_at(plus + 1));
    let mut offers = match word.split_once(':') {
        Some((name, parameters)) => {
            let own = STRATEGIES.iter().find(|strategy| strategy.name == name);
            let table: Vec<Parameter> =
                own.map_or(&[][..], |row| row.parameters).iter().chain(&COMMON_PARAMETERS).copied().collect();
            let at = parameters.rfind(',').map_or(0, |comma| comma + 1);
            let mut offers = assignments(&parameters[at..], &table);
            offers.iter_mut().for_each(|offer| offer.text.insert_str(0, &format!("{name}:{}", &parameters[..at])));
            offers
        }
        None => {
            let names = STRATEGIES.iter().filter(|strategy| strategy.name.starts_with(word));
            let mut offers: Vec<Offer> = names.map(|strategy| Offer::new(strategy.name, strategy.about)).collect();
            let files = strategy_files(Path::new(FOLDER))
                .unwrap_or_default()
                .into_iter()
                .filter(|file| file.stem.starts_with(word));
            offers.extend(files.map(|file| {
                let about = file.about.map_or_else(|error| error.to_string(), |(_, about)| about);
                Offer::new(file.stem, about)
            }));
            offers.extend(files_from(word));
            offers
        }
    };
    offers.iter_mut().for_each(|offer| offer.text.insert_str(0, before));
    offers
}

fn stems_from(word: &str) -> Vec<Offer> {
    let stems = experiments().unwrap_or_default().into_iter().filter(|stem| stem.starts_with(word));
    stems.map(|stem| Offer::new(stem, format!("experiment in {EXPERIMENTS}/"))).collect()
}

fn experiments_from(word: &str) -> Vec<Offer> {
    let mut offers = stems_from(word);
    offers.extend(files_from(word));
    offers
}

/// The folders that begin with a word, if nothing else does.
fn or_folders(offers: Vec<Offer>, word: &str) -> Vec<Offer> {
    let is_path = word.contains('/') || word.starts_with('.');
    if offers.is_empty() || is_path {
        offers.into_iter().chain(entries(word, |path| path.is_dir(), "/")).collect()
    } else {
        offers
    }
}

/// The TOML files that begin with a word.
fn files_from(word: &str) -> Vec<Offer> {
    entries(word, |path| path.is_file() && path.extension().is_some_and(|extension| extension == "toml"), "")
}

/// The entries of a folder that begin with a word and pass a test, in order.
fn entries(word: &str, test: impl Fn(&Path) -> bool, after: &str) -> Vec<Offer> {
    let (folder, beginning) = word.rfind('/').map_or(("", word), |slash| word.split_at(slash + 1));
    let Ok(entries) = std::fs::read_dir(if folder.is_empty() { "." } else { folder }) else {
        return Vec::new();
    };
    let fits = |name: &String| name.starts_with(beginning) && (beginning.starts_with('.') || !name.starts_with('.'));
    let names = entries.filter_map(Result::ok).filter(|entry| test(&entry.path()));
    let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).filter(fits).collect();
    names.sort();
    names.into_iter().map(|name| Offer::new(format!("{folder}{name}{after}"), "")).collect()
}
