//! Real numbers as files hold them.

use serde_json::Value;

/// Digits after the point of shares and means in documents and tables: far below any interval, far above what machines disagree on.
const DIGITS: i32 = 6;

/// A real number for a file: rounded, so that every machine writes the same digits; `null` if it is none.
#[must_use]
pub fn real(value: f64) -> Value {
    let scale = 10f64.powi(DIGITS);
    let rounded = (value * scale).round() / scale;
    // No negative zero.
    serde_json::Number::from_f64(rounded + 0.0).map_or(Value::Null, Value::Number)
}

/// The same as a field of a table: empty if there is none.
pub(super) fn field(value: Option<f64>) -> String {
    match value.map(real) {
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}
