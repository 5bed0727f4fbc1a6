//! [`AllFives`]: the rules of All Fives with their options fixed, and what bids and cards do (A3–A13).

use super::cards::{COUNTING, Card, CardSet, JACK, Lane, Suit, trump_points};
use super::deal::{Deal, Run, moved};
use super::rules::{Extra, Overshoot, Rules};
use super::state::{Move, Phase, State};
use crate::game::{Event, Moves, Seat, Seats, Standing, Table};

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

    #[inline]
    pub(super) fn list_moves(&self, s: &State<SEATS>, out: &mut Moves<Move>) {
        out.clear();
        match bids(s.phase) {
            Some(bids) => out.extend(bids),
            None => out.extend(self.legal(s).iter().map(Move::card)),
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

    #[inline(always)]
    pub(super) fn allows(&self, s: &State<SEATS>, mv: Move) -> bool {
        match (bids(s.phase), mv.as_card()) {
            (Some(bids), _) => bids.contains(&mv),
            (None, Some(card)) => self.legal(s).contains(card),
            (None, None) => false,
        }
    }

    /// The start of a round from hands by seat, the card turned up, and what running would bring.
    #[inline(always)]
    pub(super) fn begin(
        &self,
        at: &Standing,
        dealer: Seat,
        hands: [CardSet; SEATS],
        up: Card,
        run: Run<SEATS>,
    ) -> State<SEATS> {
        let mut scores = [0; SEATS];
        scores.copy_from_slice(&at.scores[..SEATS]);
        let mut s = State {
            hands,
            run,
            played: CardSet::EMPTY,
            turned: CardSet::EMPTY.with(up),
            trick: CardSet::EMPTY,
            won: [0; SEATS],
            game: [0; SEATS],
            scores,
            before: scores[dealer.index() % SEATS],
            lacks: [0; SEATS],
            up,
            led: Suit::Clubs,
            laid: 0,
            best: 0,
            taker: dealer,
            turn: self.table.left_of(dealer),
            dealer,
            phase: Phase::Asked,
            runs: 0,
        };
        self.turn_up(&mut s, up, &mut Event::default());
        s
    }

    /// The start of a round from a deal.
    #[inline(always)]
    pub(super) fn open(&self, at: &Standing, deal: &Deal<SEATS>) -> State<SEATS> {
        let dealer = at.lead.unwrap_or(Seat(0));
        let eldest = self.table.left_of(dealer).index();
        self.begin(at, dealer, moved(&deal.hands, eldest), deal.up, deal.run.moved(eldest))
    }

    /// A card is turned up: a jack may bring the dealer points (A7).
    #[inline(always)]
    fn turn_up(&self, s: &mut State<SEATS>, up: Card, event: &mut Event) {
        if self.rules.turned_jack > 0 && up.rank() == JACK {
            self.award(s, s.dealer, self.rules.turned_jack, event);
        }
    }

    /// One scoring event against the target (A12): the new score, and whether it was taken whole.
    #[inline(always)]
    pub(super) fn apply(&self, score: u16, offered: u16) -> (u16, bool) {
        let sum = score + offered;
        let target = self.rules.target;
        let whole = sum <= target;
        match self.rules.overshoot {
            Overshoot::Allow => (sum, true),
            Overshoot::Discard => (if whole { sum } else { score }, whole),
            Overshoot::Bounce => (if whole { sum } else { target.saturating_sub(sum - target) }, whole),
            Overshoot::Cap => (sum.min(target), whole),
        }
    }

    /// Scores an event of at least one point; it may win on the spot (A13).
    #[inline]
    fn award(&self, s: &mut State<SEATS>, seat: Seat, points: u16, event: &mut Event) {
        let score = &mut s.scores[seat.index() % SEATS];
        let (after, whole) = self.apply(*score, points);
        event.offered += points;
        event.taken += after.wrapping_sub(*score) as i16;
        event.lost_events += u8::from(!whole);
        *score = after;
        if self.rules.immediate && after >= self.rules.target {
            s.phase = Phase::Won;
            s.turn = seat;
        }
    }

    /// The seats from the eldest on, clockwise; the dealer is the last.
    fn in_turn(&self, s: &State<SEATS>) -> impl Iterator<Item = Seat> + use<SEATS> {
        let dealer = s.dealer.index();
        (1..=SEATS).map(move |place| Seat(((dealer + place) % SEATS) as u8))
    }

    /// The seats that score the point if the dealer gives one (A7).
    pub(super) fn gifted(&self, s: &State<SEATS>) -> impl Iterator<Item = Seat> + use<SEATS> {
        self.in_turn(s).take(if self.rules.gift_to_all { SEATS - 1 } else { 1 })
    }

    /// Plays a legal move.
    #[inline(always)]
    pub(super) fn make(&self, s: &mut State<SEATS>, mv: Move) -> Event {
        match mv.as_card() {
            Some(card) => self.lay(s, card),
            None => self.bid(s, mv),
        }
    }

    #[inline(always)]
    fn bid(&self, s: &mut State<SEATS>, mv: Move) -> Event {
        let mut event = Event::default();
        match mv {
            Move::STAND => self.begin_play(s),
            Move::BEG => {
                s.phase = Phase::Begged;
                s.turn = s.dealer;
            }
            Move::GIVE => {
                for seat in self.gifted(s) {
                    self.award(s, seat, 1, &mut event);
                    if s.phase == Phase::Won {
                        return event;
                    }
                }
                self.begin_play(s);
            }
            _ => return self.run_cards(s),
        }
        event
    }

    /// The dealer runs the cards (A5, A6).
    #[inline(never)]
    fn run_cards(&self, s: &mut State<SEATS>) -> Event {
        let mut event = Event::default();
        let run = s.run;
        let held = s.scores[s.dealer.index() % SEATS];
        for up in run.ups.into_iter().take(usize::from(run.count)) {
            s.runs += 1;
            s.turned = s.turned.with(up);
            s.up = up;
            self.turn_up(s, up, &mut event);
            if s.phase == Phase::Won {
                return event;
            }
        }
        if run.void {
            // A void deal takes back what it gave (A6).
            s.scores[s.dealer.index() % SEATS] = s.before;
            s.phase = Phase::Void;
            return Event { taken: s.before.wrapping_sub(held) as i16, ..Event::default() };
        }
        for (hand, more) in s.hands.iter_mut().zip(run.more) {
            *hand = hand.or(more);
        }
        self.begin_play(s);
        event
    }

    /// What the deal itself did: the points for a jack turned up (A7). `s` is the start of a round.
    pub(super) fn dealt_event(&self, s: &State<SEATS>) -> Event {
        let offered = if s.up.rank() == JACK { self.rules.turned_jack } else { 0 };
        let taken = s.scores[s.dealer.index() % SEATS].wrapping_sub(s.before) as i16;
        let whole = i32::from(taken) == i32::from(offered);
        Event { offered, taken, lost_events: u8::from(!whole), passed: Seats::EMPTY }
    }

    #[inline]
    fn begin_play(&self, s: &mut State<SEATS>) {
        s.run = Run::NONE;
        s.phase = Phase::Play;
        s.turn = self.table.left_of(s.dealer);
    }

    /// The cards that the seat to move may play (A8).
    #[inline(always)]
    pub(super) fn legal(&self, s: &State<SEATS>) -> CardSet {
        let hand = s.hands[s.turn.index() % SEATS];
        if s.laid == 0 {
            return hand;
        }
        let follow = hand.and(CardSet::suit(s.led));
        if follow.is_empty() {
            hand
        } else if self.rules.or_trump {
            follow.or(hand.and(CardSet::suit(s.trumps())))
        } else {
            follow
        }
    }

    /// How strong a card is in a trick (A9); 0 if it cannot win.
    #[inline(always)]
    pub(super) fn strength(card: Card, led: Suit, trumps: Suit) -> u8 {
        if card.suit() == trumps {
            card.rank() + 32
        } else if card.suit() == led {
            card.rank() + 16
        } else {
            0
        }
    }

    #[inline]
    fn lay(&self, s: &mut State<SEATS>, card: Card) -> Event {
        let seat = s.turn;
        let trumps = s.trumps();
        s.hands[seat.index() % SEATS] = s.hands[seat.index() % SEATS].without(card);
        s.played = s.played.with(card);
        s.trick = s.trick.with(card);
        if s.laid == 0 {
            s.led = card.suit();
            s.best = 0;
        } else if card.suit() != s.led && !(self.rules.or_trump && card.suit() == trumps) {
            s.lacks[seat.index() % SEATS] |= 1 << s.led as u8;
        }
        let strength = Self::strength(card, s.led, trumps);
        if strength > s.best {
            s.best = strength;
            s.taker = seat;
        }
        s.laid += 1;
        if usize::from(s.laid) < SEATS {
            s.turn = self.table.left_of(seat);
            return Event::default();
        }
        self.close_trick(s)
    }

    #[inline]
    fn close_trick(&self, s: &mut State<SEATS>) -> Event {
        let taker = s.taker.index() % SEATS;
        let lane = s.trick.lane(s.trumps());
        s.won[taker] |= lane;
        if self.rules.has(Extra::Game) {
            s.game[taker] += s.trick.card_points();
        }
        s.trick = CardSet::EMPTY;
        s.laid = 0;
        s.turn = s.taker;
        let mut event = Event::default();
        if self.rules.by_trick && lane & COUNTING != 0 {
            self.award(s, s.taker, trump_points(lane), &mut event);
            if s.phase == Phase::Won {
                return event;
            }
        }
        if s.hands[taker].is_empty() {
            self.close_round(s, &mut event);
        }
        event
    }

    /// Who scores an extra point (A11), once all tricks are taken.
    pub(super) fn extra_to(&self, s: &State<SEATS>, extra: Extra) -> Option<Seat> {
        let all = s.won.iter().fold(0, |all, lane| all | lane);
        let taker_of = |lane: Lane| s.won.iter().position(|won| won & lane != 0).map(|seat| Seat(seat as u8));
        match extra {
            // The highest trump always takes its own trick.
            Extra::High => taker_of(all.checked_ilog2().map_or(0, |rank| 1 << rank)),
            Extra::Low => taker_of(all & all.wrapping_neg()),
            Extra::Jack => taker_of(1 << JACK),
            Extra::Game => {
                let most = s.game.iter().copied().max().unwrap_or(0);
                let mut best = s.game.iter().enumerate().filter(|(_, points)| **points == most);
                match (best.next(), best.next()) {
                    (Some((seat, _)), None) => Some(Seat(seat as u8)),
                    _ => None,
                }
            }
        }
    }

    #[inline(always)]
    pub(super) fn close_round(&self, s: &mut State<SEATS>, event: &mut Event) {
        s.phase = Phase::Over;
        if self.usual {
            for (score, won) in s.scores.iter_mut().zip(s.won) {
                let points = trump_points(won);
                *score += points;
                event.offered += points;
                event.taken += points as i16;
            }
        } else {
            self.count_round(s, event);
        }
    }

    /// Scores what counts at the end of a round, under any rules (A10, A11).
    #[inline(never)]
    fn count_round(&self, s: &mut State<SEATS>, event: &mut Event) {
        let mut sums = [0; SEATS];
        if !self.rules.by_trick {
            sums = s.won.map(trump_points);
        }
        for extra in Extra::ALL {
            if !self.rules.has(extra) {
                continue;
            }
            let Some(seat) = self.extra_to(s, extra) else {
                continue;
            };
            if self.rules.by_trick {
                self.award(s, seat, 1, event);
                if s.phase == Phase::Won {
                    return;
                }
            } else {
                sums[seat.index() % SEATS] += 1;
            }
        }
        for seat in self.in_turn(s) {
            let points = sums[seat.index() % SEATS];
            if points > 0 {
                self.award(s, seat, points, event);
            }
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
