//! The contract between games and the exact solver.
//!
//! A round of two sides is walked on a [`Board`]: positions without history or hidden parts, of which everything that cannot matter
//! any more has been left out. A [`Solvable`] game offers one board for points, where values are relative to the position (the scores
//! so far are not part of it), and one for the match, where they are absolute. Rounds of more sides are walked on the game itself.

use std::fmt::Debug;
use std::hash::Hash;

use arrayvec::ArrayVec;

use crate::game::{Game, MAX_MOVES, Side, Turn};

/// A move of a board, by a number of the board's own.
pub type Code = u8;

/// The moves of a position with their ranks: the higher, the earlier they are tried. Ranks decide how long a search takes, never what
/// it finds.
#[derive(Clone, Debug, Default)]
pub struct Branches(ArrayVec<i32, MAX_MOVES>);

impl Branches {
    /// Adds a move. Ranks beyond 23 bits lose their meaning.
    #[inline(always)]
    pub fn push(&mut self, code: Code, rank: i32) {
        self.0.push(rank << 8 | i32::from(code));
    }

    /// Number of moves.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The highest of the moves from the `n`-th place on, which it is moved to; there must be so many.
    #[inline(always)]
    pub(crate) fn take(&mut self, n: usize) -> Code {
        let rest = &mut self.0[n..];
        let mut best = rest[0];
        for branch in &mut rest[1..] {
            let (high, low) = (best.max(*branch), best.min(*branch));
            *branch = low;
            best = high;
        }
        best as u8
    }
}

/// Who moves after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextMover {
    /// A seat of the side that has just moved.
    Same,
    /// A seat of the other side.
    Other,
    /// Nobody: the round is over.
    Over,
}

/// What a move leads to.
#[derive(Clone, Copy, Debug)]
pub struct After<P> {
    /// What it gains immediately for the side that made it.
    pub gain: i32,
    /// Who moves next.
    pub next: NextMover,
    /// The position; unspecified if the round is over.
    pub position: P,
}

/// The rest of a round of two sides, as the solver walks it.
///
/// The value of a position, to the side of the seat to move, is the largest over its moves of gain plus the value of what follows.
pub trait Board {
    /// A position in which somebody is to move.
    type Position: Copy;
    /// What identifies a position, besides the tag of [`Board::key`].
    type Key: Copy + Eq + Default + Hash;
    /// The integer that holds every value.
    type Bound: Bound;

    /// The value of a position where it takes no search.
    fn known(&self, at: &Self::Position) -> Option<i32>;
    /// The only move of a position, where it is cheap to see that there is only one.
    fn forced(&self, at: &Self::Position) -> Option<Code>;
    /// The key under which a position is remembered; `None` if that does not pay. Positions of one key and tag have one value, and the
    /// same moves.
    fn key(&self, at: &Self::Position) -> Option<(Self::Key, u16)>;
    /// Lists the moves of a position, of which there is at least one. A move may be left out if another one leads to the same.
    fn list(&self, at: &Self::Position, out: &mut Branches);
    /// Plays a move, and the knocks that follow from it.
    fn play(&self, at: &Self::Position, code: Code) -> After<Self::Position>;
}

/// An integer that a table keeps values in.
pub trait Bound: Copy {
    /// Below every value.
    const LEAST: Self;
    /// Above every value.
    const MOST: Self;
    /// Holds a value.
    fn hold(value: i32) -> Self;
    /// The value held.
    fn value(self) -> i32;
}

impl Bound for i16 {
    const LEAST: i16 = i16::MIN;
    const MOST: i16 = i16::MAX;
    #[inline(always)]
    fn hold(value: i32) -> i16 {
        debug_assert!(i16::try_from(value).is_ok());
        value as i16
    }
    #[inline(always)]
    fn value(self) -> i32 {
        i32::from(self)
    }
}

impl Bound for i32 {
    // Far enough from the ends of the range that sums of two stay in it.
    const LEAST: i32 = i32::MIN / 4;
    const MOST: i32 = i32::MAX / 4;
    #[inline(always)]
    fn hold(value: i32) -> i32 {
        value
    }
    #[inline(always)]
    fn value(self) -> i32 {
        self
    }
}

