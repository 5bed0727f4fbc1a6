//! The strategies, and the registry that turns a name into one.
//!
//! - `plan`: a strategy with its parameters, as plans hold it; [`Build`], by which players of any game are made of it
//! - `random`, `greedy`, `tactics`, `ismcts`, `rollout`, `pimc`, `omniscient`: a strategy each, which ends with its row of the registry
//! - `registry`: from a name to a plan
//! - `objective`: what searches play for; `solver`: rounds solved exactly; `opponent_model`: what the others' moves say about their hands
//! - `choosing`: what strategies that value moves share; `error`: why a strategy cannot be had

mod choosing;
pub mod equity_request;
pub mod error;
pub mod greedy;
pub mod ismcts;
pub mod objective;
pub mod omniscient;
mod opponent_model;
pub mod pimc;
pub mod plan;
pub mod random;
pub mod registry;
pub mod rollout;
pub mod solver;
pub mod tactics;

pub use error::StrategyError;
pub use plan::{Build, StrategyKind, StrategyPlan};
pub use registry::{STRATEGIES, parse_lineup_side, strategy_files};
