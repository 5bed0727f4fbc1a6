//! [`AllFives`]: the rules of All Fives as a [`Game`].

use super::deal::{Deal, moved};
use super::rules::Rules;
use super::sample::Sampler;
use super::state::{Move, Phase, State};
use super::view::View;
use crate::game::{
    Event, FastForward, Game, Moves, NextLead, Outcome, RoundEnd, Seat, Side, Sides, Standing, Step, Table, Turn,
};
use crate::streams::Stream;

/// All Fives with its options fixed, for `SEATS` seats.
#[derive(Debug)]
pub struct AllFives<const SEATS: usize> {
    pub(super) rules: Rules,
    pub(super) table: Table,
    /// Whether the rules [are usual](Rules::are_usual).
    pub(super) usual: bool,
}

impl<const SEATS: usize> AllFives<SEATS> {
    /// The game with these rules, which must be for this number of seats.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        debug_assert!(usize::from(rules.players) == SEATS);
        AllFives { table: Table::new(rules.players, rules.players), usual: rules.are_usual(), rules }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Rules A13 and D21: who has won when a round is over that no event cut short.
    fn outcome_at_round_end(&self, scores: &[u16; SEATS], rounds: u32) -> Outcome {
        let best = scores.iter().copied().max().unwrap_or(0);
        if best >= self.rules.target {
            let winners = scores.iter().enumerate().filter(|&(_, &score)| score == best);
            return Outcome::Won(Sides(winners.fold(0, |mask, (side, _)| mask | 1 << side)));
        }
        if rounds >= self.rules.max_rounds { Outcome::Unfinished } else { Outcome::Open }
    }

    #[inline]
    pub(super) fn list_moves(&self, s: &State<SEATS>, out: &mut Moves<Move>) {
        out.clear();
        match bids(s.phase) {
            Some(bids) => out.extend(bids),
            None => out.extend(self.legal(s).map(Move::card)),
        }
    }

    #[inline(always)]
    pub(super) fn count_moves(&self, s: &State<SEATS>) -> u32 {
        if s.phase == Phase::Play { self.legal(s).len() as u32 } else { 2 }
    }

    #[inline(always)]
    pub(super) fn number_move(&self, s: &State<SEATS>, n: u32) -> Move {
        match bids(s.phase) {
            Some(bids) => bids[n as usize & 1],
            None => Move::card(self.legal(s).nth(n)),
        }
    }
}

/// The two bids of a phase of the bidding (A4, A5).
#[inline(always)]
const fn bids(phase: Phase) -> Option<[Move; 2]> {
    match phase {
        Phase::Asked => Some([Move::STAND, Move::BEG]),
        Phase::Begged => Some([Move::GIVE, Move::RUN]),
        _ => None,
    }
}

impl<const SEATS: usize> Game for AllFives<SEATS> {
    type Deal = Deal<SEATS>;
    type State = State<SEATS>;
    type Move = Move;
    type View<'a> = View<'a, SEATS>;
    type Sampler = Sampler;

    const SIDES: Option<usize> = Some(SEATS);
    const FAST_FORWARDS: bool = SEATS == 2;
    const DEALT_FROM_LEAD: bool = true;

    #[inline(always)]
    fn table(&self) -> &Table {
        &self.table
    }

    fn target(&self) -> u16 {
        self.rules.target
    }

    fn next_lead(&self) -> NextLead {
        NextLead::Rotates
    }

    fn first(&self, lot: &mut Stream) -> Standing {
        Standing::new(Some(Seat(lot.below(SEATS as u32) as u8)))
    }

    #[inline(always)]
    fn deal(&self, deck: &mut Stream) -> Self::Deal {
        Deal::of(deck)
    }

    fn exchanged(&self, deal: &Self::Deal) -> Self::Deal {
        Deal { hands: moved(&deal.hands, 1), up: deal.up, run: deal.run.moved(1) }
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

    #[inline]
    fn moves(&self, s: &Self::State, out: &mut Moves<Move>) {
        self.list_moves(s, out);
    }

    #[inline(always)]
    fn move_count(&self, s: &Self::State) -> u32 {
        self.count_moves(s)
    }

    #[inline(always)]
    fn nth_move(&self, s: &Self::State, n: u32) -> Move {
        self.number_move(s, n)
    }

    #[inline(always)]
    fn play(&self, s: &mut Self::State, mv: Move) -> Event {
        self.make(s, mv)
    }

    #[inline(always)]
    fn fast_forward(&self, s: &mut Self::State, own: [&mut Stream; 2]) -> Option<FastForward> {
        self.hurry_tricks(s, own)
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
    fn view_moves(view: Self::View<'_>, out: &mut Moves<Move>) {
        view.game.list_moves(view.state, out);
    }

    #[inline(always)]
    fn view_move_count(view: Self::View<'_>) -> u32 {
        view.game.count_moves(view.state)
    }

    #[inline(always)]
    fn view_nth_move(view: Self::View<'_>, n: u32) -> Move {
        view.game.number_move(view.state, n)
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
