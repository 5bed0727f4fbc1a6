//! `report.html`: a result as one page that needs nothing else, made from the manifest, the tallies and the tables of match equity.
//!
//! - `page_view`: summary and manifest, in groups that can be compared
//! - `prose`: the answer in words
//! - `tournament`: what a tournament came to; `crosstable`: its pairs as a heat map
//! - `table`: the table of a group; `luck`: win shares with the luck of the deals taken out
//! - `figures`: what is drawn of a group; `heat`: of a sweep over two options; `chart`: how it is drawn
//! - `equity`: the tables of match equity
//!
//! The page is a function of these files: there is no time in it, no script, and nothing is loaded from elsewhere.

mod chart;
mod crosstable;
mod equity_section;
mod figures;
mod luck_section;
mod page_view;
mod prose;
mod sweep_heatmap;
mod table;
mod tournament_section;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::page_view::PageView;
use super::equity_files::KeptTable;
use super::manifest::Manifest;
use super::row_groups::{Group, skill_note, what_is_compared};
use super::stopping;
use super::terminal::intervals_note;
use super::text::{blocks, count, matches, thousands};
use crate::analysis::resolved::option_text;
use crate::analysis::summary::{CellSummary, Summary};

/// The page's file.
pub const REPORT: &str = "report.html";

const STYLE: &str = include_str!("style.css");

/// Groups that are unfolded when the page is opened; those after them are a click away.
const OPEN: usize = 2;
/// Groups that have figures; the others have their tables.
const WITH_FIGURES: usize = 60;

/// The page of a result; the page's own entry in the manifest does not matter. `tables` are those that the manifest names.
///
/// # Errors
/// In words, if a picture cannot be drawn.
pub fn page(summary: &Summary, manifest: &Manifest, tables: &[KeptTable]) -> Result<String, String> {
    let found = PageView::new(summary, manifest);
    let title = &summary.title;
    let mut groups = Vec::new();
    for (number, group) in found.groups.iter().enumerate() {
        groups.push(section(&found, group, number)?);
    }
    let heat = sweep_heatmap::heat_maps(&found)?;
    let equity = equity_section::section(&found, tables)?;
    let ranking = summary.tournament.as_ref().map(|ranked| tournament_section::section(&found, ranked)).transpose()?;
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "sixtyone " (crate::VERSION) };
                title { (title) }
                // No request for an icon either.
                link rel="icon" href="data:,";
                style { (PreEscaped(STYLE)) }
            }
            body {
                header { (head(&found)) }
                main {
                    h2 { "Conclusion" }
                    (answer(&found))
                    @if let Some(ranking) = &ranking {
                        h2 { "Ranking" }
                        (ranking)
                        h2 { "Results by line-up" }
                    } @else {
                        h2 { "Figures" }
                    }
                    @if !heat.is_empty() {
                        section.heat { h3 { "Sweep overview" } div.figures { @for figure in &heat { (figure) } } }
                    }
                    @for group in &groups { (group) }
                    (equity)
                    h2 { "How to read this" }
                    (reading(&found))
                    h2 { "Reproducing this result" }
                    (origin(&found))
                }
            }
        }
    };
    Ok(page.into_string() + "\n")
}

fn head(found: &PageView<'_>) -> Markup {
    let summary = found.summary;
    let least = summary.cells.iter().map(|cell| cell.blocks).min().unwrap_or(0);
    html! {
        h1 { (summary.title) }
        p.question { (summary.question) }
        @if let Some(notes) = &summary.notes { p { (notes) } }
        p.small {
            "Seed " (summary.seed) ", " @if least < summary.blocks { (thousands(least)) " to " } (blocks(summary.blocks)) " for "
            (if summary.cells.len() == 1 { "one cell".to_owned() } else { format!("each of {} cells", summary.cells.len()) })
            ": " (matches(summary.matches, summary.matches_played)) "."
        }
    }
}

/// The most rows of a tournament's line-ups that have sentences; the table has them all.
const MOST_SENTENCES: usize = 60;

/// The sentences of a cell: the result of the match, and the figures of the game, which stand with the baseline if there is one.
fn verdict(found: &PageView<'_>, group: &Group, cell: &CellSummary) -> (Vec<String>, String) {
    let strength = prose::strength(cell, found.stopped());
    let mut main = match prose::difference(found, group, cell).filter(|_| !found.stopped()) {
        Some(text) => {
            let strength = if cell.info.self_play { String::new() } else { strength };
            return (vec![text, strength, prose::later_places(cell)], String::new());
        }
        None => vec![strength, prose::opener(cell), prose::later_places(cell)],
    };
    main.push(stopping::sentence(found.summary, cell));
    (main, if found.summary.tournament.is_none() { prose::play(cell) } else { String::new() })
}

/// The sentences of a group: a point for each row, or of one row a point for each thing that is said of it.
fn sentences(found: &PageView<'_>, group: &Group) -> Markup {
    let several = group.members.len() > 1;
    let most = if found.summary.tournament.is_some() { MOST_SENTENCES } else { group.members.len() };
    html! {
        ul {
            @for cell in found.members(group).take(most) {
                @let (main, play) = verdict(found, group, cell);
                @if several {
                    li {
                        strong { (found.row(cell)) ":" }
                        @for text in main.iter().filter(|text| !text.is_empty()) { " " (text) }
                        @if !play.is_empty() { div.small { (play) } }
                    }
                } @else {
                    @for text in main.iter().chain([&play]).filter(|text| !text.is_empty()) { li { (text) } }
                }
            }
        }
        @if group.members.len() > most { p.small { "The first " (most) " line-ups; all are in the table." } }
    }
}

