//! `omniscient`: solves the true state after each of its moves and plays the best; between equals the first in move order. It sees every
//! hand, so it is no strategy to play with but the ceiling that honest ones are measured against.

use super::choosing::{first_best, wins_at_once};
use super::objective::{Objective, ObjectiveChoice};
use super::parameters::{MOST_NODES, NODES, NODES_DOC, whole};
use super::plan::{Build, Configured, StrategyKind};
use super::solver::Solver;
use crate::game::{MAX_MOVES, Turn};
use crate::games::Playable;
use crate::games::options::OptionDoc;
use crate::player::Player;
use crate::solvable::Solvable;
use crate::strategy::{PerfectInformationStrategy, StrategyFault};

/// The parameters.
pub const PARAMETERS: [OptionDoc; 2] = [NODES_DOC, ObjectiveChoice::DOC];

/// What the strategy is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Positions that may be visited for each move; see [`Solver::value`] for what happens if they do not suffice.
    pub nodes: u64,
    /// What it plays for.
    pub objective: ObjectiveChoice,
}

impl Options {
    /// Reads the parameters, by name.
    ///
    /// # Errors
    /// In words, if one has a bad value.
    pub fn parse(parameters: &[(&str, &str)]) -> Result<Options, String> {
        let mut options = Options { nodes: NODES, objective: ObjectiveChoice::Auto };
        for (name, text) in parameters {
            match *name {
                "nodes" => options.nodes = whole(name, text, MOST_NODES)?,
                "goal" => options.objective = ObjectiveChoice::parse(text)?,
                _ => {}
            }
        }
        Ok(options)
    }
}

/// The player that sees everything.
#[derive(Debug)]
pub struct Omniscient<G: Solvable> {
    options: Options,
    solver: Solver<G>,
}

impl<G: Solvable> Omniscient<G> {
    /// A player of a game.
    #[must_use]
    pub fn new(game: &G, options: Options, objective: Objective) -> Omniscient<G> {
        Omniscient { options, solver: Solver::for_budget(game, objective, options.nodes) }
    }
}

impl<G: Solvable> PerfectInformationStrategy<G> for Omniscient<G> {
    fn choose(&mut self, game: &G, s: &G::State) -> Result<G::Move, StrategyFault> {
        let Turn::Seat(seat) = game.turn(s) else {
            return Ok(game.nth_move(s, 0));
        };
        let side = game.table().side_of(seat);
        let count = (game.move_count(s) as usize).min(MAX_MOVES);
        if let Some(n) = (0..count as u32).find(|n| wins_at_once(game, s, *n, side)) {
            return Ok(game.nth_move(s, n));
        }
        let mut totals = [0; MAX_MOVES];
        // What earlier decisions have left in the table may not decide whether the budget suffices.
        self.solver.forget();
        self.solver.weigh(game, s, side, self.options.nodes, &mut totals[..count]);
        Ok(game.nth_move(s, first_best(&totals[..count]) as u32))
    }
}

impl Build for Options {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::PerfectInformation(Box::new(Omniscient::new(game, *self, objective))))
    }

    fn objective(&self) -> Option<ObjectiveChoice> {
        Some(self.objective)
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "omniscient",
    about: "SEES ALL HANDS and plays the exactly best move: the ceiling that honest strategies are measured against",
    ties: "the first in move order",
    parameters: &PARAMETERS,
    sees_all: true,
    read: |given| Ok(Configured::new(Options::parse(given.parameters).map_err(|message| given.wrong(message))?)),
};
