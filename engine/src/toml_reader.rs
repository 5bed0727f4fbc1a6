//! Reading TOML with its line numbers: every error shows the line, what was found and what is allowed.

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::parameters::{Kind, Parameter, Value, Values, nearest};
use crate::printable::{self, Lines, printable, shown};

/// What is wrong with a file, laid out for people: the message, then the line that it is about.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub String);

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 24;

/// What leads the line of a problem that names the place.
const PLACE: &str = "--> ";

/// A text with the name of its file.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file's name as the user gave it.
    pub path: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// Reads a text file.
///
/// # Errors
/// In words, if it is missing, a folder, too large or no text.
pub fn read_text(path: &Path) -> Result<String, String> {
    let name = shown(path);
    if path.is_dir() {
        return Err(format!("{name} is a folder; name a file in it"));
    }
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format!("{name} is larger than {} MiB; that is no text to be read", MAX_BYTES >> 20));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count();
        format!("{name}, line {line}: found bytes that are no UTF-8 text; allowed: a TOML file")
    })
}

/// The TOML files of a folder with their stems, by name; none if the folder does not exist.
///
/// # Errors
/// If the folder cannot be read.
pub fn toml_files(folder: &Path) -> io::Result<Vec<(String, PathBuf)>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound && !folder.is_symlink() => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let stem = path.file_stem().and_then(|stem| stem.to_str());
        if let Some(stem) = stem.filter(|_| path.extension().is_some_and(|extension| extension == "toml"))
            && path.is_file()
        {
            files.push((stem.to_owned(), path));
        }
    }
    files.sort();
    Ok(files)
}

/// The last place up to this one where a character begins, or the text's end.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default()
}

impl<'a> Source<'a> {
    /// The text as a table.
    ///
    /// # Errors
    /// If it is no TOML.
    pub fn parse(self) -> Result<TomlTable<'a>, Problem> {
        let parsed = DeTable::parse(self.text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            self.problem(&span, error.message().trim(), "not TOML from here on")
        })?;
        let span = parsed.span();
        Ok(TomlTable { source: self, entries: parsed.into_inner(), span, what: "the file" })
    }

    /// A problem at a place of the text. A message that shows a place of another file itself has that place shown below this one.
    #[must_use]
    pub fn problem(self, span: &Range<usize>, message: &str, label: &str) -> Problem {
        let end = boundary(self.text, span.end);
        let mut start = boundary(self.text, span.start.min(end));
        // Only the first line of a long value is worth showing.
        let stop = self.text[start..end].find('\n').map_or(end, |newline| start + newline);
        if start == self.text.len() {
            start = self.text.trim_end().len();
        }
        let (message, other) = match message.find(PLACE).and_then(|at| message[..at].rfind('\n')) {
            Some(newline) => message.split_at(newline),
            None => (message, ""),
        };
        let snippet = Snippet::source(self.text)
            .path(self.path)
            .annotation(AnnotationKind::Primary.span(start..stop.max(start)).label(label.to_owned()));
        let group = Level::ERROR.no_name().primary_title(message.to_owned()).element(snippet);
        Problem(Renderer::plain().render(&[group]) + other)
    }

    /// A problem with the file as a whole.
    #[must_use]
    pub fn whole(self, message: &str) -> Problem {
        Problem(format!("{}: {message}", self.path))
    }
}

/// A value with its place in the text.
pub type Placed<'a> = Spanned<DeValue<'a>>;

/// A table of a TOML file.
#[derive(Clone, Debug)]
pub struct TomlTable<'a> {
    source: Source<'a>,
    entries: DeTable<'a>,
    span: Range<usize>,
    what: &'static str,
}

