//! The scores of all entrants of a tournament over common deals, block by block: sums and sums of products, exact.
//!
//! The matches of a block share their deals, also across pairings: whoever is dealt well does well against everybody. What the ratings need of that
//! is the covariance of the entrants' total scores, because a total score is all that a rating is fitted to (see `stats/ratings.rs`).
//!
//! Where pairings drop out on the way (see `stats/stopping.rs`), a block before and a block after that are sums over different pairings. The scores are
//! therefore kept by [`Segments`]: ranges of blocks throughout which the same pairings played.

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Sums over blocks of each entrant's total win share in all its cells, in units of 1/27,720, and of the products of two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntrantScores {
    /// Blocks counted.
    pub blocks: u64,
    /// Sum of each entrant's score.
    pub sums: Vec<i128>,
    /// Sums of products of entrants i ≥ j, at i·(i + 1)/2 + j.
    pub products: Vec<i128>,
}

impl EntrantScores {
    /// Nothing yet.
    #[must_use]
    pub fn new(entrants: usize) -> EntrantScores {
        EntrantScores { blocks: 0, sums: vec![0; entrants], products: vec![0; entrants * (entrants + 1) / 2] }
    }

    /// Adds the scores of one block.
    pub fn add(&mut self, scores: &[i64]) {
        self.blocks += 1;
        self.sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += i128::from(*score));
        let pairs = scores.iter().enumerate().flat_map(|(i, a)| scores[..=i].iter().map(move |b| (*a, *b)));
        self.products.iter_mut().zip(pairs).for_each(|(sum, (a, b))| *sum += i128::from(a) * i128::from(b));
    }

    /// Adds those of other blocks.
    pub fn merge(&mut self, other: &EntrantScores) {
        self.blocks += other.blocks;
        self.sums.iter_mut().zip(&other.sums).for_each(|(own, more)| *own += more);
        self.products.iter_mut().zip(&other.products).for_each(|(own, more)| *own += more);
    }

    /// The same scores among so many `entrants`, of whom the present ones are those with the numbers `own`.
    #[must_use]
    pub fn renumbered(&self, own: &[usize], entrants: usize) -> EntrantScores {
        let mut found = EntrantScores { blocks: self.blocks, ..EntrantScores::new(entrants) };
        for (i, a) in own.iter().enumerate() {
            found.sums[*a] += self.sums[i];
            for (j, b) in own.iter().enumerate().take(i + 1) {
                let (high, low) = (*a.max(b), *a.min(b));
                found.products[high * (high + 1) / 2 + low] += self.product(i, j);
            }
        }
        found
    }

    /// Sum of products of two entrants' scores.
    #[must_use]
    pub fn product(&self, i: usize, j: usize) -> i128 {
        let (i, j) = (i.max(j), i.min(j));
        self.products[i * (i + 1) / 2 + j]
    }
}

/// The scores of a tournament's entrants by segments: ranges of blocks, one behind the other, in each of which the same cells played.
///
/// In a file one segment is an object and several are a list of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segments {
    /// At least one.
    parts: Vec<EntrantScores>,
}

impl Segments {
    /// One segment with nothing in it.
    #[must_use]
    pub fn new(entrants: usize) -> Segments {
        Segments { parts: vec![EntrantScores::new(entrants)] }
    }

    /// These segments; `None` if there are none, or they are of unlike sizes.
    #[must_use]
    pub fn of(parts: Vec<EntrantScores>) -> Option<Segments> {
        let entrants = parts.first()?.sums.len();
        parts.iter().all(|part| part.sums.len() == entrants).then_some(Segments { parts })
    }

    /// The segments in the order of their blocks.
    #[must_use]
    pub fn parts(&self) -> &[EntrantScores] {
        &self.parts
    }

    /// Adds the scores of one block to the last segment.
    pub fn add(&mut self, scores: &[i64]) {
        if let Some(last) = self.parts.last_mut() {
            last.add(scores);
        }
    }

