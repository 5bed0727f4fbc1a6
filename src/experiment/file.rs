//! What an experiment file says, with the places of what may turn out wrong. `docs/formats.md` describes the format.

use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;

use toml::de::DeValue;

use super::limits::MAX_CELLS;
use super::luck_options::{self, LuckRequest};
use super::stopping_options::{self, PlacedRule};
use super::tournament_cells::TournamentSpec;
use crate::analysis::comparisons::Margins;
use crate::analysis::figures::{self, Figure};
use crate::arena::plan::Orders;
use crate::games::DEFAULT_GAME;
use crate::games::options::{OptionValue, nearest};
use crate::printable::printable;
use crate::streams::MAX_BLOCK;
use crate::toml_reader::{Placed, Problem, Source, TomlTable};

/// A rule option with its place in the file.
#[derive(Clone, Debug)]
pub struct Setting {
    /// The option's name.
    pub key: String,
    /// Its value.
    pub value: OptionValue,
    /// Where it is set.
    pub span: Range<usize>,
}

/// A named set of options.
#[derive(Clone, Debug)]
pub struct Variant {
    /// Its name; none if the file has no variants.
    pub name: Option<String>,
    /// Another preset than the experiment's.
    pub preset: Option<(String, Range<usize>)>,
    /// Its options.
    pub set: Vec<Setting>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// One option of the sweep with the values that it takes in turn.
#[derive(Clone, Debug)]
pub struct Axis {
    /// The option's name.
    pub key: String,
    /// Its values.
    pub values: Vec<OptionValue>,
    /// Where it stands.
    pub span: Range<usize>,
}

/// Who plays.
#[derive(Clone, Debug)]
pub struct LineupSpec {
    /// Its name.
    pub name: String,
    /// One text for each side.
    pub strategies: Vec<String>,
    /// Whether the first strategy's wins say what skill is worth in a game.
    pub skill: bool,
    /// Where it stands.
    pub span: Range<usize>,
}

/// An experiment file as read.
#[derive(Clone, Debug)]
pub struct ExperimentFile<'a> {
    /// The text, for error messages.
    pub source: Source<'a>,
    /// Its title.
    pub title: String,
    /// Its question.
    pub question: String,
    /// What else there is to say.
    pub notes: Option<String>,
    /// The master seed, if it names one.
    pub seed: Option<u64>,
    /// Blocks for every cell, if it says.
    pub blocks: Option<u64>,
    /// How strategies change places, if it says.
    pub orders: Option<Orders>,
    /// Which variant the others are compared with, as an index.
    pub baseline: usize,
    /// Whether refused combinations are left out instead of being an error.
    pub skip_refused: bool,
    /// The largest differences that do not matter, by figure.
    pub margins: Margins,
    /// The figures that the question asks for.
    pub show: Vec<Figure>,
    /// The rule that may end the run, with its place.
    pub stop: Option<PlacedRule>,
    /// How luck is to be measured, with its place.
    pub luck: Option<(LuckRequest, Range<usize>)>,
    /// The preset of the game.
    pub preset: (String, Range<usize>),
    /// Options for all variants.
    pub base: Vec<Setting>,
    /// The variants, at least one.
    pub variants: Vec<Variant>,
    /// The sweep.
    pub axes: Vec<Axis>,
    /// The values of the sweep's options with which the others are compared, if the file says: one for each option that is named.
    pub sweep_baseline: Option<Vec<(String, OptionValue)>>,
    /// The line-ups, at least one; none in a tournament, which makes its own.
    pub lineups: Vec<LineupSpec>,
    /// The tournament, with the place of its strategies.
    pub tournament: Option<(TournamentSpec, Range<usize>)>,
}

const KEYS: [&str; 17] = [
    "title",
    "question",
    "notes",
    "seed",
    "blocks",
    "orders",
    "baseline",
    "skip_refused",
    "margin",
    "show",
    "stop",
    "luck",
    "game",
    "variant",
    "sweep",
    "lineup",
    "tournament",
];

