//! Tiles, sets of tiles and the open ends of a line.
//!
//! A [`Tile`] is its index in the order 0-0, 0-1 … 0-N, 1-1 … N-N (rule D1). A hand is a bit mask of the set's width: 28 tiles
//! fit `u32`, 55 fit `u64`, 91 fit `u128`. So the mask tells which set a tile is of, and is part of its type.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use super::rows::Rows;
pub use crate::pieces::Mask;
use crate::pieces::{MAX_PIECES, ParsePieceError, PieceIter, Pieces};

/// The largest pip value of any set.
pub const MAX_PIP: usize = 12;
/// The number of tiles of the largest set.
pub const MAX_TILES: usize = 91;

const _: () = assert!(MAX_TILES <= MAX_PIECES);

/// A mask that holds the tiles of one of the sets.
pub trait TileMask: Mask {
    /// The largest pip value.
    const MAX: u8;
    /// The halves of a tile, smaller first.
    fn halves(number: u8) -> (u8, u8);
}

/// A tile of the set that the mask `M` holds, by its index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile<M>(u8, PhantomData<M>);

impl<M> Tile<M> {
    /// The tile of an index.
    #[inline(always)]
    pub(super) const fn numbered(number: u8) -> Self {
        Tile(number, PhantomData)
    }

    /// The tile's index.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u8
    where
        M: Copy,
    {
        self.0
    }
}

impl<M: TileMask> Tile<M> {
    /// The tile with these halves, in either order; `None` if the set has no such tile.
    #[must_use]
    pub fn of(x: u8, y: u8) -> Option<Self> {
        let (a, b) = if x <= y { (x, y) } else { (y, x) };
        (b <= M::MAX).then(|| Tile::numbered(index_of(M::MAX, a, b)))
    }

    /// The double of `pip`.
    #[inline]
    #[must_use]
    pub fn double(pip: u8) -> Self {
        Tile::numbered(index_of(M::MAX, pip, pip))
    }

    /// The halves, smaller first.
    #[inline(always)]
    #[must_use]
    pub fn halves(self) -> (u8, u8) {
        M::halves(self.0)
    }

    /// Whether both halves are equal.
    #[inline]
    #[must_use]
    pub fn is_double(self) -> bool {
        let (a, b) = self.halves();
        a == b
    }

    /// The pip total.
    #[inline]
    #[must_use]
    pub fn pips(self) -> u8 {
        let (a, b) = self.halves();
        a + b
    }

    /// Whether this tile is higher than another as one that gives the lead (rule D6): doubles above all others, higher doubles above
    /// lower ones; other tiles by pip total, then by the larger half.
    #[must_use]
    pub fn leads_over(self, other: Self) -> bool {
        let rank = |tile: Self| (tile.is_double(), tile.pips(), tile.halves().1);
        rank(self) > rank(other)
    }
}

impl<M: TileMask> fmt::Display for Tile<M> {
    /// The tile as players say it, larger half first: `6-5`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.halves();
        write!(f, "{b}-{a}")
    }
}

impl<M> fmt::Debug for Tile<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tile({})", self.0)
    }
}

impl<M: TileMask> FromStr for Tile<M> {
    type Err = ParsePieceError;

    /// Reads `6-5`, `5-6` or `6|5`.
    fn from_str(text: &str) -> Result<Self, ParsePieceError> {
        // Digits only: `parse` would accept a sign.
        let half = |digits: &str| if digits.bytes().all(|c| c.is_ascii_digit()) { digits.parse().ok() } else { None };
        let tile = text.split_once(['-', '|']).and_then(|(x, y)| Tile::of(half(x)?, half(y)?));
        tile.ok_or_else(|| {
            let max = M::MAX;
            let allowed = format!("tile of a double-{max} set; a tile is two numbers from 0 to {max}, such as 6-5");
            ParsePieceError { found: text.to_owned(), allowed }
        })
    }
}

/// A set of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tiles<M>(pub M);

impl<M: Mask> Tiles<M> {
    /// No tile.
    pub const EMPTY: Tiles<M> = Tiles(M::EMPTY);

    /// Number of tiles.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Whether there is no tile.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == M::EMPTY
    }

    /// Whether there is exactly one tile.
    #[inline(always)]
    #[must_use]
    pub fn is_single(self) -> bool {
        self.pieces().is_single()
    }

    /// Whether `tile` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, tile: Tile<M>) -> bool {
        self.pieces().contains(tile.0)
    }

    /// The set with `tile`.
    #[inline(always)]
    #[must_use]
    pub fn with(self, tile: Tile<M>) -> Tiles<M> {
        Tiles(self.0 | M::bit(tile.0))
    }

    /// The set without `tile`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, tile: Tile<M>) -> Tiles<M> {
        Tiles(self.0 & !M::bit(tile.0))
    }

    /// The tiles in both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Tiles<M>) -> Tiles<M> {
        Tiles(self.0 & other.0)
    }

    /// The tiles in either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Tiles<M>) -> Tiles<M> {
        Tiles(self.0 | other.0)
    }

    /// The tiles that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Tiles<M>) -> Tiles<M> {
        Tiles(self.0 & !other.0)
    }

    /// The `n`-th tile in order; meaningless if there are fewer.
    #[inline(always)]
    #[must_use]
    pub fn nth(self, n: u32) -> Tile<M> {
        Tile::numbered(self.pieces().nth(n))
    }

    /// The tiles in order.
    #[inline(always)]
    pub fn iter(self) -> TileIter<M> {
        self.into_iter()
    }

    /// The set as pieces to be dealt.
    #[inline(always)]
    pub(super) const fn pieces(self) -> Pieces<M> {
        Pieces(self.0)
    }
}

