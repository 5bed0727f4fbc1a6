//! What a search is told to play for: the parameter `goal`.

use super::build::EquityError;
use super::store::for_game;
use crate::features::Playable;
use crate::games::options::OptionDoc;
use crate::strategies::objective::Objective;

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
        meaning: "what the end of a round is utility: the chance to win the match from there, or points [default: match for two sides and targets \
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
                let near = crate::strategies::did_you_mean(other, ["points", "match"]);
                let shown = crate::strategies::shorten(other);
                Err(format!("parameter \"goal\": found {shown:?}{near}; allowed: {}", Self::DOC.allowed))
            }
        }
    }

    /// The goal in a game; where it is the match, with the game's table, which may have to be built first.
    ///
    /// # Errors
    /// If `match` is asked for and there is no table for this game.
    pub fn resolve<G: Playable>(self, game: &G) -> Result<Objective, EquityError> {
        match self {
            ObjectiveChoice::Points => Ok(Objective::Points),
            ObjectiveChoice::Match => for_game(game).map(Objective::Match),
            ObjectiveChoice::Auto => match for_game(game) {
                Ok(table) => Ok(Objective::Match(table)),
                Err(EquityError::Sides { .. } | EquityError::Target { .. } | EquityError::NoRest) => {
                    Ok(Objective::Points)
                }
                Err(other) => Err(other),
            },
        }
    }
}
