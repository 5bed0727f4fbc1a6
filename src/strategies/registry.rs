//! From a name to a player: the registry of strategies, and the strategy files beside it.
//!
//! A strategy is named by a registry name with parameters (`random`, `tactics:file=PATH`, `greedy:salt=3`), by the stem of a file in
//! a `strategies/` folder (`club`, `club:salt=3`), or by a path (anything with a `/`, or that ends in `.toml`).
//!
//! # Adding a strategy
//! Give it a row in [`STRATEGIES`], a variant of [`Kind`], an arm in `StrategyPlan::resolve` and one in [`StrategyPlan::build`].

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::equity::ObjectiveChoice;
use super::ismcts::{self, Ismcts};
use super::objective::Objective;
use super::omniscient::{self, Omniscient};
use super::pimc::{self, Pimc};
use super::rollout::{self, Rollout};
use super::tactics::{FileFault, RuleFile, Tactics};
use super::{Player, did_you_mean, shorten};
use crate::features::{Playable, Tactical};
use crate::game::Strategy;
use crate::games;
use crate::games::options::OptionDoc;

/// The folder whose files can be named by their stems.
pub const FOLDER: &str = "strategies";
/// The largest strategy file that is read, in bytes.
pub const MAX_FILE_BYTES: u64 = 1 << 20;

/// A strategy of the registry.
#[derive(Debug)]
pub struct StrategyDoc {
    /// The name.
    pub name: &'static str,
    /// One line on what it does.
    pub about: &'static str,
    /// How it chooses between moves that are equally good to it; empty if that does not arise.
    pub ties: &'static str,
    /// Its parameters, beside those that all strategies take.
    pub parameters: &'static [OptionDoc],
}

/// Every strategy of the registry.
pub const STRATEGIES: [StrategyDoc; 7] = [
    StrategyDoc { name: "random", about: "every legal move alike", ties: "", parameters: &[] },
    StrategyDoc {
        name: "greedy",
        about: "the fixed reference: the largest change of its own side's score, a winning one first; with cards the most points \
            of this trick (docs/rules.md has the whole rule)",
        ties: "the tile with more pips, then the first in move order (the left end before the right); with cards the lowest",
        parameters: &[],
    },
    StrategyDoc {
        name: "tactics",
        about: "plays by a file of weighted, conditional rules",
        ties: "as the file says",
        parameters: &[OptionDoc { name: "file", allowed: "the path of a strategy file", meaning: "the rules" }],
    },
    StrategyDoc {
        name: "ismcts",
        about: "searches: information-set Monte Carlo tree search over worlds drawn from what its seat may know",
        ties: "of equally visited moves the one with the better mean, then the first in move order",
        parameters: &ismcts::PARAMETERS,
    },
    StrategyDoc {
        name: "rollout",
        about: "tries each move in the same sampled worlds, lets all play on by a rule, and plays the best on average",
        ties: "the first in move order",
        parameters: &rollout::PARAMETERS,
    },
    StrategyDoc {
        name: "pimc",
        about: "deals worlds that agree with what it has seen, solves each exactly after each move, plays the best on average",
        ties: "the first in move order",
        parameters: &pimc::PARAMETERS,
    },
    StrategyDoc {
        name: "omniscient",
        about: "SEES ALL HANDS and plays the exactly best move: the ceiling that honest strategies are measured against",
        ties: "the first in move order",
        parameters: &omniscient::PARAMETERS,
    },
];

/// What is added to the name of a strategy that sees everything.
pub const SEES_ALL: &str = " (sees all)";

impl StrategyDoc {
    /// Whether it sees all hands.
    #[must_use]
    pub fn sees_all(&self) -> bool {
        self.name == "omniscient"
    }

    /// The name as lists show it.
    #[must_use]
    pub fn shown(&self) -> String {
        format!("{}{}", self.name, if self.sees_all() { SEES_ALL } else { "" })
    }
}

/// The parameters that every strategy takes.
pub const COMMON_PARAMETERS: [OptionDoc; 1] = [OptionDoc {
    name: "salt",
    allowed: "0 to 18446744073709551615",
    meaning: "selects another stream of random numbers; 0 is everybody's own",
}];

/// Which strategy a plan is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `random`.
    Random,
    /// `greedy`.
    Greedy,
    /// `tactics`, with its rules.
    Tactics(Arc<RuleFile>),
    /// `ismcts`, with its options.
    Ismcts(ismcts::Options),
    /// `rollout`, with the rules of its policy if that is a file.
    Rollout(rollout::Options, Option<Arc<RuleFile>>),
    /// `pimc`.
    Pimc(pimc::Options),
    /// `omniscient`.
    Omniscient(omniscient::Options),
}

