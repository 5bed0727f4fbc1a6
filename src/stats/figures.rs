//! The figures of a cell: what each strategy achieved, and how the game itself played, each with its 95 % interval.

use super::blocks::{self, Class};
use super::confidence_sequence::ConfidenceSequence;
use super::intervals::{self, Classes, Interval, Method};
use super::luck_adjustment::{self, Adjusted};
use super::moments::{Estimate, Linear, NOTHING};
use super::tally::{Layout, Tally};
use crate::game::WIN_UNITS;

/// What values a figure can take, which decides its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FigureKind {
    /// From 0 to 1.
    Share,
    /// From 0 up.
    Amount,
    /// Any number.
    Signed,
}

/// A figure of a cell: a ratio of two linear forms in the block totals.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// Its name in result files.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// What values it can take.
    pub kind: FigureKind,
    numerator: Linear,
    denominator: Linear,
}

/// A figure as found.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// The value; not a number where there was nothing to divide by.
    pub value: f64,
    /// Its 95 % interval, if the blocks give one.
    pub interval: Option<Interval>,
}

/// A difference between two cells that played the same deals.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// Own value minus the baseline's.
    pub difference: Measure,
    /// Standard error of the difference; none where it never varied.
    pub standard_error: Option<f64>,
    /// Correlation of the two values over blocks: what the common deals are worth.
    pub correlation: Option<f64>,
}

impl Figure {
    /// The value with its gradient.
    #[must_use]
    pub fn estimate(&self, tally: &Tally) -> Estimate {
        Estimate::ratio(tally, &self.numerator, &self.denominator)
    }

    /// The value with its interval.
    #[must_use]
    pub fn measure(&self, tally: &Tally) -> Measure {
        let estimate = self.estimate(tally);
        let value = estimate.value;
        let variance = estimate.variance(tally);
        // Blocks that never varied say nothing about how far the value might be off.
        let varied = variance.filter(|v| *v > 0.0);
        let interval = match self.kind {
            _ if !value.is_finite() => None,
            FigureKind::Share => Some(intervals::share(value, variance, tally.blocks)),
            FigureKind::Amount => {
                varied.map(|v| intervals::from_variance(value, v, tally.blocks).within(0.0, f64::INFINITY))
            }
            FigureKind::Signed => varied.map(|v| intervals::from_variance(value, v, tally.blocks)),
        };
        Measure { value, interval }
    }

    /// The difference of this figure of `own` from `other`'s in the cell that `own` was paired with, from the blocks that both played.
    #[must_use]
    pub fn difference(&self, own: &Tally, other: &Figure, baseline: &Tally) -> Difference {
        let (a, b) = (self.estimate(own), other.estimate(baseline));
        let value = a.value - b.value;
        let (first, second, both) = (a.variance(own), b.variance(baseline), a.covariance(own, &b, baseline));
        let (Some(first), Some(second), Some(both)) = (first, second, both) else {
            return Difference {
                difference: Measure { value, interval: None },
                standard_error: None,
                correlation: None,
            };
        };
        let variance = first + second - 2.0 * both;
        let varied = variance > NOTHING * (first + second);
        let interval = varied.then(|| intervals::from_variance(value, variance, own.blocks));
        let standard_error = varied.then(|| variance.sqrt());
        let scale = (first * second).sqrt();
        let correlation = (scale > 0.0).then(|| (both / scale).clamp(-1.0, 1.0));
        Difference { difference: Measure { value, interval }, standard_error, correlation }
    }
}

fn matches(tally: &Tally) -> Linear {
    Linear::constant(tally.matches_per_block as f64)
}

/// The win share of a line-up slot.
#[must_use]
pub fn win_share(tally: &Tally, slot: usize) -> Figure {
    Figure {
        name: "win_share",
        about: "win share",
        kind: FigureKind::Share,
        numerator: Linear::entry(tally.layout.share(slot), 1.0 / f64::from(WIN_UNITS)),
        denominator: matches(tally),
    }
}

/// The points that a line-up slot takes in a round.
#[must_use]
pub fn points_per_round(tally: &Tally, slot: usize) -> Figure {
    Figure {
        name: "points_per_round",
        about: "points per round",
        kind: FigureKind::Signed,
        numerator: Linear::entry(tally.layout.points(slot), 1.0),
        denominator: entry(&tally.layout, "rounds", 1.0),
    }
}

/// The final score of a line-up slot.
#[must_use]
pub fn points_per_match(tally: &Tally, slot: usize) -> Figure {
    Figure {
        name: "points_per_match",
        about: "final score",
        kind: FigureKind::Signed,
        numerator: Linear::entry(tally.layout.points(slot), 1.0),
        denominator: matches(tally),
    }
}

