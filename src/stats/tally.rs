//! What is accumulated while matches are played: integers only, so that merging is exact and the order of merging cannot matter.
//!
//! The statistical unit is the block. Each block is summed up as a vector of totals over its matches ([`Layout`] names the entries); a
//! [`Tally`] keeps the sums of these vectors, the sums of all products of two entries, and the products with the baseline
//! cell's vector of the same block. Means, variances, covariances, ratios and paired differences follow from these.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::entrant_scores::Segments;
use super::luck_adjustment::Luck;

/// The entries of a block vector that are one per match, whatever the number of sides.
pub const SCALARS: [&str; 12] = [
    "rounds",
    "moves",
    "choices",
    "blocked_rounds",
    "void_deals",
    "discarded_events",
    "discarded_points",
    "lead_changes",
    "margin",
    "opener_edge",
    "unfinished",
    "shared_wins",
];

/// Which entry of a block vector means what, for a number of sides.
///
/// First the win share of each line-up slot in units of 1/27,720, then the points taken by each slot, then the win share of each place
/// (place 0 is the side of the first round's opener, place 1 the next side clockwise …), then [`SCALARS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Number of sides.
    pub sides: usize,
}

impl Layout {
    /// Length of a block vector.
    #[must_use]
    pub const fn len(&self) -> usize {
        3 * self.sides + SCALARS.len()
    }

    /// Whether a block vector has no entries (it always has some).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Win share of a line-up slot.
    #[inline]
    #[must_use]
    pub const fn share(&self, slot: usize) -> usize {
        slot
    }

    /// Points taken by a line-up slot.
    #[inline]
    #[must_use]
    pub const fn points(&self, slot: usize) -> usize {
        self.sides + slot
    }

    /// Win share of a place, counted from the first round's opener.
    #[inline]
    #[must_use]
    pub const fn place(&self, place: usize) -> usize {
        2 * self.sides + place
    }

    /// An entry of [`SCALARS`] by its number there.
    #[inline]
    #[must_use]
    pub const fn scalar(&self, number: usize) -> usize {
        3 * self.sides + number
    }

    /// An entry of [`SCALARS`] by name; `None` if there is none.
    #[must_use]
    pub fn named(&self, name: &str) -> Option<usize> {
        SCALARS.iter().position(|scalar| *scalar == name).map(|number| self.scalar(number))
    }

    /// The names of all entries in order.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let numbered = |what: &'static str| (0..self.sides).map(move |i| format!("{what}_{i}"));
        numbered("win_share")
            .chain(numbered("points"))
            .chain(numbered("place_win_share"))
            .chain(SCALARS.iter().map(|name| (*name).to_owned()))
            .collect()
    }
}

/// How often each whole number occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// Counts of 0 up to [`Histogram::DENSE`].
    dense: Vec<u64>,
    /// Counts of all other values.
    sparse: BTreeMap<i64, u64>,
}

impl Histogram {
    const DENSE: usize = 1024;

    /// Counts `value` `times` times.
    #[inline]
    pub fn add(&mut self, value: i64, times: u64) {
        match usize::try_from(value) {
            Ok(index) if index < Self::DENSE => {
                if self.dense.is_empty() {
                    self.dense.resize(Self::DENSE, 0);
                }
                self.dense[index] += times;
            }
            _ => *self.sparse.entry(value).or_default() += times,
        }
    }

    /// Adds another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        for (value, count) in other.iter() {
            self.add(value, count);
        }
    }

    /// The values that occurred with their counts, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        let dense = self.dense.iter().enumerate().map(|(value, count)| (value as i64, *count));
        let below = self.sparse.range(..0).map(|(value, count)| (*value, *count));
        let above = self.sparse.range(0..).map(|(value, count)| (*value, *count));
        below.chain(dense).chain(above).filter(|(_, count)| *count > 0)
    }
}

impl Serialize for Histogram {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Histogram {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs = Vec::<(i64, u64)>::deserialize(deserializer)?;
        let mut histogram = Histogram::default();
        pairs.into_iter().for_each(|(value, count)| histogram.add(value, count));
        Ok(histogram)
    }
}

/// The distributions that are kept per match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shapes {
    /// Final score of each line-up slot.
    pub scores: Vec<Histogram>,
    /// Rounds per match.
    pub rounds: Histogram,
    /// Moves per match.
    pub moves: Histogram,
    /// Winning margin per match that was won.
    pub margins: Histogram,
}

impl Shapes {
    /// Empty distributions for a number of line-up slots.
    #[must_use]
    pub fn new(slots: usize) -> Shapes {
        Shapes { scores: vec![Histogram::default(); slots], ..Shapes::default() }
    }

    fn merge(&mut self, other: &Shapes) {
        for (own, more) in self.scores.iter_mut().zip(&other.scores) {
            own.merge(more);
        }
        self.rounds.merge(&other.rounds);
        self.moves.merge(&other.moves);
        self.margins.merge(&other.margins);
    }
}

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

    /// Sum of products of entries `i` and `j`.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> i128 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
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

    #[test]
    fn histograms_hold_any_value() {
        let mut histogram = Histogram::default();
        for value in [-5, 0, 3, 3, 1 << 40, 1023, 1024] {
            histogram.add(value, 1);
        }
        let found: Vec<(i64, u64)> = histogram.iter().collect();
        assert_eq!(found, [(-5, 1), (0, 1), (3, 2), (1023, 1), (1024, 1), (1 << 40, 1)]);
    }
}
