//! The registry: strategy names to players.

use super::Player;
use crate::games::Playable;

/// Why a strategy cannot be had.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StrategyError(pub String);

/// A strategy as named, ready to be built for a game.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyPlan {
    /// As the user named it.
    pub text: String,
    /// Selects another play stream.
    pub salt: u64,
}

impl StrategyPlan {
    /// Builds a player.
    ///
    /// # Errors
    /// If the strategy cannot play the game.
    pub fn build<G: Playable>(&self, _game: &G) -> Result<Player<G>, StrategyError> {
        match self.text.split(':').next() {
            Some("random") => Ok(Player::Random),
            Some("greedy") => Ok(Player::Greedy),
            _ => Err(StrategyError(format!("unknown strategy {}", self.text))),
        }
    }
}
