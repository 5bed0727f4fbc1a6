//! What is kept of a cell's matches.
//!
//! The statistical unit is the block. Each block is summed up as a vector of totals over its matches ([`Layout`] names the entries); a
//! [`Tally`] keeps the sums of these vectors, the sums of all products of two entries, and the products with the baseline
//! cell's vector of the same block. Means, variances, covariances, ratios and paired differences follow from these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entrant_scores::Segments;
use super::entries::{Entry, Layout};
use super::histogram::Shapes;
use super::luck::Luck;

/// Everything that is kept of a cell's matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Names the entries of a block vector.
    pub layout: Layout,
    /// Blocks played.
    pub blocks: u64,
    /// Matches in each block, identical seatings included.
    pub matches_per_block: u64,
    /// Sum of each entry over blocks.
    pub sums: Vec<i128>,
    /// Sums of products of entries i ≥ j, at i·(i + 1)/2 + j.
    pub products: Vec<i128>,
    /// Sums of products of own entry i with the baseline cell's entry j, at i · (baseline entries) + j; empty without a baseline.
    pub cross: Vec<i128>,
    /// For each line-up slot: how many blocks had which total win share, in units of 1/27,720.
    pub classes: Vec<BTreeMap<i64, u64>>,
    /// Distributions over matches.
    pub shapes: Shapes,
    /// The classes of the first slot at the checkpoint at which a sequential test decided about this cell, if one has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<BTreeMap<i64, u64>>,
    /// The first cell of a tournament: the scores of all entrants in all cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "joint")]
    pub entrant_scores: Option<Segments>,
    /// The luck of the deals, where it was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<Luck>,
}

impl Tally {
    /// Nothing yet, for a number of sides, matches per block, and the baseline's number of sides if there is a baseline.
    #[must_use]
    pub fn new(sides: usize, matches_per_block: u64, baseline: Option<usize>) -> Tally {
        let layout = Layout { sides };
        let n = layout.len();
        Tally {
            layout,
            blocks: 0,
            matches_per_block,
            sums: vec![0; n],
            products: vec![0; n * (n + 1) / 2],
            cross: vec![0; baseline.map_or(0, |sides| n * Layout { sides }.len())],
            classes: vec![BTreeMap::new(); sides],
            shapes: Shapes::new(sides),
            decided: None,
            entrant_scores: None,
            luck: None,
        }
    }

    /// Sum of an entry over blocks.
    #[must_use]
    pub fn sum(&self, entry: Entry) -> i128 {
        self.sums[self.layout.index(entry)]
    }

    /// Sum of products of entries `i` and `j`.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> i128 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
    }

    /// The same blocks with the win shares alone, the slots in another order: slot `slots[k]` of this tally is slot k there.
    #[must_use]
    pub fn shares_only(&self, slots: &[usize]) -> Tally {
        let mut found = Tally { blocks: self.blocks, ..Tally::new(self.layout.sides, self.matches_per_block, None) };
        for (i, from) in slots.iter().enumerate() {
            found.sums[i] = self.sums[*from];
            found.classes[i] = self.classes[*from].clone();
            for (j, other) in slots.iter().enumerate().take(i + 1) {
                found.products[i * (i + 1) / 2 + j] = self.product(*from, *other);
            }
        }
        found
    }

    /// Adds another tally of the same cell. What a test decided on its way stays as it is.
    pub fn merge(&mut self, other: &Tally) {
        self.blocks += other.blocks;
        let add = |own: &mut Vec<i128>, more: &Vec<i128>| own.iter_mut().zip(more).for_each(|(a, b)| *a += b);
        add(&mut self.sums, &other.sums);
        add(&mut self.products, &other.products);
        add(&mut self.cross, &other.cross);
        for (own, more) in self.classes.iter_mut().zip(&other.classes) {
            for (class, count) in more {
                *own.entry(*class).or_default() += count;
            }
        }
        self.shapes.merge(&other.shapes);
        if let (Some(own), Some(more)) = (&mut self.entrant_scores, &other.entrant_scores) {
            own.merge(more);
        }
        if let (Some(own), Some(more)) = (&mut self.luck, &other.luck) {
            own.merge(more);
        }
    }
}

/// Block vectors on their way into a [`Tally`].
///
/// Products of small entries are summed in 64 bits and moved to the tally's 128 before they can overflow.
#[derive(Debug)]
pub struct Accumulator {
    products: Vec<i64>,
    cross: Vec<i64>,
    pending: u32,
}

impl Accumulator {
    /// Entries up to this size may be multiplied and summed [`Accumulator::MAX_PENDING`] times in 64 bits.
    const SMALL: i64 = 1 << 26;
    const MAX_PENDING: u32 = 1 << 10;

