//! Tiles, sets of tiles and the open ends of a line.
//!
//! A tile is its index in the order 0-0, 0-1 … 0-N, 1-1 … N-N (rule D1). A hand is a bit mask of the set's width: 28 tiles
//! fit `u32`, 55 fit `u64`, 91 fit `u128`.

use std::fmt;

use super::rows::Rows;
use crate::pieces::MAX_PIECES;
pub use crate::pieces::{Mask, Pieces as Tiles};

/// The largest pip value of any set.
pub const MAX_PIP: usize = 12;
/// The number of tiles of the largest set.
pub const MAX_TILES: usize = 91;

const _: () = assert!(MAX_TILES <= MAX_PIECES);

/// An open end of the line: the pip value, whether the end tile is a double, and what the end adds to the sum.
///
/// The pip value is in the low four bits, the double's mark in the fifth, the addend in the upper byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End(u16);

impl End {
    /// An end that shows `pip`, on a double or not.
    #[inline(always)]
    #[must_use]
    pub const fn new(pip: u8, double: bool) -> End {
        End(pip as u16 | (double as u16) << 4 | (pip as u16) << (8 + double as u16))
    }

    /// The value that a tile must have to be laid here.
    #[inline(always)]
    #[must_use]
    pub const fn pip(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// Whether a double lies at this end.
    #[inline(always)]
    #[must_use]
    pub const fn is_double(self) -> bool {
        self.0 & 16 != 0
    }

    /// What this end adds to the sum of the ends (rule D10).
    #[inline(always)]
    #[must_use]
    pub const fn value(self) -> u8 {
        (self.0 >> 8) as u8
    }
}

/// A set of dominoes: which tiles there are, and how they are packed in a mask.
pub trait Set: Copy + Send + Sync + fmt::Debug + PartialEq + Eq + 'static {
    /// The integer that holds a set of these tiles.
    type Mask: Mask;
    /// The largest pip value.
    const MAX: u8;
    /// The number of tiles.
    const TILES: u8;
    /// Whether the target, overshoot, finish and round-end rules are known to be the usual ones while compiling: each for itself,
    /// discard, immediate, one event, side-out. This spares the commonest game all questions about its rules.
    const CLASSIC: bool;
    /// All tiles.
    const ALL: Self::Mask;
    /// The halves of a tile, smaller first.
    fn halves(tile: u8) -> (u8, u8);
    /// The tiles that have `pip` on either half.
    fn with_pip(pip: u8) -> Self::Mask;
    /// The `n`-th tile of two rows, those of `tiles[0]` with `pips[0]` before those of `tiles[1]` with `pips[1]`, and whether it is of the
    /// second row.
    fn nth_of_rows(pips: [u8; 2], tiles: [Self::Mask; 2], n: u32) -> (u8, bool);
    /// How many tiles a set of tiles that all have `pip` has.
    fn count_of_row(pip: u8, tiles: Self::Mask) -> u32;
    /// The number of a set of tiles that all have `pip`, below 128; `None` for sets whose rows are longer than seven tiles.
    fn row_number(pip: u8, tiles: Self::Mask) -> Option<usize>;
    /// The tiles that fit where `tile` has been laid at an end showing `pip`.
    fn fits_beyond(pip: u8, tile: u8) -> Self::Mask;
    /// The end that `tile` leaves when it is laid at an end showing `pip`; the tile must have that pip.
    fn beyond(pip: u8, tile: u8) -> End;
}

/// The index of the tile a|b with a ≤ b in a double-`max` set.
const fn index_of(max: u8, a: u8, b: u8) -> u8 {
    let (max, a, b) = (max as u16, a as u16, b as u16);
    (a * (max + 1) - a * (a + 1) / 2 + b) as u8
}

static SIX_ROWS: Rows = Rows::new(&DoubleSix::WITH_PIP);

