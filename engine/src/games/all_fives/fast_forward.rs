//! Tricks of two seats that both choose at random, under the usual rules: what [`FastForward`](crate::game::FastForward) does here.
//!
//! A hand is a list in a register, so that its n-th card is one shift away, and how many cards it has of each suit is kept beside it.
//! Who leads is selected, never branched on; and since each seat draws one random word for a trick whoever leads, the words and both
//! possible leads are at hand before it is known who leads. It does what single moves do; a test compares the two.

use std::hint::select_unpredictable;

use super::cards::{Card, CardSet, Suit};
use super::engine::AllFives;
use super::state::{Phase, State};
use crate::game::{Event, Seat, Skipped};
use crate::streams::Stream;

/// An unsigned integer that holds the numbers of cards, a byte each, the first in the lowest.
trait Bytes: Copy {
    /// The most cards that it holds.
    const MOST: usize;
    /// The numbers of the cards of a hand that holds no more, in rising order; what follows them is unspecified.
    fn of(hand: CardSet) -> Self;
    /// The byte at a place.
    fn at(self, place: u32) -> u64;
    /// The bytes without the one at a place.
    fn without(self, place: u32) -> Self;
}

macro_rules! bytes {
    ($int:ty) => {
        impl Bytes for $int {
            const MOST: usize = size_of::<$int>();

            #[inline(always)]
            fn of(hand: CardSet) -> Self {
                let mut rest = hand;
                let mut bytes = 0;
                for place in 0..Self::MOST {
                    bytes |= <$int>::from(rest.nth(0).number()) << (8 * place);
                    rest = rest.without_first();
                }
                bytes
            }

            #[inline(always)]
            fn at(self, place: u32) -> u64 {
                (self >> (8 * place & (<$int>::BITS - 1))) as u64 & 0xff
            }

            #[inline(always)]
            fn without(self, place: u32) -> Self {
                let behind = <$int>::MAX << (8 * place & (<$int>::BITS - 1));
                self ^ (self ^ self >> 8) & behind
            }
        }
    };
}
bytes!(u64);
bytes!(u128);

/// A hand as a list.
#[derive(Clone, Copy)]
struct List<B> {
    /// The cards' numbers.
    cards: B,
    /// For each suit the number of cards up to its end, in 16 bits each.
    ends: u64,
}

/// One in every 16 bits.
const ONES: u64 = 0x1_0001_0001_0001;

impl<B: Bytes> List<B> {
    #[inline(always)]
    fn of(hand: CardSet) -> List<B> {
        List { cards: B::of(hand), ends: hand.lane_lengths().wrapping_mul(ONES) }
    }

    /// `other` if `swap` says so.
    #[inline(always)]
    fn or_else(self, swap: bool, other: Self) -> Self {
        List {
            cards: select_unpredictable(swap, other.cards, self.cards),
            ends: select_unpredictable(swap, other.ends, self.ends),
        }
    }

    /// Takes out the card at a place.
    #[inline(always)]
    fn take(&mut self, place: u32) -> u64 {
        let card = self.cards.at(place);
        self.cards = self.cards.without(place);
        self.ends = self.ends.wrapping_sub(ONES << (card & 48));
        card
    }
}

/// Where the cards of the suit of `led` begin in a list with these ends, and how many they are.
#[inline(always)]
const fn following(ends: u64, led: u64) -> (u32, u32) {
    let suit = led & 48;
    let from = (ends << 16 >> suit & 0xff) as u32;
    let end = (ends >> suit & 0xff) as u32;
    (from, end - from)
}

/// Tricks as they are played.
struct Tricks {
    /// Who leads to the next trick; at the end, who took the last one.
    second_leads: bool,
    /// Cards each seat still holds.
    left: u32,
    choices: u32,
    /// The cards that both still hold.
    rest: CardSet,
    /// The cards that the first seat took, as bits by number; between the suits, from the bit [`LACKS`] on, a bit for each seat that
    /// lacks the suit.
    won: u64,
    /// The last trick.
    pair: (u64, u64),
}

/// The first bit of a suit's sixteen that stands for no card.
const LACKS: u64 = 13;

