//! 95 % intervals, Elo differences and the chance of superiority.
//!
//! The block is the unit: the matches of a block share their deals, so they are not independent, while blocks are.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::number;

/// The 0.975 quantile of the standard normal distribution.
const Z: f64 = 1.959_963_984_540_054;

/// The 0.95 quantile of the chi-square distribution with one degree of freedom.
const CHI_SQUARE: f64 = 3.841_458_820_694_124;

/// An interval that covers the truth 95 times in a hundred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    #[serde(with = "number")]
    pub low: f64,
    /// Upper end.
    #[serde(with = "number")]
    pub high: f64,
}

impl Interval {
    /// The interval cut to a range of possible values.
    #[must_use]
    pub fn within(self, low: f64, high: f64) -> Interval {
        Interval { low: self.low.clamp(low, high), high: self.high.clamp(low, high) }
    }

    /// The interval in a unit of which `factor` make one of the present unit: in per cent, for 100.
    #[must_use]
    pub fn times(self, factor: f64) -> Interval {
        Interval { low: factor * self.low, high: factor * self.high }
    }

    /// Half its width.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// The 0.975 quantile of Student's t distribution (Student 1908), for means of `blocks` blocks; not a number for fewer than two.
#[must_use]
pub fn student(blocks: u64) -> f64 {
    // Beyond a million degrees of freedom the two quantiles agree to six digits.
    match blocks {
        0 | 1 => f64::NAN,
        2..=1_000_000 => StudentsT::new(0.0, 1.0, (blocks - 1) as f64).map_or(f64::NAN, |t| t.inverse_cdf(0.975)),
        _ => Z,
    }
}

/// The interval from the mean of `blocks` blocks and the variance of that mean.
#[must_use]
pub fn from_variance(value: f64, variance: f64, blocks: u64) -> Interval {
    // Rounding may leave a little less than nothing; what is no number stays none.
    let half = student(blocks) * if variance < 0.0 { 0.0 } else { variance }.sqrt();
    Interval { low: value - half, high: value + half }
}

/// The score interval of a share with `n` independent observations, which need not be whole (Wilson 1927, "Probable inference, the law of
/// succession, and statistical inference").
#[must_use]
pub fn wilson(share: f64, n: f64) -> Interval {
    // No observation says nothing.
    if n <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let scale = 1.0 / (1.0 + Z * Z / n);
    let middle = (share + Z * Z / (2.0 * n)) * scale;
    let half = Z * scale * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
    let exact = Interval { low: middle - half, high: middle + half }.within(0.0, 1.0);
    // At 0 and 1 the end is the share itself; rounding must not move it.
    Interval { low: exact.low.min(share), high: exact.high.max(share) }
}

/// The interval of a share that was estimated with this variance from `blocks` blocks: Wilson's with the effective number of
/// observations, which is what makes the binomial variance equal to the one found (Korn and Graubard 1998, "Confidence
/// intervals for proportions with small expected number of positive counts estimated from survey data"). Where the blocks
/// show no variance at all, each block counts as one observation.
#[must_use]
pub fn share(share: f64, variance: Option<f64>, blocks: u64) -> Interval {
    let binomial = share * (1.0 - share);
    let n = match variance {
        Some(variance) if variance > 0.0 && binomial > 0.0 => binomial / variance,
        _ => blocks as f64,
    };
    wilson(share.clamp(0.0, 1.0), n)
}

/// How often each block total occurred, with the largest total that there can be; the smallest is 0.
#[derive(Clone, Copy, Debug)]
pub struct Classes<'a> {
    /// Counts by total.
    pub counts: &'a BTreeMap<i64, u64>,
    /// A block in which every match was won.
    pub whole: i64,
}

