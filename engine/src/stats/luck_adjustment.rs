//! Win shares with the luck of the deals taken out: a regression on a control variate.
//!
//! The luck of a block's deals (`arena/luck.rs`) is 0 on average. Subtracting β times its mean from the mean win share therefore changes nothing
//! on average, and takes away the variance that the two have in common (Lavenberg and Welch 1981, "A perspective on the use of control
//! variables"). β is estimated in blocks of even numbers for those of odd ones and the other way round: then it is independent of the luck that it
//! multiplies, and the estimate has no bias at all (cross-fitting: Chernozhukov et al. 2018, "Double/debiased machine learning").

use serde::{Deserialize, Serialize};

use super::intervals::{self, Interval, Method};
use super::measure::{Measure, Ratio};
use super::moments::centred;
use super::number;
use crate::game::WIN_UNITS;
use crate::tally::Tally;
use crate::tally::luck::{Fold, Luck};

/// The moments of a fold: means and sums of centred products, win shares and luck as shares of a match.
#[derive(Clone, Copy, Debug)]
struct Moments {
    blocks: f64,
    share: f64,
    luck: f64,
    share_squares: f64,
    luck_squares: f64,
    products: f64,
}

impl Moments {
    fn of(fold: &Fold, unit: i64, matches: u64) -> Moments {
        let blocks = fold.blocks as f64;
        let (share, luck) = (1.0 / (matches as f64 * f64::from(WIN_UNITS)), 1.0 / (matches as f64 * unit as f64));
        Moments {
            blocks,
            share: fold.share as f64 * share / blocks,
            luck: fold.luck as f64 * luck / blocks,
            share_squares: centred(fold.share_squares, fold.share, fold.share, fold.blocks) * share * share,
            luck_squares: centred(fold.luck_squares, fold.luck, fold.luck, fold.blocks) * luck * luck,
            products: centred(fold.products, fold.share, fold.luck, fold.blocks) * share * luck,
        }
    }

    /// The coefficient that leaves the least variance.
    fn coefficient(&self) -> f64 {
        if self.luck_squares > 0.0 { self.products / self.luck_squares } else { 0.0 }
    }

    /// The mean win share less so much of the mean luck.
    fn adjusted(&self, coefficient: f64) -> f64 {
        self.share - coefficient * self.luck
    }

    /// The variance of that mean.
    fn variance(&self, coefficient: f64) -> f64 {
        let squares =
            self.share_squares - 2.0 * coefficient * self.products + coefficient * coefficient * self.luck_squares;
        squares.max(0.0) / (self.blocks * (self.blocks - 1.0))
    }
}

/// The fewest blocks from which a coefficient is worth estimating.
pub const FEWEST_BLOCKS: u64 = 100;

/// What the adjustment has to gain to be offered: the variance from blocks over the adjusted one.
pub const LEAST_GAIN: f64 = 1.05;

/// Whether an adjusted share is worth quoting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// It is.
    Offered,
    /// It gains less than [`LEAST_GAIN`].
    LittleGain,
    /// Fewer than [`FEWEST_BLOCKS`].
    FewBlocks,
    /// Too few blocks outside the commonest outcome for an interval from means.
    NotNormal,
    /// The adjusted share has no variance left, so that its interval and the gain are unknown.
    NoVariance,
}

impl Offer {
    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Offer::Offered => "offered",
            Offer::LittleGain => "little-gain",
            Offer::FewBlocks => "few-blocks",
            Offer::NotNormal => "not-normal",
            Offer::NoVariance => "no-variance",
        }
    }

    /// Why it is left out, in words.
    #[must_use]
    pub const fn reason(self) -> &'static str {
        match self {
            Offer::Offered => "",
            Offer::LittleGain => "gains below 5 %",
            Offer::FewBlocks => "below 100 blocks",
            Offer::NotNormal => "too lopsided",
            Offer::NoVariance => "no variance left",
        }
    }
}

