//! `random`: every legal move alike. A forced move uses up no random number.

use crate::game::Game;
use crate::streams::Stream;

/// Chooses uniformly among the moves of `view`.
#[inline(always)]
pub fn choose<G: Game>(view: G::View<'_>, own: &mut Stream) -> G::Move {
    let n = own.choose(G::view_move_count(view));
    G::view_nth_move(view, n)
}
