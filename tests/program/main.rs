//! The program as its users run it: verbs, files, messages and pages.

#![allow(clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

mod bench;
#[cfg(unix)]
mod completions;
mod equity;
#[cfg(unix)]
mod files;
mod help;
mod input;
mod links;
#[cfg(unix)]
mod names;
#[cfg(unix)]
mod output_forms;
mod positions;
#[path = "../support/program.rs"]
mod program;
mod report;
mod report_sections;
mod solve;
mod transcripts;
mod verbs;
mod verdicts;
