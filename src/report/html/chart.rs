//! Figures in inline SVG: lines over numbers with bands, and histograms.
//!
//! Every colour is one of [`INK`], [`MUTED`], [`GRID`] and [`SERIES`]; the style sheet gives each its counterpart in a dark scheme. Figures are
//! narrow enough to be read on a phone as they are.

use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::analysis::wording::number;
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;

/// Text.
pub(super) const INK: RGBColor = RGBColor(0x1f, 0x23, 0x28);
/// Axes, and what is less important.
pub(super) const MUTED: RGBColor = RGBColor(0x59, 0x63, 0x6e);
/// Lines behind the data.
pub(super) const GRID: RGBColor = RGBColor(0xd8, 0xde, 0xe4);
/// Lines and points, told apart also by colour-blind eyes (after Okabe and Ito).
pub(super) const SERIES: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x8f, 0x68),
    RGBColor(0xaa, 0x44, 0x99),
    RGBColor(0x8a, 0x6d, 0x00),
    RGBColor(0x33, 0x91, 0xc7),
];

/// Width of every figure, in pixels.
pub(super) const WIDTH: u32 = 380;
pub(super) const FONT: &str = "sans-serif";
/// In plotters' measure, which is 1.24 times that of the page.
const SIZE: i32 = 16;
const SMALL: i32 = 13;

/// What went wrong, in words; nothing in practice, since figures are drawn in memory.
pub(super) type Drawn<T> = Result<T, String>;

pub(super) type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// Draws on an area of a height, and returns it as SVG.
pub(super) fn svg(
    height: u32,
    draw: impl for<'a> FnOnce(&Root<'a>) -> Result<(), Box<dyn std::error::Error>>,
) -> Drawn<String> {
    svg_of((WIDTH, height), draw)
}

/// Draws on an area of a width and a height, and returns it as SVG.
pub(super) fn svg_of(
    size: (u32, u32),
    draw: impl for<'a> FnOnce(&Root<'a>) -> Result<(), Box<dyn std::error::Error>>,
) -> Drawn<String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        draw(&root).map_err(|error| format!("cannot draw a figure: {error}"))?;
        root.present().map_err(|error| format!("cannot draw a figure: {error}"))?;
    }
    Ok(text)
}

/// Text in a figure.
pub(super) fn text_style<'a>(colour: RGBColor, horizontal: HPos) -> TextStyle<'a> {
    (FONT, SIZE).into_font().color(&colour).pos(Pos::new(horizontal, VPos::Center))
}

/// Small text in a figure: numbers of rows and columns.
pub(super) fn small_style<'a>(colour: RGBColor, horizontal: HPos) -> TextStyle<'a> {
    (FONT, SMALL).into_font().color(&colour).pos(Pos::new(horizontal, VPos::Center))
}

/// A figure with its title, its text alternative and what else is to be said below it.
pub(super) fn figure(title: &str, description: &str, svg: &str, below: &Markup) -> Markup {
    html! {
        figure {
            figcaption { (title) }
            div role="img" aria-label={ (title) ". " (description) } { (PreEscaped(svg)) }
            (below)
            details.numbers { summary { "in words" } p { (description) } }
        }
    }
}

/// A figure as wide as its pictures, which stand beside each other: where the window is narrower, the first stays and the rest is scrolled.
pub(super) fn wide_figure(title: &str, description: &str, svg: &str, below: &Markup) -> Markup {
    html! {
        figure.wide {
            figcaption { (title) }
            div.scroll role="region" tabindex="0" aria-label={ (title) " (scrolls)" } {
                div.pictures role="img" aria-label={ (title) ". " (description) } { (PreEscaped(svg)) }
            }
            (below)
            details.numbers { summary { "in words" } p { (description) } }
        }
    }
}

/// Text cut to what fits in a figure's width.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}

/// Text of which the middle is left out if it is longer: the ends of names distinguish them.
pub(super) fn squeezed(text: &str, most: usize) -> String {
    let letters: Vec<char> = text.chars().collect();
    if letters.len() <= most {
        return text.to_owned();
    }
    let kept = most.saturating_sub(1);
    let tail = kept / 2;
    letters[..kept - tail].iter().chain(&['…']).chain(&letters[letters.len() - tail..]).collect()
}

const AXIS_HEIGHT: u32 = 46;

/// The digits after the point that distinguish the labels of an axis.
fn digits(span: f64) -> usize {
    let mut digits = 0;
    let mut step = span / 4.0;
    while step < 1.0 && digits < 6 {
        step *= 10.0;
        digits += 1;
    }
    digits
}

/// The lowest and the highest of some values, and both as 0 and 1 if there are none.
pub(super) fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let values = values.filter(|x| x.is_finite());
    let (low, high) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
    if low <= high { (low, high) } else { (0.0, 1.0) }
}

/// A line with its band.
pub(super) struct Band {
    /// Its place in [`SERIES`].
    pub(super) colour: usize,
    /// Its points from left to right.
    pub(super) points: Vec<(i64, Measure)>,
}

const BANDS_HEIGHT: u32 = 260;

