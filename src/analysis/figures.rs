//! The registry of figures: what each is called, how it follows from what was counted, how it is written, and where it is shown.
//!
//! Every output goes by this registry. A figure of the game is one row in [`GAME`]: with it the figure stands in the JSON documents, in
//! `summary.csv` and in the table of `match`; [`FigureSpec::outputs`] says where else.

use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::game::WIN_UNITS;
use crate::stats::measure::{Kind, Ratio};
use crate::stats::moments::Linear;
use crate::tally::{Entry, Layout, Scalar, Tally};

/// What a figure's numerator counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Wins of a line-up slot.
    Wins,
    /// Points taken by a line-up slot.
    Points,
    /// Wins of a place at the table, counted clockwise from the side of the first round's opener.
    WinsOfPlace,
    /// An entry that does not depend on the number of sides.
    Scalar(Scalar),
    /// The same for each side but one.
    PerOtherSide(Scalar),
}

/// What it is divided by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Matches.
    Match,
    /// Matches that were won.
    WonMatch,
    /// Another entry.
    Scalar(Scalar),
}

/// Where a figure is shown, besides the places where all are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// Cells are compared by it: in `differences.csv`, in JSON, and with a margin.
    Differences,
    /// A column of the tables of an experiment, on the terminal and on the page.
    Table,
    /// A column of the page's tables only.
    PageTable,
}

/// The distribution over matches of which a figure is the mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Final scores of a slot.
    Scores,
    /// Rounds.
    Rounds,
    /// Winning margins.
    Margins,
}

/// A row of the registry.
#[derive(Clone, Debug, PartialEq)]
pub struct FigureSpec {
    /// Its name in files.
    pub name: &'static str,
    /// What it is, in full.
    pub about: &'static str,
    /// The same explained, in a sentence.
    pub meaning: &'static str,
    /// The heading of its column, in lines.
    pub heading: &'static str,
    /// What its numerator counts.
    pub count: Count,
    /// What it is divided by.
    pub per: Per,
    /// What values it can take; a share is written in per cent.
    pub kind: Kind,
    /// Its unit, for people; shares have none but per cent.
    pub unit: &'static str,
    /// Digits after the point.
    pub digits: usize,
    /// What a higher value means, as a clause.
    pub higher: &'static str,
    /// What a lower value means.
    pub lower: &'static str,
    /// Where it is shown.
    pub outputs: &'static [Output],
    /// Whether it is left out of tables where it is 0 throughout.
    pub hidden_if_zero: bool,
    /// The distribution that it is the mean of, if that is drawn.
    pub distribution: Option<Distribution>,
}

/// What most rows have in common.
const AMOUNT: FigureSpec = FigureSpec {
    name: "",
    about: "",
    meaning: "",
    heading: "",
    count: Count::Wins,
    per: Per::Match,
    kind: Kind::Amount,
    unit: "",
    digits: 3,
    higher: "",
    lower: "",
    outputs: &[Output::Differences],
    hidden_if_zero: false,
    distribution: None,
};

/// What shares have in common.
const SHARE: FigureSpec = FigureSpec { kind: Kind::Share, digits: 2, ..AMOUNT };

/// The win share of a strategy. Its interval depends on how the blocks came about, see [`crate::stats::win_share`].
pub static WIN_SHARE: FigureSpec = FigureSpec {
    name: "win_share",
    about: "win share",
    meaning: "The share of the matches that a strategy wins; a win that several share counts in part.",
    heading: "win share, %",
    count: Count::Wins,
    higher: "wins more often",
    lower: "wins less often",
    outputs: &[Output::Differences],
    ..SHARE
};

/// The win share of a place at the table.
pub static PLACE_WIN_SHARE: FigureSpec = FigureSpec {
    name: "place_win_share",
    about: "win share by position from the opener",
    meaning: "The share of the matches won from a place at the table, counted clockwise from the side that opens the first round.",
    heading: "place\nwins, %",
    count: Count::WinsOfPlace,
    outputs: &[],
    ..SHARE
};

