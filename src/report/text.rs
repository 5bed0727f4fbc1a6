//! Words and numbers for people: counts, values with their intervals, lines of a given width.

pub use crate::analysis::wording::{capital, count, figure, signed, spread, thousands};

/// How wide running text is where no terminal says otherwise.
pub const PLAIN_WIDTH: usize = 80;

/// A number of blocks.
#[must_use]
pub fn blocks(number: u64) -> String {
    count(number, "block", "blocks")
}

/// A number of matches, and how many of them were really played where identical seatings were played once.
#[must_use]
pub fn matches(all: u64, played: u64) -> String {
    let text = count(all, "match", "matches");
    if played == all { text } else { format!("{text} ({} played)", thousands(played)) }
}

/// Words in lines of at most `width` characters, where words are short enough; lines after the first begin with `indent` spaces.
///
/// `lead` begins the first line.
#[must_use]
pub fn wrap(lead: &str, text: &str, width: usize, indent: usize) -> String {
    let mut out = lead.to_owned();
    let mut used = lead.chars().count();
    let mut empty = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !empty && used + 1 + length > width {
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
            empty = true;
        }
        if !empty {
            out.push(' ');
            used += 1;
        }
        out.push_str(word);
        used += length;
        empty = false;
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_for_people() {
        assert_eq!(thousands(0), "0");
        assert_eq!(thousands(1_234_567), "1,234,567");
        assert_eq!(thousands(999), "999");
        assert_eq!((blocks(1), blocks(2000)), ("1 block".to_owned(), "2,000 blocks".to_owned()));
        assert_eq!(
            (matches(1, 1), matches(4000, 2000)),
            ("1 match".to_owned(), "4,000 matches (2,000 played)".to_owned())
        );
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("  a  ", "one two three", 12, 4), "  a  one two\n    three\n");
        assert_eq!(wrap("", "much-too-long-a-word", 5, 2), "much-too-long-a-word\n");
        assert_eq!(wrap("x: ", "", 5, 2), "x: \n");
    }
}
