//! Domino rounds as the exact solver walks them: two seats, or two pairs of partners.
//!
//! A position is the hands, from the seat to move on, and the two ends. Which tiles lie on the line does not matter any more, nor
//! do the scores when points are counted; the match board keeps them.

use std::hash::{Hash, Hasher};

use super::engine::Dominoes;
use super::rules::{EndRule, Rules};
use super::state::{Move, Phase, State};
use super::tiles::{End, Mask, Set, Tile, Tiles};
use crate::game::Seat;
use crate::solvable::{After, Board, Branches, Code, NextMover, Solvable, Utility};

/// A target that no round comes near: a score below 10,000 before it, at most 91 placements of 255 points each, and 1000 for going out.
const NO_TARGET: u16 = 60_000;

/// Both ends before the opening: no pip value is so high.
const UNOPENED: End = End::new(15, false);

/// Hands and ends.
#[derive(Clone, Copy, Debug)]
pub struct Position<K: Set, const SEATS: usize> {
    /// From the seat to move on, clockwise.
    hands: [K::Mask; SEATS],
    /// The lesser one first: left and right are equivalent.
    ends: [End; 2],
}

impl<K: Set, const SEATS: usize> Position<K, SEATS> {
    /// The ends in ten bits.
    #[inline(always)]
    fn ends_tag(&self) -> u16 {
        let [first, second] = self.ends.map(|end| u16::from(end.pip()) | u16::from(end.is_double()) << 4);
        first | second << 5
    }
}

/// The rest of a round for points.
#[derive(Debug)]
pub struct Points<'a, K: Set, const SEATS: usize> {
    game: &'a Dominoes<K, SEATS>,
    /// The tiles that may open (D6).
    openings: K::Mask,
}

/// Hands as a table's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hands<M, const SEATS: usize>([M; SEATS]);

impl<M: Mask, const SEATS: usize> Default for Hands<M, SEATS> {
    fn default() -> Self {
        Hands([M::EMPTY; SEATS])
    }
}

impl<M: Mask, const SEATS: usize> Hash for Hands<M, SEATS> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        for hand in &self.0 {
            hand.hash(state);
        }
    }
}

/// What a placement does, except for the scores.
struct Laid<K: Set, const SEATS: usize> {
    points: u16,
    bonus: bool,
    next: NextMover,
    /// How many seats on the turn has gone.
    ahead: usize,
    position: Position<K, SEATS>,
}

impl<'a, K: Set, const SEATS: usize> Points<'a, K, SEATS> {
    /// The board of a state, and its position.
    fn of(game: &'a Dominoes<K, SEATS>, s: &State<K, SEATS>) -> (Self, Position<K, SEATS>) {
        let board = Points { game, openings: s.legal[0].0 };
        let seats = board.seats();
        let hand = |ahead: usize| s.hands[(s.turn.index() + ahead) % seats % SEATS].0;
        let hands = std::array::from_fn(|ahead| if ahead < seats { hand(ahead) } else { K::Mask::EMPTY });
        (board, Position { hands, ends: if s.opened { in_order(s.ends) } else { [UNOPENED; 2] } })
    }

    #[inline(always)]
    fn seats(&self) -> usize {
        if SEATS == 2 { 2 } else { self.game.table.seats() }
    }

    /// Whether laying its tile would earn the seat to move, if it has but one, the going-out bonus (D13).
    #[inline(always)]
    fn earns_bonus(&self, at: &Position<K, SEATS>) -> bool {
        let out = |ahead: usize| !self.game.has_pairs() || at.hands[ahead % SEATS] == K::Mask::EMPTY;
        match self.game.end_rule() {
            EndRule::FirstOut => true,
            EndRule::SideOut => out(2),
            // A side without tiles went out earlier in this round.
            EndRule::PlayOn => out(2) && !(at.hands[1] == K::Mask::EMPTY && out(3)),
        }
    }

    /// The tiles that the seat to move may lay at each end.
    #[inline(always)]
    fn legal(&self, at: &Position<K, SEATS>) -> [K::Mask; 2] {
        if at.ends[0] == UNOPENED {
            return [self.openings, K::Mask::EMPTY];
        }
        let [left, right] = at.ends.map(|end| at.hands[0] & K::with_pip(end.pip()));
        // Two equal ends are one place to lay (D8).
        [left, if at.ends[0] == at.ends[1] { K::Mask::EMPTY } else { right }]
    }

    /// The ends after a placement, and what they earn.
    #[inline(always)]
    fn ends_after(&self, at: &Position<K, SEATS>, tile: Tile<K::Mask>, right: bool) -> ([End; 2], u16) {
        if at.ends[0] == UNOPENED {
            let (a, b) = tile.halves();
            let ends = [End::new(a, a == b), End::new(b, a == b)];
            return (ends, self.game.points_of(ends, true));
        }
        let mut ends = at.ends;
        let end = &mut ends[usize::from(right)];
        *end = K::beyond(end.pip(), tile);
        (in_order(ends), self.game.points_of(ends, false))
    }

