//! `random`: every legal move alike. A forced move uses up no random number.

use crate::game::{Game, SeatView};
use crate::streams::Stream;

/// Chooses uniformly among the moves of `view`.
#[inline(always)]
pub fn choose<G: Game>(view: G::View<'_>, own: &mut Stream) -> G::Move {
    let n = own.choose(view.move_count());
    view.nth_move(n)
}
