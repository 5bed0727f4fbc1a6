//! Tables for people: one cell in full, or an experiment in groups that can be compared line by line.

use std::fmt::Write as _;

use comfy_table::{Cell, CellAlignment, ColumnConstraint, ContentArrangement, Row, Table, presets};

use crate::experiment::{CellInfo, Experiment};
use crate::stats::Tally;
use crate::stats::balance::{self, Figure, Kind, Measure};
use crate::stats::intervals::{Interval, Method};

/// How wide a table may be, and whether it is drawn with lines.
#[derive(Clone, Copy, Debug)]
pub struct Screen {
    /// Columns of the terminal; `None` if the text goes elsewhere.
    pub width: Option<u16>,
}

impl Screen {
    /// The terminal on standard output, if it is one.
    #[must_use]
    pub fn here() -> Screen {
        let table = Table::new();
        Screen { width: if table.is_tty() { table.width() } else { None } }
    }

    fn table(self) -> Table {
        let mut table = Table::new();
        table.force_no_tty();
        match self.width {
            Some(width) => {
                table.load_style(presets::UTF8_FULL_CONDENSED);
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
            }
            None => {
                table.load_style(presets::NOTHING);
                table.set_content_arrangement(ContentArrangement::Disabled);
            }
        }
        table
    }
}

/// A whole number with its digits in threes.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A value with its interval: `0.848 ±0.021`, or both ends where it is lopsided.
fn spread(value: f64, interval: Option<Interval>, digits: usize, scale: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let value = value * scale;
    let Some(interval) = interval else {
        return format!("{value:.digits$}");
    };
    if value == 0.0 && (interval.high == 0.0 || interval.low == 0.0) && interval.low <= 0.0 && digits > 0 {
        return if interval.high > 0.0 { format!("0 (to {:.digits$})", interval.high * scale) } else { "0".to_owned() };
    }
    let (low, high) = (interval.low * scale, interval.high * scale);
    let (below, above) = (value - low, high - value);
    let unit = 10f64.powi(-(digits as i32));
    if (below - above).abs() <= (1.5 * unit).max(0.03 * (below + above)) {
        format!("{value:.digits$} ±{:.digits$}", f64::midpoint(below, above))
    } else {
        format!("{value:.digits$} ({low:.digits$}–{high:.digits$})")
    }
}

/// The same with a sign in front, for differences.
fn signed(measure: &Measure, digits: usize, scale: f64) -> String {
    let sign = if measure.value >= 0.0 { "+" } else { "" };
    format!("{sign}{}", spread(measure.value, measure.interval, digits, scale))
}

fn style(kind: Kind) -> (usize, f64) {
    if kind == Kind::Share { (2, 100.0) } else { (3, 1.0) }
}

fn shown(figure: &Figure, tally: &Tally) -> String {
    let measure = figure.measure(tally);
    let (digits, scale) = style(figure.kind);
    spread(measure.value, measure.interval, digits, scale)
}

fn right(text: impl Into<String>) -> Cell {
    Cell::new(text.into()).set_alignment(CellAlignment::Right)
}

/// The game in one line: its preset, then every option.
#[must_use]
pub fn game_line(info: &CellInfo) -> String {
    let mut parts = Vec::new();
    for (key, value) in &info.game {
        let text = match value {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Array(items) => items
                .iter()
                .map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned))
                .collect::<Vec<_>>()
                .join(","),
            other => other.to_string(),
        };
        parts.push(if key == "name" { text } else { format!("{key}={text}") });
    }
    parts.join(" ")
}

