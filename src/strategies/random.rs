//! `random`: every legal move alike. A forced move draws nothing from the stream.

use crate::game::Game;
use crate::streams::Stream;

/// Chooses uniformly among the moves of `view`.
#[inline(always)]
pub fn choose<G: Game>(view: G::View<'_>, own: &mut Stream) -> G::Move {
    let count = G::view_move_count(view);
    let n = if count == 1 { 0 } else { own.below(count) };
    G::view_nth_move(view, n)
}
