//! From tallies to results: figures by name, comparisons of cells, and the summary that every output is written from.
//!
//! - `figures`: the registry of figures
//! - `comparisons`: differences from baselines and what may be claimed of them
//! - `joining`: several results joined to one tournament
//! - `resolved`: the resolved experiment, as manifests hold it
//! - `summary`: resolved experiment and tallies to everything that is shown

pub mod comparisons;
pub mod figures;
pub mod joining;
pub mod resolved;
pub mod summary;

pub use resolved::Resolved;
pub use summary::{CellSummary, Summary};