/// One cell in full: its strategies, then how the game played.
#[must_use]
pub fn cell(info: &CellInfo, tally: &Tally, seed: u64, screen: Screen) -> String {
    let mut out = String::new();
    let matches = tally.blocks.saturating_mul(tally.matches_per_block);
    let _ = writeln!(out, "{}", game_line(info));
    let _ = writeln!(
        out,
        "seed {seed}, {} blocks of {} matches: {} matches\n",
        thousands(tally.blocks),
        tally.matches_per_block,
        thousands(matches)
    );
    let two = info.table.sides() == 2;
    let mut table = screen.table();
    let mut header = vec!["strategy", "win share, %"];
    if two {
        header.push("Elo");
    }
    header.extend(["points per round", "final score"]);
    table.set_header(header);
    for (slot, side) in info.sides.iter().enumerate() {
        let found = balance::slot_result(tally, slot, info.self_play);
        let share = match found.method {
            Method::ExactTie => format!("{:.2} (exact tie)", found.win_share * 100.0),
            _ => spread(found.win_share, Some(found.interval), 2, 100.0),
        };
        let mut row = Row::from(vec![Cell::new(&side.name), right(share)]);
        if two {
            row.add_cell(right(match found.elo {
                Some(elo) if elo.clamped => format!("{:+.0} (clamped)", elo.value),
                Some(elo) if found.method != Method::ExactTie => {
                    let sign = if elo.value >= 0.0 { "+" } else { "" };
                    format!("{sign}{}", spread(elo.value, Some(elo.interval), 1, 1.0))
                }
                _ => "0".to_owned(),
            }));
        }
        row.add_cell(right(spread(found.points_per_round.value, found.points_per_round.interval, 3, 1.0)));
        row.add_cell(right(spread(found.points_per_match.value, found.points_per_match.interval, 2, 1.0)));
        table.add_row(row);
    }
    let _ = writeln!(out, "{}\n", table.trim_fmt());
    let mut table = screen.table();
    table.set_header(["how the game plays", "", ""]);
    for figure in balance::balance(tally) {
        if figure.name == "void_deals_per_match" && figure.measure(tally).value <= 0.0 {
            continue;
        }
        let unit = if figure.kind == Kind::Share { "%" } else { "" };
        table.add_row([Cell::new(figure.about), right(shown(&figure, tally)), Cell::new(unit)]);
    }
    for place in 1..tally.layout.sides {
        let figure = balance::place_win_share(tally, place);
        let about = format!("matches won by the side {place} after the opener's");
        table.add_row([Cell::new(about), right(shown(&figure, tally)), Cell::new("%")]);
    }
    let _ = writeln!(out, "{}", table.trim_fmt());
    let _ = writeln!(out, "\n± and (…) are 95 % intervals from blocks.");
    out
}

/// What the rows of a group are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Axis {
    Variant,
    Point,
    Lineup,
}

/// The balance figures of an experiment's table, with their headings.
const COLUMNS: [(&str, &str); 9] = [
    ("opener_win_share", "opener\nwins, %"),
    ("opener_edge_points_per_round", "opener's\nedge, pts\nper round"),
    ("rounds_per_match", "rounds\nper\nmatch"),
    ("blocked_round_share", "blocked\nrounds, %"),
    ("discarded_events_per_match", "events\nlost per\nmatch"),
    ("discarded_points_per_match", "points\nlost per\nmatch"),
    ("lead_changes_per_match", "lead\nchanges\nper match"),
    ("unfinished_share", "unfinished,\n%"),
    ("shared_win_share", "shared\nwins, %"),
];

/// Figures that are left out of a group where they are zero throughout.
const RARE: [&str; 4] =
    ["discarded_events_per_match", "discarded_points_per_match", "unfinished_share", "shared_win_share"];

/// An experiment as tables. The rows of each are to be compared: variants if there are several, else sweep points, else line-ups.
#[must_use]
pub fn experiment(experiment: &Experiment, tallies: &[Tally], screen: Screen) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", experiment.title);
    let _ = writeln!(out, "{}\n", experiment.question);
    let _ = writeln!(
        out,
        "seed {}, {} blocks for each of {} cells: {} matches",
        experiment.plan.seed,
        thousands(experiment.blocks),
        experiment.cells.len(),
        thousands(experiment.matches())
    );
    let several = |of: &dyn Fn(&CellInfo) -> String| {
        let mut all: Vec<String> = experiment.cells.iter().map(of).collect();
        all.sort();
        all.dedup();
        all.len() > 1
    };
    let axis = if several(&|cell| cell.labels.variant.clone().unwrap_or_default()) {
        Axis::Variant
    } else if several(&|cell| cell.labels.point_text()) {
        Axis::Point
    } else {
        Axis::Lineup
    };
    let title_of = |cell: &CellInfo| {
        let labels = &cell.labels;
        let variant = if axis == Axis::Variant { "" } else { labels.variant.as_deref().unwrap_or("") };
        let point = if axis == Axis::Point { String::new() } else { labels.point_text() };
        let lineup = if axis == Axis::Lineup { "" } else { labels.lineup.as_str() };
        [variant, &point, lineup].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" / ")
    };
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for (index, cell) in experiment.cells.iter().enumerate() {
        let title = title_of(cell);
        match groups.iter_mut().find(|(other, _)| *other == title) {
            Some((_, members)) => members.push(index),
            None => groups.push((title, vec![index])),
        }
    }
    for (title, members) in &groups {
        let _ = writeln!(out, "\n{}", if title.is_empty() { "line-ups" } else { title });
        out.push_str(&group(experiment, tallies, members, axis, screen));
    }
    out.push_str("\n± and (…) are 95 % intervals from blocks.");
    if experiment.plan.cells.iter().any(|cell| cell.baseline.is_some()) {
        out.push_str(" Below a figure stands its difference from the row marked *, on the same deals.");
    }
    out.push('\n');
    for refused in &experiment.refused {
        let _ = writeln!(out, "left out: {} (rule {}: {})", refused.name, refused.rule, refused.message);
    }
    out
}

