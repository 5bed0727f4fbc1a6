//! Differences of cells from their baselines over common deals, with what may be claimed of them.
//!
//! A family, over which p values are corrected, is one figure (of one line-up slot) over all cells of the experiment that have a baseline.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::figures::{Figure, FigureSpec, GAME, Output, STRATEGY, WIN_SHARE};
use crate::stats::measure::Difference;
use crate::stats::number;
use crate::stats::significance::{LEVEL, equivalence, holm, p_value};
use crate::tally::Tally;

/// For figures by name: the largest difference that does not matter, in the figure's unit.
pub type Margins = BTreeMap<String, f64>;

/// What may be claimed of a difference at the 5 % level, over the whole family.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
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
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance {
    /// By itself.
    pub alone: f64,
    /// After Holm.
    pub holm: f64,
}

/// A difference and what may be claimed of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// The line-up slot, for figures of strategies.
    pub slot: Option<usize>,
    /// The figure.
    pub figure: Figure,
    /// The cell's own value.
    #[serde(with = "number")]
    pub value: f64,
    /// The baseline's.
    #[serde(with = "number")]
    pub baseline_value: f64,
    /// The difference.
    pub difference: Difference,
    /// The chance of a difference at least as large if there is none; none where the difference never varied.
    pub p_value: Option<Chance>,
    /// The largest difference that does not matter, if one is given.
    pub margin: Option<f64>,
    /// With a margin: the chance of a difference as small if it really is as large as the margin.
    pub p_equivalence: Option<Chance>,
    /// What may be claimed.
    pub claim: Claim,
}

/// The differences of a cell from its baseline, nothing corrected yet: those of each slot, then those of the game.
fn differences(own: &Tally, baseline: &Tally, margins: &Margins) -> Vec<Comparison> {
    let one = |slot: Option<usize>, figure: &'static FigureSpec| {
        let [a, b] = [own, baseline].map(|tally| figure.ratio(tally, slot.unwrap_or(0)));
        let difference = a.difference(own, &b, baseline);
        let (value, error) = (difference.difference.value, difference.standard_error);
        let margin = margins.get(figure.name).copied();
        let chance = |alone: f64| Chance { alone, holm: 1.0 };
        let blocks = own.blocks;
        Comparison {
            slot,
            figure: Figure(figure),
            value: a.estimate(own).value,
            baseline_value: b.estimate(baseline).value,
            p_value: error.and_then(|error| p_value(value, error, blocks)).map(chance),
            p_equivalence: error
                .zip(margin)
                .and_then(|(error, margin)| equivalence(value, error, margin, blocks))
                .map(chance),
            margin,
            claim: Claim::Undecided,
            difference,
        }
    };
    let compared = |figure: &&'static FigureSpec| figure.shows(Output::Differences);
    let slots = 0..own.layout.sides.min(baseline.layout.sides);
    let of_slot = |slot| std::iter::once(&WIN_SHARE).chain(STRATEGY).filter(compared).map(move |f| one(Some(slot), f));
    slots.flat_map(of_slot).chain(GAME.iter().filter(compared).map(|figure| one(None, figure))).collect()
}

/// The comparisons of every cell with its baseline; none for a cell without one. `baselines` and `tallies` are those of the cells in order.
#[must_use]
pub fn sweep(tallies: &[Tally], baselines: &[Option<usize>], margins: &Margins) -> Vec<Vec<Comparison>> {
    let cell = |(own, baseline): (&Tally, &Option<usize>)| {
        let other = baseline.and_then(|index| tallies.get(index));
        other.map_or_else(Vec::new, |other| differences(own, other, margins))
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
        let family = (comparison.figure.name, comparison.slot);
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
    use crate::tally::{Accumulator, Entry, Layout, Scalar};

    /// Cells of two-sided blocks whose first slot's points are `points`, paired with the first cell.
    fn cells(points: &[Vec<i64>]) -> (Vec<Tally>, Vec<Option<usize>>) {
        let block = |points: i64| {
            let layout = Layout { sides: 2 };
            let mut block = vec![0; layout.len()];
            block[layout.index(Entry::Points(0))] = points;
            block[layout.index(Entry::Scalar(Scalar::Rounds))] = 4;
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
        let of =
            |cell: usize| all[cell].iter().find(|c| c.figure.name == "points_per_round" && c.slot == Some(0)).unwrap();
        assert_eq!((of(1).claim, of(2).claim, of(3).claim), (Claim::Equivalent, Claim::Different, Claim::Undecided));
        assert_eq!((of(3).p_value, of(3).p_equivalence), (None, None), "what never varied gives no chance");
        let (small, large) = (of(2).p_value.unwrap(), of(1).p_value.unwrap());
        assert!((small.holm - 2.0 * small.alone).abs() < 1e-15);
        assert!((large.holm - large.alone.max(small.holm)).abs() < 1e-15);
        assert!(all[1].iter().filter(|c| c.figure.name != "points_per_round").all(|c| c.margin.is_none()));
    }
}
