//! A table of match equity for a game known only at run time, made from a strategy known only at run time.

use std::sync::Arc;

use serde_json::Value;

use super::{StrategyError, StrategyPlan};
use crate::context::Context;
use crate::equity::{Equity, EquityError, Recipe};
use crate::games::{AnyGame, GameVisitor, Playable};

/// Why there is no table.
#[derive(Debug, thiserror::Error)]
pub enum EquityRequestError {
    /// The strategy cannot play the game, or searches.
    #[error(transparent)]
    Strategy(#[from] StrategyError),
    /// The game has no such table, or building it was stopped.
    #[error(transparent)]
    Equity(#[from] EquityError),
    /// Whoever asked for it does not want it after all.
    #[error("{0}")]
    Refused(String),
}

/// Told how many standings more are done, from any thread.
pub type Progress = Box<dyn Fn(u64) + Sync>;

/// What is asked for.
pub struct EquityRequest<'a> {
    /// Whom both sides are played by.
    pub strategy: &'a StrategyPlan,
    /// The fewest rounds to play from each standing.
    pub rounds: u32,
    /// Shown what the table is made from and how many standings it has, before it is built; refuses it in words, or takes its progress.
    pub accept: &'a dyn Fn(&Value, u64) -> Result<Progress, String>,
    /// Threads, cancellation and the cache.
    pub context: &'a Context,
}

impl GameVisitor for EquityRequest<'_> {
    type Out = Result<Arc<Equity>, EquityRequestError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let reference = self.strategy.reference(&game)?;
        let recipe = Recipe::new(&game, reference, self.rounds)?;
        let progress = (self.accept)(&recipe.identity(), recipe.standings()).map_err(EquityRequestError::Refused)?;
        Ok(self.context.equity_by(&recipe, &*progress)?)
    }
}

impl EquityRequest<'_> {
    /// The table, from the cache if it is there.
    ///
    /// # Errors
    /// If there is none.
    pub fn table(self, game: AnyGame) -> Result<Arc<Equity>, EquityRequestError> {
        game.visit(self)
    }
}
