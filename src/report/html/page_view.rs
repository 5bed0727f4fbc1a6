//! What all sections of a page look at: the summary, the manifest, and which cells stand under each other.

use super::super::manifest::Manifest;
use crate::analysis::row_groups::{Axis, Group};
use crate::analysis::summary::{CellSummary, Summary};

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

    /// Whether a rule may have ended the run.
    pub(super) const fn stopped(&self) -> bool {
        self.summary.stop.is_some()
    }

    /// The sides of the first cell; of a tournament, of all.
    pub(super) fn sides(&self) -> usize {
        self.summary.cells.first().map_or(2, CellSummary::sides)
    }
}
