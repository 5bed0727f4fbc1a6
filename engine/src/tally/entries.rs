//! The entries of a block vector: what is counted, by name and by type.

use serde::{Deserialize, Serialize};

/// Declares the entries that are one per match, whatever the number of sides: for each its name in files and what it counts.
macro_rules! scalars {
    ($($(#[$about:meta])* $variant:ident $field:ident;)*) => {
        /// An entry of a block vector that is one per match, whatever the number of sides.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Scalar {
            $($(#[$about])* $variant,)*
        }

        impl Scalar {
            /// All of them, in the order of the block vector.
            pub const ALL: &'static [Scalar] = &[$(Scalar::$variant,)*];

            /// Its name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Scalar::$variant => stringify!($field),)*
                }
            }
        }

        /// A value for each [`Scalar`]: what one match adds to its block.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Scalars {
            $($(#[$about])* pub $field: i64,)*
        }

        impl Scalars {
            /// The values in the order of [`Scalar::ALL`].
            #[inline]
            #[must_use]
            pub const fn values(self) -> [i64; Scalar::ALL.len()] {
                [$(self.$field,)*]
            }
        }
    };
}

scalars! {
    /// Rounds played, void deals not counted.
    Rounds rounds;
    /// Placements, or cards and bids.
    Moves moves;
    /// Moves to choose from, summed over all decisions.
    Choices choices;
    /// Rounds that ended blocked.
    BlockedRounds blocked_rounds;
    /// Deals that were void and dealt again.
    VoidDeals void_deals;
    /// Scoring events that were not taken whole.
    DiscardedEvents discarded_events;
    /// Points that were offered and not taken.
    DiscardedPoints discarded_points;
    /// How often another side took the sole lead.
    LeadChanges lead_changes;
    /// The winner's lead over the next side in points; 0 if nobody won.
    Margin margin;
    /// For each round the opener's points times the number of other sides, less the others' points.
    OpenerEdge opener_edge;
    /// Matches that ended without a winner.
    Unfinished unfinished;
    /// Matches that several sides won together.
    SharedWins shared_wins;
}

/// An entry of a block vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Win share of a line-up slot, in units of 1/27,720.
    Share(usize),
    /// Points taken by a line-up slot.
    Points(usize),
    /// Win share of a place in units of 1/27,720; place 0 is the side of the first round's opener, place 1 the next side clockwise …
    Place(usize),
    /// One that does not depend on the number of sides.
    Scalar(Scalar),
}

/// Where the entries of a block vector stand, for a number of sides: the win share of each line-up slot, then the points taken by each
/// slot, then the win share of each place, then every [`Scalar`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Number of sides.
    pub sides: usize,
}

impl Layout {
    /// Length of a block vector.
    #[must_use]
    pub const fn len(&self) -> usize {
        3 * self.sides + Scalar::ALL.len()
    }

    /// Whether a block vector has no entries (it always has some).
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        false
    }

    /// Where an entry stands.
    #[inline]
    #[must_use]
    pub const fn index(&self, entry: Entry) -> usize {
        match entry {
            Entry::Share(slot) => slot,
            Entry::Points(slot) => self.sides + slot,
            Entry::Place(place) => 2 * self.sides + place,
            Entry::Scalar(scalar) => 3 * self.sides + scalar as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_own_place() {
        for sides in 2..=6 {
            let layout = Layout { sides };
            let each = |of: fn(usize) -> Entry| (0..sides).map(of);
            let entries = each(Entry::Share).chain(each(Entry::Points)).chain(each(Entry::Place));
            let entries = entries.chain(Scalar::ALL.iter().map(|scalar| Entry::Scalar(*scalar)));
            let found: Vec<usize> = entries.map(|entry| layout.index(entry)).collect();
            assert_eq!(found, (0..layout.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn values_stand_where_their_names_do() {
        let mut names: Vec<&str> = Scalar::ALL.iter().map(|scalar| scalar.name()).collect();
        assert_eq!((names[0], names[Scalar::OpenerEdge as usize]), ("rounds", "opener_edge"));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Scalar::ALL.len());
    }
}
