//! Sets of pieces (tiles or cards) as bit masks: a piece is its number, a set an unsigned integer.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use ethnum::U256;

/// A text that names no piece of the game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{found}\" is not a {allowed}")]
pub struct ParsePieceError {
    /// The text.
    pub found: String,
    /// What there is, and how it is written.
    pub allowed: String,
}

/// The names of pieces in a text, between blanks of any kind and commas; tiles may stand as `replay` draws them, `[4|5][5|1]`.
pub fn names_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words.flat_map(|word| {
        let inner = word.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        inner.unwrap_or(word).split(if inner.is_some() { "][" } else { "," })
    })
}

/// The most pieces that any game deals from.
pub const MAX_PIECES: usize = 91;

/// An unsigned integer that holds a set of pieces.
pub trait Mask:
    Copy
    + Eq
    + Ord
    + Send
    + Sync
    + fmt::Debug
    + std::hash::Hash
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Default
    + 'static
{
    /// No piece.
    const EMPTY: Self;
    /// The mask of one piece.
    fn bit(piece: u8) -> Self;
    /// Number of pieces.
    fn count(self) -> u32;
    /// The lowest piece; meaningless for an empty mask.
    fn lowest(self) -> u8;
    /// The mask without its lowest piece.
    fn without_lowest(self) -> Self;
}

macro_rules! mask {
    ($int:ty) => {
        impl Mask for $int {
            const EMPTY: Self = 0;
            #[inline(always)]
            fn bit(piece: u8) -> Self {
                (1 as $int) << (u32::from(piece) & (<$int>::BITS - 1))
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
mask!(u32);
mask!(u64);
mask!(u128);

impl Mask for U256 {
    const EMPTY: Self = U256::ZERO;
    #[inline(always)]
    fn bit(piece: u8) -> Self {
        U256::ONE << u32::from(piece)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn lowest(self) -> u8 {
        self.trailing_zeros() as u8
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.wrapping_sub(U256::ONE)
    }
}

/// A set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces<M>(pub M);

impl<M: Mask> Pieces<M> {
    /// No piece.
    pub const EMPTY: Pieces<M> = Pieces(M::EMPTY);

    /// Number of pieces.
    #[inline(always)]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count() as usize
    }

    /// Whether there is no piece.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == M::EMPTY
    }

    /// Whether there is exactly one piece.
    #[inline(always)]
    #[must_use]
    pub fn is_single(self) -> bool {
        !self.is_empty() && self.0.without_lowest() == M::EMPTY
    }

    /// Whether `piece` is in the set.
    #[inline(always)]
    #[must_use]
    pub fn contains(self, piece: u8) -> bool {
        self.0 & M::bit(piece) != M::EMPTY
    }

    /// The set with `piece`.
    #[inline(always)]
    #[must_use]
    pub fn with(self, piece: u8) -> Pieces<M> {
        Pieces(self.0 | M::bit(piece))
    }

    /// The set without `piece`.
    #[inline(always)]
    #[must_use]
    pub fn without(self, piece: u8) -> Pieces<M> {
        Pieces(self.0 & !M::bit(piece))
    }

    /// The pieces in both sets.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Pieces<M>) -> Pieces<M> {
        Pieces(self.0 & other.0)
    }

    /// The pieces in either set.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Pieces<M>) -> Pieces<M> {
        Pieces(self.0 | other.0)
    }

    /// The pieces that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub fn minus(self, other: Pieces<M>) -> Pieces<M> {
        Pieces(self.0 & !other.0)
    }

    /// The `n`-th piece in index order; meaningless if there are fewer.
    #[inline(always)]
    #[must_use]
    pub fn nth(self, n: u32) -> u8 {
        let mut mask = self.0;
        for _ in 0..n {
            mask = mask.without_lowest();
        }
        mask.lowest()
    }
}

/// The pieces of a set in index order.
#[derive(Clone, Debug)]
pub struct PieceIter<M>(M);

impl<M: Mask> Iterator for PieceIter<M> {
    type Item = u8;

    #[inline(always)]
    fn next(&mut self) -> Option<u8> {
        if self.0 == M::EMPTY {
            return None;
        }
        let piece = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(piece)
    }
}

impl<M: Mask> IntoIterator for Pieces<M> {
    type Item = u8;
    type IntoIter = PieceIter<M>;

    #[inline(always)]
    fn into_iter(self) -> PieceIter<M> {
        PieceIter(self.0)
    }
}

impl<M: Mask> FromIterator<u8> for Pieces<M> {
    fn from_iter<I: IntoIterator<Item = u8>>(pieces: I) -> Self {
        pieces.into_iter().fold(Pieces::EMPTY, Pieces::with)
    }
}
