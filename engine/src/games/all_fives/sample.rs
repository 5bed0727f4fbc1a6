//! Worlds consistent with a view: the hidden cards drawn uniformly over all deals that agree with everything the seat has seen.
//!
//! While bids are made nothing is known of the hidden cards but their number: the other hands and the order of the pack, as far as
//! running could reach it, come from one shuffle. Once cards are played the pack is out of play, and what binds the hidden hands is
//! their sizes and the suits that seats failed to follow (A8): a seat that lacked a suit lacks it now, because nobody draws, and the
//! cards it has played since show the same. How they are dealt is in [`uniform`](crate::games::uniform).

use super::cards::{CARDS, CardSet};
use super::deal::{Pack, Run};
use super::state::State;
use super::view::View;
use crate::game::Seat;
use crate::games::uniform::{Groups, Plan};
use crate::streams::Stream;

/// A prepared source of worlds for one view.
#[derive(Debug)]
pub struct Sampler(Source);

#[derive(Debug)]
enum Source {
    /// The unseen cards and their number, while bids are made.
    Bidding([u8; CARDS], usize),
    /// How the hidden hands are dealt, while cards are played.
    Playing(Box<Plan<u64>>),
}

impl Sampler {
    /// Prepares to draw worlds consistent with `view`.
    pub(super) fn new<const SEATS: usize>(view: View<'_, SEATS>) -> Self {
        if view.is_bidding() {
            let mut cards = [0; CARDS];
            let mut len = 0;
            for (place, card) in cards.iter_mut().zip(view.unseen()) {
                *place = card.number();
                len += 1;
            }
            return Sampler(Source::Bidding(cards, len));
        }
        let mut groups = Groups::new();
        for seat in (0..SEATS as u8).map(Seat).filter(|seat| *seat != view.seat()) {
            groups.add(seat, view.may_hold(seat).pieces(), view.cards_left(seat));
        }
        Sampler(Source::Playing(Box::new(groups.plan())))
    }

    /// Draws a world.
    #[inline]
    pub(super) fn draw<const SEATS: usize>(&self, view: View<'_, SEATS>, own: &mut Stream) -> State<SEATS> {
        let mut world = *view.state;
        match &self.0 {
            Source::Bidding(cards, len) => {
                let mut pack = Pack::new(*cards, *len, own);
                for seat in (0..SEATS).filter(|seat| *seat != view.seat().index()) {
                    world.hands[seat] = pack.take_set(view.cards_left(Seat(seat as u8)));
                }
                let eldest = view.table().left_of(view.dealer()).index();
                world.run = Run::of(&mut pack, view.trumps(), eldest);
            }
            Source::Playing(plan) => {
                plan.draw(own, |seat, cards| world.hands[seat.index() % SEATS] = CardSet::dealt(cards));
            }
        }
        world
    }
}
