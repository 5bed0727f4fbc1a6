//! The figures of a group: win shares, the opener's edge, scores, margins and lengths.

use maud::{Markup, html};

use super::chart::{Drawn, Row, SERIES, Series, figure, forest, histogram, in_reach};
use super::result::{Cell, Group, PageModel, slot_name};
use crate::stats::figures::{self, Measure};
use crate::stats::intervals::{self, Interval};
use crate::tally::Histogram;
use crate::tally::Tally;

/// The most rows of a forest plot: a longer one is no picture any more.
const MOST_ROWS: usize = 60;

fn scaled(measure: &Measure, scale: f64) -> Measure {
    let interval = measure.interval.map(|interval| interval.times(scale));
    Measure { value: scale * measure.value, interval }
}

fn in_words(rows: &[Row], digits: usize, unit: &str) -> String {
    let row = |row: &Row| match row.interval {
        Some(i) => format!("{}: {:.digits$} ({:.digits$} to {:.digits$})", row.label, row.value, i.low, i.high),
        None => format!("{}: {:.digits$}", row.label, row.value),
    };
    format!("In {unit}, with 95 % intervals: {}.", rows.iter().map(row).collect::<Vec<_>>().join("; "))
}

/// A forest plot with its text alternative. `mark` is a value worth a line, with what it means.
pub(super) fn forest_figure(
    title: &str,
    unit: &str,
    digits: usize,
    mut rows: Vec<Row>,
    mark: Option<(f64, &str)>,
) -> Drawn<Markup> {
    let left_out = rows.len().saturating_sub(MOST_ROWS);
    rows.truncate(MOST_ROWS);
    let mark = mark.filter(|(mark, _)| in_reach(&rows, *mark));
    let axis = format!("{unit}; bars: 95 % intervals");
    let svg = forest(&rows, &axis, mark.map(|(mark, _)| mark))?;
    let below = html! {
        p.small {
            @if let Some((_, meaning)) = mark { "The grey lines stand at " (meaning) ". " }
            @if left_out > 0 { "The first " (MOST_ROWS) " rows; " (left_out) " more are in the table." }
        }
    };
    Ok(figure(title, &in_words(&rows, digits, unit), &svg, &below))
}

fn rows(found: &PageModel, group: &Group, measure: impl Fn(&Cell) -> Option<Measure>) -> Vec<Row> {
    let row = |cell: &Cell| {
        let Measure { value, interval } = measure(cell)?;
        Some(Row { label: found.row(cell), value, interval })
    };
    found.members(group).filter_map(row).collect()
}

/// Win shares: of the first of two sides, of every one of more.
fn win_shares(found: &PageModel, group: &Group) -> Drawn<Option<Markup>> {
    let slots = found.told_slots(group);
    if slots == 0 {
        return Ok(None);
    }
    let mut all = Vec::new();
    for cell in found.members(group) {
        for (slot, one) in cell.slots.iter().enumerate().take(slots) {
            let row = found.row(cell);
            let label = match (slots, group.members.len()) {
                (1, _) => row,
                (_, 1) => cell.sides[slot].clone(),
                _ => format!("{row}: {}", cell.sides[slot]),
            };
            all.push(Row { label, value: 100.0 * one.win_share, interval: Some(one.interval) });
        }
    }
    for row in &mut all {
        row.interval = row.interval.map(|interval| interval.times(100.0));
    }
    let sides = found.members(group).next().map_or(2, |cell| cell.sides.len());
    let same = found.members(group).all(|cell| cell.sides.len() == sides);
    let mark = same.then_some((100.0 / sides as f64, "an equal share"));
    let whose = if slots == 1 { slot_name(found.members(group), 0) } else { "each strategy".to_owned() };
    forest_figure(&format!("Win share of {whose}"), "share of matches won, %", 2, all, mark).map(Some)
}

/// The opener's wins and edge.
fn opener(found: &PageModel, group: &Group) -> Drawn<Vec<Markup>> {
    let wins =
        rows(found, group, |cell| Some(scaled(&figures::place_win_share(&cell.tally, 0).measure(&cell.tally), 100.0)));
    let edge = rows(found, group, |cell| {
        figures::named(&cell.tally, "opener_edge_points_per_round").map(|figure| figure.measure(&cell.tally))
    });
    let sides = found.members(group).next().map_or(2, |cell| cell.sides.len());
    let same = found.members(group).all(|cell| cell.sides.len() == sides);
    let equal = same.then_some((100.0 / sides as f64, "an equal share"));
    Ok(vec![
        forest_figure("Matches won by the first round's opener", "share of matches, %", 2, wins, equal)?,
        forest_figure(
            "The opener's edge: its points above the others' mean",
            "points per round",
            3,
            edge,
            Some((0.0, "no edge")),
        )?,
    ])
}

/// About how many bins a histogram has.
const BINS: i64 = 24;

