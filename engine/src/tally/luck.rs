//! Sums of the luck of the deals beside win shares.

use serde::{Deserialize, Serialize};

/// Sums over some blocks of the first slot's total win share, of its luck, and of their products.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fold {
    /// Blocks.
    pub blocks: u64,
    /// Win share, in units of 1/27,720.
    pub share: i128,
    /// Luck, in parts of the unit.
    pub luck: i128,
    /// Squares of the win share.
    pub share_squares: i128,
    /// Squares of the luck.
    pub luck_squares: i128,
    /// Win share times luck.
    pub products: i128,
}

impl Fold {
    fn add(&mut self, share: i64, luck: i64) {
        let (share, luck) = (i128::from(share), i128::from(luck));
        self.blocks += 1;
        self.share += share;
        self.luck += luck;
        self.share_squares += share * share;
        self.luck_squares += luck * luck;
        self.products += share * luck;
    }

    /// Adds those of other blocks.
    pub fn merge(&mut self, other: &Fold) {
        self.blocks += other.blocks;
        self.share += other.share;
        self.luck += other.luck;
        self.share_squares += other.share_squares;
        self.luck_squares += other.luck_squares;
        self.products += other.products;
    }
}

/// What is kept of the luck of a cell's deals: exact integers, so that merging is exact.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Luck {
    /// The luck that would be certainty of winning one match.
    pub unit: i64,
    /// Blocks of even and of odd numbers.
    pub folds: [Fold; 2],
}

impl Luck {
    /// Nothing yet.
    #[must_use]
    pub fn new(unit: i64) -> Luck {
        Luck { unit, folds: Default::default() }
    }

    /// Adds a block: its number, the first slot's win share in units of 1/27,720, and its luck.
    pub fn add(&mut self, block: u64, share: i64, luck: i64) {
        self.folds[usize::from(block % 2 == 1)].add(share, luck);
    }

    /// Adds those of other blocks.
    pub fn merge(&mut self, other: &Luck) {
        self.folds.iter_mut().zip(&other.folds).for_each(|(own, more)| own.merge(more));
    }
}
