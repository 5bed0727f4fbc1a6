//! The exact solver: the value of a round, from any of its states, with perfect information and best play.
//!
//! - `search`: alpha-beta for two sides, pairs included
//! - `maxn`: three and more sides
//! - `table`: positions already searched
//!
//! Values are exact integers and depend on the state alone: not on the table, nor on what was solved before. Only whether a budget of
//! nodes suffices depends on what the table holds; a caller whose choices may not depend on that [forgets](Solver::forget) first.

mod maxn;
mod search;
mod table;

use search::{INFINITE, Search};
use table::Table;

use super::objective::Objective;
use crate::equity::ONE;
use crate::game::{MAX_SEATS, Side, Step, Turn};
use crate::player::play_greedily;
use crate::solvable::{Board, Solvable};

/// The result of solving a state.
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
    objective: Objective,
    /// The game without a target, in which points are counted.
    level: G,
    points: Table<G::PointsKey, i16>,
    matches: Table<G::MatchKey, i32>,
    many: maxn::Table<G::Key>,
}

impl<G: Solvable> Solver<G> {
    /// Binary logarithm of the number of entries of a table, if nothing else is said.
    const BITS: u32 = 13;
    /// The most that it can be.
    const MOST_BITS: u32 = 28;

    /// A solver of this game's rounds.
    #[must_use]
    pub fn new(game: &G, objective: Objective) -> Solver<G> {
        Solver::sized(game, objective, Self::BITS)
    }

    /// A solver for searches of at most so many positions, with tables in proportion.
    #[must_use]
    pub fn for_budget(game: &G, objective: Objective, nodes: u64) -> Solver<G> {
        Solver::sized(game, objective, nodes.max(1).ilog2().saturating_sub(2).clamp(4, 20))
    }

    /// A solver with tables of 2^`bits` entries, at most 2^28. Tables take up memory when they are first used.
    #[must_use]
    pub fn sized(game: &G, objective: Objective, bits: u32) -> Solver<G> {
        let bits = bits.min(Self::MOST_BITS);
        Solver {
            objective,
            level: game.without_target(),
            points: Table::new(bits),
            matches: Table::new(bits),
            many: maxn::Table::new(bits),
        }
    }

    /// Forgets all positions, so that what follows does not depend on what was solved before.
    pub fn forget(&mut self) {
        self.points.clear();
        self.matches.clear();
        self.many.clear();
    }

    /// Solves a state, visiting at most so many positions.
    ///
    /// For points the values are those of [`Objective::points`] (with two sides the difference of the scores), as if there were no target:
    /// nothing is lost and nothing won on the way. For the match, which has two sides, they are chances in units of 1/[`ONE`].
    pub fn solve(&mut self, game: &G, s: &G::State, nodes: u64) -> Solved {
        let two_sides = game.table().sides() == 2;
        let first = |seat| game.table().side_of(seat) == Side(0);
        if self.for_match(game) {
            let objective = &self.objective;
            let utility = |s: &G::State| objective.utility(game, s);
            let Turn::Seat(seat) = game.turn(s) else {
                return Solved { values: Some(chances(utility(s))), nodes: 0 };
            };
            let (board, at) = game.for_match(s, &utility);
            let (value, nodes) = run(&board, &at, &mut self.matches, nodes);
            return Solved { values: value.map(|value| chances(if first(seat) { value } else { -value })), nodes };
        }
        let mut now = Objective::points(game, s);
        let Turn::Seat(seat) = self.level.turn(s) else {
            return Solved { values: Some(now), nodes: 0 };
        };
        if two_sides {
            let (board, at, ahead) = self.level.points(s);
            let (value, nodes) = run(&board, &at, &mut self.points, nodes);
            let values = value.map(|value| {
                let value = if first(seat) { ahead + value } else { -ahead - value };
                now[0] += value;
                now[1] -= value;
                now
            });
            return Solved { values, nodes };
        }
        let mut search = maxn::Search::new(&self.level, &mut self.many, nodes);
        let utilities = search.utilities(&self.level.level(s));
        for (now, utility) in now.iter_mut().zip(utilities) {
            *now += utility;
        }
        Solved { values: (!search.exceeded).then_some(now), nodes: search.nodes }
    }