/// A strategy as named, resolved as far as it can be without a game.
///
/// Two plans are equal if they play alike: the same strategy with the same parameters, whatever they are called.
#[derive(Clone, Debug)]
pub struct StrategyPlan {
    /// The text that named it.
    pub text: String,
    /// What to call it in tables: the text, with a path shortened to the file's own name.
    pub label: String,
    /// Selects the stream of random numbers; see [`Streams::play`](crate::streams::Streams::play).
    pub salt: u64,
    /// Which strategy it is.
    pub kind: Kind,
    /// BLAKE3 of the strategy file, in hexadecimal, if it came from one.
    pub digest: Option<String>,
}

impl PartialEq for StrategyPlan {
    fn eq(&self, other: &Self) -> bool {
        self.salt == other.salt && self.kind == other.kind
    }
}

/// Why a strategy cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// Neither the registry nor a folder has this name.
    #[error(
        "unknown strategy \"{found}\"{near}; strategies: {registry}; files: {files}; or the path of a strategy file"
    )]
    Unknown {
        /// The name as given.
        found: String,
        /// The nearest right spelling, as a remark.
        near: String,
        /// The registry's names.
        registry: String,
        /// The stems of the files found.
        files: String,
    },
    /// The strategy has no such parameter, or the parameter has a bad value, or lacks one.
    #[error("strategy {strategy:?}: {message}")]
    Parameter {
        /// The strategy as named.
        strategy: String,
        /// What was found and what is allowed.
        message: String,
    },
    /// The file cannot be read at all.
    #[error("{path}: {message}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The file says something wrong.
    #[error("{path}: {fault}")]
    File {
        /// The file.
        path: String,
        /// Where and what.
        fault: FileFault,
    },
    /// The rules are for another family of games.
    #[error("strategy {strategy:?}: its rules are for {found}, and cannot play {game}")]
    WrongGame {
        /// The strategy as named.
        strategy: String,
        /// The family that the file is for.
        found: String,
        /// The family that is played.
        game: String,
    },
    /// What it is to play for cannot be had in this game.
    #[error("strategy {strategy:?}: {error}")]
    Objective {
        /// The strategy as named.
        strategy: String,
        /// Why.
        error: String,
    },
    /// A side with the wrong number of names.
    #[error("\"{text}\": found {found} strategies for a side of {seats} {}; allowed: one for all its seats, or one for each, joined by \"+\"", if *.seats == 1 { "seat" } else { "seats" })]
    Count {
        /// The side as given.
        text: String,
        /// How many names it has.
        found: usize,
        /// How many seats it has.
        seats: usize,
    },
}

