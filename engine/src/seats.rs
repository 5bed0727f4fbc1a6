//! Seats and sides: who sits where, who scores, and sets of either.

use std::fmt;
use std::marker::PhantomData;

use serde::{Serialize, Serializer};

/// The most seats any game has.
pub const MAX_SEATS: usize = 12;

/// A place at the table, 0, 1, 2 … clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Seat(pub u8);

/// Who scores: one seat, or a pair of partners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Side(pub u8);

/// Seats in a set, in order.
#[derive(Clone, Debug)]
pub struct Members<T> {
    rest: u16,
    of: PhantomData<T>,
}

macro_rules! numbered {
    ($item:ident, $one:literal, $(#[$doc:meta])* $set:ident) => {
        impl $item {
            /// The number as an index.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $item {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub struct $set(pub u16);

        impl $set {
            /// The empty set.
            pub const EMPTY: $set = $set(0);

            #[doc = concat!("The set of one ", $one, ".")]
            #[inline]
            #[must_use]
            pub const fn one(item: $item) -> $set {
                $set(1 << item.0)
            }

            #[doc = concat!("Number of ", $one, "s in the set.")]
            #[inline]
            #[must_use]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Whether the set is empty.
            #[inline]
            #[must_use]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            #[doc = concat!("Whether a ", $one, " is in the set.")]
            #[inline]
            #[must_use]
            pub const fn contains(self, item: $item) -> bool {
                self.0 >> item.0 & 1 == 1
            }

            #[doc = concat!("The set with a ", $one, ".")]
            #[inline]
            #[must_use]
            pub const fn with(self, item: $item) -> $set {
                $set(self.0 | 1 << item.0)
            }
        }

        impl IntoIterator for $set {
            type Item = $item;
            type IntoIter = Members<$item>;

            #[inline]
            fn into_iter(self) -> Members<$item> {
                Members { rest: self.0, of: PhantomData }
            }
        }

        impl Iterator for Members<$item> {
            type Item = $item;

            #[inline]
            fn next(&mut self) -> Option<$item> {
                let number = self.rest.trailing_zeros() as u8;
                self.rest &= self.rest.wrapping_sub(1);
                (number < 16).then_some($item(number))
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                items.into_iter().fold($set::EMPTY, $set::with)
            }
        }

        impl Serialize for $set {
            /// Writes a list of numbers.
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_seq(*self)
            }
        }
    };
}

numbered!(
    Seat,
    "seat",
    /// A set of seats, as a bit mask.
    Seats
);
numbered!(
    Side,
    "side",
    /// A set of sides, as a bit mask.
    Sides
);

const _: () = assert!(MAX_SEATS <= 16, "a set holds every seat");

/// Who sits where: the number of seats and sides, and which seat plays for which side.
///
/// Seat `s` plays for side `s % sides`, which covers seats that play each for themselves and partners who sit opposite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    seats: u8,
    sides: u8,
}

impl Table {
    /// A table of `seats` seats and `sides` sides; sides must divide seats.
    #[must_use]
    pub const fn new(seats: u8, sides: u8) -> Table {
        assert!(sides > 0 && seats as usize <= MAX_SEATS && seats.is_multiple_of(sides));
        Table { seats, sides }
    }

    /// Number of seats.
    #[inline]
    #[must_use]
    pub const fn seats(&self) -> usize {
        self.seats as usize
    }

    /// Number of sides.
    #[inline]
    #[must_use]
    pub const fn sides(&self) -> usize {
        self.sides as usize
    }

    /// All seats, in order.
    pub fn all_seats(&self) -> impl Iterator<Item = Seat> + use<> {
        (0..self.seats).map(Seat)
    }

    /// All sides, in order.
    pub fn all_sides(&self) -> impl Iterator<Item = Side> + use<> {
        (0..self.sides).map(Side)
    }

    /// The side that `seat` plays for.
    #[inline]
    #[must_use]
    pub const fn side_of(&self, seat: Seat) -> Side {
        Side(if self.sides == self.seats { seat.0 } else { seat.0 % self.sides })
    }

    /// The next seat clockwise.
    #[inline]
    #[must_use]
    pub const fn left_of(&self, seat: Seat) -> Seat {
        let next = seat.0 + 1;
        Seat(if next == self.seats { 0 } else { next })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_walked_in_order_and_collected_again() {
        let seats = [Seat(11), Seat(0), Seat(7)];
        let set: Seats = seats.into_iter().collect();
        assert_eq!(set.into_iter().collect::<Vec<_>>(), [Seat(0), Seat(7), Seat(11)]);
        assert_eq!((set.len(), set.contains(Seat(7)), set.contains(Seat(8))), (3, true, false));
        assert_eq!(serde_json::to_string(&set).unwrap(), "[0,7,11]");
        assert_eq!(Seats::EMPTY.into_iter().next(), None);
        assert_eq!(Table::new(4, 2).all_sides().collect::<Sides>(), Sides(0b11));
    }
}