impl<'a> ExperimentFile<'a> {
    /// Reads an experiment.
    ///
    /// # Errors
    /// If it is no TOML, has unknown keys, lacks one, or has a value of the wrong kind.
    pub fn read(source: Source<'a>) -> Result<ExperimentFile<'a>, Problem> {
        let file = source.parse()?;
        if let Some(key) = ["rule", "about", "ties"].into_iter().find(|key| file.get(key).is_some()) {
            return Err(source.whole(&format!(
                "this is a strategy file, by its key \"{key}\", and not an experiment; \
                 let it play with `sixtyone match {} greedy`",
                source.path
            )));
        }
        file.only(&KEYS)?;
        let variants = variants(source, &file)?;
        let (preset, base) = game(&file)?;
        let (stop, most) = stopping_options::stop(source, &file)?;
        let blocks = file.number("blocks", 1, MAX_BLOCK)?;
        let (tournament, pruned_most) = tournament(source, &file)?;
        let (most, of) = if pruned_most.is_some() { (pruned_most, "prune") } else { (most, "[stop]") };
        if let (Some(_), Some(most), Some(place)) = (blocks, most, file.get("blocks")) {
            let message =
                format!("\"blocks\" and \"max_blocks\" of {of} ({most}) both say how many; keep one of the two");
            return Err(source.problem(&place.span(), &message, &format!("also in {of}")));
        }
        let (axes, sweep_baseline) = axes(source, &file)?;
        let read = ExperimentFile {
            source,
            title: file.required_text("title")?,
            question: file.lines("question")?.ok_or_else(|| file.missing("question"))?,
            notes: file.lines("notes")?,
            seed: file.number("seed", 0, u64::MAX)?,
            blocks: blocks.or(most),
            orders: orders(&file)?,
            baseline: baseline(&file, &variants)?,
            skip_refused: file.boolean("skip_refused")?.unwrap_or(false),
            margins: stopping_options::margins(source, &file)?,
            show: show(source, &file)?,
            stop,
            luck: luck_options::luck(&file)?,
            preset,
            base,
            variants,
            axes,
            sweep_baseline,
            lineups: if tournament.is_some() { Vec::new() } else { lineups(source, &file)? },
            tournament,
        };
        for axis in &read.axes {
            let both = read.variants.iter().flat_map(|variant| &variant.set).find(|setting| setting.key == axis.key);
            if let Some(setting) = both {
                let message = format!("\"{}\" is set by a variant and swept over; keep one of the two", axis.key);
                return Err(source.problem(&setting.span, &message, "also in [sweep]"));
            }
        }
        Ok(read)
    }
}

/// A value as a rule option's.
fn option_value(table: &TomlTable<'_>, key: &str, value: &Placed<'_>) -> Result<OptionValue, Problem> {
    match value.get_ref() {
        DeValue::Integer(digits) => match i64::from_str_radix(digits.as_str(), digits.radix()) {
            Ok(number) => Ok(OptionValue::Number(number)),
            Err(_) => Err(table.wrong(key, value, "a number of at most 18 digits")),
        },
        DeValue::Boolean(flag) => Ok(OptionValue::Bool(*flag)),
        DeValue::String(text) => Ok(OptionValue::Word(text.to_string())),
        DeValue::Array(items) => {
            items.iter().map(|item| option_value(table, key, item)).collect::<Result<_, _>>().map(OptionValue::List)
        }
        _ => Err(table.wrong(key, value, "a whole number, a word, true, false, or a list of these")),
    }
}

fn settings(table: &TomlTable<'_>, skip: &[&str]) -> Result<Vec<Setting>, Problem> {
    let entries = table.entries().into_iter().filter(|(key, _, _)| !skip.contains(&key.as_str()));
    entries.map(|(key, span, value)| Ok(Setting { value: option_value(table, &key, value)?, key, span })).collect()
}

/// The preset with its place, and the options for all variants.
type GameSpec = ((String, Range<usize>), Vec<Setting>);

fn game(file: &TomlTable<'_>) -> Result<GameSpec, Problem> {
    let Some(table) = file.table("game", "[game]")? else {
        return Ok(((DEFAULT_GAME.to_owned(), 0..0), Vec::new()));
    };
    let preset = table.text("preset")?.unwrap_or_else(|| DEFAULT_GAME.to_owned());
    let span = table.get("preset").map_or_else(|| table.span(), toml::Spanned::span);
    Ok(((preset, span), settings(&table, &["preset"])?))
}

fn variants(source: Source<'_>, file: &TomlTable<'_>) -> Result<Vec<Variant>, Problem> {
    let mut found: Vec<Variant> = Vec::new();
    for table in file.tables("variant", "[[variant]]")? {
        table.only(&["name", "game", "set"])?;
        let name = table.required_text("name")?;
        if found.iter().any(|other| other.name.as_ref() == Some(&name)) {
            return Err(source.problem(
                &table.span(),
                &format!("two variants are called \"{name}\""),
                "the second one",
            ));
        }
        let set = table.table("set", "a variant's \"set\"")?;
        found.push(Variant {
            name: Some(name),
            preset: table.text("game")?.zip(table.get("game").map(toml::Spanned::span)),
            set: set.map_or_else(|| Ok(Vec::new()), |set| settings(&set, &[]))?,
            span: table.span(),
        });
    }
    if found.is_empty() {
        found.push(Variant { name: None, preset: None, set: Vec::new(), span: 0..0 });
    }
    Ok(found)
}

/// The options of the sweep, and the values that others are compared with.
type Sweep = (Vec<Axis>, Option<Vec<(String, OptionValue)>>);

fn axes(source: Source<'_>, file: &TomlTable<'_>) -> Result<Sweep, Problem> {
    let Some(table) = file.table("sweep", "[sweep]")? else {
        return Ok((Vec::new(), None));
    };
    let axis = |(key, span, value): (String, Range<usize>, &Placed<'_>)| {
        let OptionValue::List(values) = option_value(&table, &key, value)? else {
            return Err(table.wrong(&key, value, "a list of values to take in turn"));
        };
        if values.is_empty() {
            return Err(source.problem(&value.span(), &format!("the sweep over \"{key}\" is empty"), "name a value"));
        }
        if values.len() > MAX_CELLS {
            let message = format!("the sweep has more than {MAX_CELLS} points; sweep over fewer values");
            return Err(source.problem(&span, &message, "too many with these"));
        }
        let mut seen = BTreeSet::new();
        if let Some(twice) = values.iter().find(|value| !seen.insert(*value)) {
            let message = format!("the sweep over \"{key}\" has {twice} twice");
            return Err(source.problem(&value.span(), &message, "name each value once"));
        }
        Ok(Axis { key, values, span })
    };
    let options = table.entries().into_iter().filter(|(key, ..)| key != SWEEP_BASELINE);
    let axes: Vec<Axis> = options.map(axis).collect::<Result<_, _>>()?;
    let baseline = sweep_baseline(source, file, &table, &axes)?;
    Ok((axes, baseline))
}

/// The key of a sweep that is no option.
const SWEEP_BASELINE: &str = "baseline";

/// What a sweep says about the cells that others are compared with.
fn sweep_baseline(
    source: Source<'_>,
    file: &TomlTable<'_>,
    sweep: &TomlTable<'_>,
    axes: &[Axis],
) -> Result<Option<Vec<(String, OptionValue)>>, Problem> {
    let Some(table) = sweep.table(SWEEP_BASELINE, "the sweep's \"baseline\"")? else {
        return Ok(None);
    };
    if let Some(place) = file.get("baseline") {
        let message = "\"baseline\" of the file (a variant) and of [sweep] both say what cells are compared with; keep one of the two";
        return Err(source.problem(&place.span(), message, "also in [sweep]"));
    }
    table.only(&axes.iter().map(|axis| axis.key.as_str()).collect::<Vec<_>>())?;
    let mut values = Vec::new();
    for (key, _, place) in table.entries() {
        let value = option_value(&table, &key, place)?;
        let swept = axes.iter().find(|axis| axis.key == key).map_or(&[][..], |axis| &axis.values);
        if !swept.contains(&value) {
            let list = swept.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | ");
            let message = format!("the sweep over \"{key}\" has no value {value}; allowed: {list}");
            return Err(source.problem(&place.span(), &message, "name one of them"));
        }
        values.push((key, value));
    }
    if values.is_empty() {
        let message = "the baseline of the sweep is empty; allowed: one or more of its options, as in { target = 61 }";
        return Err(source.problem(&table.span(), message, "name an option"));
    }
    Ok(Some(values))
}

/// A strategy's text for names: a path is shortened to the file's stem.
fn short(text: &str) -> String {
    let part = |part: &str| match part {
        path if path.contains('/') || path.ends_with(".toml") => {
            Path::new(path).file_stem().map_or_else(|| path.to_owned(), |stem| stem.to_string_lossy().into_owned())
        }
        name => name.to_owned(),
    };
    printable(&text.split('+').map(part).collect::<Vec<_>>().join("+")).into_owned()
}

/// The name of a line-up that gives none.
fn default_name(strategies: &[String]) -> String {
    strategies.iter().map(|text| short(text)).collect::<Vec<_>>().join(" vs ")
}

/// Adds a line-up for every two of the strategies of `pairs`.
fn pairs(
    source: Source<'_>,
    table: &TomlTable<'_>,
    all: &[String],
    names: &mut BTreeSet<String>,
    found: &mut Vec<LineupSpec>,
) -> Result<(), Problem> {
    let span = table.get("pairs").map_or_else(|| table.span(), toml::Spanned::span);
    if let Some(other) = ["name", "sides", "strategies", "skill"].into_iter().find(|key| table.get(key).is_some()) {
        let message = format!(
            "a line-up with \"pairs\" has no \"{other}\": every pair is a line-up of two sides, called after them"
        );
        return Err(source.problem(&span, &message, "keep one of the two"));
    }
    if all.len() < 2 {
        let message = format!("\"pairs\" needs at least 2 strategies, found {}", all.len());
        return Err(source.problem(&span, &message, "each two of these play each other"));
    }
    for (number, first) in all.iter().enumerate() {
        for second in &all[number + 1..] {
            let strategies = vec![first.clone(), second.clone()];
            let name = default_name(&strategies);
            if !names.insert(name.clone()) {
                let message = format!("two line-ups are called \"{name}\"; name each strategy once");
                return Err(source.problem(&span, &message, "in these pairs"));
            }
            if found.len() == MAX_CELLS {
                return Err(too_many(source));
            }
            found.push(LineupSpec { name, strategies, skill: false, span: span.clone() });
        }
    }
    Ok(())
}

fn too_many(source: Source<'_>) -> Problem {
    source.whole(&format!("the experiment has more than {MAX_CELLS} line-ups, and so too many cells"))
}

fn lineups(source: Source<'_>, file: &TomlTable<'_>) -> Result<Vec<LineupSpec>, Problem> {
    let tables = file.tables("lineup", "[[lineup]]")?;
    if tables.len() > MAX_CELLS {
        return Err(too_many(source));
    }
    let mut found: Vec<LineupSpec> = Vec::new();
    let mut names = BTreeSet::new();
    for table in tables {
        table.only(&["name", "sides", "strategies", "skill", "pairs"])?;
        if let Some(all) = table.texts("pairs")? {
            pairs(source, &table, &all, &mut names, &mut found)?;
            continue;
        }
        let strategies = table.texts("strategies")?.ok_or_else(|| table.missing("strategies"))?;
        let span = table.get("strategies").map_or_else(|| table.span(), toml::Spanned::span);
        if strategies.len() < 2 {
            let message =
                format!("a line-up needs a strategy for each of at least 2 sides, found {}", strategies.len());
            return Err(source.problem(&span, &message, "one text for each side"));
        }
        if let Some(sides) = table.number("sides", 2, 12)?
            && sides != strategies.len() as u64
        {
            let message = format!("the line-up says sides = {sides}, but names {} strategies", strategies.len());
            return Err(source.problem(&span, &message, "one text for each side"));
        }
        let name = table.text("name")?.unwrap_or_else(|| default_name(&strategies));
        if !names.insert(name.clone()) {
            let message = format!("two line-ups are called \"{name}\"; leave one out, or give it another name");
            return Err(source.problem(&table.span(), &message, "the second one"));
        }
        let skill = table.boolean("skill")?.unwrap_or(false);
        let place = table.get("skill").map_or_else(|| table.span(), toml::Spanned::span);
        if skill && strategies[1..].iter().any(|other| *other == strategies[0]) {
            let message =
                "skill is what a strong strategy wins against weak ones: the first must differ from the others";
            return Err(source.problem(&place, message, "in this line-up"));
        }
        if skill && found.iter().any(|other: &LineupSpec| other.skill && other.strategies.len() == strategies.len()) {
            let message = format!("two line-ups of {} sides measure skill; keep one of the two", strategies.len());
            return Err(source.problem(&place, &message, "the second one"));
        }
        found.push(LineupSpec { name, strategies, skill, span });
    }
    if found.is_empty() {
        return Err(source
            .whole("the file has no [[lineup]]; it needs at least one, as in strategies = [\"greedy\", \"random\"]"));
    }
    Ok(found)
}

/// What a tournament has no use for: it has one game, line-ups of its own, and a number of blocks that is fixed, or `prune`.
const NOT_IN_TOURNAMENTS: [&str; 9] =
    ["variant", "sweep", "lineup", "stop", "luck", "baseline", "margin", "show", "skip_refused"];

/// The tournament with the place of its strategies, and the most blocks if they are named with `prune`.
type TournamentAndMost = (Option<(TournamentSpec, Range<usize>)>, Option<u64>);

fn tournament(source: Source<'_>, file: &TomlTable<'_>) -> Result<TournamentAndMost, Problem> {
    let Some(table) = file.table("tournament", "[tournament]")? else {
        return Ok((None, None));
    };
    table.only(&["strategies", "anchor", "gauntlet", "challengers", "prune"])?;
    if let Some((key, value)) = NOT_IN_TOURNAMENTS.iter().find_map(|key| file.get(key).map(|value| (key, value))) {
        let instead = if *key == "stop" { ", or test pairings with prune = { elo0 = -5, elo1 = 5 }" } else { "" };
        let message =
            format!("an experiment with a [tournament] has no \"{key}\" beside it; leave one of the two out{instead}");
        return Err(source.problem(&value.span(), &message, "beside a [tournament]"));
    }
    let strategies = table.texts("strategies")?.ok_or_else(|| table.missing("strategies"))?;
    let span = table.get("strategies").map_or_else(|| table.span(), toml::Spanned::span);
    let prune = stopping_options::prune(source, &table)?;
    let wanted = TournamentSpec {
        strategies,
        anchors: table.text("anchor")?.into_iter().collect(),
        gauntlet: table.boolean("gauntlet")?.unwrap_or(false),
        challengers: table.texts("challengers")?.unwrap_or_default(),
        prune: prune.map(|(test, _)| test),
    };
    Ok((Some((wanted, span)), prune.and_then(|(_, most)| most)))
}

fn orders(file: &TomlTable<'_>) -> Result<Option<Orders>, Problem> {
    match (file.text("orders")?.as_deref(), file.get("orders")) {
        (Some("rotations"), _) => Ok(Some(Orders::Rotations)),
        (Some("all"), _) => Ok(Some(Orders::All)),
        (Some(_), Some(value)) => Err(file.wrong("orders", value, "\"rotations\" or \"all\"")),
        _ => Ok(None),
    }
}

/// The figures that the question asks for, each by its name in files.
fn show(source: Source<'_>, file: &TomlTable<'_>) -> Result<Vec<Figure>, Problem> {
    let span = file.get("show").map_or(0..0, toml::Spanned::span);
    let mut found: Vec<Figure> = Vec::new();
    for name in file.texts("show")?.unwrap_or_default() {
        let wrong = |message: &str| source.problem(&span, message, "figures to show");
        let known = || figures::shown_names();
        let Some(figure) = figures::all().find(|figure| figure.name == name && known().any(|other| other == name))
        else {
            let near = nearest(&name, known()).map_or_else(String::new, |near| format!(" (did you mean \"{near}\"?)"));
            let allowed = known().collect::<Vec<_>>().join(", ");
            return Err(wrong(&format!("\"show\" names \"{name}\", which is no figure{near}; allowed: {allowed}")));
        };
        if found.iter().any(|other| other.name == name) {
            return Err(wrong(&format!("\"show\" names \"{name}\" twice; name each figure once")));
        }
        found.push(Figure(figure));
    }
    Ok(found)
}

fn baseline(file: &TomlTable<'_>, variants: &[Variant]) -> Result<usize, Problem> {
    let Some((name, value)) = file.text("baseline")?.zip(file.get("baseline")) else {
        return Ok(0);
    };
    let names: Vec<&str> = variants.iter().filter_map(|variant| variant.name.as_deref()).collect();
    if let Some(index) = names.iter().position(|other| *other == name) {
        return Ok(index);
    }
    let near =
        nearest(&name, names.iter().copied()).map_or_else(String::new, |near| format!("did you mean \"{near}\"? "));
    let allowed = if names.is_empty() { "the file has no variants".to_owned() } else { names.join(", ") };
    Err(file.wrong("baseline", value, &format!("{near}the name of a variant: {allowed}")))
}