impl StrategyPlan {
    /// Resolves a name. Files are looked for in `strategies/` here, then in `base/strategies/` if a base is given;
    /// a path that does not exist here is tried from the base.
    ///
    /// # Errors
    /// If there is no such strategy, if a parameter is wrong, or if its file cannot be read or says something wrong.
    pub fn resolve(text: &str, base: Option<&Path>) -> Result<StrategyPlan, StrategyError> {
        let text = text.trim();
        let (name, parameters) = split_parameters(text);
        let doc = STRATEGIES.iter().find(|strategy| strategy.name == name);
        let allowed = || doc.map_or(&[][..], |doc| doc.parameters).iter().chain(&COMMON_PARAMETERS);
        let wrong = |message: String| StrategyError::Parameter { strategy: shorten(text), message };
        for (index, (key, _)) in parameters.iter().enumerate() {
            if !allowed().any(|parameter| parameter.name == *key) {
                let near = did_you_mean(key, allowed().map(|parameter| parameter.name));
                let names: Vec<&str> = allowed().map(|parameter| parameter.name).collect();
                return Err(wrong(format!(
                    "unknown parameter {:?}{near}; parameters: {}",
                    shorten(key),
                    names.join(", ")
                )));
            }
            if parameters[..index].iter().any(|(earlier, _)| earlier == key) {
                return Err(wrong(format!("parameter \"{key}\" is given twice")));
            }
        }
        let get = |key: &str| parameters.iter().find(|(name, _)| *name == key).map(|(_, value)| *value);
        let salt = match get("salt") {
            None => 0,
            Some(value) => value.parse::<u64>().map_err(|_| {
                let allowed = COMMON_PARAMETERS[0].allowed;
                wrong(format!("parameter \"salt\": found {:?}; allowed: {allowed}", shorten(value)))
            })?,
        };
        let plan = |kind| {
            let mark = if matches!(kind, Kind::Omniscient(_)) { SEES_ALL } else { "" };
            StrategyPlan { text: text.to_owned(), label: format!("{text}{mark}"), salt, kind, digest: None }
        };
        let from_file = |path: &Path, label: Option<&str>| {
            let (file, digest) = read_file(path)?;
            let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
            let mut label = label.map_or_else(|| file.name.clone().unwrap_or(stem), str::to_owned);
            if salt != 0 {
                label = format!("{label}:salt={salt}");
            }
            Ok(StrategyPlan {
                text: text.to_owned(),
                label,
                salt,
                kind: Kind::Tactics(Arc::new(file)),
                digest: Some(digest),
            })
        };
        match name {
            "random" => Ok(plan(Kind::Random)),
            "greedy" => Ok(plan(Kind::Greedy)),
            "ismcts" => Ok(plan(Kind::Ismcts(ismcts::Options::parse(&parameters).map_err(wrong)?))),
            "rollout" => {
                let options = rollout::Options::parse(&parameters).map_err(wrong)?;
                let policy = get("policy").filter(|policy| *policy != "greedy");
                let policy = policy.map(|policy| StrategyPlan::resolve(policy, base)).transpose()?;
                let (rules, digest) = match policy {
                    None => (None, None),
                    Some(StrategyPlan { kind: Kind::Tactics(rules), digest, .. }) => (Some(rules), digest),
                    Some(other) => {
                        let allowed = "greedy, or a strategy file";
                        return Err(wrong(format!(
                            "parameter \"policy\": found {:?}; allowed: {allowed}",
                            shorten(&other.text)
                        )));
                    }
                };
                Ok(StrategyPlan { digest, ..plan(Kind::Rollout(options, rules)) })
            }
            "pimc" => Ok(plan(Kind::Pimc(pimc::Options::parse(&parameters).map_err(wrong)?))),
            "omniscient" => Ok(plan(Kind::Omniscient(omniscient::Options::parse(&parameters).map_err(wrong)?))),
            "tactics" => match get("file") {
                Some(path) if !path.is_empty() => from_file(&find_path(path, base), None),
                _ => Err(wrong("parameter \"file\" is missing; allowed: the path of a strategy file".to_owned())),
            },
            path if path.contains('/') || path.contains(std::path::MAIN_SEPARATOR) || path.ends_with(".toml") => {
                from_file(&find_path(path, base), None)
            }
            stem => match find_stem(stem, base) {
                Some(path) => from_file(&path, Some(stem)),
                None => Err(unknown(stem, base)),
            },
        }
    }

    /// A player of `game`.
    ///
    /// # Errors
    /// If the strategy cannot play this game.
    pub fn build<G: Playable>(&self, game: &G) -> Result<Player<G>, StrategyError> {
        match &self.kind {
            Kind::Random => Ok(Player::Random),
            Kind::Greedy => Ok(Player::Greedy),
            Kind::Ismcts(options) => Ok(Player::Other(Box::new(
                Ismcts::new(game, *options, self.objective(options.objective, game)?).solving(game),
            ))),
            Kind::Pimc(options) => {
                Ok(Player::Other(Box::new(Pimc::new(game, *options, self.objective(options.objective, game)?))))
            }
            Kind::Omniscient(options) => Ok(Player::PerfectInformation(Box::new(Omniscient::new(
                game,
                *options,
                self.objective(options.objective, game)?,
            )))),
            Kind::Rollout(options, rules) => {
                let policy = rules.as_ref().map(|rules| self.by_rules(rules, game)).transpose()?;
                Ok(Player::Other(Box::new(Rollout::new(*options, self.objective(options.objective, game)?, policy))))
            }
            Kind::Tactics(file) => Ok(Player::Other(self.by_rules(file, game)?)),
        }
    }

    /// A player by the rules of a file.
    fn by_rules<G: Playable>(&self, file: &RuleFile, game: &G) -> Result<Box<dyn Strategy<G>>, StrategyError> {
        let family = <G as Tactical>::vocabulary().family;
        if file.vocabulary.family != family {
            return Err(StrategyError::WrongGame {
                strategy: self.text.clone(),
                found: file.vocabulary.family.to_owned(),
                game: family.to_owned(),
            });
        }
        Ok(Box::new(Tactics::new(game, file)))
    }

    /// The digest of the table of match equity that it plays by in a game, if it does: what it plays is a function of it.
    ///
    /// # Errors
    /// If what it is to play for cannot be had in this game.
    pub fn equity<G: Playable>(&self, game: &G) -> Result<Option<String>, StrategyError> {
        let Some(choice) = self.objective_choice() else {
            return Ok(None);
        };
        Ok(self.objective(choice, game)?.table_digest())
    }