    /// Lays a tile, and passes the turn on.
    #[inline(always)]
    fn lay(&self, at: &Position<K, SEATS>, mv: Move<K::Mask>) -> Laid<K, SEATS> {
        let (ends, points) = self.ends_after(at, mv.tile(), mv.is_right());
        let mut position = Position { ends, ..*at };
        position.hands[0] = at.hands[0] & !K::Mask::bit(mv.tile().number());
        let bonus = position.hands[0] == K::Mask::EMPTY && self.earns_bonus(at);
        if bonus && self.game.end_rule() != EndRule::PlayOn {
            return Laid { points, bonus, next: NextMover::Over, ahead: 0, position };
        }
        let fits = K::with_pip(ends[0].pip()) | K::with_pip(ends[1].pip());
        let seats = self.seats();
        for ahead in 1..=seats {
            let to = if ahead == seats { 0 } else { ahead };
            if position.hands[to % SEATS] & fits != K::Mask::EMPTY {
                let hands = position.hands;
                for (place, hand) in position.hands.iter_mut().enumerate().take(seats) {
                    let from = place + to;
                    *hand = hands[(if from >= seats { from - seats } else { from }) % SEATS];
                }
                let next = if ahead.is_multiple_of(2) { NextMover::Same } else { NextMover::Other };
                return Laid { points, bonus, next, ahead: to, position };
            }
        }
        Laid { points, bonus, next: NextMover::Over, ahead: 0, position }
    }
}

impl<K: Set, const SEATS: usize> Board for Points<'_, K, SEATS> {
    type Position = Position<K, SEATS>;
    type Key = Hands<K::Mask, SEATS>;
    type Bound = i16;

    #[inline(always)]
    fn known(&self, at: &Self::Position) -> Option<i32> {
        if SEATS > 2 || !Tiles(at.hands[0]).is_single() || self.game.end_rule() == EndRule::PlayOn {
            return None;
        }
        // The last tile of one of two seats ends the round.
        let mut most = 0;
        for (end, tiles) in self.legal(at).into_iter().enumerate() {
            if tiles != K::Mask::EMPTY {
                most = most.max(self.ends_after(at, Tiles(tiles).nth(0), end == 1).1);
            }
        }
        Some(i32::from(most + self.game.rules.out_bonus))
    }

    #[inline(always)]
    fn forced(&self, at: &Self::Position) -> Option<Code> {
        let [left, right] = self.legal(at);
        match (left == K::Mask::EMPTY, right == K::Mask::EMPTY) {
            (false, true) if Tiles(left).is_single() => Some(code(Tiles(left).nth(0), false)),
            (true, false) if Tiles(right).is_single() => Some(code(Tiles(right).nth(0), true)),
            _ => None,
        }
    }

    #[inline(always)]
    fn key(&self, at: &Self::Position) -> Option<(Self::Key, u16)> {
        let few = SEATS == 2 && at.hands[0].count() + at.hands[1].count() < 5;
        if few || at.ends[0] == UNOPENED {
            return None;
        }
        Some((Hands(at.hands), at.ends_tag()))
    }

    #[inline(always)]
    fn list(&self, at: &Self::Position, out: &mut Branches) {
        for (end, tiles) in self.legal(at).into_iter().enumerate() {
            for tile in Tiles(tiles) {
                let (ends, points) = self.ends_after(at, tile, end == 1);
                // Leaving the next seat little to lay is worth more than points. The weights were found by counting positions.
                let fits = K::with_pip(ends[0].pip()) | K::with_pip(ends[1].pip());
                let (own, others) = ((at.hands[0] & fits).count() as i32, (at.hands[1] & fits).count() as i32);
                out.push(code(tile, end == 1), 4 * i32::from(points) - 8 * others + own);
            }
        }
    }

    #[inline(always)]
    fn play(&self, at: &Self::Position, code: Code) -> After<Self::Position> {
        let laid = self.lay(at, move_of(code));
        let bonus = if laid.bonus { self.game.rules.out_bonus } else { 0 };
        After { gain: i32::from(laid.points + bonus), next: laid.next, position: laid.position }
    }
}

/// The ends, the lesser one first.
#[inline(always)]
fn in_order(ends: [End; 2]) -> [End; 2] {
    [ends[0].min(ends[1]), ends[0].max(ends[1])]
}

/// A placement as the solver's number.
#[inline(always)]
const fn code<M: Mask>(tile: Tile<M>, right: bool) -> Code {
    tile.number() | (right as u8) << 7
}

#[inline(always)]
const fn move_of<M: Mask>(code: Code) -> Move<M> {
    Move::at(Tile::numbered(code & 127), code >> 7 == 1)
}

