//! Single positions, from hands or from a recorded match, and what can be asked of them: their value, the lines of play that follow, a
//! strategy's reasons, and how the match went.
//!
//! - this file: where a position comes from
//! - `solve`: its value with perfect information
//! - `count`: lines of play
//! - `explain`: what a strategy chooses and why
//! - `draw`: a recorded match drawn

mod count;
mod draw;
mod explain;
mod solve;

pub use count::{Count, count};
pub use draw::{draw, result_line};
pub use explain::{Explained, Reasons, explain};
pub use solve::{LineMove, Solved, solve};

use serde_json::{Value, json};

use crate::game::{Seat, Standing, Turn};
use crate::games::Playable;
use crate::recorded::{RecordError, RecordLine, RecordedPosition, RecordedRound};
use crate::strategies::StrategyError;
use crate::strategy::StrategyFault;

/// Where a position comes from.
#[derive(Clone, Debug)]
pub enum Source {
    /// From hands as text.
    Hands {
        /// The seats' hands, separated by `/`.
        hands: String,
        /// The seat that opens; none if the hands decide it.
        opener: Option<Seat>,
    },
    /// From a record, before a move.
    Record {
        /// The record.
        line: RecordLine,
        /// The round, from 0.
        round: u64,
        /// The move of the round, from 1.
        mv: u64,
    },
}

/// Why a position gives no answer.
#[derive(Debug, thiserror::Error)]
pub enum PositionError {
    /// The hands are none of this game.
    #[error("--hands: {0}")]
    Hands(String),
    /// The record is wrong, or has no such position.
    #[error("{0}")]
    Record(#[from] RecordError),
    /// Nobody is to move.
    #[error("the deal has ended the round, so that no seat is to move; choose another position")]
    Over,
    /// The strategy cannot play this game.
    #[error("{0}")]
    Strategy(#[from] StrategyError),
    /// The strategy failed in this position.
    #[error("strategy \"{strategy}\" failed: {fault}")]
    Fault {
        /// The strategy as named.
        strategy: String,
        /// Why.
        fault: StrategyFault,
    },
}

impl Source {
    /// The position, of the game that belongs to the source.
    fn position<G: Playable>(&self, game: &G) -> Result<RecordedPosition<G>, PositionError> {
        match self {
            Source::Hands { hands, opener } => {
                let state = game.read_position(hands, *opener).map_err(PositionError::Hands)?;
                let round = RecordedRound { at: Standing::new(*opener), start: state, steps: Vec::new() };
                Ok(RecordedPosition { names: vec![String::new(); game.table().seats()], round, state })
            }
            Source::Record { line, round, mv } => {
                Ok(line.position(game, *round, usize::try_from(*mv).unwrap_or(usize::MAX))?)
            }
        }
    }

    /// Whether the position is one of a recorded match.
    #[must_use]
    pub const fn is_recorded(&self) -> bool {
        matches!(self, Source::Record { .. })
    }

    /// The seed and the block of a recorded match.
    fn stream(&self) -> Option<(u64, u64)> {
        match self {
            Source::Hands { .. } => None,
            Source::Record { line, .. } => Some((line.field("seed").as_u64()?, line.field("block").as_u64()?)),
        }
    }

    fn describe<G: Playable>(&self, game: &G, s: &G::State) -> PositionDocument {
        let to_move = match game.turn(s) {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Over => None,
        };
        let (hands, place) = match self {
            Source::Hands { hands, .. } => (hands.clone(), Value::Null),
            Source::Record { line, round, mv } => (
                game.hands(s).iter().map(|hand| hand.join(" ")).collect::<Vec<_>>().join("/"),
                json!({ "record": line.place, "round": round, "move": mv }),
            ),
        };
        PositionDocument { hands, opener: to_move.map(|_| game.opener(s).0), to_move, place }
    }
}

/// What documents say of any position.
#[derive(Clone, Debug)]
pub struct PositionDocument {
    /// Every hand.
    pub hands: String,
    /// The seat that opened the round; none if the deal ended it.
    pub opener: Option<u8>,
    /// The seat to move, likewise.
    pub to_move: Option<u8>,
    /// The record, round and move.
    pub place: Value,
}
