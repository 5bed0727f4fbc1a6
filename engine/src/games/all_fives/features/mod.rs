//! Rules for All Fives: what they can speak about, and how it is worked out.
//!
//! - `words`: every feature and condition with its meaning
//! - `book`: rules compiled
//! - `facts`: the whole numbers, of a decision and of a move
//! - `odds`: what the seats that are yet to play may do to a card
//!
//! Everything here is computed from a [`View`] alone.

mod book;
mod facts;
mod odds;
mod vocabulary;

pub use vocabulary::VOCABULARY;

use super::cards::{CardSet, Suit};
use super::engine::AllFives;
use super::state::Move;
use super::view::View;
use crate::features::{Rule, Tactical, Vocabulary};
use book::{Feature, Lines};
use facts::{decision_fact, move_fact};
use odds::{Odds, Reading};

/// A compiled list of rules, with working memory.
#[derive(Clone, Debug)]
pub struct Book {
    lines: Lines,
    /// What becomes of each card, worked out when a rule first asks for it.
    odds: Vec<[Option<Odds>; 2]>,
}

impl<const SEATS: usize> Tactical for AllFives<SEATS> {
    type Book = Book;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn compile(&self, rules: &[Rule]) -> Book {
        Book { lines: Lines::new(rules), odds: Vec::new() }
    }

    fn weigh(book: &mut Book, view: View<'_, SEATS>, moves: &[Move], totals: &mut [f64]) {
        let Book { lines, odds } = book;
        odds.clear();
        odds.resize(moves.len(), [None; 2]);
        for rule in &lines.rules {
            if !rule.of_decision.iter().all(|test| test.holds(decision_fact(&view, test.fact, moves.len()))) {
                continue;
            }
            for ((mv, total), odds) in moves.iter().zip(totals.iter_mut()).zip(odds.iter_mut()) {
                let mut safe = || odds_of(&view, *mv, odds, Reading::Play).survives;
                let holds =
                    |test: &book::Test<facts::MoveFact>| test.holds(move_fact(&view, test.fact, *mv, &mut safe));
                if rule.of_move.iter().all(holds) {
                    let value = value(lines, &view, rule.feature, *mv, odds);
                    *total += rule.weight * rule.round.apply(value);
                }
            }
        }
    }

    fn piece(mv: Move) -> u32 {
        mv.number()
    }

    fn size(mv: Move) -> u32 {
        mv.as_card().map_or(0, |card| u32::from(card.rank()))
    }
}

/// What becomes of a card, as a reading of the others' hands has it, worked out once; nothing for a bid.
fn odds_of<const SEATS: usize>(
    view: &View<'_, SEATS>,
    mv: Move,
    odds: &mut [Option<Odds>; 2],
    reading: Reading,
) -> Odds {
    let known = &mut odds[reading as usize];
    *known.get_or_insert_with(|| mv.as_card().map_or(Odds::default(), |card| odds::odds(view, card, reading)))
}

/// The value of a feature of one move.
fn value<const SEATS: usize>(
    lines: &Lines,
    view: &View<'_, SEATS>,
    feature: Feature,
    mv: Move,
    odds: &mut [Option<Odds>; 2],
) -> f64 {
    let trumps = view.trumps();
    let own_trumps = |cards: CardSet| cards.and(CardSet::suit(trumps));
    let sum =
        |cards: CardSet, list| cards.iter().map(|card| lines.value(list, i64::from(card.rank()) + 2)).sum::<f64>();
    let mut of_card = |reading| odds_of(view, mv, odds, reading);
    let listed = |list, suits: fn(Suit, Suit) -> bool| {
        let card = mv.as_card().filter(|card| suits(card.suit(), trumps));
        card.map_or(0.0, |card| lines.value(list, i64::from(card.rank()) + 2))
    };
    match feature {
        Feature::Bid(bid) => f64::from(u8::from(mv == bid)),
        Feature::BidCards(bid, list) if mv == bid => sum(own_trumps(view.hand()), list),
        Feature::BidTrumps(bid, list) if mv == bid => lines.value(list, own_trumps(view.hand()).len() as i64),
        Feature::BidCards(..) | Feature::BidTrumps(..) => 0.0,
        Feature::TrumpValue(list) => listed(list, |suit, trumps| suit == trumps),
        Feature::PlainValue(list) => listed(list, |suit, trumps| suit != trumps),
        Feature::TrumpsKept(list) => mv.as_card().map_or(0.0, |card| sum(own_trumps(view.hand().without(card)), list)),
        Feature::Survives(reading) => of_card(reading).survives,
        Feature::ExpectedTaken(reading) => of_card(reading).taken,
        Feature::ExpectedLost(reading) => of_card(reading).lost,
        Feature::Fact(fact) => move_fact(view, fact, mv, || of_card(Reading::Play).survives) as f64,
    }
}