    /// What it was told to play for, if it searches.
    const fn objective_choice(&self) -> Option<ObjectiveChoice> {
        match &self.kind {
            Kind::Random | Kind::Greedy | Kind::Tactics(_) => None,
            Kind::Ismcts(options) => Some(options.objective),
            Kind::Rollout(options, _) => Some(options.objective),
            Kind::Pimc(options) => Some(options.objective),
            Kind::Omniscient(options) => Some(options.objective),
        }
    }

    /// What a search plays for in a game.
    fn objective<G: Playable>(&self, choice: ObjectiveChoice, game: &G) -> Result<Objective, StrategyError> {
        choice
            .resolve(game)
            .map_err(|error| StrategyError::Objective { strategy: self.text.clone(), error: error.to_string() })
    }

    /// Whether it looks ahead by search, and so may need a table of match equity; such a strategy cannot be what the table is made from.
    #[must_use]
    pub const fn searches(&self) -> bool {
        self.objective_choice().is_some()
    }

    /// Whether the strategy sees all hands.
    #[must_use]
    pub const fn sees_all(&self) -> bool {
        matches!(self.kind, Kind::Omniscient(_))
    }

    /// What a seat that it plays for is called: the text that named it, marked if it sees everything.
    #[must_use]
    pub fn seat_name(&self) -> String {
        format!("{}{}", self.text, if self.sees_all() { SEES_ALL } else { "" })
    }

    /// One line on what the strategy does.
    #[must_use]
    pub fn about(&self) -> &str {
        let name = match &self.kind {
            Kind::Tactics(file) => return &file.about,
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Ismcts(_) => "ismcts",
            Kind::Rollout(..) => "rollout",
            Kind::Pimc(_) => "pimc",
            Kind::Omniscient(_) => "omniscient",
        };
        STRATEGIES.iter().find(|strategy| strategy.name == name).map_or("", |strategy| strategy.about)
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

/// The strategy files of a folder, by name. A folder that cannot be read has none.
#[must_use]
pub fn strategy_files(folder: &Path) -> Vec<FileDoc> {
    stems(folder)
        .into_iter()
        .map(|(stem, path)| {
            let about = read_file(&path).map(|(file, _)| (file.vocabulary.family.to_owned(), file.about));
            FileDoc { stem, path, about }
        })
        .collect()
}

fn stems(folder: &Path) -> Vec<(String, PathBuf)> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<(String, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
        .filter(|path| path.is_file())
        .filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), path)))
        .collect();
    files.sort();
    files
}

/// The folders where stems are looked up, in order.
fn folders(base: Option<&Path>) -> Vec<PathBuf> {
    let mut folders = vec![PathBuf::from(FOLDER)];
    folders.extend(base.map(|base| base.join(FOLDER)));
    folders
}

fn find_stem(stem: &str, base: Option<&Path>) -> Option<PathBuf> {
    let file = format!("{stem}.toml");
    folders(base).into_iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
}

fn find_path(path: &str, base: Option<&Path>) -> PathBuf {
    let here = PathBuf::from(path);
    match base.map(|base| base.join(path)) {
        Some(there) if !here.exists() && there.exists() => there,
        _ => here,
    }
}

fn unknown(found: &str, base: Option<&Path>) -> StrategyError {
    let mut files: Vec<String> = folders(base).iter().flat_map(|folder| stems(folder)).map(|(stem, _)| stem).collect();
    files.sort();
    files.dedup();
    let registry = STRATEGIES.iter().map(|strategy| strategy.name);
    let place = |folder: &PathBuf| {
        let text = if folder.is_relative() { Path::new(".").join(folder) } else { folder.clone() };
        format!("{}{}", text.display(), if folder.is_dir() { "" } else { ", which does not exist" })
    };
    let places: Vec<String> = folders(base).iter().map(place).collect();
    let near = did_you_mean(found, registry.clone().chain(files.iter().map(String::as_str)));
    StrategyError::Unknown {
        found: shorten(found),
        near,
        registry: registry.collect::<Vec<_>>().join(", "),
        files: format!(
            "{} (in {})",
            if files.is_empty() { "none".to_owned() } else { files.join(", ") },
            places.join(", ")
        ),
    }
}

/// Reads and checks a strategy file; also gives the digest of its bytes.
fn read_file(path: &Path) -> Result<(RuleFile, String), StrategyError> {
    let shown = path.display().to_string();
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
        unreadable(format!("byte {at} is not UTF-8; allowed: a TOML text"))
    })?;
    let file = RuleFile::parse(&text, &games::families())
        .map_err(|fault| StrategyError::File { path: shown.clone(), fault })?;
    Ok((file, digest))
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
