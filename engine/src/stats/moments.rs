//! Means, variances and covariances of block totals, exact until the last division, and the figures that are ratios of them.
//!
//! Every figure is a ratio of two linear forms in the block totals: points per round, matches won per match. Its value is the
//! ratio of the sums; its variance follows from the covariances of the totals over blocks by the delta method
//! (Cochran 1977, *Sampling Techniques*, §2.11 and §6.3: the ratio estimator). The gradient of a figure is kept with its value,
//! so that the variance of a difference between two cells that played the same deals needs nothing more than their cross products.

use crate::tally::Tally;

/// Σ(x − x̄)(y − ȳ), from Σxy, Σx, Σy and the number of terms.
///
/// The sums are shifted by whole numbers near the means first, in integers, so that nothing cancels in floating point.
pub(super) fn centred(xy: i128, x: i128, y: i128, n: u64) -> f64 {
    if n == 0 {
        return 0.0;
    }
    let n = i128::from(n);
    let (k, l) = (x.div_euclid(n), y.div_euclid(n));
    let (rest_x, rest_y) = (x - k * n, y - l * n);
    let shifted = xy - l * x - k * y + k * l * n;
    shifted as f64 - rest_x as f64 * (rest_y as f64 / n as f64)
}

/// A variance that is smaller than this in relation to its terms is none: the terms cancel, and the rest is rounding.
pub(super) const NOTHING: f64 = 1e-12;

/// Mean over blocks of entry `i` of the block vector.
#[must_use]
pub fn mean(tally: &Tally, i: usize) -> f64 {
    tally.sums[i] as f64 / tally.blocks as f64
}

/// Sample covariance over blocks of entries `i` and `j`; not a number with fewer than two blocks.
#[must_use]
pub fn covariance(tally: &Tally, i: usize, j: usize) -> f64 {
    centred(tally.product(i, j), tally.sums[i], tally.sums[j], tally.blocks) / (tally.blocks as f64 - 1.0)
}

/// Sample covariance over blocks of entry `i` with entry `j` of the baseline cell that `own.cross` was kept for; `None` if it was not.
#[must_use]
pub fn cross_covariance(own: &Tally, baseline: &Tally, i: usize, j: usize) -> Option<f64> {
    let xy = own.cross.get(i * baseline.layout.len() + j).copied()?;
    Some(centred(xy, own.sums[i], baseline.sums[j], own.blocks) / (own.blocks as f64 - 1.0))
}

/// A linear form in the entries of a block vector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Linear {
    /// What is added for every block.
    pub constant: f64,
    /// Entries with their coefficients.
    pub terms: Vec<(usize, f64)>,
}

impl Linear {
    /// One entry, times a factor.
    #[must_use]
    pub fn entry(index: usize, factor: f64) -> Linear {
        Linear { constant: 0.0, terms: vec![(index, factor)] }
    }

    /// The same for every block.
    #[must_use]
    pub const fn constant(constant: f64) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    fn mean(&self, tally: &Tally) -> f64 {
        self.constant + self.terms.iter().map(|(index, factor)| factor * mean(tally, *index)).sum::<f64>()
    }
}

/// A figure as estimated from a tally: its value, and its gradient in the means of the block totals.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The ratio; not a number where there is nothing to divide by.
    pub value: f64,
    gradient: Vec<(usize, f64)>,
}

impl Estimate {
    /// The ratio of two linear forms.
    #[must_use]
    pub fn ratio(tally: &Tally, numerator: &Linear, denominator: &Linear) -> Estimate {
        let below = denominator.mean(tally);
        let value = numerator.mean(tally) / below;
        let above = numerator.terms.iter().map(|(index, factor)| (*index, factor / below));
        let under = denominator.terms.iter().map(|(index, factor)| (*index, -value * factor / below));
        Estimate { value, gradient: above.chain(under).collect() }
    }

    /// Variance of the value, by the delta method: exactly 0 if the blocks never varied, `None` with fewer than two blocks.
    #[must_use]
    pub fn variance(&self, tally: &Tally) -> Option<f64> {
        if tally.blocks < 2 || !self.value.is_finite() {
            return None;
        }
        let (mut sum, mut size) = (0.0, 0.0);
        for (i, a) in &self.gradient {
            for (j, b) in &self.gradient {
                let term: f64 = a * b * covariance(tally, *i, *j);
                sum += term;
                size += term.abs();
            }
        }
        (!sum.is_nan()).then(|| if sum > NOTHING * size { sum / tally.blocks as f64 } else { 0.0 })
    }

