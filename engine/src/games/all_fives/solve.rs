//! Rounds of All Fives as the exact solver walks them.
//!
//! For points, with two seats: a position is what both hold, the card on the table, the suit that is trumps, and what of the extra points
//! (A11) is still to come. It is remembered where a trick begins. Cards of one hand between which no other card ranks are equivalent if they
//! count the same, and only one of them is tried. For the match, and with three seats, rounds are walked on their states.

use std::hash::{Hash, Hasher};

use super::cards::{Card, CardSet, JACK, Lane, Suit, trump_points};
use super::deal::{MAX_RUNS, Run};
use super::engine::AllFives;
use super::rules::{Extra, Rules};
use super::state::{Move, Phase, State};
use crate::solvable::{After, Board, Branches, Code, NextMover, Solvable, Utility, Whole};

/// A target that no round comes near: a score below 10,000 before it, 25 for trumps, a few extra points and 1000 for each of eight cards
/// turned up.
const NO_TARGET: u16 = 60_000;

/// What is to be done in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Asked,
    Begged,
    /// Lead to a trick.
    Lead,
    /// Play to this card.
    Follow(Card),
}

/// The hands, and what else matters to the points that are still to be had.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// Of the seat to move, and of the other one.
    hands: [CardSet; 2],
    stage: Stage,
    trumps: Suit,
    /// Whether the extra points for the lowest and the highest trump in play are still to come.
    low_due: bool,
    high_due: bool,
    /// Card points captured by the side to move less those captured by the other, if the extra point `game` is played for.
    ahead: i16,
}

/// The rest of a round for points.
#[derive(Debug)]
pub struct Points<'a, const SEATS: usize> {
    game: &'a AllFives<SEATS>,
    run: Run<SEATS>,
    dealer: usize,
    /// What a void deal takes back from the dealer (A6).
    held: i32,
}