fn kind(value: &DeValue<'_>) -> String {
    match value {
        DeValue::String(text) => format!("the text \"{}\"", printable(&text.chars().take(60).collect::<String>())),
        DeValue::Integer(number) => format!("the number {number}"),
        DeValue::Float(number) => format!("the number {number}"),
        DeValue::Boolean(value) => value.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

/// A value as parameters have it; `None` for a date, a table, and a number that no parameter takes.
fn typed(value: &DeValue<'_>) -> Option<Value> {
    match value {
        DeValue::String(text) => Some(Value::Text(text.to_string())),
        DeValue::Integer(digits) => i128::from_str_radix(digits.as_str(), digits.radix()).ok().map(Value::Whole),
        DeValue::Float(digits) => digits.as_str().parse().ok().map(Value::Real),
        DeValue::Boolean(flag) => Some(Value::Flag(*flag)),
        DeValue::Array(items) => items.iter().map(|item| typed(item.get_ref())).collect::<Option<_>>().map(Value::List),
        DeValue::Datetime(_) | DeValue::Table(_) => None,
    }
}

impl<'a> TomlTable<'a> {
    /// The values of a table that has no keys but these parameters, with the defaults of those that are not given.
    ///
    /// # Errors
    /// If there is another key, or a value is not allowed.
    pub fn values(&self, table: &[Parameter]) -> Result<Values, Problem> {
        self.only(&table.iter().map(|parameter| parameter.name).collect::<Vec<_>>())?;
        let mut values = Values::default();
        for parameter in table {
            if let Some(value) = self.value(parameter.name, &parameter.kind)? {
                values.set(parameter.name, value);
            }
        }
        Ok(values.with_defaults(table))
    }

    /// A value of a kind.
    ///
    /// # Errors
    /// If it is not allowed.
    pub fn value(&self, key: &str, kind: &Kind) -> Result<Option<Value>, Problem> {
        let read = |found: &Placed<'a>| {
            let near = match found.get_ref() {
                DeValue::String(text) => kind.near(text),
                _ => String::new(),
            };
            let value = typed(found.get_ref()).and_then(|value| kind.check(&value));
            value.ok_or_else(|| self.wrong(key, found, &format!("{kind}{near}")))
        };
        self.get(key).map(read).transpose()
    }

    /// The entries as they were read.
    #[must_use]
    pub const fn raw(&self) -> &DeTable<'a> {
        &self.entries
    }

    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Checks that there are no keys but these.
    ///
    /// # Errors
    /// If there is another, with the nearest right spelling.
    pub fn only(&self, known: &[&str]) -> Result<(), Problem> {
        for key in self.entries.keys() {
            let name: &str = key.get_ref();
            if !known.contains(&name) {
                let near = nearest(name, known.iter().copied());
                let label = near.map_or_else(|| "unknown".to_owned(), |near| format!("did you mean \"{near}\"?"));
                let message = format!("unknown key \"{name}\" in {}; allowed: {}", self.what, known.join(", "));
                return Err(self.source.problem(&key.span(), &message, &label));
            }
        }
        Ok(())
    }

    /// A value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Placed<'a>> {
        self.entries.get(key)
    }

    /// The error for a value of the wrong kind.
    #[must_use]
    pub fn wrong(&self, key: &str, found: &Placed<'_>, allowed: &str) -> Problem {
        let message = format!("\"{key}\" of {}: found {}; allowed: {allowed}", self.what, kind(found.get_ref()));
        self.source.problem(&found.span(), &message, &format!("allowed: {allowed}"))
    }

    /// A line of text.
    ///
    /// # Errors
    /// If it is something else, or has control characters.
    pub fn text(&self, key: &str) -> Result<Option<String>, Problem> {
        self.written(key, Lines::One)
    }

    /// A text of one or more lines.
    ///
    /// # Errors
    /// If it is something else, or has other control characters than line ends.
    pub fn lines(&self, key: &str) -> Result<Option<String>, Problem> {
        self.written(key, Lines::Several)
    }

    fn written(&self, key: &str, lines: Lines) -> Result<Option<String>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(None);
        };
        let text = match value.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => text.trim(),
            _ => return Err(self.wrong(key, value, "a text that is not empty")),
        };
        match printable::fault(text, lines) {
            Some(fault) => {
                let message = format!("\"{key}\" of {}: {fault}", self.what);
                Err(self.source.problem(&value.span(), &message, "remove it"))
            }
            None => Ok(Some(text.to_owned())),
        }
    }

    /// A text that must be there.
    ///
    /// # Errors
    /// If it is missing or something else.
    pub fn required_text(&self, key: &str) -> Result<String, Problem> {
        self.text(key)?.ok_or_else(|| self.missing(key))
    }

    /// The error for a missing key.
    #[must_use]
    pub fn missing(&self, key: &str) -> Problem {
        let message = format!("{} has no \"{key}\", which it needs", self.what);
        if self.what == "the file" {
            self.source.whole(&message)
        } else {
            self.source.problem(&self.span, &message, &format!("no \"{key}\" here"))
        }
    }

    /// A whole number in a range.
    ///
    /// # Errors
    /// If it is something else.
    pub fn number(&self, key: &str, low: u64, high: u64) -> Result<Option<u64>, Problem> {
        self.get(key)
            .map(|value| {
                let number = match value.get_ref() {
                    DeValue::Integer(digits) => u64::from_str_radix(digits.as_str(), digits.radix()).ok(),
                    _ => None,
                };
                number
                    .filter(|n| (low..=high).contains(n))
                    .ok_or_else(|| self.wrong(key, value, &format!("a whole number from {low} to {high}")))
            })
            .transpose()
    }

    /// A real number.
    ///
    /// # Errors
    /// If it is something else, or not finite.
    pub fn real(&self, key: &str) -> Result<Option<f64>, Problem> {
        self.get(key)
            .map(|value| {
                let number = match value.get_ref() {
                    DeValue::Integer(digits) => {
                        i64::from_str_radix(digits.as_str(), digits.radix()).ok().map(|number| number as f64)
                    }
                    DeValue::Float(digits) => digits.as_str().parse::<f64>().ok(),
                    _ => None,
                };
                number.filter(|n| n.is_finite()).ok_or_else(|| self.wrong(key, value, "a number"))
            })
            .transpose()
    }

    /// True or false.
    ///
    /// # Errors
    /// If it is something else.
    pub fn boolean(&self, key: &str) -> Result<Option<bool>, Problem> {
        self.get(key)
            .map(|value| match value.get_ref() {
                DeValue::Boolean(flag) => Ok(*flag),
                _ => Err(self.wrong(key, value, "true or false")),
            })
            .transpose()
    }

    /// A list of texts with their places.
    ///
    /// # Errors
    /// If it is something else.
    pub fn texts(&self, key: &str) -> Result<Option<Vec<String>>, Problem> {
        let allowed = "a list of texts";
        let read = |value: &Placed<'a>| match value.get_ref() {
            DeValue::Array(items) => items
                .iter()
                .map(|item| match item.get_ref() {
                    DeValue::String(text) => Ok(text.trim().to_owned()),
                    _ => Err(self.wrong(key, item, allowed)),
                })
                .collect(),
            _ => Err(self.wrong(key, value, allowed)),
        };
        self.get(key).map(read).transpose()
    }

    /// A table in this one.
    ///
    /// # Errors
    /// If it is something else.
    pub fn table(&self, key: &str, what: &'static str) -> Result<Option<TomlTable<'a>>, Problem> {
        self.get(key)
            .map(|value| match value.get_ref() {
                DeValue::Table(entries) => {
                    Ok(TomlTable { source: self.source, entries: entries.clone(), span: value.span(), what })
                }
                _ if what.starts_with('[') => Err(self.wrong(key, value, &format!("a table, {what}"))),
                _ => Err(self.wrong(key, value, &format!("a table, {key} = {{ … }}"))),
            })
            .transpose()
    }

    /// A list of tables in this one; empty if there is none.
    ///
    /// # Errors
    /// If it is something else.
    pub fn tables(&self, key: &str, what: &'static str) -> Result<Vec<TomlTable<'a>>, Problem> {
        let Some(value) = self.get(key) else {
            return Ok(Vec::new());
        };
        let DeValue::Array(items) = value.get_ref() else {
            return Err(self.wrong(key, value, &format!("tables, each under [[{key}]]")));
        };
        items
            .iter()
            .map(|item| match item.get_ref() {
                DeValue::Table(entries) => {
                    Ok(TomlTable { source: self.source, entries: entries.clone(), span: item.span(), what })
                }
                _ => Err(self.wrong(key, item, &format!("tables, each under [[{key}]]"))),
            })
            .collect()
    }

    /// Every key with its value and place, in the order of the text.
    #[must_use]
    pub fn entries(&self) -> Vec<(String, Range<usize>, &Placed<'a>)> {
        let mut entries: Vec<_> =
            self.entries.iter().map(|(key, value)| (key.get_ref().to_string(), key.span(), value)).collect();
        entries.sort_by_key(|(_, span, _)| span.start);
        entries
    }
}
