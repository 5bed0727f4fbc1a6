//! A result in its forms: files, documents, tables and a page, all written from its summary.
//!
//! - `json`: a summary as JSON
//! - `stopping`: what a stopping rule came to
//! - `class_test`: a sequential test of counts by block class
//! - `csv`: summary, differences, distributions and block classes as tables of text, their cells named by `cell_columns`; `table_files`: all tables of a result folder
//! - `equity_text`: a table of match equity as text and files; `equity_heatmap`: as a picture; `equity_files`: in a result folder
//! - `number`: real numbers as files hold them
//! - `records`: what is written match by match; `games_table`: tables of matches, read back
//! - `files`: files that appear under their names only when they are whole
//! - `manifest`: what a result is a function of, and the digests of its files
//! - `folder`: the result folder
//! - `run_files`: the files of a run, opened before and published after it
//! - `html`: the page of a result
//! - `tallies`: the exact integers
//! - `tournament_tables`: ratings and cross tables; `pruning`: which pairings were decided when, and what that saved
//! - `terminal`: tables for people, made of `columns` that fit and `text`; `markdown`: the same as Markdown
//! - `so_far`: the figures of a run that was interrupted

mod cell_columns;
pub mod class_test;
pub mod columns;
pub mod csv;
mod csv_fields;
pub mod equity_files;
pub mod equity_heatmap;
pub mod equity_text;
pub mod files;
pub mod folder;
pub mod games_table;
pub mod html;
pub mod json;
pub mod links;
pub mod luck_table;
pub mod manifest;
pub mod markdown;
pub mod number;
pub mod pruning;
pub mod records;
pub mod run_files;
pub mod so_far;
pub mod stopping;
pub mod table_files;
pub mod tallies;
pub mod terminal;
pub mod text;
pub mod tournament_tables;
