//! `report.html`: a result as one page that needs nothing else, made from the manifest, the tallies and the tables of match equity.
//!
//! - `page_view`: summary and manifest, in groups that can be compared
//! - `effects_figure`: the picture of effects, made of `dots`; `lines_figure`: of a sweep over numbers; `sweep_heatmap`: over two options
//! - `tournament_section`: what a tournament came to; `crosstable`: its pairs as a heat map
//! - `table`: the table of all cells; `luck_section`: win shares with the luck of the deals taken out; `rules_section`: every variant's rules
//! - `figures`: the distributions of a group; `chart`: how they are drawn
//! - `equity_section`: the tables of match equity
//!
//! The page is a function of these files: there is no time in it, and nothing is loaded from elsewhere. Its script sorts and filters;
//! without it everything is there to read.

mod chart;
mod crosstable;
mod dots;
mod effects_figure;
mod equity_section;
mod figures;
mod lines_figure;
mod luck_section;
mod page_view;
mod rules_section;
mod sweep_heatmap;
mod table;
mod tournament_section;

use maud::{DOCTYPE, Markup, PreEscaped, html};

use self::page_view::PageView;
use super::equity_files::KeptTable;
use super::manifest::Manifest;
use super::stopping;
use super::terminal::intervals_note;
use super::text::{blocks, count, matches, thousands};
use crate::analysis::answer::answer;
use crate::analysis::row_groups::{Axis, Group, skill_note};
use crate::analysis::summary::Summary;

/// The page's file.
pub const REPORT: &str = "report.html";

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Groups whose distributions are drawn; the others are in distributions.csv.
const WITH_FIGURES: usize = 60;

/// The page of a result; the page's own entry in the manifest does not matter. `tables` are those that the manifest names.
///
/// # Errors
/// In words, if a picture cannot be drawn.
pub fn page(summary: &Summary, manifest: &Manifest, tables: &[KeptTable]) -> Result<String, String> {
    let found = PageView::new(summary, manifest);
    let title = &summary.title;
    let mut distributions = Vec::new();
    for group in found.groups.iter().take(WITH_FIGURES) {
        distributions.push((group, figures::distributions(&found, group)?));
    }
    let sweep = [sweep_heatmap::heat_maps(&found)?, lines_figure::plots(&found)?].concat();
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
                    @if let Some(ranking) = &ranking {
                        h2 { "Ranking" }
                        (ranking)
                    } @else {
                        (filters(&found))
                        @if !sweep.is_empty() { section.heat { h2 { "Over the sweep" } div.figures { @for figure in &sweep { (figure) } } } }
                        @if !sweep.is_empty() && found.axis == Axis::Point {
                            details { summary { "Every point against the baseline" } (effects_figure::picture(&found)) }
                        } @else {
                            (effects_figure::picture(&found))
                        }
                    }
                    h2 { @if ranking.is_some() { "Results by line-up" } @else { "Figures" } }
                    (legend(&found))
                    (table::table(&found))
                    @for group in &found.groups { (luck_section::table(&found, group)) }
                    h2 { "Distributions" }
                    @for (group, drawn) in &distributions { (distribution(&found, group, drawn)) }
                    @if found.groups.len() > WITH_FIGURES { p.small { "The first " (WITH_FIGURES) " groups; all are in distributions.csv." } }
                    (rules_section::section(&found))
                    (equity)
                    h2 { "Reproducing this result" }
                    (origin(&found))
                }
                script { (PreEscaped(SCRIPT)) }
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
        @if let Some(ranked) = &summary.tournament {
            (tournament_section::answer(found, ranked))
        } @else {
            div.answer { @for sentence in answer(summary) { p { (sentence) } } }
        }
        @if found.stopped() {
            details open[summary.cells.len() == 1] {
                summary { "How the runs ended" }
                ul.small {
                    @for cell in summary.cells.iter().take(MOST_ENDINGS) {
                        li { @if summary.cells.len() > 1 { strong { (cell.info.name) } ": " } (stopping::sentence(summary, cell)) }
                    }
                }
            }
        }
        @if let Some(notes) = &summary.notes { p.small { (notes) } }
        p.small {
            "Seed " (summary.seed) ", " @if least < summary.blocks { (thousands(least)) " to " } (blocks(summary.blocks)) " for "
            (if summary.cells.len() == 1 { "one cell".to_owned() } else { format!("each of {} cells", summary.cells.len()) })
            ": " (matches(summary.matches, summary.matches_played)) "."
        }
    }
}

/// The most cells that are told how a rule ended their runs; the JSON document has all.
const MOST_ENDINGS: usize = 20;

/// What the script filters by; without it there is nothing to choose.
fn filters(found: &PageView<'_>) -> Markup {
    html! {
        @if found.summary.cells.len() > 1 {
            div.filters hidden {
                label { "Line-up " select name="lineup" { option value="" { "all" } } }
                label { "Figure " select name="figure" { option value="" { "all" } } }
            }
        }
    }
}

/// Scores, margins and lengths of a group.
fn distribution(found: &PageView<'_>, group: &Group, drawn: &[Markup]) -> Markup {
    let ranked = found.summary.tournament.is_some();
    let title = match &group.title {
        title if !title.is_empty() => title.clone(),
        _ if ranked => format!("All {}", count(group.members.len() as u64, "line-up", "line-ups")),
        _ => "Scores, margins and lengths".to_owned(),
    };
    html! {
        @if !drawn.is_empty() {
            details.group open[found.groups.len() == 1 && !ranked] data-lineup=(group.title) {
                summary.title { (title) }
                div.figures { @for figure in drawn { (figure) } }
            }
        }
    }
}

/// What the marks mean, before the first table.
fn legend(found: &PageView<'_>) -> Markup {
    let skill = skill_note(found.summary);
    html! {
        ul.small.reading {
            li { (intervals_note(found.stopped())) " About one interval in twenty misses the true value." }
            li { "A block is the same deals, played once in every seating." }
            @if found.is_compared() {
                li {
                    "* is the baseline; † is significant at 5 % over all cells (Holm)"
                    @if !found.summary.margins.is_empty() { ", ≈ is within the margin at 5 % over all cells" }
                    @if found.stopped() { ", both computed as if the number of blocks had been fixed in advance" }
                    ". What is not significant is not shown to be equal."
                }
            }
            @if found.summary.tournament.is_some() { li { "These intervals are not corrected for the number of line-ups; the conclusion above is." } }
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