/// The win share of a strong strategy against weak ones, which one cell measures for all cells of the same game.
pub static SKILL: FigureSpec = FigureSpec {
    name: "skill_win_share",
    about: "the win share of the strong strategy",
    meaning: "The win share of a strong strategy against weak ones in the same game: how much playing well matters.",
    heading: "strong\nstrategy\nwins, %",
    count: Count::Wins,
    higher: "skill matters more",
    lower: "skill matters less",
    outputs: &[Output::Table],
    ..SHARE
};

/// The figures of each strategy, besides its win share.
pub static STRATEGY: &[FigureSpec] = &[
    FigureSpec {
        name: "points_per_round",
        higher: "more points are scored in a round",
        lower: "fewer points are scored in a round",
        about: "points per round",
        meaning: "Points that a strategy scores in a round, on average over all rounds.",
        heading: "points per round",
        count: Count::Points,
        per: Per::Scalar(Scalar::Rounds),
        kind: Kind::Signed,
        unit: "points",
        ..AMOUNT
    },
    FigureSpec {
        name: "points_per_match",
        higher: "the final score is higher",
        lower: "the final score is lower",
        about: "final score",
        meaning: "The score of a strategy at the end of a match.",
        heading: "final score",
        count: Count::Points,
        kind: Kind::Signed,
        unit: "points",
        digits: 2,
        outputs: &[],
        distribution: Some(Distribution::Scores),
        ..AMOUNT
    },
];

