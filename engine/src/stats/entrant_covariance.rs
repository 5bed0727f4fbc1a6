//! The covariance of the scores of a tournament's entrants, of whom all blocks share their deals.

use super::moments::centred;
use crate::game::WIN_UNITS;
use crate::tally::entrant_scores::{EntrantScores, Segments};

/// The degrees of freedom of the variances: each segment's blocks less one. `None` if a segment has too few blocks for a variance.
#[must_use]
pub fn degrees_of_freedom(scores: &Segments) -> Option<u64> {
    scores.parts().iter().map(|part| part.blocks.checked_sub(1).filter(|degrees| *degrees > 0)).sum()
}

/// The covariance of two entrants' total scores, in matches squared: Σ N/(N − 1) · Σ(x − x̄)(y − ȳ) over the segments, whose blocks are disjoint and
/// therefore independent. The means are each segment's own, because each is of other pairings. Not a number where [`degrees_of_freedom`] is `None`.
#[must_use]
pub fn covariance(scores: &Segments, i: usize, j: usize) -> f64 {
    let unit = f64::from(WIN_UNITS);
    let of = |part: &EntrantScores| {
        let centred = centred(part.product(i, j), part.sums[i], part.sums[j], part.blocks) / (unit * unit);
        part.blocks as f64 / (part.blocks as f64 - 1.0) * centred
    };
    scores.parts().iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_add_up_each_around_its_own_mean() {
        // Sums of three pairings at first, of one afterwards: the means are far apart, and that is no variance.
        let unit = i64::from(WIN_UNITS);
        let early: Vec<[i64; 2]> = (0..40).map(|b| [(100 + b % 3) * unit, (50 - b % 2) * unit]).collect();
        let late: Vec<[i64; 2]> = (0..10).map(|b| [(b % 2) * unit, 0]).collect();
        let mut found = Segments::new(2);
        early.iter().for_each(|block| found.add(block));
        found.begin();
        let mut part = Segments::new(2);
        late[..5].iter().for_each(|block| part.add(block));
        found.merge(&part);
        late[5..].iter().for_each(|block| found.add(block));
        assert_eq!((found.blocks(), found.parts().len(), degrees_of_freedom(&found)), (50, 2, Some(48)));
        assert_eq!(found.sum(0), i128::from(unit) * (40 * 100 + 39 + 5));
        let variance = |blocks: &[[i64; 2]], i: usize, j: usize| {
            let n = blocks.len() as f64;
            let mean = |i: usize| blocks.iter().map(|block| block[i] as f64 / unit as f64).sum::<f64>() / n;
            let (x, y) = (mean(i), mean(j));
            let of = |block: &[i64; 2]| (block[i] as f64 / unit as f64 - x) * (block[j] as f64 / unit as f64 - y);
            n * blocks.iter().map(of).sum::<f64>() / (n - 1.0)
        };
        for (i, j) in [(0, 0), (0, 1), (1, 1)] {
            let expected = variance(&early, i, j) + variance(&late, i, j);
            assert!((covariance(&found, i, j) - expected).abs() < 1e-9, "{i} {j}");
        }
        found.begin();
        found.add(&[0, 0]);
        assert_eq!(degrees_of_freedom(&found), None, "one block has no variance");
    }
}
