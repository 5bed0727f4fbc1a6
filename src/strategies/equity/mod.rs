//! Match equity: the chance to win the match by the scores and by who opens or deals next.

mod table;

pub use table::{EquityTable, ONE};