/// The figures of the game, in the order of files and tables.
pub static GAME: &[FigureSpec] = &[
    FigureSpec {
        name: "opener_win_share",
        about: "matches won by the first round's opener",
        meaning: "The share of the matches won by the side that opens the first round (in card games, the eldest's).",
        heading: "opener\nwins, %",
        count: Count::WinsOfPlace,
        higher: "the opener wins more often",
        lower: "the opener wins less often",
        outputs: &[Output::Differences, Output::Table],
        ..SHARE
    },
    FigureSpec {
        name: "rounds_per_match",
        about: "rounds per match",
        meaning: "How many rounds a match takes.",
        heading: "rounds\nper\nmatch",
        count: Count::Scalar(Scalar::Rounds),
        unit: "rounds",
        higher: "matches are longer",
        lower: "matches are shorter",
        outputs: &[Output::Differences, Output::Table],
        distribution: Some(Distribution::Rounds),
        ..AMOUNT
    },
    FigureSpec {
        name: "moves_per_match",
        about: "moves per match",
        meaning: "Tiles laid, or cards played and bids, in a match; passes do not count.",
        heading: "moves\nper\nmatch",
        count: Count::Scalar(Scalar::Moves),
        unit: "moves",
        higher: "matches have more moves",
        lower: "matches have fewer moves",
        ..AMOUNT
    },
    FigureSpec {
        name: "moves_per_round",
        about: "moves per round",
        meaning: "Tiles laid, or cards played and bids, in a round; passes do not count.",
        heading: "moves\nper\nround",
        count: Count::Scalar(Scalar::Moves),
        per: Per::Scalar(Scalar::Rounds),
        unit: "moves",
        higher: "rounds have more moves",
        lower: "rounds have fewer moves",
        ..AMOUNT
    },
    FigureSpec {
        name: "choices_per_move",
        about: "moves to choose from",
        meaning: "How many legal moves there are to choose from when a seat moves.",
        heading: "moves to\nchoose\nfrom",
        count: Count::Scalar(Scalar::Choices),
        per: Per::Scalar(Scalar::Moves),
        unit: "moves",
        higher: "there is more choice",
        lower: "there is less choice",
        outputs: &[Output::Differences, Output::PageTable],
        ..AMOUNT
    },
    FigureSpec {
        name: "blocked_round_share",
        about: "blocked rounds",
        meaning: "The share of the rounds that end because nobody can move.",
        heading: "blocked\nrounds, %",
        count: Count::Scalar(Scalar::BlockedRounds),
        per: Per::Scalar(Scalar::Rounds),
        higher: "more rounds are blocked",
        lower: "fewer rounds are blocked",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..SHARE
    },
    FigureSpec {
        name: "void_deals_per_match",
        about: "void deals per match",
        meaning: "Deals that the rules declare void and deal again.",
        heading: "void\ndeals per\nmatch",
        count: Count::Scalar(Scalar::VoidDeals),
        unit: "deals",
        higher: "more deals are void",
        lower: "fewer deals are void",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..AMOUNT
    },
    FigureSpec {
        name: "discarded_events_per_match",
        about: "scoring events not taken whole, per match",
        meaning: "Scoring events of which the rule about passing the target does not count all points.",
        heading: "events\nnot whole\nper match",
        count: Count::Scalar(Scalar::DiscardedEvents),
        unit: "events",
        higher: "more scoring events are not taken whole",
        lower: "fewer scoring events are not taken whole",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..AMOUNT
    },
    FigureSpec {
        name: "discarded_points_per_match",
        about: "lost points per match",
        meaning: "Points that the rule about passing the target takes away.",
        heading: "points\nlost per\nmatch",
        count: Count::Scalar(Scalar::DiscardedPoints),
        unit: "points",
        higher: "more points are lost",
        lower: "fewer points are lost",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..AMOUNT
    },
    FigureSpec {
        name: "lead_changes_per_match",
        about: "lead changes per match",
        meaning: "How often another side takes the lead in score.",
        heading: "lead\nchanges\nper match",
        count: Count::Scalar(Scalar::LeadChanges),
        unit: "changes",
        higher: "the lead changes more often",
        lower: "the lead changes less often",
        outputs: &[Output::Differences, Output::Table],
        ..AMOUNT
    },
    FigureSpec {
        name: "margin_points",
        about: "winning margin, points",
        meaning: "By how many points the winner is ahead of the next side at the end.",
        heading: "winning\nmargin,\npoints",
        count: Count::Scalar(Scalar::Margin),
        per: Per::WonMatch,
        unit: "points",
        higher: "the winning margin is larger",
        lower: "the winning margin is smaller",
        outputs: &[Output::Differences, Output::Table],
        distribution: Some(Distribution::Margins),
        ..AMOUNT
    },
    FigureSpec {
        name: "opener_edge_points_per_round",
        about: "opener's advantage, points per round",
        meaning: "By how many points the side that opens a round outscores each other side in it.",
        heading: "opener's\nadvantage\npts/round",
        count: Count::PerOtherSide(Scalar::OpenerEdge),
        per: Per::Scalar(Scalar::Rounds),
        kind: Kind::Signed,
        unit: "points",
        higher: "the opener's advantage is larger",
        lower: "the opener's advantage is smaller",
        outputs: &[Output::Differences, Output::Table],
        ..AMOUNT
    },
    FigureSpec {
        name: "unfinished_share",
        about: "unfinished matches",
        meaning: "Matches that end without a winner after the largest allowed number of rounds.",
        heading: "unfinished,\n%",
        count: Count::Scalar(Scalar::Unfinished),
        higher: "more matches are unfinished",
        lower: "fewer matches are unfinished",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..SHARE
    },
    FigureSpec {
        name: "shared_win_share",
        about: "matches with a shared win",
        meaning: "Matches that several sides win together.",
        heading: "shared\nwins, %",
        count: Count::Scalar(Scalar::SharedWins),
        higher: "more wins are shared",
        lower: "fewer wins are shared",
        outputs: &[Output::Differences, Output::Table],
        hidden_if_zero: true,
        ..SHARE
    },
];

impl FigureSpec {
    /// How it follows from the block totals: of a strategy in this slot, of a place at the table, or (for 0) of the game.
    #[must_use]
    pub fn ratio(&self, tally: &Tally, index: usize) -> Ratio {
        let layout = tally.layout;
        let matches = tally.matches_per_block as f64;
        let share = 1.0 / f64::from(WIN_UNITS);
        let others = layout.sides.saturating_sub(1).max(1) as f64;
        let (entry, factor) = match self.count {
            Count::Wins => (Entry::Share(index), share),
            Count::Points => (Entry::Points(index), 1.0),
            Count::WinsOfPlace => (Entry::Place(index), share),
            Count::Scalar(scalar) => (Entry::Scalar(scalar), 1.0),
            Count::PerOtherSide(scalar) => (Entry::Scalar(scalar), 1.0 / others),
        };
        let scalar = |scalar: Scalar, factor: f64| linear(layout, Entry::Scalar(scalar), factor);
        let denominator = match self.per {
            Per::Match => Linear::constant(matches),
            Per::WonMatch => Linear { constant: matches, ..scalar(Scalar::Unfinished, -1.0) },
            Per::Scalar(other) => scalar(other, 1.0),
        };
        Ratio { kind: self.kind, numerator: linear(layout, entry, factor), denominator }
    }