    /// The value of a state to each side, and whether it is exact. If the budget does not suffice it is the value that greedy play by
    /// all seats reaches.
    pub fn value(&mut self, game: &G, s: &G::State, nodes: u64) -> ([i32; MAX_SEATS], bool) {
        match self.solve(game, s, nodes).values {
            Some(values) => (values, true),
            None => (self.greedy_value(game, s), false),
        }
    }

    /// The value that greedy play by all seats reaches.
    fn greedy_value(&self, game: &G, s: &G::State) -> [i32; MAX_SEATS] {
        if self.for_match(game) {
            return chances(self.objective.utility(game, &play_greedily(game, *s)));
        }
        let start = self.level.level(s);
        let end = play_greedily(&self.level, start);
        let mut values = Objective::points(game, s);
        let (before, after) = (Objective::points(&self.level, &start), Objective::points(&self.level, &end));
        for (value, (before, after)) in values.iter_mut().zip(before.into_iter().zip(after)) {
            *value += after - before;
        }
        values
    }

    /// Adds the value of each move of a state, in move order, to its total; `own` is the side that the seat to move plays for, and `nodes`
    /// is for each move. Returns how many values were not exact.
    pub fn weigh(&mut self, game: &G, s: &G::State, own: Side, nodes: u64, totals: &mut [i64]) -> u64 {
        let mut exceeded = 0;
        let start = self.start(game, s);
        for (n, total) in totals.iter_mut().enumerate() {
            let mut next = start;
            let rules = self.rules(game);
            rules.play(&mut next, rules.nth_move(&start, n as u32));
            let (values, exact) = self.value(game, &next, nodes);
            *total += i64::from(values[own.index()]);
            exceeded += u64::from(!exact);
        }
        exceeded
    }
}

/// How a round goes if everybody plays for the best.
#[derive(Debug)]
pub struct Line<G: Solvable> {
    /// The state that it begins with; for points without a target, nobody having scored.
    pub start: G::State,
    /// Its moves.
    pub steps: Vec<Step<G::Move>>,
    /// The state that it ends with.
    pub end: G::State,
}

impl<G: Solvable> Solver<G> {
    /// Whether it is the match that is played for.
    fn for_match(&self, game: &G) -> bool {
        matches!(self.objective, Objective::Match(_)) && game.table().sides() == 2
    }

    /// The rules that a state is solved under: for points those without a target.
    #[must_use]
    pub fn rules<'a>(&'a self, game: &'a G) -> &'a G {
        if self.for_match(game) { game } else { &self.level }
    }

    /// A state as it is under these rules.
    fn start(&self, game: &G, s: &G::State) -> G::State {
        if self.for_match(game) { *s } else { self.level.level(s) }
    }

    /// A best line of play from a state: at each turn the first in move order of the moves that keep its value. `nodes` is for each position
    /// on the way; `None` if it did not suffice.
    pub fn line(&mut self, game: &G, s: &G::State, nodes: u64) -> Option<Line<G>> {
        let start = self.start(game, s);
        let (mut end, mut steps) = (start, Vec::new());
        let wanted = self.solve(game, &start, nodes).values?;
        while let Turn::Seat(seat) = self.rules(game).turn(&end) {
            let mut found = None;
            for n in 0..self.rules(game).move_count(&end) {
                let mut next = end;
                let mv = self.rules(game).nth_move(&end, n);
                let event = self.rules(game).play(&mut next, mv);
                if self.solve(game, &next, nodes).values? == wanted {
                    found = Some((next, Step { seat, mv, event }));
                    break;
                }
            }
            let (next, step) = found?;
            steps.push(step);
            end = next;
        }
        Some(Line { start, steps, end })
    }
}

/// The chances of two sides.
fn chances(first: i32) -> [i32; MAX_SEATS] {
    let mut values = [0; MAX_SEATS];
    values[..2].copy_from_slice(&[first, ONE - first]);
    values
}

/// Searches a position; the value is that of the side to move.
fn run<B: Board>(board: &B, at: &B::Position, table: &mut Table<B::Key, B::Bound>, nodes: u64) -> (Option<i32>, u64) {
    let mut search = Search::new(board, table, nodes);
    let value = search.value(at, -INFINITE, INFINITE);
    ((!search.exceeded).then_some(value), search.nodes)
}