/// What the end of a round is worth to side 0, of two sides; to side 1 it is worth the negative.
pub type Utility<'a, S> = &'a dyn Fn(&S) -> i32;

/// A game whose rounds can be solved.
pub trait Solvable: Game {
    /// What identifies a position of [`Solvable::Points`].
    type PointsKey: Copy + Eq + Default + Hash + Debug + Send;
    /// The rest of a round of two sides, for points.
    type Points<'a>: Board<Key = Self::PointsKey, Bound = i16>
    where
        Self: 'a;
    /// What identifies a position of [`Solvable::Match`].
    type MatchKey: Copy + Eq + Default + Hash + Debug + Send;
    /// The rest of a round of two sides, for the match.
    type Match<'a>: Board<Key = Self::MatchKey, Bound = i32>
    where
        Self: 'a;
    /// What identifies a state as far as later changes of the scores depend on it, without the scores themselves.
    type Key: Copy + Eq + Default + Hash + Debug + Send;

    /// The same rules with a target that no round comes near.
    #[must_use]
    fn without_target(&self) -> Self;
    /// The state of a game [without a target](Solvable::without_target) in which nobody has scored yet; what a void deal would take back
    /// stands.
    fn level(&self, s: &Self::State) -> Self::State;
    /// The board and position of a state of a game [without a target](Solvable::without_target), with two sides and somebody to move.
    /// Gains are points; the value is how many more the side to move will win from now on than the other. The third is how many more it has
    /// won already that are not in the scores yet.
    fn points<'a>(&'a self, s: &Self::State) -> (Self::Points<'a>, <Self::Points<'a> as Board>::Position, i32);
    /// The board and position of a state with two sides and somebody to move.
    /// Nothing is gained before the end, and then what it is worth.
    fn for_match<'a>(
        &'a self,
        s: &Self::State,
        utility: Utility<'a, Self::State>,
    ) -> (Self::Match<'a>, <Self::Match<'a> as Board>::Position);
    /// What identifies a state; `None` if remembering it does not pay.
    fn key(&self, s: &Self::State) -> Option<Self::Key>;
    /// The place of a move among those of a state: the higher, the earlier it is tried.
    fn rank(&self, s: &Self::State, mv: Self::Move) -> i32;
}

/// The board of any game for the match, of two sides: its positions are the states themselves.
pub struct Whole<'a, G: Game> {
    game: &'a G,
    utility: Utility<'a, G::State>,
}

impl<'a, G: Game> Whole<'a, G> {
    /// The board of a game's rounds.
    #[must_use]
    pub const fn new(game: &'a G, utility: Utility<'a, G::State>) -> Self {
        Whole { game, utility }
    }
}

impl<G: Solvable> Board for Whole<'_, G> {
    type Position = G::State;
    type Key = (G::Key, [u16; 2]);
    type Bound = i32;

    fn known(&self, _: &G::State) -> Option<i32> {
        None
    }

    fn forced(&self, at: &G::State) -> Option<Code> {
        (self.game.move_count(at) == 1).then_some(0)
    }

    fn key(&self, at: &G::State) -> Option<(Self::Key, u16)> {
        let scores = [0, 1].map(|side| self.game.score(at, Side(side)));
        self.game.key(at).map(|key| ((key, scores), 0))
    }

    fn list(&self, at: &G::State, out: &mut Branches) {
        for n in 0..self.game.move_count(at) {
            out.push(n as Code, self.game.rank(at, self.game.nth_move(at, n)));
        }
    }

    fn play(&self, at: &G::State, code: Code) -> After<G::State> {
        let mut position = *at;
        let side = |turn: Turn| match turn {
            Turn::Seat(seat) => Some(self.game.table().side_of(seat)),
            Turn::Over => None,
        };
        let own = side(self.game.turn(at));
        self.game.play(&mut position, self.game.nth_move(at, u32::from(code)));
        match side(self.game.turn(&position)) {
            None => {
                let utility = (self.utility)(&position);
                let gain = if own == Some(Side(0)) { utility } else { -utility };
                After { gain, next: NextMover::Over, position }
            }
            other => After { gain: 0, next: if other == own { NextMover::Same } else { NextMover::Other }, position },
        }
    }
}