impl Classes<'_> {
    fn pairs(&self, mirrored: bool) -> Vec<(f64, f64)> {
        let whole = self.whole as f64;
        let place = |value: f64| if mirrored { 1.0 - value / whole } else { value / whole };
        self.counts.iter().map(|(value, count)| (place(*value as f64), *count as f64)).collect()
    }

    /// Blocks that are not in the commonest class.
    fn off_mode(&self) -> u64 {
        let total: u64 = self.counts.values().sum();
        total - self.counts.values().copied().max().unwrap_or(0)
    }

    /// Twice the logarithm of the likelihood ratio between the best distribution over the classes and the best one with mean `mean`.
    #[must_use]
    pub fn statistic(&self, mean: f64) -> f64 {
        let found = self.mean();
        if mean < found {
            statistic_below(&self.pairs(false), mean)
        } else if mean > found {
            statistic_below(&self.pairs(true), 1.0 - mean)
        } else if found.is_nan() {
            f64::NAN
        } else {
            0.0
        }
    }

    /// Mean share of a block; not a number without blocks.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let total: i128 = self.counts.values().map(|count| i128::from(*count)).sum();
        let sum: i128 = self.counts.iter().map(|(value, count)| i128::from(*value) * i128::from(*count)).sum();
        sum as f64 / (total as f64 * self.whole as f64)
    }

    /// What [`Classes::statistic`] may be at most within the 95 % interval: the chi-square quantile, times 1 + 2/(u + 3) for u blocks outside the
    /// commonest class.
    ///
    /// With few such blocks the statistic exceeds the quantile too often: up to 15 % of the time near two expected ones. The factor was found by
    /// enumerating all samples of 100 to 2000 blocks with 0.2 to 40 unlike ones expected, on one side of the commonest class or on both; with it
    /// the truth is missed at most 5.8 % of the time.
    fn limit(&self) -> f64 {
        CHI_SQUARE * (1.0 + 2.0 / (self.off_mode() as f64 + 3.0))
    }

    /// The likelihood-ratio interval of the mean: every mean whose [`Classes::statistic`] is small enough.
    ///
    /// The blocks are a sample from an unknown distribution over classes; the empirical likelihood of a mean is the largest
    /// likelihood that a distribution with that mean gives them (Owen 1988, "Empirical likelihood ratio confidence intervals for a single functional").
    /// Unlike Owen's, these distributions may also put weight on the empty classes 0 and 1, so that the interval of a
    /// strategy that won every block reaches below 1: down to exp(−5χ²/6N).
    #[must_use]
    pub fn interval(&self) -> Interval {
        let mean = self.mean();
        let limit = self.limit();
        let low = limit_below(&self.pairs(false), mean, limit);
        let high = 1.0 - limit_below(&self.pairs(true), 1.0 - mean, limit);
        Interval { low: low.min(mean), high: high.max(mean) }
    }
}

/// The smallest mean below `found` whose statistic is at most `limit`.
fn limit_below(classes: &[(f64, f64)], found: f64, limit: f64) -> f64 {
    let (mut outside, mut inside) = (0.0, found);
    for _ in 0..200 {
        let middle = f64::midpoint(outside, inside);
        if middle <= outside || middle >= inside {
            break;
        }
        if statistic_below(classes, middle) > limit {
            outside = middle;
        } else {
            inside = middle;
        }
    }
    inside
}

/// [`Classes::statistic`] for a mean below the one found; `classes` are (share, count).
///
/// The best distribution has p = n / (N + β (v − μ)) for the classes that occurred, with β such that the mean is μ. If the p of
/// these classes sum to less than 1 even at the largest β that is allowed, N/μ, the rest of the weight lies on the empty class 0.
fn statistic_below(classes: &[(f64, f64)], mean: f64) -> f64 {
    if mean <= 0.0 {
        return if classes.iter().all(|(value, _)| *value <= 0.0) { 0.0 } else { f64::INFINITY };
    }
    let total: f64 = classes.iter().map(|(_, count)| count).sum();
    let weight = |beta: f64| classes.iter().map(|(value, count)| count / (total + beta * (value - mean))).sum::<f64>();
    let most = total / mean;
    let lowest_seen = classes.iter().map(|(value, _)| *value).fold(f64::INFINITY, f64::min);
    let beta = if lowest_seen > 0.0 && weight(most) < 1.0 {
        most
    } else {
        let (mut low, mut high) = (0.0, most);
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                break;
            }
            if weight(middle) < 1.0 { low = middle } else { high = middle }
        }
        low
    };
    2.0 * classes.iter().map(|(value, count)| count * libm::log((total + beta * (value - mean)) / total)).sum::<f64>()
}

/// How an interval of a win share was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// From the mean and the variance of blocks.
    BlockMeans,
    /// Likelihood ratio on block classes.
    LikelihoodRatio,
    /// A confidence sequence on block classes: the run may have been stopped by what it had found.
    ConfidenceSequence,
    /// The strategy plays itself: every block is an exact tie, by construction.
    ExactTie,
}

