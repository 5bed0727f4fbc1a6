//! A sweep over one option whose values are numbers, as series that can be drawn as lines.

use super::figures::FigureSpec;
use super::summary::{CellSummary, Summary};
use super::{effects, row_groups::Axis};
use crate::stats::measure::Measure;

/// The fewest values of an option that make a line.
const FEWEST: usize = 3;

/// A line: a variant or a line-up along the option.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// What it is called in its panel.
    pub name: String,
    /// The panel that it belongs to.
    pub panel: String,
    /// The option's values in order, each with its cell.
    pub points: Vec<(i64, &'a CellSummary)>,
}

/// A sweep over numbers.
#[derive(Clone, Debug)]
pub struct NumberSweep<'a> {
    /// The option.
    pub option: String,
    /// The lines.
    pub lines: Vec<Line<'a>>,
}

/// The options of the sweep that take several values.
#[must_use]
pub fn varied_options(summary: &Summary) -> Vec<String> {
    let Some(first) = summary.cells.first() else {
        return Vec::new();
    };
    let varies =
        |key: &&String| summary.cells.iter().any(|cell| cell.info.sweep.get(*key) != first.info.sweep.get(*key));
    first.info.sweep.keys().filter(varies).cloned().collect()
}

impl Line<'_> {
    /// Whether it has a figure at each of its points.
    #[must_use]
    pub fn has(&self, summary: &Summary, figure: &FigureSpec) -> bool {
        self.points.iter().all(|(_, cell)| effects::value(summary, cell, figure).is_some())
    }
}

impl<'a> NumberSweep<'a> {
    /// The sweep of an experiment, if it is one over numbers: one option with at least three of them for every line.
    #[must_use]
    pub fn of(summary: &'a Summary) -> Option<NumberSweep<'a>> {
        let [option] = varied_options(summary).try_into().ok()?;
        let variants = Axis::of(summary) == Axis::Variant;
        let mut lines: Vec<Line<'a>> = Vec::new();
        for cell in &summary.cells {
            let at = cell.info.sweep.get(&option)?.as_i64()?;
            let lineup = cell.info.lineup.clone();
            let variant = cell.info.variant.clone().unwrap_or_default();
            let (name, panel) = if variants { (variant, lineup) } else { (lineup, String::new()) };
            match lines.iter_mut().find(|line| line.name == name && line.panel == panel) {
                Some(line) => line.points.push((at, cell)),
                None => lines.push(Line { name, panel, points: vec![(at, cell)] }),
            }
        }
        lines.iter_mut().for_each(|line| line.points.sort_by_key(|(at, _)| *at));
        lines.iter().all(|line| line.points.len() >= FEWEST).then_some(NumberSweep { option, lines })
    }

    /// The lines that have a figure at each of their points.
    #[must_use]
    pub fn told(&self, summary: &Summary, figure: &FigureSpec) -> Vec<&Line<'a>> {
        self.lines.iter().filter(|line| line.has(summary, figure)).collect()
    }

    /// The mean of a figure over all lines at each value of the option; without those that some line lacks.
    #[must_use]
    pub fn mean(&self, summary: &Summary, figure: &FigureSpec) -> Vec<(i64, Measure)> {
        let told = self.told(summary, figure);
        let at = |at: i64| {
            let cells =
                told.iter().map(|line| line.points.iter().find(|(other, _)| *other == at).map(|(_, cell)| *cell));
            let values: Option<Vec<Measure>> = cells.map(|cell| effects::value(summary, cell?, figure)).collect();
            Some((at, effects::mean(values?.into_iter())?))
        };
        told.first().map_or_else(Vec::new, |line| line.points.iter().filter_map(|(value, _)| at(*value)).collect())
    }
}
