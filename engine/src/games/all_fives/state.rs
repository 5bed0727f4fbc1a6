//! The state of a round: hands, the trick on the table, what was captured, scores.

use super::cards::{Card, CardSet, Lane, Suit};
use super::deal::Run;
use crate::game::Seat;

/// A bid or a card.
///
/// Moves are ordered: cards by suit and rank, then stand, beg, give, run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The eldest accepts the suit turned up (A4).
    pub const STAND: Move = Move(64);
    /// The eldest begs (A4).
    pub const BEG: Move = Move(65);
    /// The dealer gives a point (A5).
    pub const GIVE: Move = Move(66);
    /// The dealer runs the cards (A5).
    pub const RUN: Move = Move(67);
    /// The bids with their names.
    pub const BIDS: [(&'static str, Move); 4] =
        [("stand", Move::STAND), ("beg", Move::BEG), ("give", Move::GIVE), ("run", Move::RUN)];

    /// A card played to a trick.
    #[inline(always)]
    #[must_use]
    pub const fn card(card: Card) -> Move {
        Move(card.number())
    }

    /// The card, if the move is no bid.
    #[inline(always)]
    #[must_use]
    pub const fn as_card(self) -> Option<Card> {
        if self.0 < 64 { Some(Card::numbered(self.0)) } else { None }
    }

    /// The move's number: a card's, or 64 and up for a bid.
    #[must_use]
    pub(super) const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The move of a number, which must be one of [`Move::number`].
    #[inline(always)]
    pub(super) const fn numbered(number: u8) -> Move {
        Move(number)
    }

    /// The bid's name, if the move is a bid.
    #[must_use]
    pub fn bid(self) -> Option<&'static str> {
        Move::BIDS.into_iter().find(|(_, bid)| *bid == self).map(|(name, _)| name)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_card() {
            Some(card) => write!(f, "{card}"),
            None => f.write_str(self.bid().unwrap_or("?")),
        }
    }
}

/// How a round stands or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The eldest is to stand or to beg (A4).
    Asked,
    /// The dealer is to give or to run (A5).
    Begged,
    /// Cards are played.
    Play,
    /// Played to the end.
    Over,
    /// Cut short by a winning event (A13).
    Won,
    /// The deal is void (A6).
    Void,
}

/// The whole truth of a round in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const SEATS: usize> {
    /// Cards that each seat holds.
    pub(super) hands: [CardSet; SEATS],
    /// What running would bring; nothing once the bidding is over.
    pub(super) run: Run<SEATS>,
    /// Cards played, the trick on the table included.
    pub(super) played: CardSet,
    /// All cards turned up: out of play.
    pub(super) turned: CardSet,
    /// The trick on the table.
    pub(super) trick: CardSet,
    /// Trumps captured by each seat.
    pub(super) won: [Lane; SEATS],
    /// Card points captured by each seat, if the extra point `game` is played for.
    pub(super) game: [u16; SEATS],
    pub(super) scores: [u16; SEATS],
    /// The dealer's score before the deal, which a void deal restores.
    pub(super) before: u16,
    /// Suits that each seat is known to lack, as a bit mask (A8).
    pub(super) lacks: [u8; SEATS],
    /// The last card turned up: its suit is trumps.
    pub(super) up: Card,
    /// The suit led, while a trick lies on the table.
    pub(super) led: Suit,
    /// Number of cards on the table.
    pub(super) laid: u8,
    /// How strong the best card on the table is, and whose it is.
    pub(super) best: u8,
    pub(super) taker: Seat,
    /// The seat to move, while the round runs; whose event won, if one did.
    pub(super) turn: Seat,
    pub(super) dealer: Seat,
    pub(super) phase: Phase,
    /// How often cards were run.
    pub(super) runs: u8,
}

impl<const SEATS: usize> State<SEATS> {
    /// The suit that is trumps, or proposed.
    #[inline(always)]
    #[must_use]
    pub const fn trumps(&self) -> Suit {
        self.up.suit()
    }

    /// The cards that a seat holds.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index() % SEATS]
    }

    /// The seat that deals.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// All cards turned up so far.
    #[must_use]
    pub const fn turned(&self) -> CardSet {
        self.turned
    }
}
