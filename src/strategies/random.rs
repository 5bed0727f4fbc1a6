//! `random`: every legal move alike. Each move draws from the stream, a forced one too: that spares the machine a branch it cannot foresee.

use crate::game::Game;
use crate::streams::Stream;

/// Chooses uniformly among the moves of `view`.
#[inline(always)]
pub fn choose<G: Game>(view: G::View<'_>, own: &mut Stream) -> G::Move {
    let n = own.below(G::view_move_count(view));
    G::view_nth_move(view, n)
}
