//! Reads a strategy file: TOML, checked against the vocabulary of the game family it is for.
//!
//! Nothing is guessed: an unknown key, a value of the wrong kind and a number out of range are errors that show the line, what was found,
//! what is allowed and the nearest right spelling.

use std::fmt::Write as _;
use std::ops::Range;

use toml::Spanned;
use toml::de::DeValue;

use crate::features::{
    Argument, ConditionDoc, Fallback, FeatureDoc, ParameterDoc, ParameterKind, Rounding, Rule, Test, Tie, Vocabulary,
};
use crate::parameters::{did_you_mean, shorten};
use crate::printable::{self, Lines};
use crate::toml_reader::{Problem, Source};

/// The largest weight, or value in a table, in either direction.
pub const MAX_WEIGHT: f64 = 1e9;
/// The most rules in a file.
pub const MAX_RULES: usize = 1000;
/// The largest number that a condition can be compared with, in either direction.
pub const MAX_BOUND: i64 = 1_000_000;

/// A strategy file, read and checked.
#[derive(Clone, Debug)]
pub struct RuleFile {
    /// The strategy's own name for itself, if it gives one.
    pub name: Option<String>,
    /// One line on what it is.
    pub about: String,
    /// The vocabulary that it is written in.
    pub vocabulary: &'static Vocabulary,
    /// How it chooses between moves of equal weight.
    pub ties: Tie,
    /// Its rules, in order.
    pub rules: Vec<Rule>,
    /// Each rule on one line, as the file states it.
    pub lines: Vec<String>,
}

impl PartialEq for RuleFile {
    /// Whether the two files say the same: the same play for the same stream.
    fn eq(&self, other: &Self) -> bool {
        self.vocabulary.family == other.vocabulary.family && self.ties == other.ties && self.rules == other.rules
    }
}

/// A fault by its place in the text, or of the file as a whole.
enum Fault {
    At(Range<usize>, String),
    Whole(String),
    Syntax(Problem),
}

type Checked<T> = Result<T, Fault>;

fn fault<T>(at: Range<usize>, message: impl Into<String>) -> Checked<T> {
    Err(Fault::At(at, message.into()))
}

const FILE_KEYS: [&str; 5] = ["name", "game", "about", "ties", "rule"];
/// Keys that only an experiment has.
const OF_EXPERIMENTS: [&str; 4] = ["title", "question", "lineup", "tournament"];
const RULE_KEYS: [&str; 4] = ["feature", "weight", "round", "when"];