/// Hands, ends, whose turn it is, and the scores by side.
#[derive(Clone, Copy, Debug)]
pub struct Scored<K: Set, const SEATS: usize> {
    line: Position<K, SEATS>,
    turn: Seat,
    scores: [u16; 2],
}

/// The rest of a round for the match.
pub struct Match<'a, K: Set, const SEATS: usize> {
    line: Points<'a, K, SEATS>,
    utility: Utility<'a, State<K, SEATS>>,
    /// The state that it began with.
    root: State<K, SEATS>,
}

impl<K: Set, const SEATS: usize> Match<'_, K, SEATS> {
    /// What the end of the round is worth to the side of the seat that moved last.
    fn end(&self, scores: [u16; 2], turn: Seat, phase: Phase) -> i32 {
        let mut end = self.root;
        end.scores[..2].copy_from_slice(&scores);
        end.turn = turn;
        end.phase = phase;
        let utility = (self.utility)(&end);
        if turn.0.is_multiple_of(2) { utility } else { -utility }
    }
}

impl<K: Set, const SEATS: usize> Board for Match<'_, K, SEATS> {
    type Position = Scored<K, SEATS>;
    type Key = (Hands<K::Mask, SEATS>, u32);
    type Bound = i32;

    #[inline(always)]
    fn known(&self, _: &Self::Position) -> Option<i32> {
        None
    }

    #[inline(always)]
    fn forced(&self, at: &Self::Position) -> Option<Code> {
        self.line.forced(&at.line)
    }

    #[inline(always)]
    fn key(&self, at: &Self::Position) -> Option<(Self::Key, u16)> {
        let (hands, ends) = self.line.key(&at.line)?;
        let scores = u32::from(at.scores[0]) | u32::from(at.scores[1]) << 16;
        Some(((hands, scores), ends | u16::from(at.turn.0) << 10 | u16::from(self.root.opener.0) << 12))
    }

    #[inline(always)]
    fn list(&self, at: &Self::Position, out: &mut Branches) {
        self.line.list(&at.line, out);
    }

    #[inline(always)]
    fn play(&self, at: &Self::Position, code: Code) -> After<Self::Position> {
        let game = self.line.game;
        let laid = self.line.lay(&at.line, move_of(code));
        let side = at.turn.index() % 2;
        let bonus = if laid.bonus { game.rules.out_bonus } else { 0 };
        let scored = game.score_move(at.scores[side], laid.points, bonus);
        let mut scores = at.scores;
        scores[side] = scored.score;
        let seat = (at.turn.index() + laid.ahead) % self.line.seats();
        let position = Scored { line: laid.position, turn: Seat(seat as u8), scores };
        if scored.won || laid.next == NextMover::Over {
            // How a round ended matters to its worth only if it was won.
            let phase = if scored.won { Phase::Won } else { Phase::Out };
            return After { gain: self.end(scores, at.turn, phase), next: NextMover::Over, position };
        }
        After { gain: 0, next: laid.next, position }
    }
}

impl<K: Set, const SEATS: usize> Solvable for Dominoes<K, SEATS> {
    type PointsKey = Hands<K::Mask, SEATS>;
    type Points<'a> = Points<'a, K, SEATS>;
    type MatchKey = (Hands<K::Mask, SEATS>, u32);
    type Match<'a> = Match<'a, K, SEATS>;
    type Key = (Hands<K::Mask, SEATS>, u32);

    fn without_target(&self) -> Self {
        Dominoes::new(Rules { target: NO_TARGET, ..self.rules.clone() })
    }

    fn level(&self, s: &State<K, SEATS>) -> State<K, SEATS> {
        State { scores: [0; SEATS], ..*s }
    }

    fn points<'a>(&'a self, s: &State<K, SEATS>) -> (Points<'a, K, SEATS>, Position<K, SEATS>, i32) {
        let (board, at) = Points::of(self, s);
        (board, at, 0)
    }

    fn for_match<'a>(
        &'a self,
        s: &State<K, SEATS>,
        utility: Utility<'a, State<K, SEATS>>,
    ) -> (Match<'a, K, SEATS>, Scored<K, SEATS>) {
        let (line, at) = Points::of(self, s);
        let mut scores = [0; 2];
        scores.copy_from_slice(&s.scores[..2]);
        (Match { line, utility, root: *s }, Scored { line: at, turn: s.turn, scores })
    }

    fn key(&self, s: &State<K, SEATS>) -> Option<Self::Key> {
        let at = Position::<K, SEATS> { hands: s.hands.map(|hand| hand.0), ends: in_order(s.ends) };
        let rest = u32::from(at.ends_tag()) | u32::from(s.turn.0) << 10 | u32::from(s.side_out) << 14;
        s.opened.then_some((Hands(at.hands), rest))
    }

    fn rank(&self, s: &State<K, SEATS>, mv: Move<K::Mask>) -> i32 {
        i32::from(self.placement_points(s, mv))
    }
}
