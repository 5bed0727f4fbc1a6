//! [`Dominoes`]: the domino rules with their options fixed, and what a placement does (D5–D18).

use std::hint::select_unpredictable;
use std::sync::Arc;

use super::greedy_table::{GreedyTable, Scoring};
use super::rules::{EndRule, Finish, Overshoot, Rules};
use super::state::{Move, NO_TILE, Phase, State, get, update};
use super::tiles::{End, Mask, Set, Tile, Tiles};
use crate::game::{Event, MAX_SEATS, Seat, Seats, Side, Standing, Table};

/// The domino rules with their options fixed, for one set and up to `SEATS` seats.
#[derive(Debug)]
pub struct Dominoes<K: Set, const SEATS: usize> {
    pub(super) rules: Rules,
    pub(super) table: Table,
    /// Points by sum of the ends; 48 is the largest sum.
    pub(super) points: [u8; 64],
    pub(super) greedy: Option<Arc<GreedyTable>>,
    set: std::marker::PhantomData<K>,
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The game with these rules, which must be for this set and at most this many seats.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        debug_assert!(!K::CLASSIC || rules.are_classic());
        debug_assert!(rules.set == K::MAX && rules.players as usize <= SEATS && SEATS <= MAX_SEATS);
        let mut points = [0; 64];
        for (sum, earned) in points.iter_mut().enumerate().take(4 * K::MAX as usize + 1) {
            *earned = rules.points(sum as u8);
        }
        let table = Table::new(rules.players, rules.sides());
        let mut game = Dominoes { table, points, rules, greedy: None, set: std::marker::PhantomData };
        let after = |score, points| {
            let scored = game.score_move(score, points, 0);
            (scored.score, scored.won)
        };
        game.greedy = GreedyTable::of::<K>(&Scoring {
            points: &game.points,
            target: game.rules.target,
            overshoot: game.overshoot(),
            finish: game.finish(),
            after: &after,
        });
        game
    }

    #[inline(always)]
    pub(super) fn overshoot(&self) -> Overshoot {
        if K::CLASSIC { Overshoot::Discard } else { self.rules.overshoot }
    }

    #[inline(always)]
    pub(super) fn finish(&self) -> Finish {
        if K::CLASSIC { Finish::Immediate } else { self.rules.finish }
    }

    #[inline(always)]
    pub(super) fn end_rule(&self) -> EndRule {
        if K::CLASSIC { EndRule::SideOut } else { self.rules.round_end }
    }

    #[inline(always)]
    pub(super) fn combines_out(&self) -> bool {
        K::CLASSIC || self.rules.combine_out
    }

    #[inline(always)]
    pub(super) fn has_pairs(&self) -> bool {
        !K::CLASSIC && self.rules.pairs
    }

    /// The side that a seat plays for.
    #[inline(always)]
    pub(super) fn side_of(&self, seat: Seat) -> Side {
        if K::CLASSIC || SEATS == 2 { Side(seat.0) } else { self.table.side_of(seat) }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The start of a round from explicit hands.
    #[must_use]
    pub fn open(&self, at: &Standing, hands: [Tiles<K::Mask>; SEATS]) -> State<K, SEATS> {
        let (announced, opener) = match at.lead {
            Some(seat) => (NO_TILE, seat),
            None => self.lead_of(&hands),
        };
        let hand = hands[opener.index() % SEATS];
        let first = if self.rules.that_tile && announced != NO_TILE {
            Tiles::EMPTY.with(Tile::numbered(announced))
        } else {
            hand
        };
        let mut scores = [0; SEATS];
        scores.copy_from_slice(&at.scores[..SEATS]);
        State {
            hands,
            line: Tiles::EMPTY,
            legal: [first, Tiles::EMPTY],
            scores,
            voids: [0; SEATS],
            ends: [End::default(); 2],
            fits: [Tiles::EMPTY; 2],
            turn: opener,
            opener,
            announced,
            laid: 0,
            opened: false,
            phase: Phase::Running,
            side_out: false,
        }
    }
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// The ends after `mv`.
    #[inline(always)]
    pub(super) fn ends_after(s: &State<K, SEATS>, mv: Move<K::Mask>) -> [End; 2] {
        let tile = mv.tile();
        if !s.opened {
            let (a, b) = tile.halves();
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
    fn fits_after(s: &State<K, SEATS>, mv: Move<K::Mask>) -> [Tiles<K::Mask>; 2] {
        let tile = mv.tile();
        if !s.opened {
            let (a, b) = tile.halves();
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
    pub(super) fn placement_points(&self, s: &State<K, SEATS>, mv: Move<K::Mask>) -> u16 {
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
    /// An event of 0 points changes nothing, so callers need not check.
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

    /// Whether a side that has just scored wins immediately (D18).
    #[inline(always)]
    pub(super) fn wins(&self, score: u16) -> bool {
        score >= self.rules.target && self.finish() == Finish::Immediate
    }

    /// The change of its side's score that `mv` would bring, and whether it would win immediately.
    #[inline(always)]
    pub(super) fn gain(&self, s: &State<K, SEATS>, mv: Move<K::Mask>) -> (i32, bool) {
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
    pub(super) fn lay(&self, s: &mut State<K, SEATS>, mv: Move<K::Mask>) -> Event {
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
            passed: Seats::EMPTY,
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
    fn pass_turn(&self, s: &mut State<K, SEATS>, from: Seat) -> Seats {
        let pips = [s.ends[0].pip(), s.ends[1].pip()];
        let fits = s.fits;
        // Two equal ends are one place to lay (D8).
        let right = Tiles(select_unpredictable(s.ends[0] == s.ends[1], K::Mask::EMPTY, fits[1].0));
        if SEATS == 2 {
            return self.pass_turn_of_two(s, from, fits[0], right, 1 << pips[0] | 1 << pips[1]);
        }
        let mut passed = Seats::EMPTY;
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
                passed = passed.with(seat);
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
    ) -> Seats {
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
        Seats(passed)
    }

    /// The tile that gives the lead among the dealt hands, and its holder (D6).
    pub(super) fn lead_of(&self, hands: &[Tiles<K::Mask>; SEATS]) -> (u8, Seat) {
        let mut best: Option<(Tile<K::Mask>, Seat)> = None;
        for (seat, hand) in hands.iter().enumerate().take(self.table.seats()) {
            for tile in *hand {
                if best.is_none_or(|(lead, _)| tile.leads_over(lead)) {
                    best = Some((tile, Seat(seat as u8)));
                }
            }
        }
        best.map_or((NO_TILE, Seat(0)), |(tile, seat)| (tile.number(), seat))
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
