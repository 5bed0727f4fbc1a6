//! Distributions over matches.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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

    /// Adds those of other matches.
    pub fn merge(&mut self, other: &Shapes) {
        for (own, more) in self.scores.iter_mut().zip(&other.scores) {
            own.merge(more);
        }
        self.rounds.merge(&other.rounds);
        self.moves.merge(&other.moves);
        self.margins.merge(&other.margins);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
