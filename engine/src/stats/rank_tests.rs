//! Which differences between the ratings of a tournament's entrants are significant: the differences of all pairs, tested together.
//!
//! The ratings of two entrants depend on each other, because they come from the same blocks; the difference has a variance of its own. Its p value is that
//! of Student's t, corrected over all pairs of entrants (Holm), so that the chance of a single false claim about the order is within 5 %.

use serde::{Deserialize, Serialize};

use super::ratings::Ratings;
use super::significance::{LEVEL, holm};

/// For all pairs of places in a ranking: the corrected p value of the difference between their ratings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankTests {
    /// By the higher place, then by how far the lower one is below it, less one; `None` where nothing varied.
    p_values: Vec<Vec<Option<f64>>>,
}

impl RankTests {
    /// Tests all pairs. `order` holds the entrants, the best first.
    #[must_use]
    pub fn new(ratings: &Ratings, order: &[usize]) -> RankTests {
        let below = |(rank, entrant): (usize, &usize)| {
            order[rank + 1..].iter().map(|other| ratings.p_value(*entrant, *other)).collect::<Vec<_>>()
        };
        let mut p_values: Vec<Vec<Option<f64>>> = order.iter().enumerate().map(below).collect();
        let alone: Vec<f64> = p_values.iter().flatten().copied().flatten().collect();
        for (p, corrected) in p_values.iter_mut().flatten().flatten().zip(holm(&alone)) {
            *p = corrected;
        }
        RankTests { p_values }
    }

    /// Tests nothing: the number of blocks of some pairs depended on their results.
    #[must_use]
    pub const fn untested() -> RankTests {
        RankTests { p_values: Vec::new() }
    }

    /// The corrected p value of the difference between two places, counted from 0; `None` where nothing varied, and unless `lower` is below `higher`.
    #[must_use]
    pub fn p_value(&self, higher: usize, lower: usize) -> Option<f64> {
        let below = lower.checked_sub(higher)?.checked_sub(1)?;
        *self.p_values.get(higher)?.get(below)?
    }

    /// Whether the higher place is shown to be above the lower one, at 5 % over all pairs.
    #[must_use]
    pub fn is_shown(&self, higher: usize, lower: usize) -> bool {
        self.p_value(higher, lower).is_some_and(|p| p <= LEVEL)
    }
}

#[cfg(test)]
mod tests {
    use super::super::ratings::{Meeting, fit};
    use super::*;
    use crate::game::WIN_UNITS;
    use crate::tally::entrant_scores::Segments;

    /// Three entrants over so many blocks: 0 wins this share of its matches (one with each other in a block), 1 and 2 share theirs.
    fn ratings(blocks: i64, of_ten: i64) -> Ratings {
        let win = i64::from(WIN_UNITS);
        let mut scores = Segments::new(3);
        let mut wins = [[0.0; 2]; 3];
        for block in 0..blocks {
            let first = i64::from(block % 10 < of_ten);
            let second = i64::from((block / 2 + 3) % 10 < of_ten);
            let between = block % 2;
            scores.add(&[win * (first + second), win * (1 - first + between), win * (2 - second - between)]);
            for (pair, won) in wins.iter_mut().zip([first, second, between]) {
                pair[0] += won as f64;
                pair[1] += 1.0 - won as f64;
            }
        }
        let meetings: Vec<Meeting> = [[0, 1], [0, 2], [1, 2]]
            .iter()
            .zip(wins)
            .map(|(pair, wins)| Meeting { entrants: pair.to_vec(), wins: wins.to_vec(), matches: blocks as f64 })
            .collect();
        fit(&meetings, &scores).unwrap()
    }

    #[test]
    fn a_clear_lead_is_shown_and_an_even_pair_is_not() {
        let found = ratings(400, 7);
        let rank_tests = RankTests::new(&found, &[0, 1, 2]);
        assert!(rank_tests.is_shown(0, 1) && rank_tests.is_shown(0, 2) && !rank_tests.is_shown(1, 2));
        // What is shown after the correction is shown by the interval of the difference too.
        for (higher, lower) in [(0, 1), (0, 2), (1, 2)] {
            let interval = found.elo(higher, Some(lower)).1.unwrap();
            assert!(!rank_tests.is_shown(higher, lower) || interval.low > 0.0);
            assert!(rank_tests.p_value(higher, lower) >= found.p_value(higher, lower));
            assert_eq!(found.p_value(higher, lower).unwrap() < 0.05, interval.low > 0.0 || interval.high < 0.0);
        }
        assert_eq!((rank_tests.p_value(1, 0), rank_tests.p_value(2, 2), rank_tests.p_value(0, 9)), (None, None, None));
    }

    #[test]
    fn few_blocks_show_nothing() {
        let rank_tests = RankTests::new(&ratings(10, 7), &[0, 1, 2]);
        assert!(!rank_tests.is_shown(0, 1) && !rank_tests.is_shown(0, 2));
        let rank_tests = RankTests::new(&ratings(1, 7), &[0, 1, 2]);
        assert_eq!(rank_tests.p_value(0, 1), None);
    }
}