    /// What a value is multiplied by to be written for people.
    #[must_use]
    pub fn scale(&self) -> f64 {
        if self.kind == Kind::Share { 100.0 } else { 1.0 }
    }

    /// What follows a value in per cent; nothing follows others.
    #[must_use]
    pub fn percent_sign(&self) -> &'static str {
        if self.kind == Kind::Share { "%" } else { "" }
    }

    /// The unit of a difference between two of its values.
    #[must_use]
    pub fn unit_of_difference(&self) -> &'static str {
        if self.kind == Kind::Share { "percentage points" } else { self.unit }
    }

    /// Whether it is shown there.
    #[must_use]
    pub fn shows(&self, output: Output) -> bool {
        self.outputs.contains(&output)
    }
}

fn linear(layout: Layout, entry: Entry, factor: f64) -> Linear {
    Linear::entry(layout.index(entry), factor)
}

/// All rows of the registry.
pub fn all() -> impl Iterator<Item = &'static FigureSpec> {
    std::iter::once(&WIN_SHARE).chain(STRATEGY).chain(GAME).chain([&SKILL, &PLACE_WIN_SHARE])
}

/// The names of the figures that cells are compared by.
pub fn compared_names() -> impl Iterator<Item = &'static str> {
    all().filter(|figure| figure.shows(Output::Differences)).map(|figure| figure.name)
}

/// The names of the figures that an experiment may ask for with `show`.
pub fn shown_names() -> impl Iterator<Item = &'static str> {
    all().map(|figure| figure.name).filter(|name| ![SKILL.name, PLACE_WIN_SHARE.name].contains(name))
}

/// A figure of the registry, written in files by its name.
#[derive(Clone, Copy, Debug)]
pub struct Figure(pub &'static FigureSpec);

impl Deref for Figure {
    type Target = FigureSpec;

    fn deref(&self) -> &FigureSpec {
        self.0
    }
}

impl PartialEq for Figure {
    fn eq(&self, other: &Figure) -> bool {
        self.name == other.name
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Figure, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = all().find(|figure| figure.name == name);
        found.map(Figure).ok_or_else(|| serde::de::Error::custom(format!("there is no figure \"{name}\"")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_has_one_name_and_words_where_it_is_told() {
        let mut names: Vec<&str> = all().map(|figure| figure.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().count());
        for figure in all() {
            let FigureSpec { name, about, heading, .. } = figure;
            assert!(!about.is_empty() && !heading.is_empty() && figure.meaning.ends_with('.'), "{name}");
            let told = !figure.higher.is_empty() && !figure.lower.is_empty();
            assert!(told || !shown_names().any(|other| other == *name), "{name}");
            assert_eq!(figure.unit.is_empty(), figure.kind == Kind::Share, "{name}");
        }
    }

    #[test]
    fn every_figure_reads_entries_that_there_are() {
        for sides in 2..=6 {
            let mut tally = Tally::new(sides, 2, None);
            tally.blocks = 1;
            tally.sums.fill(1);
            for figure in all() {
                for index in 0..sides {
                    let value = figure.ratio(&tally, index).estimate(&tally).value;
                    assert!(value.is_finite() && value > 0.0, "{} {index}", figure.name);
                }
            }
        }
    }

    #[test]
    fn a_figure_comes_back_by_its_name() {
        for figure in all().map(Figure) {
            let text = serde_json::to_string(&figure).unwrap();
            assert_eq!(serde_json::from_str::<Figure>(&text).unwrap(), figure);
        }
        assert!(serde_json::from_str::<Figure>("\"luck\"").is_err());
    }
}
