//! The cross table as a heat map: the row's win share against the column, around an equal share; of a gauntlet, what its runner took from each.

use maud::{Markup, html};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

use super::super::tournament_tables::CROSSTABLE;
use super::chart::{Drawn, FONT, GRID, INK, MUTED, Root, small_style, squeezed, svg_of, text_style, wide_figure};
use super::dots::{self, Dot};
use super::sweep_heatmap::{COLOURS, on_field};
use crate::analysis::resolved::Mode;
use crate::analysis::summary::TournamentSummary;
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;
use crate::stats::ranking::Edge;

/// The most entrants with a number in each field.
const MOST_WITH_TEXT: usize = 20;
/// The most entrants that are drawn.
const MOST: usize = 64;

/// Pixels that a narrow window has for labels and fields.
const NARROW: i32 = 356;
/// Steps of colour: those of the list, and one between any two of them.
const STEPS: usize = 2 * COLOURS.len() - 1;

/// Pixels from the top to the first row.
const TOP: i32 = 28;
/// Characters of a row's label.
const LABEL: usize = 20;
/// Pixels of a character of a label, at most and about.
const LETTER: i32 = 8;

/// Fields as they are drawn.
struct Grid<'a> {
    ranked: &'a TournamentSummary,
    /// Entrants.
    count: usize,
    /// Sides of the game.
    sides: usize,
    /// Width and height of a field.
    field: (i32, i32),
    /// Whether there is a number in each.
    text: bool,
    /// The share that equal strategies have.
    equal: f64,
    /// The farthest from it.
    farthest: f64,
}

/// The colour of a step.
fn colour(step: usize) -> RGBColor {
    let (a, b) = (COLOURS[step / 2], COLOURS[step.div_ceil(2)]);
    RGBColor(a.0.midpoint(b.0), a.1.midpoint(b.1), a.2.midpoint(b.2))
}

fn edges(ranked: &TournamentSummary, count: usize) -> impl Iterator<Item = &Edge> {
    (0..count).flat_map(move |row| (0..count).filter_map(move |column| ranked.pair(row, column)))
}

fn labels(ranked: &TournamentSummary, count: usize) -> Vec<String> {
    (0..count).map(|rank| squeezed(&ranked.ranked_name(rank), LABEL)).collect()
}

/// Pixels that labels need.
fn width_of(labels: &[String]) -> i32 {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    LETTER * longest as i32 + 6
}

