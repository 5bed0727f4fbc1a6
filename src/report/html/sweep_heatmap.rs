//! Heat maps of sweeps over two options: a value in each field, from violet (low) to orange (high), with its interval.

use maud::{Markup, html};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::super::equity_heatmap;
use super::super::text::capital;
use super::chart::{Drawn, FONT, INK, MUTED, cut, figure, svg, text_style};
use super::page_view::{PageView, scaled};
use crate::analysis::effects::{shown, value};
use crate::analysis::figures::WIN_SHARE;
use crate::analysis::resolved::option_text;
use crate::analysis::summary::CellSummary;
use crate::stats::measure::Measure;

/// The colours of `heatmap` turned round, without its ends: black is legible on all of these.
pub(super) const COLOURS: [RGBColor; 7] = [shade(8), shade(7), shade(6), shade(5), shade(4), shade(3), shade(2)];

const fn shade(place: usize) -> RGBColor {
    let (red, green, blue) = equity_heatmap::COLOURS[place];
    RGBColor(red, green, blue)
}

/// Black that no colour scheme turns into another colour: the fields behind it stay as they are.
const ON_FIELD: RGBColor = RGBColor(0, 0, 0);

/// A number in a coloured field.
pub(super) fn on_field<'a>(font: (&'a str, i32)) -> TextStyle<'a> {
    font.into_font().color(&ON_FIELD).pos(Pos::new(HPos::Center, VPos::Center))
}

/// How many figures have maps.
const FIGURES: usize = 2;
const LEFT: i32 = 96;
const TOP: i32 = 44;
const FIELD: i32 = 52;
/// The most columns that leave room for a number in each.
const MOST_COLUMNS: usize = 8;
const MOST_ROWS: usize = 24;
/// The most maps of a figure; more would be no overview.
const MOST_MAPS: usize = 24;

/// The sweep's options with their values.
fn point(cell: &CellSummary) -> Vec<(String, String)> {
    cell.info.sweep.iter().map(|(key, value)| (key.clone(), option_text(value))).collect()
}

/// The two options of a sweep that has exactly two.
fn options(found: &PageView<'_>) -> Option<[String; 2]> {
    let first = point(found.summary.cells.first()?);
    let several = |place: usize| {
        let value = |cell: &CellSummary| point(cell).get(place).map(|(_, value)| value.clone());
        found.summary.cells.iter().any(|cell| value(cell) != value(&found.summary.cells[0]))
    };
    match first.as_slice() {
        [(down, _), (across, _)] if several(0) && several(1) => Some([down.clone(), across.clone()]),
        _ => None,
    }
}

fn add(list: &mut Vec<String>, text: &str) {
    if !list.iter().any(|other| other == text) {
        list.push(text.to_owned());
    }
}

struct Field {
    row: usize,
    column: usize,
    measure: Measure,
}

fn drawn(names: &[String; 2], values: &[Vec<String>; 2], fields: &[Field], digits: usize) -> Drawn<String> {
    let all = || fields.iter().map(|field| field.measure.value).filter(|value| value.is_finite());
    let (low, high) = all().fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    let height = TOP + FIELD * values[0].len() as i32 + 10;
    let width = (super::chart::WIDTH as i32 - LEFT - 8) / values[1].len().max(1) as i32;
    svg(height as u32, |root| {
        let small = |size: i32| on_field((FONT, size));
        let middle = LEFT + width * values[1].len() as i32 / 2;
        root.draw(&Text::new(cut(&names[1], 40), (middle, 10), text_style(MUTED, HPos::Center)))?;
        root.draw(&Text::new(cut(&names[0], 13), (2, 30), text_style(MUTED, HPos::Left)))?;
        for (column, value) in values[1].iter().enumerate() {
            let x = LEFT + width * column as i32 + width / 2;
            root.draw(&Text::new(cut(value, (width / 8).max(3) as usize), (x, 30), text_style(INK, HPos::Center)))?;
        }
        for (row, value) in values[0].iter().enumerate() {
            let y = TOP + FIELD * row as i32 + FIELD / 2;
            root.draw(&Text::new(cut(value, 13), (2, y), text_style(INK, HPos::Left)))?;
        }
        for Field { row, column, measure } in fields.iter().filter(|field| field.measure.value.is_finite()) {
            let (x, y) = (LEFT + width * *column as i32, TOP + FIELD * *row as i32);
            let place = if high > low { (measure.value - low) / (high - low) } else { 0.5 };
            let step = ((place * COLOURS.len() as f64) as usize).min(COLOURS.len() - 1);
            root.draw(&Rectangle::new([(x, y), (x + width - 2, y + FIELD - 2)], COLOURS[step].filled()))?;
            let at = x + width / 2 - 1;
            root.draw(&Text::new(format!("{:.digits$}", measure.value), (at, y + FIELD / 2 - 9), small(17)))?;
            if let Some(i) = measure.interval {
                let half = format!("±{:.digits$}", (i.high - i.low) / 2.0);
                root.draw(&Text::new(half, (at, y + FIELD / 2 + 9), small(14)))?;
            }
        }
        Ok(())
    })
}

