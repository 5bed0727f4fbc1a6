//! Cards, suits and sets of cards (A1), and what a card counts (A10, A11).

use std::fmt;
use std::str::FromStr;

use crate::pieces::{ParsePieceError, Pieces};

/// A suit, in the order of enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All suits.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The suit's letter: `C`, `D`, `H` or `S`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['C', 'D', 'H', 'S'][self as usize]
    }

    /// The suit as printed on cards.
    #[must_use]
    pub const fn symbol(self) -> char {
        ['♣', '♦', '♥', '♠'][self as usize]
    }
}

/// Ranks from the lowest, 2, to the highest, the ace.
const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
/// The rank of the jack.
pub const JACK: u8 = 9;
/// The highest rank.
pub const ACE: u8 = 12;

/// A card: its suit times 16, and its rank from 0 (the two) to 12 (the ace).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank (0 to 12).
    #[inline]
    #[must_use]
    pub const fn new(suit: Suit, rank: u8) -> Card {
        debug_assert!(rank <= ACE);
        Card((suit as u8) << 4 | rank)
    }

    /// The card's suit.
    #[inline(always)]
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 >> 4 & 3) as usize]
    }

    /// The card's rank, from 0 (the two) to 12 (the ace).
    #[inline(always)]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 & 15
    }

    /// The card's number, below 64.
    #[inline(always)]
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The card of a number, which must be one of [`PACK`].
    #[inline(always)]
    pub(super) const fn numbered(number: u8) -> Card {
        Card(number)
    }

    /// What the card counts as a trump (A10).
    #[inline(always)]
    #[must_use]
    pub const fn points(self) -> u16 {
        [0, 0, 0, 5, 0, 0, 0, 0, 10, 1, 2, 3, 4, 0, 0, 0][self.rank() as usize]
    }

    /// The card as people see it: `A♠`.
    #[must_use]
    pub fn drawn(self) -> String {
        format!("{}{}", RANKS[usize::from(self.rank()).min(12)], self.suit().symbol())
    }
}

impl FromStr for Card {
    type Err = ParsePieceError;

    /// Reads `AS`, `10H` or `TH`; letters may be lower case.
    fn from_str(text: &str) -> Result<Card, ParsePieceError> {
        let card = || {
            let mut letters = text.chars();
            let letter = letters.next_back()?.to_ascii_uppercase();
            let suit = Suit::ALL.into_iter().find(|suit| suit.letter() == letter)?;
            let rank = letters.as_str();
            let rank = if rank.eq_ignore_ascii_case("T") { "10" } else { rank };
            let rank = RANKS.iter().position(|name| name.eq_ignore_ascii_case(rank))?;
            Some(Card::new(suit, rank as u8))
        };
        card().ok_or_else(|| ParsePieceError {
            found: text.to_owned(),
            allowed: "card; a card is a rank and a suit, such as AS, 10H or TH".to_owned(),
        })
    }
}

impl fmt::Display for Card {
    /// The card as text: `AS`, `10H`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", RANKS[usize::from(self.rank()).min(12)], self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Number of cards in the pack.
pub const CARDS: usize = 52;

/// The numbers of all cards, in order.
pub(super) const PACK: [u8; CARDS] = {
    let mut pack = [0; CARDS];
    let mut at = 0;
    while at < CARDS {
        pack[at] = (at / 13 * 16 + at % 13) as u8;
        at += 1;
    }
    pack
};

/// The cards of one suit as a mask of 13 bits, the two lowest.
pub(super) type Lane = u16;

/// Trumps that count (A10): A K Q J 10 5.
pub(super) const COUNTING: Lane = 0b1_1111_0000_1000;

/// Points of the ten and the court cards (A10, A11), by the lane's bits from the ten up.
const HIGH_POINTS: [u8; 32] = {
    let mut table = [0; 32];
    let mut lane = 0;
    while lane < 32 {
        table[lane] = (lane & 1) as u8 * 10
            + (lane >> 1 & 1) as u8
            + (lane >> 2 & 1) as u8 * 2
            + (lane >> 3 & 1) as u8 * 3
            + (lane >> 4 & 1) as u8 * 4;
        lane += 1;
    }
    table
};

/// What a set of trumps counts (A10): A 4, K 3, Q 2, J 1, 10 ten, 5 five.
#[inline(always)]
pub(super) const fn trump_points(lane: Lane) -> u16 {
    HIGH_POINTS[(lane >> 8 & 31) as usize] as u16 + (lane >> 3 & 1) * 5
}

/// A set of cards.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52.
    pub const ALL: CardSet = CardSet(0x1fff_1fff_1fff_1fff);

    /// All cards of a suit.
    #[inline(always)]
    #[must_use]
    pub const fn suit(suit: Suit) -> CardSet {
        CardSet(0x1fff << (16 * suit as u32))
    }

