//! What another seat may reply to a placement, over all hands that it may hold.
//!
//! Every set of tiles of the right size out of those that the seat may hold is equally likely. For two seats that is exact; for more it
//! leaves out what the other hidden hands' knocks say about this one.

use std::cmp::Reverse;

use arrayvec::ArrayVec;

use super::facts::{Placement, bonus_of, bonus_with_one_tile, ends_by_going_out};
use super::reading::passed_over;
use crate::game::Seat;
use crate::games::dominoes::tiles::{End, MAX_PIP, Mask, Set, Tile, TileMask, Tiles};
use crate::games::dominoes::view::View;

/// The most tiles that fit two ends: all of two values.
const MAX_FITS: usize = 2 * (MAX_PIP + 1);

/// What is known of another seat's hand.
#[derive(Clone, Debug)]
pub(super) struct Other<M> {
    /// The tiles that it may hold.
    may: Tiles<M>,
    /// The tile that it is known to hold (D6).
    known: Option<Tile<M>>,
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
    /// Its next placement cannot bring its score to the target.
    far: bool,
}

impl<M: TileMask> Other<M> {
    /// What `view` knows of `seat`, from its placements too if they are `read`; `most` is what a placement can offer at most.
    pub(super) fn new<K: Set<Mask = M>, const SEATS: usize>(
        view: &View<'_, K, SEATS>,
        seat: Seat,
        read: bool,
        most: u16,
    ) -> Self {
        let mut may = view.may_hold(seat);
        if read {
            let rest = may.minus(passed_over(view, seat, may));
            // A seat whose hand cannot be made of the rest does not play that way.
            if rest.len() >= view.tiles_left(seat) {
                may = rest;
            }
        }
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
        let score = view.score(view.table().side_of(seat));
        let bonus = bonus_of(view, seat);
        Other {
            may,
            known,
            each: if pool == 0 { 0.0 } else { held as f64 / pool as f64 },
            none,
            score,
            bonus,
            last: tiles == 1 && ends_by_going_out(view, seat),
            far: score + most + bonus < view.rules().target,
        }
    }

    /// The chance that it holds none of `k` tiles.
    fn none_of(&self, k: usize) -> f64 {
        self.none.get(k).copied().unwrap_or(0.0)
    }

    /// Calls `take` for each of `ranked`, best first, with the chance that it is the first one held. Returns the chance that none is.
    fn first_held<T>(&self, ranked: &[T], tile: impl Fn(&T) -> Tile<M>, mut take: impl FnMut(&T, f64)) -> f64 {
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
pub(super) struct Reach<M> {
    /// The greedy order: a winning placement, then the gain, then the pips, then the left end before the right.
    key: i32,
    gain: i16,
    /// Points offered at the better end.
    offered: u16,
    /// Points offered, the mean of the ends where it fits, doubled.
    doubled_mean: u16,
    /// The ends after it.
    ends: [End; 2],
    tile: Tile<M>,
    won: bool,
}

/// The tiles that another seat may lay after each placement of a decision.
#[derive(Clone, Debug)]
pub(super) struct Reaches<M> {
    items: Vec<Reach<M>>,
    /// Where each placement's tiles end in `items`.
    ends: Vec<u16>,
}

impl<M: TileMask> Reaches<M> {
    /// Nothing yet.
    pub(super) const fn new() -> Self {
        Reaches { items: Vec::new(), ends: Vec::new() }
    }

    /// Whether nothing has been worked out yet.
    pub(super) fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.items.clear();
        self.ends.clear();
    }

    /// The tiles after the placement `at`, in the order in which a greedy seat prefers them.
    pub(super) fn of(&self, at: usize) -> &[Reach<M>] {
        let first = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.items[usize::from(first)..usize::from(self.ends[at])]
    }

    /// Adds the tiles that `other` may lay on these ends.
    pub(super) fn push<K: Set<Mask = M>, const SEATS: usize>(
        &mut self,
        view: &View<'_, K, SEATS>,
        other: &Other<K::Mask>,
        ends: [End; 2],
    ) {
        let place = |tile: Tile<M>, at: usize| {
            let beyond = K::beyond(ends[at].pip(), tile);
            let after = if at == 0 { [beyond, ends[1]] } else { [ends[0], beyond] };
            let offered = view.points_of(after, false);
            let (gain, won) = scored(view, other.score, offered, other.bonus, other.far);
            let key = (i32::from(won) << 29) + (gain << 9) + (i32::from(tile.pips()) << 1) + (1 - at as i32);
            Reach { tile, key, gain: gain as i16, won, ends: after, offered, doubled_mean: 2 * offered }
        };
        let fits = [ends[0].pip(), ends[1].pip()].map(|pip| other.may.and(Tiles(K::with_pip(pip))));
        let start = self.items.len();
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
            self.items.push(best);
            let mut at = self.items.len() - 1;
            while at > start && self.items[at - 1].key < best.key {
                self.items[at] = self.items[at - 1];
                at -= 1;
            }
            self.items[at] = best;
        }
        self.ends.push(self.items.len() as u16);
    }

    /// Adds a placement after which nothing can be laid.
    pub(super) fn push_none(&mut self) {
        self.ends.push(self.items.len() as u16);
    }
}

