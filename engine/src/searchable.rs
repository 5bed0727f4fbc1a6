//! The contract between games and tree searches.
//!
//! A tree search plays whole rounds out in worlds drawn from a view, many of them for one decision. It identifies moves by small numbers,
//! so the moves open in a world are one mask, and distinguishes positions by what the deciding seat would have seen on the way.

use crate::game::{Game, Seat};
use crate::pieces::Mask;

/// A game that tree searches can play.
///
/// # Laws
/// For every reachable state whose `turn` names a seat: the pieces of `legal_mask`, in order, are the moves of `moves` by `move_of`, which undoes `code_of`. The
/// reference strategy's choice depends on the state alone, so that it can be asked without a log.
pub trait Searchable: Game {
    /// A set of move codes, as a mask.
    type LegalMask: Mask;

    /// The moves of the seat to move, each by its code, which is below 256.
    fn legal_mask(&self, s: &Self::State) -> Self::LegalMask;

    /// The move of a code that [`Searchable::legal_mask`] has named.
    fn move_of(code: u8) -> Self::Move;

    /// The code of a move.
    fn code_of(mv: Self::Move) -> u8;

    /// What `seat` sees of the move that led from `before` to `after`, beyond the move itself and whose turn it is then: the same number if
    /// it sees the same. 0 if there is nothing more to see.
    fn observation(&self, before: &Self::State, mv: Self::Move, after: &Self::State, seat: Seat) -> u16;

    /// How many pieces the other seats hold.
    fn hidden(view: Self::View<'_>) -> usize;

    /// The state from which the moves of the view's log, without so many at its beginning, lead to `world`, a world that the view allows.
    ///
    /// The scores of that state may be others than they were.
    fn rewound(view: Self::View<'_>, world: &Self::State) -> (Self::State, usize);

    /// A mark of the round and the seat: what the seat was dealt, as far as it has seen it.
    ///
    /// It stays the same from one decision of the seat to its next as long as all moves between were nothing more to see
    /// ([`Searchable::observation`] is 0).
    fn mark_of(view: Self::View<'_>) -> u128;
}