    /// Begins another segment: from here on other cells play.
    pub fn begin(&mut self) {
        self.parts.push(EntrantScores::new(self.entrants()));
    }

    /// Adds those of other blocks: their first segment to the last one here, and the rest behind it.
    pub fn merge(&mut self, other: &Segments) {
        let Some((first, rest)) = other.parts.split_first() else {
            return;
        };
        if let Some(last) = self.parts.last_mut() {
            last.merge(first);
        }
        self.parts.extend_from_slice(rest);
    }

    /// How many entrants there are.
    #[must_use]
    pub fn entrants(&self) -> usize {
        self.parts.first().map_or(0, |part| part.sums.len())
    }

    /// Blocks of all segments.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.parts.iter().map(|part| part.blocks).sum()
    }

    /// Sum of an entrant's score, in units of 1/27,720.
    #[must_use]
    pub fn sum(&self, entrant: usize) -> i128 {
        self.parts.iter().map(|part| part.sums[entrant]).sum()
    }
}

impl Serialize for Segments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.parts.as_slice() {
            [only] => only.serialize(serializer),
            parts => parts.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Segments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Segments, D::Error> {
        struct OneOrMore;

        impl<'de> Visitor<'de> for OneOrMore {
            type Value = Segments;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("the scores of one segment, or a list of them")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Segments, A::Error> {
                EntrantScores::deserialize(MapAccessDeserializer::new(map)).map(|only| Segments { parts: vec![only] })
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Segments, A::Error> {
                let parts = Vec::<EntrantScores>::deserialize(SeqAccessDeserializer::new(list))?;
                if parts.is_empty() {
                    return Err(A::Error::custom("no segment"));
                }
                Ok(Segments { parts })
            }
        }

        let found = deserializer.deserialize_any(OneOrMore)?;
        let entrants = found.entrants();
        let whole =
            |part: &EntrantScores| part.sums.len() == entrants && part.products.len() == entrants * (entrants + 1) / 2;
        if found.parts.iter().all(whole) { Ok(found) } else { Err(D::Error::custom("segments of unlike sizes")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_add_up_to_the_whole() {
        let blocks: Vec<[i64; 3]> = (0..50).map(|b| [b * 7 % 11, 1 << (b % 45), b - 20]).collect();
        let mut whole = EntrantScores::new(3);
        let mut parts = [EntrantScores::new(3), EntrantScores::new(3)];
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

    #[test]
    fn entrants_have_other_numbers_among_more() {
        let (mut own, mut all) = (EntrantScores::new(2), EntrantScores::new(4));
        for (a, b) in [(3, 5), (7, -2), (0, 4)] {
            own.add(&[a, b]);
            all.add(&[b, 0, a, 0]);
        }
        assert_eq!(own.renumbered(&[2, 0], 4), all);
        assert_eq!(Segments::of(vec![own, all]), None);
    }

    #[test]
    fn one_segment_is_written_as_it_always_was() {
        let mut found = Segments::new(2);
        let huge = 1 << 62;
        found.add(&[huge, -3]);
        found.add(&[huge, 5]);
        let text = serde_json::to_string(&found).unwrap();
        assert_eq!(text, serde_json::to_string(&found.parts()[0]).unwrap());
        assert!(text.starts_with("{\"blocks\":2,\"sums\":[9223372036854775808,2],\"products\":[4253"), "{text}");
        assert_eq!(serde_json::from_str::<Segments>(&text).unwrap(), found);
        found.begin();
        found.add(&[1, 2]);
        let text = serde_json::to_string(&found).unwrap();
        assert!(text.starts_with("[{"), "{text}");
        assert_eq!(serde_json::from_str::<Segments>(&text).unwrap(), found);
        for wrong in ["[]", "3", "[{\"blocks\":1,\"sums\":[1],\"products\":[]}]"] {
            assert!(serde_json::from_str::<Segments>(wrong).is_err(), "{wrong}");
        }
    }
}