impl Grid<'_> {
    /// A field's step of colour.
    fn step(&self, edge: &Edge) -> usize {
        let place = if self.farthest > 0.0 { (edge.win_share - self.equal) / self.farthest } else { 0.0 };
        ((f64::midpoint(place, 1.0) * STEPS as f64) as usize).min(STEPS - 1)
    }

    /// The share, in per cent, in the middle of a colour of the list.
    fn middle(&self, colour: usize) -> f64 {
        let place = (4 * colour + 1) as f64 / STEPS as f64 - 1.0;
        100.0 * (self.equal + place * self.farthest)
    }

    fn height(&self) -> u32 {
        (TOP + self.field.1 * self.count as i32 + 2) as u32
    }

    /// The labels of the rows; they stay where they are while the fields are scrolled.
    fn labels(&self) -> Drawn<String> {
        let labels = labels(self.ranked, self.count);
        svg_of((width_of(&labels) as u32, self.height()), |root| {
            for (row, label) in labels.iter().enumerate() {
                let y = TOP + self.field.1 * row as i32 + self.field.1 / 2;
                let style = if self.field.1 < 20 { small_style(INK, HPos::Left) } else { text_style(INK, HPos::Left) };
                root.draw(&Text::new(label.clone(), (2, y), style))?;
            }
            Ok(())
        })
    }

    /// What is above the columns: the names if they fit, else the places.
    fn heads(&self, root: &Root<'_>) -> Result<(), Box<dyn std::error::Error>> {
        let fits = |rank: usize| self.ranked.name(rank).chars().count() as i32 * LETTER < self.field.0;
        let names = (0..self.count).all(fits);
        for column in 0..self.count {
            let x = self.field.0 * column as i32 + self.field.0 / 2;
            let label = if names { self.ranked.name(column).to_owned() } else { (column + 1).to_string() };
            let style = if self.text { text_style(INK, HPos::Center) } else { small_style(MUTED, HPos::Center) };
            root.draw(&Text::new(label, (x, TOP / 2), style))?;
        }
        Ok(())
    }

    fn number(&self, root: &Root<'_>, edge: &Edge, (x, y): (i32, i32)) -> Result<(), Box<dyn std::error::Error>> {
        let mark = if edge.is_significant() { "†" } else { "" };
        let value = format!("{mark}{:.1}", 100.0 * edge.win_share);
        let shift = if edge.interval.is_some() { 8 } else { 0 };
        root.draw(&Text::new(value, (x, y - shift), on_field((FONT, 16))))?;
        if let Some(interval) = edge.interval {
            let half = match edge.exact_tie {
                true => "exact tie".to_owned(),
                false => format!("±{:.1}", 50.0 * (interval.high - interval.low)),
            };
            root.draw(&Text::new(half, (x, y + 9), on_field((FONT, 13))))?;
        }
        Ok(())
    }

    fn fields(&self) -> Drawn<String> {
        let (width, height) = self.field;
        // Fields with a number are apart; others are drawn together where they have the same colour.
        let gap = if self.text { 2 } else { 0 };
        svg_of((width as u32 * self.count as u32 + 2, self.height()), |root| {
            self.heads(root)?;
            for row in 0..self.count {
                let y = TOP + height * row as i32;
                let steps: Vec<Option<usize>> =
                    (0..self.count).map(|column| self.ranked.pair(row, column).map(|edge| self.step(edge))).collect();
                let mut from = 0;
                for run in steps.chunk_by(|a, b| !self.text && a == b) {
                    let to = from + run.len() as i32;
                    if let Some(step) = run[0] {
                        let corners = [(width * from, y), (width * to - gap, y + height - gap)];
                        root.draw(&Rectangle::new(corners, colour(step).filled()))?;
                    }
                    from = to;
                }
                // Nobody meets itself: a stroke, where white would be taken for a share.
                let (left, right) = (width * row as i32, width * (row as i32 + 1) - gap);
                root.draw(&PathElement::new([(left, y), (right, y + height - gap)], GRID.stroke_width(1)))?;
                for column in (0..self.count).filter(|_| self.text) {
                    if let Some(edge) = self.ranked.pair(row, column) {
                        let x = width * column as i32 + width / 2 - 1;
                        self.number(root, edge, (x, y + height / 2 - 1))?;
                    }
                }
            }
            Ok(())
        })
    }

    /// The text alternative: every pair, or of many entrants each one's range.
    fn in_words(&self) -> String {
        let name = |rank: usize| self.ranked.name(rank);
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        if self.text {
            let pair = |edge: &Edge, row: usize, column: usize| {
                let ends = edge.interval.map_or_else(String::new, |Interval { low, high }| match edge.exact_tie {
                    true => " (exact tie)".to_owned(),
                    false => format!(" ({} to {})", percent(low), percent(high)),
                });
                format!("{} against {}: {}{ends}", name(row), name(column), percent(edge.win_share))
            };
            // With two sides the other half is the rest to 100.
            let two = self.sides == 2;
            let columns = |row: usize| if two { row + 1..self.count } else { 0..self.count };
            let pairs: Vec<String> = (0..self.count)
                .flat_map(|row| columns(row).map(move |column| (row, column)))
                .filter_map(|(row, column)| Some(pair(self.ranked.pair(row, column)?, row, column)))
                .collect();
            let note = if two { "95 % intervals in brackets" } else { "line-ups with both" };
            return format!("Win shares in %, {note}: {}.", pairs.join("; "));
        }
        let row = |row: usize| {
            let shares: Vec<f64> =
                (0..self.count).filter_map(|column| Some(self.ranked.pair(row, column)?.win_share)).collect();
            let (low, high) = shares.iter().fold((1.0f64, 0.0f64), |(low, high), x| (low.min(*x), high.max(*x)));
            let above = shares.iter().filter(|share| **share > self.equal).count();
            format!(
                "{}: from {} to {}, above an equal share against {above} of {}",
                name(row),
                percent(low),
                percent(high),
                shares.len()
            )
        };
        let rows: Vec<String> = (0..self.count).map(row).collect();
        format!("Win shares in %, from each strategy's lowest to its highest: {}.", rows.join("; "))
    }

    fn below(&self) -> Markup {
        let left_out = self.ranked.ranking.places.len() - self.count;
        html! {
            ul.legend.steps {
                @for colour in 0..COLOURS.len() {
                    @let share = self.middle(colour);
                    @if (0.0..=100.0).contains(&share) { li class={ "h" (colour) } { (format!("{share:.0} %")) } }
                }
            }
            p.small {
                "Rows and columns are in the order of the ratings, columns by name or by place. White is about an equal share. "
                @if self.text && edges(self.ranked, self.count).any(|edge| edge.interval.is_some()) {
                    "Below each value half the width of its 95 % interval; † is not one half at 5 % over all pairs (Holm). "
                }
                @if left_out > 0 { "The first " (self.count) " strategies; " (left_out) " more are in " (CROSSTABLE) ". " }
                @if !self.text { "The numbers are in " a href={ "./" (CROSSTABLE) } { (CROSSTABLE) } "." }
            }
        }
    }
}

