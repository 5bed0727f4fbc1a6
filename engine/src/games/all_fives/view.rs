//! What one seat may know of a round of All Fives.

use super::cards::{CARDS, Card, CardSet, Suit};
use super::engine::AllFives;
use super::rules::Rules;
use super::state::{Move, Phase, State};
use crate::game::{Moves, Seat, SeatView, Side, Step, Table};

/// What one seat sees: its own cards, the cards turned up, bids and tricks so far, who failed to follow which suit, how many cards
/// each seat holds, the size of the undealt pack, and scores.
///
/// It borrows the true state but gives away only that.
#[derive(Clone, Copy)]
pub struct View<'a, const SEATS: usize> {
    pub(super) game: &'a AllFives<SEATS>,
    pub(super) state: &'a State<SEATS>,
    log: &'a [Step<Move>],
    seat: Seat,
}

impl<'a, const SEATS: usize> View<'a, SEATS> {
    #[inline(always)]
    pub(super) fn new(game: &'a AllFives<SEATS>, state: &'a State<SEATS>, log: &'a [Step<Move>], seat: Seat) -> Self {
        View { game, state, log, seat }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &'a Rules {
        &self.game.rules
    }

    /// Seats and sides.
    #[must_use]
    pub fn table(&self) -> &'a Table {
        &self.game.table
    }

    /// The seat whose view this is.
    #[inline(always)]
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The side that the seat plays for.
    #[must_use]
    pub fn side(&self) -> Side {
        self.game.table.side_of(self.seat)
    }

    /// The seat to move.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.state.turn
    }

    /// The seat that deals.
    #[must_use]
    pub fn dealer(&self) -> Seat {
        self.state.dealer
    }

    /// Whether the seat to move is to bid.
    #[must_use]
    pub fn is_bidding(&self) -> bool {
        matches!(self.state.phase, Phase::Asked | Phase::Begged)
    }

    /// Whether the dealer is to answer a beg (A5).
    #[must_use]
    pub fn is_begged(&self) -> bool {
        self.state.phase == Phase::Begged
    }

    /// The seat's own hand.
    #[inline(always)]
    #[must_use]
    pub fn hand(&self) -> CardSet {
        self.state.hands[self.seat.index() % SEATS]
    }

    /// The cards that the seat to move may play; only of use to the seat that is to move, once the bidding is over.
    #[inline(always)]
    pub(super) fn legal(&self) -> CardSet {
        self.game.legal(self.state)
    }

    /// The suit that is trumps, or proposed.
    #[inline(always)]
    #[must_use]
    pub fn trumps(&self) -> Suit {
        self.state.trumps()
    }

    /// All cards turned up so far; they are out of play, the last one names the trumps.
    #[must_use]
    pub fn turned(&self) -> CardSet {
        self.state.turned
    }

    /// All cards played so far, those of the trick on the table included.
    #[must_use]
    pub fn played(&self) -> CardSet {
        self.state.played
    }

    /// The trick on the table.
    #[inline(always)]
    #[must_use]
    pub fn trick(&self) -> CardSet {
        self.state.trick
    }

    /// The suit led to the trick on the table, if a card lies.
    #[must_use]
    pub fn led(&self) -> Option<Suit> {
        (self.state.laid > 0).then_some(self.state.led)
    }

    /// The seat whose card is the best on the table, if a card lies.
    #[must_use]
    pub fn taker(&self) -> Option<Seat> {
        (self.state.laid > 0).then_some(self.state.taker)
    }

    /// Number of cards on the table.
    #[must_use]
    pub fn laid(&self) -> usize {
        usize::from(self.state.laid)
    }

    /// Whether a card of the seat to move completes the trick.
    #[must_use]
    pub fn is_last(&self) -> bool {
        usize::from(self.state.laid) + 1 == SEATS
    }

    /// Whether a card would be the best of the trick on the table; on an empty table every card is.
    #[inline(always)]
    #[must_use]
    pub fn would_take(&self, card: Card) -> bool {
        let s = self.state;
        s.laid == 0 || AllFives::<SEATS>::strength(card, s.led, s.trumps()) > s.best
    }

    /// The cards that are neither in the own hand nor were seen: in other hands or undealt.
    #[inline(always)]
    #[must_use]
    pub fn unseen(&self) -> CardSet {
        CardSet::ALL.minus(self.hand()).minus(self.state.played).minus(self.state.turned)
    }

    /// Number of cards that `seat` holds.
    #[must_use]
    pub fn cards_left(&self, seat: Seat) -> usize {
        self.state.hands[seat.index() % SEATS].len()
    }

    /// Number of cards in the undealt pack.
    #[must_use]
    pub fn undealt(&self) -> usize {
        let held: usize = self.state.hands.iter().map(|hand| hand.len()).sum();
        CARDS - held - self.state.played.len() - self.state.turned.len()
    }

    /// Whether `seat` is known to lack a suit, because it did not follow it (A8).
    #[must_use]
    pub fn lacks(&self, seat: Seat, suit: Suit) -> bool {
        self.state.lacks[seat.index() % SEATS] >> suit as u8 & 1 == 1
    }

    /// The cards that `seat` may hold.
    #[must_use]
    pub fn may_hold(&self, seat: Seat) -> CardSet {
        if seat == self.seat {
            return self.hand();
        }
        let lacking = Suit::ALL.into_iter().filter(|suit| self.lacks(seat, *suit));
        lacking.fold(self.unseen(), |cards, suit| cards.minus(CardSet::suit(suit)))
    }

    /// Points of the trumps that `seat` has captured in this round (A10).
    #[must_use]
    pub fn captured(&self, seat: Seat) -> u16 {
        super::cards::trump_points(self.state.won[seat.index() % SEATS])
    }

    /// Score of a side; with counting at the round's end, what its tricks have brought is not in it yet.
    #[must_use]
    pub fn score(&self, side: Side) -> u16 {
        self.state.scores[side.index() % SEATS]
    }

    /// How often cards were run.
    #[must_use]
    pub fn runs(&self) -> u8 {
        self.state.runs
    }

    /// The round's bids and cards so far.
    #[must_use]
    pub fn log(&self) -> &'a [Step<Move>] {
        self.log
    }
}

