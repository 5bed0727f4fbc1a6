//! What the seats that are yet to play to a trick may do to a card, over all hands that they may hold.
//!
//! A seat's hand is any hand of its size from the cards that it may hold ([`View::may_hold`]), all equally likely; hands of several seats are
//! taken as independent, which is exact with two seats. That it holds none of k given cards out of M, with n cards in the hand, has the
//! probability (M−n)(M−n−1)…(M−n−k+1) / M(M−1)…(M−k+1).
//!
//! The reply of a seat is modelled as that of `greedy`: of its legal cards (A8) the one that is best for itself in this trick.
//! Cards that it must prefer (those that follow suit) come before all others, and cards of the same effect count together; so the
//! chance of an effect is the chance to hold none of the cards before it, less the chance to hold none of it either.

use super::super::cards::{CARDS, COUNTING, Card, CardSet, Lane, trump_points};
use super::super::engine::AllFives;
use super::super::state::Move;
use super::super::view::View;
use crate::game::Seat;

/// What becomes of a card.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Odds {
    /// The chance that the card takes the trick whatever the others do.
    pub(super) survives: f64,
    /// Expected points of the trick where the card takes it, and 0 elsewhere.
    pub(super) taken: f64,
    /// Expected points of the trick where it does not, up to the first card that beats it; 0 elsewhere.
    pub(super) lost: f64,
}

/// What a card adds to a trick, by what it counts (A10).
const COUNTS: [u8; 7] = [10, 5, 4, 3, 2, 1, 0];

/// The trumps of a lane that count so many points.
const fn counting(lane: Lane, points: u8) -> Lane {
    let ranks = match points {
        10 => 1 << 8,
        5 => 1 << 3,
        4 => 1 << 12,
        3 => 1 << 11,
        2 => 1 << 10,
        1 => 1 << 9,
        _ => 0b0_0000_1111_0111,
    };
    lane & ranks
}

/// The ranks of a lane above one.
const fn above(lane: Lane, rank: u8) -> Lane {
    lane >> rank >> 1 << 1 << rank
}

/// The chances that a seat holds none of so many of the cards that it may hold.
#[derive(Clone, Debug)]
struct Lacking {
    cards: usize,
    chances: [f64; CARDS + 1],
}

impl Lacking {
    /// For a hand of `held` of `cards` cards.
    fn new(cards: usize, held: usize) -> Self {
        let mut chances = [0.0; CARDS + 1];
        let mut chance = 1.0;
        for (given, place) in chances.iter_mut().enumerate().take(cards + 1) {
            *place = chance;
            let (left, free) = (cards - given, (cards - given).saturating_sub(held));
            chance *= if left == 0 { 0.0 } else { free as f64 / left as f64 };
        }
        Lacking { cards, chances }
    }

    fn of(&self, given: u32) -> f64 {
        self.chances[(given as usize).min(self.cards)]
    }
}

/// How many cards of a seat have which effect on a trick.
#[derive(Clone, Copy, Debug, Default)]
struct Effects {
    /// Cards that beat the best card on the table, by the place of their points in [`COUNTS`].
    beat: [u32; 7],
    /// Cards that do not.
    add: [u32; 7],
}

impl Effects {
    fn trumps(&mut self, beating: Lane, others: Lane) {
        for (place, points) in COUNTS.into_iter().enumerate() {
            self.beat[place] += counting(beating, points).count_ones();
            self.add[place] += counting(others, points).count_ones();
        }
    }

    fn plain(&mut self, beating: usize, others: usize) {
        self.beat[6] += beating as u32;
        self.add[6] += others as u32;
    }

    fn beating(&self) -> u32 {
        self.beat.iter().sum()
    }
}

/// A trick as it lies with the card that is the best on it.
#[derive(Clone, Copy)]
struct Trick {
    best: Card,
    led: super::Suit,
    trumps: super::Suit,
    or_trump: bool,
}

impl Trick {
    /// The effects of the cards that a seat must lay if it holds any of them, and of those that it may lay if it holds none.
    fn effects(self, cards: CardSet) -> [Effects; 2] {
        let Trick { best, led, trumps, or_trump } = self;
        let mut groups = [Effects::default(); 2];
        let trump_lane = cards.lane(trumps);
        let beating = if best.suit() == trumps { above(trump_lane, best.rank()) } else { trump_lane };
        let mut others = cards.minus(CardSet::suit(trumps));
        if led == trumps {
            groups[0].trumps(beating, trump_lane & !beating);
        } else {
            let follow = cards.lane(led);
            let higher = if best.suit() == led { above(follow, best.rank()) } else { 0 };
            groups[0].plain(higher.count_ones() as usize, (follow & !higher).count_ones() as usize);
            others = others.minus(CardSet::suit(led));
            // A trump that may be laid instead of following suit is a reply like the others if it takes, and no reply otherwise.
            groups[usize::from(!or_trump)].trumps(beating, 0);
            groups[1].trumps(0, trump_lane & !beating);
        }
        groups[1].plain(0, others.len());
        groups
    }
}

