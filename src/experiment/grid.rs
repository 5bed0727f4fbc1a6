//! From an experiment file to cells: sweep points × line-ups × variants, as far as the line-up fits the game.
//!
//! The baseline of a cell, with which its blocks are paired, has the same line-up and
//! - where the sweep names baseline values: the same variant, these values of their options, and the same values of the other options;
//! - else in an experiment with several variants: the same sweep point, and the baseline variant;
//! - else the first value of the last option with several values (of those at which the line-up is played), and the same values of the others.
//!
//! A baseline cell itself has none.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::cells::{CellInfo, Experiment, Labels, Refused, table_of};
use super::file::{ExperimentFile, LineupSpec, Setting, Variant};
use super::limits::{DEFAULT_BLOCKS, DEFAULT_SEED, MAX_CELLS};
use super::lineup;
use super::tournament_cells::{Heading, TournamentSpec};
use crate::arena::cell::CellError;
use crate::arena::plan::{CellPlan, Orders, Plan};
use crate::context::Context;
use crate::game::Table;
use crate::games::options::{OptionValue, RuleError};
use crate::games::resolve;
use crate::printable::shown;
use crate::stats::stopping::DEFAULT_MAX_BLOCKS;
use crate::strategies::registry::FOLDER;
use crate::toml_reader::{Problem, Source, read_text};

/// What the command line sets in place of the file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Overrides {
    /// The master seed.
    pub seed: Option<u64>,
    /// Blocks of every cell.
    pub blocks: Option<u64>,
}

/// Reads and resolves an experiment file.
///
/// # Errors
/// In words, if anything in it is wrong or refused.
pub fn load(path: &Path, overrides: Overrides, context: &Context) -> Result<Experiment, String> {
    let text = read_text(path)?;
    let name = shown(path);
    let file = ExperimentFile::read(Source { path: &name, text: &text }).map_err(|problem| problem.0)?;
    resolve_file(&file, base_of(path).as_deref(), overrides, context).map_err(|problem| problem.0)
}

/// Where the strategy files of an experiment may be, besides here: beside it, or beside its folder.
fn base_of(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let above = folder.parent().filter(|above| !folder.join(FOLDER).is_dir() && above.join(FOLDER).is_dir());
    Some(above.unwrap_or(folder).to_path_buf())
}

type Point = Vec<(String, OptionValue, Range<usize>)>;

/// All combinations of the sweep's values, the last axis fastest.
fn points(file: &ExperimentFile<'_>) -> Result<Vec<Point>, Problem> {
    let mut points: Vec<Point> = vec![Vec::new()];
    for axis in &file.axes {
        if points.len().saturating_mul(axis.values.len()) > MAX_CELLS {
            let message = format!("the sweep has more than {MAX_CELLS} points; sweep over fewer values");
            return Err(file.source.problem(&axis.span, &message, "too many with these"));
        }
        let longer = |point: &Point| {
            let point = point.clone();
            axis.values.iter().map(move |value| {
                let mut point = point.clone();
                point.push((axis.key.clone(), value.clone(), axis.span.clone()));
                point
            })
        };
        points = points.iter().flat_map(longer).collect();
    }
    Ok(points)
}

/// One variant at one sweep point.
struct CellPosition<'a> {
    variant: usize,
    point: usize,
    labels: Labels,
    preset: &'a (String, Range<usize>),
    settings: Vec<Setting>,
    span: Range<usize>,
    table: Table,
}

impl CellPosition<'_> {
    fn span_of(&self, key: &str) -> Range<usize> {
        self.settings.iter().rev().find(|setting| setting.key == key).map_or(self.span.clone(), |s| s.span.clone())
    }
}

