//! From tallies to results: figures by name, comparisons of cells, and the summary that every output is written from.
//!
//! - `figures`: the registry of figures
//! - `comparisons`: differences from baselines and what may be claimed of them
//! - `joining`: several results joined to one tournament
//! - `resolved`: the resolved experiment, as manifests hold it
//! - `summary`: resolved experiment and tallies to everything that is shown
//! - `row_groups`: which cells stand under each other
//! - `effects`: effects of variants over line-ups, and which figures a question asks for
//! - `answer`: the answer in at most three sentences; `series`: of a sweep over numbers; `wording`: how numbers are written

pub mod answer;
pub mod comparisons;
pub mod effects;
pub mod figures;
pub mod joining;
pub mod resolved;
pub mod row_groups;
pub mod series;
pub mod summary;
pub mod wording;

pub use resolved::Resolved;
pub use summary::{CellSummary, Summary};
