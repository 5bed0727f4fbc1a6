//! What another seat may reply to a placement, over all hands that it may hold.
//!
//! Every set of tiles of the right size out of those that the seat may hold counts alike. For two seats that is exact; for more it
//! leaves out what the other hidden hands' knocks say about this one.

use arrayvec::ArrayVec;

use super::sheet::{Placement, bonus_of, ends_by_going_out, follow};
use crate::game::Seat;
use crate::games::dominoes::tiles::{End, MAX_PIP, Mask, Set, Tiles, pips};
use crate::games::dominoes::view::View;

/// The most tiles that fit two ends: all of two values.
const MAX_FITS: usize = 2 * (MAX_PIP + 1);

/// What is known of another seat's hand.
#[derive(Clone, Debug)]
pub(super) struct Other<M> {
    /// The tiles that it may hold.
    may: Tiles<M>,
    /// The tile that it is known to hold (D6).
    known: Option<u8>,
    /// The chance that it holds a given one of the tiles that it may hold, the known one aside.
    each: f64,
    /// The chance that it holds none of `k` given tiles, by `k`.
    none: ArrayVec<f64, { MAX_FITS + 1 }>,
    /// Its side's score.
    score: u16,
    /// The going-out bonus of its next placement.
    bonus: u16,
    /// The round ends with its next placement.
    last: bool,
}

impl<M: Mask> Other<M> {
    /// What `view` knows of `seat`.
    pub(super) fn new<K: Set<Mask = M>, const SEATS: usize>(view: &View<'_, K, SEATS>, seat: Seat) -> Self {
        let may = view.may_hold(seat);
        let known = view.announced().filter(|&lead| seat == view.opener() && may.contains(lead));
        let tiles = view.tiles_left(seat);
        let unknown = known.is_some() as usize;
        let (held, pool) = (tiles - unknown.min(tiles), may.len() - unknown.min(may.len()));
        let mut none = ArrayVec::new();
        let mut chance = 1.0;
        none.push(chance);
        for taken in 0..pool.min(MAX_FITS) {
            // Of the tiles not yet asked about, so many lie elsewhere.
            let elsewhere = (pool - held.min(pool)).saturating_sub(taken);
            chance = chance * elsewhere as f64 / (pool - taken) as f64;
            none.push(chance);
        }
        Other {
            may,
            known,
            each: if pool == 0 { 0.0 } else { held as f64 / pool as f64 },
            none,
            score: view.score(view.table().side_of(seat)),
            bonus: bonus_of(view, seat),
            last: tiles == 1 && ends_by_going_out(view, seat),
        }
    }

    /// The chance that it holds none of `k` tiles.
    fn none_of(&self, k: usize) -> f64 {
        self.none.get(k).copied().unwrap_or(0.0)
    }

    /// Calls `take` for each of `ranked`, best first, with the chance that it is the first one held. Returns the chance that none is.
    fn first_held<T>(&self, ranked: &[T], tile: impl Fn(&T) -> u8, mut take: impl FnMut(&T, f64)) -> f64 {
        for (before, item) in ranked.iter().enumerate() {
            if self.known == Some(tile(item)) {
                take(item, self.none_of(before));
                return 0.0;
            }
            take(item, self.none_of(before) - self.none_of(before + 1));
        }
        self.none_of(ranked.len())
    }
}

/// A tile that the other seat may lay, with its best placement for that seat.
#[derive(Clone, Copy, Debug)]
struct Reach {
    tile: u8,
    /// The greedy order: a winning placement, then the gain, then the pips.
    key: i32,
    gain: i32,
    won: bool,
    /// The ends after it.
    ends: [End; 2],
    /// Points offered at the better end.
    offered: u16,
    /// Points offered, the mean of the ends where it fits, doubled.
    doubled_mean: u16,
}

