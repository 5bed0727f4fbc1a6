//! What the strategies that value moves share.

use crate::game::{Game, Outcome, RoundEnd, Side, Sides, Standing, Turn};
use crate::parameters::{Kind, Parameter};
use crate::strategy::Consideration;

/// The parameter `nodes` of the strategies that solve.
pub(super) const NODES: Parameter = Parameter {
    name: "nodes",
    kind: Kind::whole(1, 1_000_000_000),
    default: Some("50000"),
    meaning: "positions that may be visited for each move of each world; a world that needs more is played out by greedy instead",
};

/// Whether the `n`-th move of a state wins the match for a side immediately.
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

/// Totals as a figure for people, each divided by `unit`; nothing for no totals.
pub(super) fn mean_values(name: &'static str, totals: &[i64], unit: f64) -> Vec<Consideration> {
    let values: Vec<f64> = totals.iter().map(|total| *total as f64 / unit).collect();
    if values.is_empty() { Vec::new() } else { vec![Consideration { name, values }] }
}
