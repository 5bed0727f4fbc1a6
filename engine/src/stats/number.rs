//! Real numbers in JSON without loss: one that is not finite, for which JSON has no number, is written as text.

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// Writes a number.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { serializer.serialize_f64(*value) } else { serializer.collect_str(value) }
}

/// Reads a number.
///
/// # Errors
/// If it is none.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    struct Number;

    impl Visitor<'_> for Number {
        type Value = f64;

        fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("a number, or \"NaN\", \"inf\" or \"-inf\"")
        }

        fn visit_f64<E: Error>(self, value: f64) -> Result<f64, E> {
            Ok(value)
        }

        fn visit_i64<E: Error>(self, value: i64) -> Result<f64, E> {
            Ok(value as f64)
        }

        fn visit_u64<E: Error>(self, value: u64) -> Result<f64, E> {
            Ok(value as f64)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<f64, E> {
            text.parse().map_err(|_| E::custom(format!("\"{text}\" is no number")))
        }
    }

    deserializer.deserialize_any(Number)
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize)]
    struct One(#[serde(with = "super")] f64);

    #[test]
    fn every_number_comes_back() {
        for value in [0.1 + 0.2, -1e-300, 5.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
            let text = serde_json::to_string(&One(value)).unwrap();
            let One(back) = serde_json::from_str(&text).unwrap();
            assert_eq!(back.is_nan(), value.is_nan(), "{text}");
            assert!(value.is_nan() || back.to_bits() == value.to_bits(), "{text}");
        }
        assert!(serde_json::from_str::<One>("\"x\"").is_err());
    }
}
