//! Rule options as users write them, on the command line or in a file, and the errors that come back.

use std::fmt;

pub use crate::parameters::nearest;
use crate::parameters::{Parameter, Value};

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
            // A part that is empty stays an empty list, which no option takes.
            return OptionValue::List(text.split(',').map(OptionValue::parse).collect());
        }
        match (text.trim().parse(), text.trim()) {
            (Ok(number), _) => OptionValue::Number(number),
            (_, "true") => OptionValue::Bool(true),
            (_, "false") => OptionValue::Bool(false),
            (_, word) => OptionValue::Word(word.to_owned()),
        }
    }

    /// The items of a list; any other value is its only item.
    #[must_use]
    pub fn items(&self) -> &[OptionValue] {
        match self {
            OptionValue::List(items) => items,
            one => std::slice::from_ref(one),
        }
    }

    /// The value as parameters have it.
    #[must_use]
    pub fn typed(&self) -> Value {
        match self {
            OptionValue::Number(number) => Value::Whole(i128::from(*number)),
            OptionValue::Bool(flag) => Value::Flag(*flag),
            OptionValue::Word(word) => Value::Text(word.clone()),
            OptionValue::List(items) => Value::List(items.iter().map(OptionValue::typed).collect()),
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

/// The settings of a game beside the table of its options.
pub struct Given<'a> {
    table: &'static [Parameter],
    settings: &'a Settings,
}

impl<'a> Given<'a> {
    /// The settings of a game, whose name is for messages.
    ///
    /// # Errors
    /// If the game has no option of some name.
    pub fn new(game: &str, table: &'static [Parameter], settings: &'a Settings) -> Result<Given<'a>, RuleError> {
        let names = || table.iter().map(|option| option.name);
        match settings.iter().find(|(name, _)| names().all(|known| known != name)) {
            None => Ok(Given { table, settings }),
            Some((name, _)) => Err(RuleError::UnknownOption {
                game: game.to_owned(),
                found: name.clone(),
                allowed: names().collect::<Vec<_>>().join(", "),
                nearest: nearest(name, names()),
            }),
        }
    }

    /// An option as it is given; a later setting replaces an earlier one.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a OptionValue> {
        self.settings.iter().rev().find(|(key, _)| key == name).map(|(_, value)| value)
    }

    /// The error for a value that an option does not take.
    #[must_use]
    pub fn bad(&self, name: &str, value: &OptionValue) -> RuleError {
        let option = self.table.iter().find(|option| option.name == name);
        let found = match value {
            OptionValue::Word(word) => {
                format!("\"{word}\"{}", option.map_or_else(String::new, |option| option.kind.near(word)))
            }
            OptionValue::List(_) => format!("the list [{value}]"),
            other => other.to_string(),
        };
        let allowed = option.map_or_else(String::new, |option| option.kind.to_string());
        RuleError::BadValue { option: name.to_owned(), found, allowed }
    }

    /// An option's value, checked: what is given, or the default if the table has one.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn value(&self, name: &str) -> Result<Option<Value>, RuleError> {
        let Some(option) = self.table.iter().find(|option| option.name == name) else {
            return Ok(None);
        };
        match self.get(name) {
            None => Ok(option.default.and_then(|default| option.kind.read(default))),
            Some(value) => option.kind.check(&value.typed()).map(Some).ok_or_else(|| self.bad(name, value)),
        }
    }

    /// A whole number. The table's range must be one of `T`'s.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn whole<T: TryFrom<i128>>(&self, name: &str) -> Result<T, RuleError> {
        match self.value(name)? {
            Some(Value::Whole(number)) => T::try_from(number).ok(),
            _ => None,
        }
        .ok_or_else(|| self.refuse(name))
    }

    /// True or false.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn flag(&self, name: &str) -> Result<bool, RuleError> {
        match self.value(name)? {
            Some(Value::Flag(flag)) => Ok(flag),
            _ => Err(self.refuse(name)),
        }
    }

    /// What a word stands for; `None` if it is not given and has no default.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn word_if_any<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<Option<T>, RuleError> {
        Ok(match self.value(name)? {
            Some(Value::Text(found)) => words.iter().find(|(word, _)| *word == found).map(|(_, meaning)| *meaning),
            _ => None,
        })
    }

    /// What a word stands for.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn word<T: Copy>(&self, name: &str, words: &[(&str, T)]) -> Result<T, RuleError> {
        self.word_if_any(name, words)?.ok_or_else(|| self.refuse(name))
    }

    /// A list; a single value is a list of one.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn list(&self, name: &str) -> Result<Vec<Value>, RuleError> {
        let option = self.table.iter().find(|option| option.name == name);
        let value = option.and_then(|option| match self.get(name) {
            None => option.kind.read(option.default?),
            Some(value) => option.kind.check(&Value::List(value.items().iter().map(OptionValue::typed).collect())),
        });
        match value {
            Some(Value::List(items)) => Ok(items),
            _ => Err(self.refuse(name)),
        }
    }

    /// The error for an option whose value, as given, cannot be.
    #[must_use]
    pub fn refuse(&self, name: &str) -> RuleError {
        self.bad(name, self.get(name).unwrap_or(&OptionValue::List(Vec::new())))
    }
}

/// The words of a table of words and what they stand for.
#[must_use]
pub const fn words_of<T, const N: usize>(words: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = words[at].0;
        at += 1;
    }
    names
}

/// The word that stands for a value; the reverse of [`Given::word`].
pub fn name_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == value).map_or("", |(name, _)| name)
}

/// The error for options that a rule refuses together.
#[must_use]
pub fn refused(rule: &'static str, message: String) -> RuleError {
    RuleError::Refused { rule, message }
}
