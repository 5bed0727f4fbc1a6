//! The tables of a result folder, all of which follow from its summary.

use super::csv;
use super::luck_table::{self, LUCK};
use super::tournament_tables::{self, CROSSTABLE, RATINGS};
use crate::analysis::Summary;

/// The table of differences; not every result has one.
pub const DIFFERENCES: &str = "differences.csv";

/// Every table that a result has, by name.
#[must_use]
pub fn tables(summary: &Summary) -> Vec<(&'static str, Vec<u8>)> {
    let mut tables = vec![("summary.csv", csv::summary(summary))];
    if summary.cells.iter().any(|cell| cell.baseline.is_some()) {
        tables.push((DIFFERENCES, csv::differences(summary)));
    }
    tables.push(("distributions.csv", csv::distributions(summary)));
    tables.push(("block-classes.csv", csv::block_classes(summary)));
    if let Some(tournament) = &summary.tournament {
        tables.push((RATINGS, tournament_tables::ratings(tournament)));
        tables.push((CROSSTABLE, tournament_tables::crosstable(tournament)));
    }
    if summary.cells.iter().any(|cell| cell.info.luck.is_some()) {
        tables.push((LUCK, luck_table::csv(summary)));
    }
    tables
}