/// Fields of a variant and a line-up.
fn maps(
    found: &PageView<'_>,
    names: &[String; 2],
    of: &dyn Fn(&CellSummary) -> Option<Measure>,
    title: &str,
    digits: usize,
) -> Drawn<Vec<Markup>> {
    let mut wholes: Vec<(String, Vec<&CellSummary>)> = Vec::new();
    for cell in &found.summary.cells {
        let parts = [cell.info.variant.as_deref().unwrap_or_default(), cell.info.lineup.as_str()];
        let name = parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" / ");
        match wholes.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => wholes.push((name, vec![cell])),
        }
    }
    let mut figures = Vec::new();
    for (name, cells) in wholes.into_iter().take(MOST_MAPS) {
        let measured: Vec<(&CellSummary, Measure)> = cells.iter().filter_map(|cell| Some((*cell, of(cell)?))).collect();
        let mut values: [Vec<String>; 2] = Default::default();
        for (cell, _) in &measured {
            for (list, (_, value)) in values.iter_mut().zip(point(cell)) {
                add(list, &value);
            }
        }
        if measured.len() < 2 || values[1].len() > MOST_COLUMNS || values[0].len() > MOST_ROWS {
            continue;
        }
        let place = |list: &[String], text: &str| list.iter().position(|other| other == text).unwrap_or(0);
        let words: Vec<String> = measured
            .iter()
            .map(|(cell, m)| match m.interval {
                Some(i) => {
                    format!(
                        "{}: {:.digits$} ({:.digits$} to {:.digits$})",
                        cell.info.point_text(),
                        m.value,
                        i.low,
                        i.high
                    )
                }
                None => format!("{}: {:.digits$}", cell.info.point_text(), m.value),
            })
            .collect();
        let fields: Vec<Field> = measured
            .iter()
            .map(|(cell, measure)| Field {
                row: place(&values[0], &point(cell)[0].1),
                column: place(&values[1], &point(cell)[1].1),
                measure: measure.clone(),
            })
            .collect();
        let svg = drawn(names, &values, &fields, digits)?;
        let description = format!("With 95 % intervals: {}.", words.join("; "));
        let below = html! { p.small { "Below each value half the width of its 95 % interval. The lowest values are violet, the highest orange." } };
        figures.push(figure(&format!("{title}: {name}"), &description, &svg, &below));
    }
    Ok(figures)
}

/// The heat maps of a sweep over two options; none of any other experiment.
pub(super) fn heat_maps(found: &PageView<'_>) -> Drawn<Vec<Markup>> {
    let Some(names) = options(found) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for figure in shown(found.summary, FIGURES).into_iter().take(FIGURES) {
        let measured = |cell: &CellSummary| value(found.summary, cell, figure).map(|measure| scaled(figure, &measure));
        let whose = if figure.name == WIN_SHARE.name { " of the better player" } else { "" };
        let unit = if figure.percent_sign().is_empty() { "" } else { ", %" };
        let title = format!("{}{whose}{unit}", capital(figure.about));
        let drawn = maps(found, &names, &measured, &title, if figure.scale() > 1.0 { 1 } else { 2 })?;
        all.extend(drawn.into_iter().map(|map| html! { div data-figure=(figure.name) { (map) } }));
    }
    Ok(all)
}
