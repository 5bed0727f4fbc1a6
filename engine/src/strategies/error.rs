//! Why a strategy cannot be resolved or cannot play.

use crate::equity::EquityError;
use crate::strategy::StrategyFault;
use crate::toml_reader::Problem;

/// Why a strategy cannot be resolved or cannot play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StrategyError {
    /// Neither the registry nor a folder has this name.
    #[error(
        "unknown strategy \"{found}\"{near}; strategies: {registry}; files: {files}; or the path of a strategy file"
    )]
    Unknown {
        /// The name as given.
        found: String,
        /// The nearest right spelling, as a remark.
        near: String,
        /// The registry's names.
        registry: String,
        /// The stems of the files found.
        files: String,
    },
    /// The strategy has no such parameter, or the parameter has a bad value, or lacks one.
    #[error("strategy {strategy:?}: {message}")]
    Parameter {
        /// The strategy as named.
        strategy: String,
        /// What was found and what is allowed.
        message: String,
    },
    /// The file cannot be read at all.
    #[error("{path}: {message}")]
    Unreadable {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
    /// The file has an error.
    #[error("{0}")]
    File(Problem),
    /// It cannot play this game.
    #[error("strategy {strategy:?}: {fault}")]
    Game {
        /// The strategy as named.
        strategy: String,
        /// Why.
        fault: StrategyFault,
    },
    /// Its objective is not available in this game.
    #[error("strategy {strategy:?}: {error}")]
    Objective {
        /// The strategy as named.
        strategy: String,
        /// Why.
        error: EquityError,
    },
    /// A table of match equity cannot be made from it.
    #[error("\"{found}\" searches and may itself need this table; allowed: random, greedy, or a strategy file")]
    Reference {
        /// The strategy as named.
        found: String,
    },
    /// A side with the wrong number of names.
    #[error("\"{text}\": found {found} strategies for a side of {seats} {}; allowed: one for all its seats, or one for each, joined by \"+\"", if *.seats == 1 { "seat" } else { "seats" })]
    Count {
        /// The side as given.
        text: String,
        /// How many names it has.
        found: usize,
        /// How many seats it has.
        seats: usize,
    },
}

impl StrategyError {
    /// Whether the only cause is that building a table of match equity was interrupted.
    #[must_use]
    pub const fn is_interruption(&self) -> bool {
        matches!(self, StrategyError::Objective { error: EquityError::Interrupted, .. })
    }
}
