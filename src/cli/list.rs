//! `list`: what there is to play, to play with and to run.

use std::fmt::Write as _;
use std::path::Path;

use clap::Args;
use serde_json::{Value, json};

use super::experiment_folder::{EXPERIMENTS, cannot_be_read, experiments};
use super::{Failure, bench, console};
use crate::experiment::file::ExperimentFile;
use crate::games::PRESETS;
use crate::printable::{printable, shown};
use crate::strategies::registry::FOLDER;
use crate::strategies::tactics::folder::FileDoc;
use crate::strategies::{STRATEGIES, strategy_files};
use crate::toml_reader::{Source, read_text};

/// List games, strategies, experiments and benchmarks
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ListArgs {
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Strategy files are those in strategies/, experiments those in experiments/, both in the current folder.

Examples:
  sixtyone list
  sixtyone list --json
  sixtyone describe fives-and-threes            describe an entry";

/// The title of an experiment file, or what is wrong with it.
fn title(stem: &str) -> Result<String, String> {
    let path = Path::new(EXPERIMENTS).join(stem).with_extension("toml");
    let text = read_text(&path)?;
    let name = shown(&path);
    let file = ExperimentFile::read(Source { path: &name, text: &text }).map_err(|problem| problem.0)?;
    Ok(file.title)
}

/// The first line of a text.
fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or("")
}

fn section(out: &mut String, title: &str, rows: &[(String, String)]) {
    let _ = writeln!(out, "{title}");
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, about) in rows {
        let _ = writeln!(out, "{}", format!("  {name:width$}  {about}").trim_end());
    }
    out.push('\n');
}

/// The rows of a folder's files, if there are any, or why the folder cannot be read.
fn folder_section(out: &mut String, title: &str, rows: Result<Vec<(String, String)>, String>) {
    match rows {
        Ok(rows) if rows.is_empty() => {}
        Ok(rows) => section(out, title, &rows),
        Err(reason) => section(out, title, &[(reason, String::new())]),
    }
}

/// Whether a strategy file can never be reached by its stem, which the registry has.
fn is_shadowed(stem: &str) -> bool {
    STRATEGIES.iter().any(|strategy| strategy.name == stem)
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ListArgs) -> Result<(), Failure> {
    let files = strategy_files(Path::new(FOLDER)).map_err(|error| cannot_be_read(FOLDER, &error));
    let experiments = experiments();
    if args.json {
        // A reader of the document must not take what is missing for nothing.
        let (files, experiments) = (files.map_err(Failure::Input)?, experiments.map_err(Failure::Input)?);
        let files: Vec<Value> = files
            .iter()
            .map(|file| match &file.about {
                Ok((family, about)) => json!({
                    "name": file.stem, "file": file.path, "plays": family, "about": about,
                    "shadowed": is_shadowed(&file.stem),
                }),
                Err(error) => json!({ "name": file.stem, "file": file.path, "error": error.to_string() }),
            })
            .collect();
        let experiments: Vec<Value> = experiments
            .iter()
            .map(|stem| match title(stem) {
                Ok(title) => json!({ "name": stem, "title": title }),
                Err(error) => json!({ "name": stem, "error": error }),
            })
            .collect();
        return console::print_json(&json!({
            "version": crate::VERSION,
            "games": PRESETS.iter().map(|p| json!({ "name": p.name, "about": p.about })).collect::<Vec<_>>(),
            "strategies": STRATEGIES.iter().map(|s| json!({ "name": s.name, "about": s.about, "sees_all": s.sees_all })).collect::<Vec<_>>(),
            "strategy_files": files,
            "experiments": experiments,
            "workloads": bench::names().collect::<Vec<_>>(),
        }));
    }
    let mut out = String::new();
    let row = |name: &str, about: &str| (name.to_owned(), about.to_owned());
    section(&mut out, "games", &PRESETS.map(|preset| row(preset.name, preset.about)));
    section(&mut out, "strategies", &STRATEGIES.map(|strategy| row(&strategy.shown(), strategy.about)));
    let file_row = |file: &FileDoc| {
        let stem = printable(&file.stem);
        match &file.about {
            Ok(_) if is_shadowed(&file.stem) => {
                row(&stem, &format!("warning: \"{stem}\" is a built-in strategy; name this file by its path"))
            }
            Ok((_, about)) => row(&stem, first_line(about)),
            Err(error) => row(&stem, &format!("cannot be read: {}", first_line(&error.to_string()))),
        }
    };
    let rows = files.map(|files| files.iter().map(file_row).collect());
    folder_section(&mut out, &format!("strategy files in {FOLDER}/"), rows);
    let experiment_row = |stem: &String| match title(stem) {
        Ok(title) => row(&printable(stem), &title),
        Err(error) => row(&printable(stem), &format!("cannot be read: {}", first_line(&error))),
    };
    let rows = experiments.map(|stems| stems.iter().map(experiment_row).collect());
    folder_section(&mut out, &format!("experiments in {EXPERIMENTS}/"), rows);
    section(&mut out, "benchmarks", &bench::names().map(|name| row(name, "")).collect::<Vec<_>>());
    console::print(&(out.trim_end().to_owned() + "\n"))
}
