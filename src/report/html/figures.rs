//! The distributions of a group: scores, margins and lengths.

use maud::{Markup, html};

use super::super::text::capital;
use super::chart::{Drawn, SERIES, Series, figure, histogram};
use super::page_view::PageView;
use crate::analysis::figures::{Distribution, GAME, STRATEGY};
use crate::analysis::row_groups::{Group, slot_name};
use crate::analysis::summary::CellSummary;
use crate::stats::intervals::{self, Interval};
use crate::stats::measure::Measure;
use crate::tally::Histogram;

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
    of: &'a dyn Fn(&CellSummary) -> Option<&Histogram>,
    mean: &'a dyn Fn(&CellSummary) -> Option<Measure>,
}

fn shape_figure(found: &PageView<'_>, group: &Group, shape: &Shape<'_>) -> Drawn<Option<Markup>> {
    let all = found.members(group).filter_map(|cell| Some((cell, (shape.of)(cell)?)));
    let with_any: Vec<(&CellSummary, &Histogram)> = all.filter(|(_, counts)| counts.iter().next().is_some()).collect();
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
        let interval = |share: f64| intervals::share(share, None, cell.blocks.min(total));
        let shares: Vec<(f64, Interval)> = shares
            .into_iter()
            .map(|share| {
                let i = interval(share);
                widest = widest.max(50.0 * (i.high - i.low));
                (100.0 * share, i.times(100.0))
            })
            .collect();
        let mean = (shape.mean)(cell).unwrap_or(Measure { value: f64::NAN, interval: None });
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
pub(super) fn distributions(found: &PageView<'_>, group: &Group) -> Drawn<Vec<Markup>> {
    let sides = found.members(group).map(|cell| cell.sides()).max().unwrap_or(2);
    // Seats that play alike have the same scores, since every seating is counted.
    let slots = if group.told_slots(found.summary) == 0 { 1 } else { sides };
    let mut all = Vec::new();
    for (place, figure) in STRATEGY.iter().enumerate().filter(|(_, f)| f.distribution == Some(Distribution::Scores)) {
        for slot in 0..slots {
            let mean = |cell: &CellSummary| cell.strategies.get(slot).map(|found| found.figures[place].measure.clone());
            let shape = Shape {
                title: format!("{} of {}", capital(figure.about), slot_name(found.members(group), slot)),
                unit: figure.unit,
                of: &|cell| cell.distributions.scores.get(slot),
                mean: &mean,
            };
            all.extend(shape_figure(found, group, &shape)?);
        }
    }
    for figure in GAME.iter() {
        let of: &dyn Fn(&CellSummary) -> Option<&Histogram> = match figure.distribution {
            Some(Distribution::Rounds) => &|cell| Some(&cell.distributions.rounds),
            Some(Distribution::Margins) => &|cell| Some(&cell.distributions.margins),
            Some(Distribution::Scores) | None => continue,
        };
        let mean = |cell: &CellSummary| cell.figure(figure).cloned();
        let shape = Shape { title: capital(figure.about), unit: figure.unit, of, mean: &mean };
        all.extend(shape_figure(found, group, &shape)?);
    }
    Ok(all)
}
