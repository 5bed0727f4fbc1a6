//! `describe`: what a game, a strategy or an experiment is, with everything that can be set.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::run::{EXPERIMENTS, experiments};
use super::{Failure, console};
use crate::experiment::grid::{Overrides, load};
use crate::features::{Fallback, ParameterDoc, ParameterKind, Vocabulary};
use crate::games::options::{OptionDoc, nearest};
use crate::games::{PRESETS, PresetDoc, families, resolve};
use crate::report::text::thousands;
use crate::strategies::registry::{COMMON_PARAMETERS, FOLDER, StrategyDoc};
use crate::strategies::{Kind, STRATEGIES, StrategyPlan, strategy_files};

/// Describe a game, a strategy or an experiment
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct DescribeArgs {
    /// A name from `sixtyone list`; `tactics` lists the features and conditions of strategy files
    #[arg(value_name = "NAME", value_parser = super::options::described_names(), hide_possible_values = true)]
    name: String,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone describe fives-and-threes           its options, allowed values and rules
  sixtyone describe tactics                    what strategy files can say
  sixtyone describe greedy --json
  sixtyone describe bust-rule                  an experiment's cells";

/// A description: as text, and as JSON.
struct Description {
    text: String,
    json: Value,
}

fn default_of(preset: &PresetDoc, option: &str) -> Value {
    resolve(preset.name, &Vec::new())
        .map_or(Value::Null, |game| game.to_json().get(option).cloned().unwrap_or(Value::Null))
}

fn game(preset: &PresetDoc) -> Description {
    let mut text = format!("{}: {}\n\noptions (--set NAME=VALUE):\n", preset.name, preset.about);
    let mut options = Vec::new();
    for option in preset.options {
        let default = default_of(preset, option.name);
        let shown = match &default {
            Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        };
        let _ = writeln!(text, "  {}", option.name);
        let _ = writeln!(text, "      {}", option.meaning);
        let _ = writeln!(text, "      allowed: {}; default for two seats: {shown}", option.allowed);
        options.push(json!({
            "name": option.name, "allowed": option.allowed, "meaning": option.meaning, "default": default,
        }));
    }
    Description {
        text,
        json: json!({ "kind": "game", "name": preset.name, "about": preset.about, "options": options }),
    }
}

fn parameters(text: &mut String, docs: &[OptionDoc]) -> Vec<Value> {
    for doc in docs {
        let _ = writeln!(text, "  {}  {} (allowed: {})", doc.name, doc.meaning, doc.allowed);
    }
    docs.iter().map(|doc| json!({ "name": doc.name, "allowed": doc.allowed, "meaning": doc.meaning })).collect()
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

fn vocabulary(text: &mut String, words: &Vocabulary) -> Value {
    let _ = writeln!(text, "\nfeatures of a move (game = \"{}\"):", words.family);
    for feature in words.features {
        let _ = writeln!(text, "  {}  [{}]  {}", feature.name, feature.unit, feature.meaning);
        for parameter in feature.parameters {
            let _ = writeln!(text, "      {} = {}", parameter.name, parameter_text(parameter));
        }
    }
    let _ = writeln!(text, "\nconditions of a rule (when = {{ … }}):");
    for condition in words.conditions {
        let written = if condition.yes_no { "true or false" } else { "a number or a range" };
        let of = if condition.of_move { "of the move" } else { "of the decision" };
        let _ = writeln!(text, "  {}  [{written}, {of}]  {}", condition.name, condition.meaning);
    }
    let _ = writeln!(text, "\nbetween moves of equal weight (ties = …), the first by default:");
    for tie in words.ties {
        let _ = writeln!(text, "  \"{}\"  {}", tie.name, tie.meaning);
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

fn strategy(doc: &StrategyDoc) -> Description {
    let (name, about) = (doc.name, doc.about);
    let mut text = format!("{name}: {about}\n\nparameters ({name}:KEY=VALUE,…):\n");
    let mut all = parameters(&mut text, doc.parameters);
    all.extend(parameters(&mut text, &COMMON_PARAMETERS));
    let mut json = json!({ "kind": "strategy", "name": doc.name, "about": doc.about, "parameters": all });
    if doc.name == "tactics" {
        let words: Vec<Value> = families().iter().map(|words| vocabulary(&mut text, words)).collect();
        json["vocabularies"] = words.into();
    }
    Description { text, json }
}

fn strategy_file(plan: &StrategyPlan) -> Description {
    let mut text = format!("{}: {}\n", plan.label, plan.about());
    let mut json = json!({
        "kind": "strategy file", "name": plan.label, "about": plan.about(), "blake3": plan.digest,
    });
    if let Kind::Tactics(file) = &plan.kind {
        let _ = writeln!(text, "\nplays {}, by {} rules", file.vocabulary.family, file.rules.len());
        json["plays"] = file.vocabulary.family.into();
        json["rules"] = file.rules.len().into();
    }
    if let Some(digest) = &plan.digest {
        let _ = writeln!(text, "BLAKE3 of the file: {digest}");
    }
    Description { text, json }
}

fn experiment(stem: &str) -> Result<Description, Failure> {
    let path = Path::new(EXPERIMENTS).join(stem).with_extension("toml");
    let found = load(&path, Overrides::default()).map_err(Failure::Input)?;
    let mut text = format!("{stem}: {}\n{}\n", found.title, found.question);
    if let Some(notes) = &found.notes {
        let _ = writeln!(text, "{notes}");
    }
    let _ = writeln!(
        text,
        "\nseed {}, {} blocks for each cell, {} matches; cells:",
        found.plan.seed,
        thousands(found.blocks),
        thousands(found.matches())
    );
    for (index, cell) in found.cells.iter().enumerate() {
        let _ = writeln!(text, "  {:>3}  {}", index + 1, cell.name);
    }
    for refused in &found.refused {
        let _ = writeln!(text, "left out: {} (rule {}: {})", refused.name, refused.rule, refused.message);
    }
    let mut json = crate::report::manifest::resolved(&found);
    json["kind"] = "experiment".into();
    json["name"] = stem.into();
    Ok(Description { text, json })
}

fn find(name: &str) -> Result<Description, Failure> {
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
        return Ok(game(preset));
    }
    if let Some(doc) = STRATEGIES.iter().find(|doc| doc.name == name) {
        return Ok(strategy(doc));
    }
    let files = strategy_files(Path::new(FOLDER));
    let is_path = name.contains('/') || name.ends_with(".toml");
    if is_path || files.iter().any(|file| file.stem == name) {
        return StrategyPlan::resolve(name, None).map(|plan| strategy_file(&plan)).map_err(Failure::input);
    }
    let experiments = experiments();
    if experiments.iter().any(|stem| stem == name) {
        return experiment(name);
    }
    let known: Vec<&str> = PRESETS
        .iter()
        .map(|preset| preset.name)
        .chain(STRATEGIES.iter().map(|doc| doc.name))
        .chain(files.iter().map(|file| file.stem.as_str()))
        .chain(experiments.iter().map(String::as_str))
        .collect();
    let near = nearest(name, known.iter().copied()).map_or_else(String::new, |n| format!(" (did you mean \"{n}\"?)"));
    Err(Failure::Input(format!("nothing is called \"{name}\"{near}; there are: {}", known.join(", "))))
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &DescribeArgs) -> Result<(), Failure> {
    let found = find(&args.name)?;
    if args.json { console::print_json(&found.json) } else { console::print(&found.text) }
}