impl<M: Mask> Default for Tiles<M> {
    fn default() -> Self {
        Tiles::EMPTY
    }
}

/// The tiles of a set, in order.
#[derive(Clone, Debug)]
pub struct TileIter<M>(PieceIter<M>);

impl<M: Mask> Iterator for TileIter<M> {
    type Item = Tile<M>;

    #[inline(always)]
    fn next(&mut self) -> Option<Tile<M>> {
        self.0.next().map(Tile::numbered)
    }
}

impl<M: Mask> IntoIterator for Tiles<M> {
    type Item = Tile<M>;
    type IntoIter = TileIter<M>;

    #[inline(always)]
    fn into_iter(self) -> TileIter<M> {
        TileIter(self.pieces().into_iter())
    }
}

impl<M: Mask> FromIterator<Tile<M>> for Tiles<M> {
    fn from_iter<I: IntoIterator<Item = Tile<M>>>(tiles: I) -> Self {
        tiles.into_iter().fold(Tiles::EMPTY, Tiles::with)
    }
}

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
    type Mask: TileMask;
    /// The largest pip value.
    const MAX: u8;
    /// The number of tiles.
    const TILES: u8;
    /// Whether the target, overshoot, finish and round-end rules are known to be the usual ones while compiling: each for itself,
    /// discard, immediate, one event, side-out. This spares the commonest game all questions about its rules.
    const CLASSIC: bool;
    /// All tiles.
    const ALL: Self::Mask;
    /// The tiles that have `pip` on either half.
    fn with_pip(pip: u8) -> Self::Mask;
    /// The `n`-th tile of two rows, those of `tiles[0]` with `pips[0]` before those of `tiles[1]` with `pips[1]`, and whether it is of the
    /// second row.
    fn nth_of_rows(pips: [u8; 2], tiles: [Self::Mask; 2], n: u32) -> (Tile<Self::Mask>, bool);
    /// How many tiles a set of tiles that all have `pip` has.
    fn count_of_row(pip: u8, tiles: Self::Mask) -> u32;
    /// The number of a set of tiles that all have `pip`, below 128; `None` for sets whose rows are longer than seven tiles.
    fn row_number(pip: u8, tiles: Self::Mask) -> Option<usize>;
    /// The tiles that fit where `tile` has been laid at an end showing `pip`.
    fn fits_beyond(pip: u8, tile: Tile<Self::Mask>) -> Self::Mask;
    /// The end that `tile` leaves when it is laid at an end showing `pip`; the tile must have that pip.
    fn beyond(pip: u8, tile: Tile<Self::Mask>) -> End;
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
        fn nth_of_rows(pips: [u8; 2], tiles: [$mask; 2], n: u32) -> (Tile<$mask>, bool) {
            let (tile, second) = SIX_ROWS.nth(pips, tiles, n);
            (Tile::numbered(tile), second)
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
        fn nth_of_rows(_: [u8; 2], tiles: [$mask; 2], n: u32) -> (Tile<$mask>, bool) {
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
            fn with_pip(pip: u8) -> $mask {
                Self::WITH_PIP[pip as usize & ($pip_cap - 1)]
            }
            set!(@rows $rows, $mask);
            #[inline(always)]
            fn fits_beyond(pip: u8, tile: Tile<$mask>) -> $mask {
                Self::FITS_BEYOND[pip as usize & ($pip_cap - 1)][tile.number() as usize & ($tile_cap - 1)]
            }
            #[inline(always)]
            fn beyond(pip: u8, tile: Tile<$mask>) -> End {
                Self::BEYOND[pip as usize & ($pip_cap - 1)][tile.number() as usize & ($tile_cap - 1)]
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

macro_rules! tile_mask {
    ($mask:ty, $set:ident, $tile_cap:literal) => {
        impl TileMask for $mask {
            const MAX: u8 = $set::MAX;

            #[inline(always)]
            fn halves(number: u8) -> (u8, u8) {
                $set::HALVES[number as usize & ($tile_cap - 1)]
            }
        }
    };
}
tile_mask!(u32, DoubleSix, 32);
tile_mask!(u64, DoubleNine, 64);
tile_mask!(u128, DoubleTwelve, 128);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<K: Set>() {
        let mut seen = 0;
        for a in 0..=K::MAX {
            for b in a..=K::MAX {
                let tile = Tile::<K::Mask>::of(b, a).unwrap();
                assert_eq!(tile.number(), seen, "tiles are numbered in order");
                seen += 1;
                for text in [format!("{a}-{b}"), format!("{b}|{a}"), tile.to_string()] {
                    assert_eq!(text.parse(), Ok(tile));
                }
                assert_eq!(tile.halves(), (a, b));
                assert_eq!(tile.is_double(), a == b);
                for pip in 0..=K::MAX {
                    assert_eq!(Tiles(K::with_pip(pip)).contains(tile), pip == a || pip == b);
                }
                assert_eq!(K::beyond(a, tile), End::new(b, a == b));
                assert_eq!(K::beyond(b, tile), End::new(a, a == b));
            }
        }
        assert_eq!(seen, K::TILES, "D1");
        assert_eq!(Tiles(K::ALL).len(), K::TILES as usize);
        assert_eq!(Tile::<K::Mask>::of(0, K::MAX + 1), None);
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
        let tile = |x, y| Tile::<u32>::of(x, y).unwrap();
        assert!(tile(0, 0).leads_over(tile(6, 5)), "any double before any other tile");
        assert!(tile(6, 6).leads_over(tile(5, 5)));
        assert!(tile(6, 3).leads_over(tile(6, 2)), "by pip total");
        assert!(tile(6, 3).leads_over(tile(5, 4)), "between equal totals by the larger half");
    }
}
