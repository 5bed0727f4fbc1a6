//! One hidden seat that may hold some of up to 24 pieces: its hand is a subset of them, drawn by its number.
//!
//! The subsets are numbered by how many pieces of the lower half they have, then by the lower half's part, then by the upper half's. A
//! number below their count is drawn exactly uniformly; two tables turn it into a mask.

use crate::pieces::{Mask, Pieces};
use crate::streams::Stream;

/// Pieces of one half at the most.
const HALF: usize = 12;
/// Pieces at the most.
pub(super) const MOST: usize = 2 * HALF;
/// Bits of a subset that are turned into pieces at a time.
const BITS: usize = 8;

/// The subsets of a half as bits, by their size; those of fewer than [`HALF`] pieces come first among their size.
static BY_SIZE: [u16; 1 << HALF] = {
    let mut list = [0; 1 << HALF];
    let mut next = starts();
    let mut bits = 0;
    while bits < 1 << HALF {
        let size = (bits as u16).count_ones() as usize;
        list[next[size]] = bits as u16;
        next[size] += 1;
        bits += 1;
    }
    list
};

/// Where the subsets of each size begin in [`BY_SIZE`].
const fn starts() -> [usize; HALF + 1] {
    let mut starts = [0; HALF + 1];
    let mut size = 0;
    while size < HALF {
        starts[size + 1] = starts[size] + choose(HALF, size) as usize;
        size += 1;
    }
    starts
}

/// How many subsets of `k` pieces `n` pieces have.
const fn choose(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    let (mut ways, mut i) = (1, 0);
    while i < k {
        ways = ways * (n - i) / (i + 1);
        i += 1;
    }
    ways as u32
}

/// The subsets with so many pieces of the lower half.
#[derive(Clone, Copy, Debug, Default)]
struct Share {
    /// Their first number.
    first: u32,
    /// How many parts of the upper half there are to each of the lower.
    upper: u32,
    /// Where the parts begin in [`BY_SIZE`].
    starts: [u16; 2],
}

/// The subsets of a given size.
#[derive(Debug)]
pub(super) struct Subsets<M> {
    count: u32,
    /// Pieces of the lower half.
    lower: usize,
    /// The numbers at which the shares after the first begin.
    bounds: [u32; HALF],
    /// The shares, by pieces of the lower half; padded.
    shares: [Share; 16],
    /// The pieces that each group of bits stands for.
    pieces: [[Pieces<M>; 1 << BITS]; MOST / BITS],
}

impl<M: Mask> Subsets<M> {
    /// The subsets of `need` of these pieces, if they are few enough.
    pub(super) fn new(allowed: Pieces<M>, need: usize) -> Option<Subsets<M>> {
        let len = allowed.len();
        if len > MOST || need > HALF || need > len {
            return None;
        }
        let lower = len.div_ceil(2);
        let (mut bounds, mut shares) = ([u32::MAX; HALF], [Share::default(); 16]);
        let mut count = 0;
        for low in 0..=need {
            if low > 0 {
                bounds[low - 1] = count;
            }
            let upper = choose(len - lower, need - low);
            let starts = [low, need - low].map(|size| starts()[size] as u16);
            shares[low] = Share { first: count, upper: upper.max(1), starts };
            count += choose(lower, low) * upper;
        }
        let mut pieces = [[Pieces::EMPTY; 1 << BITS]; MOST / BITS];
        for (at, piece) in allowed.into_iter().enumerate() {
            let (group, bit) = (at / BITS, at % BITS);
            for below in 0..1 << bit {
                pieces[group][below | 1 << bit] = pieces[group][below].with(piece);
            }
        }
        Some(Subsets { count, lower, bounds, shares, pieces })
    }

    /// Draws one.
    #[inline]
    pub(super) fn draw(&self, own: &mut Stream) -> Pieces<M> {
        self.numbered(own.below(self.count))
    }

    /// The subset of a number.
    #[inline(always)]
    fn numbered(&self, number: u32) -> Pieces<M> {
        let share = self.bounds.iter().map(|bound| u32::from(number >= *bound)).sum::<u32>();
        let share = &self.shares[share as usize & 15];
        let number = number - share.first;
        let (low, high) = (number / share.upper.max(1), number % share.upper.max(1));
        let part = |at: usize, number: u32| {
            usize::from(BY_SIZE[(usize::from(share.starts[at]) + number as usize) & ((1 << HALF) - 1)])
        };
        let bits = part(0, low) | part(1, high) << (self.lower & 15);
        let group = |at: usize| self.pieces[at][bits >> (BITS * at) & ((1 << BITS) - 1)];
        group(0).or(group(1)).or(group(2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_another_subset() {
        for (len, need) in [(1, 1), (2, 1), (7, 7), (8, 3), (13, 4), (21, 7), (24, 2), (24, 12), (5, 0)] {
            let allowed: Pieces<u128> = (0..len).map(|at| 3 * at + 1).collect();
            let subsets = Subsets::new(allowed, need).unwrap();
            assert_eq!(subsets.count, choose(usize::from(len), need), "{len} {need}");
            let mut all: Vec<Pieces<u128>> = (0..subsets.count).map(|number| subsets.numbered(number)).collect();
            assert!(all.iter().all(|subset| subset.len() == need && subset.minus(allowed).is_empty()));
            all.sort();
            all.dedup();
            assert_eq!(all.len(), subsets.count as usize, "{len} {need}: no two alike");
        }
        assert!(Subsets::new(Pieces(u32::MAX), 3).is_none(), "too many pieces");
    }
}
