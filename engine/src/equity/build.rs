//! A table made from scratch: which game and strategy it may be for, and how the chances become its integers.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::chain::{BATCHES, Meaning, StandingSpace};
use super::reference::Reference;
use super::sample::{BuildControl, Sampling, rounds_per_deal};
use super::solve::{ALL, Column, Unsolved, backwards, settle};
use super::table::{EquityTable, ONE};
use crate::game::Notation;
use crate::strategy::StrategyFault;

/// The highest target that tables are made for; the number of standings grows with its square.
pub const MAX_TARGET: u16 = 150;

/// Rounds that are played from each standing unless told otherwise.
pub const DEFAULT_ROUNDS: u32 = 8192;

/// The fewest rounds from each standing: every batch has a deal.
pub const MIN_ROUNDS: u32 = 256;

/// The most rounds from each standing.
pub const MAX_ROUNDS: u32 = 500_000;

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EquityError {
    /// The game has more than two sides.
    #[error(
        "match equity needs two sides, found {sides}; allowed: two seats, or four in pairs (--set players=2, or players=4 with sides=pairs)"
    )]
    Sides {
        /// How many it has.
        sides: usize,
    },
    /// The target is too high.
    #[error("match equity needs a target of at most {MAX_TARGET}, found target = {target}; choose a lower target")]
    Target {
        /// The game's.
        target: u16,
    },
    /// The reference strategy has failed.
    #[error("the reference strategy failed: {0}")]
    Strategy(#[from] StrategyFault),
    /// The chances do not converge.
    #[error("the match equity of this game does not converge; play for points instead (goal=points)")]
    NoRest,
    /// Stopped from outside.
    #[error("interrupted")]
    Interrupted,
}

/// How the chances were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Backwards from the target, each standing exactly.
    Backwards,
    /// By iteration, because scores can fall.
    Iteration,
}

impl Method {
    /// The method's name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::Backwards => "backwards",
            Method::Iteration => "iteration",
        }
    }

    /// The method of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Method> {
        [Method::Backwards, Method::Iteration].into_iter().find(|method| method.name() == name)
    }
}

/// A table with what it was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equity {
    /// The chances.
    pub table: Arc<EquityTable>,
    /// The standard error of each chance, in the table's order and units: how far another sample of deals would change it.
    pub errors: Vec<u32>,
    /// How they were found.
    pub method: Method,
    /// Rounds played from each standing.
    pub rounds: u32,
    /// The game's options with the preset's name.
    pub game: Map<String, Value>,
    /// The reference strategy: its name, salt, and the digest of its file.
    pub reference: Value,
}

/// What a table is a function of, besides the program.
pub struct Recipe<'a, G: Notation> {
    game: &'a G,
    reference: Reference<'a, G>,
    deals: u32,
}

impl<'a, G: Notation> Recipe<'a, G> {
    /// A recipe with at least `rounds` rounds from each standing; they are made a multiple of what a deal is played for.
    ///
    /// # Errors
    /// If there are no such tables.
    pub fn new(game: &'a G, reference: Reference<'a, G>, rounds: u32) -> Result<Self, EquityError> {
        let sides = game.table().sides();
        if sides != 2 {
            return Err(EquityError::Sides { sides });
        }
        let target = game.match_rules().target;
        if target > MAX_TARGET {
            return Err(EquityError::Target { target });
        }
        let deals = rounds.clamp(MIN_ROUNDS, MAX_ROUNDS).div_ceil(rounds_per_deal(game));
        Ok(Recipe { game, reference, deals })
    }

    /// Rounds played from each standing.
    #[must_use]
    pub fn rounds(&self) -> u32 {
        self.deals * rounds_per_deal(self.game)
    }

    /// How many standings are played from.
    #[must_use]
    pub fn standings(&self) -> u64 {
        let standings = StandingSpace::of(self.game);
        standings.groups().iter().map(|group| 1 + u64::from(group.second.is_some())).sum()
    }

    /// What the table is a function of, as JSON.
    #[must_use]
    pub fn identity(&self) -> Value {
        json!({
            "version": crate::VERSION,
            "game": self.game.options_json(),
            "reference": self.reference.identity,
            "rounds": self.rounds(),
        })
    }

    /// Makes the table.
    ///
    /// # Errors
    /// If the chances do not converge, the reference strategy fails, or the building is stopped.
    pub fn build(&self, control: &BuildControl<'_>) -> Result<Equity, EquityError> {
        let game = self.game;
        let mut sampling = Sampling::new(game, self.deals, &self.reference, control)?;
        let mut rounds = |numbers: &[usize]| sampling.rounds(numbers);
        let standings = StandingSpace::of(game);
        let (found, method) = match backwards(standings, &mut rounds) {
            Err(Unsolved::ScoresFall) => (settle(standings, &mut rounds), Method::Iteration),
            found => (found, Method::Backwards),
        };
        let values = found.map_err(|unsolved| match unsolved {
            Unsolved::Stopped => EquityError::Interrupted,
            Unsolved::Failed(fault) => fault.into(),
            Unsolved::NoRest | Unsolved::ScoresFall => EquityError::NoRest,
        })?;
        let (table, errors) = tabulate(standings, &values).ok_or(EquityError::NoRest)?;
        Ok(Equity {
            table: Arc::new(table),
            errors,
            method,
            rounds: self.rounds(),
            game: game.options_json(),
            reference: self.reference.identity.clone(),
        })
    }
}

/// The table and its standard errors. That of a chance is the standard error of the mean of the batches.
fn tabulate(standings: StandingSpace, values: &[Column]) -> Option<(EquityTable, Vec<u32>)> {
    let unit = f64::from(ONE);
    let chance_of = |number: usize| (values[number][ALL] * unit).round() as i32;
    let error_of = |number: usize| {
        let batches = &values[number][..BATCHES];
        let mean = batches.iter().sum::<f64>() / BATCHES as f64;
        let squares: f64 = batches.iter().map(|value| (value - mean) * (value - mean)).sum();
        ((squares / (BATCHES * (BATCHES - 1)) as f64).sqrt() * unit).round() as u32
    };
    let (mut chances, mut errors) = (Vec::new(), Vec::new());
    for own in 0..standings.target {
        for other in 0..standings.target {
            for second in [false, true].into_iter().take(1 + usize::from(standings.leads)) {
                let (chance, error) = match standings.place([own, other], second).meaning() {
                    Meaning::Halves(halves) => (ONE / 2 * i32::from(halves), 0),
                    Meaning::Kept(number) => (chance_of(number), error_of(number)),
                    Meaning::Mirrored(number) => (ONE - chance_of(number), error_of(number)),
                };
                chances.push(chance);
                errors.push(error);
            }
        }
    }
    let leads = 1 + usize::from(standings.leads);
    Some((EquityTable::new(standings.target.saturating_sub(1), leads, chances)?, errors))
}
