//! Standard output and standard error, written with care: a reader that goes away ends the program quietly.

use std::io::{self, Write};

use super::failure::Failure;
use crate::printable::{printable_json, printable_lines};

/// Writes text for people to standard output; control characters that a name brought along are escaped.
///
/// # Errors
/// [`Failure::Quiet`] if nobody reads any more, else bad input: a full disk behind a redirection, say.
pub fn print(text: &str) -> Result<(), Failure> {
    print_as_it_is(&printable_lines(text))
}

/// Writes to standard output what is made for a program.
///
/// # Errors
/// As for [`print()`].
pub fn print_as_it_is(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Failure::Quiet,
        _ => Failure::input(format_args!("cannot write to standard output: {error}")),
    })
}

/// Writes one JSON document to standard output.
///
/// # Errors
/// As for [`print()`].
pub fn print_json(document: &impl serde::Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_string_pretty(document).map_err(Failure::input)?;
    text.push('\n');
    print_json_text(&text)
}

/// Writes JSON, or lines of JSON, to standard output, with escapes for what a terminal would obey.
///
/// # Errors
/// As for [`print()`].
pub fn print_json_text(text: &str) -> Result<(), Failure> {
    print_as_it_is(&printable_json(text))
}

/// Writes a line to standard error. If that fails there is nobody left to tell.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{}", printable_lines(text));
}
