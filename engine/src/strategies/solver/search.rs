//! Alpha-beta with a table, for two sides.
//!
//! The search is fail-soft: what it returns is the value if it lies inside the window, an upper bound of it at or below the window,
//! a lower bound at or above it. All moves after the first are tried with an empty window first, and searched again only if they turn
//! out to be better (principal variation search). The sign changes with the side that moves, not with every move.

use super::table::Table;
use crate::solvable::{After, Board, Bound, Branches, NextMover};

/// Wider than any value: the sum of two fits.
pub(super) const INFINITE: i32 = i32::MAX / 4;

/// One search.
pub(super) struct Search<'a, B: Board> {
    pub(super) board: &'a B,
    pub(super) table: &'a mut Table<B::Key, B::Bound>,
    /// Positions visited.
    pub(super) nodes: u64,
    /// How many positions may be visited.
    pub(super) most_nodes: u64,
    /// Whether it was more than that: then what the search returned means nothing.
    pub(super) exceeded: bool,
}

impl<'a, B: Board> Search<'a, B> {
    /// A search that may visit so many positions.
    pub(super) fn new(board: &'a B, table: &'a mut Table<B::Key, B::Bound>, most_nodes: u64) -> Self {
        table.open();
        Search { board, table, nodes: 0, most_nodes, exceeded: false }
    }

    /// The value of a position to the side to move, as far as it lies between `alpha` and `beta`.
    pub(super) fn value(&mut self, at: &B::Position, mut alpha: i32, mut beta: i32) -> i32 {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            self.exceeded = true;
            return 0;
        }
        if let Some(value) = self.board.known(at) {
            return value;
        }
        if let Some(code) = self.board.forced(at) {
            // Nothing to choose, nothing to remember.
            let after = self.board.play(at, code);
            return self.after(&after, alpha, beta);
        }
        let key = self.board.key(at);
        let (mut place, mut hint) = (0, None);
        if let Some((key, tag)) = &key {
            place = self.table.place(key, *tag);
            if let Some(entry) = self.table.get(place, key, *tag) {
                let (low, high) = (entry.low.value(), entry.high.value());
                if low >= beta || low == high {
                    return low;
                }
                if high <= alpha {
                    return high;
                }
                alpha = alpha.max(low);
                beta = beta.min(high);
                hint = Some(entry.best);
            }
        }
        let window = (alpha, beta);
        let (mut best, mut best_code) = (-INFINITE, 0);
        if let Some(code) = hint {
            // The best move of last time is tried before the others are even listed.
            let after = self.board.play(at, code);
            (best, best_code) = (self.after(&after, alpha, beta), code);
            alpha = alpha.max(best);
        }
        if alpha < beta && !self.exceeded {
            let mut branches = Branches::default();
            self.board.list(at, &mut branches);
            for n in 0..branches.len() {
                let code = branches.take(n);
                if hint == Some(code) {
                    continue;
                }
                let after = self.board.play(at, code);
                let mut value;
                if best == -INFINITE || beta - alpha == 1 {
                    value = self.after(&after, alpha, beta);
                } else {
                    value = self.after(&after, alpha, alpha + 1);
                    if value > alpha && value < beta {
                        value = self.after(&after, value - 1, beta);
                    }
                }
                if self.exceeded {
                    return 0;
                }
                if value > best {
                    (best, best_code) = (value, code);
                    alpha = alpha.max(value);
                    if alpha >= beta {
                        break;
                    }
                }
            }
        }
        if self.exceeded {
            return 0;
        }
        if let Some((key, tag)) = key {
            self.table.note(place, key, tag, window, best, best_code);
        }
        best
    }

    /// The value of a move to the side that made it.
    #[inline(always)]
    fn after(&mut self, after: &After<B::Position>, alpha: i32, beta: i32) -> i32 {
        match after.next {
            NextMover::Over => after.gain,
            NextMover::Same => after.gain + self.value(&after.position, alpha - after.gain, beta - after.gain),
            NextMover::Other => after.gain - self.value(&after.position, after.gain - beta, after.gain - alpha),
        }
    }
}
