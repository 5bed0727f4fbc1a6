//! `describe` for strategies: those of the registry, and strategy files.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Failure;
use crate::features::{Fallback, ParameterDoc, ParameterKind, Vocabulary};
use crate::games::families;
use crate::parameters::Parameter;
use crate::printable::shown;
use crate::report::text::wrap;
use crate::strategies::registry::{COMMON_PARAMETERS, FOLDER};
use crate::strategies::tactics::Rules;
use crate::strategies::{StrategyKind, StrategyPlan};

/// A description: as text, and as JSON.
pub(super) struct Description {
    pub(super) text: String,
    pub(super) json: Value,
}

/// A strategy file to begin from.
const SKELETON: &str = r#"name = "cautious"           # optional: what tables call it; the file's stem if not given
game = "dominoes"           # required: the family of games whose words it uses
about = "one line of text"  # required: what `list` shows
ties = "pips"               # optional: what decides between equal totals

[[rule]]                    # any number of rules
feature = "gain"            # required: what is weighed
weight = 1                  # required: what a unit of it is utility, from -1e9 to 1e9

[[rule]]
feature = "reply_points"
weight = -0.8
round = "nearest"           # optional: rounds the feature first: "nearest", "even", "down", "up"
who = "opponent"            # a parameter of this feature
# optional: conditions, which must all hold; a range has min, max or both, a bare number is that number alone
when = { own_score = { min = 40, max = 58 }, opening = false, next_tiles = 1 }
"#;

/// What a file of rules does.
const READING: &str = "The total of a move is the sum of weight × feature over the rules whose conditions hold. The move with the largest \
total is played. Save the file as strategies/NAME.toml and refer to it as NAME, or by its path.";

fn parameters(text: &mut String, docs: &[Parameter], width: usize) -> Vec<Value> {
    for doc in docs {
        let about = format!("{} (allowed: {})", doc.meaning, doc.allowed());
        text.push_str(&wrap(&format!("  {}  ", doc.name), &about, width, 6));
    }
    docs.iter().map(|doc| json!({ "name": doc.name, "allowed": doc.allowed(), "meaning": doc.meaning })).collect()
}

fn parameter_text(doc: &ParameterDoc) -> String {
    let default = match (&doc.default, &doc.kind) {
        (Fallback::Required, _) => "required".to_owned(),
        (Fallback::Whole(number), _) => format!("default {number}"),
        (Fallback::Word(index), ParameterKind::Word(words)) => {
            format!("default \"{}\"", words.get(*index).copied().unwrap_or_default())
        }
        _ => "optional".to_owned(),
    };
    format!("{}: {} ({default})", doc.kind, doc.meaning)
}

fn vocabulary(text: &mut String, words: &Vocabulary, width: usize) -> Value {
    let _ = writeln!(text, "\nfeatures of a move (game = \"{}\"):", words.family);
    for feature in words.features {
        text.push_str(&wrap(&format!("  {}  [{}]  ", feature.name, feature.unit), feature.meaning, width, 6));
        for parameter in feature.parameters {
            text.push_str(&wrap(&format!("      {} = ", parameter.name), &parameter_text(parameter), width, 10));
        }
    }
    let _ = writeln!(text, "\nconditions of a rule (when = {{ … }}):");
    for condition in words.conditions {
        let written = if condition.yes_no { "true or false" } else { "a number or a range" };
        let of = if condition.of_move { "of the move" } else { "of the decision" };
        text.push_str(&wrap(&format!("  {}  [{written}, {of}]  ", condition.name), condition.meaning, width, 6));
    }
    let _ = writeln!(text, "\nbetween moves of equal weight (ties = …), the first by default:");
    for tie in words.ties {
        text.push_str(&wrap(&format!("  \"{}\"  ", tie.name), tie.meaning, width, 6));
    }
    let features = words.features.iter().map(|feature| {
        let parameters = feature.parameters.iter().map(|p| json!({ "name": p.name, "is": parameter_text(p) }));
        json!({
            "name": feature.name, "unit": feature.unit, "meaning": feature.meaning,
            "parameters": parameters.collect::<Vec<_>>(),
        })
    });
    let conditions = words
        .conditions
        .iter()
        .map(|c| json!({ "name": c.name, "yes_no": c.yes_no, "of_move": c.of_move, "meaning": c.meaning }));
    let ties = words.ties.iter().map(|tie| json!({ "name": tie.name, "meaning": tie.meaning }));
    json!({
        "game": words.family,
        "features": features.collect::<Vec<_>>(),
        "conditions": conditions.collect::<Vec<_>>(),
        "ties": ties.collect::<Vec<_>>(),
    })
}

