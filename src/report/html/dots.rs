//! Values with their intervals as rows of text and dots: label, dot and number stand level with each other and fit any width.
//!
//! Positions are percentages of the drawing's width, so a row needs no width of its own and its texts stay as large as all others.

use maud::{Markup, html};

use super::super::text::spread;
use super::chart::range;
use crate::analysis::wording::number;
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;

/// A row: its label, its value as it is drawn, and the same in words.
#[derive(Clone, Debug)]
pub(super) struct Dot {
    pub(super) label: String,
    pub(super) measure: Measure,
    pub(super) text: String,
    /// Whether it is significant, which fills the dot; none where nothing is tested.
    pub(super) significant: Option<bool>,
}

impl Dot {
    /// A value that is not tested.
    pub(super) fn plain(label: String, measure: Measure, digits: usize) -> Dot {
        let text = spread(measure.value, measure.interval, digits, 1.0);
        Dot { label, measure, text, significant: None }
    }

    fn ends(&self) -> [f64; 2] {
        let Interval { low, high } =
            self.measure.interval.unwrap_or(Interval { low: self.measure.value, high: self.measure.value });
        [low, high]
    }
}

/// The axis that rows of one figure share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Axis {
    low: f64,
    high: f64,
    /// Where a line is drawn: no effect, or an equal share.
    mark: Option<f64>,
}

/// How much wider than the intervals themselves an axis may become for a mark's sake.
const REACH: f64 = 5.0;

impl Axis {
    /// The axis of some rows; a mark that is too far away is left out.
    pub(super) fn of<'a>(dots: impl Iterator<Item = &'a Dot> + Clone, mark: Option<f64>) -> Axis {
        let (low, high) = range(dots.clone().flat_map(Dot::ends));
        let near = |mark: &f64| high.max(*mark) - low.min(*mark) <= REACH * (high - low).max(1e-9) || *mark == 0.0;
        let mark = mark.filter(near);
        let (low, high) = range(dots.flat_map(Dot::ends).chain(mark));
        let pad = if high > low { 0.1 * (high - low) } else { (0.1 * low.abs()).max(0.5) };
        Axis { low: low - pad, high: high + pad, mark }
    }

    /// Whether there is a line.
    pub(super) const fn is_marked(&self) -> bool {
        self.mark.is_some()
    }

    fn percent(&self, value: f64) -> String {
        format!("{:.2}%", 100.0 * (value - self.low) / (self.high - self.low))
    }

    /// Round numbers on the axis, with their digits: two to four.
    fn ticks(&self) -> (Vec<f64>, usize) {
        let span = self.high - self.low;
        let power = 10f64.powf((span / 2.0).log10().floor());
        let step = [5.0, 2.0, 1.0].iter().map(|factor| factor * power).find(|step| span / step >= 2.0).unwrap_or(power);
        let first = ((self.low + 0.04 * span) / step).ceil() as i64;
        let last = ((self.high - 0.04 * span) / step).floor() as i64;
        let digits = (-power.log10().floor()).max(0.0) as usize;
        ((first..=last.min(first + 6)).map(|place| place as f64 * step).collect(), digits)
    }

    fn row(&self, dot: &Dot) -> Markup {
        let [from, to] = dot.ends();
        let open = dot.significant == Some(false);
        html! {
            div.dot {
                span.label { (dot.label) }
                svg aria-hidden="true" {
                    @if let Some(mark) = self.mark { line.mark x1=(self.percent(mark)) x2=(self.percent(mark)) y1="0" y2="100%" {} }
                    @if dot.measure.value.is_finite() {
                        line.bar x1=(self.percent(from)) x2=(self.percent(to)) y1="50%" y2="50%" {}
                        circle.open[open] cx=(self.percent(dot.measure.value)) cy="50%" r="4" {}
                    }
                }
                span.value { (dot.text.replace(" ±", "\u{a0}±")) }
            }
        }
    }

    /// Rows, one below the other.
    pub(super) fn rows(&self, dots: &[Dot]) -> Markup {
        html! { @for dot in dots { (self.row(dot)) } }
    }

    /// Rows without a value, as high as those beside them.
    pub(super) fn no_rows(&self, count: usize, why: &str) -> Markup {
        html! {
            @for place in 0..count {
                div.dot.none { span.label { @if place == 0 { (why) } } }
            }
        }
    }

    /// The numbers below the rows, and what they are.
    pub(super) fn scale(&self, unit: &str) -> Markup {
        let (ticks, digits) = self.ticks();
        html! {
            div.dot.axis {
                span.label {}
                svg aria-hidden="true" {
                    line x1="0" x2="100%" y1="0.5" y2="0.5" {}
                    @for tick in &ticks {
                        line x1=(self.percent(*tick)) x2=(self.percent(*tick)) y1="0" y2="5" {}
                        text x=(self.percent(*tick)) y="18" { @if *tick == 0.0 { "0" } @else { (number(*tick, digits)) } }
                    }
                }
                span.value { (unit) }
            }
        }
    }
}

/// The most rows of a figure: a longer one is no picture any more.
const MOST_ROWS: usize = 60;

/// Rows with a title of their own. `mark` is a value worth a line, with what it means.
pub(super) fn figure(title: &str, unit: &str, mut dots: Vec<Dot>, mark: Option<(f64, &str)>) -> Markup {
    let left_out = dots.len().saturating_sub(MOST_ROWS);
    dots.truncate(MOST_ROWS);
    let axis = Axis::of(dots.iter(), mark.map(|(mark, _)| mark));
    html! {
        figure.dots {
            figcaption { (title) }
            div.panel { (axis.rows(&dots)) (axis.scale(unit)) }
            p.small {
                "Dots with 95 % intervals. "
                @if let Some((_, meaning)) = mark.filter(|_| axis.is_marked()) { "The line marks " (meaning) ". " }
                @if left_out > 0 { "The first " (MOST_ROWS) " rows; " (left_out) " more are in the table." }
            }
        }
    }
}