impl RuleFile {
    /// Reads the text of a file; `families` are the vocabularies that there are.
    ///
    /// # Errors
    /// If the text is not TOML, or says something that the vocabulary does not know.
    pub fn parse(text: &str, families: &[&'static Vocabulary]) -> Result<RuleFile, Problem> {
        RuleFile::parse_reserving(Source { path: "the rules", text }, families, &[])
    }

    /// The same for a file with a name that may not give itself one of some names, which are taken.
    ///
    /// # Errors
    /// As for [`RuleFile::parse`], or if it does.
    pub fn parse_reserving(
        source: Source<'_>,
        families: &[&'static Vocabulary],
        taken: &[&str],
    ) -> Result<RuleFile, Problem> {
        read(source, families, taken).map_err(|fault| match fault {
            Fault::At(at, message) => source.problem(&at, &message, ""),
            Fault::Whole(message) => source.whole(&message),
            Fault::Syntax(problem) => problem,
        })
    }
}

fn read(source: Source<'_>, families: &[&'static Vocabulary], taken: &[&str]) -> Checked<RuleFile> {
    let file = source.parse().map_err(Fault::Syntax)?;
    let table = file.raw();
    if let Some(key) = OF_EXPERIMENTS.iter().find(|key| table.contains_key(**key)) {
        return Err(Fault::Whole(format!(
            "this is an experiment, by its key \"{key}\", and not a strategy file; run it with `sixtyone run`"
        )));
    }
    for (key, _) in table {
        check_key(key.get_ref(), key.span(), "a strategy file", &FILE_KEYS)?;
    }
    let vocabulary = match table.get("game") {
        None => {
            return Err(Fault::Whole(format!("the key \"game\" is missing; allowed: {}", families_of(families))));
        }
        Some(value) => {
            let found = word(value, "game", || families_of(families))?;
            let Some(family) = families.iter().find(|family| family.family == found) else {
                let near = did_you_mean(found, families.iter().map(|family| family.family));
                let allowed = families_of(families);
                return fault(value.span(), format!("game: found {}{near}; allowed: {allowed}", describe(value)));
            };
            *family
        }
    };
    let line_of_text = |key: &str| match table.get(key) {
        None => Ok(None),
        Some(value) => {
            let found = word(value, key, || "a line of text".to_owned())?;
            let found = found.trim();
            if found.is_empty() {
                return fault(value.span(), format!("{key}: allowed: a line of text that is not empty"));
            }
            match printable::fault(found, Lines::One) {
                Some(message) => fault(value.span(), format!("{key}: {message}")),
                None => Ok(Some(found.to_owned())),
            }
        }
    };
    let name = line_of_text("name")?;
    if let (Some(name), Some(value)) = (&name, table.get("name"))
        && taken.contains(&name.as_str())
    {
        let message = format!("name: found \"{name}\", which is a built-in strategy; choose another name");
        return fault(value.span(), message);
    }
    let Some(about) = line_of_text("about")? else {
        let allowed = "a line of text that says what the strategy does";
        return Err(Fault::Whole(format!("the key \"about\" is missing; allowed: {allowed}")));
    };
    let ties = match table.get("ties") {
        None => vocabulary.ties.first().map_or(Tie::Order, |tie| tie.tie),
        Some(value) => {
            let names: Vec<&str> = vocabulary.ties.iter().map(|tie| tie.name).collect();
            vocabulary.ties[one_of(value, "ties", &names)?].tie
        }
    };
    let rules = match table.get("rule") {
        None => Vec::new(),
        Some(value) => rules(value, vocabulary)?,
    };
    let lines = rule_lines(source.text);
    Ok(RuleFile { name, about, vocabulary, ties, rules, lines })
}

/// The rules of a file that is known to be right, each on one line.
fn rule_lines(text: &str) -> Vec<String> {
    let document = text.parse::<toml::Table>().ok();
    let rules = document.as_ref().and_then(|document| document.get("rule")).and_then(toml::Value::as_array);
    rules.into_iter().flatten().map(rule_line).collect()
}

/// A rule as the file states it, on one line.
fn rule_line(rule: &toml::Value) -> String {
    let Some(table) = rule.as_table() else {
        return rule.to_string();
    };
    let get = |key: &str| table.get(key).map_or_else(String::new, ToString::to_string);
    let mut line = format!("{} × {}", get("weight"), get("feature").trim_matches('"'));
    for (key, value) in table.iter().filter(|(key, _)| !["feature", "weight", "when"].contains(&key.as_str())) {
        let _ = write!(line, ", {key} = {value}");
    }
    if let Some(when) = table.get("when") {
        let _ = write!(line, ", when {when}");
    }
    line
}

fn rules(value: &Spanned<DeValue<'_>>, vocabulary: &'static Vocabulary) -> Checked<Vec<Rule>> {
    let Some(list) = value.get_ref().as_array() else {
        return fault(value.span(), format!("rule: found {}; allowed: a list, each [[rule]]", describe(value)));
    };
    if list.len() > MAX_RULES {
        return fault(value.span(), format!("found {} rules; allowed: at most {MAX_RULES}", list.len()));
    }
    list.iter().map(|item| rule(item, vocabulary)).collect()
}

fn rule(item: &Spanned<DeValue<'_>>, vocabulary: &'static Vocabulary) -> Checked<Rule> {
    let Some(table) = item.get_ref().as_table() else {
        return fault(item.span(), format!("rule: found {}; allowed: a table", describe(item)));
    };
    let features: Vec<&str> = vocabulary.features.iter().map(|feature| feature.name).collect();
    let feature = match table.get("feature") {
        None => return fault(item.span(), "the key \"feature\" of a rule is missing"),
        Some(value) => one_of(value, "feature", &features)?,
    };
    let doc: &FeatureDoc = &vocabulary.features[feature];
    let keys: Vec<&str> = RULE_KEYS.iter().copied().chain(doc.parameters.iter().map(|p| p.name)).collect();
    for (key, _) in table {
        check_key(key.get_ref(), key.span(), &format!("a rule with feature \"{}\"", doc.name), &keys)?;
    }
    let weight = match table.get("weight") {
        None => {
            return fault(item.span(), format!("the key \"weight\" of a rule is missing (feature \"{}\")", doc.name));
        }
        Some(value) => real(value, "weight")?,
    };
    let round = match table.get("round") {
        None => Rounding::None,
        Some(value) => Rounding::NAMES[one_of(value, "round", &Rounding::NAMES.map(|(name, _)| name))?].1,
    };
    let arguments = doc
        .parameters
        .iter()
        .map(|parameter| argument(table.get(parameter.name), parameter, doc, item.span()))
        .collect::<Checked<_>>()?;
    let when = match table.get("when") {
        None => Vec::new(),
        Some(value) => conditions(value, vocabulary)?,
    };
    Ok(Rule { feature, weight, round, arguments, when })
}

fn argument(
    value: Option<&Spanned<DeValue<'_>>>,
    parameter: &ParameterDoc,
    feature: &FeatureDoc,
    rule: Range<usize>,
) -> Checked<Argument> {
    let name = parameter.name;
    let Some(value) = value else {
        return Ok(match (parameter.default, parameter.kind) {
            (Fallback::Required, _) => {
                let message = format!(
                    "the key \"{name}\" of feature \"{}\" is missing; allowed: {}",
                    feature.name, parameter.kind
                );
                return fault(rule, message);
            }
            (Fallback::Whole(n), _) => Argument::Whole(n),
            (Fallback::Word(index), _) => Argument::Word(index),
            (Fallback::Empty, ParameterKind::Values(..)) => Argument::Values(Vec::new()),
            (Fallback::Empty, _) => Argument::Pieces(Vec::new()),
            (Fallback::Unset, _) => Argument::Unset,
        });
    };
    match parameter.kind {
        ParameterKind::Whole(low, high) => whole(value, name, low, high).map(Argument::Whole),
        ParameterKind::Word(words) => one_of(value, name, words).map(Argument::Word),
        ParameterKind::Pieces { read, .. } => {
            let piece = |item: &Spanned<DeValue<'_>>| {
                let text = word(item, name, || parameter.kind.to_string())?;
                read(text).map_or_else(
                    || fault(item.span(), format!("{name}: found {}; allowed: {}", describe(item), parameter.kind)),
                    Ok,
                )
            };
            let pieces = match value.get_ref() {
                DeValue::Array(items) => items.iter().map(piece).collect::<Checked<Vec<u16>>>()?,
                _ => vec![piece(value)?],
            };
            Ok(Argument::Pieces(pieces))
        }
        ParameterKind::Values(low, high) => values(value, name, low, high).map(Argument::Values),
    }
}

