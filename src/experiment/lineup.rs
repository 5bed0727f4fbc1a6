//! A line-up as text: one strategy for each side, `A+B` for unlike partners.

use std::path::Path;

use crate::arena::plan::Lineup;
use crate::game::Table;
use crate::strategies::{StrategyError, StrategyPlan, parse_lineup_side};

/// Why a line-up cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum LineupError {
    /// Not one strategy for each side.
    #[error("{0}")]
    Count(String),
    /// A strategy cannot be had.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
}

/// A whole line-up. Strategy files are looked for here, then beside `base`.
///
/// # Errors
/// If a side cannot be read, or the number of sides is wrong.
pub fn lineup(texts: &[String], table: &Table, base: Option<&Path>) -> Result<Lineup, LineupError> {
    if texts.len() != table.sides() {
        return Err(LineupError::Count(count_message(texts.len(), table)));
    }
    texts.iter().map(|text| Ok(parse_lineup_side(text, table.seats() / table.sides(), base)?)).collect()
}

/// Checks that there is a side for each side of the game, and a strategy for each of its seats.
///
/// # Errors
/// If there is not.
pub fn check(lineup: &Lineup, table: &Table) -> Result<(), LineupError> {
    if lineup.len() != table.sides() {
        return Err(LineupError::Count(count_message(lineup.len(), table)));
    }
    let seats = table.seats() / table.sides();
    match lineup.iter().find(|side| side.len() != seats) {
        Some(side) => Err(StrategyError::Count { text: side_name(side), found: side.len(), seats }.into()),
        None => Ok(()),
    }
}

fn count_message(found: usize, table: &Table) -> String {
    let seats = table.seats() / table.sides();
    let partners =
        if seats > 1 { format!(" of {seats} partners each (\"A+B\" names unlike partners)") } else { String::new() };
    let strategies = |number: usize| if number == 1 { "strategy" } else { "strategies" };
    let missing = match table.sides().checked_sub(found) {
        Some(more) if more > 0 => format!(", {more} more {}", strategies(more)),
        _ => String::new(),
    };
    format!(
        "found {found} {}, but the game has {} sides{partners}: name one for each side{missing}",
        strategies(found),
        table.sides(),
    )
}

/// The name of a side, as in tables and records: one label if all partners play the same, else all joined by `+`.
#[must_use]
pub fn side_name(side: &[StrategyPlan]) -> String {
    match side {
        [first, rest @ ..] if rest.iter().all(|other| other == first && other.label == first.label) => {
            first.label.clone()
        }
        _ => side.iter().map(|plan| plan.label.as_str()).collect::<Vec<_>>().join("+"),
    }
}
