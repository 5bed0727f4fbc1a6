//! Lines of play from a position, altogether or by first move.

use super::{PositionDocument, PositionError, Source};
use crate::games::{AnyGame, GameVisitor, Playable};
use crate::perft::{divide, perft};

/// How many lines of play there are.
#[derive(Clone, Debug)]
pub struct Count {
    /// The position.
    pub position: PositionDocument,
    /// The lines of play.
    pub count: u64,
    /// Those that begin with each first move, if asked for.
    pub divided: Option<Vec<(String, u64)>>,
}

struct Counting<'a> {
    source: &'a Source,
    depth: u32,
    by_first_move: bool,
}

impl GameVisitor for Counting<'_> {
    type Out = Result<Count, PositionError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let state = self.source.position(&game)?.state;
        let position = self.source.describe(&game, &state);
        if !self.by_first_move {
            return Ok(Count { position, count: perft(&game, &state, self.depth), divided: None });
        }
        let counts = divide(&game, &state, self.depth);
        let count = counts.iter().map(|(_, count)| count).sum();
        let divided = counts.into_iter().map(|(mv, count)| (game.write_move(&state, mv), count)).collect();
        Ok(Count { position, count, divided: Some(divided) })
    }
}

/// The number of sequences of exactly `depth` moves from a position, by first move if asked for (`depth` is then at least 1).
///
/// # Errors
/// If there is no such position.
pub fn count(game: AnyGame, source: &Source, depth: u32, by_first_move: bool) -> Result<Count, PositionError> {
    game.visit(Counting { source, depth, by_first_move })
}
