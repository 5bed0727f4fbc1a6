//! The tables of match equity in a result folder: what the searches of a result played by, and what luck was measured by, whole and exact.
//!
//! A file holds the chances of the side that leads next (of either side, where the lead does not matter), as whole numbers. Those of the other side
//! are the rest to certainty, so that the table and its digest follow from the file. What it was made from stands in the manifest.

use std::io;
use std::path::Path;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::equity::{Equity, EquityTable, MAX_TARGET, ONE};
use crate::experiment::Experiment;
use crate::game::Seat;

const PREFIX: &str = "equity-";
const SUFFIX: &str = ".csv";
/// Digits of the digest in a file's name.
const DIGITS: usize = 12;

/// The name of the file for the table with this digest.
#[must_use]
pub fn file_name(digest: &str) -> String {
    format!("{PREFIX}{}{SUFFIX}", digest.get(..DIGITS).unwrap_or(digest))
}

/// Whether a file of this name holds such a table.
#[must_use]
pub fn is_file_name(name: &str) -> bool {
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| {
        digits.len() == DIGITS && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// The names of the tables' files in a folder, in order.
///
/// # Errors
/// If the folder cannot be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        names.extend(entry?.file_name().into_string().ok().filter(|name| is_file_name(name)));
    }
    names.sort();
    Ok(names)
}

/// The tables that the strategies of an experiment play by or luck is measured by, each once, in the order of their first use.
#[must_use]
pub fn used_in(experiment: &Experiment) -> Vec<Arc<Equity>> {
    let mut found: Vec<Arc<Equity>> = Vec::new();
    let sides = experiment.cells.iter().flat_map(|cell| &cell.sides);
    let of_luck = experiment.cells.iter().filter_map(|cell| Some(&cell.luck.as_ref()?.equity));
    for equity in sides.flat_map(|side| side.equity.iter().flatten()).chain(of_luck) {
        if !found.iter().any(|other| other.table == equity.table) {
            found.push(Arc::clone(equity));
        }
    }
    found
}

