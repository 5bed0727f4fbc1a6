//! Command lines as a shell reads them.

use shlex::Quoter;

/// Words as one line, quoted where a shell would read them otherwise.
pub(super) fn quoted(words: &[String]) -> String {
    let quoter = Quoter::new().allow_nul(true);
    quoter.join(words.iter().map(String::as_str)).unwrap_or_default()
}