/// The win share of a place at the table, counted clockwise from the side that opened the first round.
#[must_use]
pub fn place_win_share(tally: &Tally, place: usize) -> Figure {
    Figure {
        name: if place == 0 { "opener_win_share" } else { "place_win_share" },
        about: if place == 0 { "matches won by the first round's opener" } else { "matches won by a later place" },
        kind: FigureKind::Share,
        numerator: Linear::entry(tally.layout.place(place), 1.0 / f64::from(WIN_UNITS)),
        denominator: matches(tally),
    }
}

fn entry(layout: &Layout, name: &str, factor: f64) -> Linear {
    layout.named(name).map_or_else(Linear::default, |index| Linear::entry(index, factor))
}

/// What the numerator of a balance figure is divided by.
#[derive(Clone, Copy)]
enum Per {
    Match,
    Decided,
    Round,
    Move,
}

/// Name, meaning, kind, block total, divisor.
type Row = (&'static str, &'static str, FigureKind, &'static str, Per);

const ROWS: [Row; 13] = [
    ("rounds_per_match", "rounds per match", FigureKind::Amount, "rounds", Per::Match),
    ("moves_per_match", "moves per match", FigureKind::Amount, "moves", Per::Match),
    ("moves_per_round", "moves per round", FigureKind::Amount, "moves", Per::Round),
    ("choices_per_move", "moves to choose from", FigureKind::Amount, "choices", Per::Move),
    ("blocked_round_share", "blocked rounds", FigureKind::Share, "blocked_rounds", Per::Round),
    ("void_deals_per_match", "void deals per match", FigureKind::Amount, "void_deals", Per::Match),
    (
        "discarded_events_per_match",
        "scoring events not taken whole, per match",
        FigureKind::Amount,
        "discarded_events",
        Per::Match,
    ),
    (
        "discarded_points_per_match",
        "points offered and not taken, per match",
        FigureKind::Amount,
        "discarded_points",
        Per::Match,
    ),
    ("lead_changes_per_match", "lead changes per match", FigureKind::Amount, "lead_changes", Per::Match),
    ("margin_points", "winning margin, points", FigureKind::Amount, "margin", Per::Decided),
    (
        "opener_edge_points_per_round",
        "opener's points above the others' mean, per round",
        FigureKind::Signed,
        "opener_edge",
        Per::Round,
    ),
    ("unfinished_share", "unfinished matches", FigureKind::Share, "unfinished", Per::Match),
    ("shared_win_share", "matches with a shared win", FigureKind::Share, "shared_wins", Per::Match),
];

/// The balance figures of a cell, the opener's win share first.
#[must_use]
pub fn balance(tally: &Tally) -> Vec<Figure> {
    let layout = &tally.layout;
    let others = layout.sides.saturating_sub(1).max(1) as f64;
    let rows = ROWS.iter().map(|(name, about, kind, total, per)| Figure {
        name,
        about,
        kind: *kind,
        numerator: entry(layout, total, if *total == "opener_edge" { 1.0 / others } else { 1.0 }),
        denominator: match per {
            Per::Match => matches(tally),
            Per::Round => entry(layout, "rounds", 1.0),
            Per::Move => entry(layout, "moves", 1.0),
            Per::Decided => Linear { constant: tally.matches_per_block as f64, ..entry(layout, "unfinished", -1.0) },
        },
    });
    std::iter::once(place_win_share(tally, 0)).chain(rows).collect()
}

/// The balance figure with this name.
#[must_use]
pub fn named(tally: &Tally, name: &str) -> Option<Figure> {
    balance(tally).into_iter().find(|figure| figure.name == name)
}

/// The name of the figure that one cell says for all of the same game: the win share of a strong strategy against weak ones.
pub const SKILL: &str = "skill_win_share";

/// The names of all figures that cells are compared by.
pub fn figure_names() -> impl Iterator<Item = &'static str> {
    ["win_share", "points_per_round", "opener_win_share"].into_iter().chain(ROWS.iter().map(|(name, ..)| *name))
}

/// How one figure of a cell differs from its baseline's.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedDifference {
    /// The line-up slot, for figures of strategies.
    pub slot: Option<usize>,
    /// The figure's name.
    pub figure: &'static str,
    /// The cell's own value.
    pub value: f64,
    /// The baseline's.
    pub baseline_value: f64,
    /// The difference.
    pub difference: Difference,
}

