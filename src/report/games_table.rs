//! Tables of matches, read back: who won what in which block.

use std::fs::File;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde::Deserialize;

use super::csv_fields::unmarked;
use super::files::plain;
use super::folder::GAMES;
use super::manifest::Manifest;

/// A row as far as ratings need it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct GameRow {
    /// The cell's name.
    pub cell: String,
    /// The block.
    pub block: u64,
    /// The line-up slot.
    pub slot: usize,
    /// What it won, in units of 1/27,720.
    #[serde(rename = "win_share_27720ths")]
    pub win_share: i64,
}

/// Whether the manifest of a result folder names a table of matches.
#[must_use]
pub fn is_in(manifest: &Manifest) -> bool {
    manifest.files.iter().any(|file| file.name == GAMES)
}

/// Reads the table of a result folder row by row, after a check that it is the one that the manifest names.
///
/// # Errors
/// In words, if it is not, or a row is refused by `take`.
pub fn read(
    folder: &Path,
    manifest: &Manifest,
    take: &mut dyn FnMut(GameRow) -> Result<(), String>,
) -> Result<(), String> {
    let path = folder.join(GAMES);
    let shown = path.display();
    let open = || File::open(&path).map_err(|error| format!("cannot read {shown}: {}", plain(&error)));
    let mut hasher = blake3::Hasher::new();
    hasher.update_reader(open()?).map_err(|error| format!("cannot read {shown}: {}", plain(&error)))?;
    let digest = hasher.finalize().to_hex().to_string();
    let vouched = manifest.files.iter().find(|file| file.name == GAMES).map(|file| file.blake3.as_str());
    if vouched != Some(digest.as_str()) {
        return Err(format!(
            "{shown} does not match the manifest: blake3 {digest}, not {}; run the experiment again with --games",
            vouched.unwrap_or("any")
        ));
    }
    let mut rows = csv::Reader::from_reader(MultiGzDecoder::new(open()?));
    for row in rows.deserialize() {
        let mut row: GameRow =
            row.map_err(|error| format!("{shown}: {error}; run the experiment again with --games"))?;
        row.cell = unmarked(&row.cell).to_owned();
        take(row).map_err(|error| format!("{shown}: {error}; run the experiment again with --games"))?;
    }
    Ok(())
}
