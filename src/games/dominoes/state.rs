//! The state of a domino round, and what a placement does to it.

use super::engine::Dominoes;
use super::rules::{EndRule, Finish, Overshoot};
use super::tiles::{End, Mask, Set, Tiles};
use crate::game::{Event, Seat, Side};

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
    /// The seat to move, while the round runs; then the seat that moved last.
    pub(super) turn: Seat,
    pub(super) opener: Seat,
    /// The tile that gave the opener the lead, known to all, or [`NO_TILE`] (D6).
    pub(super) announced: u8,
    /// Tiles laid so far.
    pub(super) laid: u8,
    pub(super) phase: Phase,
    /// A side is out (D13).
    pub(super) side_out: bool,
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The ends after `mv`.
    #[inline(always)]
    pub(super) fn ends_after(s: &State<K, SEATS>, mv: Move) -> [End; 2] {
        let tile = mv.tile();
        if s.laid == 0 {
            let (a, b) = K::halves(tile);
            return [End::new(a, a == b), End::new(b, a == b)];
        }
        let at = mv.is_right() as usize;
        let beyond = K::beyond(s.ends[at].pip(), tile);
        let other = s.ends[at ^ 1];
        if at == 0 { [beyond, other] } else { [other, beyond] }
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
        self.points_of(Self::ends_after(s, mv), s.laid == 0)
    }

    /// Whether laying its tile would earn the seat to move the going-out bonus (D13).
    #[inline(always)]
    pub(super) fn earns_bonus(&self, s: &State<K, SEATS>) -> bool {
        let seat = s.turn;
        if s.hands[seat.index()].len() != 1 {
            return false;
        }
        match self.rules.round_end {
            EndRule::FirstOut => true,
            EndRule::SideOut => self.partners_out(s, seat),
            EndRule::PlayOn => !s.side_out && self.partners_out(s, seat),
        }
    }

    /// Whether every other seat of this seat's side is out.
    #[inline(always)]
    fn partners_out(&self, s: &State<K, SEATS>, seat: Seat) -> bool {
        !self.rules.pairs || s.hands[(seat.index() + 2) & 3].is_empty()
    }

    /// One scoring event against the target (D16–D20): the new score, and whether it was taken whole.
    #[inline(always)]
    pub(super) fn apply(&self, score: u16, offered: u16) -> (u16, bool) {
        let sum = score + offered;
        let target = self.rules.target;
        match self.rules.overshoot {
            Overshoot::Discard if sum > target => (score, false),
            Overshoot::Bounce if sum > target => (target.saturating_sub(sum - target), false),
            Overshoot::Cap if sum > target => (target, false),
            _ => (sum, true),
        }
    }

    /// Whether a side that has just scored wins at once (D18).
    #[inline(always)]
    pub(super) fn wins(&self, score: u16) -> bool {
        score >= self.rules.target && self.rules.finish == Finish::Immediate
    }

    /// The change of its side's score that `mv` would bring, and whether it would win at once.
    #[inline(always)]
    pub(super) fn gain(&self, s: &State<K, SEATS>, mv: Move) -> (i32, bool) {
        let score = s.scores[self.table.side_of(s.turn).index()];
        let bonus = if self.earns_bonus(s) { self.rules.out_bonus } else { 0 };
        let scored = self.score_move(score, self.placement_points(s, mv), bonus);
        (i32::from(scored.score) - i32::from(score), scored.won)
    }

    /// Scores a placement and its bonus, as one event or as two (D17).
    #[inline(always)]
    pub(super) fn score_move(&self, score: u16, points: u16, bonus: u16) -> Scored {
        if self.rules.combine_out || points == 0 || bonus == 0 {
            let offered = points + bonus;
            if offered == 0 {
                return Scored { score, offered, lost: 0, won: false };
            }
            let (after, whole) = self.apply(score, offered);
            let won = self.wins(after);
            return Scored { score: after, offered, lost: u8::from(!whole), won };
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
        let tile = mv.tile();
        let bonus = self.earns_bonus(s);
        s.ends = Self::ends_after(s, mv);
        let points = self.points_of(s.ends, s.laid == 0);
        s.hands[seat.index()] = s.hands[seat.index()].without(tile);
        s.line = s.line.with(tile);
        s.laid += 1;

        let side = self.table.side_of(seat);
        let before = s.scores[side.index()];
        let scored = self.score_move(before, points, if bonus { self.rules.out_bonus } else { 0 });
        s.scores[side.index()] = scored.score;
        let mut event = Event {
            offered: scored.offered,
            taken: scored.score.wrapping_sub(before) as i16,
            lost_events: scored.lost,
            passed: 0,
        };
        if scored.won {
            s.phase = Phase::Won;
        } else if bonus && self.rules.round_end != EndRule::PlayOn {
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
        let fits = [Tiles(K::with_pip(pips[0])), Tiles(K::with_pip(pips[1]))];
        // Two ends alike are one place to lay (D8).
        let right = if s.ends[0] == s.ends[1] { Tiles::EMPTY } else { fits[1] };
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
        (self.laid > 0).then_some(self.ends)
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