fn place<'a>(
    file: &'a ExperimentFile<'_>,
    variant: (usize, &'a Variant),
    point: (usize, &Point),
) -> Result<Result<CellPosition<'a>, Refused>, Problem> {
    let swept =
        point.1.iter().map(|(key, value, span)| Setting { key: key.clone(), value: value.clone(), span: span.clone() });
    let settings: Vec<Setting> = file.base.iter().chain(&variant.1.set).cloned().chain(swept).collect();
    let fallback = if variant.1.span.is_empty() { file.preset.1.clone() } else { variant.1.span.clone() };
    let mut place = CellPosition {
        variant: variant.0,
        point: point.0,
        labels: Labels {
            variant: variant.1.name.clone(),
            point: point.1.iter().map(|(key, value, _)| (key.clone(), value.clone())).collect(),
            lineup: String::new(),
        },
        preset: variant.1.preset.as_ref().unwrap_or(&file.preset),
        span: point
            .1
            .last()
            .map_or(fallback.clone(), |(_, _, span)| if variant.1.name.is_some() { fallback } else { span.clone() }),
        settings,
        table: Table::new(2, 2),
    };
    let plain = place.settings.iter().map(|s| (s.key.clone(), s.value.clone())).collect();
    let error = match resolve(&place.preset.0, &plain) {
        Ok(game) => {
            place.table = table_of(&game);
            return Ok(Ok(place));
        }
        Err(RuleError::Refused { rule, message }) if file.skip_refused => {
            return Ok(Err(Refused { name: place.labels.cell_name(), rule, message }));
        }
        Err(error) => error,
    };
    let (span, label) = match &error {
        RuleError::UnknownGame { .. } => (place.preset.1.clone(), "unknown".to_owned()),
        RuleError::UnknownOption { found, .. } => (place.span_of(found), "unknown".to_owned()),
        RuleError::BadValue { option, allowed, .. } => (place.span_of(option), format!("allowed: {allowed}")),
        RuleError::Refused { rule, .. } => {
            let others = file.variants.len() > 1 || file.axes.iter().any(|axis| axis.values.len() > 1);
            let advice = if others { "; skip_refused = true leaves such combinations out" } else { "" };
            (place.span.clone(), format!("refused by rule {rule}{advice}"))
        }
    };
    let name = place.labels.cell_name();
    let message = if name.is_empty() { error.to_string() } else { format!("\"{name}\": {error}") };
    Err(file.source.problem(&span, &message, &label))
}

/// Whether cells at `own` may be compared with cells of the same variant at `other`.
fn may_be_baseline(file: &ExperimentFile<'_>, other: &Point, own: &Point) -> bool {
    let last = file.axes.iter().rposition(|axis| axis.values.len() > 1);
    other.iter().zip(own).enumerate().all(|(place, ((key, value, _), (_, own, _)))| match &file.sweep_baseline {
        Some(named) => named.iter().find(|(name, _)| name == key).map_or(own, |(_, wanted)| wanted) == value,
        None => Some(place) == last || value == own,
    })
}

fn cell_problem(file: &ExperimentFile<'_>, spec: &LineupSpec, name: &str, error: &CellError) -> Problem {
    file.source.problem(&spec.span, &format!("cell \"{name}\": {error}"), "this line-up")
}

