//! The reference strategy's rule for All Fives: the most points of this trick for itself now.
//!
//! - The eldest begs if it holds no trump that counts (A10); otherwise it stands.
//! - The dealer gives if it holds a trump that counts and the point would bring no opponent to the target; otherwise it runs.
//! - To a trick: of the cards that would be the best on the table now, the one that makes the trick worth the most, if that is
//!   anything; of several the one of lowest rank.
//! - To lead: of the trumps that no unseen card can beat, the one that counts most, if any counts.
//! - If there is nothing to take, it throws: the card that counts least, a plain card before a trump, the lowest rank, the first
//!   suit in move order.
//!
//! It is the fixed reference of strength figures, so it does not change.

use super::cards::{COUNTING, Card, CardSet, trump_points};
use super::state::Move;
use super::view::View;
use crate::game::Side;

/// The greedy choice of the view's seat, which must be to move.
#[inline]
pub(super) fn choose<const SEATS: usize>(view: &View<'_, SEATS>) -> Move {
    if view.is_bidding() {
        return bid(view);
    }
    let legal = view.legal();
    if legal.len() == 1 {
        return Move::card(legal.nth(0));
    }
    let best = if view.led().is_none() { sure_lead(view, legal) } else { best_taker(view, legal) };
    Move::card(best.unwrap_or_else(|| throw(view, legal)))
}

fn bid<const SEATS: usize>(view: &View<'_, SEATS>) -> Move {
    let counting = view.hand().lane(view.trumps()) & COUNTING != 0;
    if !view.is_begged() {
        return if counting { Move::STAND } else { Move::BEG };
    }
    let reaches = |score| view.game.apply(score, 1).0 >= view.rules().target;
    let too_dear = || view.game.gifted(view.state).any(|seat| reaches(view.score(Side(seat.0))));
    if counting && !too_dear() { Move::GIVE } else { Move::RUN }
}

/// Of the cards that would be the best on the table, the one that makes the trick worth the most, if that is anything.
#[inline]
fn best_taker<const SEATS: usize>(view: &View<'_, SEATS>, legal: CardSet) -> Option<Card> {
    let trumps = view.trumps();
    let lying = trump_points(view.trick().lane(trumps));
    let mut best = None;
    // No rank is 16; a higher key is better.
    let mut most = 15;
    for card in legal {
        if view.would_take(card) {
            let points = lying + if card.suit() == trumps { card.points() } else { 0 };
            let key = points * 16 + 15 - u16::from(card.rank());
            if points > 0 && key > most {
                most = key;
                best = Some(card);
            }
        }
    }
    best
}

/// Of the trumps that no unseen card can beat, the one that counts most, if any counts.
#[inline]
fn sure_lead<const SEATS: usize>(view: &View<'_, SEATS>, hand: CardSet) -> Option<Card> {
    let trumps = view.trumps();
    let threat = view.unseen().lane(trumps);
    let own = hand.and(CardSet::suit(trumps));
    let sure = own.iter().filter(|card| threat >> card.rank() == 0 && card.points() > 0);
    sure.max_by_key(|card| card.points())
}

/// The card that counts least, a plain card before a trump, the lowest rank, the first suit.
#[inline]
fn throw<const SEATS: usize>(view: &View<'_, SEATS>, legal: CardSet) -> Card {
    let trumps = view.trumps();
    let plain = legal.minus(CardSet::suit(trumps));
    let low = |cards: CardSet, key: fn(Card) -> u16| cards.iter().min_by_key(|card| key(*card));
    let thrown = if plain.is_empty() {
        low(legal, |card| card.points() * 16 + u16::from(card.rank()))
    } else {
        low(plain, |card| u16::from(card.rank()))
    };
    thrown.unwrap_or(legal.nth(0))
}
