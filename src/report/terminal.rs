//! Tables for people: one cell in full, or an experiment in groups that can be compared line by line.

use std::fmt::Write as _;

pub use super::columns::Screen;

use super::columns::Columns;
use super::luck_table;
use super::row_groups::{Axis, Group, RowPosition, groups, skill_note};
use super::stopping;
use super::text::{self, signed, spread, wrap};
use crate::experiment::{CellInfo, Experiment};
use crate::game::WIN_UNITS;
use crate::stats::comparisons::{Claim, Comparison};
use crate::stats::figures::{self, Figure, FigureKind, Sampling, SlotResult};
use crate::stats::intervals::Method;
use crate::tally::Tally;

fn style(kind: FigureKind) -> (usize, f64) {
    if kind == FigureKind::Share { (2, 100.0) } else { (3, 1.0) }
}

/// A balance figure with its interval.
pub(super) fn shown(figure: &Figure, tally: &Tally) -> String {
    let measure = figure.measure(tally);
    let (digits, scale) = style(figure.kind);
    spread(measure.value, measure.interval, digits, scale)
}

/// The game: its preset, then every option, in lines that fit.
#[must_use]
pub fn game_lines(info: &CellInfo, screen: Screen) -> String {
    option_lines(&info.game, screen)
}

/// A game's options as [`game_lines`] shows them.
#[must_use]
pub fn option_lines(game: &serde_json::Map<String, serde_json::Value>, screen: Screen) -> String {
    let mut parts = Vec::new();
    for (key, value) in game {
        let text = text::option_text(value);
        parts.push(if key == "name" { text } else { format!("{key}={text}") });
    }
    wrap("", &parts.join(" "), screen.text_width(), 2)
}

/// A win share with its interval, in per cent.
pub(super) fn share_text(found: &SlotResult) -> String {
    match found.method {
        Method::ExactTie => format!("{:.2} (exact tie)", found.win_share * 100.0),
        _ => spread(found.win_share, Some(found.interval), 2, 100.0),
    }
}

/// An Elo difference with its interval.
pub(super) fn elo_text(found: &SlotResult) -> String {
    match found.elo {
        Some(elo) if elo.clamped => format!("{:+.0} (clamped)", elo.value),
        Some(elo) if found.method != Method::ExactTie => {
            let sign = if elo.value >= 0.0 { "+" } else { "" };
            format!("{sign}{}", spread(elo.value, Some(elo.interval), 1, 1.0))
        }
        _ => "0".to_owned(),
    }
}

/// A likelihood of superiority in per cent; never rounded to certainty.
fn likelihood_text(likelihood: Option<f64>) -> String {
    match likelihood {
        Some(p) if p > 0.9999 => ">99.99".to_owned(),
        Some(p) if p < 0.0001 => "<0.01".to_owned(),
        Some(p) => format!("{:.2}", p * 100.0),
        None => String::new(),
    }
}

/// The names of the slots, numbered where several are called the same.
fn slot_names(info: &CellInfo) -> Vec<String> {
    let names: Vec<&str> = info.sides.iter().map(|side| side.name.as_str()).collect();
    text::numbered(&names)
}

/// One cell in full: its strategies, then how the game played.
#[must_use]
pub fn cell(info: &CellInfo, tally: &Tally, seed: u64, screen: Screen) -> String {
    let mut out = String::new();
    let all = tally.blocks.saturating_mul(tally.matches_per_block);
    let played = tally.blocks.saturating_mul(info.played_per_block);
    out.push_str(&game_lines(info, screen));
    let _ = writeln!(
        out,
        "seed {seed}, {} of {}: {}\n",
        text::blocks(tally.blocks),
        text::count(tally.matches_per_block, "match", "matches"),
        text::matches(all, played)
    );
    let two = info.table.sides() == 2;
    let mut header = vec!["strategy", "win share, %"];
    if two {
        header.push("Elo");
    }
    // There is none where the run could stop on what it found.
    let likelihood = two && info.stop.is_none();
    if likelihood {
        header.push("likelihood of\nsuperiority, %");
    }
    header.extend(["points per round", "final score"]);
    let mut table = Columns::new(header.into_iter().map(str::to_owned).collect());
    for (slot, name) in slot_names(info).into_iter().enumerate() {
        let found = figures::slot_result(tally, slot, info.sampling(), info.played_per_block);
        let mut row = vec![name, share_text(&found)];
        if two {
            row.push(elo_text(&found));
        }
        if likelihood {
            row.push(likelihood_text(found.likelihood_of_superiority));
        }
        row.push(spread(found.points_per_round.value, found.points_per_round.interval, 3, 1.0));
        row.push(spread(found.points_per_match.value, found.points_per_match.interval, 2, 1.0));
        table.row(row);
    }
    let _ = writeln!(out, "{}", table.draw(screen));
    if info.stop.is_some() {
        let _ = writeln!(out, "{}", wrap("", &stopping::sentence(info, tally), screen.text_width(), 0));
    }
    if !info.self_play {
        let _ = writeln!(out, "{}", block_table(info, tally).draw(screen));
    }
    if info.luck.is_some() {
        let _ = writeln!(out, "{}", luck_table::text(std::iter::once((info, tally)), false, screen));
    }
    let mut table = Columns::new(["how the game plays", "", ""].map(str::to_owned).to_vec());
    for figure in figures::balance(tally) {
        if figure.name == "void_deals_per_match" && figure.measure(tally).value <= 0.0 {
            continue;
        }
        let unit = if figure.kind == FigureKind::Share { "%" } else { "" };
        table.row(vec![figure.about.to_owned(), shown(&figure, tally), unit.to_owned()]);
    }
    for place in 1..tally.layout.sides {
        let figure = figures::place_win_share(tally, place);
        let about = format!("matches won by the side {place} after the opener's");
        table.row(vec![about, shown(&figure, tally), "%".to_owned()]);
    }
    let _ = writeln!(out, "{}", table.draw(screen));
    out.push_str(&wrap("", &intervals_note(info.stop.is_some()), screen.text_width(), 0));
    out
}

