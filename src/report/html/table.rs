//! The table of a group: a row for each cell, below it its differences from the baseline.

use maud::{Markup, html};

use super::super::terminal::{COLUMNS, RARE, SKILL_HEADING, compared_text, elo_text, share_text, shown};
use super::result::{Cell, Group, PageModel, slot_name};
use crate::stats::figures::{self, FigureKind};

/// One heading without its line breaks.
fn flat(heading: &str) -> String {
    heading.replace('\n', " ")
}

/// Balance figures that there is room for on a page, behind those of [`COLUMNS`].
const MORE: [(&str, &str); 1] = [("choices_per_move", "moves to choose from")];

/// The table.
pub(super) fn table(found: &PageModel, group: &Group) -> Markup {
    let slots = found.told_slots(group);
    let two = found.members(group).all(|cell| cell.sides.len() == 2);
    let figure = |cell: &Cell, name: &str| figures::named(&cell.tally, name);
    let zero = |cell: &Cell, name: &str| figure(cell, name).is_none_or(|f| f.measure(&cell.tally).value == 0.0);
    let kept = |name: &str| !RARE.contains(&name) || !found.members(group).all(|cell| zero(cell, name));
    let columns: Vec<(&str, &str)> = COLUMNS.into_iter().chain(MORE).filter(|(name, _)| kept(name)).collect();
    let difference = |cell: &Cell, slot: Option<usize>, name: &str, kind: FigureKind| {
        cell.comparison(slot, name).map_or_else(String::new, |comparison| compared_text(comparison, kind))
    };
    let measure = |cell: &Cell| cell.skill.map(|index| &found.cells[index]);
    let skill = found.members(group).any(|cell| cell.skill.is_some());
    html! {
        div.scroll role="region" tabindex="0" aria-label={ "Table of figures: " (group.title) } {
            table {
                thead {
                    tr {
                        th scope="col" { (found.axis.label()) }
                        @for slot in 0..slots { th scope="col" { (slot_name(found.members(group), slot)) " wins, %" } }
                        @if slots == 1 && two { th scope="col" { "Elo" } }
                        @for (_, heading) in &columns { th scope="col" { (flat(heading)) } }
                        @if skill { th scope="col" { (flat(SKILL_HEADING)) } }
                    }
                }
                tbody {
                    @for cell in found.members(group) {
                        tr {
                            th scope="row" { (found.row(cell)) @if cell.is_baseline { " *" } }
                            @for slot in 0..slots { td { @if let Some(slot) = cell.slots.get(slot) { (share_text(slot)) } } }
                            @if slots == 1 && two { td { (elo_text(&cell.slots[0])) } }
                            @for (name, _) in &columns { td { @if let Some(f) = figure(cell, name) { (shown(&f, &cell.tally)) } } }
                            @if skill { td { @if let Some(other) = measure(cell) { (share_text(&other.slots[0])) } } }
                        }
                        @if cell.baseline.is_some() {
                            tr.difference {
                                th scope="row" { "difference" }
                                @for slot in 0..slots { td { (difference(cell, Some(slot), "win_share", FigureKind::Share)) } }
                                @if slots == 1 && two { td {} }
                                @for (name, _) in &columns {
                                    td { @if let Some(f) = figure(cell, name) { (difference(cell, None, name, f.kind)) } }
                                }
                                @if skill {
                                    td { @if let Some(other) = measure(cell) { (difference(other, Some(0), "win_share", FigureKind::Share)) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
