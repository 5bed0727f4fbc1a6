//! `describe`: what a game, a strategy or an experiment is, with everything that can be set.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use serde_json::{Map, Value, json};

use super::completion_values;
use super::describe_strategy::{Description, strategy, strategy_file};
use super::experiment_folder::{EXPERIMENTS, cannot_be_read, experiments};
use super::{Failure, console, interrupt};
use crate::experiment::file::{ExperimentFile, Setting};
use crate::experiment::grid::{Overrides, load};
use crate::games::options::{self, nearest};
use crate::games::{PRESETS, PresetDoc, resolve};
use crate::printable::{printable, shown};
use crate::report::columns::Screen;
use crate::report::stopping;
use crate::report::text::{self, wrap};
use crate::strategies::registry::FOLDER;
use crate::strategies::{STRATEGIES, strategy_files};
use crate::toml_reader::{Source, read_text};

/// Describe a game, a strategy or an experiment
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct DescribeArgs {
    /// A name from `sixtyone list`, or the path of a strategy file or an experiment; `tactics` shows the syntax of strategy files
    #[arg(value_name = "NAME", add = completion_values::described(), value_parser = super::options::described_names(), hide_possible_values = true)]
    name: String,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone describe fives-and-threes           its options, allowed values and rules
  sixtyone describe tactics                    the syntax of strategy files
  sixtyone describe greedy --json
  sixtyone describe club                       a strategy file's rules
  sixtyone describe bust-rule                  an experiment's variants and cells
  sixtyone describe experiments/opener.toml    the same by its path";

/// The most seats of a game.
const SEATS: std::ops::RangeInclusive<i64> = 2..=12;

/// The default of an option for each number of seats that has one.
fn defaults(preset: &PresetDoc, option: &str) -> Vec<(i64, Value)> {
    let of = |seats: i64| {
        let mut settings = vec![("players".to_owned(), options::OptionValue::Number(seats))];
        let game = resolve(preset.name, &settings).or_else(|error| {
            // A hand must be given for some numbers of seats; the other options have their defaults even so.
            settings.push(("hand".to_owned(), options::OptionValue::Number(1)));
            if option == "hand" { Err(error) } else { resolve(preset.name, &settings) }
        });
        Some((seats, game.ok()?.to_json().get(option)?.clone()))
    };
    SEATS.filter_map(of).collect()
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) => items.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
        Value::String(word) => word.clone(),
        other => other.to_string(),
    }
}

/// The defaults of an option in words: one value, or values by the number of seats, of which there may be up to `most`.
fn default_text(defaults: &[(i64, Value)], most: i64) -> String {
    let mut runs: Vec<(i64, i64, &Value)> = Vec::new();
    for (seats, value) in defaults {
        match runs.last_mut() {
            Some((_, last, same)) if same == &value && *last + 1 == *seats => *last = *seats,
            _ => runs.push((*seats, *seats, value)),
        }
    }
    if let [(2, last, value)] = runs[..]
        && last == most
    {
        return format!("default: {}", value_text(value));
    }
    let part = |(first, last, value): &(i64, i64, &Value)| {
        let seats = if first == last { first.to_string() } else { format!("{first} to {last}") };
        format!("{} for {seats}", value_text(value))
    };
    let mut parts: Vec<String> = runs.iter().map(part).collect();
    if runs.last().is_none_or(|(_, last, _)| *last < most) {
        parts.push("none for more".to_owned());
    }
    format!("default by seats: {}", parts.join(", "))
}

fn game(preset: &PresetDoc, width: usize) -> Description {
    let mut text = wrap("", &format!("{}: {}", preset.name, preset.about), width, 2);
    text.push_str("\noptions (--set NAME=VALUE):\n");
    let mut options = Vec::new();
    let most = defaults(preset, "players").last().map_or(*SEATS.end(), |(seats, _)| *seats);
    for option in preset.options {
        let mut found = defaults(preset, option.name);
        let shown = if option.name == "players" { "default: 2".to_owned() } else { default_text(&found, most) };
        let _ = writeln!(text, "  {}", option.name);
        text.push_str(&wrap("      ", option.meaning, width, 6));
        text.push_str(&wrap("      ", &format!("allowed: {}; {shown}", option.kind), width, 6));
        let two = found.first().map_or(Value::Null, |(_, value)| value.clone());
        if option.name == "players" {
            found.truncate(1);
        }
        let by_seats: Map<String, Value> = found.into_iter().map(|(n, value)| (n.to_string(), value)).collect();
        options.push(json!({
            "name": option.name, "allowed": option.kind.to_string(), "meaning": option.meaning,
            "default": two, "default_by_seats": by_seats,
        }));
    }
    text.push_str("\nthe rules with their ids: docs/rules.md\n");
    Description {
        text,
        json: json!({ "kind": "game", "name": preset.name, "about": preset.about, "options": options }),
    }
}

/// Option settings as text.
fn settings(list: &[Setting]) -> String {
    list.iter().map(|setting| format!("{}={}", setting.key, setting.value)).collect::<Vec<_>>().join(" ")
}