/// The width of bins for a range of whole numbers: 1, 2, 5, 10, 20, …
fn bin_width(low: i64, high: i64) -> i64 {
    let range = high.saturating_sub(low);
    let mut power = 1i64;
    loop {
        for factor in [1, 2, 5] {
            let width = power.saturating_mul(factor);
            if range / width < BINS || width > i64::MAX / 16 {
                return width;
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The value that a share of the counted matches does not exceed.
fn quantile(shape: &Histogram, share: f64) -> i64 {
    let total: u64 = shape.iter().map(|(_, count)| count).sum();
    let mut below = 0;
    for (value, count) in shape.iter() {
        below += count;
        if below as f64 >= share * total as f64 {
            return value;
        }
    }
    0
}

/// A distribution over matches: what it is, its unit, where it is kept, and its mean.
struct Shape<'a> {
    title: String,
    unit: &'a str,
    of: &'a dyn Fn(&Tally) -> Option<&Histogram>,
    mean: &'a dyn Fn(&Tally) -> Option<Measure>,
}

fn shape_figure(found: &PageModel, group: &Group, shape: &Shape<'_>) -> Drawn<Option<Markup>> {
    let all = found.members(group).filter_map(|cell| Some((cell, (shape.of)(&cell.tally)?)));
    let with_any: Vec<(&Cell, &Histogram)> = all.filter(|(_, counts)| counts.iter().next().is_some()).collect();
    let shown = &with_any[..with_any.len().min(SERIES.len())];
    let values = || shown.iter().flat_map(|(_, counts)| counts.iter().map(|(value, _)| value));
    let (Some(low), Some(high)) = (values().min(), values().max()) else {
        return Ok(None);
    };
    let width = bin_width(low, high);
    let first = low.div_euclid(width) * width;
    let bins = (high - first) / width + 1;
    let mut series = Vec::new();
    let mut words = Vec::new();
    let mut widest = 0.0f64;
    for (place, (cell, counts)) in shown.iter().enumerate() {
        let total: u64 = counts.iter().map(|(_, count)| count).sum();
        let mut shares = vec![0.0; usize::try_from(bins).unwrap_or(0)];
        for (value, count) in counts.iter() {
            let bin = usize::try_from((value - first) / width).unwrap_or(0);
            if let Some(share) = shares.get_mut(bin) {
                *share += count as f64 / total as f64;
            }
        }
        // The matches of a block are counted as one observation: at worst they all come out alike.
        let interval = |share: f64| intervals::share(share, None, cell.tally.blocks.min(total));
        let shares: Vec<(f64, Interval)> = shares
            .into_iter()
            .map(|share| {
                let i = interval(share);
                widest = widest.max(50.0 * (i.high - i.low));
                (100.0 * share, i.times(100.0))
            })
            .collect();
        let mean = (shape.mean)(&cell.tally).unwrap_or(Measure { value: f64::NAN, interval: None });
        let ends = mean.interval.map_or_else(String::new, |i| format!(" ({:.2} to {:.2})", i.low, i.high));
        words.push(format!(
            "{}: mean {:.2}{ends}, median {}, half of all between {} and {}, all between {} and {}",
            found.row(cell),
            mean.value,
            quantile(counts, 0.5),
            quantile(counts, 0.25),
            quantile(counts, 0.75),
            quantile(counts, 0.0),
            quantile(counts, 1.0),
        ));
        series.push(Series { colour: place, shares, mean: mean.value, mean_interval: mean.interval });
    }
    let svg = histogram(&series, first, width, shape.unit)?;
    let each = if width == 1 { "one value".to_owned() } else { format!("{width} values") };
    let below = html! {
        @if shown.len() > 1 {
            ul.legend { @for (place, (cell, _)) in shown.iter().enumerate() { li class={ "s" (place) } { (found.row(cell)) } } }
        }
        p.small {
            "Steps: shares of matches, " (each) " each, known within ±" (format!("{widest:.1}")) " percentage points or better (95 %). "
            "Points below: means with 95 % intervals."
            @if with_any.len() > shown.len() { " The first " (shown.len()) " of " (with_any.len()) " rows; all are in distributions.csv." }
        }
    };
    let description = format!("In {}: {}.", shape.unit, words.join("; "));
    Ok(Some(figure(&shape.title, &description, &svg, &below)))
}

/// Scores, margins and lengths.
pub(super) fn distributions(found: &PageModel, group: &Group) -> Drawn<Vec<Markup>> {
    let sides = found.members(group).map(|cell| cell.sides.len()).max().unwrap_or(2);
    // Seats that play alike have the same scores, since every seating is counted.
    let slots = if found.told_slots(group) == 0 { 1 } else { sides };
    let mut all = Vec::new();
    for slot in 0..slots {
        let name = slot_name(found.members(group), slot);
        all.extend(shape_figure(
            found,
            group,
            &Shape {
                title: format!("Final scores of {name}"),
                unit: "final score, points",
                of: &|tally| tally.shapes.scores.get(slot),
                mean: &|tally| {
                    (slot < tally.layout.sides).then(|| figures::points_per_match(tally, slot).measure(tally))
                },
            },
        )?);
    }
    let named = |tally: &Tally, name: &str| figures::named(tally, name).map(|figure| figure.measure(tally));
    all.extend(shape_figure(
        found,
        group,
        &Shape {
            title: "Decisiveness (winning margin)".to_owned(),
            unit: "margin of matches that were won, points",
            of: &|tally| Some(&tally.shapes.margins),
            mean: &|tally| named(tally, "margin_points"),
        },
    )?);
    all.extend(shape_figure(
        found,
        group,
        &Shape {
            title: "Length of matches".to_owned(),
            unit: "rounds in a match",
            of: &|tally| Some(&tally.shapes.rounds),
            mean: &|tally| named(tally, "rounds_per_match"),
        },
    )?);
    Ok(all)
}

/// The figures that say who wins.
pub(super) fn shares(found: &PageModel, group: &Group) -> Drawn<Vec<Markup>> {
    let mut all: Vec<Markup> = win_shares(found, group)?.into_iter().collect();
    all.extend(opener(found, group)?);
    Ok(all)
}