    /// Covariance of this figure of `own` with a figure of its baseline cell, over the blocks that both played.
    #[must_use]
    pub fn covariance(&self, own: &Tally, other: &Estimate, baseline: &Tally) -> Option<f64> {
        if own.blocks < 2 || own.blocks != baseline.blocks || own.cross.is_empty() {
            return None;
        }
        let mut sum = 0.0;
        for (i, a) in &self.gradient {
            for (j, b) in &other.gradient {
                sum += a * b * cross_covariance(own, baseline, *i, *j)?;
            }
        }
        Some(sum / own.blocks as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Accumulator;

    /// A tally of two-sided blocks whose entries 0 and 1 are `x` and `y`.
    pub(super) fn tally(x: &[i64], y: &[i64], baseline: Option<&[i64]>) -> Tally {
        let mut tally = Tally::new(2, 2, baseline.map(|_| 2));
        let mut accumulator = Accumulator::new(&tally);
        for (block, (x, y)) in x.iter().zip(y).enumerate() {
            let mut totals = vec![0; tally.layout.len()];
            (totals[0], totals[1]) = (*x, *y);
            let mut other = vec![0; tally.layout.len()];
            other[0] = baseline.map_or(0, |z| z[block]);
            accumulator.add(&mut tally, &totals, baseline.map(|_| other.as_slice()));
        }
        accumulator.flush(&mut tally);
        tally
    }

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() <= 1e-12 * expected.abs().max(1e-3), "found {found}, expected {expected}");
    }

    #[test]
    fn moments_agree_with_another_program() {
        // numpy: cov([3,1,4,1,5,9,2,6], [2,7,1,8,2,8,1,8]), ddof = 1.
        let t = tally(&[3, 1, 4, 1, 5, 9, 2, 6], &[2, 7, 1, 8, 2, 8, 1, 8], None);
        close(mean(&t, 0), 3.875);
        close(covariance(&t, 0, 0), 7.553_571_428_571_429);
        close(covariance(&t, 1, 1), 11.410_714_285_714_286);
        close(covariance(&t, 0, 1), 1.946_428_571_428_571_4);
    }

    #[test]
    fn nothing_cancels_beside_a_huge_mean() {
        let x: Vec<i64> = [3, 1, 4, 1, 5, 9, 2, 6].map(|x| x + (1 << 50)).to_vec();
        close(covariance(&tally(&x, &x, None), 0, 0), 7.553_571_428_571_429);
    }

    #[test]
    fn ratios_have_the_delta_methods_variance() {
        // R = 31/37; var = (s_xx − 2 R s_xy + R² s_yy) / (n ȳ²) with the moments above (Cochran 1977, eq. 6.13, no finite population).
        let t = tally(&[3, 1, 4, 1, 5, 9, 2, 6], &[2, 7, 1, 8, 2, 8, 1, 8], None);
        let figure = Estimate::ratio(&t, &Linear::entry(0, 1.0), &Linear::entry(1, 1.0));
        let r: f64 = 31.0 / 37.0;
        close(figure.value, r);
        let by_hand = (7.553_571_428_571_429 - 2.0 * r * 1.946_428_571_428_571_4 + r * r * 11.410_714_285_714_286)
            / (8.0 * 4.625 * 4.625);
        close(figure.variance(&t).unwrap(), by_hand);
        assert_eq!(figure.variance(&tally(&[1], &[2], None)), None, "one block has no variance");
    }

    #[test]
    fn a_cell_that_equals_its_baseline_differs_by_nothing() {
        let x = [3, 1, 4, 1, 5, 9, 2, 6];
        let own = tally(&x, &[2, 7, 1, 8, 2, 8, 1, 8], Some(&x));
        let figure = Estimate::ratio(&own, &Linear::entry(0, 1.0), &Linear::constant(2.0));
        let variance = figure.variance(&own).unwrap();
        close(figure.covariance(&own, &figure, &own).unwrap(), variance);
    }
}
