//! A table of match equity as a picture: an SVG in steps of colour that colour-blind eyes can distinguish.

use plotters::coord::types::RangedCoordi32;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::equity_text::reference_name;
use crate::equity::{Equity, EquityTable, ONE};
use crate::game::Seat;

/// Colours from a lost to a won match: ColorBrewer's PuOr, which is safe for colour-blind eyes and lightest at one half.
pub(super) const COLOURS: [(u8, u8, u8); 11] = [
    (127, 59, 8),
    (179, 88, 6),
    (224, 130, 20),
    (253, 184, 99),
    (254, 224, 182),
    (247, 247, 247),
    (216, 218, 235),
    (178, 171, 210),
    (128, 115, 172),
    (84, 39, 136),
    (45, 0, 75),
];

/// Steps of colour, each so many per cent wide.
pub(super) const STEPS: i64 = 20;

/// About how wide and high the coloured square is, in pixels.
const SQUARE: u32 = 560;
/// Pixels around it: above, right, below, left.
const AROUND: (u32, u32, u32, u32) = (70, 120, 60, 70);

const FONT: &str = "sans-serif";

fn step_of(chance: i32) -> i64 {
    (i64::from(chance) * STEPS / i64::from(ONE)).min(STEPS - 1)
}

/// The colour of a step: the list's colours at its middle, mixed linearly.
pub(super) fn colour(step: i64) -> RGBColor {
    let last = COLOURS.len() as i64 - 1;
    let at = (2 * step + 1) * last;
    let (index, rest) = ((at / (2 * STEPS)) as usize, at % (2 * STEPS));
    let (from, to) = (COLOURS[index], COLOURS[(index + 1).min(COLOURS.len() - 1)]);
    let mix = |a: u8, b: u8| ((i64::from(a) * (2 * STEPS - rest) + i64::from(b) * rest) / (2 * STEPS)) as u8;
    RGBColor(mix(from.0, to.0), mix(from.1, to.1), mix(from.2, to.2))
}

/// `equity.svg`: the chance by the own score (up) and the other's (across); where it matters, of the side that leads next.
///
/// # Errors
/// In words, if it cannot be drawn; in practice never, for it is drawn in memory.
pub fn svg(equity: &Equity) -> Result<String, String> {
    let mut text = String::new();
    draw(equity, &mut text).map_err(|error| format!("cannot draw the picture: {error}"))?;
    Ok(text)
}

pub(super) type Drawn = Result<(), Box<dyn std::error::Error>>;

/// A chart of one score against the other.
pub(super) type Scores<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordi32, RangedCoordi32>>;

/// The chances as fields with the colours of their steps, own score up and the other's across; of every so many scores only the lowest.
pub(super) fn fields(
    chart: &mut Scores<'_, '_>,
    table: &EquityTable,
    every: u16,
    colour: impl Fn(i64) -> RGBColor,
) -> Drawn {
    let target = table.limit() + 1;
    let scores = || (0..target).step_by(usize::from(every.max(1)));
    let end = |score: u16| i32::from(score.saturating_add(every.max(1)).min(target));
    for own in scores() {
        let fields: Vec<(u16, i64)> =
            scores().map(|other| (other, step_of(table.chance([own, other], Some(Seat(0)))))).collect();
        for run in fields.chunk_by(|(_, a), (_, b)| a == b) {
            let (from, to) = (i32::from(run[0].0), end(run[run.len() - 1].0));
            let style = colour(run[0].1).filled();
            chart.draw_series([Rectangle::new([(from, i32::from(own)), (to, end(own))], style)])?;
        }
    }
    Ok(())
}

fn draw(equity: &Equity, text: &mut String) -> Drawn {
    let target = i32::from(equity.table.limit()) + 1;
    let pixels = (SQUARE / target as u32).max(2);
    let side = pixels * target as u32;
    let (top, right, bottom, left) = AROUND;
    let root = SVGBackend::with_string(text, (left + side + right, top + side + bottom)).into_drawing_area();
    root.fill(&WHITE)?;
    let leads = equity.table.leads() == 2;
    let name = equity.game.get("name").and_then(serde_json::Value::as_str).unwrap_or_default();
    let title = format!("{name}: chance to win the match, both sides playing {}", reference_name(equity));
    let middle = |size: i32| TextStyle::from((FONT, size).into_font()).pos(Pos::new(HPos::Center, VPos::Center));
    root.draw(&Text::new(title, ((left + side / 2) as i32, 24), middle(17)))?;
    let which = if leads { "of the side that opens or deals the next round" } else { "whoever opens the next round" };
    root.draw(&Text::new(which, ((left + side / 2) as i32, 48), middle(14)))?;

    let mut chart = ChartBuilder::on(&root)
        .margin_top(top)
        .margin_right(right)
        .margin_bottom(5)
        .margin_left(5)
        .x_label_area_size(bottom - 5)
        .y_label_area_size(left - 5)
        .build_cartesian_2d(0..target, 0..target)?;
    fields(&mut chart, &equity.table, 1, colour)?;
    chart
        .configure_mesh()
        .disable_mesh()
        .x_desc("score of the other side, points")
        .y_desc(if leads { "score of the side that leads next, points" } else { "own score, points" })
        .x_labels(13)
        .y_labels(13)
        .label_style((FONT, 13))
        .axis_desc_style((FONT, 15))
        .draw()?;

    let (x, width) = ((left + side) as i32 + 30, 20);
    let label = TextStyle::from((FONT, 13).into_font()).pos(Pos::new(HPos::Left, VPos::Center));
    let height = |step: i64| (top + side) as i32 - (i64::from(side) * step / STEPS) as i32;
    for step in 0..STEPS {
        let style = colour(step).filled();
        root.draw(&Rectangle::new([(x, height(step + 1)), (x + width, height(step))], style))?;
    }
    root.draw(&Rectangle::new([(x, height(STEPS)), (x + width, height(0))], BLACK.stroke_width(1)))?;
    for step in (0..=STEPS).step_by(2) {
        let percent = 100 * step / STEPS;
        root.draw(&Text::new(format!("{percent} %"), (x + width + 6, height(step)), label.clone()))?;
    }
    root.present()?;
    Ok(())
}
