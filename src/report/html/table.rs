//! The table of a group: a row for each cell, below it its differences from the baseline.

use maud::{Markup, html};

use super::super::row_groups::{Group, slot_name};
use super::super::terminal::{compared_text, elo_text, share_text};
use super::super::text;
use super::page_view::PageView;
use crate::analysis::comparisons::Comparison;
use crate::analysis::figures::{FigureSpec, Output, SKILL, WIN_SHARE};

/// A figure's heading on one line.
fn heading(figure: &FigureSpec) -> String {
    figure.heading.replace('\n', " ")
}

/// The table.
pub(super) fn table(found: &PageView<'_>, group: &Group) -> Markup {
    let slots = group.told_slots(found.summary);
    let two = found.members(group).all(|cell| cell.sides() == 2);
    let columns = group.columns(found.summary, &[Output::Table, Output::PageTable]);
    let difference = |comparison: Option<&Comparison>| comparison.map_or_else(String::new, compared_text);
    let skill = group.skill_heading(found.summary);
    html! {
        div.scroll role="region" tabindex="0" aria-label={ "Table of figures: " (group.title) } {
            table {
                thead {
                    tr {
                        th scope="col" { (found.axis.label()) }
                        @for slot in 0..slots { th scope="col" { (slot_name(found.members(group), slot)) " wins, %" } }
                        @if slots == 1 && two { th scope="col" { "Elo" } }
                        @for figure in &columns { th scope="col" { (heading(figure)) } }
                        @if let Some(skill) = &skill { th scope="col" { (skill.replace('\n', " ")) } }
                    }
                }
                tbody {
                    @for cell in found.members(group) {
                        tr {
                            th scope="row" { (found.row(cell)) @if cell.is_baseline { " *" } }
                            @for slot in 0..slots { td { @if let Some(found) = cell.strategies.get(slot) { (share_text(&found.win_share)) } } }
                            @if slots == 1 && two { td { (elo_text(&cell.strategies[0].win_share)) } }
                            @for figure in &columns { td { @if let Some(found) = cell.figure(figure) { (text::figure(figure, found)) } } }
                            @if skill.is_some() { td { @if let Some(found) = &cell.skill_win_share { (text::figure(&SKILL, found)) } } }
                        }
                        @if cell.baseline.is_some() {
                            tr.difference {
                                th scope="row" { (group.difference_name(found.summary, cell)) }
                                @for slot in 0..slots { td { (difference(cell.comparison(Some(slot), &WIN_SHARE))) } }
                                @if slots == 1 && two { td {} }
                                @for figure in &columns { td { (difference(cell.comparison(None, figure))) } }
                                @if skill.is_some() {
                                    td {
                                        @if let Some(index) = cell.skill {
                                            (difference(found.summary.cells[index].comparison(Some(0), &WIN_SHARE)))
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