fn values(value: &Spanned<DeValue<'_>>, name: &str, low: i64, high: i64) -> Checked<Vec<(i64, f64)>> {
    let kind = ParameterKind::Values(low, high);
    let Some(table) = value.get_ref().as_table() else {
        return fault(value.span(), format!("{name}: found {}; allowed: {kind}", describe(value)));
    };
    let mut list = Vec::with_capacity(table.len());
    for (key, item) in table {
        let text = key.get_ref().as_ref();
        let number = text.parse::<i64>().ok().filter(|n| (low..=high).contains(n) && n.to_string() == text);
        let Some(number) = number else {
            return fault(key.span(), format!("{name}: found the key {:?}; allowed: {kind}", shorten(text)));
        };
        list.push((number, real(item, name)?));
    }
    list.sort_by_key(|(number, _)| *number);
    Ok(list)
}

fn conditions(value: &Spanned<DeValue<'_>>, vocabulary: &'static Vocabulary) -> Checked<Vec<Test>> {
    let Some(table) = value.get_ref().as_table() else {
        let example = "a table such as { own_score = { min = 51 } }";
        return fault(value.span(), format!("when: found {}; allowed: {example}", describe(value)));
    };
    let names: Vec<&str> = vocabulary.conditions.iter().map(|condition| condition.name).collect();
    let mut tests = Vec::with_capacity(table.len());
    for (key, bound) in table {
        check_key(key.get_ref(), key.span(), "when", &names)?;
        if let Some(condition) = names.iter().position(|name| name == key.get_ref()) {
            let (min, max) = range(bound, &vocabulary.conditions[condition])?;
            tests.push(Test { condition, min, max });
        }
    }
    Ok(tests)
}

