//! Numbers for people: as many digits as the interval supports, a real minus sign, lists of names.

use super::figures::FigureSpec;
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;

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

/// Lifts a half over the errors of floating-point numbers, and nothing else.
const HALVES: f64 = 1e-12;

/// A number with a real minus sign; what is rounded to 0 has none. Halves, as exact figures have them, are rounded away from zero.
#[must_use]
pub fn number(value: f64, digits: usize) -> String {
    let text = format!("{:.digits$}", value * (1.0 + HALVES));
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        Some(rest) => format!("−{rest}"),
        None => text,
    }
}

/// The digits after the point that an interval of this half-width supports: one significant digit of it, two if the first is a 1.
#[must_use]
pub fn supported_digits(half: f64) -> Option<usize> {
    if !(half.is_finite() && half > 0.0) {
        return None;
    }
    let exponent = half.log10().floor();
    let more = if half / 10f64.powf(exponent) < 1.95 { 1.0 } else { 0.0 };
    Some((more - exponent).clamp(0.0, 6.0) as usize)
}

/// A value with its interval: `0.85 ±0.02`, or both ends where it is lopsided. `digits` are those of a value without an interval.
#[must_use]
pub fn spread(value: f64, interval: Option<Interval>, digits: usize, scale: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let value = value * scale;
    let Some(interval) = interval else {
        return if value == 0.0 { "0".to_owned() } else { number(value, digits) };
    };
    let (low, high) = (interval.low * scale, interval.high * scale);
    let (below, above) = (value - low, high - value);
    let half = f64::midpoint(below, above);
    let digits = supported_digits(half).unwrap_or(digits);
    if value == 0.0 && (high == 0.0 || low == 0.0) && low <= 0.0 {
        return if high > 0.0 { format!("0 (to {})", number(high, digits)) } else { "0".to_owned() };
    }
    let unit = 10f64.powi(-(digits as i32));
    if (below - above).abs() <= (1.5 * unit).max(0.06 * half) {
        format!("{} ±{}", number(value, digits), number(half, digits))
    } else {
        format!("{} ({} to {})", number(value, digits), number(low, digits), number(high, digits))
    }
}

/// A figure's value with its interval.
#[must_use]
pub fn figure(spec: &FigureSpec, measure: &Measure) -> String {
    spread(measure.value, measure.interval, spec.digits, spec.scale())
}

/// The same with a sign in front, for differences.
#[must_use]
pub fn signed(measure: &Measure, digits: usize, scale: f64) -> String {
    let text = spread(measure.value, measure.interval, digits, scale);
    let is_zero = text.split(' ').next().is_none_or(|first| first.bytes().all(|byte| matches!(byte, b'0' | b'.')));
    if measure.value > 0.0 && !is_zero { format!("+{text}") } else { text }
}

/// `a, b and c`.
#[must_use]
pub fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A text that begins with a capital letter.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measure(value: f64, low: f64, high: f64) -> Measure {
        Measure { value, interval: Some(Interval { low, high }) }
    }

    #[test]
    fn an_interval_decides_how_many_digits_stand() {
        for (half, digits) in [(12.0, 0), (25.0, 0), (1.2, 1), (2.0, 0), (0.95, 1), (0.2, 1), (0.012, 3), (0.026, 2)] {
            assert_eq!(supported_digits(half), Some(digits), "{half}");
        }
        assert_eq!((supported_digits(0.0), supported_digits(f64::NAN)), (None, None));
        let text = |value, low, high| signed(&measure(value, low, high), 2, 1.0);
        assert_eq!(text(-0.2614, -0.2734, -0.2494), "−0.261 ±0.012");
        assert_eq!(text(0.2614, 0.2314, 0.2914), "+0.26 ±0.03");
        assert_eq!(text(-650.0, -740.5, -588.8), "−650 (−741 to −589)");
        assert_eq!(text(0.01, -0.29, 0.31), "0.0 ±0.3");
        assert_eq!(signed(&Measure { value: -0.001, interval: None }, 2, 1.0), "0.00");
        assert_eq!(spread(0.5, Some(Interval { low: 0.4, high: 0.6 }), 1, 100.0), "50 ±10");
        assert_eq!(spread(0.0, Some(Interval { low: 0.0, high: 0.0153 }), 1, 100.0), "0 (to 1.5)");
        assert_eq!([-0.02125, 0.02125].map(|value| spread(value, None, 2, 100.0)), ["−2.13", "2.13"]);
        assert_eq!(spread(f64::NAN, None, 1, 1.0), "–");
        assert_eq!((spread(61.0, None, 2, 1.0), spread(0.0, None, 2, 1.0)), ("61.00".to_owned(), "0".to_owned()));
    }
}
