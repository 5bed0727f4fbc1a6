//! The options that several verbs share, and how their values are read.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command, ValueEnum};

use super::completion_values;
use super::failure::Failure;
use super::progress::{Progress, ProgressForm, Work};
use crate::arena::plan::Orders;
use crate::context::Context;
use crate::game::MAX_SEATS;
use crate::games::options::{OptionValue, Settings};
use crate::games::{AnyGame, DEFAULT_GAME, PRESETS, resolve};
use crate::strategies::STRATEGIES;
use crate::streams::MAX_BLOCK;

/// The most threads that a run may use.
pub const MAX_THREADS: u64 = 1024;

/// Which game, with which options.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    /// Preset that names the defaults (see `sixtyone list`) [default: fives-and-threes]
    #[arg(long, value_name = "NAME", value_parser = game_names(), hide_possible_values = true)]
    pub game: Option<String>,
    /// Number of seats; same as --set players=N
    #[arg(long, value_name = "N", value_parser = players, allow_negative_numbers = true)]
    pub players: Option<String>,
    /// Rule option (repeatable): a number, a word, true/false or a comma-separated list, such as divisors=3,5,7 (see `sixtyone describe GAME`)
    #[arg(long = "set", value_name = "KEY=VALUE", add = completion_values::settings(), value_parser = setting)]
    pub settings: Vec<(String, OptionValue)>,
}

impl GameArgs {
    /// Appends the options as they would be given on a command line.
    pub fn append_to(&self, words: &mut Vec<String>) {
        let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
        if let Some(game) = &self.game {
            option("--game", game.clone());
        }
        if let Some(players) = &self.players {
            option("--players", players.clone());
        }
        self.settings.iter().for_each(|(key, value)| option("--set", format!("{key}={value}")));
    }

    /// The preset's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.game.as_deref().unwrap_or(DEFAULT_GAME)
    }

    /// Whether any option of the game is given.
    #[must_use]
    pub fn is_given(&self) -> bool {
        self.game.is_some() || self.players.is_some() || !self.settings.is_empty()
    }

    /// The settings in order, the number of players first.
    ///
    /// # Errors
    /// If an option is given twice with different values.
    pub fn settings(&self) -> Result<Settings, Failure> {
        let players = self.players.iter().map(|n| ("players".to_owned(), OptionValue::parse(n)));
        let settings: Settings = players.chain(self.settings.iter().cloned()).collect();
        for (index, (key, value)) in settings.iter().enumerate() {
            if let Some((_, earlier)) = settings[..index].iter().find(|(other, set)| other == key && set != value) {
                return Err(Failure::Input(format!(
                    "option {key:?} is given twice: as {earlier} and as {value}; keep one of the two"
                )));
            }
        }
        Ok(settings)
    }

    /// The game.
    ///
    /// # Errors
    /// If the rules refuse it.
    pub fn resolve(&self) -> Result<AnyGame, Failure> {
        resolve(self.name(), &self.settings()?).map_err(Failure::input)
    }
}

/// How a run is spread and shown.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Running")]
pub struct RunArgs {
    /// Number of threads; does not affect results [default: all processors]
    #[arg(long, value_name = "T", value_parser = threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    /// Print one JSON document on standard output
    #[arg(long)]
    pub json: bool,
    /// Print no progress and no messages, only errors, on standard error
    #[arg(long, short)]
    pub quiet: bool,
    /// Progress on standard error [default: bar on a terminal, otherwise plain; none with --quiet]
    #[arg(long, value_name = "FORM", value_enum)]
    pub progress: Option<ProgressForm>,
}

impl RunArgs {
    /// The number of threads to use.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, std::num::NonZero::get))
    }
}

impl RunArgs {
    /// The context that these options describe, which Ctrl-C stops.
    #[must_use]
    pub fn context(&self) -> Context {
        let context = Context::default().with_threads(self.threads()).with_stop(super::interrupt::flag());
        if self.quiet { context } else { context.with_notice(super::console::note) }
    }
}