/// Describes a strategy of the registry.
pub(super) fn strategy(doc: &StrategyKind, width: usize) -> Description {
    let (name, about) = (doc.name, doc.about);
    let mut text = wrap("", &format!("{}: {about}", doc.shown()), width, 2);
    if !doc.ties.is_empty() {
        text.push_str(&wrap("", &format!("between equal moves: {}", doc.ties), width, 2));
    }
    let mut json = json!({
        "kind": "strategy", "name": doc.name, "about": doc.about, "ties": doc.ties, "sees_all": doc.sees_all,
    });
    if doc.name == "tactics" {
        let _ = write!(text, "\na file:\n\n{SKELETON}\n{}", wrap("", READING, width, 0));
        json["skeleton"] = SKELETON.into();
    }
    let _ = writeln!(text, "\nparameters ({name}:KEY=VALUE,…):");
    let mut all = parameters(&mut text, doc.parameters, width);
    all.extend(parameters(&mut text, &COMMON_PARAMETERS, width));
    json["parameters"] = all.into();
    if doc.name == "tactics" {
        let words: Vec<Value> = families().iter().map(|words| vocabulary(&mut text, words, width)).collect();
        json["vocabularies"] = words.into();
    }
    Description { text, json }
}

/// Where the file of a strategy is that was named by its stem or path.
fn path_of(name: &str) -> PathBuf {
    if name.contains('/') || name.ends_with(".toml") {
        PathBuf::from(name)
    } else {
        Path::new(FOLDER).join(format!("{name}.toml"))
    }
}

/// Describes a strategy file by its stem or path.
///
/// # Errors
/// If it cannot be read or says something wrong.
pub(super) fn strategy_file(name: &str, width: usize) -> Result<Description, Failure> {
    let plan = StrategyPlan::resolve(name, None).map_err(Failure::input)?;
    let path = path_of(name);
    let rules = plan.get::<Rules>().map(|rules| &*rules.0);
    let about = rules.map_or("", |file| &file.about);
    let mut text = wrap("", &format!("{}: {about}", plan.label), width, 2);
    let mut json = json!({
        "kind": "strategy file", "name": plan.label, "about": about, "file": path, "blake3": plan.digest,
    });
    if let Some(file) = rules {
        let words = file.vocabulary;
        let tie = words.ties.iter().find(|tie| tie.tie == file.ties);
        let (tie, meaning) = tie.map_or(("", ""), |tie| (tie.name, tie.meaning));
        let _ = writeln!(text, "\nfile: {}\nplays: {}", shown(&path), words.family);
        text.push_str(&wrap("", &format!("between equal totals: \"{tie}\", {meaning}"), width, 2));
        let _ = writeln!(text, "rules (`sixtyone describe tactics` explains their words):");
        for rule in &file.lines {
            text.push_str(&wrap("  ", rule, width, 6));
        }
        json["plays"] = words.family.into();
        json["ties"] = tie.into();
        json["rules"] = file.lines.clone().into();
    }
    if let Some(digest) = &plan.digest {
        let _ = writeln!(text, "BLAKE3 of the file: {digest}");
    }
    Ok(Description { text, json })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategies::tactics::RuleFile;

    #[test]
    fn the_skeleton_is_a_strategy_file_and_shows_every_key() {
        let file = RuleFile::parse(SKELETON, &families()).unwrap();
        assert_eq!((file.rules.len(), file.rules[1].when.len()), (2, 3));
        for key in ["name", "game", "about", "ties", "[[rule]]", "feature", "weight", "round", "when", "min", "max"] {
            assert!(SKELETON.contains(key), "{key}");
        }
        assert!(SKELETON.lines().all(|line| line.chars().count() <= 110));
    }
}
