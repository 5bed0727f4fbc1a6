//! `tactics`: plays by a list of weighted, conditional rules that a file states.
//!
//! The total of a move is the sum over the rules, in their order, of weight × feature, where the rule's conditions hold. The
//! largest total is played; the file says what decides between equal ones.

mod file;

pub use file::{FileFault, MAX_BOUND, MAX_RULES, MAX_WEIGHT, RuleFile};

use arrayvec::ArrayVec;

use crate::features::{Tactical, Tie};
use crate::game::{MAX_MOVES, Moves};
use crate::strategy::Strategy;
use crate::streams::Stream;

/// A player that follows a compiled list of rules. It remembers nothing from one decision to the next.
pub struct Tactics<G: Tactical> {
    book: G::Book,
    ties: Tie,
    moves: Moves<G::Move>,
}

impl<G: Tactical> Tactics<G> {
    /// A player of `game` that follows the rules of `file`, which must be for this family of games.
    #[must_use]
    pub fn new(game: &G, file: &RuleFile) -> Self {
        Tactics { book: game.compile(&file.rules), ties: file.ties, moves: Moves::new() }
    }

    /// Chooses among the moves of largest total, by their places in the list of moves.
    fn pick(&self, totals: &[f64], own: &mut Stream) -> usize {
        let best = totals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Exact equality is meant.
        let mut equal: ArrayVec<usize, MAX_MOVES> = (0..totals.len()).filter(|&at| totals[at] >= best).collect();
        if self.ties == Tie::RandomPiece {
            let mut pieces: ArrayVec<usize, MAX_MOVES> = ArrayVec::new();
            for at in equal {
                let piece = G::piece(self.moves[at]);
                if pieces.iter().all(|&earlier| G::piece(self.moves[earlier]) != piece) {
                    pieces.push(at);
                }
            }
            equal = pieces;
        }
        let first = equal.first().copied().unwrap_or(0);
        match self.ties {
            Tie::Random | Tie::RandomPiece if equal.len() > 1 => equal[own.below(equal.len() as u32) as usize],
            Tie::Size => equal.iter().copied().fold(first, |largest, at| {
                if G::size(self.moves[at]) > G::size(self.moves[largest]) { at } else { largest }
            }),
            _ => first,
        }
    }
}

impl<G: Tactical> Strategy<G> for Tactics<G> {
    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> G::Move {
        G::view_moves(view, &mut self.moves);
        let mut totals = [0.0; MAX_MOVES];
        let totals = &mut totals[..self.moves.len()];
        G::weigh(&mut self.book, view, &self.moves, totals);
        self.moves[self.pick(totals, own)]
    }
}
