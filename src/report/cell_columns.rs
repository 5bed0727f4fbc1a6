//! The columns by which the rows of a table name their cell: its names, and a column for every option in which the cells differ.

use serde_json::Value;

use super::csv_fields::name;
use crate::analysis::resolved::option_text;
use crate::analysis::summary::{CellSummary, Summary};

/// The preset's name among the options of a resolved game.
const PRESET: &str = "name";

/// The columns that name a cell.
pub(super) struct CellColumns {
    /// The options, as the resolved game calls them.
    options: Vec<String>,
}

impl CellColumns {
    /// The columns for the cells of a result: the options that are swept over or do not have one value throughout, in the order of the game.
    pub(super) fn of(summary: &Summary) -> CellColumns {
        let cells = || summary.cells.iter().map(|cell| &cell.info);
        let mut options: Vec<String> = Vec::new();
        for key in cells().flat_map(|info| info.game.keys()) {
            if !options.contains(key) {
                options.push(key.clone());
            }
        }
        options.retain(|key| {
            let mut values = cells().map(|info| info.game.get(key));
            let first = values.next();
            values.any(|value| Some(value) != first) || cells().any(|info| info.sweep.contains_key(key))
        });
        CellColumns { options }
    }

    /// Their headings. The options have a prefix, which keeps them apart from the figures (`sides` is both).
    pub(super) fn header(&self) -> Vec<String> {
        let option = |key: &String| if key == PRESET { "game".to_owned() } else { format!("option_{key}") };
        let names = ["cell", "variant", "lineup", "baseline"].map(str::to_owned);
        names.into_iter().chain(self.options.iter().map(option)).collect()
    }

    /// What begins the rows of a cell; an option that its game does not have is empty.
    pub(super) fn row(&self, summary: &Summary, cell: &CellSummary) -> Vec<String> {
        let info = &cell.info;
        let baseline = cell.baseline.map(|other| summary.cells[other].info.name.clone());
        let names = [
            name(&info.name),
            name(info.variant.as_deref().unwrap_or_default()),
            name(&info.lineup),
            name(&baseline.unwrap_or_default()),
        ];
        let value = |value: Option<&Value>| value.map_or_else(String::new, option_text);
        names.into_iter().chain(self.options.iter().map(|key| value(info.game.get(key)))).collect()
    }
}
