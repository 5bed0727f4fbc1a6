//! The table of a result: a row for each cell, each figure with its interval and below it the difference from the baseline.
//!
//! The script of the page sorts it by the numbers in `data-v` and filters it by line-up and figure.

use maud::{Markup, html};

use super::super::terminal::{compared_text, elo_text, share_text};
use super::super::text::{self, blocks, thousands};
use super::page_view::PageView;
use crate::analysis::comparisons::Comparison;
use crate::analysis::effects::shown;
use crate::analysis::figures::{FigureSpec, Output, SKILL, STRATEGY, WIN_SHARE};
use crate::analysis::row_groups::{Group, slot_name};
use crate::analysis::summary::CellSummary;

/// What stands below a heading.
enum Column {
    /// The win share of a slot.
    Share(usize),
    /// The Elo difference of two sides.
    Elo,
    /// A figure of the first strategy, as an index.
    OfFirst(usize),
    /// A figure of the game.
    OfGame(&'static FigureSpec),
    /// The measure of skill.
    Skill,
    /// Blocks and matches.
    Size,
}

/// What a row has in a column: the number that it is sorted by, the text, and the difference below it.
type Field = (f64, String, String);

impl Column {
    fn figure(&self) -> Option<&'static FigureSpec> {
        match self {
            Column::Share(_) => Some(&WIN_SHARE),
            Column::OfFirst(place) => STRATEGY.get(*place),
            Column::OfGame(figure) => Some(figure),
            Column::Skill => Some(&SKILL),
            Column::Elo | Column::Size => None,
        }
    }

    fn heading(&self, found: &PageView<'_>) -> String {
        match self {
            Column::Share(slot) => format!("{} wins, %", slot_name(found.summary.cells.iter(), *slot)),
            Column::Elo => "Elo".to_owned(),
            Column::Size => "blocks, matches".to_owned(),
            _ => self.figure().map_or_else(String::new, |figure| figure.heading.replace('\n', " ")),
        }
    }

    /// What the heading means.
    fn meaning(&self) -> &'static str {
        match self {
            Column::Elo => "The Elo difference of the first strategy to the second that its win share amounts to.",
            Column::Size => "The blocks of duplicate deals that were played, and the matches in them.",
            _ => self.figure().map_or("", |figure| figure.meaning),
        }
    }

    fn field(&self, found: &PageView<'_>, cell: &CellSummary) -> Option<Field> {
        let difference = |comparison: Option<&Comparison>| comparison.map_or_else(String::new, compared_text);
        match self {
            Column::Share(slot) => {
                let share = &cell.strategies.get(*slot).filter(|_| !cell.info.self_play)?.win_share;
                Some((share.value, share_text(share), difference(cell.comparison(Some(*slot), &WIN_SHARE))))
            }
            Column::Elo => {
                let share = &cell.strategies.first().filter(|_| !cell.info.self_play)?.win_share;
                Some((share.elo?.value, elo_text(share), String::new()))
            }
            Column::OfFirst(place) => {
                let value = cell.strategies.first()?.figures.get(*place)?;
                let below = difference(cell.comparison(Some(0), value.figure.0));
                Some((value.measure.value, text::figure(&value.figure, &value.measure), below))
            }
            Column::OfGame(figure) => {
                let value = cell.figure(figure)?;
                Some((value.value, text::figure(figure, value), difference(cell.comparison(None, figure))))
            }
            Column::Skill => {
                let value = cell.skill_win_share.as_ref()?;
                let measure = &found.summary.cells[cell.skill?];
                Some((value.value, text::figure(&SKILL, value), difference(measure.comparison(Some(0), &WIN_SHARE))))
            }
            Column::Size => Some((cell.blocks as f64, thousands(cell.blocks), thousands(cell.matches))),
        }
    }
}

/// The columns: what the question asks for first.
fn columns(found: &PageView<'_>) -> Vec<Column> {
    let summary = found.summary;
    let slots = found.groups.iter().map(|group| group.told_slots(summary)).max().unwrap_or(0);
    let two = summary.cells.iter().all(|cell| cell.sides() == 2);
    let mut all: Vec<Column> = (0..slots).map(Column::Share).collect();
    if slots == 1 && two {
        all.push(Column::Elo);
    }
    let whole = Group { title: String::new(), members: (0..summary.cells.len()).collect() };
    let asked = shown(summary, usize::MAX);
    let mut of_game = whole.columns(summary, &[Output::Table, Output::PageTable]);
    of_game.sort_by_key(|figure| asked.iter().position(|other| other.name == figure.name).unwrap_or(usize::MAX));
    all.extend(
        asked.iter().filter_map(|asked| STRATEGY.iter().position(|f| f.name == asked.name)).map(Column::OfFirst),
    );
    all.extend(of_game.into_iter().map(Column::OfGame));
    if summary.cells.iter().any(|cell| cell.skill.is_some()) {
        all.push(Column::Skill);
    }
    all.push(Column::Size);
    all
}

/// The table of a single cell: a row for each figure.
fn of_match(found: &PageView<'_>, cell: &CellSummary, columns: &[Column]) -> Markup {
    html! {
        div.scroll.data role="region" tabindex="0" aria-label="Table of figures" {
            table.match {
                tbody {
                    @for column in columns {
                        @if let Some((_, text, below)) = column.field(found, cell) {
                            tr {
                                th scope="row" { (column.heading(found)) }
                                td { (text) @if !below.is_empty() { small { (below) } } }
                                td { (column.meaning()) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The table with its size and its headings explained.
pub(super) fn table(found: &PageView<'_>) -> Markup {
    let columns = columns(found);
    if let [cell] = found.summary.cells.as_slice() {
        return of_match(found, cell, &columns);
    }
    let name = |column: &Column| column.figure().map(|figure| figure.name);
    let cells: Vec<(&Group, &CellSummary)> =
        found.groups.iter().flat_map(|group| found.members(group).map(move |cell| (group, cell))).collect();
    let (least, most) = cells.iter().fold((u64::MAX, 0), |(a, b), (_, cell)| (a.min(cell.blocks), b.max(cell.blocks)));
    html! {
        div.scroll.data role="region" tabindex="0" aria-label="Table of figures" {
            table.sortable {
                caption {
                    @if least < most { (thousands(least)) " to " } (blocks(most)) " a row."
                    @if found.is_compared() { " Below each value its difference from the baseline (*)." }
                }
                thead {
                    tr {
                        th scope="col" { (found.axis.label()) }
                        @for column in &columns {
                            th scope="col" title=(column.meaning()) data-figure=[name(column)] { (column.heading(found)) }
                        }
                    }
                }
                tbody {
                    @for (group, cell) in &cells {
                        tr data-lineup=(group.title) {
                            th scope="row" {
                                a href={ "#" (found.rules_of(cell)) } { (found.row(cell)) } @if cell.is_baseline { " *" }
                                @if !group.title.is_empty() { small { (group.title) } }
                                @if let Some(against) = group.against(found.summary, cell) { small { (against) } }
                            }
                            @for column in &columns {
                                @match column.field(found, cell) {
                                    Some((number, text, below)) => td data-v=(number) data-figure=[name(column)] {
                                        (text) @if !below.is_empty() { small { (below) } }
                                    },
                                    None => td data-figure=[name(column)] { "–" },
                                }
                            }
                        }
                    }
                }
            }
        }
        details {
            summary { "What the figures are" }
            dl.meanings {
                @for column in &columns { dt data-figure=[name(column)] { (column.heading(found)) } dd data-figure=[name(column)] { (column.meaning()) } }
            }
        }
    }
}