/// Lines over a number, each within the band of its intervals.
pub(super) fn bands(series: &[Band], option: &str, unit: &str) -> Drawn<String> {
    let points = || series.iter().flat_map(|one| &one.points);
    let ends =
        |measure: &Measure| measure.interval.map_or([measure.value; 2], |interval| [interval.low, interval.high]);
    let (low, high) = range(points().flat_map(|(_, measure)| ends(measure)));
    let (left, right) = range(points().map(|(at, _)| *at as f64));
    let pad = if high > low { 0.06 * (high - low) } else { (0.1 * low.abs()).max(0.5) };
    let side = (0.03 * (right - left)).max(0.1);
    let places = digits(high - low);
    svg(BANDS_HEIGHT, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin_left(4)
            .margin_right(14)
            .margin_top(10)
            .margin_bottom(4)
            .x_label_area_size(AXIS_HEIGHT)
            .y_label_area_size(58)
            .build_cartesian_2d(left - side..right + side, low - pad..high + pad)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(6)
            .y_labels(5)
            .y_max_light_lines(0)
            .bold_line_style(GRID)
            .axis_style(MUTED)
            .x_label_formatter(&|x| if x.fract().abs() < 1e-9 { format!("{x:.0}") } else { String::new() })
            .y_label_formatter(&|y| number(*y, places))
            .x_desc(option)
            .y_desc(unit)
            .label_style(text_style(MUTED, HPos::Center))
            .axis_desc_style(text_style(MUTED, HPos::Center))
            .draw()?;
        for one in series {
            let colour = SERIES[one.colour % SERIES.len()];
            let known = || one.points.iter().filter(|(_, measure)| measure.value.is_finite());
            let edge = |place: usize| known().map(move |(at, measure)| (*at as f64, ends(measure)[place]));
            let outline: Vec<(f64, f64)> = edge(0).chain(edge(1).collect::<Vec<_>>().into_iter().rev()).collect();
            chart.draw_series([Polygon::new(outline, colour.mix(0.18))])?;
            let line: Vec<(f64, f64)> = known().map(|(at, measure)| (*at as f64, measure.value)).collect();
            chart.draw_series([PathElement::new(line.clone(), colour.stroke_width(2))])?;
            chart.draw_series(line.into_iter().map(|point| Circle::new(point, 3, colour.filled())))?;
        }
        Ok(())
    })
}

/// Shares of matches in bins of whole numbers.
pub(super) struct Series {
    /// Its place in [`SERIES`].
    pub(super) colour: usize,
    /// For each bin its share, in per cent, with its interval.
    pub(super) shares: Vec<(f64, Interval)>,
    /// The mean, in the unit of the axis, with its interval.
    pub(super) mean: f64,
    pub(super) mean_interval: Option<Interval>,
}

const HISTOGRAM_HEIGHT: u32 = 230;
/// Up to so many series have an interval at every bin; more would hide each other.
const MOST_WHISKERS: usize = 2;

/// Histograms over each other. Bin i holds the whole numbers from `first` + i·`width` to `first` + (i + 1)·`width` − 1.
pub(super) fn histogram(series: &[Series], first: i64, width: i64, unit: &str) -> Drawn<String> {
    let bins = series.iter().map(|one| one.shares.len()).max().unwrap_or(0) as i64;
    // A bin reaches from half below its first number to half above its last one.
    let left = |bin: i64| (first + bin * width) as f64 - 0.5;
    let whiskers = series.len() <= MOST_WHISKERS;
    let top = |(share, interval): &(f64, Interval)| if whiskers { interval.high.max(*share) } else { *share };
    let highest = series.iter().flat_map(|one| one.shares.iter().map(top)).fold(0.0, f64::max).max(0.1);
    let marks = 0.1 * highest;
    svg(HISTOGRAM_HEIGHT, |root| {
        let mut chart = ChartBuilder::on(root)
            .margin_left(4)
            .margin_right(14)
            .margin_top(8)
            .margin_bottom(4)
            .x_label_area_size(AXIS_HEIGHT)
            .y_label_area_size(52)
            .build_cartesian_2d(left(0)..left(bins.max(1)), -marks..highest * 1.04)?;
        let places = digits(highest);
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(6)
            .y_labels(5)
            .y_max_light_lines(0)
            .bold_line_style(GRID)
            .axis_style(MUTED)
            .x_label_formatter(&|x| if x.fract().abs() < 1e-9 { format!("{x:.0}") } else { format!("{x:.1}") })
            .y_label_formatter(&|y| if *y < 0.0 { String::new() } else { format!("{y:.places$}") })
            .x_desc(unit)
            .y_desc("share, %")
            .label_style(text_style(MUTED, HPos::Center))
            .axis_desc_style(text_style(MUTED, HPos::Center))
            .draw()?;
        for (place, one) in series.iter().enumerate() {
            let colour = SERIES[one.colour % SERIES.len()];
            let steps = one.shares.iter().enumerate().flat_map(|(bin, (share, _))| {
                let bin = bin as i64;
                [(left(bin), *share), (left(bin + 1), *share)]
            });
            let ends = (left(0), left(one.shares.len() as i64));
            let outline = std::iter::once((ends.0, 0.0)).chain(steps).chain([(ends.1, 0.0)]);
            chart.draw_series([PathElement::new(outline.collect::<Vec<_>>(), colour.stroke_width(2))])?;
            if whiskers {
                let shift = if series.len() == 1 { 0.5 } else { [0.35, 0.65][place % 2] };
                for (bin, (_, interval)) in one.shares.iter().enumerate() {
                    let x = left(bin as i64) + shift * width as f64;
                    chart.draw_series([PathElement::new([(x, interval.low), (x, interval.high)], colour)])?;
                }
            }
            let y = -marks * (place as f64 + 1.0) / (series.len() as f64 + 1.0);
            if let Some(interval) = one.mean_interval {
                chart
                    .draw_series([PathElement::new([(interval.low, y), (interval.high, y)], colour.stroke_width(2))])?;
            }
            if one.mean.is_finite() {
                chart.draw_series([Circle::new((one.mean, y), 3, colour.filled())])?;
            }
        }
        Ok(())
    })
}
