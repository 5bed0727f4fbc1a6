//! What the end of a round is worth to a search, and how it is told so: the parameter `goal`.

use std::sync::Arc;

use super::text::{did_you_mean, shorten};
use crate::context::Context;
use crate::equity::{Equity, EquityError, EquityTable};
use crate::game::{Game, MAX_SEATS, Notation, Side, Standing};
use crate::games::options::OptionDoc;

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
    /// For points the difference of the scores, for the match the chance in units of 1/[`ONE`](crate::equity::ONE).
    #[inline]
    #[must_use]
    pub fn utility<G: Game>(&self, game: &G, end: &G::State) -> i32 {
        match self {
            Objective::Points => i32::from(game.score(end, Side(0))) - i32::from(game.score(end, Side(1))),
            Objective::Match(table) => table.utility(&game.close(&Standing::new(None), end)),
        }
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
    /// The parameter as `describe` and error messages show it.
    pub const DOC: OptionDoc = OptionDoc {
        name: "goal",
        allowed: "match, points",
        meaning: "what the end of a round is worth: the chance to win the match from there, or points [default: match for two sides and targets \
            to 150, else points]",
    };

    /// Reads a value.
    ///
    /// # Errors
    /// In words, if it is none of the two.
    pub fn parse(text: &str) -> Result<ObjectiveChoice, String> {
        match text {
            "points" => Ok(ObjectiveChoice::Points),
            "match" => Ok(ObjectiveChoice::Match),
            other => {
                let near = did_you_mean(other, ["points", "match"]);
                let shown = shorten(other);
                Err(format!("parameter \"goal\": found {shown:?}{near}; allowed: {}", Self::DOC.allowed))
            }
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
