//! [`Dominoes`]: the domino rules as a [`Game`].

use std::sync::Arc;

use super::greedy::GreedyTable;
use super::rules::{EndRule, Finish, Opener, Overshoot, Rules};
use super::sample::Sampler;
use super::state::{Deal, Move, NO_TILE, Phase, State, get};
use super::tiles::{End, Set, Tiles};
use super::view::View;
use crate::game::{
    Event, Game, MAX_SEATS, Moves, NextLead, Outcome, RoundEnd, Seat, Side, Sides, Standing, Step, Table, Turn,
};
use crate::streams::Stream;

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
        game.greedy = game.greedy_table();
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
        let first = if self.rules.that_tile && announced != NO_TILE { Tiles::EMPTY.with(announced) } else { hand };
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

    /// All tiles in dealing order: the hands as dealt round the table, then the undealt pack.
    pub(super) fn pack(&self, deck: &mut Stream) -> Vec<u8> {
        let mut tiles: Vec<u8> = (0..K::TILES).collect();
        deck.shuffle_front(&mut tiles, K::TILES as usize);
        tiles
    }
}

impl<K: Set, const SEATS: usize> Game for Dominoes<K, SEATS> {
    type Deal = Deal<K, SEATS>;
    type State = State<K, SEATS>;
    type Move = Move;
    type View<'a> = View<'a, K, SEATS>;
    type Sampler = Sampler<K, SEATS>;

    const SIDES: Option<usize> = if SEATS == 2 { Some(2) } else { None };

    fn table(&self) -> &Table {
        &self.table
    }

    fn target(&self) -> u16 {
        self.rules.target
    }

    fn next_lead(&self) -> NextLead {
        match self.rules.next_opener {
            Opener::Rotate => NextLead::Rotates,
            Opener::Lot => NextLead::Lot,
            Opener::HighestDouble => NextLead::Deal,
        }
    }

    fn first(&self, lot: &mut Stream) -> Standing {
        Standing::new(match self.rules.first_opener {
            Opener::HighestDouble => None,
            Opener::Lot | Opener::Rotate => Some(Seat(lot.below(u32::from(self.rules.players)) as u8)),
        })
    }

    #[inline]
    fn deal(&self, deck: &mut Stream) -> Self::Deal {
        let mut tiles: [u8; 128] = std::array::from_fn(|i| i as u8);
        let tiles = &mut tiles[..K::TILES as usize];
        let seats = self.table.seats();
        let dealt = seats * self.rules.hand as usize;
        let mut hands = [Tiles::EMPTY; SEATS];
        if SEATS == 2 {
            // The two take turns by changing places, which costs nothing in an unrolled loop; their number of turns is even.
            let mut pair = (Tiles::EMPTY, Tiles::EMPTY);
            deck.deal_front(tiles, dealt, |tile| pair = (pair.1, pair.0.with(tile)));
            hands[0] = pair.0;
            hands[1] = pair.1;
        } else {
            let mut seat = 0;
            deck.deal_front(tiles, dealt, |tile| {
                hands[seat % SEATS] = hands[seat % SEATS].with(tile);
                seat = if seat + 1 == seats { 0 } else { seat + 1 };
            });
        }
        Deal { hands }
    }

    fn exchanged(&self, deal: &Self::Deal) -> Self::Deal {
        let seats = self.table.seats();
        let mut hands = deal.hands;
        hands[..seats].chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        Deal { hands }
    }

    #[inline]
    fn start(&self, at: &Standing, deal: &Self::Deal) -> Self::State {
        self.open(at, deal.hands)
    }

    #[inline(always)]
    fn turn(&self, s: &Self::State) -> Turn {
        if s.phase == Phase::Running { Turn::Seat(s.turn) } else { Turn::Over }
    }

    #[inline]
    fn moves(&self, s: &Self::State, out: &mut Moves<Move>) {
        s.list_moves(out);
    }

    #[inline(always)]
    fn move_count(&self, s: &Self::State) -> u32 {
        s.count_moves()
    }

    #[inline(always)]
    fn nth_move(&self, s: &Self::State, n: u32) -> Move {
        s.nth_move(n)
    }

