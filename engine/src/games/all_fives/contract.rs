//! [`AllFives`] as a [`Game`].

use super::deal::{Deal, moved};
use super::engine::AllFives;
use super::sample::Sampler;
use super::state::{Move, Phase, State};
use super::view::View;
use crate::game::{
    Event, ExchangeableDeals, FastForward, Game, MatchRules, NextLead, Outcome, RoundEnd, Seat, Side, Sides, Skipped,
    Standing, Step, Table, Turn,
};
use crate::streams::Stream;

impl<const SEATS: usize> Game for AllFives<SEATS> {
    type Deal = Deal<SEATS>;
    type State = State<SEATS>;
    type Move = Move;
    type View<'a> = View<'a, SEATS>;
    type Sampler = Sampler;

    const SIDES: Option<usize> = Some(SEATS);

    #[inline(always)]
    fn table(&self) -> &Table {
        &self.table
    }

    fn match_rules(&self) -> MatchRules {
        MatchRules { target: self.rules.target, next_lead: NextLead::Rotates, dealt_from_lead: true }
    }

    fn first(&self, lot: &mut Stream) -> Standing {
        Standing::new(Some(Seat(lot.below(SEATS as u32) as u8)))
    }

    #[inline(always)]
    fn deal(&self, deck: &mut Stream) -> Self::Deal {
        Deal::of(deck)
    }

    #[inline(always)]
    fn start(&self, at: &Standing, deal: &Self::Deal) -> Self::State {
        self.open(at, deal)
    }

    #[inline]
    fn dealt(&self, start: &Self::State) -> Event {
        self.dealt_event(start)
    }

    #[inline(always)]
    fn turn(&self, s: &Self::State) -> Turn {
        match s.phase {
            Phase::Asked | Phase::Begged | Phase::Play => Turn::Seat(s.turn),
            Phase::Over | Phase::Won | Phase::Void => Turn::Over,
        }
    }

    #[inline(always)]
    fn play_unchecked(&self, s: &mut Self::State, mv: Move) -> Event {
        self.make(s, mv)
    }

    #[inline(always)]
    fn score(&self, s: &Self::State, side: Side) -> u16 {
        s.scores[side.index() % SEATS]
    }

    #[inline(always)]
    fn opener(&self, s: &Self::State) -> Seat {
        self.table.left_of(s.dealer)
    }

    #[inline(always)]
    fn round_end(&self, s: &Self::State) -> RoundEnd {
        match s.phase {
            Phase::Won => RoundEnd::Won,
            Phase::Void => RoundEnd::Void,
            _ => RoundEnd::Complete,
        }
    }

    #[inline]
    fn close(&self, at: &Standing, s: &Self::State) -> Standing {
        let mut next = *at;
        next.scores[..SEATS].copy_from_slice(&s.scores);
        if s.phase == Phase::Void {
            next.attempt += 1;
            next.lead = Some(s.dealer);
            return next;
        }
        next.round = at.round + 1;
        next.attempt = 0;
        next.outcome = match s.phase {
            Phase::Won => Outcome::Won(Sides::one(self.table.side_of(s.turn))),
            _ => self.outcome_at_round_end(&s.scores, next.round),
        };
        if next.outcome == Outcome::Open {
            next.lead = Some(self.table.left_of(s.dealer));
        }
        next
    }

    #[inline(always)]
    fn view<'a>(&'a self, s: &'a Self::State, log: &'a [Step<Move>], seat: Seat) -> Self::View<'a> {
        View::new(self, s, log, seat)
    }

    #[inline]
    fn greedy(view: Self::View<'_>) -> Move {
        super::greedy::choose(&view)
    }

    fn sampler(view: Self::View<'_>) -> Self::Sampler {
        Sampler::new(view)
    }

    #[inline]
    fn sample(view: Self::View<'_>, sampler: &Self::Sampler, own: &mut Stream) -> Self::State {
        sampler.draw(view, own)
    }
}

impl<const SEATS: usize> FastForward for AllFives<SEATS> {
    const FAST_FORWARDS: bool = SEATS == 2;

    #[inline(always)]
    fn fast_forward(&self, s: &mut Self::State, own: [&mut Stream; 2]) -> Option<Skipped> {
        self.play_tricks(s, own)
    }
}

impl<const SEATS: usize> ExchangeableDeals for AllFives<SEATS> {
    fn exchanged(&self, deal: &Self::Deal) -> Self::Deal {
        Deal { hands: moved(&deal.hands, 1), up: deal.up, run: deal.run.moved(1) }
    }
}

impl<const SEATS: usize> AllFives<SEATS> {
    /// Rules A13 and D21: who has won when a round is over that no event cut short.
    fn outcome_at_round_end(&self, scores: &[u16; SEATS], rounds: u32) -> Outcome {
        let best = scores.iter().copied().max().unwrap_or(0);
        if best >= self.rules.target {
            let won = |side: &Side| scores[side.index() % SEATS] == best;
            return Outcome::Won(self.table.all_sides().filter(won).collect());
        }
        if rounds >= self.rules.max_rounds { Outcome::Unfinished } else { Outcome::Open }
    }
}
