//! Parameters that several strategies have.

use crate::games::options::OptionDoc;

/// The most positions for each move of each world.
pub(super) const MOST_NODES: u64 = 1_000_000_000;
/// The default number of positions for each move of each world.
pub(super) const NODES: u64 = 50_000;

/// The parameter `nodes` of the strategies that solve.
pub(super) const NODES_DOC: OptionDoc = OptionDoc {
    name: "nodes",
    allowed: "1 to 1000000000",
    meaning: "positions that may be visited for each move of each world; default 50000; a world that needs more is played out by \
        greedy instead",
};

/// Reads a whole number of a parameter.
pub(super) fn whole(name: &str, text: &str, most: u64) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("parameter \"{name}\": found {text:?}; allowed: 1 to {most}")),
    }
}