    #[inline(always)]
    fn play(&self, s: &mut Self::State, mv: Move) -> Event {
        self.lay(s, mv)
    }

    #[inline(always)]
    fn score(&self, s: &Self::State, side: Side) -> u16 {
        get(&s.scores, side.index())
    }

    #[inline(always)]
    fn opener(&self, s: &Self::State) -> Seat {
        s.opener
    }

    #[inline(always)]
    fn round_end(&self, s: &Self::State) -> RoundEnd {
        match s.phase {
            Phase::Blocked => RoundEnd::Blocked,
            Phase::Won => RoundEnd::Won,
            Phase::Running | Phase::Out | Phase::PlayedOut => RoundEnd::Complete,
        }
    }

    #[inline]
    fn close(&self, at: &Standing, s: &Self::State) -> Standing {
        let mut next = *at;
        next.scores[..SEATS].copy_from_slice(&s.scores);
        next.round = at.round + 1;
        next.attempt = 0;
        next.outcome = if s.phase == Phase::Won {
            Outcome::Won(Sides::one(self.side_of(s.turn)))
        } else {
            self.outcome_at_round_end(&s.scores, next.round)
        };
        if next.outcome == Outcome::Open {
            next.lead = match self.rules.next_opener {
                Opener::Rotate => Some(self.table.left_of(s.opener)),
                Opener::Lot | Opener::HighestDouble => None,
            };
        }
        next
    }

    #[inline]
    fn settle(&self, at: &Standing, s: &Self::State, lot: &mut Stream) -> Standing {
        let mut next = self.close(at, s);
        if next.outcome == Outcome::Open && self.rules.next_opener == Opener::Lot {
            next.lead = Some(Seat(lot.below(u32::from(self.rules.players)) as u8));
        }
        next
    }

    #[inline(always)]
    fn view<'a>(&'a self, s: &'a Self::State, log: &'a [Step<Move>], seat: Seat) -> Self::View<'a> {
        View::new(self, s, log, seat)
    }

    #[inline]
    fn view_moves(view: Self::View<'_>, out: &mut Moves<Move>) {
        view.list_moves(out);
    }

    #[inline(always)]
    fn view_move_count(view: Self::View<'_>) -> u32 {
        view.count_moves()
    }

    #[inline(always)]
    fn view_nth_move(view: Self::View<'_>, n: u32) -> Move {
        view.nth_move(n)
    }

    #[inline(always)]
    fn greedy(view: Self::View<'_>) -> Move {
        view.greedy()
    }

    fn sampler(view: Self::View<'_>) -> Self::Sampler {
        Sampler::new(view)
    }

    #[inline]
    fn sample(view: Self::View<'_>, sampler: &Self::Sampler, own: &mut Stream) -> Self::State {
        sampler.draw(view, own)
    }
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// Rules D19 and D21: who has won when a round is over that no placement cut short.
    fn outcome_at_round_end(&self, scores: &[u16; SEATS], rounds: u32) -> Outcome {
        let best = scores.iter().copied().max().unwrap_or(0);
        if self.finish() == Finish::RoundEnd && best >= self.rules.target {
            let winners = scores.iter().take(self.table.sides()).enumerate();
            let mask = winners.filter(|&(_, &score)| score == best).fold(0, |mask, (side, _)| mask | 1 << side);
            return Outcome::Won(Sides(mask));
        }
        if rounds >= self.rules.max_rounds { Outcome::Unfinished } else { Outcome::Open }
    }
}

impl<K: Set, const SEATS: usize> State<K, SEATS> {
    #[inline]
    pub(super) fn list_moves(&self, out: &mut Moves<Move>) {
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
    pub(super) fn nth_move(&self, n: u32) -> Move {
        if !self.opened {
            return Move::left(self.legal[0].nth(n));
        }
        let pips = [self.ends[0].pip(), self.ends[1].pip()];
        let (tile, right) = K::nth_of_rows(pips, [self.legal[0].0, self.legal[1].0], n);
        Move::at(tile, right)
    }
}
