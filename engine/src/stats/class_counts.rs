//! A test of blocks that are known by their classes only: how many blocks came to which total win share.

use std::collections::BTreeMap;

use super::blocks;
use super::sprt::Sprt;
use super::stopping::{Ending, StoppingRule};
use super::win_share::{Sampling, WinShare, win_share};
use crate::tally::Tally;

/// The blocks of one strategy by class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassCounts {
    /// Number of sides.
    pub sides: usize,
    /// Matches in each block.
    pub matches_per_block: u64,
    /// Total win share of a block, in units of 1/27,720 → number of blocks.
    pub blocks: BTreeMap<i64, u64>,
    /// Both sides play identically, so that every block is an exact tie.
    pub exact_tie: bool,
}

/// What a test makes of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Tested {
    /// How the test ended, as that of a run which stops here.
    pub ending: Ending,
    /// The win share, with the interval of such a run.
    pub win_share: WinShare,
}

impl ClassCounts {
    /// The tally of such blocks as far as they are known.
    fn tally(&self) -> Tally {
        let mut tally = Tally::new(self.sides, self.matches_per_block, None);
        let counts = || self.blocks.iter().filter(|(_, count)| **count > 0);
        tally.blocks = counts().map(|(_, count)| count).sum();
        tally.classes[0] = counts().map(|(total, count)| (*total, *count)).collect();
        let sum = |of: fn(i128) -> i128| counts().map(|(total, count)| of((*total).into()) * i128::from(*count)).sum();
        tally.sums[0] = sum(|total| total);
        tally.products[0] = sum(|total| total * total);
        tally
    }

    /// A block in which every match was won, in units of 1/27,720.
    #[must_use]
    pub fn whole(&self) -> i64 {
        blocks::whole(&Tally::new(self.sides, self.matches_per_block, None))
    }

    /// Tests them as a run does at a checkpoint.
    #[must_use]
    pub fn test(&self, test: Sprt) -> Tested {
        let rule = StoppingRule::Sprt(test);
        let mut tally = self.tally();
        rule.check(&mut tally, self.exact_tie);
        let sampling = if self.exact_tie { Sampling::SelfPlay } else { rule.sampling() };
        Tested {
            ending: rule.ending(&tally, self.exact_tie),
            win_share: win_share(&tally, 0, sampling, self.matches_per_block),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::WIN_UNITS;
    use crate::stats::sprt::{Model, Verdict};

    fn counts(of: [u64; 5]) -> ClassCounts {
        let blocks = of.into_iter().enumerate().map(|(halves, n)| (halves as i64 * i64::from(WIN_UNITS / 2), n));
        ClassCounts { sides: 2, matches_per_block: 2, blocks: blocks.collect(), exact_tie: false }
    }

    #[test]
    fn counts_are_tested_as_a_run_tests_them() {
        let test = Sprt::new(Model::Logistic, 0.0, 10.0, 0.05, 0.05).unwrap();
        let found = counts([10, 20, 30, 60, 80]).test(test);
        assert_eq!((found.ending.verdict(), found.ending.blocks), (Some(Verdict::H1), 200));
        assert!((found.win_share.value - 0.725).abs() < 1e-12);
        assert!(found.win_share.interval.low < found.win_share.value);
        // Below the first checkpoint of a run nothing is decided.
        let early = counts([10, 20, 30, 60, 79]).test(test);
        assert_eq!((early.ending.verdict(), early.ending.blocks), (None, 199));
        let tie = ClassCounts { exact_tie: true, ..counts([0, 0, 300, 0, 0]) };
        let tie = tie.test(Sprt::new(Model::Logistic, -5.0, 5.0, 0.05, 0.05).unwrap());
        assert!(tie.ending.exact_tie && tie.ending.verdict().is_none());
        assert_eq!(counts([0; 5]).whole(), 2 * i64::from(WIN_UNITS));
    }
}
