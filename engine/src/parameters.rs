//! Parameters as people write them: one table says what each may be, and every reader and every message follows from it.
//!
//! A [`Parameter`] states a range once. The words for what is allowed, the check of a value and the error for a wrong one are derived from
//! its [`Kind`], whether it is read from `key=value` text ([`read`], [`read_list`]) or from a TOML file (`toml_reader`).

use std::fmt;

use crate::printable::printable;

/// An end of a range of real numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum End {
    /// Any number as far as this side goes.
    None,
    /// Up to this number, itself included.
    Closed(f64),
    /// Up to this number, itself excluded.
    Open(f64),
}

/// What a parameter may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// A whole number from `low` to `high`.
    Whole {
        /// The smallest.
        low: i128,
        /// The largest.
        high: i128,
    },
    /// A finite real number.
    Real {
        /// The lower end.
        low: End,
        /// The upper end.
        high: End,
    },
    /// One of these whole numbers.
    Numbers(&'static [i128]),
    /// One of these words.
    Words(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Any text that is not empty: a name, the path of a file. The text says what, as a message shows it.
    Text(&'static str),
    /// Values of one kind, separated by commas; no text at all is the empty list. The text says what the whole list may be.
    List(&'static Kind, &'static str),
}

/// A value of one of the kinds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Whole(i128),
    /// A real number.
    Real(f64),
    /// A word or a text.
    Text(String),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Value>),
}

/// A parameter: its name, what it may be, and what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if it is not given, as it would be written; `None` if that is not one value.
    pub default: Option<&'static str>,
    /// What it does.
    pub meaning: &'static str,
}

impl Kind {
    /// A whole number in a range.
    #[must_use]
    pub const fn whole(low: u64, high: u64) -> Kind {
        Kind::Whole { low: low as i128, high: high as i128 }
    }

    /// A real number in a range, the ends included.
    #[must_use]
    pub const fn real(low: f64, high: f64) -> Kind {
        Kind::Real { low: End::Closed(low), high: End::Closed(high) }
    }

    /// Any finite number.
    pub const ANY_REAL: Kind = Kind::Real { low: End::None, high: End::None };

    /// Reads a value; `None` if this is none.
    #[must_use]
    pub fn read(&self, text: &str) -> Option<Value> {
        let text = text.trim();
        match self {
            Kind::Whole { .. } | Kind::Numbers(_) => self.whole_value(text.parse().ok()?),
            Kind::Real { .. } => self.real_value(text.parse().ok()?),
            Kind::Words(words) => words.contains(&text).then(|| Value::Text(text.to_owned())),
            Kind::Flag => text.parse().ok().map(Value::Flag),
            Kind::Text(_) => (!text.is_empty()).then(|| Value::Text(text.to_owned())),
            Kind::List(kind, _) => {
                let parts = (!text.is_empty()).then(|| text.split(',')).into_iter().flatten();
                parts.map(|part| kind.read(part)).collect::<Option<_>>().map(Value::List)
            }
        }
    }

    /// A whole number as a value of this kind, if it is one.
    #[must_use]
    pub fn whole_value(&self, number: i128) -> Option<Value> {
        match self {
            Kind::Whole { low, high } => (*low..=*high).contains(&number).then_some(Value::Whole(number)),
            Kind::Numbers(numbers) => numbers.contains(&number).then_some(Value::Whole(number)),
            Kind::Real { .. } => self.real_value(number as f64),
            _ => None,
        }
    }

    /// A real number as a value of this kind, if it is one.
    #[must_use]
    pub fn real_value(&self, number: f64) -> Option<Value> {
        let Kind::Real { low, high } = self else {
            return None;
        };
        let above = match low {
            End::None => true,
            End::Closed(low) => number >= *low,
            End::Open(low) => number > *low,
        };
        let below = match high {
            End::None => true,
            End::Closed(high) => number <= *high,
            End::Open(high) => number < *high,
        };
        (number.is_finite() && above && below).then_some(Value::Real(number))
    }

    /// Checks a value that is already typed, as a TOML file has it; `None` if it is not allowed.
    #[must_use]
    pub fn check(&self, value: &Value) -> Option<Value> {
        match (self, value) {
            (Kind::Whole { .. } | Kind::Numbers(_) | Kind::Real { .. }, Value::Whole(number)) => {
                self.whole_value(*number)
            }
            (Kind::Real { .. }, Value::Real(number)) => self.real_value(*number),
            (Kind::Words(_) | Kind::Text(_), Value::Text(text)) => self.read(text),
            (Kind::Flag, Value::Flag(flag)) => Some(Value::Flag(*flag)),
            (Kind::List(kind, _), Value::List(items)) => {
                items.iter().map(|item| kind.check(item)).collect::<Option<_>>().map(Value::List)
            }
            _ => None,
        }
    }

