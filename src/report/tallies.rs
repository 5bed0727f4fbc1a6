//! `tallies.json`: the exact integers of a result, from which everything else in it derives.

use std::io;

use serde::{Deserialize, Serialize};

use crate::experiment::Experiment;
use crate::tally::Tally;

/// Version of the file's format.
const FORMAT: u64 = 1;

/// The file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TalliesFile {
    /// Version of the format.
    pub tallies: u64,
    /// Version of the program that counted.
    pub version: String,
    /// The cells in order.
    pub cells: Vec<NamedTally>,
}

/// A cell's tally.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct NamedTally {
    /// The cell's name.
    pub cell: String,
    /// What was counted.
    pub tally: Tally,
}

#[derive(Serialize)]
struct Line<'a> {
    cell: &'a str,
    tally: &'a Tally,
}

/// The file's text, one line for each cell, so that two files can be compared line by line.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn write(experiment: &Experiment, tallies: &[Tally]) -> io::Result<Vec<u8>> {
    let mut out = format!("{{\"tallies\":{FORMAT},\"version\":\"{}\",\"cells\":[", crate::VERSION).into_bytes();
    for (index, (info, tally)) in experiment.cells.iter().zip(tallies).enumerate() {
        out.extend_from_slice(if index == 0 { b"\n" } else { b",\n" });
        serde_json::to_writer(&mut out, &Line { cell: &info.name, tally })?;
    }
    out.extend_from_slice(b"\n]}\n");
    Ok(out)
}

/// Reads the file's text.
///
/// # Errors
/// If it is something else.
pub fn read(text: &str) -> Result<TalliesFile, serde_json::Error> {
    serde_json::from_str(text)
}