impl<const SEATS: usize> Points<'_, SEATS> {
    fn has(&self, extra: Extra) -> bool {
        self.game.rules.has(extra)
    }

    /// The position once play begins.
    fn begin(&self, hands: [CardSet; 2], trumps: Suit) -> Position {
        let any = hands[0].or(hands[1]).lane(trumps) != 0;
        let (low_due, high_due) = (any && self.has(Extra::Low), any && self.has(Extra::High));
        Position { hands, stage: Stage::Lead, trumps, low_due, high_due, ahead: 0 }
    }

    /// What capturing a card scores immediately; the lanes are the trumps that nobody has captured yet.
    #[inline(always)]
    fn utility(&self, at: &Position, card: Card, trumps_left: Lane) -> u16 {
        if card.suit() != at.trumps {
            return 0;
        }
        let bit: Lane = 1 << card.rank();
        let mut points = card.points();
        points += u16::from(at.low_due && trumps_left & (bit - 1) == 0);
        points += u16::from(at.high_due && trumps_left >> card.rank() == 1);
        points += u16::from(card.rank() == JACK && self.has(Extra::Jack));
        points
    }

    /// The cards that may be played (A8).
    #[inline(always)]
    fn legal(&self, at: &Position) -> CardSet {
        let Stage::Follow(led) = at.stage else {
            return at.hands[0];
        };
        let follow = at.hands[0].and(CardSet::suit(led.suit()));
        if follow.is_empty() {
            at.hands[0]
        } else if self.game.rules.or_trump {
            follow.or(at.hands[0].and(CardSet::suit(at.trumps)))
        } else {
            follow
        }
    }

    /// What a card promises: points if it takes the trick or cannot be beaten, the loss of its own if not; low cards before high ones.
    #[inline(always)]
    fn rank(&self, at: &Position, card: Card, trumps_left: Lane) -> i32 {
        let own = i32::from(self.utility(at, card, trumps_left));
        let (wins, stake) = match at.stage {
            Stage::Follow(led) => {
                let strength = |card| AllFives::<SEATS>::strength(card, led.suit(), at.trumps);
                (strength(card) > strength(led), own + i32::from(self.utility(at, led, trumps_left)))
            }
            _ => {
                let answers = at.hands[1].lane(card.suit());
                let ruffed = card.suit() != at.trumps && answers == 0 && at.hands[1].lane(at.trumps) != 0;
                (answers >> card.rank() == 0 && !ruffed, own)
            }
        };
        32 * if wins { stake } else { -stake } - i32::from(card.rank())
    }

    /// All trumps that nobody has captured yet.
    #[inline(always)]
    fn trumps_left(at: &Position) -> Lane {
        let lying = if let Stage::Follow(led) = at.stage { CardSet::EMPTY.with(led) } else { CardSet::EMPTY };
        at.hands[0].or(at.hands[1]).or(lying).lane(at.trumps)
    }

    /// The second card of a trick.
    #[inline(always)]
    fn close(&self, at: &Position, led: Card, card: Card) -> After<Position> {
        let taken = AllFives::<SEATS>::strength(card, led.suit(), at.trumps)
            > AllFives::<SEATS>::strength(led, led.suit(), at.trumps);
        let left = Self::trumps_left(at);
        let mut gain = i32::from(self.utility(at, led, left) + self.utility(at, card, left));
        let mut position = Position { stage: Stage::Lead, ..*at };
        position.hands[0] = at.hands[0].without(card);
        let trick = CardSet::EMPTY.with(led).with(card);
        if at.low_due || at.high_due {
            let lane = trick.lane(at.trumps);
            position.low_due &= lane & left & left.wrapping_neg() == 0;
            position.high_due &= lane == 0 || lane.leading_zeros() != left.leading_zeros();
        }
        if self.has(Extra::Game) {
            let points = trick.card_points() as i16;
            position.ahead += if taken { points } else { -points };
        }
        let over = position.hands[0].is_empty();
        if !taken {
            gain = -gain;
        }
        if over {
            // The round's extra point for card points, 0 between equals (A11).
            return After { gain: gain + i32::from(position.ahead.signum()), next: NextMover::Over, position };
        }
        if taken {
            return After { gain, next: NextMover::Same, position };
        }
        After { gain, next: NextMover::Other, position: position.turned() }
    }

    fn bid(&self, at: &Position, mv: Move) -> After<Position> {
        match mv {
            Move::STAND => After { gain: 0, next: NextMover::Same, position: self.begin(at.hands, at.trumps) },
            Move::BEG => {
                let position = Position { stage: Stage::Begged, ..*at };
                After { gain: 0, next: NextMover::Other, position: position.turned() }
            }
            Move::GIVE => {
                // The point is the other seat's (A5).
                let position = self.begin(at.hands, at.trumps);
                After { gain: -1, next: NextMover::Other, position: position.turned() }
            }
            _ => self.run(at),
        }
    }

    /// The dealer runs the cards (A5, A6).
    fn run(&self, at: &Position) -> After<Position> {
        if self.run.void {
            return After { gain: -self.held, next: NextMover::Over, position: *at };
        }
        let ups = &self.run.ups[..usize::from(self.run.count).min(MAX_RUNS)];
        let jacks = ups.iter().filter(|up| up.rank() == JACK).count() as i32;
        let trumps = ups.last().map_or(at.trumps, |up| up.suit());
        let more = |place: usize| self.run.more[(self.dealer + place) % SEATS];
        let hands = [at.hands[0].or(more(0)), at.hands[1].or(more(1))];
        let position = self.begin(hands, trumps).turned();
        After { gain: jacks * i32::from(self.game.rules.turned_jack), next: NextMover::Other, position }
    }
}

impl Position {
    /// The same with the other seat to move.
    #[inline(always)]
    fn turned(&self) -> Position {
        Position { hands: [self.hands[1], self.hands[0]], ahead: -self.ahead, ..*self }
    }
}

