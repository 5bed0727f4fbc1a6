//! The possible outcomes of a block, and what duplicate deals save.
//!
//! A block's outcome for a line-up slot is its total win share over the block's matches. Two sides with two matches a block have five such
//! classes: 0, ½, 1, 1½ and 2 wins.

use crate::game::WIN_UNITS;
use crate::tally::{Entry, Scalar, Tally};

/// A class of block outcomes: the total win share in units of 1/27,720, and how many blocks had it.
pub type Class = (i64, u64);

/// A block in which every match was won, in units of 1/27,720.
#[must_use]
pub fn whole(tally: &Tally) -> i64 {
    i64::try_from(tally.matches_per_block).unwrap_or(i64::MAX).saturating_mul(i64::from(WIN_UNITS))
}

/// The classes of a slot in ascending order: every half win for two sides and every whole win for more, whether a block had it or not,
/// and whatever else occurred (a match that several sides share, or none wins, is a fraction of a win).
#[must_use]
pub fn classes(tally: &Tally, slot: usize) -> Vec<Class> {
    possible(tally, &tally.classes[slot])
}

/// The same for counts that were kept apart.
#[must_use]
pub fn possible(tally: &Tally, counts: &std::collections::BTreeMap<i64, u64>) -> Vec<Class> {
    let step = if tally.layout.sides == 2 { WIN_UNITS / 2 } else { WIN_UNITS };
    let mut all = counts.clone();
    for total in (0..=whole(tally)).step_by(step as usize) {
        all.entry(total).or_default();
    }
    all.into_iter().collect()
}

/// The classes as shares of a whole block, from 0 to 1, with real counts: what tests and confidence sequences work on.
#[must_use]
pub fn shares(tally: &Tally, classes: &[Class]) -> Vec<(f64, f64)> {
    let whole = whole(tally) as f64;
    classes.iter().map(|(total, blocks)| (*total as f64 / whole, *blocks as f64)).collect()
}

/// The variance that a slot's mean win share would have if it came from independent matches, as many as were really played: `played` of a
/// block, where identical seatings are played once.
///
/// A match gives 1, 0 or a fraction; the mean of the squares follows from the share, the unfinished matches (1/sides each) and, with two sides,
/// the shared wins (½ each). With more sides a shared win counts as if it were won or lost, which makes the variance a little too large.
#[must_use]
pub fn naive_variance(tally: &Tally, slot: usize, played: u64) -> f64 {
    let matches = tally.blocks as f64 * tally.matches_per_block as f64;
    let sides = tally.layout.sides as f64;
    let count = |scalar: Scalar| tally.sum(Entry::Scalar(scalar)) as f64;
    let share = tally.sum(Entry::Share(slot)) as f64 / (matches * f64::from(WIN_UNITS));
    let part = 1.0 / sides;
    let parted = count(Scalar::Unfinished) + if tally.layout.sides == 2 { count(Scalar::SharedWins) } else { 0.0 };
    let squares = share - (part - part * part) * parted / matches;
    ((squares - share * share) / (tally.blocks as f64 * played.max(1) as f64)).max(0.0)
}

/// The naive variance over the variance from blocks: how many independent matches a match is worth. `None` where either is zero.
#[must_use]
pub fn variance_ratio(naive: f64, variance: Option<f64>) -> Option<f64> {
    variance.filter(|v| *v > 0.0 && naive > 0.0).map(|v| naive / v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Accumulator;

    /// Two-sided blocks of two matches with these win totals of slot 0, in half wins, and so many matches shared.
    fn tally(blocks: &[(i64, i64)]) -> Tally {
        let mut tally = Tally::new(2, 2, None);
        let mut accumulator = Accumulator::new(&tally);
        for (halves, shared) in blocks {
            let mut block = vec![0; tally.layout.len()];
            block[0] = halves * i64::from(WIN_UNITS / 2);
            block[1] = (4 - halves) * i64::from(WIN_UNITS / 2);
            block[tally.layout.index(Entry::Scalar(Scalar::SharedWins))] = *shared;
            accumulator.add(&mut tally, &block, None);
        }
        accumulator.flush(&mut tally);
        tally
    }

    #[test]
    fn two_sides_have_five_classes_and_more_have_whole_wins() {
        let half = i64::from(WIN_UNITS / 2);
        let found = classes(&tally(&[(4, 0), (2, 0), (4, 0)]), 0);
        assert_eq!(found, [(0, 0), (half, 0), (2 * half, 1), (3 * half, 0), (4 * half, 2)]);
        let mut three = Tally::new(3, 6, None);
        three.classes[1].insert(i64::from(WIN_UNITS / 3), 5);
        let unit = i64::from(WIN_UNITS);
        let found = classes(&three, 1);
        let totals: Vec<i64> = found.iter().map(|(total, _)| *total).collect();
        assert_eq!(totals, [0, unit / 3, unit, 2 * unit, 3 * unit, 4 * unit, 5 * unit, 6 * unit]);
        assert_eq!(found[1].1, 5);
        assert!((shares(&three, &found)[1].0 - 1.0 / 18.0).abs() < 1e-15);
    }

    #[test]
    fn the_naive_variance_is_that_of_single_matches() {
        // Matches 1, 1, ½, ½, 0, 1: mean ⅔, mean square 3.5/6; population variance 3.5/6 − 4/9 = 5/36, over 6 matches.
        let found = tally(&[(4, 0), (2, 2), (2, 0)]);
        assert!((naive_variance(&found, 0, 2) - 5.0 / 216.0).abs() < 1e-15);
        assert!((naive_variance(&found, 1, 2) - 5.0 / 216.0).abs() < 1e-15);
        assert!((naive_variance(&found, 0, 1) - 5.0 / 108.0).abs() < 1e-15, "three matches were played");
        assert!(naive_variance(&tally(&[(4, 0), (4, 0)]), 0, 2).abs() < 1e-15, "all won");
        assert!(naive_variance(&tally(&[(2, 2), (2, 2)]), 0, 2).abs() < 1e-15, "all shared");
        // Unfinished matches of three sides are a third each.
        let mut three = Tally::new(3, 6, None);
        (three.blocks, three.sums[0]) = (2, 4 * i128::from(WIN_UNITS));
        let unfinished = three.layout.index(Entry::Scalar(Scalar::Unfinished));
        three.sums[unfinished] = 12;
        assert!(naive_variance(&three, 0, 6).abs() < 1e-15);
    }

    #[test]
    fn a_ratio_needs_two_variances() {
        assert_eq!(variance_ratio(0.5, Some(0.25)), Some(2.0));
        assert_eq!((variance_ratio(0.5, Some(0.0)), variance_ratio(0.0, Some(0.1))), (None, None));
        assert_eq!(variance_ratio(0.5, None), None);
    }
}