/// The game and the variants of an experiment file, with the options that they set.
fn variants(text: &mut String, file: &ExperimentFile<'_>, width: usize) {
    text.push_str(&wrap("\ngame: ", &format!("{} {}", file.preset.0, settings(&file.base)), width, 6));
    for axis in &file.axes {
        let values: Vec<String> = axis.values.iter().map(ToString::to_string).collect();
        text.push_str(&wrap("sweep: ", &format!("{} = {}", axis.key, values.join(" | ")), width, 6));
    }
    let named = file.variants.iter().enumerate().filter_map(|(i, v)| Some((i, v.name.as_ref()?, v)));
    for (number, (index, name, variant)) in named.enumerate() {
        if number == 0 {
            text.push_str("variants (* the baseline, with which the others are compared):\n");
        }
        let mark = if index == file.baseline { " *" } else { "" };
        let preset = variant.preset.as_ref().map_or_else(String::new, |(preset, _)| format!("{preset} "));
        text.push_str(&wrap(&format!("  {name}{mark}: "), &format!("{preset}{}", settings(&variant.set)), width, 6));
    }
}

fn experiment(path: &Path, width: usize) -> Result<Description, Failure> {
    let context = interrupt::context();
    let found = load(path, Overrides::default(), &context).map_err(|error| Failure::of(&context, error))?;
    let source = read_text(path).map_err(Failure::Input)?;
    let name = shown(path);
    let file = ExperimentFile::read(Source { path: &name, text: &source }).map_err(|p| Failure::Input(p.0))?;
    let stem = path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let mut text = wrap("", &format!("{}: {}", printable(&stem), found.title), width, 2);
    text.push_str(&wrap("", &found.question, width, 0));
    if let Some(notes) = &found.notes {
        text.push_str(&wrap("", notes, width, 0));
    }
    variants(&mut text, &file, width);
    let _ = writeln!(
        text,
        "\nseed {}, {}{} for each cell: {}; cells (* a baseline):",
        found.plan.seed,
        if found.stop.is_some() { "at most " } else { "" },
        text::blocks(found.blocks),
        text::matches(found.matches(found.blocks), found.played(found.blocks))
    );
    if let Some(rule) = &found.stop {
        let lead = if found.is_pruned() { "  each cell stops on " } else { "  stops on " };
        text.push_str(&wrap(lead, &stopping::wanted(rule), width, 4));
    }
    for (index, cell) in found.cells.iter().enumerate() {
        let baseline = found.plan.cells.iter().any(|other| other.baseline == Some(index));
        let against = match found.plan.cells[index].baseline {
            Some(other) if file.axes.len() > 1 || file.sweep_baseline.is_some() => format!(" (against {})", other + 1),
            _ => String::new(),
        };
        let _ = writeln!(text, "  {:>3}  {}{}{against}", index + 1, cell.name, if baseline { " *" } else { "" });
    }
    for refused in &found.refused {
        let _ = writeln!(text, "left out: {} (rule {}: {})", refused.name, refused.rule, refused.message);
    }
    let mut json = json!(found.resolved());
    json["kind"] = "experiment".into();
    json["name"] = stem.into();
    Ok(Description { text, json })
}

/// Whether a file that was named by its path is an experiment; if not, it is taken for a strategy file.
fn is_experiment(path: &Path) -> bool {
    let table = std::fs::read_to_string(path).ok().and_then(|text| text.parse::<toml::Table>().ok());
    table.is_some_and(|table| ["lineup", "question", "title"].iter().any(|key| table.contains_key(*key)))
}

fn find(name: &str, width: usize) -> Result<Description, Failure> {
    if let Some(preset) = PRESETS.iter().find(|preset| preset.name == name) {
        return Ok(game(preset, width));
    }
    if let Some(doc) = STRATEGIES.iter().find(|doc| doc.name == name) {
        return Ok(strategy(doc, width));
    }
    let files = strategy_files(Path::new(FOLDER));
    let experiments = experiments();
    let is_path = name.contains('/') || name.ends_with(".toml");
    if is_path && is_experiment(Path::new(name)) {
        return experiment(Path::new(name), width);
    }
    if is_path || files.iter().flatten().any(|file| file.stem == name) {
        return strategy_file(name, width);
    }
    if experiments.iter().flatten().any(|stem| stem == name) {
        return experiment(&Path::new(EXPERIMENTS).join(name).with_extension("toml"), width);
    }
    let known: Vec<&str> = PRESETS
        .iter()
        .map(|preset| preset.name)
        .chain(STRATEGIES.iter().map(|doc| doc.name))
        .chain(files.iter().flatten().map(|file| file.stem.as_str()))
        .chain(experiments.iter().flatten().map(String::as_str))
        .collect();
    let near = nearest(name, known.iter().copied()).map_or_else(String::new, |n| format!(" (did you mean \"{n}\"?)"));
    let (name, known) = (printable(name), printable(&known.join(", ")).into_owned());
    let reasons = [files.err().map(|error| cannot_be_read(FOLDER, &error)), experiments.err()];
    let reasons: String = reasons.into_iter().flatten().map(|reason| format!("; {reason}")).collect();
    Err(Failure::Input(format!("nothing is called \"{name}\"{near}; there are: {known}{reasons}")))
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &DescribeArgs) -> Result<(), Failure> {
    let found = find(&args.name, Screen::here().text_width())?;
    if args.json { console::print_json(&found.json) } else { console::print(&found.text) }
}