    /// The word of this kind that is nearest in spelling, as a remark; empty if there is none.
    #[must_use]
    pub fn near(&self, found: &str) -> String {
        match self {
            Kind::Words(words) => did_you_mean(found, words.iter().copied()),
            _ => String::new(),
        }
    }
}

impl fmt::Display for Kind {
    /// What is allowed, in words.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Whole { low, high } => write!(f, "a whole number from {low} to {high}"),
            Kind::Real { low, high } => {
                f.write_str("a number")?;
                match low {
                    End::None => {}
                    End::Closed(low) => write!(f, " from {low}")?,
                    End::Open(low) => write!(f, " above {low}")?,
                }
                match (low, high) {
                    (_, End::None) => Ok(()),
                    (End::Open(_), End::Closed(high)) => write!(f, " up to {high}"),
                    (_, End::Closed(high)) => write!(f, " to {high}"),
                    (End::None, End::Open(high)) => write!(f, " below {high}"),
                    (End::Open(_), End::Open(high)) => write!(f, " and below {high}"),
                    (End::Closed(_), End::Open(high)) => write!(f, " to below {high}"),
                }
            }
            Kind::Numbers(numbers) => {
                f.write_str(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
            }
            Kind::Words(words) => f.write_str(&words.join(", ")),
            Kind::Flag => f.write_str("true, false"),
            Kind::Text(what) | Kind::List(_, what) => f.write_str(what),
        }
    }
}

impl Parameter {
    /// What is allowed and what it is if it is not given, in words.
    #[must_use]
    pub fn allowed(&self) -> String {
        match self.default {
            Some(default) => format!("{}; default {default}", self.kind),
            None => self.kind.to_string(),
        }
    }

    /// Reads a value.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn read(&self, noun: &'static str, text: &str) -> Result<Value, ParameterError> {
        self.kind.read(text).ok_or_else(|| ParameterError::Bad {
            noun,
            name: self.name.to_owned(),
            found: format!("{:?}", shorten(text)),
            near: self.kind.near(text),
            allowed: self.kind.to_string(),
        })
    }
}

/// Why parameters cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParameterError {
    /// There is none of this name.
    #[error("unknown {noun} {found:?}{near}; {}: {allowed}", plural(.noun))]
    Unknown {
        /// What such a name is called: "parameter", "option", "key".
        noun: &'static str,
        /// The name as given.
        found: String,
        /// The nearest right spelling, as a remark.
        near: String,
        /// All names.
        allowed: String,
    },
    /// One is given twice.
    #[error("{noun} \"{name}\" is given twice; keep one of the two")]
    Twice {
        /// What it is.
        noun: &'static str,
        /// Its name.
        name: String,
    },
    /// A value is not allowed.
    #[error("{noun} \"{name}\": found {found}{near}; allowed: {allowed}")]
    Bad {
        /// What it is.
        noun: &'static str,
        /// Its name.
        name: String,
        /// The value as given.
        found: String,
        /// The nearest right spelling, as a remark.
        near: String,
        /// What is allowed.
        allowed: String,
    },
    /// One that is needed is not there.
    #[error("{noun} \"{name}\" is missing; allowed: {allowed}")]
    Missing {
        /// What it is.
        noun: &'static str,
        /// Its name.
        name: String,
        /// What is allowed.
        allowed: String,
    },
    /// A part that is no `key=value`.
    #[error("found {found:?}; allowed: KEY=VALUE,KEY=VALUE")]
    NoPair {
        /// The part as given.
        found: String,
    },
}

fn plural(noun: &str) -> String {
    format!("{noun}s")
}

/// Values that have been read against a table; one that was not given has its default.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    found: Vec<(&'static str, Value)>,
}

impl Values {
    /// A value by its parameter's name; `None` if it was not given and has no default.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.found.iter().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// A whole number; `None` if there is none, or if it is none of `T`'s, which the table's range should prevent.
    #[must_use]
    pub fn whole<T: TryFrom<i128>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Value::Whole(number) => T::try_from(*number).ok(),
            _ => None,
        }
    }

    /// A real number.
    #[must_use]
    pub fn real(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            Value::Real(number) => Some(*number),
            _ => None,
        }
    }

    /// A word or a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// True or false.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Flag(flag) => Some(*flag),
            _ => None,
        }
    }

    /// Adds a value that has been checked.
    pub fn set(&mut self, name: &'static str, value: Value) {
        self.found.push((name, value));
    }

    /// Fills in the defaults of what has not been given.
    #[must_use]
    pub fn with_defaults(mut self, table: &[Parameter]) -> Values {
        for parameter in table.iter().filter(|parameter| self.get(parameter.name).is_none()).collect::<Vec<_>>() {
            if let Some(value) = parameter.default.and_then(|default| parameter.kind.read(default)) {
                self.set(parameter.name, value);
            }
        }
        self
    }
}