/// The most classes of block outcomes that are worth a column each.
const MOST_CLASSES: usize = 13;

/// How many blocks had which outcome, and what the duplicate deals saved.
fn block_table(info: &CellInfo, tally: &Tally) -> Columns {
    let slots: Vec<(String, SlotResult)> = slot_names(info)
        .into_iter()
        .enumerate()
        .map(|(slot, name)| (name, figures::slot_result(tally, slot, info.sampling(), info.played_per_block)))
        .collect();
    let mut totals: Vec<i64> =
        slots.iter().flat_map(|(_, found)| found.classes.iter().map(|(total, _)| *total)).collect();
    totals.sort_unstable();
    totals.dedup();
    if totals.len() > MOST_CLASSES {
        totals.clear();
    }
    // Thirds and the like are cut to three digits.
    let wins = |total: &i64| ((*total as f64 / f64::from(WIN_UNITS) * 1000.0).round() / 1000.0).to_string();
    let mut header = vec![if totals.is_empty() { "blocks".to_owned() } else { "blocks by wins".to_owned() }];
    header.extend(totals.iter().map(wins));
    header.extend(["as if matches were\nindependent, %", "worth of\na match"].map(str::to_owned));
    let mut table = Columns::new(header);
    for (name, found) in slots {
        let count = |total: &i64| found.classes.iter().find(|(class, _)| class == total).map_or(0, |(_, count)| *count);
        let mut row = vec![name];
        row.extend(totals.iter().map(|total| text::thousands(count(total))));
        row.push(spread(found.win_share, Some(found.naive), 2, 100.0));
        row.push(found.variance_ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")));
        table.row(row);
    }
    table
}

/// What the numbers behind the figures are.
pub(super) fn intervals_note(stopped: bool) -> String {
    let blocks = "± and (…) are 95 % intervals from blocks; a figure without one did not vary between blocks.";
    let stopping = " Those of win shares and Elo are valid although the run could end at any checkpoint (a confidence sequence); \
                    the others are as if the number of blocks had been fixed.";
    if stopped { format!("{blocks}{stopping}") } else { blocks.to_owned() }
}

/// The balance figures of an experiment's table, with their headings.
pub(super) const COLUMNS: [(&str, &str); 11] = [
    ("opener_win_share", "opener\nwins, %"),
    ("opener_edge_points_per_round", "opener's\nedge, pts\nper round"),
    ("rounds_per_match", "rounds\nper\nmatch"),
    ("blocked_round_share", "blocked\nrounds, %"),
    ("void_deals_per_match", "void\ndeals per\nmatch"),
    ("discarded_events_per_match", "events\nlost per\nmatch"),
    ("discarded_points_per_match", "points\nlost per\nmatch"),
    ("lead_changes_per_match", "lead\nchanges\nper match"),
    ("margin_points", "decisiveness\n(winning\nmargin, pts)"),
    ("unfinished_share", "unfinished,\n%"),
    ("shared_win_share", "shared\nwins, %"),
];

/// The heading of what skill is worth in each row's game.
pub(super) const SKILL_HEADING: &str = "skill:\nstrong\nwins, %";

/// Figures that are left out of a group where they are zero throughout.
pub(super) const RARE: [&str; 6] = [
    "blocked_round_share",
    "void_deals_per_match",
    "discarded_events_per_match",
    "discarded_points_per_match",
    "unfinished_share",
    "shared_win_share",
];

/// Where a cell stands in its experiment.
fn place(info: &CellInfo) -> RowPosition<'_> {
    let labels = &info.labels;
    RowPosition {
        variant: labels.variant.as_deref().unwrap_or_default(),
        point: labels.point_text(),
        lineup: &labels.lineup,
    }
}