impl<const SEATS: usize> Board for Points<'_, SEATS> {
    type Position = Position;
    type Key = [CardSet; 2];
    type Bound = i16;

    #[inline(always)]
    fn known(&self, _: &Position) -> Option<i32> {
        None
    }

    #[inline(always)]
    fn forced(&self, at: &Position) -> Option<Code> {
        if !matches!(at.stage, Stage::Lead | Stage::Follow(_)) {
            return None;
        }
        let legal = self.legal(at);
        (legal.len() == 1).then(|| legal.nth(0).number())
    }

    #[inline(always)]
    fn key(&self, at: &Position) -> Option<(Self::Key, u16)> {
        if at.stage != Stage::Lead {
            return None;
        }
        let due = u16::from(at.low_due) << 2 | u16::from(at.high_due) << 3;
        // At most 80 card points either way.
        Some((at.hands, at.trumps as u16 | due | ((at.ahead + 128) as u16) << 4))
    }

    fn list(&self, at: &Position, out: &mut Branches) {
        match at.stage {
            Stage::Asked => {
                out.push(Move::STAND.number() as Code, 1);
                out.push(Move::BEG.number() as Code, 0);
                return;
            }
            Stage::Begged => {
                out.push(Move::GIVE.number() as Code, 1);
                out.push(Move::RUN.number() as Code, 0);
                return;
            }
            Stage::Lead | Stage::Follow(_) => {}
        }
        let left = Self::trumps_left(at);
        // Cards that rank between two of one's own and so separate them.
        let between = match at.stage {
            Stage::Follow(led) => at.hands[1].with(led),
            _ => at.hands[1],
        };
        let value = |card: Card| {
            let card_points = if self.has(Extra::Game) { CardSet::EMPTY.with(card).card_points() } else { 0 };
            (self.utility(at, card, left), card_points)
        };
        let mut last: Option<Card> = None;
        for card in self.legal(at) {
            let alike = last.filter(|last| last.suit() == card.suit()).is_some_and(|last| {
                let gap: Lane = (1 << card.rank()) - (1 << last.rank());
                between.lane(card.suit()) & gap == 0 && value(last) == value(card)
            });
            if !alike {
                out.push(card.number(), self.rank(at, card, left));
            }
            last = Some(card);
        }
    }

    #[inline(always)]
    fn play(&self, at: &Position, code: Code) -> After<Position> {
        match Move::numbered(code).as_card() {
            None => self.bid(at, Move::numbered(code)),
            Some(card) => match at.stage {
                Stage::Follow(led) => self.close(at, led, card),
                _ => {
                    let mut position = *at;
                    position.hands[0] = at.hands[0].without(card);
                    position.stage = Stage::Follow(card);
                    After { gain: 0, next: NextMover::Other, position: position.turned() }
                }
            },
        }
    }
}

/// A state in which a trick begins, as far as it matters to the changes of the scores that can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<const SEATS: usize> {
    hands: [CardSet; SEATS],
    won: [Lane; SEATS],
    /// Card points captured, if the extra point `game` is played for.
    game: [u16; SEATS],
    /// Whose turn it is, who deals, and the suit that is trumps.
    rest: u16,
}

impl<const SEATS: usize> Default for Key<SEATS> {
    fn default() -> Self {
        Key { hands: [CardSet::EMPTY; SEATS], won: [0; SEATS], game: [0; SEATS], rest: 0 }
    }
}

impl<const SEATS: usize> Hash for Key<SEATS> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for seat in 0..SEATS {
            self.hands[seat].hash(state);
            (u32::from(self.won[seat]) | u32::from(self.game[seat]) << 16).hash(state);
        }
        self.rest.hash(state);
    }
}

impl<const SEATS: usize> Solvable for AllFives<SEATS> {
    type PointsKey = [CardSet; 2];
    type Points<'a> = Points<'a, SEATS>;
    type MatchKey = (Key<SEATS>, [u16; 2]);
    type Match<'a> = Whole<'a, Self>;
    type Key = Key<SEATS>;

    fn without_target(&self) -> Self {
        AllFives::new(Rules { target: NO_TARGET, ..self.rules.clone() })
    }