/// The parameter of a name.
///
/// # Errors
/// If the table has none, with the nearest right spelling.
pub fn find<'t>(noun: &'static str, name: &str, table: &'t [Parameter]) -> Result<&'t Parameter, ParameterError> {
    table.iter().find(|parameter| parameter.name == name).ok_or_else(|| {
        let names: Vec<&str> = table.iter().map(|parameter| parameter.name).collect();
        ParameterError::Unknown {
            noun,
            found: shorten(name),
            near: did_you_mean(name, names.iter().copied()),
            allowed: names.join(", "),
        }
    })
}

/// Reads pairs of names and texts against a table; `noun` is what messages call a name ("parameter", "key").
///
/// # Errors
/// If a name is unknown or given twice, or a value is not allowed.
pub fn read(noun: &'static str, pairs: &[(&str, &str)], table: &[Parameter]) -> Result<Values, ParameterError> {
    let mut values = Values::default();
    for (name, text) in pairs {
        let parameter = find(noun, name, table)?;
        if values.get(name).is_some() {
            return Err(ParameterError::Twice { noun, name: (*name).to_owned() });
        }
        values.set(parameter.name, parameter.read(noun, text)?);
    }
    Ok(values.with_defaults(table))
}

/// Reads `key=value,key=value` against a table.
///
/// # Errors
/// As for [`read`], and if a part is no pair.
pub fn read_list(text: &str, table: &[Parameter]) -> Result<Values, ParameterError> {
    let pair = |part: &'_ str| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err(ParameterError::NoPair { found: shorten(part) }),
    };
    let pairs = text.split(',').map(pair).collect::<Result<Vec<_>, _>>()?;
    let pairs: Vec<(&str, &str)> = pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    read("key", &pairs, table)
}

/// The longest text that an error message repeats, in characters.
const LONGEST_SHOWN: usize = 60;

/// A text as an error message shows it.
#[must_use]
pub fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST_SHOWN) {
        Some((end, _)) => format!("{}…", printable(&text[..end])),
        None => printable(text).into_owned(),
    }
}

/// The candidate that is spelled most like `found`, if any is near enough to be meant.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if found.len() > LONGEST_SHOWN {
        return None;
    }
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(found, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

/// A remark that names the candidate nearest in spelling, if one is near enough.
#[must_use]
pub fn did_you_mean<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(found, candidates).map_or_else(String::new, |word| format!(" (did you mean \"{word}\"?)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Parameter; 5] = [
        Parameter { name: "worlds", kind: Kind::whole(1, 1000), default: Some("50"), meaning: "" },
        Parameter { name: "trust", kind: Kind::real(0.0, 0.99), default: Some("0.5"), meaning: "" },
        Parameter { name: "goal", kind: Kind::Words(&["match", "points"]), default: None, meaning: "" },
        Parameter { name: "reuse", kind: Kind::Flag, default: Some("false"), meaning: "" },
        Parameter { name: "file", kind: Kind::Text("the path of a strategy file"), default: None, meaning: "" },
    ];

    #[test]
    fn values_are_read_and_defaults_filled_in() {
        let values = read_list("worlds=7, goal=match", &TABLE).unwrap();
        assert_eq!(values.whole::<u32>("worlds"), Some(7));
        assert_eq!((values.real("trust"), values.flag("reuse")), (Some(0.5), Some(false)));
        assert_eq!((values.text("goal"), values.text("file")), (Some("match"), None));
    }

    #[test]
    fn errors_say_what_was_found_and_what_is_allowed() {
        for (text, message) in [
            ("worlds", "found \"worlds\"; allowed: KEY=VALUE,KEY=VALUE"),
            ("worlds=0", "key \"worlds\": found \"0\"; allowed: a whole number from 1 to 1000"),
            ("trust=1", "key \"trust\": found \"1\"; allowed: a number from 0 to 0.99"),
            ("trust=nan", "key \"trust\": found \"nan\"; allowed: a number from 0 to 0.99"),
            ("goal=point", "key \"goal\": found \"point\" (did you mean \"points\"?); allowed: match, points"),
            ("reuse=yes", "key \"reuse\": found \"yes\"; allowed: true, false"),
            ("reuse=true,reuse=true", "key \"reuse\" is given twice; keep one of the two"),
            ("world=1", "unknown key \"world\" (did you mean \"worlds\"?); keys: worlds, trust, goal, reuse, file"),
        ] {
            assert_eq!(read_list(text, &TABLE).unwrap_err().to_string(), message);
        }
        let half_open = Kind::Real { low: End::Open(0.0), high: End::Open(0.5) };
        assert_eq!(half_open.to_string(), "a number above 0 and below 0.5");
        assert!(half_open.read("0").is_none() && half_open.read("0.5").is_none() && half_open.read("0.1").is_some());
        assert_eq!(TABLE[0].allowed(), "a whole number from 1 to 1000; default 50");
    }
}