impl Method {
    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Method::BlockMeans => "block-means",
            Method::LikelihoodRatio => "likelihood-ratio",
            Method::ConfidenceSequence => "confidence-sequence",
            Method::ExactTie => "exact-tie",
        }
    }
}

/// The fewest blocks outside the commonest class for which the block mean is taken to be close to normal.
const HEALTHY: u64 = 50;

/// The interval of a win share, given the variance of its block mean.
#[must_use]
pub fn win_share(classes: Classes<'_>, variance: Option<f64>, blocks: u64) -> (Interval, Method) {
    match variance {
        Some(variance) if classes.off_mode() >= HEALTHY => {
            let mean = classes.mean();
            let interval = from_variance(mean, variance, blocks);
            if interval.low > 0.0 && interval.high < 1.0 {
                (interval, Method::BlockMeans)
            } else {
                (classes.interval(), Method::LikelihoodRatio)
            }
        }
        _ => (classes.interval(), Method::LikelihoodRatio),
    }
}

/// The likelihood of superiority of one of two sides: Φ(z), with z the distance of the mean share of a block from one half in
/// standard errors of that mean.
///
/// Where the interval of the share was made by the likelihood ratio, so is z: the signed square root of the statistic at one half, which is
/// finite even if every block was won. An exact tie has z = 0. `None` where there is no z, without blocks for one.
#[must_use]
pub fn superiority(classes: Classes<'_>, variance: Option<f64>, method: Method) -> Option<f64> {
    let z = match (method, variance) {
        (Method::ExactTie, _) => 0.0,
        (Method::BlockMeans, Some(variance)) => (classes.mean() - 0.5) / variance.sqrt(),
        _ => {
            let statistic = classes.statistic(0.5);
            // Rounding may leave a little less than nothing; what is no number stays none.
            if statistic < 0.0 { 0.0 } else { statistic }.sqrt().copysign(classes.mean() - 0.5)
        }
    };
    (!z.is_nan()).then(|| 0.5 * libm::erfc(-z / std::f64::consts::SQRT_2))
}

/// The largest Elo difference that is reported.
pub const ELO_LIMIT: f64 = 1600.0;

