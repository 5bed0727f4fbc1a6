//! Rule options as users write them, on the command line or in a file, and the errors that come back.

use std::fmt;

pub use crate::parameters::nearest;

/// A value of a rule option before the game has looked at it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum OptionValue {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A word.
    Word(String),
    /// A list of values.
    List(Vec<OptionValue>),
}

impl OptionValue {
    /// Reads `KEY=VALUE`'s right side: a number, true/false, a word, or a comma list. Nothing at all is the empty list.
    #[must_use]
    pub fn parse(text: &str) -> OptionValue {
        if text.is_empty() {
            return OptionValue::List(Vec::new());
        }
        if text.contains(',') {
            return OptionValue::List(
                text.split(',').filter(|part| !part.is_empty()).map(OptionValue::parse).collect(),
            );
        }
        match (text.trim().parse(), text.trim()) {
            (Ok(number), _) => OptionValue::Number(number),
            (_, "true") => OptionValue::Bool(true),
            (_, "false") => OptionValue::Bool(false),
            (_, word) => OptionValue::Word(word.to_owned()),
        }
    }

    /// The value as a JSON value.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            OptionValue::Number(n) => (*n).into(),
            OptionValue::Bool(b) => (*b).into(),
            OptionValue::Word(w) => w.as_str().into(),
            OptionValue::List(items) => items.iter().map(OptionValue::to_json).collect(),
        }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionValue::Number(n) => n.fmt(f),
            OptionValue::Bool(b) => b.fmt(f),
            OptionValue::Word(w) => w.fmt(f),
            OptionValue::List(items) => {
                for (i, item) in items.iter().enumerate() {
                    let comma = if i == 0 { "" } else { "," };
                    write!(f, "{comma}{item}")?;
                }
                Ok(())
            }
        }
    }
}

/// One option: its name, what it may be and what it does.
#[derive(Clone, Copy, Debug)]
pub struct OptionDoc {
    /// Name, as in `--set NAME=VALUE`.
    pub name: &'static str,
    /// The allowed values, in words.
    pub allowed: &'static str,
    /// What it does, with the rule's id.
    pub meaning: &'static str,
}

/// Option settings in the order given; a later one replaces an earlier one of the same name.
pub type Settings = Vec<(String, OptionValue)>;

/// Why a game cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// No game has this name.
    #[error("unknown game \"{found}\"{}; games: {allowed}", did_you_mean(.nearest.as_deref()))]
    UnknownGame {
        /// The name as given.
        found: String,
        /// All names.
        allowed: String,
        /// The nearest right spelling.
        nearest: Option<String>,
    },
    /// The game has no such option.
    #[error("unknown option \"{found}\" of {game}{}; options: {allowed}", did_you_mean(.nearest.as_deref()))]
    UnknownOption {
        /// The game's name.
        game: String,
        /// The option as given.
        found: String,
        /// All options.
        allowed: String,
        /// The nearest right spelling.
        nearest: Option<String>,
    },
    /// The value is of the wrong kind or out of range.
    #[error("option \"{option}\": found {found}; allowed: {allowed}")]
    BadValue {
        /// The option.
        option: String,
        /// The value as given.
        found: String,
        /// What is allowed.
        allowed: String,
    },
    /// The options are fine one by one but not together, or not for this number of players.
    #[error("rule {rule}: {message}")]
    Refused {
        /// The rule's id.
        rule: &'static str,
        /// What clashes, and what to do.
        message: String,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |word| format!(" (did you mean \"{word}\"?)"))
}

/// Reads a whole number in a range.
///
/// # Errors
/// If the value is no number or out of the range.
pub fn number(option: &str, value: &OptionValue, low: i64, high: i64) -> Result<i64, RuleError> {
    match value {
        OptionValue::Number(n) if (low..=high).contains(n) => Ok(*n),
        other => Err(bad(option, other, format!("a whole number from {low} to {high}"))),
    }
}

/// Reads `true` or `false`.
///
/// # Errors
/// If the value is neither.
pub fn boolean(option: &str, value: &OptionValue) -> Result<bool, RuleError> {
    match value {
        OptionValue::Bool(b) => Ok(*b),
        other => Err(bad(option, other, "true or false".to_owned())),
    }
}

/// Reads one of a few words.
///
/// # Errors
/// If the value is none of them.
pub fn word<T: Copy>(option: &str, value: &OptionValue, words: &[(&str, T)]) -> Result<T, RuleError> {
    if let OptionValue::Word(found) = value
        && let Some((_, meaning)) = words.iter().find(|(name, _)| name == found)
    {
        return Ok(*meaning);
    }
    let names: Vec<String> = words.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    Err(bad(option, value, names.join(", ")))
}

/// The word that stands for a value; the reverse of [`word`].
pub fn name_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == value).map_or("", |(name, _)| name)
}

/// The error for options that a rule refuses together.
#[must_use]
pub fn refused(rule: &'static str, message: String) -> RuleError {
    RuleError::Refused { rule, message }
}

/// The error for a value that an option does not take.
#[must_use]
pub fn bad(option: &str, value: &OptionValue, allowed: String) -> RuleError {
    let found = match value {
        OptionValue::Word(word) => format!("\"{word}\""),
        OptionValue::List(_) => format!("the list [{value}]"),
        other => other.to_string(),
    };
    RuleError::BadValue { option: option.to_owned(), found, allowed }
}
