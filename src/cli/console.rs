//! Standard output and standard error, written with care: a reader that goes away ends the program quietly.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::failure::Failure;
use crate::printable::{printable_json, printable_lines};
use crate::report::text::thousands;

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

/// A progress bar over matches, with a line for how things stand; hidden without a terminal, and if `quiet`.
#[must_use]
pub fn progress(matches: u64, quiet: bool) -> ProgressBar {
    progress_of("matches", matches, quiet)
}

/// A progress bar over `total` things of a kind.
#[must_use]
pub fn progress_of(things: &str, total: u64, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::new(total);
    bar.set_draw_target(if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr_with_hz(5) });
    let template = format!("{{wide_bar}} {{human_pos}}/{{human_len}} {things}  {{rate}}  {{eta}} left\n{{wide_msg}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{}/s", thousands(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("rate", rate));
    }
    bar
}
