//! The scores of all entrants of a tournament over common deals, block by block: sums and sums of products, exact.
//!
//! The matches of a block share their deals, also across pairings: whoever is dealt well does well against everybody. What the ratings need of that
//! is the covariance of the entrants' total scores, because a total score is all that a rating is fitted to (see `ratings`).

use serde::{Deserialize, Serialize};

/// Sums over blocks of each entrant's total win share in all its cells, in units of 1/27,720, and of the products of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JointScores {
    /// Blocks counted.
    pub blocks: u64,
    /// Sum of each entrant's score.
    pub sums: Vec<i128>,
    /// Sums of products of entrants i ≥ j, at i·(i + 1)/2 + j.
    pub products: Vec<i128>,
}

impl JointScores {
    /// Nothing yet.
    #[must_use]
    pub fn new(entrants: usize) -> JointScores {
        JointScores { blocks: 0, sums: vec![0; entrants], products: vec![0; entrants * (entrants + 1) / 2] }
    }

    /// Adds the scores of one block.
    pub fn add(&mut self, scores: &[i64]) {
        self.blocks += 1;
        self.sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += i128::from(*score));
        let pairs = scores.iter().enumerate().flat_map(|(i, a)| scores[..=i].iter().map(move |b| (*a, *b)));
        self.products.iter_mut().zip(pairs).for_each(|(sum, (a, b))| *sum += i128::from(a) * i128::from(b));
    }

    /// Adds those of other blocks.
    pub fn merge(&mut self, other: &JointScores) {
        self.blocks += other.blocks;
        self.sums.iter_mut().zip(&other.sums).for_each(|(own, more)| *own += more);
        self.products.iter_mut().zip(&other.products).for_each(|(own, more)| *own += more);
    }

    /// Sum of products of two entrants' scores.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> i128 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let blocks: Vec<[i64; 3]> = (0..50).map(|b| [b * 7 % 11, 1 << (b % 45), b - 20]).collect();
        let mut whole = JointScores::new(3);
        let mut parts = [JointScores::new(3), JointScores::new(3)];
        for (number, block) in blocks.iter().enumerate() {
            whole.add(block);
            parts[number % 2].add(block);
        }
        let [mut first, second] = parts;
        first.merge(&second);
        assert_eq!(first, whole);
        for (i, j) in [(0, 0), (0, 1), (1, 2), (2, 2)] {
            let expected: i128 = blocks.iter().map(|b| i128::from(b[i]) * i128::from(b[j])).sum();
            assert_eq!((whole.product(i, j), whole.product(j, i)), (expected, expected));
        }
        assert_eq!(whole.sums[2], blocks.iter().map(|b| i128::from(b[2])).sum::<i128>());
    }
}