/// Plays from `left` cards each until `stop` are left.
#[inline(never)]
fn play<B: Bytes>(
    hands: [CardSet; 2],
    second_leads: bool,
    [mut left, stop]: [u32; 2],
    trumps: Suit,
    [own_first, own_second]: [&mut Stream; 2],
) -> Tricks {
    let [first, second] = hands.map(List::<B>::of);
    let mut second_leads = second_leads;
    let mut lead = first.or_else(second_leads, second);
    let mut other = second.or_else(second_leads, first);
    let trumps = trumps as u64;
    let mut choices = 0;
    let (mut won, mut pair) = (0, (0, 0));
    while left > stop {
        let words = [own_first.peek(), own_second.peek()];
        // Where each would lead from.
        let leads = words.map(|word| u64::from(word) * u64::from(left));
        let product = select_unpredictable(second_leads, leads[1], leads[0]);
        let sure = product as u32 >= left;
        let led = lead.take((product >> 32) as u32);
        // To follow suit (A8).
        let (from, count) = following(other.ends, led);
        let open = select_unpredictable(count != 0, count, left);
        let from = select_unpredictable(count != 0, from, 0);
        let word = select_unpredictable(second_leads, words[0], words[1]);
        let product = u64::from(word) * u64::from(open);
        if !sure || (product as u32) < open {
            // A draw that may have to be rejected: very rare, and not handled here.
            break;
        }
        let laid = other.take(from + (product >> 32) as u32);
        own_first.skip(u32::from(select_unpredictable(second_leads, open, left) > 1));
        own_second.skip(u32::from(select_unpredictable(second_leads, left, open) > 1));
        // The better card (A9).
        let takes = select_unpredictable(led >> 4 == laid >> 4, laid > led, laid >> 4 == trumps);
        let trick = 1u64 << (led & 63) | 1u64 << (laid & 63);
        won |= u64::from(count == 0) << ((led & 48) + LACKS + u64::from(!second_leads));
        second_leads ^= takes;
        won |= select_unpredictable(second_leads, 0, trick);
        choices += left + open;
        pair = (led, laid);
        left -= 1;
        (lead, other) = (lead.or_else(takes, other), other.or_else(takes, lead));
    }
    let held = |list: List<B>| (0..left).map(move |place| Card::numbered(list.cards.at(place) as u8));
    Tricks { second_leads, left, choices, rest: held(lead).chain(held(other)).collect(), won, pair }
}

impl<const SEATS: usize> AllFives<SEATS> {
    /// Plays whole tricks, if the rules are usual, no card lies, and the hands are not too long.
    #[inline(always)]
    pub(super) fn play_tricks(&self, s: &mut State<SEATS>, own: [&mut Stream; 2]) -> Option<Skipped> {
        let hands = [s.hands[0], s.hands[1 % SEATS]];
        let len = hands[0].len();
        let fit = hands[1].len() == len && len <= u128::MOST;
        if SEATS != 2 || !self.usual || s.phase != Phase::Play || s.laid != 0 || !fit {
            return None;
        }
        let second_leads = s.turn.0 != 0;
        let tricks = if len > u64::MOST {
            play::<u128>(hands, second_leads, [len as u32, u64::MOST as u32], s.trumps(), own)
        } else {
            play::<u64>(hands, second_leads, [len as u32, 0], s.trumps(), own)
        };
        let moves = 2 * (len as u64 - u64::from(tricks.left));
        if moves == 0 {
            return None;
        }
        let played = hands[0].or(hands[1]).minus(tricks.rest);
        let first_won = played.and(CardSet::of_bits(tricks.won));
        for (seat, won) in [first_won, played.minus(first_won)].into_iter().enumerate().take(SEATS) {
            s.hands[seat] = s.hands[seat].and(tricks.rest);
            s.won[seat] |= won.lane(s.trumps());
            // The bits of the four suits, gathered in the highest sixteen.
            let lacks = (tricks.won >> (LACKS + seat as u64) & ONES).wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3);
            s.lacks[seat] |= (lacks >> 48) as u8 & 15;
        }
        s.played = s.played.or(played);
        let (led, laid) = (Card::numbered(tricks.pair.0 as u8), Card::numbered(tricks.pair.1 as u8));
        s.led = led.suit();
        s.best = Self::strength(led, s.led, s.trumps()).max(Self::strength(laid, s.led, s.trumps()));
        s.taker = Seat(u8::from(tricks.second_leads));
        s.turn = s.taker;
        let mut event = Event::default();
        if tricks.left == 0 {
            self.close_round(s, &mut event);
        }
        Some(Skipped { moves, choices: u64::from(tricks.choices), event })
    }
}