/// The win share of a line-up slot without the luck of the deals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adjusted {
    /// The share.
    #[serde(with = "number")]
    pub win_share: f64,
    /// Its 95 % interval from blocks.
    pub interval: Interval,
    /// β, the mean of the two halves; not a number with fewer than two blocks in one of them, as is what follows from it.
    #[serde(with = "number")]
    pub coefficient: f64,
    /// The variance from blocks over the adjusted one: what the adjustment gains beyond the equal deals of a block. Not a number where there is no
    /// adjusted one.
    #[serde(with = "number")]
    pub variance_ratio: f64,
    /// The mean luck of the slot in a match, as a win share; 0 but for chance.
    pub luck: Measure,
    /// Whether all this is worth quoting.
    pub offer: Offer,
}

/// Mean luck of the first slot and the variance of that mean, over all blocks.
fn mean_luck(luck: &Luck, matches: u64) -> (f64, f64) {
    let mut all = luck.folds[0].clone();
    all.merge(&luck.folds[1]);
    let moments = Moments::of(&all, luck.unit, matches);
    (moments.luck, moments.luck_squares / (moments.blocks * (moments.blocks - 1.0)))
}

/// The adjusted win share of a slot of two, where luck was measured. `method` is how the raw share's interval was made.
#[must_use]
pub fn adjusted(tally: &Tally, slot: usize, method: Method) -> Option<Adjusted> {
    let luck = tally.luck.as_ref()?;
    if luck.folds.iter().any(|fold| fold.blocks < 2) {
        let none = f64::NAN;
        return Some(Adjusted {
            win_share: none,
            interval: Interval { low: none, high: none },
            coefficient: none,
            variance_ratio: none,
            luck: Measure { value: none, interval: None },
            offer: Offer::FewBlocks,
        });
    }
    let matches = tally.matches_per_block;
    let halves = [0, 1].map(|half| Moments::of(&luck.folds[half], luck.unit, matches));
    let coefficients = halves.map(|half| half.coefficient());
    let blocks = halves[0].blocks + halves[1].blocks;
    let weights = halves.map(|half| half.blocks / blocks);
    // Each half with the coefficient of the other.
    let of = |value: fn(&Moments, f64) -> f64, half: usize| value(&halves[half], coefficients[1 - half]);
    let share: f64 = (0..2).map(|half| weights[half] * of(Moments::adjusted, half)).sum();
    let variance: f64 = (0..2).map(|half| weights[half] * weights[half] * of(Moments::variance, half)).sum();
    let raw = Ratio::win_share(tally, 0).estimate(tally).variance(tally)?;
    let (mean, of_mean) = mean_luck(luck, matches);
    let first = slot == 0;
    let (share, mean) = if first { (share, mean) } else { (1.0 - share, -mean) };
    let variance_ratio = if variance > 0.0 { raw / variance } else { f64::NAN };
    let offer = if tally.blocks < FEWEST_BLOCKS {
        Offer::FewBlocks
    } else if method != Method::BlockMeans {
        Offer::NotNormal
    } else if variance_ratio.is_nan() {
        Offer::NoVariance
    } else if variance_ratio < LEAST_GAIN {
        Offer::LittleGain
    } else {
        Offer::Offered
    };
    Some(Adjusted {
        win_share: share,
        interval: intervals::from_variance(share, variance, tally.blocks).within(0.0, 1.0),
        coefficient: (coefficients[0] + coefficients[1]) / 2.0,
        variance_ratio,
        // Luck that never varied says nothing about how far its mean might be off.
        luck: Measure {
            value: mean,
            interval: (of_mean > 0.0).then(|| intervals::from_variance(mean, of_mean, tally.blocks)),
        },
        offer,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Accumulator;

    /// Blocks of two matches with these half wins of slot 0 and this luck, in 400ths of a block's matches.
    fn tally(blocks: &[(i64, i64)]) -> Tally {
        let mut tally = Tally::new(2, 2, None);
        let mut luck = Luck::new(200);
        let mut accumulator = Accumulator::new(&tally);
        for (number, (halves, found)) in blocks.iter().enumerate() {
            let mut block = vec![0; tally.layout.len()];
            block[0] = halves * i64::from(WIN_UNITS / 2);
            block[1] = (4 - halves) * i64::from(WIN_UNITS / 2);
            luck.add(number as u64, block[0], *found);
            accumulator.add(&mut tally, &block, None);
        }
        accumulator.flush(&mut tally);
        tally.luck = Some(luck);
        tally
    }

    fn blocks(count: i64) -> Vec<(i64, i64)> {
        let one = |k: i64| {
            let wins = (k * 7 + 3 * (k / 5)) % 3;
            (2 * wins, 10 * ((k * 13) % 17 - 8) + 60 * (wins - 1))
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn it_agrees_with_another_program() {
        // NumPy and SciPy: halves by parity, each adjusted with the other's covariance over variance; Student's t with 119 degrees of freedom.
        let found = adjusted(&tally(&blocks(120)), 0, Method::BlockMeans).unwrap();
        let close = |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        close(found.win_share, 0.502_691_609_182_507_4);
        // The quantile of t is good to some ten digits.
        assert!((found.interval.low - 0.450_091_692_921_276).abs() < 1e-9);
        assert!((found.interval.high - 0.555_291_525_443_738_9).abs() < 1e-9);
        close(found.coefficient, 1.657_512_674_854_637_8);
        close(found.variance_ratio, 1.984_750_299_060_081_2);
        close(found.luck.value, -1.0 / 600.0);
        assert!((found.luck.interval.unwrap().half_width() - 0.031_644_686_529_963_2).abs() < 1e-9);
        assert_eq!(found.offer, Offer::Offered);
        let other = adjusted(&tally(&blocks(120)), 1, Method::BlockMeans).unwrap();
        close(other.win_share, 1.0 - found.win_share);
        close(other.interval.low, 1.0 - found.interval.high);
        close(other.luck.value, 1.0 / 600.0);
    }

    #[test]
    fn it_is_left_out_where_it_does_not_help() {
        let unrelated: Vec<(i64, i64)> = blocks(400).iter().map(|(wins, _)| (*wins, 7)).collect();
        let found = adjusted(&tally(&unrelated), 0, Method::BlockMeans).unwrap();
        assert_eq!((found.offer, found.coefficient), (Offer::LittleGain, 0.0), "luck that never varied");
        assert!((found.variance_ratio - 1.0).abs() < 0.02);
        assert_eq!(adjusted(&tally(&blocks(60)), 0, Method::BlockMeans).unwrap().offer, Offer::FewBlocks);
        assert_eq!(adjusted(&tally(&blocks(120)), 0, Method::LikelihoodRatio).unwrap().offer, Offer::NotNormal);
        let none = adjusted(&tally(&blocks(3)), 0, Method::BlockMeans).unwrap();
        assert!(none.offer == Offer::FewBlocks && none.coefficient.is_nan(), "one odd block has no variance");
        assert_eq!(adjusted(&Tally::new(2, 2, None), 0, Method::BlockMeans), None, "nobody measured");
    }

    #[test]
    fn luck_that_explains_everything_leaves_no_gain_to_quote() {
        let all: Vec<(i64, i64)> = (0..200).map(|k| (4 * (k / 2 % 2), 400 * (k / 2 % 2) - 200)).collect();
        let found = adjusted(&tally(&all), 0, Method::BlockMeans).unwrap();
        assert!(found.offer == Offer::NoVariance && found.variance_ratio.is_nan(), "{found:?}");
        let still = adjusted(&tally(&[(2, 7); 200]), 0, Method::LikelihoodRatio).unwrap();
        assert_eq!((still.offer, still.luck.interval), (Offer::NotNormal, None));
    }

    #[test]
    fn parts_add_up() {
        let all = blocks(50);
        let whole = tally(&all).luck.unwrap();
        let mut parts = [Luck::new(200), Luck::new(200)];
        for (number, (wins, luck)) in all.iter().enumerate() {
            parts[number % 3 % 2].add(number as u64, wins * i64::from(WIN_UNITS / 2), *luck);
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, whole);
    }
}
