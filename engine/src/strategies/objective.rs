//! What a search maximises at the end of a round, and the parameter `goal` that selects it.

use std::sync::Arc;

use crate::context::Context;
use crate::equity::{Equity, EquityError, EquityTable, ONE};
use crate::game::{Game, MAX_SEATS, Notation, Side, Standing};
use crate::parameters::{Kind, Parameter, Values};

/// What a search plays for.
#[derive(Clone, Debug)]
pub enum Objective {
    /// Points: the scores at the end of the round, against those of the others.
    Points,
    /// The match: the chance to win it from the standing after the round. Two sides.
    Match(Arc<EquityTable>),
}

impl Objective {
    /// What the end of a round is worth to side 0, of two sides; to side 1 it is worth as much less.
    ///
    /// For points the difference of the scores, for the match the chance in units of 1/[`ONE`].
    #[inline]
    #[must_use]
    pub fn utility<G: Game>(&self, game: &G, end: &G::State) -> i32 {
        match self {
            Objective::Points => i32::from(game.score(end, Side(0))) - i32::from(game.score(end, Side(1))),
            Objective::Match(table) => table.utility(&game.close(&Standing::new(None), end)),
        }
    }

    /// What a mean value is called in a game of so many sides, and what it is divided by for people. Points are counted from the position
    /// on if `gained`, otherwise they are the scores.
    #[must_use]
    pub fn unit(&self, sides: usize, gained: bool) -> (&'static str, f64) {
        if matches!(self, Objective::Match(_)) && sides == 2 {
            return ("chance to win the match", f64::from(ONE));
        }
        // With more sides the lead over each other side, summed.
        let others = sides.max(2) as f64 - 1.0;
        (if gained { "lead gained from here on, points" } else { "lead at the round's end, points" }, others)
    }

    /// What the end of a round is worth to each side, of any number: `sides × own score − sum of all scores`.
    #[must_use]
    pub fn points<G: Game>(game: &G, end: &G::State) -> [i32; MAX_SEATS] {
        let sides = game.table().sides();
        let score = |side: usize| i32::from(game.score(end, Side(side as u8)));
        let sum: i32 = (0..sides).map(score).sum();
        std::array::from_fn(|side| if side < sides { sides as i32 * score(side) - sum } else { 0 })
    }
}

/// The value of a search's parameter `goal`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ObjectiveChoice {
    /// `points`.
    Points,
    /// `match`.
    Match,
    /// Not given: the match where there is a table for it, else points.
    #[default]
    Auto,
}

impl ObjectiveChoice {
    /// The parameter.
    pub const PARAMETER: Parameter = Parameter {
        name: "goal",
        kind: Kind::Words(&["match", "points"]),
        default: None,
        meaning: "what to maximise at the end of the round: the chance to win the match, or points [default: match for two sides and a \
            target of at most 150, else points]",
    };

    /// The value among those of [`ObjectiveChoice::PARAMETER`] and others.
    #[must_use]
    pub fn of(values: &Values) -> ObjectiveChoice {
        match values.text(Self::PARAMETER.name) {
            Some("match") => ObjectiveChoice::Match,
            Some("points") => ObjectiveChoice::Points,
            _ => ObjectiveChoice::Auto,
        }
    }

    /// The table of match equity that is played by in a game, which may have to be built first; `None` if it is points that count.
    ///
    /// # Errors
    /// If `match` is asked for and there is no table for this game, or the building is stopped.
    pub fn table<G: Notation>(self, game: &G, context: &Context) -> Result<Option<Arc<Equity>>, EquityError> {
        match self {
            ObjectiveChoice::Points => Ok(None),
            ObjectiveChoice::Match => context.equity(game).map(Some),
            ObjectiveChoice::Auto => match context.equity(game) {
                Ok(equity) => Ok(Some(equity)),
                Err(EquityError::Sides { .. } | EquityError::Target { .. } | EquityError::NoRest) => Ok(None),
                Err(other) => Err(other),
            },
        }
    }
}
