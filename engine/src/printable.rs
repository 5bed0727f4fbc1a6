//! What may stand in a text that people read: no control characters, which a terminal obeys and a page cannot hold.
//!
//! Texts that a person writes into a file (a title, a name) are refused if they hold one; names that come from elsewhere (of files, of arguments)
//! are shown with an escape in its place.

use std::borrow::Cow;
use std::path::Path;

/// Whether a character must not be printed as it is: controls (C0, DEL, C1), what breaks or turns lines in Unicode, and what XML excludes.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{fffe}' | '\u{ffff}')
}

/// A text with an escape, such as `\n` or `\u{1b}`, for each character that must not be printed.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_unprintable)
}

/// The same for text of several lines, which keeps its line ends.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && is_unprintable(c))
}

/// JSON with an escape for each such character that it may hold as it is. Outside of strings it has none but line ends; all have at most four digits.
#[must_use]
pub fn printable_json(text: &str) -> Cow<'_, str> {
    replaced(text, |c| c != '\n' && is_unprintable(c), |c, out| out.push_str(&format!("\\u{:04x}", u32::from(c))))
}

fn escaped(text: &str, wanted: impl Fn(char) -> bool) -> Cow<'_, str> {
    replaced(text, wanted, |c, out| out.extend(c.escape_default()))
}

fn replaced(text: &str, wanted: impl Fn(char) -> bool, escape: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(&wanted) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if wanted(c) { escape(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// A path as messages show it.
#[must_use]
pub fn shown(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// Whether a text may have several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// It may not.
    One,
    /// It may.
    Several,
}

/// What is wrong with a text that a person wrote, in words; `None` if nothing is.
#[must_use]
pub fn fault(text: &str, lines: Lines) -> Option<String> {
    let line_end = |at: usize, c: char| c == '\n' || (c == '\r' && text[at + 1..].starts_with('\n'));
    let wrong = |&(at, c): &(usize, char)| is_unprintable(c) && !(lines == Lines::Several && line_end(at, c));
    let (_, c) = text.char_indices().find(wrong)?;
    let allowed = match lines {
        Lines::One => "a line of text without control characters",
        Lines::Several => "text without control characters, except line ends",
    };
    Some(format!("found the control character U+{:04X}; allowed: {allowed}", u32::from(c)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(printable("naïve – +3 <b>"), "naïve – +3 <b>");
        assert_eq!(printable("a\u{1b}[2Jb\nc\0\u{9b}\u{7f}"), "a\\u{1b}[2Jb\\nc\\u{0}\\u{9b}\\u{7f}");
        assert_eq!(printable_lines("a\n\u{202e}b\r\n"), "a\n\\u{202e}b\\r\n");
        assert_eq!(printable_json("{\n\"\u{9b}\"}"), "{\n\"\\u009b\"}");
        assert_eq!(shown(Path::new("x\ny.toml")), "x\\ny.toml");
    }

    #[test]
    fn a_text_may_have_lines_where_that_is_its_nature() {
        assert_eq!(fault("one line", Lines::One), None);
        assert_eq!(fault("two\r\nlines\n", Lines::Several), None);
        assert!(fault("two\nlines", Lines::One).unwrap().contains("U+000A"));
        assert!(fault("a\rb", Lines::Several).unwrap().contains("U+000D"));
        assert!(fault("a\tb", Lines::Several).unwrap().contains("U+0009"));
    }
}
