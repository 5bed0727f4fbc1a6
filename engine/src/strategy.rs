//! The contract between a match and the strategies that play in it.
//!
//! A [`Strategy`] sees a game only through its seat's [`Game::View`]; a [`PerfectInformationStrategy`] sees the state itself and says so
//! wherever it is named. Either may fail, as an outside process can: the run then ends with an error that says who failed, and where.

use crate::game::{Game, Seat};
use crate::streams::Stream;

/// Why a strategy cannot go on, in words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StrategyFault(Box<str>);

impl StrategyFault {
    /// A fault: what went wrong, and what to do about it.
    #[must_use]
    pub fn new(message: impl Into<Box<str>>) -> StrategyFault {
        StrategyFault(message.into())
    }
}

/// What a strategy is told when a match begins.
#[derive(Debug)]
pub struct MatchStart<'a, G> {
    /// The game that is played.
    pub game: &'a G,
    /// The seat that the strategy has for this match.
    pub seat: Seat,
}

/// One figure that a choice rested on.
#[derive(Clone, Debug, PartialEq)]
pub struct Consideration {
    /// What it is, and its unit.
    pub name: &'static str,
    /// Its value for each legal move, in move order.
    pub values: Vec<f64>,
}

/// A player that sees only views.
pub trait Strategy<G: Game>: Send {
    /// Begins a match: learns the game and the seat, and forgets everything about earlier matches.
    ///
    /// # Errors
    /// If it cannot play.
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        let _ = start;
        Ok(())
    }

    /// Chooses among the moves of `view`. `own` is this seat's stream of random numbers for the match.
    ///
    /// # Errors
    /// If it cannot play on.
    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault>;

    /// The figures that the choice rested on which was just made from `view`; none if there are none, or nothing had to be weighed.
    fn considered(&self, view: G::View<'_>) -> Vec<Consideration> {
        let _ = view;
        Vec::new()
    }
}

/// A player that sees everything: a measure for others, never their equal. Whatever names one says so.
pub trait PerfectInformationStrategy<G: Game>: Send {
    /// Begins a match, as [`Strategy::start_match`] does.
    ///
    /// # Errors
    /// If it cannot play.
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        let _ = start;
        Ok(())
    }

    /// Chooses among the moves of a state in which a seat is to move.
    ///
    /// # Errors
    /// If it cannot play on.
    fn choose(&mut self, game: &G, s: &G::State) -> Result<G::Move, StrategyFault>;

    /// The figures that the choice rested on which was just made from a state, as for [`Strategy::considered`].
    fn considered(&self, game: &G, s: &G::State) -> Vec<Consideration> {
        let _ = (game, s);
        Vec::new()
    }
}