    fn level(&self, s: &State<SEATS>) -> State<SEATS> {
        let mut level = State { scores: [0; SEATS], before: 0, ..*s };
        if matches!(s.phase, Phase::Asked | Phase::Begged) && s.up.rank() == JACK {
            // What the deal gave, which a void deal would take back (A6, A7).
            level.scores[s.dealer.index() % SEATS] = self.rules.turned_jack;
        }
        level
    }

    fn points<'a>(&'a self, s: &State<SEATS>) -> (Points<'a, SEATS>, Position, i32) {
        let held = i32::from(if s.up.rank() == JACK { self.rules.turned_jack } else { 0 });
        let board = Points { game: self, run: s.run, dealer: s.dealer.index(), held };
        let (own, other) = (s.turn.index() % SEATS, (s.turn.index() + 1) % SEATS);
        let trumps = s.trumps();
        let hands = [s.hands[own], s.hands[other]];
        let stage = match s.phase {
            Phase::Asked => Stage::Asked,
            Phase::Begged => Stage::Begged,
            _ if s.laid == 0 => Stage::Lead,
            _ => Stage::Follow(s.trick.nth(0)),
        };
        let won = s.won[own] | s.won[other];
        let left = hands[0].or(hands[1]).or(s.trick).lane(trumps);
        let all = won | left;
        let position = Position {
            hands,
            stage,
            trumps,
            low_due: self.rules.has(Extra::Low) && left & all & all.wrapping_neg() != 0,
            high_due: self.rules.has(Extra::High) && left != 0 && left.leading_zeros() == all.leading_zeros(),
            ahead: s.game[own] as i16 - s.game[other] as i16,
        };
        // Trumps captured count at the end, or have counted trick by trick; extra points follow the last trick (A10, A11).
        let captured = |seat: usize| {
            let lane = s.won[seat];
            let low = self.rules.has(Extra::Low) && lane & all & all.wrapping_neg() != 0;
            let high = self.rules.has(Extra::High) && lane != 0 && lane.leading_zeros() == all.leading_zeros();
            let jack = self.rules.has(Extra::Jack) && lane >> JACK & 1 == 1;
            let trumps = if self.rules.by_trick { 0 } else { i32::from(trump_points(lane)) };
            trumps + i32::from(low) + i32::from(high) + i32::from(jack)
        };
        (board, position, captured(own) - captured(other))
    }

    fn for_match<'a>(
        &'a self,
        s: &State<SEATS>,
        utility: Utility<'a, State<SEATS>>,
    ) -> (Whole<'a, Self>, State<SEATS>) {
        (Whole::new(self, utility), *s)
    }

    fn key(&self, s: &State<SEATS>) -> Option<Self::Key> {
        let begins = s.phase == Phase::Play && s.laid == 0;
        let rest = u16::from(s.turn.0) | u16::from(s.dealer.0) << 4 | (s.trumps() as u16) << 8;
        begins.then_some(Key { hands: s.hands, won: s.won, game: s.game, rest })
    }

    fn rank(&self, s: &State<SEATS>, mv: Move) -> i32 {
        let Some(card) = mv.as_card() else {
            return 0;
        };
        let trumps = s.trumps();
        let own = if card.suit() == trumps { card.points() } else { 0 };
        let stake = i32::from(own + trump_points(s.trick.lane(trumps)));
        let led = if s.laid == 0 { card.suit() } else { s.led };
        let strength = Self::strength(card, led, trumps);
        let beaten = (0..SEATS).filter(|seat| *seat != s.turn.index()).any(|seat| {
            let answers = s.hands[seat].lane(card.suit());
            answers >> card.rank() != 0 || (card.suit() != trumps && answers == 0 && s.hands[seat].lane(trumps) != 0)
        });
        let wins = if s.laid == 0 { !beaten } else { strength > s.best };
        32 * if wins { stake } else { -i32::from(own) } - i32::from(card.rank())
    }
}