fn answer(found: &PageView<'_>) -> Markup {
    if let Some(ranked) = &found.summary.tournament {
        return tournament_section::answer(found, ranked);
    }
    if let [group] = found.groups.as_slice() {
        return sentences(found, group);
    }
    let overview = if !found.stopped() { prose::overview(found) } else { Vec::new() };
    html! {
        @if !overview.is_empty() {
            ul { @for (name, text) in &overview { li { strong { (name) ":" } " " (text) } } }
            p.small { "Only differences that are significant over the whole experiment are counted. A difference that is not significant does not show equality." }
        }
        p.small { "Each line-up is reported separately below." }
    }
}

fn section(found: &PageView<'_>, group: &Group, number: usize) -> chart::Drawn<Markup> {
    let (shares, distributions) = if number < WITH_FIGURES {
        (figures::shares(found, group)?, figures::distributions(found, group)?)
    } else {
        (Vec::new(), Vec::new())
    };
    let names: Vec<&str> = found.members(group).map(|cell| cell.info.name.as_str()).collect();
    let ranked = found.summary.tournament.is_some();
    let title = match &group.title {
        title if !title.is_empty() => title.clone(),
        _ if ranked => format!("All {}", count(group.members.len() as u64, "line-up", "line-ups")),
        _ => "All rows".to_owned(),
    };
    Ok(html! {
        details.group open[number < OPEN && !ranked] {
            summary.title { (title) }
            @if ranked { p.small { "These intervals are not corrected for the number of line-ups; the conclusion above is." } }
            @if found.groups.len() > 1 || ranked { (sentences(found, group)) }
            (table::table(found, group))
            (luck_section::table(found, group))
            div.figures { @for figure in &shares { (figure) } }
            @if !distributions.is_empty() {
                details open[found.groups.len() == 1] {
                    summary { "Scores, margins and lengths" }
                    div.figures { @for figure in &distributions { (figure) } }
                }
            }
            @if number >= WITH_FIGURES { p.small { "Charts are drawn for the first " (WITH_FIGURES) " groups." } }
            details {
                summary { "The rules of " (count(names.len() as u64, "cell", "cells")) }
                @for cell in found.members(group) {
                    p.small {
                        strong { (cell.info.name) } ": "
                        @for (key, value) in &cell.info.game {
                            @if key == "name" { (option_text(value)) } @else { (key) "=" (option_text(value)) } " "
                        }
                    }
                }
            }
        }
    })
}

fn reading(found: &PageView<'_>) -> Markup {
    let compared = found.summary.cells.iter().any(|cell| cell.baseline.is_some());
    let skill = skill_note(found.summary);
    html! {
        ul {
            li { (intervals_note(found.stopped())) }
            li { "About one interval in twenty misses the true value. A block is the same deals, played once in every seating." }
            li { "An interval that contains an equal share leaves the question open; it does not show that the sides are equal." }
            @if compared {
                li {
                    (what_is_compared(found.summary)) ", on common deals; † is significant at 5 % over all cells (Holm)"
                    @if !found.summary.margins.is_empty() { ", ≈ is within the margin at 5 % over all cells" }
                    @if found.stopped() { ", both computed as if the number of blocks had been fixed in advance" }
                    "."
                }
            }
            @if !skill.is_empty() { li { (skill) } }
            @for (figure, margin) in &found.summary.margins { li { "Margin: differences of " code { (figure) } " below " (margin) " do not matter." } }
            @for refused in &found.summary.refused {
                li { "Left out: " (refused.name) " (rule " (refused.rule) ": " (refused.reason) ")" }
            }
        }
    }
}

fn origin(found: &PageView<'_>) -> Markup {
    let manifest = &found.manifest;
    let files = manifest.files.iter().filter(|file| file.name != REPORT);
    html! {
        @if let Some(command) = &manifest.command {
            p { "This command reproduces the numbers on any machine:" }
            pre { code { (command) } }
        }
        p { "This one regenerates the page from inside its folder:" }
        pre { code { "sixtyone report ." } }
        dl {
            dt { "version" } dd { "sixtyone " (found.summary.version) }
            dt { "commit" } dd.digest { (manifest.source.commit) @if manifest.source.dirty { " with uncommitted changes" } }
            dt { "seed" } dd { (found.summary.seed) }
            dt { "result" } dd.digest { (manifest.id) }
            dt { "tallies" } dd.digest { "blake3 " (manifest.tallies_blake3) }
        }
        div.scroll role="region" tabindex="0" aria-label="Files of the result" {
            table {
                thead { tr { th scope="col" { "file" } th scope="col" { "bytes" } th scope="col" { "blake3" } } }
                tbody {
                    tr { th scope="row" { a href="manifest.json" { "manifest.json" } } td {} td {} }
                    @for file in files {
                        tr {
                            th scope="row" { a href={ "./" (file.name) } { (file.name) } }
                            td { (file.bytes) }
                            td.digest { (file.blake3) }
                        }
                    }
                }
            }
        }
    }
}
