//! A sweep over numbers as line plots: a line for each variant or line-up, with the 95 % intervals as a band.

use maud::{Markup, html};

use super::super::text::capital;
use super::chart::{Band, Drawn, SERIES, bands, figure};
use super::page_view::{PageView, scaled};
use crate::analysis::effects::{shown, value};
use crate::analysis::figures::{FigureSpec, WIN_SHARE};
use crate::analysis::series::{Line, NumberSweep};
use crate::analysis::wording;

/// The figures that are drawn where the experiment names none.
const FIGURES: usize = 3;
/// The most plots.
const MOST: usize = 24;

fn plot(
    found: &PageView<'_>,
    sweep: &NumberSweep<'_>,
    of: &'static FigureSpec,
    lines: &[(usize, &Line<'_>)],
) -> Drawn<Markup> {
    let panel = lines.first().map_or("", |(_, line)| line.panel.as_str());
    let mut series = Vec::new();
    let mut words = Vec::new();
    for (colour, line) in lines {
        let measured = line.points.iter().filter_map(|(at, cell)| Some((*at, value(found.summary, cell, of)?)));
        let told = measured.clone().map(|(at, measure)| format!("{at}: {}", wording::figure(of, &measure)));
        words.push(format!("{}: {}", line.name, told.collect::<Vec<_>>().join(", ")));
        series
            .push(Band { colour: *colour, points: measured.map(|(at, measure)| (at, scaled(of, &measure))).collect() });
    }
    let whose = if of.name == WIN_SHARE.name { " of the better player" } else { "" };
    let over = if panel.is_empty() { String::new() } else { format!(", {panel}") };
    let title = format!("{}{whose}{over}", capital(of.about));
    let unit = if of.percent_sign().is_empty() { of.unit } else { "%" };
    let svg = bands(&series, &sweep.option, unit)?;
    let below = html! {
        ul.legend { @for (colour, line) in lines { li class={ "s" (colour) } { (line.name) } } }
    };
    let drawn =
        figure(&title, &format!("Over {}, with 95 % intervals. {}.", sweep.option, words.join("; ")), &svg, &below);
    Ok(html! { div data-figure=(of.name) data-lineup=(panel) { (drawn) } })
}

/// The plots of a sweep over numbers; none of any other experiment.
pub(super) fn plots(found: &PageView<'_>) -> Drawn<Vec<Markup>> {
    let Some(sweep) = NumberSweep::of(found.summary) else {
        return Ok(Vec::new());
    };
    let mut all = Vec::new();
    for of in shown(found.summary, FIGURES) {
        for panel in sweep.lines.chunk_by(|a, b| a.panel == b.panel) {
            // A line has the same colour in every plot.
            let coloured: Vec<(usize, &Line<'_>)> = (0..SERIES.len()).cycle().zip(panel).collect();
            for lines in coloured.chunks(SERIES.len()).take(MOST.saturating_sub(all.len())) {
                let told: Vec<_> = lines.iter().copied().filter(|(_, line)| line.has(found.summary, of)).collect();
                if !told.is_empty() {
                    all.push(plot(found, &sweep, of, &told)?);
                }
            }
        }
    }
    Ok(all)
}