/// All differences of a cell from the baseline cell that it was paired with: those of each slot, then those of the game.
#[must_use]
pub fn differences(own: &Tally, baseline: &Tally) -> Vec<NamedDifference> {
    let named = |slot: Option<usize>, a: &Figure, b: &Figure| NamedDifference {
        slot,
        figure: a.name,
        value: a.estimate(own).value,
        baseline_value: b.estimate(baseline).value,
        difference: a.difference(own, b, baseline),
    };
    let mut all = Vec::new();
    for slot in 0..own.layout.sides.min(baseline.layout.sides) {
        all.push(named(Some(slot), &win_share(own, slot), &win_share(baseline, slot)));
        all.push(named(Some(slot), &points_per_round(own, slot), &points_per_round(baseline, slot)));
    }
    for (a, b) in balance(own).iter().zip(&balance(baseline)) {
        all.push(named(None, a, b));
    }
    all
}

/// The result of one line-up slot.
#[derive(Clone, Debug, PartialEq)]
pub struct SlotResult {
    /// Win share.
    pub win_share: f64,
    /// Its 95 % interval from blocks.
    pub interval: Interval,
    /// How the interval was made.
    pub method: Method,
    /// What the interval would be from as many independent matches as were played.
    pub naive: Interval,
    /// How many independent matches a match is worth, see [`blocks::variance_ratio`].
    pub variance_ratio: Option<f64>,
    /// The share without the luck of the deals, where that was measured.
    pub adjusted: Option<Adjusted>,
    /// How many blocks had which outcome, see [`blocks::classes`].
    pub classes: Vec<Class>,
    /// Two sides: the Elo difference to the other side, and its interval.
    pub elo: Option<Elo>,
    /// Two sides, a number of blocks that was fixed beforehand: the likelihood of superiority, see [`intervals::superiority`].
    pub likelihood_of_superiority: Option<f64>,
    /// Points taken per round.
    pub points_per_round: Measure,
    /// Final score.
    pub points_per_match: Measure,
}

/// An Elo difference with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference.
    pub value: f64,
    /// Its interval.
    pub interval: Interval,
    /// Whether any of the three was clamped.
    pub clamped: bool,
}

/// How the blocks of a cell came about, which decides what interval its win shares have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sampling {
    /// All seats play the same strategy: every block is an exact tie.
    SelfPlay,
    /// Their number was fixed beforehand.
    Fixed,
    /// A stopping rule that looked at them may have ended the run; the interval is that of a confidence sequence.
    Stopped(ConfidenceSequence),
}

/// The result of one line-up slot. `played` of a block's matches were really played.
#[must_use]
pub fn slot_result(tally: &Tally, slot: usize, sampling: Sampling, played: u64) -> SlotResult {
    let classes = Classes { counts: &tally.classes[slot], whole: blocks::whole(tally) };
    let all = blocks::classes(tally, slot);
    let figure = win_share(tally, slot);
    let estimate = figure.estimate(tally);
    let share = estimate.value;
    let variance = estimate.variance(tally);
    let (interval, method) = match sampling {
        Sampling::SelfPlay => (Interval { low: share, high: share }, Method::ExactTie),
        Sampling::Fixed => intervals::win_share(classes, variance, tally.blocks),
        Sampling::Stopped(sequence) => {
            let interval = sequence.interval(&blocks::shares(tally, &all));
            // Rounding must not move the share out of it.
            (Interval { low: interval.low.min(share), high: interval.high.max(share) }, Method::ConfidenceSequence)
        }
    };
    let two = tally.layout.sides == 2;
    let elo = two.then(|| {
        let all = [share, interval.low, interval.high].map(intervals::elo);
        Elo {
            value: all[0].0,
            interval: Interval { low: all[1].0, high: all[2].0 },
            clamped: all.iter().any(|(_, clamped)| *clamped),
        }
    });
    let naive = blocks::naive_variance(tally, slot, played);
    let matches = tally.blocks.saturating_mul(played);
    SlotResult {
        win_share: share,
        interval,
        method,
        naive: intervals::share(share, Some(naive), matches),
        variance_ratio: blocks::variance_ratio(naive, variance),
        adjusted: luck_adjustment::adjusted(tally, slot, method),
        classes: all,
        elo,
        likelihood_of_superiority: (two && method != Method::ConfidenceSequence)
            .then(|| intervals::superiority(classes, variance, method))
            .flatten(),
        points_per_round: points_per_round(tally, slot).measure(tally),
        points_per_match: points_per_match(tally, slot).measure(tally),
    }
}
