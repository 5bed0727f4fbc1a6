//! Differences over common deals, with what may be claimed of them: significance over a whole sweep, and equivalence within a margin.
//!
//! A sweep compares many cells with their baselines, and some differ by chance. Holm's step-down correction (Holm 1979, "A simple sequentially rejective
//! multiple test procedure") keeps the chance of a single false claim within 5 %, whatever the differences depend on. The family is one figure (of
//! one line-up slot) over all cells of the experiment that have a baseline.
//!
//! That a difference is not significant does not make it small. Where a margin is given, two one-sided tests ask whether it lies within it
//! (Schuirmann 1987, "A comparison of the two one-sided tests procedure and the power approach for assessing the equivalence of average
//! bioavailability"), again corrected over the family.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Tally;
use super::figures::{NamedDifference, differences};

/// The level of all claims.
pub const LEVEL: f64 = 0.05;

/// For figures by name: the largest difference that does not matter, in the figure's unit.
pub type Margins = BTreeMap<String, f64>;

/// What may be claimed of a difference at the 5 % level, over the whole family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is one.
    Different,
    /// It is within the margin.
    Equivalent,
    /// There is one, and it is within the margin.
    DifferentWithinMargin,
    /// Nothing.
    Undecided,
}

impl Claim {
    /// Its name in result files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Claim::Different => "different",
            Claim::Equivalent => "equivalent",
            Claim::DifferentWithinMargin => "different-within-margin",
            Claim::Undecided => "undecided",
        }
    }
}

/// A chance, by itself and corrected over the family.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chance {
    /// By itself.
    pub alone: f64,
    /// After Holm.
    pub holm: f64,
}

/// A difference and what may be claimed of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The difference.
    pub found: NamedDifference,
    /// The chance of a difference at least as large if there is none; none where the difference never varied.
    pub p_value: Option<Chance>,
    /// The largest difference that does not matter, if one is given.
    pub margin: Option<f64>,
    /// With a margin: the chance of a difference as small if it really is as large as the margin.
    pub p_equivalence: Option<Chance>,
    /// What may be claimed.
    pub claim: Claim,
}

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

/// The comparisons of every cell with its baseline; none for a cell without one. `baselines` and `tallies` are those of the cells in order.
#[must_use]
pub fn sweep(tallies: &[Tally], baselines: &[Option<usize>], margins: &Margins) -> Vec<Vec<Comparison>> {
    let one = |found: NamedDifference, blocks: u64| {
        let value = found.difference.difference.value;
        let error = found.difference.standard_error;
        let margin = margins.get(found.figure).copied();
        let chance = |alone: f64| Chance { alone, holm: 1.0 };
        Comparison {
            p_value: error.and_then(|error| p_value(value, error, blocks)).map(chance),
            p_equivalence: error
                .zip(margin)
                .and_then(|(error, margin)| equivalence(value, error, margin, blocks))
                .map(chance),
            margin,
            claim: Claim::Undecided,
            found,
        }
    };
    let cell = |(own, baseline): (&Tally, &Option<usize>)| {
        let other = baseline.and_then(|index| tallies.get(index));
        let found = other.map_or_else(Vec::new, |other| differences(own, other));
        found.into_iter().map(|found| one(found, own.blocks)).collect::<Vec<Comparison>>()
    };
    let mut all: Vec<Vec<Comparison>> = tallies.iter().zip(baselines).map(cell).collect();
    adjust(&mut all, |comparison| comparison.p_value.as_mut());
    adjust(&mut all, |comparison| comparison.p_equivalence.as_mut());
    for comparison in all.iter_mut().flatten() {
        let claimed = |chance: Option<Chance>| chance.is_some_and(|chance| chance.holm <= LEVEL);
        comparison.claim = match (claimed(comparison.p_value), claimed(comparison.p_equivalence)) {
            (true, true) => Claim::DifferentWithinMargin,
            (true, false) => Claim::Different,
            (false, true) => Claim::Equivalent,
            (false, false) => Claim::Undecided,
        };
    }
    all
}

/// Corrects one kind of chance over each family.
fn adjust(all: &mut [Vec<Comparison>], chance: impl Fn(&mut Comparison) -> Option<&mut Chance>) {
    let mut families: BTreeMap<(&'static str, Option<usize>), Vec<&mut Chance>> = BTreeMap::new();
    for comparison in all.iter_mut().flatten() {
        let family = (comparison.found.figure, comparison.found.slot);
        if let Some(chance) = chance(comparison) {
            families.entry(family).or_default().push(chance);
        }
    }
    for family in families.values_mut() {
        let alone: Vec<f64> = family.iter().map(|chance| chance.alone).collect();
        for (chance, holm) in family.iter_mut().zip(holm(&alone)) {
            chance.holm = holm;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::tally::Accumulator;

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

    /// Cells of two-sided blocks whose first slot's points are `points`, paired with the first cell.
    fn cells(points: &[Vec<i64>]) -> (Vec<Tally>, Vec<Option<usize>>) {
        let block = |points: i64| {
            let mut block = vec![0; 18];
            (block[2], block[6]) = (points, 4);
            block
        };
        let make = |own: &Vec<i64>| {
            let mut tally = Tally::new(2, 2, Some(2));
            let mut accumulator = Accumulator::new(&tally);
            own.iter().zip(&points[0]).for_each(|(x, y)| accumulator.add(&mut tally, &block(*x), Some(&block(*y))));
            accumulator.flush(&mut tally);
            tally
        };
        (points.iter().map(make).collect(), (0..points.len()).map(|cell| (cell > 0).then_some(0)).collect())
    }

    #[test]
    fn a_family_is_one_figure_over_all_cells() {
        let base: Vec<i64> = (0..40).map(|block| 50 + (block * 7) % 13).collect();
        let shifted =
            |by: i64| -> Vec<i64> { base.iter().enumerate().map(|(b, x)| x + by + (b as i64 * 5) % 3 - 1).collect() };
        let (tallies, baselines) = cells(&[base.clone(), shifted(0), shifted(4), base.clone()]);
        let margins = Margins::from([("points_per_round".to_owned(), 0.25)]);
        let all = sweep(&tallies, &baselines, &margins);
        assert!(all[0].is_empty());
        let of = |cell: usize| {
            all[cell].iter().find(|c| c.found.figure == "points_per_round" && c.found.slot == Some(0)).unwrap()
        };
        assert_eq!((of(1).claim, of(2).claim, of(3).claim), (Claim::Equivalent, Claim::Different, Claim::Undecided));
        assert_eq!((of(3).p_value, of(3).p_equivalence), (None, None), "what never varied gives no chance");
        let (small, large) = (of(2).p_value.unwrap(), of(1).p_value.unwrap());
        close(small.holm, 2.0 * small.alone, 1e-15);
        close(large.holm, large.alone.max(small.holm), 1e-15);
        assert!(all[1].iter().filter(|c| c.found.figure != "points_per_round").all(|c| c.margin.is_none()));
    }
}
