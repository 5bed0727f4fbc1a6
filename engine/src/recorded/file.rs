//! One record of a file of records, which may be compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use serde_json::Value;

use super::RecordError;

/// The longest line that is read, in bytes: a match of thousands of rounds has fewer.
const MAX_LINE_BYTES: u64 = 1 << 28;

/// One record, not yet checked.
#[derive(Clone, Debug)]
pub struct RecordLine {
    /// Where it stands: the file and the line.
    pub place: String,
    /// Its text.
    pub text: String,
    pub(super) record: Value,
}

impl RecordLine {
    /// The record with this number, from 0, of a file, in which each line that is not blank has one. `-` is standard input; a file whose
    /// name ends in `.gz` is compressed.
    ///
    /// # Errors
    /// If the file cannot be read, has too few records, or the line is not JSON.
    pub fn read(path: &Path, number: u64) -> Result<RecordLine, RecordError> {
        let shown = path.display().to_string();
        let unreadable = |message: String| RecordError { place: format!("cannot read {shown}"), message };
        let mut lines: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            if path.is_dir() {
                return Err(unreadable(
                    "found a folder; allowed: a file of records, as --records writes it".to_owned(),
                ));
            }
            let file = BufReader::new(File::open(path).map_err(|error| unreadable(error.to_string()))?);
            if path.extension().is_some_and(|extension| extension == "gz") {
                Box::new(BufReader::new(MultiGzDecoder::new(file)))
            } else {
                Box::new(file)
            }
        };
        let (mut line, mut found) = (0_u64, 0_u64);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            line += 1;
            let read = lines.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes);
            let read = read.map_err(|error| unreadable(format!("line {line}: {error}")))?;
            if read == 0 {
                let allowed = match found {
                    0 => "the file has no records; `--records FILE` of match and run writes them".to_owned(),
                    _ => format!("found {number}; allowed: 0 to {}, the records of the file", found - 1),
                };
                return Err(RecordError { place: format!("{shown}: --match"), message: allowed });
            }
            if read as u64 == MAX_LINE_BYTES {
                return Err(unreadable(format!("line {line} is too long; allowed: up to {MAX_LINE_BYTES} bytes")));
            }
            if bytes.trim_ascii().is_empty() {
                continue;
            }
            if found == number {
                let place = format!("{shown}, line {line}");
                let text = String::from_utf8_lossy(&bytes).trim().to_owned();
                return RecordLine::parse(place, text);
            }
            found += 1;
        }
    }

    /// A record from its text, which stands at this place.
    ///
    /// # Errors
    /// If it is not JSON.
    pub fn parse(place: String, text: String) -> Result<RecordLine, RecordError> {
        match serde_json::from_str(&text) {
            Ok(record) => Ok(RecordLine { place, text, record }),
            Err(error) => Err(RecordError { place, message: format!("not JSON: {error}; allowed: one record a line") }),
        }
    }

    /// A field of the record.
    #[must_use]
    pub fn field(&self, name: &str) -> &Value {
        &self.record[name]
    }
}