/// What tells which cards the others may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    /// The cards played.
    Play,
    /// The bids too: an eldest who begged and was given the point is taken to hold no trump that counts.
    Bids,
}

impl Reading {
    /// The readings, in the order of their words.
    pub(super) const ALL: [Reading; 2] = [Reading::Play, Reading::Bids];

    /// The cards that a seat is taken to hold some of.
    fn cards<const SEATS: usize>(self, view: &View<'_, SEATS>, seat: Seat) -> CardSet {
        let may = view.may_hold(seat);
        let begged = || seat == view.table().left_of(view.dealer()) && given(view);
        if self == Reading::Play || !begged() {
            return may;
        }
        let lane = may.lane(view.trumps()) & COUNTING;
        let counting = CardSet::suit(view.trumps()).iter().filter(|card| lane >> card.rank() & 1 == 1).collect();
        let read = may.minus(counting);
        // A seat that has more cards than that did not mean what it said.
        if read.len() >= view.cards_left(seat) { read } else { may }
    }
}

/// Whether the dealer has given a point in this round.
pub(super) fn given<const SEATS: usize>(view: &View<'_, SEATS>) -> bool {
    view.log().iter().any(|step| step.mv == Move::GIVE)
}

/// What becomes of a card that the seat plays; nothing if it does not take.
pub(super) fn odds<const SEATS: usize>(view: &View<'_, SEATS>, card: Card, reading: Reading) -> Odds {
    let trumps = view.trumps();
    let counts = if card.suit() == trumps { card.points() } else { 0 };
    let lies = f64::from(trump_points(view.trick().lane(trumps)) + counts);
    if !view.would_take(card) {
        return Odds { survives: 0.0, taken: 0.0, lost: lies };
    }
    let led = view.led().unwrap_or(card.suit());
    let trick = Trick { best: card, led, trumps, or_trump: view.rules().or_trump };
    let mut odds = Odds { survives: 1.0, taken: 0.0, lost: 0.0 };
    // The chance that nobody has beaten the card yet, and what the trick is expected to count then.
    let (mut holds, mut pile) = (1.0, lies);
    for seat in later(view) {
        let cards = reading.cards(view, seat);
        let lacking = Lacking::new(cards.len(), view.cards_left(seat));
        let groups = trick.effects(cards);
        let [must, may] = &groups;
        let all_must = must.beating() + must.add.iter().sum::<u32>();
        let cannot = lacking.of(must.beating()) - lacking.of(all_must) + lacking.of(all_must + may.beating());
        odds.survives *= cannot;
        // The seat's choice: the most for a beating card, the least for another.
        let (mut given, mut before) = (0, 1.0);
        let (mut beaten, mut beaten_points, mut added) = (0.0, 0.0, 0.0);
        for effects in &groups {
            let beating = COUNTS.iter().zip(effects.beat).map(|(points, number)| (*points, number, true));
            let adding = COUNTS.iter().zip(effects.add).rev().map(|(points, number)| (*points, number, false));
            for (points, number, beats) in beating.chain(adding).filter(|(_, number, _)| *number > 0) {
                given += number;
                let after = lacking.of(given);
                let chance = before - after;
                before = after;
                if beats {
                    beaten += chance;
                    beaten_points += chance * f64::from(points);
                } else {
                    added += chance * f64::from(points);
                }
            }
        }
        odds.lost += holds * (beaten * pile + beaten_points);
        let stays = 1.0 - beaten;
        // What is added on the condition that the seat does not beat the card.
        pile += if stays > 0.0 { added / stays } else { 0.0 };
        holds *= stays;
    }
    odds.taken = holds * pile;
    odds
}

/// The seats that are yet to play to the trick after the seat of the view, in order.
pub(super) fn later<const SEATS: usize>(view: &View<'_, SEATS>) -> impl Iterator<Item = Seat> + use<SEATS> {
    let seat = view.seat().index();
    (1..SEATS - view.laid().min(SEATS - 1)).map(move |steps| Seat(((seat + steps) % SEATS) as u8))
}

/// How many of these cards would beat a card in the trick to which it is played.
pub(super) fn beaters<const SEATS: usize>(view: &View<'_, SEATS>, card: Card, cards: CardSet) -> i64 {
    let led = view.led().unwrap_or(card.suit());
    let strength = |card| AllFives::<SEATS>::strength(card, led, view.trumps());
    cards.iter().filter(|other| strength(*other) > strength(card)).count() as i64
}

/// Whether a card takes, and no seat that is yet to play may hold one that beats it.
pub(super) fn is_sure<const SEATS: usize>(view: &View<'_, SEATS>, card: Card) -> bool {
    view.would_take(card) && later(view).all(|seat| beaters(view, card, view.may_hold(seat)) == 0)
}
