//! `greedy`: the fixed reference rule, which each game has in its own folder ([`Game::greedy`](crate::game::Game::greedy)).

use super::objective::Objective;
use super::plan::{Build, Configured, StrategyKind};
use crate::games::Playable;
use crate::player::Player;
use crate::strategy::StrategyFault;

/// The strategy.
#[derive(Debug, PartialEq)]
struct Greedy;

impl Build for Greedy {
    fn build<G: Playable>(&self, _: &G, _: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Greedy)
    }

    fn draws(&self) -> bool {
        false
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "greedy",
    about: "the fixed reference: plays the move that gains its side most, a winning move first; at cards, the most points \
        from this trick (docs/rules.md has the whole rule)",
    ties: "the tile with most pips, then the first in move order (the left end before the right); at cards, the lowest card",
    parameters: &[],
    sees_all: false,
    read: |_| Ok(Configured::new(Greedy)),
};