macro_rules! set {
    (@rows short, $mask:ty) => {
        #[inline(always)]
        fn nth_of_rows(pips: [u8; 2], tiles: [$mask; 2], n: u32) -> (u8, bool) {
            SIX_ROWS.nth(pips, tiles, n)
        }
        #[inline(always)]
        fn count_of_row(pip: u8, tiles: $mask) -> u32 {
            SIX_ROWS.count(pip, tiles)
        }
        #[inline(always)]
        fn row_number(pip: u8, tiles: $mask) -> Option<usize> {
            Some(SIX_ROWS.number(pip, tiles))
        }
    };
    (@rows long, $mask:ty) => {
        #[inline(always)]
        fn nth_of_rows(_: [u8; 2], tiles: [$mask; 2], n: u32) -> (u8, bool) {
            let first = tiles[0].count_ones();
            if n < first { (Tiles(tiles[0]).nth(n), false) } else { (Tiles(tiles[1]).nth(n - first), true) }
        }
        #[inline(always)]
        fn count_of_row(_: u8, tiles: $mask) -> u32 {
            tiles.count_ones()
        }
        #[inline(always)]
        fn row_number(_: u8, _: $mask) -> Option<usize> {
            None
        }
    };
    ($(#[$doc:meta])* $name:ident, $max:literal, $tiles:literal, $mask:ty, $tile_cap:literal, $pip_cap:literal, $rows:ident, $classic:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name;

        impl $name {
            const HALVES: [(u8, u8); $tile_cap] = {
                let mut table = [(0, 0); $tile_cap];
                let mut a = 0;
                while a <= $max {
                    let mut b = a;
                    while b <= $max {
                        table[index_of($max, a, b) as usize] = (a, b);
                        b += 1;
                    }
                    a += 1;
                }
                table
            };
            const WITH_PIP: [$mask; $pip_cap] = {
                let mut table = [0; $pip_cap];
                let mut tile = 0;
                while tile < $tiles {
                    let (a, b) = Self::HALVES[tile];
                    table[a as usize] |= 1 << tile;
                    table[b as usize] |= 1 << tile;
                    tile += 1;
                }
                table
            };
            const FITS_BEYOND: [[$mask; $tile_cap]; $pip_cap] = {
                let mut table = [[0; $tile_cap]; $pip_cap];
                let mut tile = 0;
                while tile < $tiles {
                    let (a, b) = Self::HALVES[tile];
                    table[a as usize][tile] = Self::WITH_PIP[b as usize];
                    table[b as usize][tile] = Self::WITH_PIP[a as usize];
                    tile += 1;
                }
                table
            };
            const BEYOND: [[End; $tile_cap]; $pip_cap] = {
                let mut table = [[End(0); $tile_cap]; $pip_cap];
                let mut tile = 0;
                while tile < $tiles {
                    let (a, b) = Self::HALVES[tile];
                    table[a as usize][tile] = End::new(b, a == b);
                    table[b as usize][tile] = End::new(a, a == b);
                    tile += 1;
                }
                table
            };
        }

        impl Set for $name {
            type Mask = $mask;
            const MAX: u8 = $max;
            const TILES: u8 = $tiles;
            const CLASSIC: bool = $classic;
            const ALL: $mask = (1 << $tiles) - 1;
            #[inline(always)]
            fn halves(tile: u8) -> (u8, u8) {
                Self::HALVES[tile as usize & ($tile_cap - 1)]
            }
            #[inline(always)]
            fn with_pip(pip: u8) -> $mask {
                Self::WITH_PIP[pip as usize & ($pip_cap - 1)]
            }
            set!(@rows $rows, $mask);
            #[inline(always)]
            fn fits_beyond(pip: u8, tile: u8) -> $mask {
                Self::FITS_BEYOND[pip as usize & ($pip_cap - 1)][tile as usize & ($tile_cap - 1)]
            }
            #[inline(always)]
            fn beyond(pip: u8, tile: u8) -> End {
                Self::BEYOND[pip as usize & ($pip_cap - 1)][tile as usize & ($tile_cap - 1)]
            }
        }
    };
}

set!(
    /// The double-six set: 28 tiles.
    DoubleSix, 6, 28, u32, 32, 8, short, false
);
set!(
    /// The double-six set with the usual rules, see [`Set::CLASSIC`].
    ClassicSix, 6, 28, u32, 32, 8, short, true
);
set!(
    /// The double-nine set: 55 tiles.
    DoubleNine, 9, 55, u64, 64, 16, long, false
);
set!(
    /// The double-twelve set: 91 tiles.
    DoubleTwelve, 12, 91, u128, 128, 16, long, false
);

/// The tile with these halves, in either order; `None` if the set has no such tile.
#[must_use]
pub fn tile_of<K: Set>(x: u8, y: u8) -> Option<u8> {
    let (a, b) = if x <= y { (x, y) } else { (y, x) };
    (b <= K::MAX).then(|| index_of(K::MAX, a, b))
}

/// The double of `pip`.
#[inline]
#[must_use]
pub fn double_of<K: Set>(pip: u8) -> u8 {
    index_of(K::MAX, pip, pip)
}

/// Whether both halves of the tile are alike.
#[inline]
#[must_use]
pub fn is_double<K: Set>(tile: u8) -> bool {
    let (a, b) = K::halves(tile);
    a == b
}

/// The pip total of a tile.
#[inline]
#[must_use]
pub fn pips<K: Set>(tile: u8) -> u8 {
    let (a, b) = K::halves(tile);
    a + b
}

/// Whether `x` is higher than `y` as a tile that gives the lead (rule D6): doubles above all others, higher doubles above
/// lower ones; other tiles by pip total, then by the larger half.
#[must_use]
pub fn leads_over<K: Set>(x: u8, y: u8) -> bool {
    let rank = |tile: u8| {
        let (a, b) = K::halves(tile);
        (a == b, a + b, b)
    };
    rank(x) > rank(y)
}

/// A tile as text, larger half first, as players say it: `6-5`.
#[must_use]
pub fn tile_name<K: Set>(tile: u8) -> String {
    let (a, b) = K::halves(tile);
    format!("{b}-{a}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<K: Set>() {
        let mut seen = 0;
        for a in 0..=K::MAX {
            for b in a..=K::MAX {
                let tile = tile_of::<K>(b, a).unwrap();
                assert_eq!(tile, seen, "tiles are numbered in order");
                seen += 1;
                assert_eq!(K::halves(tile), (a, b));
                assert_eq!(is_double::<K>(tile), a == b);
                for pip in 0..=K::MAX {
                    assert_eq!(Tiles(K::with_pip(pip)).contains(tile), pip == a || pip == b);
                }
                assert_eq!(K::beyond(a, tile), End::new(b, a == b));
                assert_eq!(K::beyond(b, tile), End::new(a, a == b));
            }
        }
        assert_eq!(seen, K::TILES, "D1");
        assert_eq!(Tiles(K::ALL).len(), K::TILES as usize);
        assert_eq!(tile_of::<K>(0, K::MAX + 1), None);
    }

    #[test]
    fn sets_hold_every_tile_once() {
        check::<DoubleSix>();
        check::<DoubleNine>();
        check::<DoubleTwelve>();
        assert_eq!((DoubleSix::TILES, DoubleNine::TILES, DoubleTwelve::TILES), (28, 55, 91));
    }

    #[test]
    fn ends_count_as_d10_says() {
        assert_eq!(End::new(6, true).value(), 12);
        assert_eq!(End::new(6, false).value(), 6);
        assert_eq!(End::new(12, true).value(), 24);
        assert_eq!(End::new(0, true).value(), 0);
    }

    #[test]
    fn lead_order_is_d6() {
        let tile = |x, y| tile_of::<DoubleSix>(x, y).unwrap();
        assert!(leads_over::<DoubleSix>(tile(0, 0), tile(6, 5)), "any double before any other tile");
        assert!(leads_over::<DoubleSix>(tile(6, 6), tile(5, 5)));
        assert!(leads_over::<DoubleSix>(tile(6, 3), tile(6, 2)), "by pip total");
        assert!(leads_over::<DoubleSix>(tile(6, 3), tile(5, 4)), "between equal totals by the larger half");
    }
}
