//! What the end of a round is worth to a search.

use std::sync::Arc;

use super::equity::EquityTable;
use crate::game::{Game, MAX_SEATS, Side, Standing};

/// What a search plays for.
#[derive(Clone, Debug)]
pub enum Objective {
    /// Points: the scores at the end of the round, against those of the others.
    Points,
    /// The match: the chance to win it from the standing after the round. Two sides.
    Match(Arc<EquityTable>),
}

impl Objective {
    /// The digest of the table that it plays by, if it does: a result that depends on it records it.
    #[must_use]
    pub fn table_digest(&self) -> Option<String> {
        match self {
            Objective::Points => None,
            Objective::Match(table) => Some(table.digest()),
        }
    }

    /// What the end of a round is worth to side 0, of two sides; to side 1 it is worth as much less.
    ///
    /// For points the difference of the scores, for the match the chance in units of 1/[`ONE`](super::equity::ONE).
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
