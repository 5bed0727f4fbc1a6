//! Ratios of block totals with their 95 % intervals, and their differences between cells that played the same deals.

use serde::{Deserialize, Serialize};

use super::intervals::{self, Interval};
use super::moments::{Estimate, Linear, NOTHING};
use super::number;
use crate::game::WIN_UNITS;
use crate::tally::{Entry, Tally};

/// What values a ratio can take, which decides its interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// From 0 to 1.
    Share,
    /// From 0 up.
    Amount,
    /// Any number.
    Signed,
}

/// A ratio of two linear forms in the block totals.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratio {
    /// What values it can take.
    pub kind: Kind,
    /// What is divided.
    pub numerator: Linear,
    /// What it is divided by.
    pub denominator: Linear,
}

/// A value as estimated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// The value; not a number where there was nothing to divide by.
    #[serde(with = "number")]
    pub value: f64,
    /// Its 95 % interval, if the blocks give one.
    pub interval: Option<Interval>,
}

/// A difference between two cells that played the same deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Own value minus the baseline's.
    pub difference: Measure,
    /// Standard error of the difference; none where it never varied.
    pub standard_error: Option<f64>,
    /// Correlation of the two values over blocks: the higher it is, the more the common deals save.
    pub correlation: Option<f64>,
}

impl Ratio {
    /// The win share of a line-up slot.
    #[must_use]
    pub fn win_share(tally: &Tally, slot: usize) -> Ratio {
        Ratio {
            kind: Kind::Share,
            numerator: Linear::entry(tally.layout.index(Entry::Share(slot)), 1.0 / f64::from(WIN_UNITS)),
            denominator: Linear::constant(tally.matches_per_block as f64),
        }
    }

    /// The value with its gradient.
    #[must_use]
    pub fn estimate(&self, tally: &Tally) -> Estimate {
        Estimate::ratio(tally, &self.numerator, &self.denominator)
    }

    /// The value with its interval.
    #[must_use]
    pub fn measure(&self, tally: &Tally) -> Measure {
        let estimate = self.estimate(tally);
        let value = estimate.value;
        let variance = estimate.variance(tally);
        // Blocks that never varied say nothing about how far the value might be off.
        let varied = variance.filter(|v| *v > 0.0);
        let interval = match self.kind {
            _ if !value.is_finite() => None,
            Kind::Share => Some(intervals::share(value, variance, tally.blocks)),
            Kind::Amount => varied.map(|v| intervals::from_variance(value, v, tally.blocks).within(0.0, f64::INFINITY)),
            Kind::Signed => varied.map(|v| intervals::from_variance(value, v, tally.blocks)),
        };
        Measure { value, interval }
    }

    /// The difference of this ratio of `own` from `other`'s in the cell that `own` was paired with, from the blocks that both played.
    #[must_use]
    pub fn difference(&self, own: &Tally, other: &Ratio, baseline: &Tally) -> Difference {
        let (a, b) = (self.estimate(own), other.estimate(baseline));
        let value = a.value - b.value;
        let (first, second, both) = (a.variance(own), b.variance(baseline), a.covariance(own, &b, baseline));
        let (Some(first), Some(second), Some(both)) = (first, second, both) else {
            return Difference {
                difference: Measure { value, interval: None },
                standard_error: None,
                correlation: None,
            };
        };
        let variance = first + second - 2.0 * both;
        let varied = variance > NOTHING * (first + second);
        let interval = varied.then(|| intervals::from_variance(value, variance, own.blocks));
        let standard_error = varied.then(|| variance.sqrt());
        let scale = (first * second).sqrt();
        let correlation = (scale > 0.0).then(|| (both / scale).clamp(-1.0, 1.0));
        Difference { difference: Measure { value, interval }, standard_error, correlation }
    }
}