/// The experiment of a file with a tournament, which has one place to be played at.
fn tournament(
    file: &ExperimentFile<'_>,
    wanted: &TournamentSpec,
    span: &Range<usize>,
    places: &[CellPosition<'_>],
    base: Option<&Path>,
    overrides: Overrides,
    context: &Context,
) -> Result<Experiment, Problem> {
    let Some(place) = places.first() else {
        return Err(file.source.whole("the rules refuse the game; nothing is left to play"));
    };
    let default = if wanted.prune.is_some() { DEFAULT_MAX_BLOCKS } else { DEFAULT_BLOCKS };
    let heading = Heading {
        title: Some(file.title.clone()),
        question: file.question.clone(),
        notes: file.notes.clone(),
        blocks: overrides.blocks.or(file.blocks).unwrap_or(default),
        seed: overrides.seed.or(file.seed).unwrap_or(DEFAULT_SEED),
    };
    let settings = place.settings.iter().map(|s| (s.key.clone(), s.value.clone())).collect();
    Experiment::tournament(&place.preset.0, &settings, wanted, file.orders, heading, base, context)
        .map_err(|message| file.source.problem(span, &message, "this tournament"))
}

/// Resolves an experiment: every cell is checked.
///
/// # Errors
/// If anything in it is wrong or refused.
pub fn resolve_file(
    file: &ExperimentFile<'_>,
    base: Option<&Path>,
    overrides: Overrides,
    context: &Context,
) -> Result<Experiment, Problem> {
    let mut places = Vec::new();
    let mut refused = Vec::new();
    let points = points(file)?;
    if points.len().saturating_mul(file.variants.len()) > MAX_CELLS {
        let message = format!("the experiment has more than {MAX_CELLS} combinations of variants and sweep points");
        return Err(file.source.whole(&message));
    }
    for point in points.iter().enumerate() {
        for variant in file.variants.iter().enumerate() {
            match place(file, variant, point)? {
                Ok(place) => places.push(place),
                Err(reason) => refused.push(reason),
            }
        }
    }
    if let Some((wanted, span)) = &file.tournament {
        return tournament(file, wanted, span, &places, base, overrides, context);
    }
    let fits = |place: &CellPosition<'_>, spec: &LineupSpec| place.table.sides() == spec.strategies.len();
    for spec in &file.lineups {
        if !places.iter().any(|place| fits(place, spec)) {
            let mut sides: Vec<String> = places.iter().map(|place| place.table.sides().to_string()).collect();
            sides.sort();
            sides.dedup();
            let message = format!(
                "line-up \"{}\" names {} strategies, but no variant has so many sides; there are games of {} sides",
                spec.name,
                spec.strategies.len(),
                sides.join(", ")
            );
            return Err(file.source.problem(&spec.span, &message, "one text for each side"));
        }
    }
    if let Some(place) = places.iter().find(|place| !file.lineups.iter().any(|spec| fits(place, spec))) {
        let (name, sides) = (place.labels.cell_name(), place.table.sides());
        let message = format!("\"{name}\" has {sides} sides, but no line-up names {sides} strategies");
        return Err(file.source.problem(&place.span, &message, "nobody plays this"));
    }

    let mut cells: Vec<CellPlan> = Vec::new();
    let mut names = BTreeSet::new();
    let mut infos: Vec<CellInfo> = Vec::new();
    // Which cell stands at (variant, point, line-up).
    let mut found: BTreeMap<(usize, usize, usize), usize> = BTreeMap::new();
    let point_count = places.iter().map(|place| place.point + 1).max().unwrap_or(0);
    for point in 0..point_count {
        for (number, spec) in file.lineups.iter().enumerate() {
            for place in places.iter().filter(|place| place.point == point && fits(place, spec)) {
                let labels = Labels { lineup: spec.name.clone(), ..place.labels.clone() };
                let name = labels.cell_name();
                if !names.insert(name.clone()) {
                    let message = format!("two cells are called \"{name}\"; give variants and line-ups other names");
                    return Err(file.source.problem(&spec.span, &message, "this line-up"));
                }
                if cells.len() == MAX_CELLS {
                    return Err(file.source.whole(&format!("the experiment has more than {MAX_CELLS} cells")));
                }
                let lineup = lineup::lineup(&spec.strategies, &place.table, base).map_err(|error| {
                    file.source.problem(&spec.span, &format!("line-up \"{}\": {error}", spec.name), "this line-up")
                })?;
                let cell = CellPlan {
                    name: name.clone(),
                    game: place.preset.0.clone(),
                    settings: place.settings.iter().map(|s| (s.key.clone(), s.value.clone())).collect(),
                    lineup,
                    orders: file.orders.unwrap_or_else(|| Orders::default_for(place.table.sides())),
                    baseline: None,
                    luck: None,
                };
                infos.push(
                    CellInfo::new(&cell, labels, context).map_err(|error| cell_problem(file, spec, &name, &error))?,
                );
                found.insert((place.variant, place.point, number), cells.len());
                cells.push(cell);
            }
        }
    }
    for (&(variant, point, lineup), &index) in &found {
        let baseline = if file.variants.len() > 1 && file.sweep_baseline.is_none() {
            found.get(&(file.baseline, point, lineup)).copied()
        } else {
            let candidates = (0..point_count).filter(|other| may_be_baseline(file, &points[*other], &points[point]));
            candidates.filter_map(|other| found.get(&(variant, other, lineup)).copied()).next()
        };
        cells[index].baseline = baseline.filter(|other| *other != index);
        let measures = |number: &usize| {
            let (own, other) = (&file.lineups[lineup], &file.lineups[*number]);
            other.skill && other.strategies.len() == own.strategies.len()
        };
        let measure = (0..file.lineups.len()).find(measures);
        infos[index].skill = measure.and_then(|number| found.get(&(variant, point, number)).copied());
    }
    if cells.is_empty() {
        return Err(file.source.whole("the rules refuse every combination of the experiment; nothing is left to play"));
    }
    let default = if file.stop.is_some() { DEFAULT_MAX_BLOCKS } else { DEFAULT_BLOCKS };
    let mut experiment = Experiment {
        title: file.title.clone(),
        question: file.question.clone(),
        notes: file.notes.clone(),
        blocks: overrides.blocks.or(file.blocks).unwrap_or(default),
        stop: None,
        margins: file.margins.clone(),
        show: file.show.clone(),
        plan: Plan { seed: overrides.seed.or(file.seed).unwrap_or(DEFAULT_SEED), cells, entrants: None },
        cells: infos,
        refused,
        tournament: None,
    };
    if let Some((rule, span)) = &file.stop {
        experiment.stop_by(*rule).map_err(|message| file.source.problem(span, &message, "this rule"))?;
    }
    if let Some((wanted, span)) = &file.luck {
        experiment
            .measure_luck(wanted, base, context)
            .map_err(|message| file.source.problem(span, &message, "asked for here"))?;
    }
    Ok(experiment)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Experiment, String> {
        let source = Source { path: "x.toml", text };
        let file = ExperimentFile::read(source).map_err(|problem| problem.0)?;
        resolve_file(&file, None, Overrides::default(), &Context::default()).map_err(|problem| problem.0)
    }

    const HEAD: &str = "title = \"T\"\nquestion = \"Q?\"\n";

    fn names(experiment: &Experiment) -> Vec<&str> {
        experiment.cells.iter().map(|cell| cell.name.as_str()).collect()
    }

    fn baselines(experiment: &Experiment) -> Vec<Option<usize>> {
        experiment.plan.cells.iter().map(|cell| cell.baseline).collect()
    }

    #[test]
    fn one_lineup_is_one_cell() {
        let found = read(&format!("{HEAD}[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n")).unwrap();
        assert_eq!(names(&found), ["greedy vs random"]);
        assert_eq!((found.blocks, found.plan.seed, baselines(&found)), (10_000, 61, vec![None]));
        assert_eq!((found.cells[0].matches_per_block, found.cells[0].self_play), (2, false));
    }

    #[test]
    fn pairs_are_lineups_of_each_two() {
        let found = read(&format!("{HEAD}[[lineup]]\npairs = [\"greedy\", \"random\", \"greedy:salt=1\"]\n")).unwrap();
        assert_eq!(names(&found), ["greedy vs random", "greedy vs greedy:salt=1", "random vs greedy:salt=1"]);
    }

    #[test]
    fn variants_sweeps_and_lineups_multiply_as_far_as_they_fit() {
        let found = read(&format!(
            "{HEAD}seed = 7\nblocks = 9\nbaseline = \"b\"\n\
             [game]\npreset = \"fives-and-threes\"\ntarget = 31\n\
             [sweep]\nplayers = [2, 3]\n\
             [[variant]]\nname = \"a\"\n\
             [[variant]]\nname = \"b\"\nset = {{ overshoot = \"allow\" }}\n\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
             [[lineup]]\nname = \"three\"\nsides = 3\nstrategies = [\"greedy\", \"greedy\", \"random\"]\n"
        ))
        .unwrap();
        assert_eq!(
            names(&found),
            [
                "a / players=2 / greedy vs greedy",
                "b / players=2 / greedy vs greedy",
                "a / players=3 / three",
                "b / players=3 / three",
            ]
        );
        assert_eq!(baselines(&found), [Some(1), None, Some(3), None]);
        assert_eq!((found.blocks, found.plan.seed), (9, 7));
        assert!(found.cells.iter().all(|cell| cell.game["target"] == 31));
        assert!(found.cells[0].self_play && !found.cells[2].self_play);
    }

    #[test]
    fn without_variants_the_first_value_of_the_last_option_is_the_baseline() {
        let text = |sweep: &str| format!("{HEAD}[sweep]\n{sweep}\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n");
        let found = read(&text("target = [61, 31, 21]\nout_bonus = [1]")).unwrap();
        assert_eq!(baselines(&found), [None, Some(0), Some(0)]);
        let found = read(&text("target = [61, 31]\ndivisors = [[3, 5], [3]]")).unwrap();
        assert_eq!(baselines(&found), [None, Some(0), None, Some(2)]);
        assert_eq!(names(&found)[1], "target=61 divisors=3 / greedy vs random");
    }

    #[test]
    fn a_lineup_says_what_skill_is_worth_wherever_the_same_game_is_played() {
        let text = format!(
            "{HEAD}[sweep]\nplayers = [2, 3]\n[[variant]]\nname = \"a\"\n[[variant]]\nname = \"b\"\n\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\"]\n\
             [[lineup]]\nstrategies = [\"greedy\", \"random\"]\nskill = true\n\
             [[lineup]]\nstrategies = [\"greedy\", \"greedy\", \"random\"]\n"
        );
        let found = read(&text).unwrap();
        let skill: Vec<Option<&str>> =
            found.cells.iter().map(|cell| cell.skill.map(|index| found.cells[index].name.as_str())).collect();
        let (a, b) = (Some("a / players=2 / greedy vs random"), Some("b / players=2 / greedy vs random"));
        assert_eq!(skill, [a, b, a, b, None, None], "with three seats nobody measures it");
        let twice =
            read(&format!("{text}[[lineup]]\nname = \"c\"\nskill = true\nstrategies = [\"greedy\", \"random\"]\n"));
        assert!(twice.unwrap_err().contains("two line-ups of 2 sides"));
        let alike = read(&format!("{HEAD}[[lineup]]\nskill = true\nstrategies = [\"greedy\", \"greedy\"]\n"));
        assert!(alike.unwrap_err().contains("must differ"));
    }

    #[test]
    fn a_sweep_over_two_options_changes_one_of_them_at_a_time() {
        let of = |baseline: &str| {
            let text = format!(
                "{HEAD}[sweep]\ntarget = [31, 61]\nout_bonus = [0, 1, 2]\n{baseline}\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n"
            );
            read(&text).map(|found| baselines(&found))
        };
        // Cells 0 to 2 have target 31, cells 3 to 5 have 61.
        assert_eq!(of("").unwrap(), [None, Some(0), Some(0), None, Some(3), Some(3)]);
        let row = of("baseline = { out_bonus = 1 }").unwrap();
        assert_eq!(row, [Some(1), None, Some(1), Some(4), None, Some(4)]);
        let column = of("baseline = { target = 61 }").unwrap();
        assert_eq!(column, [Some(3), Some(4), Some(5), None, None, None]);
        let one = of("baseline = { target = 61, out_bonus = 1 }").unwrap();
        assert_eq!(one, [Some(4), Some(4), Some(4), Some(4), None, Some(4)]);
        for (baseline, parts) in [
            ("baseline = { target = 62 }", ["x.toml:6", "no value 62; allowed: 31 | 61"]),
            ("baseline = { targt = 61 }", ["x.toml:6", "did you mean \"target\"?"]),
            ("baseline = 61", ["x.toml:6", "the number 61"]),
            ("baseline = {}", ["x.toml:6", "as in { target = 61 }"]),
        ] {
            let error = of(baseline).unwrap_err();
            assert!(parts.iter().all(|part| error.contains(part)), "{error}");
        }
        let two = format!(
            "{HEAD}baseline = \"a\"\n[sweep]\ntarget = [31, 61]\nbaseline = {{ target = 61 }}\n[[variant]]\nname = \"a\"\n\
             [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n"
        );
        assert!(read(&two).unwrap_err().contains("keep one of the two"));
        let of_each_variant = two.replace("baseline = \"a\"\n", "[[variant]]\nname = \"b\"\nset = { out_bonus = 0 }\n");
        let of_each_variant = of_each_variant.replacen("[[variant]]\nname = \"b\"\nset = { out_bonus = 0 }\n", "", 1)
            + "[[variant]]\nname = \"b\"\nset = { out_bonus = 0 }\n";
        // Sweep points are outermost: a and b at 31, then at 61.
        assert_eq!(baselines(&read(&of_each_variant).unwrap()), [Some(2), Some(3), None, None]);
    }

    #[test]
    fn refused_combinations_are_errors_or_left_out() {
        let text = |skip: bool| {
            format!(
                "{HEAD}skip_refused = {skip}\n[[variant]]\nname = \"a\"\n\
                 [[variant]]\nname = \"b\"\nset = {{ finish = \"round-end\" }}\n\
                 [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n"
            )
        };
        let error = read(&text(false)).unwrap_err();
        assert!(error.contains("\"b\": rule D19") && error.contains("x.toml:6"), "{error}");
        let found = read(&text(true)).unwrap();
        assert_eq!(names(&found), ["a / greedy vs random"]);
        assert_eq!((found.refused[0].name.as_str(), found.refused[0].rule), ("b", "D19"));
        let nothing = text(true).replace("[[variant]]\nname = \"a\"\n", "");
        assert!(read(&nothing).is_err());
    }

    #[test]
    fn every_error_shows_its_line_and_what_is_allowed() {
        const LINEUP: &str = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
        for (text, parts) in [
            ("title = 3", &["x.toml:1", "the number 3"][..]),
            ("title = \"T\"", &["x.toml", "no \"question\""]),
            ("title = ", &["x.toml:1"]),
            (&format!("{HEAD}titel = 3"), &["x.toml:3", "unknown key \"titel\"", "did you mean \"title\"?"]),
            (HEAD, &["no [[lineup]]"]),
            (&format!("{HEAD}seed = -1\n{LINEUP}"), &["x.toml:3", "0 to 18446744073709551615"]),
            (&format!("{HEAD}seed = 99999999999999999999\n{LINEUP}"), &["x.toml:3", "found"]),
            (&format!("{HEAD}blocks = 0\n{LINEUP}"), &["x.toml:3", "from 1 to"]),
            (&format!("{HEAD}orders = \"some\"\n{LINEUP}"), &["x.toml:3", "\"rotations\" or \"all\""]),
            (&format!("{HEAD}game = 3\n{LINEUP}"), &["x.toml:3", "[game]"]),
            (&format!("{HEAD}[tournament]\nstrategies = [\"greedy\"]\n"), &["x.toml:4", "at least 2"]),
            (&format!("{HEAD}[tournament]\nanchor = \"greedy\"\n"), &["x.toml:3", "no \"strategies\""]),
            (
                &format!("{HEAD}[tournament]\nstrategies = [\"greedy\", \"random\"]\nanchor = \"gredy\"\n"),
                &["x.toml:4", "did you mean \"greedy\"?"],
            ),
            (
                &format!(
                    "{HEAD}[tournament]\nstrategies = [\"greedy\", \"random\"]\nprune = {{ elo0 = 5, elo1 = 5 }}\n"
                ),
                &["x.toml:5", "allowed: elo0 < elo1"],
            ),
            (
                &format!("{HEAD}[tournament]\nstrategies = [\"greedy\", \"random\"]\nprune = {{ elo = 5 }}\n"),
                &["x.toml:5", "unknown key \"elo\""],
            ),
            (
                &format!(
                    "{HEAD}blocks = 9\n[tournament]\nstrategies = [\"greedy\", \"random\"]\nprune = {{ elo0 = 0, elo1 = 5, max_blocks = 9 }}\n"
                ),
                &["x.toml:3", "\"max_blocks\" of prune (9) both"],
            ),
            (
                &format!(
                    "{HEAD}[game]\nplayers = 3\n[tournament]\nstrategies = [\"greedy\", \"random\", \"club\"]\nprune = {{ elo0 = 0, elo1 = 5 }}\n"
                ),
                &["x.toml:6", "only pairings can be pruned, but the game has 3 sides"],
            ),
            (
                &format!("{HEAD}[stop]\nhalf_width = 0.1\n[tournament]\nstrategies = [\"greedy\", \"random\"]\n"),
                &["x.toml:3", "or test pairings with prune"],
            ),
            (
                &format!("{HEAD}[tournament]\nstrategies = [\"greedy\", \"random\"]\n{LINEUP}"),
                &["x.toml:5", "no \"lineup\" beside it"],
            ),
            (&format!("{HEAD}[game]\npreset = \"fives\"\n{LINEUP}"), &["x.toml:4", "unknown game"]),
            (&format!("{HEAD}[game]\ntaget = 3\n{LINEUP}"), &["x.toml:4", "did you mean \"target\"?"]),
            (&format!("{HEAD}[game]\ntarget = 1.5\n{LINEUP}"), &["x.toml:4", "the number 1.5"]),
            (&format!("{HEAD}[game]\ntarget = \"x\"\n{LINEUP}"), &["x.toml:4", "from 1 to 10000"]),
            (&format!("{HEAD}[game]\nhand = 15\n{LINEUP}"), &["x.toml:", "rule D2"]),
            (&format!("{HEAD}[sweep]\ntarget = 61\n{LINEUP}"), &["x.toml:4", "list of values"]),
            (&format!("{HEAD}[sweep]\ntarget = []\n{LINEUP}"), &["x.toml:4", "empty"]),
            (&format!("{HEAD}[sweep]\ntarget = [61, 61]\n{LINEUP}"), &["x.toml:4", "twice"]),
            (
                &format!("{HEAD}[sweep]\ntarget = [61]\n[[variant]]\nname = \"a\"\nset = {{ target = 5 }}\n{LINEUP}"),
                &["x.toml:7", "swept over"],
            ),
            (&format!("{HEAD}[[variant]]\nset = {{}}\n{LINEUP}"), &["x.toml:3", "no \"name\""]),
            (
                &format!("{HEAD}[[variant]]\nname = \"a\"\n[[variant]]\nname = \"a\"\n{LINEUP}"),
                &["x.toml:5", "two variants"],
            ),
            (
                &format!("{HEAD}baseline = \"b\"\n[[variant]]\nname = \"a\"\n{LINEUP}"),
                &["x.toml:3", "the name of a variant: a"],
            ),
            (&format!("{HEAD}[[lineup]]\nstrategies = [\"greedy\"]\n"), &["x.toml:4", "found 1"]),
            (
                &format!("{HEAD}[[lineup]]\nsides = 3\nstrategies = [\"greedy\", \"random\"]\n"),
                &["x.toml:5", "sides = 3", "names 2"],
            ),
            (
                &format!("{HEAD}[[lineup]]\nstrategies = [\"greedy\", \"random\", \"random\"]\n"),
                &["x.toml:4", "names 3 strategies", "games of 2 sides"],
            ),
            (&format!("{HEAD}{LINEUP}{LINEUP}"), &["x.toml:5", "two line-ups"]),
            (&format!("{HEAD}[[lineup]]\npairs = [\"greedy\"]\n"), &["x.toml:4", "at least 2", "found 1"]),
            (&format!("{HEAD}{LINEUP}pairs = [\"greedy\"]\n"), &["x.toml:5", "no \"strategies\""]),
            (
                &format!("{HEAD}{LINEUP}[[lineup]]\npairs = [\"greedy\", \"random\"]\n"),
                &["x.toml:6", "two line-ups are called \"greedy vs random\""],
            ),
            (&format!("{HEAD}[sweep]\nplayers = [2, 3]\n{LINEUP}"), &["x.toml:4", "has 3 sides", "no line-up"]),
            (
                &format!("{HEAD}[[lineup]]\nstrategies = [\"greedy\", \"radnom\"]\n"),
                &["x.toml:4", "did you mean \"random\"?"],
            ),
            (
                &format!(
                    "{HEAD}orders = \"all\"\n[game]\nplayers = 6\nhand = 3\n[[lineup]]\nstrategies = [\"greedy\", \"random\", \"random\", \"random\", \"random\", \"random\"]\n"
                ),
                &["x.toml:8", "goes up to 5 sides"],
            ),
        ] {
            let error = read(text).expect_err(text);
            for part in parts {
                assert!(error.contains(part), "{text}\n{error}\nlacks {part}");
            }
        }
    }

    #[test]
    fn a_sweep_that_is_too_large_is_refused_at_once() {
        let values: Vec<String> = (1..=200).map(|n| n.to_string()).collect();
        let list = values.join(",");
        let text = format!(
            "{HEAD}[sweep]\ntarget = [{list}]\nmax_rounds = [{list}]\nout_bonus = [{list}]\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n"
        );
        assert!(read(&text).unwrap_err().contains("more than 10000 points"));
    }
}
