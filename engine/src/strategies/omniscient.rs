//! `omniscient`: solves the true state after each of its moves and plays the best; of equal moves the first in move order. It sees
//! every hand: an upper bound for the strategies that do not, not a strategy to play with.

use arrayvec::ArrayVec;

use super::choosing::{NODES, first_best, mean_values, wins_at_once};
use super::objective::{Objective, ObjectiveChoice};
use super::plan::{Build, Configured, StrategyKind};
use super::solver::Solver;
use crate::game::{MAX_MOVES, Turn};
use crate::games::Playable;
use crate::parameters::{Parameter, Values};
use crate::player::Player;
use crate::solvable::Solvable;
use crate::strategy::{Consideration, PerfectInformationStrategy, StrategyFault};

/// The parameters.
pub const PARAMETERS: [Parameter; 2] = [NODES, ObjectiveChoice::PARAMETER];

/// The strategy's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Positions that may be visited for each move; see [`Solver::value`] for what happens if they do not suffice.
    pub nodes: u64,
    /// What it plays for.
    pub objective: ObjectiveChoice,
}

impl Options {
    /// The options among the values of [`PARAMETERS`].
    #[must_use]
    pub fn of(values: &Values) -> Options {
        Options { nodes: values.whole("nodes").unwrap_or_default(), objective: ObjectiveChoice::of(values) }
    }
}

/// The player that sees everything.
#[derive(Debug)]
pub struct Omniscient<G: Solvable> {
    options: Options,
    solver: Solver<G>,
    objective: Objective,
    /// The values of the last decision's moves; empty if it had none.
    totals: ArrayVec<i64, MAX_MOVES>,
}

impl<G: Solvable> Omniscient<G> {
    /// A player of a game.
    #[must_use]
    pub fn new(game: &G, options: Options, objective: Objective) -> Omniscient<G> {
        let solver = Solver::for_budget(game, objective.clone(), options.nodes);
        Omniscient { options, solver, objective, totals: ArrayVec::new() }
    }
}

impl<G: Solvable> PerfectInformationStrategy<G> for Omniscient<G> {
    fn choose(&mut self, game: &G, s: &G::State) -> Result<G::Move, StrategyFault> {
        let Turn::Seat(seat) = game.turn(s) else {
            return Ok(game.nth_move(s, 0));
        };
        let side = game.table().side_of(seat);
        let count = (game.move_count(s) as usize).min(MAX_MOVES);
        self.totals.clear();
        if let Some(n) = (0..count as u32).find(|n| wins_at_once(game, s, *n, side)) {
            return Ok(game.nth_move(s, n));
        }
        self.totals.extend(std::iter::repeat_n(0, count));
        // What earlier decisions have left in the table may not decide whether the budget suffices.
        self.solver.forget();
        self.solver.weigh(game, s, side, self.options.nodes, &mut self.totals);
        Ok(game.nth_move(s, first_best(&self.totals) as u32))
    }

    fn considered(&self, game: &G, _: &G::State) -> Vec<Consideration> {
        let (name, unit) = self.objective.unit(game.table().sides(), true);
        mean_values(name, &self.totals, unit)
    }
}

impl Build for Options {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::PerfectInformation(Box::new(Omniscient::new(game, *self, objective))))
    }

    fn objective(&self) -> Option<ObjectiveChoice> {
        Some(self.objective)
    }

    fn draws(&self) -> bool {
        false
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "omniscient",
    about: "SEES ALL HANDS and plays an exactly best move: the upper bound for strategies that see only their own hand",
    ties: "the first in move order",
    parameters: &PARAMETERS,
    sees_all: true,
    read: |given| Ok(Configured::new(Options::of(given.values))),
};