impl<'a, const SEATS: usize> SeatView<'a, AllFives<SEATS>> for View<'a, SEATS> {
    #[inline(always)]
    fn game(&self) -> &'a AllFives<SEATS> {
        self.game
    }

    #[inline(always)]
    fn seat(&self) -> Seat {
        self.seat
    }

    #[inline(always)]
    fn log(&self) -> &'a [Step<Move>] {
        self.log
    }

    #[inline]
    fn moves(&self, out: &mut Moves<Move>) {
        self.game.list_moves(self.state, out);
    }

    #[inline(always)]
    fn move_count(&self) -> u32 {
        self.game.count_moves(self.state)
    }

    #[inline(always)]
    fn nth_move(&self, n: u32) -> Move {
        self.game.number_move(self.state, n)
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        self.game.allows(self.state, mv)
    }
}

impl<const SEATS: usize> PartialEq for View<'_, SEATS> {
    /// Whether the two views show the same.
    fn eq(&self, other: &Self) -> bool {
        let (s, o) = (self.state, other.state);
        let sizes = |state: &State<SEATS>| state.hands.map(CardSet::len);
        let table = |s: &State<SEATS>| (s.trick, s.led, s.laid, s.best, s.taker, s.turn);
        self.seat == other.seat
            && self.hand() == other.hand()
            && self.log == other.log
            && sizes(s) == sizes(o)
            && table(s) == table(o)
            && (s.played, s.turned, s.up, s.dealer, s.runs) == (o.played, o.turned, o.up, o.dealer, o.runs)
            && (s.scores, s.before, s.lacks, s.won, s.game, s.phase)
                == (o.scores, o.before, o.lacks, o.won, o.game, o.phase)
    }
}

impl<const SEATS: usize> std::fmt::Debug for View<'_, SEATS> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("View").field("seat", &self.seat).field("hand", &self.hand()).field("log", &self.log).finish()
    }
}
