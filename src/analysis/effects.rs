//! Effects of variants against their baselines, taken together over line-ups, and the figures that an experiment's question asks for.

use super::comparisons::{Claim, Comparison};
use super::figures::{FigureSpec, GAME, Output, WIN_SHARE};
use super::row_groups::Axis;
use super::summary::{CellSummary, Summary};
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;

/// The mean of several differences.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// The mean. Half the width of its interval is the mean of the half-widths, which holds however the line-ups are related.
    pub mean: Measure,
    /// The least of them.
    pub least: f64,
    /// The largest of them.
    pub most: f64,
    /// How many there are.
    pub count: usize,
    /// How many of them are significant.
    pub different: usize,
    /// How many of them are within the margin.
    pub equivalent: usize,
}

impl Effect {
    /// The mean of some differences; none of none.
    #[must_use]
    pub fn of(all: &[&Comparison]) -> Option<Effect> {
        let measures = all.iter().map(|found| &found.difference.difference);
        let values = || measures.clone().map(|measure| measure.value);
        let claimed = |claims: [Claim; 2]| all.iter().filter(|found| claims.contains(&found.claim)).count();
        Some(Effect {
            mean: mean(measures.clone().cloned())?,
            least: values().fold(f64::INFINITY, f64::min),
            most: values().fold(f64::NEG_INFINITY, f64::max),
            count: all.len(),
            different: claimed([Claim::Different, Claim::DifferentWithinMargin]),
            equivalent: claimed([Claim::Equivalent, Claim::DifferentWithinMargin]),
        })
    }
}

/// The mean of some values, with an interval that holds however they are related; none of none, or where one is no number.
pub fn mean(all: impl Iterator<Item = Measure>) -> Option<Measure> {
    let (mut sum, mut below, mut above, mut count) = (0.0, 0.0, 0.0, 0.0);
    for measure in all {
        let Interval { low, high } = measure.interval.unwrap_or(Interval { low: measure.value, high: measure.value });
        sum += measure.value;
        below += measure.value - low;
        above += high - measure.value;
        count += 1.0;
    }
    let value = sum / count;
    let interval = Interval { low: value - below / count, high: value + above / count };
    let varied = interval.high > interval.low;
    value.is_finite().then(|| Measure { value, interval: varied.then_some(interval) })
}

/// The slot of the better player of a cell: the one whose win share is highest and, by its interval, above an equal one.
#[must_use]
pub fn better_player(cell: &CellSummary) -> Option<usize> {
    let equal = 1.0 / cell.sides() as f64;
    let shares = cell.strategies.iter().enumerate().filter(|(_, found)| found.win_share.interval.low > equal);
    let better = shares.max_by(|(_, a), (_, b)| a.win_share.value.total_cmp(&b.win_share.value));
    better.map(|(slot, _)| slot).filter(|_| !cell.info.self_play)
}

/// Whose win share stands for a cell: the better player's by its baseline, or by itself for a baseline; the first player's where none is better or
/// nothing is compared.
#[must_use]
pub fn told_slot(summary: &Summary, cell: &CellSummary) -> usize {
    let measured = cell.baseline.map(|index| &summary.cells[index]).or(cell.is_baseline.then_some(cell));
    measured.and_then(better_player).filter(|slot| *slot < cell.sides()).unwrap_or(0)
}

/// A figure of a cell: the win share of whom it is told, or a figure of the game.
#[must_use]
pub fn value(summary: &Summary, cell: &CellSummary, figure: &FigureSpec) -> Option<Measure> {
    if figure.name == WIN_SHARE.name {
        return (!cell.info.self_play).then(|| cell.strategies.get(told_slot(summary, cell)).map(|one| one.share()))?;
    }
    let slot = told_slot(summary, cell);
    let of_strategy = || cell.strategies.get(slot)?.figures.iter().find(|found| found.figure.name == figure.name);
    cell.figure(figure).cloned().or_else(|| of_strategy().map(|found| found.measure.clone()))
}

