//! Match equity: the chance to win the match by the scores and by who opens or deals next.
//!
//! - `table`: [`EquityTable`], the chances as integers
//! - `chain`: the standings between two rounds, and how those that mirror each other are one
//! - `reference`: the strategy that both sides play
//! - `sample`: this reference strategy plays the same deals from every standing
//! - `solve`: from where the rounds led to the chances
//! - `build`: which tables there are, and one made from scratch
//! - `document`: a table as JSON; `store`: tables kept in memory and on disk, [`Tables`]
//!
//! Both sides play the reference strategy (`greedy` where a search asks). The limit of rounds (rule D21) is left out of account.

mod build;
mod chain;
mod document;
mod reference;
mod sample;
mod solve;
mod store;
mod table;

pub use build::{DEFAULT_ROUNDS, Equity, EquityError, MAX_ROUNDS, MAX_TARGET, MIN_ROUNDS, Method, Recipe};
pub use reference::{REFERENCE, Reference};
pub use sample::BuildControl;
pub use store::{FOLDER_VARIABLE, Tables, cache_folder};
pub use table::{EquityTable, ONE};