    /// An empty accumulator for a tally.
    #[must_use]
    pub fn new(tally: &Tally) -> Accumulator {
        Accumulator { products: vec![0; tally.products.len()], cross: vec![0; tally.cross.len()], pending: 0 }
    }

    /// Adds one block's vector, and its products with the baseline's vector of the same block.
    #[inline]
    pub fn add(&mut self, tally: &mut Tally, block: &[i64], baseline: Option<&[i64]>) {
        tally.blocks += 1;
        for (sum, entry) in tally.sums.iter_mut().zip(block) {
            *sum += i128::from(*entry);
        }
        for (slot, classes) in tally.classes.iter_mut().enumerate() {
            *classes.entry(block[slot]).or_default() += 1;
        }
        let small = |entries: &[i64]| entries.iter().all(|entry| entry.abs() < Self::SMALL);
        if small(block) && baseline.is_none_or(small) {
            let mut rest = self.products.as_mut_slice();
            for (i, a) in block.iter().enumerate() {
                let (row, tail) = rest.split_at_mut(i + 1);
                row.iter_mut().zip(block).for_each(|(sum, b)| *sum += a * b);
                rest = tail;
            }
            if let Some(other) = baseline {
                for (row, a) in self.cross.chunks_exact_mut(other.len()).zip(block) {
                    row.iter_mut().zip(other).for_each(|(sum, b)| *sum += a * b);
                }
            }
            self.pending += 1;
            if self.pending == Self::MAX_PENDING {
                self.flush(tally);
            }
        } else {
            let wide = |a: &i64, b: &i64| i128::from(*a) * i128::from(*b);
            let pairs = block.iter().enumerate().flat_map(|(i, a)| block[..=i].iter().map(move |b| wide(a, b)));
            tally.products.iter_mut().zip(pairs).for_each(|(sum, product)| *sum += product);
            if let Some(other) = baseline {
                let pairs = block.iter().flat_map(|a| other.iter().map(move |b| wide(a, b)));
                tally.cross.iter_mut().zip(pairs).for_each(|(sum, product)| *sum += product);
            }
        }
    }

    /// Moves what is pending to the tally.
    pub fn flush(&mut self, tally: &mut Tally) {
        let drain = |from: &mut Vec<i64>, to: &mut Vec<i128>| {
            for (part, sum) in from.iter_mut().zip(to) {
                *sum += i128::from(std::mem::take(part));
            }
        };
        drain(&mut self.products, &mut tally.products);
        drain(&mut self.cross, &mut tally.cross);
        self.pending = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Products and cross products straight from the definition.
    fn by_definition(blocks: &[Vec<i64>], others: &[Vec<i64>]) -> (Vec<i128>, Vec<i128>) {
        let n = blocks[0].len();
        let mut products = Vec::new();
        for i in 0..n {
            for j in 0..=i {
                products.push(blocks.iter().map(|b| i128::from(b[i]) * i128::from(b[j])).sum());
            }
        }
        let mut cross = Vec::new();
        for i in 0..n {
            for j in 0..others[0].len() {
                cross.push(blocks.iter().zip(others).map(|(b, o)| i128::from(b[i]) * i128::from(o[j])).sum());
            }
        }
        (products, cross)
    }

    #[test]
    fn sums_of_products_are_exact_for_small_and_huge_entries() {
        let n = Layout { sides: 2 }.len();
        let m = Layout { sides: 3 }.len();
        let entry = |b: usize, i: usize| {
            let small = (b * 31 + i * 17) as i64 % 1000 - 300;
            if b % 500 == 7 { small << 40 } else { small }
        };
        let blocks: Vec<Vec<i64>> = (0..3000).map(|b| (0..n).map(|i| entry(b, i)).collect()).collect();
        let others: Vec<Vec<i64>> = (0..3000).map(|b| (0..m).map(|i| entry(b + 3, i + 1)).collect()).collect();
        let mut whole = Tally::new(2, 2, Some(3));
        let mut parts = [whole.clone(), whole.clone()];
        let mut accumulators = [Accumulator::new(&whole), Accumulator::new(&whole)];
        for (b, (block, other)) in blocks.iter().zip(&others).enumerate() {
            let part = usize::from(b % 3 == 0);
            accumulators[part].add(&mut parts[part], block, Some(other));
        }
        for (part, accumulator) in parts.iter_mut().zip(&mut accumulators) {
            accumulator.flush(part);
            whole.merge(part);
        }
        let (products, cross) = by_definition(&blocks, &others);
        assert_eq!(whole.blocks, 3000);
        assert_eq!(whole.products, products);
        assert_eq!(whole.cross, cross);
        assert_eq!(whole.product(3, 5), whole.product(5, 3));
        let text = serde_json::to_string(&whole).unwrap();
        assert_eq!(serde_json::from_str::<Tally>(&text).unwrap(), whole, "tallies survive being written and read");
    }
}
