//! The state of a round, and what bids and cards do to it (A3–A13).

use super::cards::{COUNTING, Card, CardSet, JACK, Lane, Suit, trump_points};
use super::deal::{Deal, Run, moved};
use super::engine::AllFives;
use super::rules::{Extra, Overshoot};
use crate::game::{Event, Seat, Standing};

/// A bid or a card.
///
/// Moves are ordered: cards by suit and rank, then stand, beg, give, run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u8);

impl Move {
    /// The eldest accepts the suit turned up (A4).
    pub const STAND: Move = Move(64);
    /// The eldest begs (A4).
    pub const BEG: Move = Move(65);
    /// The dealer gives a point (A5).
    pub const GIVE: Move = Move(66);
    /// The dealer runs the cards (A5).
    pub const RUN: Move = Move(67);
    /// The bids with their names.
    pub const BIDS: [(&'static str, Move); 4] =
        [("stand", Move::STAND), ("beg", Move::BEG), ("give", Move::GIVE), ("run", Move::RUN)];

    /// A card played to a trick.
    #[inline(always)]
    #[must_use]
    pub const fn card(card: Card) -> Move {
        Move(card.number())
    }

    /// The card, if the move is no bid.
    #[inline(always)]
    #[must_use]
    pub const fn as_card(self) -> Option<Card> {
        if self.0 < 64 { Some(Card::numbered(self.0)) } else { None }
    }

    /// The move's number: a card's, or 64 and up for a bid.
    #[must_use]
    pub(super) const fn number(self) -> u32 {
        self.0 as u32
    }

    /// The move of a number, which must be one of [`Move::number`].
    #[inline(always)]
    pub(super) const fn numbered(number: u8) -> Move {
        Move(number)
    }

    /// The bid's name, if the move is a bid.
    #[must_use]
    pub fn bid(self) -> Option<&'static str> {
        Move::BIDS.into_iter().find(|(_, bid)| *bid == self).map(|(name, _)| name)
    }
}

impl std::fmt::Debug for Move {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.as_card() {
            Some(card) => write!(f, "{card}"),
            None => f.write_str(self.bid().unwrap_or("?")),
        }
    }
}

/// How a round stands or ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The eldest is to stand or to beg (A4).
    Asked,
    /// The dealer is to give or to run (A5).
    Begged,
    /// Cards are played.
    Play,
    /// Played to the end.
    Over,
    /// Cut short by a winning event (A13).
    Won,
    /// The deal is void (A6).
    Void,
}

/// The whole truth of a round in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State<const SEATS: usize> {
    /// Cards that each seat holds.
    pub(super) hands: [CardSet; SEATS],
    /// What running would bring; nothing once the bidding is over.
    pub(super) run: Run<SEATS>,
    /// Cards played, the trick on the table included.
    pub(super) played: CardSet,
    /// All cards turned up: out of play.
    pub(super) turned: CardSet,
    /// The trick on the table.
    pub(super) trick: CardSet,
    /// Trumps captured by each seat.
    pub(super) won: [Lane; SEATS],
    /// Card points captured by each seat, if the extra point `game` is played for.
    pub(super) game: [u16; SEATS],
    pub(super) scores: [u16; SEATS],
    /// The dealer's score before the deal, which a void deal restores.
    pub(super) before: u16,
    /// Suits that each seat is known to lack, as a bit mask (A8).
    pub(super) lacks: [u8; SEATS],
    /// The last card turned up: its suit is trumps.
    pub(super) up: Card,
    /// The suit led, while a trick lies on the table.
    pub(super) led: Suit,
    /// Number of cards on the table.
    pub(super) laid: u8,
    /// How strong the best card on the table is, and whose it is.
    pub(super) best: u8,
    pub(super) taker: Seat,
    /// The seat to move, while the round runs; whose event won, if one did.
    pub(super) turn: Seat,
    pub(super) dealer: Seat,
    pub(super) phase: Phase,
    /// How often cards were run.
    pub(super) runs: u8,
}

impl<const SEATS: usize> State<SEATS> {
    /// The suit that is trumps, or proposed.
    #[inline(always)]
    #[must_use]
    pub const fn trumps(&self) -> Suit {
        self.up.suit()
    }

    /// The cards that a seat holds.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> CardSet {
        self.hands[seat.index() % SEATS]
    }

    /// The seat that deals.
    #[must_use]
    pub const fn dealer(&self) -> Seat {
        self.dealer
    }

    /// All cards turned up so far.
    #[must_use]
    pub const fn turned(&self) -> CardSet {
        self.turned
    }
}

impl<const SEATS: usize> AllFives<SEATS> {
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
        Event { offered, taken, lost_events: u8::from(!whole), passed: 0 }
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
