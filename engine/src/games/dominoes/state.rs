//! The state of a domino round: hands, line, ends, scores, and the placements open to the seat to move.

use std::hint::select_unpredictable;
use std::marker::PhantomData;

use super::tiles::{End, Mask, Set, Tile, TileMask, Tiles};
use crate::game::{Moves, Seat, Side};

/// `items[index]`. For two items a choice between them, so that a two-seat state can live in registers.
#[inline(always)]
pub(super) fn get<T: Copy, const N: usize>(items: &[T; N], index: usize) -> T {
    if N == 2 { select_unpredictable(index & 1 == 1, items[1], items[0]) } else { items[index % N] }
}

/// Replaces `items[index]` by a function of it; see [`get`].
#[inline(always)]
pub(super) fn update<T: Copy, const N: usize>(items: &mut [T; N], index: usize, change: impl FnOnce(T) -> T) {
    let item = change(get(items, index));
    if N == 2 {
        items[0] = select_unpredictable(index & 1 == 0, item, items[0]);
        items[1] = select_unpredictable(index & 1 == 1, item, items[1]);
    } else {
        items[index % N] = item;
    }
}

/// Marks the absence of a tile where one is optional.
pub(super) const NO_TILE: u8 = 127;

/// A placement: a tile at the left or the right end. The opening is recorded at the left (rule D8).
///
/// Moves are ordered left end first, then by tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move<M>(u8, PhantomData<M>);

impl<M: Mask> Move<M> {
    const RIGHT: u8 = 128;

    /// `tile` at the left end, or as the opening.
    #[inline(always)]
    #[must_use]
    pub const fn left(tile: Tile<M>) -> Self {
        Move::at(tile, false)
    }

    /// `tile` at the right end if `right`, else at the left.
    #[inline(always)]
    #[must_use]
    pub const fn at(tile: Tile<M>, right: bool) -> Self {
        Move(tile.number() | (right as u8) << 7, PhantomData)
    }

    /// The tile laid.
    #[inline(always)]
    #[must_use]
    pub const fn tile(self) -> Tile<M> {
        Tile::numbered(self.0 & !Self::RIGHT)
    }

    /// Whether it goes to the right end.
    #[inline(always)]
    #[must_use]
    pub const fn is_right(self) -> bool {
        self.0 & Self::RIGHT != 0
    }
}

impl<M: TileMask> Move<M> {
    /// The end as records name it; `opens` if the move opens the round.
    pub(super) const fn end_name(self, opens: bool) -> &'static str {
        match (opens, self.is_right()) {
            (true, _) => "open",
            (false, false) => "left",
            (false, true) => "right",
        }
    }

    /// The move as text: the tile alone if it opens the round, else the tile and the end.
    pub(super) fn text(self, opens: bool) -> String {
        let tile = self.tile();
        if opens { tile.to_string() } else { format!("{tile} {}", self.end_name(false)) }
    }
}

/// The hands of a round; undealt tiles are out of play (rule D2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deal<K: Set, const SEATS: usize> {
    /// Each seat's hand.
    pub hands: [Tiles<K::Mask>; SEATS],
}

/// How a round stands or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Running,
    /// Ended by going out (D13).
    Out,
    /// Ended because nobody could go on, no side being out (D14).
    Blocked,
    /// Ended because nobody could go on after a side was out (D13, play-on).
    PlayedOut,
    /// Cut short by a winning placement.
    Won,
}

/// The whole truth of a round in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<K: Set, const SEATS: usize> {
    pub(super) hands: [Tiles<K::Mask>; SEATS],
    /// Tiles laid so far.
    pub(super) line: Tiles<K::Mask>,
    /// Tiles that the seat to move may lay at the left end, and at the right end where that is another move (D8).
    pub(super) legal: [Tiles<K::Mask>; 2],
    /// Scores by side.
    pub(super) scores: [u16; SEATS],
    /// Pip values that each seat is known not to hold, because it knocked on them (D9).
    pub(super) voids: [u16; SEATS],
    /// Left and right end; meaningless before the opening.
    pub(super) ends: [End; 2],
    /// Tiles that have the pip value of the left and of the right end.
    pub(super) fits: [Tiles<K::Mask>; 2],
    /// The seat to move, while the round runs; then the seat that moved last.
    pub(super) turn: Seat,
    pub(super) opener: Seat,
    /// The index of the tile that gave the opener the lead, known to all, or [`NO_TILE`] (D6).
    pub(super) announced: u8,
    /// Tiles laid so far.
    pub(super) laid: u8,
    /// Whether any tile lies; apart from `laid` because the compiler can follow it through a round.
    pub(super) opened: bool,
    pub(super) phase: Phase,
    /// A side is out (D13).
    pub(super) side_out: bool,
}

impl<K: Set, const SEATS: usize> State<K, SEATS> {
    /// The hands, for code that may see everything.
    #[must_use]
    pub fn hands(&self) -> &[Tiles<K::Mask>; SEATS] {
        &self.hands
    }

    /// The ends of the line, or `None` before the opening.
    #[must_use]
    pub fn ends(&self) -> Option<[End; 2]> {
        self.opened.then_some(self.ends)
    }

    /// Score of a side.
    #[must_use]
    pub fn score(&self, side: Side) -> u16 {
        self.scores[side.index()]
    }

    /// The tile that gave the opener the lead, if a tile did (D6).
    #[must_use]
    pub fn announced(&self) -> Option<Tile<K::Mask>> {
        (self.announced != NO_TILE).then_some(Tile::numbered(self.announced))
    }
}

impl<K: Set, const SEATS: usize> State<K, SEATS> {
    #[inline]
    pub(super) fn list_moves(&self, out: &mut Moves<Move<K::Mask>>) {
        out.clear();
        for (end, tiles) in self.legal.iter().enumerate() {
            for tile in *tiles {
                out.push(Move::at(tile, end == 1));
            }
        }
    }

    #[inline(always)]
    pub(super) fn count_moves(&self) -> u32 {
        if !self.opened {
            return self.legal[0].len() as u32;
        }
        (0..2).map(|end| K::count_of_row(self.ends[end].pip(), self.legal[end].0)).sum()
    }

    #[inline(always)]
    pub(super) fn nth_move(&self, n: u32) -> Move<K::Mask> {
        if !self.opened {
            return Move::left(self.legal[0].nth(n));
        }
        let pips = [self.ends[0].pip(), self.ends[1].pip()];
        let (tile, right) = K::nth_of_rows(pips, [self.legal[0].0, self.legal[1].0], n);
        Move::at(tile, right)
    }
}