/// An experiment as tables. The rows of each are to be compared: variants if there are several, else sweep points, else line-ups.
#[must_use]
pub fn experiment(experiment: &Experiment, tallies: &[Tally], screen: Screen) -> String {
    let mut out = String::new();
    let width = screen.text_width();
    out.push_str(&wrap("", &experiment.title, width, 0));
    let _ = writeln!(out, "{}", wrap("", &experiment.question, width, 0));
    let blocks = experiment.blocks_of(tallies);
    let cells = match experiment.cells.len() {
        1 => "one cell".to_owned(),
        many => format!("each of {many} cells"),
    };
    let _ = writeln!(
        out,
        "seed {}, {} for {cells}: {}",
        experiment.plan.seed,
        text::blocks(blocks),
        text::matches(experiment.matches_in(tallies), experiment.played_in(tallies))
    );
    let places: Vec<RowPosition<'_>> = experiment.cells.iter().map(place).collect();
    let axis = Axis::of(&places);
    let compared = experiment.compare(tallies);
    for Group { title, members } in &groups(&places, axis) {
        let _ = writeln!(out, "\n{}", if title.is_empty() { "line-ups" } else { title });
        out.push_str(&group(experiment, tallies, &compared, members, axis, screen));
    }
    out.push('\n');
    let mut note = intervals_note(experiment.stop.is_some());
    if let Some(deals) = common_deals(experiment) {
        let _ = write!(
            note,
            " Rows called \"difference\" are the differences from the row marked *, {deals}; † is significant at 5 % over all cells (Holm)"
        );
        if !experiment.margins.is_empty() {
            note.push_str(", ≈ is within the margin at 5 % over all cells");
        }
        if experiment.stop.is_some() {
            note.push_str(", both as if the number of blocks had been fixed");
        }
        note.push('.');
    }
    let skill = skill_note(
        experiment.cells.iter().filter_map(|cell| Some(experiment.cells[cell.skill?].labels.lineup.as_str())),
    );
    if !skill.is_empty() {
        let _ = write!(note, " {skill}");
    }
    note.push_str(&utility(experiment, tallies));
    out.push_str(&wrap("", &note, width, 0));
    if experiment.cells.iter().any(|info| info.luck.is_some()) {
        let _ = write!(out, "\n{}", luck_table::text(experiment.cells.iter().zip(tallies), true, screen));
    }
    if experiment.stop.is_some() {
        out.push('\n');
        for (info, tally) in experiment.cells.iter().zip(tallies) {
            out.push_str(&wrap(&format!("{}: ", info.name), &stopping::sentence(info, tally), width, 2));
        }
    }
    for refused in &experiment.refused {
        let _ = writeln!(out, "left out: {} (rule {}: {})", refused.name, refused.rule, refused.message);
    }
    out
}

/// What the equal deals of a block were worth in the cells, in words; empty where nothing varied.
fn utility(experiment: &Experiment, tallies: &[Tally]) -> String {
    let cells = experiment.cells.iter().zip(tallies).filter(|(info, _)| !info.self_play);
    let ratios = cells.flat_map(|(info, tally)| {
        let ratio = |slot| figures::slot_result(tally, slot, Sampling::Fixed, info.played_per_block).variance_ratio;
        (0..info.sides.len()).filter_map(ratio)
    });
    let (least, most) = ratios.fold((f64::INFINITY, 0.0f64), |(least, most), r| (least.min(r), most.max(r)));
    if most <= 0.0 {
        return String::new();
    }
    format!(" For win shares a match of a block of equal deals is worth {least:.2} to {most:.2} independent ones.")
}

/// What deals the cells and their baselines have in common, in words; `None` if no cell has a baseline.
///
/// Two cells deal alike if they have the same set, seats and hands. Otherwise they draw from the same streams, which relates their deals,
/// but not closely.
fn common_deals(experiment: &Experiment) -> Option<&'static str> {
    let pairs = experiment.cells.iter().zip(&experiment.plan.cells);
    let alike: Vec<bool> = pairs
        .filter_map(|(info, plan)| Some((info, &experiment.cells[plan.baseline?])))
        .map(|(own, other)| ["set", "players", "hand"].iter().all(|key| own.game.get(*key) == other.game.get(*key)))
        .collect();
    if alike.is_empty() {
        None
    } else if alike.iter().all(|same| *same) {
        Some("on the same deals")
    } else if alike.iter().any(|same| *same) {
        Some(
            "on the same deals where set, seats and hand are the same, else on loosely related deals (correlation in differences.csv)",
        )
    } else {
        Some("on loosely related deals (correlation in differences.csv)")
    }
}