/// A gauntlet has a row for each challenger only.
fn gauntlet(ranked: &TournamentSummary, sides: usize) -> Drawn<Markup> {
    let rows: Vec<Markup> =
        ranked.challengers.iter().map(|entrant| challenger(ranked, *entrant, sides)).collect::<Drawn<_>>()?;
    Ok(html! { @for row in rows { (row) } })
}

/// A challenger's shares against each of the others.
fn challenger(ranked: &TournamentSummary, entrant: usize, sides: usize) -> Drawn<Markup> {
    let entrant_of = |rank: usize| ranked.ranking.places[rank].entrant;
    let places = 0..ranked.ranking.places.len();
    let Some(runner) = places.clone().find(|rank| entrant_of(*rank) == entrant) else {
        return Ok(Markup::default());
    };
    let row = |rank: usize| {
        let edge = ranked.pair(runner, rank)?;
        let interval = edge.interval.map(|interval| interval.times(100.0));
        Some(Dot::plain(ranked.ranked_name(rank), Measure { value: 100.0 * edge.win_share, interval }, 2))
    };
    let rows = places.filter_map(row).collect();
    let whose = ranked.name(runner);
    let title = if sides == 2 {
        format!("Win share of {whose} against each of the others")
    } else {
        format!("Win share of {whose} in line-ups with each of the others")
    };
    let mark = Some((100.0 / sides as f64, "an equal share"));
    Ok(html! { div.figures { (dots::figure(&title, "%", rows, mark)) } })
}

/// The cross table of a tournament.
pub(super) fn figure_of(ranked: &TournamentSummary, sides: usize) -> Drawn<Markup> {
    if ranked.mode == Mode::Gauntlet {
        return gauntlet(ranked, sides);
    }
    let count = ranked.ranking.places.len().min(MOST);
    let equal = 1.0 / sides as f64;
    let farthest = edges(ranked, count).map(|edge| (edge.win_share - equal).abs()).fold(0.0, f64::max);
    let text = count <= MOST_WITH_TEXT;
    let intervals = edges(ranked, count).any(|edge| edge.interval.is_some());
    let field = if text {
        let width = (NARROW - width_of(&labels(ranked, count))) / count.max(1) as i32;
        (width.clamp(48, 76), if intervals { 42 } else { 32 })
    } else {
        let side = (1024 / count as i32).clamp(16, 28);
        (side, side)
    };
    let grid = Grid { ranked, count, sides, field, text, equal, farthest };
    let title = if sides == 2 {
        "Win share of the row against the column, %"
    } else {
        "Win share of the row in line-ups with the column, %"
    };
    let pictures = [grid.labels()?, grid.fields()?];
    Ok(wide_figure(title, &grid.in_words(), &pictures.concat(), &grid.below()))
}