/// The change of a score by a placement, and whether it wins immediately. `far` says that no placement can bring the score to the target.
#[inline(always)]
pub(super) fn scored<K: Set, const SEATS: usize>(
    view: &View<'_, K, SEATS>,
    score: u16,
    points: u16,
    bonus: u16,
    far: bool,
) -> (i32, bool) {
    if far {
        return (i32::from(points + bonus), false);
    }
    let (after, won) = view.score_after_out(score, points, bonus);
    (i32::from(after) - i32::from(score), won)
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
    /// The reply of `other`, which may lay the `ranked` tiles.
    pub(super) fn new<M: TileMask>(other: &Other<M>, ranked: &[Reach<M>]) -> Reply {
        let mut reply = Reply::default();
        reply.blocked = other.first_held(
            ranked,
            |item| item.tile,
            |item, chance| {
                reply.best[0] += chance * f64::from(item.gain);
                if item.won {
                    reply.wins += chance;
                }
            },
        );
        let (mut doubled, mut best, mut unknown) = (0u32, 0u32, 0u32);
        for item in ranked {
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
        // Far from the target the greedy order is the order of what is offered.
        reply.best[1] = if other.far {
            reply.best[0] - (1.0 - reply.blocked) * f64::from(other.bonus)
        } else {
            expected_offer(other, ranked)
        };
        reply
    }
}

/// The expected points that `other`, which may lay these tiles, can offer by its placement.
fn expected_offer<M: TileMask>(other: &Other<M>, reach: &[Reach<M>]) -> f64 {
    let mut offers: ArrayVec<(u16, Tile<M>), MAX_FITS> = reach.iter().map(|item| (item.offered, item.tile)).collect();
    offers.sort_unstable_by_key(|&(offered, tile)| (Reverse(offered), tile));
    let mut best = 0.0;
    other.first_held(&offers, |&(_, tile)| tile, |&(offered, _), chance| best += chance * f64::from(offered));
    best
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
    /// What the own seat with the hand `own` can do after `placement` and the greedy reply of `other`, which may lay the `ranked` tiles.
    pub(super) fn new<K: Set, const SEATS: usize>(
        view: &View<'_, K, SEATS>,
        other: &Other<K::Mask>,
        placement: &Placement<K::Mask>,
        own: &Own<K::Mask>,
        ranked: &[Reach<K::Mask>],
    ) -> Answer {
        let mut answer = Answer::default();
        let mut add = |ends: [End; 2], chance: f64| {
            let follow = own.follow(view, ends);
            answer.best[0] += chance * f64::from(follow.best[0]);
            answer.best[1] += chance * f64::from(follow.best[1]);
            if follow.wins {
                answer.wins += chance;
            }
            if follow.placements == 0 {
                answer.blocked += chance;
            }
        };
        let knocks = other.first_held(
            ranked,
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

/// The own hand after a placement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Own<M> {
    hand: Tiles<M>,
    score: u16,
    /// The going-out bonus of the next placement.
    bonus: u16,
    /// The next placement cannot bring the score to the target.
    far: bool,
}

/// What a hand could do on a pair of ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Follow {
    /// Placements that fit.
    pub(super) placements: u32,
    /// Points taken, then offered: the best placement, and the sum over all.
    pub(super) best: [i32; 2],
    pub(super) sum: [i32; 2],
    /// One of them wins the match.
    pub(super) wins: bool,
}

impl<M: Mask> Own<M> {
    /// The hand of the view's seat after a placement; `most` is what a placement can offer at most.
    pub(super) fn new<K: Set<Mask = M>, const SEATS: usize>(
        view: &View<'_, K, SEATS>,
        hand: Tiles<M>,
        score: u16,
        most: u16,
    ) -> Self {
        let bonus = if hand.len() == 1 { bonus_with_one_tile(view, view.seat()) } else { 0 };
        Own { hand, score, bonus, far: score + most + bonus < view.rules().target }
    }

    /// The tiles that fit these ends.
    pub(super) fn fits<K: Set<Mask = M>>(&self, ends: [End; 2]) -> Tiles<M> {
        self.hand.and(Tiles(K::with_pip(ends[0].pip())).or(Tiles(K::with_pip(ends[1].pip()))))
    }

    /// What the hand could do on these ends.
    #[inline]
    pub(super) fn follow<K: Set<Mask = M>, const SEATS: usize>(
        &self,
        view: &View<'_, K, SEATS>,
        ends: [End; 2],
    ) -> Follow {
        let mut follow = Follow { best: [i32::MIN; 2], ..Follow::default() };
        // Two equal ends are one place to lay (D8).
        let places = if ends[0] == ends[1] { 1 } else { 2 };
        for at in 0..places {
            for tile in self.hand.and(Tiles(K::with_pip(ends[at].pip()))) {
                let points = view.points_of([K::beyond(ends[at].pip(), tile), ends[at ^ 1]], false);
                let (gain, won) = scored(view, self.score, points, self.bonus, self.far);
                follow.best = [follow.best[0].max(gain), follow.best[1].max(i32::from(points))];
                follow.sum = [follow.sum[0] + gain, follow.sum[1] + i32::from(points)];
                follow.placements += 1;
                follow.wins |= won;
            }
        }
        if follow.placements == 0 {
            follow.best = [0; 2];
        }
        follow
    }
}
