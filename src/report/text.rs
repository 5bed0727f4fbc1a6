//! Words and numbers for people: counts, values with their intervals, lines of a given width.

use crate::analysis::figures::FigureSpec;
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;

/// How wide running text is where no terminal says otherwise.
pub const PLAIN_WIDTH: usize = 80;

/// A whole number with its digits in threes.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A number of things: `1 block`, `2,000 blocks`.
#[must_use]
pub fn count(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

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

/// Whether a value is written as 0 with so many digits.
#[must_use]
pub fn rounds_to_zero(value: f64, digits: usize) -> bool {
    format!("{:.digits$}", value.abs()).bytes().all(|digit| matches!(digit, b'0' | b'.'))
}

/// A number with so many digits: halves, as exact figures have them, are rounded away from zero, and what is written as 0 has no sign.
fn fixed(value: f64, digits: usize) -> String {
    let value = if rounds_to_zero(value, digits) { 0.0 } else { value * (1.0 + HALVES) };
    format!("{value:.digits$}")
}

/// Lifts a half over the errors of floating-point numbers, and nothing else.
const HALVES: f64 = 1e-12;

/// A value with its interval: `0.848 ±0.021`, or both ends where it is lopsided.
#[must_use]
pub fn spread(value: f64, interval: Option<Interval>, digits: usize, scale: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let value = value * scale;
    let Some(interval) = interval else {
        return if value == 0.0 { "0".to_owned() } else { fixed(value, digits) };
    };
    if value == 0.0 && (interval.high == 0.0 || interval.low == 0.0) && interval.low <= 0.0 && digits > 0 {
        return if interval.high > 0.0 { format!("0 (to {:.digits$})", interval.high * scale) } else { "0".to_owned() };
    }
    let (low, high) = (interval.low * scale, interval.high * scale);
    let (below, above) = (value - low, high - value);
    let unit = 10f64.powi(-(digits as i32));
    if (below - above).abs() <= (1.5 * unit).max(0.03 * (below + above)) {
        format!("{} ±{}", fixed(value, digits), fixed(f64::midpoint(below, above), digits))
    } else {
        format!("{} ({} to {})", fixed(value, digits), fixed(low, digits), fixed(high, digits))
    }
}

/// A figure's value with its interval, in its format.
#[must_use]
pub fn figure(spec: &FigureSpec, measure: &Measure) -> String {
    spread(measure.value, measure.interval, spec.digits, spec.scale())
}

/// The same with a sign in front, for differences; what is written as 0 has none.
#[must_use]
pub fn signed(measure: &Measure, digits: usize, scale: f64) -> String {
    let zero = rounds_to_zero(measure.value * scale, digits);
    let sign = if measure.value >= 0.0 && !zero { "+" } else { "" };
    format!("{sign}{}", spread(measure.value, measure.interval, digits, scale))
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
        let interval = Some(Interval { low: 0.4, high: 0.6 });
        assert_eq!(spread(0.5, interval, 1, 100.0), "50.0 ±10.0");
        assert_eq!(spread(0.5, Some(Interval { low: 0.2, high: 0.6 }), 1, 100.0), "50.0 (20.0 to 60.0)");
        assert_eq!(spread(f64::NAN, None, 1, 1.0), "–");
        assert_eq!((spread(61.0, None, 2, 1.0), spread(0.0, None, 2, 1.0)), ("61.00".to_owned(), "0".to_owned()));
        assert_eq!(signed(&Measure { value: -0.5, interval: None }, 1, 1.0), "-0.5");
        assert_eq!(signed(&Measure { value: 0.5, interval: None }, 1, 1.0), "+0.5");
        let tiny = |value: f64| Measure { value, interval: Some(Interval { low: value - 1e-5, high: value + 1e-5 }) };
        assert_eq!([-0.0004, 0.0004].map(|value| signed(&tiny(value), 3, 1.0)), ["0.000 ±0.000"; 2], "0 has no sign");
        assert_eq!([-0.02125, 0.02125].map(|x| spread(x, None, 2, 100.0)), ["-2.13", "2.13"], "as in docs/findings.md");
        let far = Some(Interval { low: -740.5, high: -588.8 });
        assert_eq!(spread(-650.0, far, 1, 1.0), "-650.0 (-740.5 to -588.8)");
    }

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("  a  ", "one two three", 12, 4), "  a  one two\n    three\n");
        assert_eq!(wrap("", "much-too-long-a-word", 5, 2), "much-too-long-a-word\n");
        assert_eq!(wrap("x: ", "", 5, 2), "x: \n");
    }
}
