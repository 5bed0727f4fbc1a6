//! What may be claimed of differences: p values, corrected over a whole family of comparisons, and tests of equivalence.
//!
//! Of many differences some come about by chance. Holm's step-down correction (Holm 1979, "A simple sequentially rejective multiple test procedure")
//! keeps the chance of a single false claim within 5 %, whatever the differences depend on.
//!
//! That a difference is not significant does not make it small. Two one-sided tests ask whether it lies within a margin (Schuirmann 1987,
//! "A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average bioavailability").

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The level of all claims.
pub const LEVEL: f64 = 0.05;

/// The chances that Student's t with `blocks` − 1 degrees of freedom is below and above `t`; none where there is no such distribution or no such number.
fn tails(t: f64, blocks: u64) -> Option<(f64, f64)> {
    let degrees = blocks.checked_sub(1).filter(|degrees| *degrees > 0 && !t.is_nan())?.min(1_000_000) as f64;
    let student = StudentsT::new(0.0, 1.0, degrees).ok()?;
    Some((student.cdf(t), student.sf(t)))
}

/// The two-sided p value of a difference with its standard error, from so many blocks; none with fewer than two blocks or without an error.
#[must_use]
pub fn p_value(difference: f64, standard_error: f64, blocks: u64) -> Option<f64> {
    tails(-(difference / standard_error).abs(), blocks).map(|(below, _)| (2.0 * below).min(1.0))
}

/// The larger of the two one-sided p values of "at most −margin" and "at least margin"; none where [`p_value`] has none.
#[must_use]
pub fn equivalence(difference: f64, standard_error: f64, margin: f64, blocks: u64) -> Option<f64> {
    let (_, above_low) = tails((difference + margin) / standard_error, blocks)?;
    let (below_high, _) = tails((difference - margin) / standard_error, blocks)?;
    Some(above_low.max(below_high))
}

/// Holm's adjusted p values, in the order given: the k-th smallest of n is multiplied by n − k + 1, and none is smaller than the one before it.
#[must_use]
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut adjusted = vec![1.0; values.len()];
    let mut largest = 0.0f64;
    for (rank, index) in order.into_iter().enumerate() {
        largest = largest.max(values[index] * (values.len() - rank) as f64).min(1.0);
        adjusted[index] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    #[test]
    fn holm_agrees_with_another_program() {
        // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") = 0.03 0.06 0.06 0.02 (the example of many textbooks), and by hand.
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            close(*found, expected, 1e-12);
        }
        assert_eq!(holm(&[0.7, 0.6]), [1.0, 1.0]);
        assert_eq!(holm(&[0.02]), [0.02]);
        assert!(holm(&[]).is_empty());
    }

    #[test]
    fn p_values_agree_with_another_program() {
        // 2 * scipy.stats.t.sf(2.5, 9), 2 * scipy.stats.t.sf(1.96, 10000).
        close(p_value(-2.5, 1.0, 10).unwrap(), T_9, 1e-10);
        close(p_value(0.0196, 0.01, 10_001).unwrap(), T_10000, 1e-9);
        close(p_value(0.0, 1.0, 50).unwrap(), 1.0, 1e-12);
        // max(scipy.stats.t.sf((0.3 + 1)/0.5, 29), scipy.stats.t.cdf((0.3 - 1)/0.5, 29)).
        close(equivalence(0.3, 0.5, 1.0, 30).unwrap(), TOST, 1e-10);
        close(equivalence(-0.3, 0.5, 1.0, 30).unwrap(), TOST, 1e-10);
        assert!(equivalence(2.0, 0.5, 1.0, 30).unwrap() > 0.9);
        // What cannot be computed is no chance of 1.
        assert_eq!((p_value(0.0, 0.0, 50), p_value(1.0, 1.0, 1), p_value(f64::NAN, 1.0, 9)), (None, None, None));
        assert_eq!((equivalence(1.0, 1.0, 2.0, 1), equivalence(f64::NAN, 1.0, 2.0, 9)), (None, None));
    }
    const T_9: f64 = 0.033861827682985735;
    const T_10000: f64 = 0.05002352023183303;
    const TOST: f64 = 0.08606058711914252;
}
