//! Parameters that several strategies have.

use crate::games::options::OptionDoc;

/// The most positions for each move of each world.
pub(super) const MOST_NODES: u64 = 1_000_000_000;
/// Positions for each move of each world if nothing is said.
pub(super) const NODES: u64 = 50_000;

/// The parameter `nodes` of the strategies that solve.
pub(super) const NODES_DOC: OptionDoc = OptionDoc {
    name: "nodes",
    allowed: "1 to 1000000000",
    meaning: "positions that may be visited for each move of each world, 50000 if not given; a world that needs more is valued by greedy \
        play to its end",
};

/// Reads a whole number of a parameter.
pub(super) fn whole(name: &str, text: &str, most: u64) -> Result<u64, String> {
    match text.parse() {
        Ok(number) if (1..=most).contains(&number) => Ok(number),
        _ => Err(format!("parameter \"{name}\": found {text:?}; allowed: 1 to {most}")),
    }
}