/// The tiles that the other seat may lay on these ends, in the order in which a greedy seat prefers them.
fn reach<K: Set, const SEATS: usize>(
    view: &View<'_, K, SEATS>,
    other: &Other<K::Mask>,
    ends: [End; 2],
) -> ArrayVec<Reach, MAX_FITS> {
    let fits = [other.may.and(Tiles(K::with_pip(ends[0].pip()))), other.may.and(Tiles(K::with_pip(ends[1].pip())))];
    let place = |tile: u8, at: usize| {
        let beyond = K::beyond(ends[at].pip(), tile);
        let after = if at == 0 { [beyond, ends[1]] } else { [ends[0], beyond] };
        let offered = view.points_of(after, false);
        let (score, won) = view.score_after_out(other.score, offered, other.bonus);
        let gain = i32::from(score) - i32::from(other.score);
        let key = (i32::from(won) << 28) + (gain << 8) + i32::from(pips::<K>(tile));
        Reach { tile, key, gain, won, ends: after, offered, doubled_mean: 2 * offered }
    };
    let mut list: ArrayVec<Reach, MAX_FITS> = ArrayVec::new();
    for tile in fits[0].or(fits[1]) {
        let best = match [fits[0].contains(tile), fits[1].contains(tile)] {
            [true, false] => place(tile, 0),
            [false, _] => place(tile, 1),
            [true, true] => {
                let (left, right) = (place(tile, 0), place(tile, 1));
                let mut best = if right.key > left.key { right } else { left };
                best.offered = left.offered.max(right.offered);
                best.doubled_mean = left.offered + right.offered;
                best
            }
        };
        // Insertion keeps equal keys in tile order.
        let at = list.iter().rposition(|earlier| earlier.key >= best.key).map_or(0, |at| at + 1);
        if !list.is_full() {
            list.insert(at, best);
        }
    }
    list
}

/// What another seat may reply to a placement.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Reply {
    /// Expected number of tiles that fit.
    pub(super) tiles: f64,
    /// The chance that none fits.
    pub(super) blocked: f64,
    /// Expected points of the best reply: taken, then offered.
    pub(super) best: [f64; 2],
    /// Points offered, summed over the tiles times the chance to hold each: the mean of the ends, then the better end.
    pub(super) sum: [f64; 2],
    /// The chance that it can win.
    pub(super) wins: f64,
}

impl Reply {
    /// The reply of `other` to `placement`.
    pub(super) fn new<K: Set, const SEATS: usize>(
        view: &View<'_, K, SEATS>,
        other: &Other<K::Mask>,
        placement: &Placement,
    ) -> Reply {
        let ranked = reach(view, other, placement.ends);
        let mut reply = Reply::default();
        reply.blocked = other.first_held(
            &ranked,
            |item| item.tile,
            |item, chance| {
                reply.best[0] += chance * f64::from(item.gain);
                if item.won {
                    reply.wins += chance;
                }
            },
        );
        let (mut doubled, mut best, mut unknown) = (0u32, 0u32, 0u32);
        let mut offers: ArrayVec<(u16, u8), MAX_FITS> = ArrayVec::new();
        for item in &ranked {
            offers.push((item.offered, item.tile));
            if other.known == Some(item.tile) {
                reply.tiles = 1.0;
                reply.sum = [f64::from(item.doubled_mean) / 2.0, f64::from(item.offered)];
            } else {
                doubled += u32::from(item.doubled_mean);
                best += u32::from(item.offered);
                unknown += 1;
            }
        }
        reply.tiles += f64::from(unknown) * other.each;
        reply.sum[0] += f64::from(doubled) / 2.0 * other.each;
        reply.sum[1] += f64::from(best) * other.each;
        offers.sort_unstable_by_key(|&(offered, tile)| (std::cmp::Reverse(offered), tile));
        other.first_held(
            &offers,
            |&(_, tile)| tile,
            |&(offered, _), chance| {
                reply.best[1] += chance * f64::from(offered);
            },
        );
        reply
    }
}

/// What the own hand can do after another seat's greedy reply.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Answer {
    /// Expected points of the own best placement: taken, then offered.
    pub(super) best: [f64; 2],
    /// The chance that the own hand can win.
    pub(super) wins: f64,
    /// The chance that nothing fits.
    pub(super) blocked: f64,
}

impl Answer {
    /// What `hand`, left after `placement`, can do after the greedy reply of `other`.
    pub(super) fn new<K: Set, const SEATS: usize>(
        view: &View<'_, K, SEATS>,
        other: &Other<K::Mask>,
        placement: &Placement,
        hand: Tiles<K::Mask>,
    ) -> Answer {
        let mut answer = Answer::default();
        let mut add = |ends: [End; 2], chance: f64| {
            let own = follow(view, hand, ends, placement.score);
            answer.best[0] += chance * f64::from(own.best[0]);
            answer.best[1] += chance * f64::from(own.best[1]);
            if own.wins {
                answer.wins += chance;
            }
            if own.tiles == 0 {
                answer.blocked += chance;
            }
        };
        let ranked = reach(view, other, placement.ends);
        let knocks = other.first_held(
            &ranked,
            |item| item.tile,
            |item, chance| {
                if !item.won && !other.last && chance > 0.0 {
                    add(item.ends, chance);
                }
            },
        );
        if knocks > 0.0 {
            add(placement.ends, knocks);
        }
        answer
    }
}
