//! The table: chances of side 0 by both scores and by the side that leads next.

use crate::game::{Outcome, Seat, Side, Sides, Standing};

/// Certainty of winning in the table's integer units, a power of two that a 32-bit real holds exactly.
pub const ONE: i32 = 1 << 24;

/// The chance that side 0 wins a match of two sides, by the scores between two rounds and by who opens or deals next.
///
/// Chances are integers in units of 1/[`ONE`]; those of side 1 are the rest to [`ONE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EquityTable {
    /// Scores from 0 to this have entries of their own; higher ones count as this.
    limit: u16,
    /// 2 if chances depend on the side that leads next, else 1.
    leads: usize,
    /// Side 0's chance at `(score of side 0 × (limit + 1) + score of side 1) × leads + leading side`.
    chances: Vec<i32>,
}

impl EquityTable {
    /// The highest score with entries of its own.
    #[must_use]
    pub const fn limit(&self) -> u16 {
        self.limit
    }

    /// 2 if chances depend on the side that leads next, else 1.
    #[must_use]
    pub const fn leads(&self) -> usize {
        self.leads
    }

    /// The chances of side 0, by its score, then the other's, then the leading side.
    #[must_use]
    pub fn chances(&self) -> &[i32] {
        &self.chances
    }

    /// BLAKE3 of the table's numbers, in hexadecimal: what a result that depends on a table records of it.
    ///
    /// The limit (2 bytes), the number of leads (1 byte) and the chances (4 bytes each), all little-endian.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&self.limit.to_le_bytes());
        hasher.update(&[self.leads as u8]);
        for chance in &self.chances {
            hasher.update(&chance.to_le_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    /// A table of these chances, in the order of the field's formula; `None` if their number or a chance is out of range.
    #[must_use]
    pub fn new(limit: u16, leads: usize, chances: Vec<i32>) -> Option<EquityTable> {
        let entries = (usize::from(limit) + 1).pow(2) * leads;
        let sound =
            (1..=2).contains(&leads) && chances.len() == entries && chances.iter().all(|c| (0..=ONE).contains(c));
        sound.then_some(EquityTable { limit, leads, chances })
    }

    /// The chance of side 0. `lead` is the seat that opens or deals next, which is ignored where chances do not depend on it.
    #[inline]
    #[must_use]
    pub fn chance(&self, scores: [u16; 2], lead: Option<Seat>) -> i32 {
        let [own, other] = scores.map(|score| usize::from(score.min(self.limit)));
        let lead = lead.map_or(0, |seat| seat.index()) % self.leads;
        self.chances[(own * (usize::from(self.limit) + 1) + other) * self.leads + lead]
    }

    /// What a standing is worth to side 0: its chance, or what it has won once the match is over.
    #[inline]
    #[must_use]
    pub fn utility(&self, at: &Standing) -> i32 {
        match at.outcome {
            Outcome::Open => self.chance([at.scores[0], at.scores[1]], at.lead),
            // Rule D21: shared.
            Outcome::Unfinished => ONE / 2,
            Outcome::Won(sides) if sides == Sides::one(Side(0)) => ONE,
            Outcome::Won(sides) => {
                if sides.contains(Side(0)) {
                    ONE / 2
                } else {
                    0
                }
            }
        }
    }
}
