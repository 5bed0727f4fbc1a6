//! The picture of an experiment: variants down, figures across, line-ups as small multiples; each a signed effect against the baseline with its
//! interval, or a value where nothing is compared.

use maud::{Markup, html};

use super::super::text::{capital, signed};
use super::dots::{Axis, Dot, figure};
use super::page_view::{PageView, scaled};
use crate::analysis::comparisons::Claim;
use crate::analysis::effects::{comparison, shown, value};
use crate::analysis::figures::{FigureSpec, PLACE_WIN_SHARE, WIN_SHARE};
use crate::analysis::row_groups::Group;
use crate::analysis::summary::CellSummary;
use crate::analysis::wording;

/// The figures across where the experiment names none.
const FIGURES: usize = 4;
/// The most line-ups, and the most rows of each.
const MOST_GROUPS: usize = 24;
const MOST_ROWS: usize = 60;

/// A row: the effect of a cell if it is compared, else its value.
fn dot(found: &PageView<'_>, cell: &CellSummary, of: &FigureSpec, compared: bool) -> Option<Dot> {
    let label = found.row(cell);
    if !compared {
        return Some(Dot::plain(label, scaled(of, &value(found.summary, cell, of)?), of.digits));
    }
    let comparison = comparison(found.summary, cell, of)?;
    let difference = &comparison.difference.difference;
    let significant = matches!(comparison.claim, Claim::Different | Claim::DifferentWithinMargin);
    let text = signed(difference, of.digits, of.scale());
    Some(Dot { label, measure: scaled(of, difference), text, significant: Some(significant) })
}

/// What the effects of a line-up are measured from: the baseline's name and value.
fn base(found: &PageView<'_>, group: &Group, of: &FigureSpec) -> String {
    let baseline = found.members(group).find(|cell| cell.is_baseline);
    let told = baseline.and_then(|cell| Some((cell, value(found.summary, cell, of)?)));
    told.map_or_else(String::new, |(cell, measure)| {
        let sign = if of.percent_sign().is_empty() { "" } else { " %" };
        format!("{} {}{sign}", found.row(cell), wording::figure(of, &measure))
    })
}

fn panel(found: &PageView<'_>, of: &'static FigureSpec, compared: bool) -> Markup {
    let sides = found.sides();
    let same = found.summary.cells.iter().all(|cell| cell.sides() == sides);
    let mark = match (compared, of.name == WIN_SHARE.name && same) {
        (true, _) => Some(0.0),
        (false, true) => Some(100.0 / sides as f64),
        (false, false) => None,
    };
    let rows = |group: &Group| {
        let cells = found.members(group).filter(|cell| !compared || cell.baseline.is_some());
        let count = cells.clone().count().min(MOST_ROWS);
        (cells.take(MOST_ROWS).filter_map(|cell| dot(found, cell, of, compared)).collect::<Vec<Dot>>(), count)
    };
    let all: Vec<(&Group, Vec<Dot>, usize)> = found
        .groups
        .iter()
        .take(MOST_GROUPS)
        .map(|group| {
            let (dots, count) = rows(group);
            (group, dots, count)
        })
        .collect();
    let axis = Axis::of(all.iter().flat_map(|(_, dots, _)| dots), mark);
    let unit = if compared {
        of.unit_of_difference()
    } else if of.unit.is_empty() {
        "%"
    } else {
        of.unit
    };
    let whose = if of.name != WIN_SHARE.name {
        ""
    } else if compared {
        " of the better player"
    } else {
        " of the first player"
    };
    html! {
        div.panel data-figure=(of.name) {
            h3 title=(of.meaning) { (capital(of.about)) (whose) }
            @for (group, dots, count) in &all {
                div.lineup data-lineup=(group.title) {
                    @if !group.title.is_empty() || compared {
                        p.small { strong { (group.title) } " " @if compared { span.base { (base(found, group, of)) "\u{a0}" } } }
                    }
                    @if dots.is_empty() { (axis.no_rows(*count, "equal players")) } @else { (axis.rows(dots)) }
                }
            }
            (axis.scale(unit))
        }
    }
}

/// The picture of several cells.
fn of_cells(found: &PageView<'_>) -> Markup {
    let compared = found.is_compared();
    let left_out = found.groups.len().saturating_sub(MOST_GROUPS);
    let title = if compared { "Effects against the baseline" } else { "Results" };
    html! {
        figure.effects {
            figcaption { (title) }
            div.panels { @for of in shown(found.summary, FIGURES) { (panel(found, of, compared)) } }
            p.small {
                @if compared {
                    "Each dot is the difference from the baseline, which is named with its value beside each line-up; bars are 95 % intervals, and the "
                    "line marks no effect. Filled dots are significant at 5 % over all cells (Holm); hollow ones are not."
                } @else {
                    "Dots with 95 % intervals; a line marks an equal share. The intervals are not corrected for the number of rows."
                }
                @if left_out > 0 { " The first " (MOST_GROUPS) " line-ups; " (left_out) " more are in the table." }
                @if found.groups.iter().any(|group| group.members.len() > MOST_ROWS) { " The first " (MOST_ROWS) " rows; all are in the table." }
            }
        }
    }
}

/// The picture of a match: what each strategy and each place at the table won.
fn of_match(cell: &CellSummary) -> Markup {
    let equal = Some((100.0 / cell.sides() as f64, "an equal share"));
    let names = cell.info.names();
    let shares = names.into_iter().zip(&cell.strategies);
    let shares: Vec<Dot> = shares.map(|(name, one)| Dot::plain(name, scaled(&WIN_SHARE, &one.share()), 2)).collect();
    let place = |(place, share): (usize, &_)| {
        let label = if place == 0 { "opener".to_owned() } else { format!("{place} after it") };
        Dot::plain(label, scaled(&PLACE_WIN_SHARE, share), 2)
    };
    let places = cell.place_win_shares.iter().enumerate().map(place).collect();
    html! {
        div.figures {
            @if !cell.info.self_play { (figure("Win share", "%", shares, equal)) }
            (figure("Win share by position from the first round's opener", "%", places, equal))
        }
    }
}

/// The picture of a result.
pub(super) fn picture(found: &PageView<'_>) -> Markup {
    match found.summary.cells.as_slice() {
        [cell] => of_match(cell),
        _ => of_cells(found),
    }
}
