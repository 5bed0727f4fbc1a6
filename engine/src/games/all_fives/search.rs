//! All Fives for tree searches: cards and bids are seen by all; running the cards (A5) shows which suit becomes trumps, and after how many
//! runs.

use super::cards::{Card, CardSet};
use super::engine::AllFives;
use super::state::{Move, Phase, State};
use crate::game::Seat;
use crate::searchable::Searchable;

/// The codes of the bids, in move order: numbers that no card has.
const BIDS: [(u8, Move); 4] = [(13, Move::STAND), (14, Move::BEG), (29, Move::GIVE), (30, Move::RUN)];

impl<const SEATS: usize> Searchable for AllFives<SEATS> {
    type LegalMask = u64;

    #[inline(always)]
    fn legal_mask(&self, s: &State<SEATS>) -> u64 {
        match s.phase {
            Phase::Asked => 1 << BIDS[0].0 | 1 << BIDS[1].0,
            Phase::Begged => 1 << BIDS[2].0 | 1 << BIDS[3].0,
            _ => self.legal(s).pieces().0,
        }
    }

    #[inline(always)]
    fn move_of(code: u8) -> Move {
        BIDS.into_iter().find(|(bid, _)| *bid == code).map_or(Move::card(Card::numbered(code)), |(_, mv)| mv)
    }

    #[inline(always)]
    fn code_of(mv: Move) -> u8 {
        let bid = BIDS.into_iter().find(|(_, bid)| *bid == mv);
        bid.map_or(mv.number() as u8, |(code, _)| code)
    }

    #[inline(always)]
    fn observation(&self, _: &State<SEATS>, mv: Move, after: &State<SEATS>, _: Seat) -> u16 {
        if mv == Move::RUN { 1 + after.trumps() as u16 + 4 * u16::from(after.runs) } else { 0 }
    }

    fn hidden(view: Self::View<'_>) -> usize {
        let others = view.table().all_seats().filter(|seat| *seat != view.seat());
        others.map(|seat| view.cards_left(seat)).sum()
    }

    fn rewound(view: Self::View<'_>, world: &State<SEATS>) -> (State<SEATS>, usize) {
        let bids = view.log().iter().take_while(|step| step.mv.as_card().is_none()).count();
        let mut s = *world;
        if world.phase != Phase::Play {
            return (s, view.log().len());
        }
        for step in &view.log()[bids..] {
            if let Some(card) = step.mv.as_card() {
                let hand = &mut s.hands[step.seat.index() % SEATS];
                *hand = hand.with(card);
            }
        }
        s.played = CardSet::EMPTY;
        s.trick = CardSet::EMPTY;
        s.won = [0; SEATS];
        s.game = [0; SEATS];
        s.scores = [0; SEATS];
        s.lacks = [0; SEATS];
        s.laid = 0;
        s.best = 0;
        s.turn = view.game.table.left_of(s.dealer);
        (s, bids)
    }

    fn mark_of(view: Self::View<'_>) -> u128 {
        let own = view.log().iter().filter(|step| step.seat == view.seat());
        let held = view.hand().pieces().0;
        let played = own.filter_map(|step| step.mv.as_card()).fold(0, |mask: u64, card| mask | 1 << card.number());
        u128::from(held | played)
    }
}
