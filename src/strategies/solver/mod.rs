//! The exact solver: what a round is worth, from any of its states, if everybody sees everything and plays for the best.
//!
//! - `search`: alpha-beta for two sides, pairs included
//! - `table`: positions already searched
//!
//! Values come from exact integers and depend on the state alone: not on the table, nor on what was solved before. Only whether a budget
//! of nodes suffices depends on what the table holds; a caller whose choices may not depend on that [forgets](Solver::forget) first.

mod search;
mod table;

use search::{INFINITE, Search};
use table::Table;

use super::equity::ONE;
use super::goal::Goal;
use crate::game::{MAX_SEATS, Side, Turn};
use crate::solvable::{Board, Solvable};

/// What solving a state came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// Its value to each side, or `None` if the budget did not suffice; sides past the last have 0.
    pub values: Option<[i32; MAX_SEATS]>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves states of one game for one goal, with a table that stays warm.
#[derive(Debug)]
pub struct Solver<G: Solvable> {
    goal: Goal,
    /// The game without a target, in which points are counted.
    level: G,
    points: Table<G::PointsKey, i16>,
    matches: Table<G::MatchKey, i32>,
}

impl<G: Solvable> Solver<G> {
    /// Binary logarithm of the number of entries of a table.
    const BITS: u32 = 16;

    /// A solver of this game's rounds.
    #[must_use]
    pub fn new(game: &G, goal: Goal) -> Solver<G> {
        Solver { goal, level: game.without_target(), points: Table::new(Self::BITS), matches: Table::new(Self::BITS) }
    }

    /// Forgets all positions, so that what follows does not depend on what was solved before.
    pub fn forget(&mut self) {
        self.points.clear();
        self.matches.clear();
    }

    /// Solves a state, visiting at most so many positions.
    ///
    /// For points the values are those of [`Goal::Points`], as if there were no target: nothing is lost and nothing won on the way. For the
    /// match they are chances.
    pub fn solve(&mut self, game: &G, s: &G::State, nodes: u64) -> Solved {
        match &self.goal {
            Goal::Points => {
                let score = |side: u8| i32::from(game.score(s, Side(side)));
                let now = score(0) - score(1);
                let Turn::Seat(seat) = self.level.turn(s) else {
                    return Solved { values: Some(two(now, -now)), nodes: 0 };
                };
                let (board, at) = self.level.points(s);
                let (value, nodes) = run(&board, &at, &mut self.points, nodes);
                let sign = if game.table().side_of(seat) == Side(0) { 1 } else { -1 };
                Solved { values: value.map(|value| two(now + sign * value, -now - sign * value)), nodes }
            }
            Goal::Match(_) => {
                let goal = &self.goal;
                let worth = |s: &G::State| goal.worth(game, s);
                let Turn::Seat(seat) = game.turn(s) else {
                    return Solved { values: Some(two(worth(s), ONE - worth(s))), nodes: 0 };
                };
                let (board, at) = game.for_match(s, &worth);
                let (value, nodes) = run(&board, &at, &mut self.matches, nodes);
                let sign = if game.table().side_of(seat) == Side(0) { 1 } else { -1 };
                Solved { values: value.map(|value| two(sign * value, ONE - sign * value)), nodes }
            }
        }
    }
}

/// The values of two sides.
fn two(first: i32, second: i32) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    values[..2].copy_from_slice(&[first, second]);
    values
}

/// Searches a position; the value is that of the side to move.
fn run<B: Board>(board: &B, at: &B::Position, table: &mut Table<B::Key, B::Bound>, nodes: u64) -> (Option<i32>, u64) {
    let mut search = Search::new(board, table, nodes);
    let value = search.value(at, -INFINITE, INFINITE);
    ((!search.exceeded).then_some(value), search.nodes)
}
