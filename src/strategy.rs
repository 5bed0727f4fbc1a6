//! The contract between a match and the strategies that play in it.
//!
//! A [`Strategy`] sees a game only through its seat's [`Game::View`]; a [`PerfectInformationStrategy`] sees the state itself and says so
//! wherever it is named.

use crate::game::Game;
use crate::streams::Stream;

/// A player that sees everything: a measure for others, never their equal. Whatever names one says so.
pub trait PerfectInformationStrategy<G: Game>: Send {
    /// Forgets everything about earlier matches.
    fn start_match(&mut self) {}
    /// Chooses among the moves of a state in which a seat is to move.
    fn choose(&mut self, game: &G, s: &G::State) -> G::Move;
}

/// A player that sees only views.
pub trait Strategy<G: Game>: Send {
    /// Forgets everything about earlier matches.
    fn start_match(&mut self) {}
    /// Chooses among the moves of `view`. `own` is this seat's stream of random numbers for the match.
    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> G::Move;
}