/// The Elo difference that a win share stands for, 400 · log₁₀(p / (1 − p)) (Elo 1978, *The Rating of Chessplayers*), and whether it was clamped to ±[`ELO_LIMIT`].
#[must_use]
pub fn elo(share: f64) -> (f64, bool) {
    let difference = 400.0 * libm::log10(share / (1.0 - share));
    if difference.abs() > ELO_LIMIT { (ELO_LIMIT.copysign(difference), true) } else { (difference, false) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::Streams;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "found {found}, expected {expected}");
    }

    fn classes(pairs: &[(i64, u64)]) -> BTreeMap<i64, u64> {
        pairs.iter().copied().collect()
    }

    #[test]
    fn quantiles() {
        // scipy.stats.t.ppf(0.975, [1, 2, 9, 99, 9999]).
        for (blocks, expected) in [
            (2, 12.706_204_736_174_694),
            (3, 4.302_652_729_749_462),
            (10, 2.262_157_162_798_205),
            (100, 1.984_216_951_586_417_4),
            (10_000, 1.960_201_263_621_357),
        ] {
            close(student(blocks), expected, 1e-9);
        }
        close(student(u64::MAX), Z, 0.0);
        assert!(student(0).is_nan() && student(1).is_nan(), "one block has no spread");
        assert!(from_variance(0.5, f64::NAN, 10).low.is_nan());
        assert_eq!(wilson(0.3, 0.0), Interval { low: 0.0, high: 1.0 });
    }

    #[test]
    fn wilson_agrees_with_another_program() {
        // scipy.stats.binomtest(k, n).proportion_ci(method="wilson").
        for (k, n, low, high) in [
            (0.0, 10.0, 0.0, 0.277_532_799_862_889_26),
            (3.0, 10.0, 0.107_791_267_406_301_02, 0.603_221_852_538_854_6),
            (1000.0, 1000.0, 0.996_173_241_514_444_9, 1.0),
        ] {
            let found = wilson(k / n, n);
            close(found.low, low, 1e-12);
            close(found.high, high, 1e-12);
        }
    }

    #[test]
    fn winning_every_block_is_not_certainty() {
        let counts = classes(&[(200, 1000)]);
        let found = Classes { counts: &counts, whole: 200 }.interval();
        close(found.low, (-CHI_SQUARE / 1200.0).exp(), 1e-12);
        close(found.high, 1.0, 0.0);
        let counts = classes(&[(0, 7)]);
        let found = Classes { counts: &counts, whole: 200 }.interval();
        close(found.low, 0.0, 0.0);
        close(found.high, 1.0 - (-CHI_SQUARE / 8.4).exp(), 1e-12);
        let counts = classes(&[(100, 50)]);
        let found = Classes { counts: &counts, whole: 200 }.interval();
        close(found.low, 0.5 * (-CHI_SQUARE / 60.0).exp(), 1e-12);
        close(found.high, 1.0 - found.low, 1e-12);
    }

    #[test]
    fn two_classes_are_the_binomial_likelihood_ratio() {
        // 7 of 10: the roots of 2 (7 ln(.7/p) + 3 ln(.3/(1−p))) = 3.841… · 4/3, by scipy.optimize.brentq.
        let counts = classes(&[(0, 3), (2, 7)]);
        let found = Classes { counts: &counts, whole: 2 }.interval();
        close(found.low, BINOMIAL.0, 1e-9);
        close(found.high, BINOMIAL.1, 1e-9);
    }
    const BINOMIAL: (f64, f64) = (0.348_153_860_333_939_86, 0.934_975_433_446_781_3);

    #[test]
    fn several_classes_agree_with_another_program() {
        // 5, 20, 40, 25, 10 blocks with 0, ½, 1, 1½, 2 points: Owen's equation for λ solved by scipy.optimize.brentq, with 3.841… · 65/63.
        let counts = classes(&[(0, 5), (1, 20), (2, 40), (3, 25), (4, 10)]);
        let found = Classes { counts: &counts, whole: 4 }.interval();
        close(found.low, FIVE.0, 1e-9);
        close(found.high, FIVE.1, 1e-9);
    }
    const FIVE: (f64, f64) = (0.486_691_151_052_682_8, 0.588_160_598_482_692_1);

    #[test]
    fn elo_is_clamped_and_says_so() {
        close(elo(0.5).0, 0.0, 0.0);
        close(elo(0.75).0, 190.848_501_887_864_97, 1e-9);
        assert_eq!(elo(1.0), (1600.0, true));
        assert_eq!(elo(0.0), (-1600.0, true));
        assert!(!elo(0.9999).1 || elo(0.9999).0 > 1599.0);
    }

    #[test]
    fn superiority_of_a_clear_winner() {
        let counts = classes(&[(0, 10), (1, 80), (2, 10)]);
        let even = superiority(Classes { counts: &counts, whole: 2 }, None, Method::LikelihoodRatio);
        close(even.unwrap(), 0.5, 1e-12);
        let none = BTreeMap::new();
        assert_eq!(superiority(Classes { counts: &none, whole: 2 }, None, Method::LikelihoodRatio), None, "no blocks");
        let counts = classes(&[(2, 50)]);
        let clear = Classes { counts: &counts, whole: 2 };
        assert!(superiority(clear, None, Method::LikelihoodRatio).unwrap() > 0.999_999);
        // Two standard errors: scipy.stats.norm.cdf(2).
        let error = (clear.mean() - 0.5) / 2.0;
        close(superiority(clear, Some(error * error), Method::BlockMeans).unwrap(), 0.977_249_868_051_820_8, 1e-12);
        close(superiority(clear, Some(error * error), Method::ExactTie).unwrap(), 0.5, 1e-12);
    }

    #[test]
    fn intervals_cover_the_truth() {
        // 4000 samples of 60 blocks from a known distribution over 0, ½ and 1; nominal 95 %, four standard errors are 1.4 %.
        let mut stream = Streams::new(3).play(0);
        for probabilities in [[2u32, 10, 88], [20, 60, 20], [0, 1, 99]] {
            let truth = f64::from(probabilities[1] + 2 * probabilities[2]) / 200.0;
            let mut covered = 0;
            for _ in 0..4000 {
                let mut counts = BTreeMap::new();
                for _ in 0..60 {
                    let draw = stream.below(100);
                    let class =
                        i64::from(draw >= probabilities[0]) + i64::from(draw >= probabilities[0] + probabilities[1]);
                    *counts.entry(class).or_default() += 1;
                }
                let found = Classes { counts: &counts, whole: 2 }.interval();
                covered += u32::from(found.low <= truth && truth <= found.high);
            }
            let share = f64::from(covered) / 4000.0;
            assert!(share > 0.93, "{probabilities:?} covered {share}");
        }
    }
}