/// The heading of a slot's win share, telling slots of the same strategy apart.
fn share_heading(cells: &[&CellInfo], slot: usize) -> String {
    let first = &cells[0].sides;
    let name = |cell: &CellInfo, slot: usize| cell.sides.get(slot).map_or(String::new(), |side| side.name.clone());
    if cells.iter().any(|cell| name(cell, slot) != name(cells[0], slot)) {
        return format!("strategy {}\nwins, %", slot + 1);
    }
    let alike = first.iter().filter(|side| side.name == first[slot].name).count();
    if alike > 1 {
        format!("{} ({})\nwins, %", first[slot].name, slot + 1)
    } else {
        format!("{}\nwins, %", first[slot].name)
    }
}

fn group(experiment: &Experiment, tallies: &[Tally], members: &[usize], axis: Axis, screen: Screen) -> String {
    let cells: Vec<&CellInfo> = members.iter().map(|&index| &experiment.cells[index]).collect();
    let sides = cells.iter().map(|cell| cell.sides.len()).max().unwrap_or(2);
    let slots = if cells.iter().all(|cell| cell.self_play) {
        0
    } else if sides == 2 {
        1
    } else {
        sides
    };
    let figure = |index: usize, name: &str| balance::named(&tallies[index], name);
    let wanted: Vec<(&str, &str)> = COLUMNS
        .into_iter()
        .filter(|(name, _)| {
            let zero = |&index: &usize| figure(index, name).is_none_or(|f| f.measure(&tallies[index]).value == 0.0);
            !RARE.contains(name) || !members.iter().all(zero)
        })
        .collect();
    let mut table = screen.table();
    let label = match axis {
        Axis::Variant => "variant",
        Axis::Point => "sweep",
        Axis::Lineup => "line-up",
    };
    let mut header = vec![Cell::new(label)];
    header.extend((0..slots).map(|slot| right(share_heading(&cells, slot))));
    header.extend(wanted.iter().map(|(_, heading)| right(*heading)));
    table.set_header(header);
    if let Some(labels) = table.column_mut(0) {
        labels.set_constraint(ColumnConstraint::ContentWidth);
    }
    for (&index, info) in members.iter().zip(&cells) {
        let tally = &tallies[index];
        let baseline = experiment.plan.cells[index].baseline;
        let is_baseline = experiment.plan.cells.iter().any(|cell| cell.baseline == Some(index));
        let name = match axis {
            Axis::Variant => info.labels.variant.clone().unwrap_or_default(),
            Axis::Point => info.labels.point_text(),
            Axis::Lineup => info.labels.lineup.clone(),
        };
        let mut row = Row::from(vec![Cell::new(if is_baseline { format!("{name} *") } else { name })]);
        let difference = |own: &Figure, other: Option<Figure>| {
            let Some((other, index)) = other.zip(baseline) else {
                return String::new();
            };
            let (digits, scale) = style(own.kind);
            let found = own.difference(tally, &other, &tallies[index]).difference;
            format!("\n{}", signed(&found, digits, scale))
        };
        for slot in 0..slots {
            if slot >= info.sides.len() {
                row.add_cell(Cell::new(""));
                continue;
            }
            let found = balance::slot_result(tally, slot, info.self_play);
            let own = balance::win_share(tally, slot);
            let text = if info.self_play {
                format!("{:.2} (tie)", found.win_share * 100.0)
            } else {
                spread(found.win_share, Some(found.interval), 2, 100.0)
            };
            let other = baseline.map(|index| balance::win_share(&tallies[index], slot));
            row.add_cell(right(text + &difference(&own, other)));
        }
        for (name, _) in &wanted {
            let Some(own) = figure(index, name) else {
                row.add_cell(Cell::new(""));
                continue;
            };
            let other = baseline.and_then(|index| figure(index, name));
            row.add_cell(right(shown(&own, tally) + &difference(&own, other)));
        }
        table.add_row(row);
    }
    let mut text: String = table.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    if text.ends_with("\n\n") {
        text.pop();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        let interval = Some(Interval { low: 0.4, high: 0.6 });
        assert_eq!(spread(0.5, interval, 1, 100.0), "50.0 ±10.0");
        assert_eq!(spread(0.5, Some(Interval { low: 0.2, high: 0.6 }), 1, 100.0), "50.0 (20.0–60.0)");
        assert_eq!(spread(f64::NAN, None, 1, 1.0), "–");
        assert_eq!(signed(&Measure { value: -0.5, interval: None }, 1, 1.0), "-0.5");
        assert_eq!(signed(&Measure { value: 0.5, interval: None }, 1, 1.0), "+0.5");
    }
}