/// The heading of a slot's win share, telling slots of the same strategy rank_tests.
fn share_heading(cells: &[&CellInfo], slot: usize) -> String {
    let name = |cell: &CellInfo, slot: usize| cell.sides.get(slot).map_or(String::new(), |side| side.name.clone());
    if cells.iter().any(|cell| name(cell, slot) != name(cells[0], slot)) {
        return format!("strategy {}\nwins, %", slot + 1);
    }
    format!("{}\nwins, %", slot_names(cells[0])[slot])
}

/// A difference with what may be claimed of it.
pub(super) fn compared_text(comparison: &Comparison, kind: FigureKind) -> String {
    let (digits, scale) = style(kind);
    let mark = match comparison.claim {
        Claim::Different => "†",
        Claim::Equivalent => "≈",
        Claim::DifferentWithinMargin => "†≈",
        Claim::Undecided => "",
    };
    format!("{mark}{}", signed(&comparison.found.difference.difference, digits, scale))
}

fn group(
    experiment: &Experiment,
    tallies: &[Tally],
    compared: &[Vec<Comparison>],
    members: &[usize],
    axis: Axis,
    screen: Screen,
) -> String {
    let cells: Vec<&CellInfo> = members.iter().map(|&index| &experiment.cells[index]).collect();
    let sides = cells.iter().map(|cell| cell.sides.len()).max().unwrap_or(2);
    let slots = if cells.iter().all(|cell| cell.self_play) {
        0
    } else if sides == 2 {
        1
    } else {
        sides
    };
    let figure = |index: usize, name: &str| figures::named(&tallies[index], name);
    let wanted: Vec<(&str, &str)> = COLUMNS
        .into_iter()
        .filter(|(name, _)| {
            let zero = |&index: &usize| figure(index, name).is_none_or(|f| f.measure(&tallies[index]).value == 0.0);
            !RARE.contains(name) || !members.iter().all(zero)
        })
        .collect();
    let mut header = vec![axis.label().to_owned()];
    header.extend((0..slots).map(|slot| share_heading(&cells, slot)));
    header.extend(wanted.iter().map(|(_, heading)| (*heading).to_owned()));
    let skill = members.iter().any(|&index| experiment.cells[index].skill.is_some());
    if skill {
        header.push(SKILL_HEADING.to_owned());
    }
    let mut table = Columns::new(header);
    for (&index, info) in members.iter().zip(&cells) {
        let tally = &tallies[index];
        let baseline = experiment.plan.cells[index].baseline;
        let is_baseline = experiment.plan.cells.iter().any(|cell| cell.baseline == Some(index));
        let name = axis.row(&place(info)).to_owned();
        let difference = |slot: Option<usize>, name: &str, kind: FigureKind| {
            let found = compared[index].iter().find(|c| c.found.slot == slot && c.found.figure == name);
            found.map_or_else(String::new, |comparison| compared_text(comparison, kind))
        };
        let mut row = vec![if is_baseline { format!("{name} *") } else { name }];
        let mut below = vec!["  difference".to_owned()];
        for slot in 0..slots {
            if slot >= info.sides.len() {
                row.push(String::new());
                below.push(String::new());
                continue;
            }
            row.push(share_text(&figures::slot_result(tally, slot, info.sampling(), info.played_per_block)));
            below.push(difference(Some(slot), "win_share", FigureKind::Share));
        }
        for (name, _) in &wanted {
            let own = figure(index, name);
            row.push(own.as_ref().map_or_else(String::new, |own| shown(own, tally)));
            below.push(own.as_ref().map_or_else(String::new, |own| difference(None, name, own.kind)));
        }
        if let Some(found) = experiment.skill(tallies, index) {
            row.push(spread(found.value, found.interval, 2, 100.0));
            let of_skill = |other: usize| {
                compared[other].iter().find(|c| c.found.slot == Some(0) && c.found.figure == "win_share")
            };
            let comparison = info.skill.and_then(of_skill);
            below.push(comparison.map_or_else(String::new, |comparison| compared_text(comparison, FigureKind::Share)));
        }
        table.row(row);
        if baseline.is_some() {
            table.row(below);
        }
    }
    table.draw(screen)
}
