//! `random`: a random legal move, all equally likely.

use super::objective::Objective;
use super::plan::{Build, Configured, StrategyKind};
use crate::games::Playable;
use crate::player::Player;
use crate::strategy::StrategyFault;

/// The strategy.
#[derive(Debug, PartialEq)]
struct Random;

impl Build for Random {
    fn build<G: Playable>(&self, _: &G, _: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Random)
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "random",
    about: "plays a random legal move, all equally likely",
    ties: "",
    parameters: &[],
    sees_all: false,
    read: |_| Ok(Configured::new(Random)),
};
