//! The state of a domino round, and what a placement does to it.

use std::hint::select_unpredictable;

use super::engine::Dominoes;
use super::rules::{EndRule, Finish, Overshoot};
use super::tiles::{End, Mask, Set, Tiles};
use crate::game::{Event, Seat, Side};

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
pub const NO_TILE: u8 = 127;

/// A placement: a tile at the left or the right end. The opening is recorded at the left (rule D8).
///
/// Moves are ordered left end first, then by tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    const RIGHT: u8 = 128;

    /// `tile` at the left end, or as the opening.
    #[inline(always)]
    #[must_use]
    pub const fn left(tile: u8) -> Move {
        Move(tile)
    }

    /// `tile` at the right end.
    #[inline(always)]
    #[must_use]
    pub const fn right(tile: u8) -> Move {
        Move(tile | Move::RIGHT)
    }

    /// `tile` at the right end if `right`, else at the left.
    #[inline(always)]
    #[must_use]
    pub const fn at(tile: u8, right: bool) -> Move {
        Move(tile | (right as u8) << 7)
    }

    /// The tile laid.
    #[inline(always)]
    #[must_use]
    pub const fn tile(self) -> u8 {
        self.0 & !Move::RIGHT
    }

    /// Whether it goes to the right end.
    #[inline(always)]
    #[must_use]
    pub const fn is_right(self) -> bool {
        self.0 & Move::RIGHT != 0
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
    /// The tile that gave the opener the lead, known to all, or [`NO_TILE`] (D6).
    pub(super) announced: u8,
    /// Tiles laid so far.
    pub(super) laid: u8,
    /// Whether any tile lies; apart from `laid` because the compiler can follow it through a round.
    pub(super) opened: bool,
    pub(super) phase: Phase,
    /// A side is out (D13).
    pub(super) side_out: bool,
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The ends after `mv`.
    #[inline(always)]
    pub(super) fn ends_after(s: &State<K, SEATS>, mv: Move) -> [End; 2] {
        let tile = mv.tile();
        if !s.opened {
            let (a, b) = K::halves(tile);
            return [End::new(a, a == b), End::new(b, a == b)];
        }
        let at = usize::from(mv.is_right());
        let beyond = K::beyond(get(&s.ends, at).pip(), tile);
        let mut ends = s.ends;
        update(&mut ends, at, |_| beyond);
        ends
    }

    /// The tiles that fit at each end after `mv`.
    #[inline(always)]
    fn fits_after(s: &State<K, SEATS>, mv: Move) -> [Tiles<K::Mask>; 2] {
        let tile = mv.tile();
        if !s.opened {
            let (a, b) = K::halves(tile);
            return [Tiles(K::with_pip(a)), Tiles(K::with_pip(b))];
        }
        let at = usize::from(mv.is_right());
        let beyond = Tiles(K::fits_beyond(get(&s.ends, at).pip(), tile));
        let mut fits = s.fits;
        update(&mut fits, at, |_| beyond);
        fits
    }

    /// Points that the ends earn after a placement (D10, D11). A lone double counts its halves once.
    #[inline(always)]
    pub(super) fn points_of(&self, ends: [End; 2], lone: bool) -> u16 {
        let right = if lone && ends[1].is_double() { 0 } else { ends[1].value() };
        u16::from(self.points[(ends[0].value() + right) as usize & 63])
    }

    /// Points that `mv` earns by its placement alone, whether or not they would be taken.
    #[inline(always)]
    pub(super) fn placement_points(&self, s: &State<K, SEATS>, mv: Move) -> u16 {
        self.points_of(Self::ends_after(s, mv), !s.opened)
    }

    /// Whether laying its tile would earn the seat to move the going-out bonus (D13).
    #[inline(always)]
    pub(super) fn earns_bonus(&self, s: &State<K, SEATS>) -> bool {
        let seat = s.turn;
        if !get(&s.hands, seat.index()).is_single() {
            return false;
        }
        match self.end_rule() {
            EndRule::FirstOut => true,
            EndRule::SideOut => self.partners_out(s, seat),
            EndRule::PlayOn => !s.side_out && self.partners_out(s, seat),
        }
    }

    /// Whether every other seat of this seat's side is out.
    #[inline(always)]
    fn partners_out(&self, s: &State<K, SEATS>, seat: Seat) -> bool {
        !self.has_pairs() || s.hands[(seat.index() + 2) & 3].is_empty()
    }

    /// One scoring event against the target (D16–D20): the new score, and whether it was taken whole.
    ///
    /// An event of 0 points changes nothing, so that callers need not ask.
    #[inline(always)]
    pub(super) fn apply(&self, score: u16, offered: u16) -> (u16, bool) {
        let sum = score + offered;
        let target = self.rules.target;
        let whole = sum <= target;
        match self.overshoot() {
            Overshoot::Discard => (select_unpredictable(whole, sum, score), whole),
            Overshoot::Allow => (sum, true),
            Overshoot::Bounce if !whole => (target.saturating_sub(sum - target), false),
            Overshoot::Bounce => (sum, true),
            Overshoot::Cap => (sum.min(target), whole),
        }
    }

    /// Whether a side that has just scored wins at once (D18).
    #[inline(always)]
    pub(super) fn wins(&self, score: u16) -> bool {
        score >= self.rules.target && self.finish() == Finish::Immediate
    }

    /// The change of its side's score that `mv` would bring, and whether it would win at once.
    #[inline(always)]
    pub(super) fn gain(&self, s: &State<K, SEATS>, mv: Move) -> (i32, bool) {
        let score = get(&s.scores, self.side_of(s.turn).index());
        let bonus = if self.earns_bonus(s) { self.rules.out_bonus } else { 0 };
        let scored = self.score_move(score, self.placement_points(s, mv), bonus);
        (i32::from(scored.score) - i32::from(score), scored.won)
    }

    /// Scores a placement and its bonus, as one event or as two (D17).
    #[inline(always)]
    pub(super) fn score_move(&self, score: u16, points: u16, bonus: u16) -> Scored {
        if self.combines_out() || bonus == 0 {
            let offered = points + bonus;
            let (after, whole) = self.apply(score, offered);
            return Scored { score: after, offered, lost: u8::from(!whole), won: self.wins(after) };
        }
        let (first, whole) = self.apply(score, points);
        if self.wins(first) {
            return Scored { score: first, offered: points, lost: u8::from(!whole), won: true };
        }
        let (second, whole_too) = self.apply(first, bonus);
        let lost = u8::from(!whole) + u8::from(!whole_too);
        Scored { score: second, offered: points + bonus, lost, won: self.wins(second) }
    }

    /// Plays a legal move with everything that follows from it.
    #[inline(always)]
    pub(super) fn lay(&self, s: &mut State<K, SEATS>, mv: Move) -> Event {
        let seat = s.turn;
        let bonus = self.earns_bonus(s);
        s.fits = Self::fits_after(s, mv);
        s.ends = Self::ends_after(s, mv);
        let points = self.points_of(s.ends, !s.opened);
        update(&mut s.hands, seat.index(), |hand| hand.without(mv.tile()));
        s.line = s.line.with(mv.tile());
        s.laid += 1;
        s.opened = true;

        let side = self.side_of(seat);
        let before = get(&s.scores, side.index());
        let scored = self.score_move(before, points, select_unpredictable(bonus, self.rules.out_bonus, 0));
        update(&mut s.scores, side.index(), |_| scored.score);
        let mut event = Event {
            offered: scored.offered,
            taken: scored.score.wrapping_sub(before) as i16,
            lost_events: scored.lost,
            passed: 0,
        };
        if scored.won {
            s.phase = Phase::Won;
        } else if bonus && self.end_rule() != EndRule::PlayOn {
            s.phase = Phase::Out;
        } else {
            s.side_out |= bonus;
            event.passed = self.pass_turn(s, seat);
        }
        event
    }

    /// Hands the turn to the next seat that can lay a tile; the others knock (D9). Ends the round if there is none.
    #[inline(always)]
    fn pass_turn(&self, s: &mut State<K, SEATS>, from: Seat) -> u16 {
        let pips = [s.ends[0].pip(), s.ends[1].pip()];
        let fits = s.fits;
        // Two ends alike are one place to lay (D8).
        let right = Tiles(select_unpredictable(s.ends[0] == s.ends[1], K::Mask::EMPTY, fits[1].0));
        if SEATS == 2 {
            return self.pass_turn_of_two(s, from, fits[0], right, 1 << pips[0] | 1 << pips[1]);
        }
        let mut passed = 0;
        let mut seat = from;
        for _ in 0..self.table.seats() {
            seat = self.table.left_of(seat);
            let hand = s.hands[seat.index() % SEATS];
            let legal = [hand.and(fits[0]), hand.and(right)];
            if !legal[0].or(legal[1]).is_empty() {
                s.legal = legal;
                s.turn = seat;
                return passed;
            }
            if !hand.is_empty() {
                passed |= 1 << seat.0;
                s.voids[seat.index() % SEATS] |= 1 << pips[0] | 1 << pips[1];
            }
        }
        s.phase = if s.side_out { Phase::PlayedOut } else { Phase::Blocked };
        passed
    }

    /// [`Self::pass_turn`] for two seats, without branches that depend on the hands.
    #[inline(always)]
    fn pass_turn_of_two(
        &self,
        s: &mut State<K, SEATS>,
        from: Seat,
        left: Tiles<K::Mask>,
        right: Tiles<K::Mask>,
        pips: u16,
    ) -> u16 {
        let (mine, theirs) = (from.index() & 1, from.index() & 1 ^ 1);
        let (my_hand, their_hand) = (get(&s.hands, mine), get(&s.hands, theirs));
        let own = [my_hand.and(left), my_hand.and(right)];
        let other = [their_hand.and(left), their_hand.and(right)];
        let other_can = !other[0].or(other[1]).is_empty();
        let own_can = !own[0].or(own[1]).is_empty();
        s.legal = [0, 1].map(|end| Tiles(select_unpredictable(other_can, other[end].0, own[end].0)));
        s.turn = Seat(mine as u8 ^ u8::from(other_can));
        let other_knocks = u16::from(!other_can && !their_hand.is_empty());
        update(&mut s.voids, theirs, |voids| voids | (pips * other_knocks));
        let mut passed = other_knocks << theirs;
        if !other_can && !own_can {
            let own_knocks = u16::from(!my_hand.is_empty());
            update(&mut s.voids, mine, |voids| voids | (pips * own_knocks));
            passed |= own_knocks << mine;
            s.phase = if s.side_out { Phase::PlayedOut } else { Phase::Blocked };
        }
        passed
    }

    /// The tile that gives the lead among the dealt hands, and its holder (D6).
    pub(super) fn lead_of(&self, hands: &[Tiles<K::Mask>; SEATS]) -> (u8, Seat) {
        let mut best: Option<(u8, Seat)> = None;
        for (seat, hand) in hands.iter().enumerate().take(self.table.seats()) {
            for tile in *hand {
                if best.is_none_or(|(lead, _)| super::tiles::leads_over::<K>(tile, lead)) {
                    best = Some((tile, Seat(seat as u8)));
                }
            }
        }
        best.unwrap_or((NO_TILE, Seat(0)))
    }
}

/// The outcome of scoring one placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Scored {
    pub(super) score: u16,
    pub(super) offered: u16,
    pub(super) lost: u8,
    pub(super) won: bool,
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
    pub fn announced(&self) -> Option<u8> {
        (self.announced != NO_TILE).then_some(self.announced)
    }
}

impl<M: Mask> Default for Tiles<M> {
    fn default() -> Self {
        Tiles::EMPTY
    }
}
