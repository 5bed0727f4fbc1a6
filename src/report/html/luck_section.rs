//! Win shares with the luck of the deals taken out, beside the raw ones.

use maud::{Markup, html};

use super::super::luck_table::{LUCK, NOTE, two_digits};
use super::super::text::spread;
use super::result::{Cell, Group, PageModel};
use crate::stats::figures::SlotResult;
use crate::stats::luck_adjustment::{Adjusted, Offer};

/// The cells of a group whose luck was measured, with the first side's result. The other side's figures are the same from the other end.
fn measured<'a>(found: &'a PageModel, group: &'a Group) -> Vec<(&'a Cell, &'a SlotResult, &'a Adjusted)> {
    let of = |cell: &'a Cell| {
        let raw = cell.slots.first()?;
        Some((cell, raw, raw.adjusted.as_ref()?))
    };
    found.members(group).filter_map(of).collect()
}

/// The table of a group; empty where no luck was measured.
pub(super) fn table(found: &PageModel, group: &Group) -> Markup {
    let rows = measured(found, group);
    if rows.is_empty() {
        return Markup::default();
    }
    html! {
        div.scroll.luck role="region" tabindex="0" aria-label={ "Luck of the deals: " (group.title) } {
            table {
                thead {
                    tr {
                        th scope="col" { "luck of the deals" }
                        th scope="col" { "win share, %" }
                        th scope="col" { "adjusted, %" }
                        th scope="col" { "worth of a match" }
                        th scope="col" { "mean luck, %" }
                    }
                }
                tbody {
                    @for (cell, raw, found_luck) in &rows {
                        tr {
                            th scope="row" { (found.row(cell)) ", " (cell.sides[0]) }
                            td { (spread(raw.win_share, Some(raw.interval), 2, 100.0)) }
                            td {
                                @if found_luck.offer == Offer::Offered {
                                    (spread(found_luck.win_share, Some(found_luck.interval), 2, 100.0))
                                } @else {
                                    "left out: " (found_luck.offer.reason())
                                }
                            }
                            td { (two_digits(found_luck.variance_ratio)) }
                            td { @if found_luck.luck.interval.is_some() { (spread(found_luck.luck.value, found_luck.luck.interval, 2, 100.0)) } }
                        }
                    }
                }
            }
        }
        p.small { (NOTE) " The same in " a href={ "./" (LUCK) } { (LUCK) } "." }
    }
}
