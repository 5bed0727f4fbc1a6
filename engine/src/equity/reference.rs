//! Who plays on both sides while a table is made.

use serde_json::{Value, json};

use crate::game::Game;
use crate::player::Player;
use crate::strategy::StrategyFault;

/// The name of the strategy that a search's table is made from, [`Reference::greedy`].
pub const REFERENCE: &str = "greedy";

/// A strategy that tables are made from: how they record it, and how its players are made.
pub struct Reference<'a, G: Game> {
    /// Its name, its salt, and the digest of its file, as JSON: the table is a function of them.
    pub identity: Value,
    /// Selects its stream of random numbers.
    pub salt: u64,
    /// Makes a player.
    pub make: Box<dyn Fn() -> Result<Player<G>, StrategyFault> + 'a>,
}

impl<'a, G: Game> Reference<'a, G> {
    /// A strategy by the name, the salt and the digest of the file that a table records.
    #[must_use]
    pub fn new(
        name: &str,
        salt: u64,
        digest: Option<&str>,
        make: impl Fn() -> Result<Player<G>, StrategyFault> + 'a,
    ) -> Reference<'a, G> {
        Reference { identity: json!({ "name": name, "salt": salt, "blake3": digest }), salt, make: Box::new(make) }
    }

    /// The game's own reference strategy.
    #[must_use]
    pub fn greedy() -> Reference<'a, G> {
        Reference::new(REFERENCE, 0, None, || Ok(Player::Greedy))
    }
}
