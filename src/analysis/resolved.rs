//! A resolved experiment as manifests hold it: with the program's version, everything that its results are a function of.
//!
//! The same types write a manifest and read it back. What is left out where there is none keeps older results their names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::comparisons::Margins;
use crate::arena::plan::Orders;
use crate::stats::stopping::StoppingRule;
use crate::strategies::plan::SEES_ALL;

/// A resolved experiment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    /// Its title.
    pub title: String,
    /// The question that it asks.
    pub question: String,
    /// What else there is to say.
    pub notes: Option<String>,
    /// The master seed.
    pub seed: u64,
    /// Blocks that every cell plays; the most, if there is a rule that may end the run.
    pub blocks: u64,
    /// The cells in order.
    pub cells: Vec<ResolvedCell>,
    /// What the rules refused.
    pub refused: Vec<Refusal>,
    /// The rule that may end the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<StoppingRule>,
    /// How luck is measured, where it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckModel>,
    /// What the cells are together, if they are a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<TournamentPlan>,
    /// The largest differences that do not matter, by figure.
    #[serde(default, skip_serializing_if = "Margins::is_empty")]
    pub margin: Margins,
}

/// A combination of options that the rules refuse and the experiment leaves out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// Variant and sweep point, as they begin the names of cells.
    pub name: String,
    /// The id of the rule.
    pub rule: String,
    /// What the rule says.
    pub reason: String,
}

/// Who stands in for strategies that search where luck is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckModel {
    /// The strategy.
    pub model: StrategyName,
    /// How often each deal is played out.
    pub playouts: u32,
}

/// A strategy, named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StrategyName {
    /// What to call it.
    pub name: String,
    /// The text that named it.
    pub text: String,
    /// The salt of its random numbers.
    pub salt: u64,
    /// The digest of its file, if it has one.
    pub blake3: Option<String>,
}

/// Which line-ups a tournament has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// All of them.
    RoundRobin,
    /// Those in which one challenger plays.
    Gauntlet,
    /// Those of several results together.
    Joined,
}

/// Entrants whose ratings are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum AnchorPlan {
    /// One, whose rating is 0.
    Zero(String),
    /// Each with its rating, in Elo.
    Ratings(BTreeMap<String, f64>),
}

impl AnchorPlan {
    /// These entrants with their ratings; `None` if there are none.
    #[must_use]
    pub fn new(anchors: &[(usize, f64)], names: &[String]) -> Option<AnchorPlan> {
        match anchors {
            [] => None,
            [(only, 0.0)] => Some(AnchorPlan::Zero(names[*only].clone())),
            several => {
                let named = several.iter().map(|(entrant, elo)| (names[*entrant].clone(), *elo));
                Some(AnchorPlan::Ratings(named.collect()))
            }
        }
    }

    /// The entrants by name, with their ratings.
    #[must_use]
    pub fn ratings(&self) -> Vec<(&str, f64)> {
        match self {
            AnchorPlan::Zero(name) => vec![(name, 0.0)],
            AnchorPlan::Ratings(all) => all.iter().map(|(name, elo)| (name.as_str(), *elo)).collect(),
        }
    }
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentPlan {
    /// Which line-ups it has.
    pub mode: Mode,
    /// The entrants whose ratings are given; the mean of all is 0, if there are none.
    pub anchor: Option<AnchorPlan>,
    /// The entrants.
    pub strategies: Vec<String>,
    /// The challengers of a gauntlet, unless that is the first entrant alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub challengers: Vec<String>,
    /// Whether pairings stop one by one.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pruned: bool,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ResolvedCell {
    /// Its name, unique in its experiment.
    pub name: String,
    /// The variant's name.
    pub variant: Option<String>,
    /// The sweep's options with their values at this point.
    pub sweep: Map<String, Value>,
    /// The line-up's name.
    pub lineup: String,
    /// The cell that it is compared with.
    pub baseline: Option<String>,
    /// The game's options.
    pub game: Map<String, Value>,
    /// How the strategies change places.
    pub orders: Orders,
    /// Matches in a block.
    pub matches_per_block: u64,
    /// Matches in a block that differ and are really played.
    pub played_per_block: u64,
    /// All seats play the same strategy, so that every block is an exact tie.
    #[serde(rename = "exact_tie")]
    pub self_play: bool,
    /// Who plays, in line-up order.
    pub strategies: Vec<ResolvedSide>,
    /// How the luck of its deals is measured, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<LuckMeasure>,
    /// The cell of the same game in which a strong strategy meets weak ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skill: Option<String>,
}

/// How the luck of a cell's deals is measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LuckMeasure {
    /// For each side, who plays the deals out in its place.
    pub models: Vec<String>,
    /// How often.
    pub playouts: u32,
    /// The digest of the table of match equity.
    pub equity: String,
}

/// A side of a line-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedSide {
    /// What to call it.
    pub name: String,
    /// Its strategies, one for each seat.
    pub seats: Vec<ResolvedSeat>,
}

/// The strategy of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolvedSeat {
    /// The strategy.
    #[serde(flatten)]
    pub strategy: StrategyName,
    /// The digest of the match equity table that it plays by, if it does.
    pub equity: Option<String>,
}

impl ResolvedCell {
    /// The sweep point as text: `players=3 target=61`.
    #[must_use]
    pub fn point_text(&self) -> String {
        let option = |(key, value): (&String, &Value)| format!("{key}={}", option_text(value));
        self.sweep.iter().map(option).collect::<Vec<_>>().join(" ")
    }

    /// What to call the sides, numbered where several are called the same.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let names: Vec<&str> = self.strategies.iter().map(|side| side.name.as_str()).collect();
        let one = |(place, name): (usize, &&str)| {
            let alike = names.iter().filter(|other| *other == name).count();
            if alike > 1 { format!("{name} ({})", place + 1) } else { (*name).to_owned() }
        };
        names.iter().enumerate().map(one).collect()
    }
}

impl ResolvedSide {
    /// Whether one of its strategies sees all hands.
    #[must_use]
    pub fn sees_all(&self) -> bool {
        self.seats.iter().any(|seat| seat.strategy.name.ends_with(SEES_ALL))
    }

    /// The digest of the match equity table that it plays by. Partners sit at the same game, and so play by the same table.
    #[must_use]
    pub fn equity(&self) -> Option<&str> {
        self.seats.iter().find_map(|seat| seat.equity.as_deref())
    }
}

/// An option's value as it is written on a command line.
#[must_use]
pub fn option_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(option_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
