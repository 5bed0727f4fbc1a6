//! A line-up as text: one strategy for each side, `A+B` for unlike partners.

use crate::arena::plan::Lineup;
use crate::game::Table;
use crate::strategies::{StrategyError, StrategyPlan};

/// The strategies of one side. One name stands for all its seats.
///
/// # Errors
/// If a name is unknown, or the number of partners is wrong.
pub fn side(text: &str, seats: usize) -> Result<Vec<StrategyPlan>, StrategyError> {
    let plan = |name: &str| StrategyPlan { text: name.trim().to_owned(), salt: 0 };
    let parts: Vec<&str> = if seats > 1 { text.split('+').collect() } else { vec![text] };
    match parts.len() {
        1 => Ok(vec![plan(text); seats]),
        n if n == seats => Ok(parts.into_iter().map(plan).collect()),
        n => Err(StrategyError(format!(
            "\"{text}\" names {n} partners, the side has {seats} seats; name one strategy for all of them or {seats} joined by \"+\""
        ))),
    }
}

/// A whole line-up.
///
/// # Errors
/// If a side cannot be read, or the number of sides is wrong.
pub fn lineup(texts: &[String], table: &Table) -> Result<Lineup, StrategyError> {
    if texts.len() != table.sides() {
        return Err(StrategyError(count_message(texts.len(), table)));
    }
    texts.iter().map(|text| side(text, table.seats() / table.sides())).collect()
}

/// What is wrong with a line-up of `found` strategies.
#[must_use]
pub fn count_message(found: usize, table: &Table) -> String {
    let seats = table.seats() / table.sides();
    let pairs =
        if seats > 1 { format!(" of {seats} partners each (\"A+B\" names unlike partners)") } else { String::new() };
    format!(
        "found {found} {}, but the game has {} sides{pairs}: name one strategy for each side",
        if found == 1 { "strategy" } else { "strategies" },
        table.sides(),
    )
}

/// The name of a side, as in line-ups: one name if all partners play the same.
#[must_use]
pub fn side_name(side: &[StrategyPlan]) -> String {
    match side {
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.text.clone(),
        _ => side.iter().map(|plan| plan.text.as_str()).collect::<Vec<_>>().join("+"),
    }
}
