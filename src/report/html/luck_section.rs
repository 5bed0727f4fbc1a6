//! Win shares with the luck of the deals taken out, beside the raw ones.

use maud::{Markup, html};

use super::super::luck_table::{HEADINGS, LUCK, NOTE, row};
use super::page_view::PageView;
use crate::analysis::row_groups::Group;

/// The table of a group; empty where no luck was measured.
pub(super) fn table(found: &PageView<'_>, group: &Group) -> Markup {
    let rows: Vec<_> = found.members(group).filter_map(|cell| Some((cell, row(cell)?))).collect();
    if rows.is_empty() {
        return Markup::default();
    }
    html! {
        div.scroll.luck role="region" tabindex="0" aria-label={ "Luck of the deals: " (group.title) } {
            table {
                thead {
                    tr {
                        th scope="col" { "luck of the deals" }
                        @for heading in HEADINGS { th scope="col" { (heading.replace('\n', " ")) } }
                    }
                }
                tbody {
                    @for (cell, texts) in &rows {
                        tr {
                            th scope="row" { (found.row(cell)) ", " (cell.info.names()[0]) }
                            @for text in texts { td { (text) } }
                        }
                    }
                }
            }
        }
        p.small { (NOTE) " The same in " a href={ "./" (LUCK) } { (LUCK) } "." }
    }
}
