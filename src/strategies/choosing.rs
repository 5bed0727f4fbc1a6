//! What the strategies that value moves share.

use crate::game::{Game, Outcome, RoundEnd, Side, Sides, Standing, Turn};

/// Whether the `n`-th move of a state wins the match for a side at once.
pub(super) fn wins_at_once<G: Game>(game: &G, s: &G::State, n: u32, side: Side) -> bool {
    let mut next = *s;
    game.play(&mut next, game.nth_move(s, n));
    game.turn(&next) == Turn::Over
        && game.round_end(&next) == RoundEnd::Won
        && game.close(&Standing::new(None), &next).outcome == Outcome::Won(Sides::one(side))
}

/// The place of the first of the largest totals.
pub(super) fn first_best(totals: &[i64]) -> usize {
    let mut best = 0;
    for (n, total) in totals.iter().enumerate() {
        if *total > totals[best] {
            best = n;
        }
    }
    best
}