/// The file: a row for each score of the side that leads next, a column for each score of the other, chances in parts of [`ONE`].
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn csv(table: &EquityTable) -> Result<Vec<u8>, csv::Error> {
    let scores = || 0..=table.limit();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(
        std::iter::once("own_score_points".to_owned()).chain(scores().map(|other| format!("other_{other}"))),
    )?;
    for own in scores() {
        let chance = |other: u16| table.chance([own, other], Some(Seat(0))).to_string();
        writer.write_record(std::iter::once(own.to_string()).chain(scores().map(chance)))?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// What the manifest says of a table.
#[must_use]
pub fn entry(equity: &Equity) -> Value {
    let digest = equity.table.digest();
    json!({
        "file": file_name(&digest),
        "blake3": digest,
        "game": equity.game,
        "reference": equity.reference,
        "rounds": equity.rounds,
        "method": equity.method.name(),
        "target": equity.table.limit() + 1,
        "leads": equity.table.leads(),
        "unit": ONE,
    })
}

/// A table of a result.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptTable {
    /// Its digest.
    pub digest: String,
    /// The game's options, with the preset's name.
    pub game: Map<String, Value>,
    /// The strategy that both sides played to make it.
    pub reference: Value,
    /// Rounds that were played from each standing.
    pub rounds: u32,
    /// The chances.
    pub table: EquityTable,
}

impl From<&Equity> for KeptTable {
    fn from(equity: &Equity) -> KeptTable {
        KeptTable {
            digest: equity.table.digest(),
            game: equity.game.clone(),
            reference: equity.reference.clone(),
            rounds: equity.rounds,
            table: EquityTable::clone(&equity.table),
        }
    }
}

#[derive(Deserialize)]
struct Entry {
    file: String,
    blake3: String,
    game: Map<String, Value>,
    reference: Value,
    rounds: u32,
    target: u16,
    leads: usize,
}

/// The largest file that is read, in bytes; the largest that is written has some 200,000.
const MAX_BYTES: u64 = 1 << 20;

/// The tables that a manifest names, from their files in its folder; none if it names none.
///
/// # Errors
/// In words, if a file is missing or is another than the manifest names.
pub fn read(entries: Option<&Value>, folder: &Path) -> Result<Vec<KeptTable>, String> {
    let Some(entries) = entries else {
        return Ok(Vec::new());
    };
    let entries = Vec::<Entry>::deserialize(entries).map_err(|error| format!("manifest.json, \"equity\": {error}"))?;
    let table = |entry: Entry| {
        let file = &entry.file;
        if !is_file_name(file) || !(1..=MAX_TARGET).contains(&entry.target) {
            return Err(format!("manifest.json, \"equity\": {file:?} is no table of a result"));
        }
        let path = folder.join(file);
        let cannot = |error: io::Error| format!("cannot read {file}: {error}");
        if path.metadata().map_err(cannot)?.len() > MAX_BYTES {
            return Err(format!("{file} does not match the manifest"));
        }
        let text = std::fs::read_to_string(&path).map_err(cannot)?;
        let table = table_of(&text, entry.target, entry.leads).filter(|table| table.digest() == entry.blake3);
        let table = table.ok_or_else(|| format!("{file} does not match the manifest"))?;
        let Entry { blake3, game, reference, rounds, .. } = entry;
        Ok(KeptTable { digest: blake3, game, reference, rounds, table })
    };
    entries.into_iter().map(table).collect()
}

/// The table of a file's text; `None` if it is none.
fn table_of(text: &str, target: u16, leads: usize) -> Option<EquityTable> {
    let target = usize::from(target);
    let mut rows: Vec<Vec<i32>> = Vec::new();
    for record in csv::Reader::from_reader(text.as_bytes()).records() {
        let record = record.ok()?;
        let row: Vec<i32> = record.iter().skip(1).map(|field| field.parse().ok()).collect::<Option<_>>()?;
        rows.push(row);
    }
    if rows.len() != target || rows.iter().any(|row| row.len() != target) || !(1..=2).contains(&leads) {
        return None;
    }
    let mut chances = Vec::with_capacity(target * target * leads);
    for (own, row) in rows.iter().enumerate() {
        for (other, chance) in row.iter().enumerate() {
            chances.push(*chance);
            if leads == 2 {
                chances.push(ONE.checked_sub(rows[other][own])?);
            }
        }
    }
    EquityTable::new(u16::try_from(target.checked_sub(1)?).ok()?, leads, chances)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table in which both sides are alike, as they are in all tables.
    fn made_up(target: i32, leads: usize) -> EquityTable {
        let leading = |own: i32, other: i32| (ONE / 2 + 1000 * (own - other) + if leads == 2 { 77 } else { 0 }).max(0);
        let mut chances = Vec::new();
        for own in 0..target {
            for other in 0..target {
                chances.push(leading(own, other));
                if leads == 2 {
                    chances.push(ONE - leading(other, own));
                }
            }
        }
        EquityTable::new(target as u16 - 1, leads, chances).unwrap()
    }

    #[test]
    fn a_table_comes_back_from_its_file_with_its_digest() {
        for (target, leads) in [(1, 1), (7, 1), (7, 2), (i32::from(MAX_TARGET), 2)] {
            let table = made_up(target, leads);
            let text = String::from_utf8(csv(&table).unwrap()).unwrap();
            assert!(text.len() <= 250_000, "{}", text.len());
            let back = table_of(&text, target as u16, leads).unwrap();
            assert_eq!((back.digest(), &back), (table.digest(), &table));
            assert_eq!(table_of(&text, target as u16 + 1, leads), None);
            assert_eq!(table_of(&text.replacen("838", "x38", 1), target as u16, leads), None);
        }
        assert_eq!(table_of("", 3, 1), None);
    }

    #[test]
    fn names_are_told_from_others() {
        let name = file_name("0123456789abcdef0123");
        assert_eq!(name, "equity-0123456789ab.csv");
        assert!(is_file_name(&name));
        for other in ["equity.csv", "equity-0123456789ab.json", "equity-0123456789AB.csv", "equity-../../../abc.csv"] {
            assert!(!is_file_name(other), "{other}");
        }
    }

    #[test]
    fn a_file_that_is_not_the_table_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let table = made_up(5, 2);
        let equity = json!([{
            "file": file_name(&table.digest()), "blake3": table.digest(), "game": {"name": "x"},
            "reference": {"name": "greedy"}, "rounds": 256, "target": 5, "leads": 2,
        }]);
        let manifest = equity;
        let path = folder.path().join(file_name(&table.digest()));
        assert!(read(Some(&manifest), folder.path()).unwrap_err().contains("cannot read equity-"));
        std::fs::write(&path, csv(&made_up(5, 1)).unwrap()).unwrap();
        assert!(read(Some(&manifest), folder.path()).unwrap_err().contains("does not match the manifest"));
        std::fs::write(&path, csv(&table).unwrap()).unwrap();
        let found = read(Some(&manifest), folder.path()).unwrap();
        assert_eq!((found.len(), &found[0].table), (1, &table));
        assert_eq!(files_in(folder.path()).unwrap(), [file_name(&table.digest())]);
        for (key, value) in [("file", json!("../x.csv")), ("target", json!(0)), ("rounds", json!(-1))] {
            let mut wrong = manifest.clone();
            wrong[0][key] = value;
            assert!(read(Some(&wrong), folder.path()).unwrap_err().contains("\"equity\""), "{key}");
        }
        assert_eq!(read(None, folder.path()), Ok(Vec::new()));
    }
}