fn range(value: &Spanned<DeValue<'_>>, doc: &ConditionDoc) -> Checked<(i64, i64)> {
    let name = doc.name;
    if doc.yes_no {
        return match value.get_ref() {
            DeValue::Boolean(yes) => Ok((i64::from(*yes), i64::from(*yes))),
            _ => fault(value.span(), format!("{name}: found {}; allowed: true, false", describe(value))),
        };
    }
    match value.get_ref() {
        DeValue::Integer(_) => whole(value, name, -MAX_BOUND, MAX_BOUND).map(|n| (n, n)),
        DeValue::Table(table) => {
            for (key, _) in table {
                check_key(key.get_ref(), key.span(), name, &["min", "max"])?;
            }
            let bound = |key: &str, default: i64| {
                table
                    .get(key)
                    .map_or(Ok(default), |value| whole(value, &format!("{name}.{key}"), -MAX_BOUND, MAX_BOUND))
            };
            let (min, max) = (bound("min", i64::MIN)?, bound("max", i64::MAX)?);
            if min > max {
                return fault(
                    value.span(),
                    format!("{name}: found min = {min} above max = {max}; allowed: min up to max"),
                );
            }
            if table.is_empty() {
                return fault(value.span(), format!("{name}: found an empty range; allowed: min, max, or both"));
            }
            Ok((min, max))
        }
        _ => {
            let allowed = "a whole number, or a range such as { min = 1, max = 5 }";
            fault(value.span(), format!("{name}: found {}; allowed: {allowed}", describe(value)))
        }
    }
}

fn check_key(found: &str, at: Range<usize>, place: &str, allowed: &[&str]) -> Checked<()> {
    if allowed.contains(&found) {
        return Ok(());
    }
    let near = did_you_mean(found, allowed.iter().copied());
    fault(at, format!("unknown key {:?} in {place}{near}; allowed: {}", shorten(found), allowed.join(", ")))
}

/// The place of the word among `names`.
fn one_of(value: &Spanned<DeValue<'_>>, name: &str, names: &[&str]) -> Checked<usize> {
    let allowed = || names.iter().map(|name| format!("\"{name}\"")).collect::<Vec<_>>().join(", ");
    let found = word(value, name, allowed)?;
    match names.iter().position(|name| *name == found) {
        Some(index) => Ok(index),
        None => {
            let near = did_you_mean(found, names.iter().copied());
            fault(value.span(), format!("{name}: found {}{near}; allowed: {}", describe(value), allowed()))
        }
    }
}

fn word<'v>(value: &'v Spanned<DeValue<'_>>, name: &str, allowed: impl Fn() -> String) -> Checked<&'v str> {
    match value.get_ref() {
        DeValue::String(text) => Ok(text),
        _ => fault(value.span(), format!("{name}: found {}; allowed: {}", describe(value), allowed())),
    }
}

fn real(value: &Spanned<DeValue<'_>>, name: &str) -> Checked<f64> {
    let number = match value.get_ref() {
        DeValue::Float(float) => float.as_str().parse::<f64>().ok(),
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(|n| n as f64),
        _ => None,
    };
    match number.filter(|n| n.abs() <= MAX_WEIGHT) {
        Some(number) => Ok(number),
        None => fault(
            value.span(),
            format!("{name}: found {}; allowed: a number from -{MAX_WEIGHT:e} to {MAX_WEIGHT:e}", describe(value)),
        ),
    }
}

fn whole(value: &Spanned<DeValue<'_>>, name: &str, low: i64, high: i64) -> Checked<i64> {
    let number = match value.get_ref() {
        DeValue::Integer(integer) => i64::from_str_radix(integer.as_str(), integer.radix()).ok(),
        _ => None,
    };
    match number.filter(|n| (low..=high).contains(n)) {
        Some(number) => Ok(number),
        None => {
            let kind = ParameterKind::Whole(low, high);
            fault(value.span(), format!("{name}: found {}; allowed: {kind}", describe(value)))
        }
    }
}

/// A value as an error message shows it.
fn describe(value: &Spanned<DeValue<'_>>) -> String {
    match value.get_ref() {
        DeValue::String(text) => {
            format!("{:?}", shorten(text))
        }
        DeValue::Integer(integer) => shorten(&integer.to_string()),
        DeValue::Float(float) => shorten(float.as_str()),
        DeValue::Boolean(yes) => yes.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    }
}

fn families_of(families: &[&'static Vocabulary]) -> String {
    families.iter().map(|family| format!("\"{}\"", family.family)).collect::<Vec<_>>().join(", ")
}
