//! [`Dominoes`] as a [`Game`].

use super::engine::Dominoes;
use super::rules::{Finish, Opener};
use super::sample::Sampler;
use super::state::{Deal, Move, Phase, State, get};
use super::tiles::{Set, Tile, Tiles};
use super::view::View;
use crate::game::{
    Event, ExchangeableDeals, FastForward, Game, MatchRules, NextLead, Outcome, RoundEnd, Seat, Side, Sides, Standing,
    Step, Table, Turn,
};
use crate::streams::Stream;

impl<K: Set, const SEATS: usize> Game for Dominoes<K, SEATS> {
    type Deal = Deal<K, SEATS>;
    type State = State<K, SEATS>;
    type Move = Move<K::Mask>;
    type View<'a> = View<'a, K, SEATS>;
    type Sampler = Sampler<K, SEATS>;

    const SIDES: Option<usize> = if SEATS == 2 { Some(2) } else { None };

    fn table(&self) -> &Table {
        &self.table
    }

    fn match_rules(&self) -> MatchRules {
        let next_lead = match self.rules.next_opener {
            Opener::Rotate => NextLead::Rotates,
            Opener::Lot => NextLead::Lot,
            Opener::HighestDouble => NextLead::Deal,
        };
        MatchRules { target: self.rules.target, next_lead, dealt_from_lead: false }
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
            deck.deal_front(tiles, dealt, |tile| pair = (pair.1, pair.0.with(Tile::numbered(tile))));
            hands[0] = pair.0;
            hands[1] = pair.1;
        } else {
            let mut seat = 0;
            deck.deal_front(tiles, dealt, |tile| {
                hands[seat % SEATS] = hands[seat % SEATS].with(Tile::numbered(tile));
                seat = if seat + 1 == seats { 0 } else { seat + 1 };
            });
        }
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

    #[inline(always)]
    fn play_unchecked(&self, s: &mut Self::State, mv: Move<K::Mask>) -> Event {
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
    fn view<'a>(&'a self, s: &'a Self::State, log: &'a [Step<Move<K::Mask>>], seat: Seat) -> Self::View<'a> {
        View::new(self, s, log, seat)
    }

    #[inline(always)]
    fn greedy(view: Self::View<'_>) -> Move<K::Mask> {
        view.game.greedy_move(view.state)
    }

    fn sampler(view: Self::View<'_>) -> Self::Sampler {
        Sampler::new(view)
    }

    #[inline]
    fn sample(view: Self::View<'_>, sampler: &Self::Sampler, own: &mut Stream) -> Self::State {
        sampler.draw(view, own)
    }
}

impl<K: Set, const SEATS: usize> FastForward for Dominoes<K, SEATS> {}

impl<K: Set, const SEATS: usize> ExchangeableDeals for Dominoes<K, SEATS> {
    fn exchanged(&self, deal: &Self::Deal) -> Self::Deal {
        let seats = self.table.seats();
        let mut hands = deal.hands;
        hands[..seats].chunks_exact_mut(2).for_each(|pair| pair.swap(0, 1));
        Deal { hands }
    }
}

impl<K: Set, const SEATS: usize> Dominoes<K, SEATS> {
    /// Rules D19 and D21: who has won when a round is over that no placement cut short.
    fn outcome_at_round_end(&self, scores: &[u16; SEATS], rounds: u32) -> Outcome {
        let best = scores.iter().copied().max().unwrap_or(0);
        if self.finish() == Finish::RoundEnd && best >= self.rules.target {
            let won = |side: &Side| scores[side.index() % SEATS] == best;
            return Outcome::Won(self.table.all_sides().filter(won).collect());
        }
        if rounds >= self.rules.max_rounds { Outcome::Unfinished } else { Outcome::Open }
    }
}
