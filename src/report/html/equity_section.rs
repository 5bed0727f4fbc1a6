//! The tables of match equity that the strategies of a result play by or luck is measured by, as heat maps, and who plays by which.

use maud::{Markup, html};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::super::equity_files::{KeptTable, file_name};
use super::super::equity_heatmap::{self, STEPS};
use super::super::equity_text::name_in;
use super::super::text::{count, thousands};
use super::chart::{Drawn, MUTED, WIDTH, figure, svg, text_style};
use super::page_view::PageView;
use crate::analysis::summary::CellSummary;
use crate::equity::ONE;
use crate::game::Seat;

/// The most tables that are drawn.
const MOST: usize = 4;
/// The most fields in a row; of higher targets not every score is drawn.
const MOST_FIELDS: u16 = 75;
/// The most strategies, and the most cells, that are named.
const MOST_PLAYERS: usize = 8;
const MOST_CELLS: usize = 4;

/// Pixels around the fields: above, right, below (axis and colours), left.
const AROUND: [u32; 4] = [6, 14, 96, 58];

fn percent(chance: i32) -> f64 {
    100.0 * f64::from(chance) / f64::from(ONE)
}

/// The colour of a step, turned round: on a page high values are orange.
fn colour(step: i64) -> RGBColor {
    equity_heatmap::colour(STEPS - 1 - step)
}

fn axes(leads: bool) -> [&'static str; 2] {
    let own = if leads { "score of the side that leads next" } else { "own score" };
    ["score of the other side, points", own]
}

fn drawn(kept: &KeptTable) -> Drawn<String> {
    let [top, right, bottom, left] = AROUND;
    let side = WIDTH - left - right;
    let target = i32::from(kept.table.limit()) + 1;
    let every = (kept.table.limit() + 1).div_ceil(MOST_FIELDS);
    let [across, up] = axes(kept.table.leads() == 2);
    svg(top + side + bottom, |root| {
        let (upper, lower) = root.split_vertically(top + side + 46);
        let mut chart = ChartBuilder::on(&upper)
            .margin_top(top)
            .margin_right(right)
            .margin_left(8)
            .x_label_area_size(46)
            .y_label_area_size(left - 8)
            .build_cartesian_2d(0..target, 0..target)?;
        equity_heatmap::fields(&mut chart, &kept.table, every, colour)?;
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(MUTED)
            .x_labels(7)
            .y_labels(7)
            .x_desc(across)
            .y_desc(up)
            .label_style(text_style(MUTED, HPos::Center))
            .axis_desc_style(text_style(MUTED, HPos::Center))
            .draw()?;
        let at = |step: i64| left as i32 + (i64::from(side) * step / STEPS) as i32;
        for step in 0..STEPS {
            let style = colour(step).filled();
            lower.draw(&Rectangle::new([(at(step), 10), (at(step + 1), 24)], style))?;
        }
        for step in (0..=STEPS).step_by(5) {
            let label = format!("{} %", 100 * step / STEPS);
            // The last label would leave the picture.
            let (x, anchor) = if step == STEPS { (at(step) + 10, HPos::Right) } else { (at(step), HPos::Center) };
            lower.draw(&Text::new(label, (x, 36), text_style(MUTED, anchor)))?;
        }
        Ok(())
    })
}

/// The chances at some scores.
fn in_words(kept: &KeptTable) -> String {
    let target = kept.table.limit() + 1;
    let mut scores: Vec<u16> = (0..4).map(|quarter| (u32::from(target) * quarter / 4) as u16).collect();
    scores.push(target - 1);
    scores.dedup();
    let row = |own: &u16| {
        let chance = |other: &u16| {
            format!("{:.1} % at {own}–{other}", percent(kept.table.chance([*own, *other], Some(Seat(0)))))
        };
        scores.iter().map(chance).collect::<Vec<_>>().join(", ")
    };
    let rows: Vec<String> = scores.iter().map(row).collect();
    let whose = if kept.table.leads() == 2 { "the side that opens or deals next" } else { "either side" };
    format!("Chance of {whose} to win the match, own score first: {}.", rows.join("; "))
}

/// The first of some names, and how many more there are. There are commas in names.
fn some(names: &[&str], most: usize) -> String {
    let shown = names[..names.len().min(most)].join("; ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown}; and {more} more"),
    }
}

/// The strategies of a cell that play by a table of match equity, with its digest.
fn searches(cell: &CellSummary) -> impl Iterator<Item = (&str, &str)> {
    let seats = cell.info.strategies.iter().flat_map(|side| &side.seats);
    seats.filter_map(|seat| Some((seat.strategy.name.as_str(), seat.equity.as_deref()?)))
}

/// Who plays by a table, and where.
fn used(found: &PageView<'_>, digest: &str) -> String {
    let mut players: Vec<&str> = Vec::new();
    let mut cells: Vec<&str> = Vec::new();
    for cell in &found.summary.cells {
        let mut names = searches(cell).filter(|(_, table)| *table == digest).map(|(name, _)| name).peekable();
        if names.peek().is_some() {
            cells.push(&cell.info.name);
        }
        for name in names {
            if !players.contains(&name) {
                players.push(name);
            }
        }
    }
    let places = match cells.len() {
        0 => return "The luck adjustment uses it.".to_owned(),
        all if all == found.summary.cells.len() => String::new(),
        some_of => format!(" in {}: {}", count(some_of as u64, "cell", "cells"), some(&cells, MOST_CELLS)),
    };
    format!("{} {} by it{places}.", some(&players, MOST_PLAYERS), if players.len() == 1 { "plays" } else { "play" })
}

fn one(found: &PageView<'_>, kept: &KeptTable) -> Drawn<Markup> {
    let game = kept.game.get("name").and_then(serde_json::Value::as_str).unwrap_or_default();
    let reference = name_in(&kept.reference);
    let title =
        format!("{game} to {}: chance to win the match, both sides playing {reference}", kept.table.limit() + 1);
    let below = html! {
        p.small {
            (used(found, &kept.digest)) " From " (thousands(u64::from(kept.rounds))) " rounds at every standing; in full in "
            a href={ "./" (file_name(&kept.digest)) } { (file_name(&kept.digest)) } "."
        }
    };
    Ok(figure(&title, &in_words(kept), &drawn(kept)?, &below))
}

/// The heat maps; nothing where there is no table.
pub(super) fn section(found: &PageView<'_>, tables: &[KeptTable]) -> Drawn<Markup> {
    if tables.is_empty() {
        return Ok(Markup::default());
    }
    let mut figures = Vec::new();
    for kept in tables.iter().take(MOST) {
        figures.push(one(found, kept)?);
    }
    Ok(html! {
        h2 { "Match equity" }
        p {
            "The chance to win the match from the scores between two rounds, from a table computed beforehand."
            @if found.summary.cells.iter().any(|cell| searches(cell).next().is_some()) {
                " Search strategies maximise it instead of points."
            }
        }
        section.heat {
            div.figures { @for figure in &figures { (figure) } }
            @if tables.len() > MOST {
                p.small { "The first " (MOST) " of " (tables.len()) " tables; the others are among the files below." }
            }
        }
    })
}
