//! The rules of every variant: what the options that differ mean, then each variant's own options.

use std::collections::BTreeSet;

use maud::{Markup, html};

use super::page_view::PageView;
use crate::analysis::resolved::option_text;
use crate::analysis::summary::CellSummary;
use crate::games::PRESETS;

/// The options that are not the same in all cells.
fn varied<'a>(found: &PageView<'a>) -> BTreeSet<&'a str> {
    let cells = &found.summary.cells;
    let keys = cells.iter().flat_map(|cell| cell.info.game.keys().map(String::as_str)).collect::<BTreeSet<_>>();
    let differs = |key: &&str| cells.iter().any(|cell| cell.info.game.get(*key) != cells[0].info.game.get(*key));
    keys.into_iter().filter(differs).collect()
}

/// What an option means, in the words of the game.
fn meaning<'a>(cell: &CellSummary, option: &str) -> Option<&'a str> {
    let game = cell.info.game.get("name")?.as_str()?;
    let preset = PRESETS.iter().find(|preset| preset.name == game)?;
    preset.options.iter().find(|found| found.name == option).map(|found| found.meaning)
}

fn options(cell: &CellSummary, wanted: impl Fn(&str) -> bool) -> String {
    let option = |(key, value): (&String, &_)| format!("{key}={}", option_text(value));
    cell.info.game.iter().filter(|(key, _)| wanted(key)).map(option).collect::<Vec<_>>().join(" ")
}

/// The section.
pub(super) fn section(found: &PageView<'_>) -> Markup {
    let varied = varied(found);
    let mut seen = BTreeSet::new();
    let variants: Vec<&CellSummary> =
        found.summary.cells.iter().filter(|cell| seen.insert(found.rules_of(cell))).collect();
    html! {
        h2 { "Rules" }
        @if !varied.is_empty() {
            dl.meanings {
                @for option in &varied {
                    dt { (option) }
                    dd { (found.summary.cells.iter().find_map(|cell| meaning(cell, option)).unwrap_or_default()) }
                }
            }
        }
        @for cell in variants {
            details.rules id=(found.rules_of(cell)) {
                summary { (found.rules_name(cell)) @if !varied.is_empty() { ": " (options(cell, |key| varied.contains(key))) } }
                p.small { (options(cell, |_| true)) }
            }
        }
    }
}
