//! Results as files, documents and tables; all of it follows from the tallies and the resolved experiment.
//!
//! - `document`: a cell as JSON
//! - `ending`: what a stopping rule came to
//! - `csv`: summary, differences and distributions as tables of text
//! - `equity`: a table of match equity as text and files; `heatmap`: as a picture; `tables`: in a result folder
//! - `records`: what is written match by match
//! - `files`: files that appear under their names only when they are whole
//! - `manifest`: what a result is a function of, and the digests of its files
//! - `folder`: the result folder
//! - `html`: the page of a result; `groups`: which cells stand under each other, there and on the terminal
//! - `tallies`: the exact integers
//! - `tournament`: ratings and cross tables; `pruning`: which pairings were decided when, and what that saved
//! - `terminal`: tables for people, made of `columns` that fit and `text`

pub mod columns;
pub mod csv;
pub mod document;
pub mod ending;
pub mod equity;
pub mod files;
pub mod folder;
mod groups;
pub mod heatmap;
pub mod html;
pub mod luck;
pub mod manifest;
pub mod pruning;
pub mod records;
pub mod tables;
pub mod tallies;
pub mod terminal;
pub mod text;
pub mod tournament;