impl RunArgs {
    /// Begins to show how far a task is.
    #[must_use]
    pub fn progress(&self, work: Work) -> Progress {
        Progress::new(work, self.progress, self.quiet)
    }
}

/// How the strategies change places, on the command line.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum OrdersArg {
    /// Every rotation of the strategies over the sides
    Rotations,
    /// Every permutation of the strategies, up to five sides
    All,
}

impl From<OrdersArg> for Orders {
    fn from(orders: OrdersArg) -> Orders {
        match orders {
            OrdersArg::Rotations => Orders::Rotations,
            OrdersArg::All => Orders::All,
        }
    }
}

/// Takes any text; offers some to completions.
#[derive(Clone, Copy, Debug)]
pub struct Suggest(fn() -> Vec<&'static str>);

impl Suggest {
    /// Offers these.
    #[must_use]
    pub const fn new(names: fn() -> Vec<&'static str>) -> Suggest {
        Suggest(names)
    }
}

impl TypedValueParser for Suggest {
    type Value = String;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Offers the names of games.
#[must_use]
pub fn game_names() -> Suggest {
    Suggest(|| PRESETS.iter().map(|preset| preset.name).collect())
}

/// Offers the strategies of the registry.
#[must_use]
pub fn strategy_names() -> Suggest {
    Suggest(|| STRATEGIES.iter().map(|strategy| strategy.name).collect())
}

/// Offers what the program itself can describe.
#[must_use]
pub fn described_names() -> Suggest {
    Suggest(|| PRESETS.iter().map(|p| p.name).chain(STRATEGIES.iter().map(|s| s.name)).collect())
}

fn whole(text: &str, low: u64, high: u64) -> Result<u64, String> {
    match text.trim().parse::<u64>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("allowed: a whole number from {low} to {high}")),
    }
}

/// Reads a number of blocks.
///
/// # Errors
/// In words, if it is none.
pub fn blocks(text: &str) -> Result<u64, String> {
    whole(text, 1, MAX_BLOCK)
}

/// Reads a block's number.
///
/// # Errors
/// In words, if it is none.
pub fn block_number(text: &str) -> Result<u64, String> {
    whole(text, 0, MAX_BLOCK)
}

/// Reads a match's number.
///
/// # Errors
/// In words, if it is none.
pub fn match_number(text: &str) -> Result<u64, String> {
    whole(text, 0, MAX_BLOCK)
}

/// Reads a round's number.
///
/// # Errors
/// In words, if it is none.
pub fn round_number(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::from(u32::MAX))
}

/// Reads a move's number.
///
/// # Errors
/// In words, if it is none.
pub fn move_number(text: &str) -> Result<u64, String> {
    whole(text, 1, u64::from(u32::MAX))
}

/// Reads a seed.
///
/// # Errors
/// In words, if it is none.
pub fn seed(text: &str) -> Result<u64, String> {
    whole(text, 0, u64::MAX)
}

/// Reads a seat's number.
///
/// # Errors
/// In words, if it is none.
pub fn seat(text: &str) -> Result<u8, String> {
    whole(text, 0, MAX_SEATS as u64 - 1).map(|seat| seat as u8)
}

/// Reads a depth.
///
/// # Errors
/// In words, if it is none.
pub fn depth(text: &str) -> Result<u32, String> {
    whole(text, 0, 1000).map(|depth| depth as u32)
}

/// Reads a number of positions.
///
/// # Errors
/// In words, if it is none.
pub fn nodes(text: &str) -> Result<u64, String> {
    whole(text, 1, u64::MAX)
}

fn players(text: &str) -> Result<String, String> {
    if text.trim().is_empty() {
        return Err(format!("a number is missing; allowed: 2 to {MAX_SEATS}"));
    }
    Ok(text.to_owned())
}

fn threads(text: &str) -> Result<usize, String> {
    whole(text, 1, MAX_THREADS).map(|threads| threads as usize)
}

fn setting(text: &str) -> Result<(String, OptionValue), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().to_owned(), OptionValue::parse(value))),
        _ => Err("allowed: KEY=VALUE, as in target=101".to_owned()),
    }
}