/// The difference of a cell from its baseline in such a figure.
#[must_use]
pub fn comparison<'a>(summary: &Summary, cell: &'a CellSummary, figure: &FigureSpec) -> Option<&'a Comparison> {
    if figure.name == WIN_SHARE.name && cell.info.self_play {
        return None;
    }
    let of_slot = || cell.comparison(Some(told_slot(summary, cell)), figure);
    cell.comparison(None, figure).or_else(of_slot).filter(|found| found.difference.difference.value.is_finite())
}

/// How large the differences in a figure are on average, in standard errors; 0 where nothing is compared.
fn strength(summary: &Summary, figure: &FigureSpec) -> f64 {
    let scores = summary.cells.iter().filter_map(|cell| {
        let Comparison { difference, .. } = comparison(summary, cell, figure)?;
        difference.standard_error.filter(|error| *error > 0.0).map(|error| (difference.difference.value / error).abs())
    });
    let (sum, count) = scores.fold((0.0, 0u32), |(sum, count), score| (sum + score, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}

/// Whether a figure is 0 by the rules in one of two cells that are compared, so that its difference tells nothing else.
fn is_trivial(summary: &Summary, figure: &FigureSpec) -> bool {
    let all = summary.cells.iter().filter_map(|cell| comparison(summary, cell, figure));
    figure.hidden_if_zero && all.into_iter().any(|found| found.value == 0.0 || found.baseline_value == 0.0)
}

/// The figures of an experiment, those that its question asks for first: what it names with `show`, else the win share and those with the largest
/// effects, or where nothing is compared the first of the registry. At most `most`.
#[must_use]
pub fn shown(summary: &Summary, most: usize) -> Vec<&'static FigureSpec> {
    if !summary.show.is_empty() {
        return summary.show.iter().map(|figure| figure.0).collect();
    }
    let share = summary.cells.iter().any(|cell| !cell.info.self_play).then_some(&WIN_SHARE);
    let zero =
        |figure: &FigureSpec| summary.cells.iter().all(|cell| cell.figure(figure).is_none_or(|m| m.value == 0.0));
    let mut others: Vec<(&FigureSpec, f64)> = GAME
        .iter()
        .filter(|figure| figure.shows(Output::Table) && !zero(figure))
        .map(|figure| (figure, if is_trivial(summary, figure) { 0.0 } else { strength(summary, figure) }))
        .collect();
    others.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    share.into_iter().chain(others.into_iter().map(|(figure, _)| figure)).take(most).collect()
}

/// The figure besides the win share with the largest effect; rounds and points before others, unless the experiment names what it shows.
#[must_use]
pub fn second(summary: &Summary, besides: &[&'static FigureSpec]) -> Option<&'static FigureSpec> {
    let named = !summary.show.is_empty();
    let wanted = |figure: &&'static FigureSpec| {
        let asked = named || ["rounds", "points"].contains(&figure.unit) || besides.is_empty();
        figure.name != WIN_SHARE.name && asked && !besides.contains(figure) && !is_trivial(summary, figure)
    };
    let all = shown(summary, usize::MAX).into_iter().filter(wanted);
    let scored: Vec<(&FigureSpec, f64)> = all.map(|figure| (figure, strength(summary, figure))).collect();
    let best = scored.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map(|(figure, _)| figure)
}

/// The rows that are compared with a baseline, in the order of their first cells: each with its cells, one for each line-up.
#[must_use]
pub fn compared_rows(summary: &Summary) -> Vec<(String, Vec<&CellSummary>)> {
    let axis = Axis::of(summary);
    let mut rows: Vec<(String, Vec<&CellSummary>)> = Vec::new();
    for cell in summary.cells.iter().filter(|cell| cell.baseline.is_some()) {
        let name = axis.row(cell);
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => rows.push((name, vec![cell])),
        }
    }
    rows
}
