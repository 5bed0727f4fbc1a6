//! What all sections of a page look at: the summary, the manifest, and which cells stand under each other.

use super::super::manifest::Manifest;
use crate::analysis::figures::FigureSpec;
use crate::analysis::row_groups::{Axis, Group};
use crate::analysis::summary::{CellSummary, Summary};
use crate::stats::measure::Measure;

/// A value as it is written for people: shares in per cent.
pub(super) fn scaled(figure: &FigureSpec, measure: &Measure) -> Measure {
    let scale = figure.scale();
    Measure { value: scale * measure.value, interval: measure.interval.map(|interval| interval.times(scale)) }
}

/// A result as a page shows it.
pub(super) struct PageView<'a> {
    pub(super) summary: &'a Summary,
    pub(super) manifest: &'a Manifest,
    pub(super) axis: Axis,
    pub(super) groups: Vec<Group>,
}

impl<'a> PageView<'a> {
    pub(super) fn new(summary: &'a Summary, manifest: &'a Manifest) -> PageView<'a> {
        let axis = Axis::of(summary);
        PageView { summary, manifest, axis, groups: axis.groups(summary) }
    }

    /// The cells of a group.
    pub(super) fn members<'b>(&'b self, group: &'b Group) -> impl Iterator<Item = &'b CellSummary> + Clone {
        group.cells(self.summary)
    }

    /// A cell's name among the rows of its group.
    pub(super) fn row(&self, cell: &CellSummary) -> String {
        self.axis.row(cell)
    }

    /// What a cell's rules are called: its variant and its point of the sweep.
    pub(super) fn rules_name(&self, cell: &CellSummary) -> String {
        let parts = [cell.info.variant.clone().unwrap_or_default(), cell.info.point_text()];
        let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" / ");
        if name.is_empty() { "all options".to_owned() } else { name }
    }

    /// The anchor of a cell's rules: that of the first cell with the same.
    pub(super) fn rules_of(&self, cell: &CellSummary) -> String {
        let same =
            |other: &CellSummary| (&other.info.variant, &other.info.sweep) == (&cell.info.variant, &cell.info.sweep);
        format!("rules-{}", self.summary.cells.iter().position(same).unwrap_or(0) + 1)
    }

    /// Whether a rule may have ended the run.
    pub(super) const fn stopped(&self) -> bool {
        self.summary.stop.is_some()
    }

    /// Whether cells are compared with a baseline.
    pub(super) fn is_compared(&self) -> bool {
        self.summary.cells.iter().any(|cell| cell.baseline.is_some())
    }

    /// The sides of the first cell; of a tournament, of all.
    pub(super) fn sides(&self) -> usize {
        self.summary.cells.first().map_or(2, CellSummary::sides)
    }
}