    /// Number of cards.
    #[inline(always)]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no card.
    #[inline(always)]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the card is in the set.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, card: Card) -> bool {
        self.0 >> (card.0 & 63) & 1 == 1
    }

    /// The set with a card.
    #[inline(always)]
    #[must_use]
    pub const fn with(self, card: Card) -> CardSet {
        CardSet(self.0 | 1 << (card.0 & 63))
    }

    /// The set without a card.
    #[inline(always)]
    #[must_use]
    pub const fn without(self, card: Card) -> CardSet {
        CardSet(self.0 & !(1 << (card.0 & 63)))
    }

    /// The cards in both sets.
    #[inline(always)]
    #[must_use]
    pub const fn and(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }

    /// The cards in either set.
    #[inline(always)]
    #[must_use]
    pub const fn or(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }

    /// This set, or `other` if `swap` says so; for choices that cannot be foreseen.
    #[inline(always)]
    pub(super) fn or_else(self, swap: bool, other: CardSet) -> CardSet {
        CardSet(std::hint::select_unpredictable(swap, other.0, self.0))
    }

    /// The cards that are not in `other`.
    #[inline(always)]
    #[must_use]
    pub const fn minus(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }

    /// The `n`-th card in order; meaningless if there are fewer.
    #[inline(always)]
    #[must_use]
    pub const fn nth(self, n: u32) -> Card {
        let mut mask = self.0;
        let mut left = n;
        while left > 0 {
            mask &= mask.wrapping_sub(1);
            left -= 1;
        }
        Card(mask.trailing_zeros() as u8 & 63)
    }

    /// The cards in order.
    #[inline(always)]
    pub fn iter(self) -> CardIter {
        self.into_iter()
    }

    /// The set without its first card.
    #[inline(always)]
    pub(super) const fn without_first(self) -> CardSet {
        CardSet(self.0 & self.0.wrapping_sub(1))
    }

    /// The cards of one suit, as bits by rank.
    #[inline(always)]
    pub(super) const fn lane(self, suit: Suit) -> Lane {
        (self.0 >> (16 * suit as u32)) as Lane
    }

    /// Card points of the set (A11, `game`): A 4, K 3, Q 2, J 1, 10 ten, in every suit.
    #[inline]
    pub(super) const fn card_points(self) -> u16 {
        let mut sum = 0;
        let mut suit = 0;
        while suit < 4 {
            sum += HIGH_POINTS[(self.0 >> (16 * suit + 8) & 31) as usize] as u16;
            suit += 1;
        }
        sum
    }

    /// A set of cards given as bits by number.
    #[inline(always)]
    pub(super) const fn of_bits(bits: u64) -> CardSet {
        CardSet(bits)
    }

    /// For each suit the number of its cards, in 16 bits each.
    #[inline(always)]
    pub(super) const fn lane_lengths(self) -> u64 {
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        (bytes + (bytes >> 8)) & 0x00ff_00ff_00ff_00ff
    }

    /// The set as pieces to be dealt.
    #[inline]
    pub(super) const fn pieces(self) -> Pieces<u64> {
        Pieces(self.0)
    }

    /// A set of cards that was dealt as pieces.
    #[inline]
    pub(super) const fn dealt(pieces: Pieces<u64>) -> CardSet {
        CardSet(pieces.0)
    }
}

/// The cards of a set in order: by suit, then by rank from the two up.
#[derive(Clone, Debug)]
pub struct CardIter(u64);

impl Iterator for CardIter {
    type Item = Card;

    #[inline(always)]
    fn next(&mut self) -> Option<Card> {
        if self.0 == 0 {
            return None;
        }
        let card = Card(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(card)
    }
}

impl IntoIterator for CardSet {
    type Item = Card;
    type IntoIter = CardIter;

    #[inline(always)]
    fn into_iter(self) -> CardIter {
        CardIter(self.0)
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, CardSet::with)
    }
}

impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Option<Card> {
        text.parse().ok()
    }

    #[test]
    fn the_pack_has_every_card_once() {
        let all: CardSet = PACK.into_iter().map(Card::numbered).collect();
        assert!(all == CardSet::ALL && all.len() == CARDS, "A1");
        for (n, found) in CardSet::ALL.into_iter().enumerate() {
            assert_eq!(CardSet::ALL.nth(n as u32), found);
            assert_eq!(Card::new(found.suit(), found.rank()), found);
            assert_eq!(card(&found.to_string()), Some(found));
            assert_eq!(card(&found.to_string().to_lowercase()), Some(found));
        }
    }

    #[test]
    fn cards_are_written_as_people_know_them() {
        let ten = Card::new(Suit::Hearts, 8);
        assert_eq!((card("10H"), card("TH"), card("th")), (Some(ten), Some(ten), Some(ten)));
        assert_eq!((ten.to_string().as_str(), ten.drawn().as_str()), ("10H", "10♥"));
        assert_eq!(Card::new(Suit::Spades, ACE).drawn(), "A♠");
        for text in ["", "S", "1S", "11S", "A", "AX", "SA", "A♠ ", "AS ", "+5S", "é"] {
            assert_eq!(card(text), None, "{text:?}");
        }
    }

    #[test]
    fn trumps_count_twenty_five() {
        assert_eq!(trump_points(0x1fff), 25, "A10");
        for card in CardSet::suit(Suit::Hearts) {
            let lane = CardSet::EMPTY.with(card).lane(Suit::Hearts);
            assert_eq!(trump_points(lane), card.points());
            assert_eq!(lane & COUNTING != 0, card.points() > 0);
        }
        let points: Vec<u16> = CardSet::suit(Suit::Clubs).iter().map(Card::points).collect();
        assert_eq!(points, [0, 0, 0, 5, 0, 0, 0, 0, 10, 1, 2, 3, 4]);
        assert_eq!(CardSet::ALL.card_points(), 80, "A11: no five");
    }
}
