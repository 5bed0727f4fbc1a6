//! `tactics`: plays by a list of weighted, conditional rules that a file states.
//!
//! The total of a move is the sum over the rules, in their order, of weight × feature, where the rule's conditions hold. The
//! largest total is played; the file says what decides between equal ones.

mod file;

pub use file::{FileFault, MAX_BOUND, MAX_RULES, MAX_WEIGHT, RuleFile};

use crate::features::{Tactical, Tie};
use crate::game::{MAX_MOVES, Moves, Strategy};
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

    /// Chooses among the moves of largest total.
    fn pick(&self, totals: &[f64], own: &mut Stream) -> usize {
        let best = totals.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // Exact equality is meant: the moves of largest total.
        let mut equal = totals.iter().enumerate().filter(|(_, total)| **total >= best).map(|(index, _)| index);
        let first = equal.next().unwrap_or(0);
        let Some(second) = equal.next() else {
            return first;
        };
        let rest = || [first, second].into_iter().chain(equal.clone());
        match self.ties {
            Tie::Order => first,
            Tie::Size => {
                let larger = |best: usize, at: usize| {
                    if G::size(self.moves[at]) > G::size(self.moves[best]) { at } else { best }
                };
                rest().fold(first, larger)
            }
            Tie::Random => {
                let count = rest().count() as u32;
                rest().nth(own.below(count) as usize).unwrap_or(first)
            }
            Tie::RandomPiece => {
                let earlier = |at: usize| rest().take_while(move |&before| before < at);
                let is_new =
                    |at: &usize| earlier(*at).all(|other| G::piece(self.moves[other]) != G::piece(self.moves[*at]));
                let count = rest().filter(is_new).count() as u32;
                let n = if count > 1 { own.below(count) } else { 0 };
                rest().filter(is_new).nth(n as usize).unwrap_or(first)
            }
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
