//! `pimc`: perfect-information Monte Carlo. It samples worlds consistent with what its seat has seen, solves each of them exactly after
//! each of its moves, and plays the move with the greatest sum of values; of equal moves the first in move order.
//!
//! The method is Ginsberg's (GIB, 2001) and Levy's (1989); Long, Sturtevant, Buro and Furtak (2010) say when it does well. It averages
//! over worlds in each of which everybody sees everything, so it never plays to hide or to gain information (strategy fusion).

use arrayvec::ArrayVec;

use super::choosing::{NODES, first_best, mean_values, wins_at_once};
use super::objective::{Objective, ObjectiveChoice};
use super::plan::{Build, Configured, StrategyKind};
use super::solver::Solver;
use crate::game::{MAX_MOVES, SeatView, Turn};
use crate::games::Playable;
use crate::parameters::{Kind, Parameter, Values};
use crate::player::Player;
use crate::solvable::Solvable;
use crate::strategy::{Consideration, Strategy, StrategyFault};
use crate::streams::Stream;

/// The strategy's options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Worlds dealt for a decision.
    pub worlds: u32,
    /// Positions that may be visited for each move of each world; see [`Solver::value`] for what happens if they do not suffice.
    pub nodes: u64,
    /// What it plays for.
    pub objective: ObjectiveChoice,
}

/// The parameters.
pub const PARAMETERS: [Parameter; 3] = [
    Parameter {
        name: "worlds",
        kind: Kind::whole(1, 1_000_000),
        default: Some("50"),
        meaning: "worlds sampled for each decision",
    },
    NODES,
    ObjectiveChoice::PARAMETER,
];

impl Options {
    /// The options among the values of [`PARAMETERS`].
    #[must_use]
    pub fn of(values: &Values) -> Options {
        Options {
            worlds: values.whole("worlds").unwrap_or_default(),
            nodes: values.whole("nodes").unwrap_or_default(),
            objective: ObjectiveChoice::of(values),
        }
    }
}

/// The player.
#[derive(Debug)]
pub struct Pimc<G: Solvable> {
    options: Options,
    solver: Solver<G>,
    objective: Objective,
    /// The sums of the values of the last decision's moves; empty if it had none.
    totals: ArrayVec<i64, MAX_MOVES>,
    /// Values asked for, and how many of them the budget did not suffice for.
    asked: u64,
    exceeded: u64,
}

impl<G: Solvable> Pimc<G> {
    /// A player of a game.
    #[must_use]
    pub fn new(game: &G, options: Options, objective: Objective) -> Pimc<G> {
        let solver = Solver::for_budget(game, objective.clone(), options.nodes);
        Pimc { options, solver, objective, totals: ArrayVec::new(), asked: 0, exceeded: 0 }
    }

    /// How many values have been asked of the solver so far, and for how many of them the budget did not suffice.
    #[must_use]
    pub const fn exceeded(&self) -> (u64, u64) {
        (self.asked, self.exceeded)
    }
}

impl<G: Solvable> Strategy<G> for Pimc<G> {
    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        let count = (view.move_count() as usize).min(MAX_MOVES);
        let game = view.game();
        let sampler = G::sampler(view);
        let mut totals = ArrayVec::from([0; MAX_MOVES]);
        totals.truncate(count);
        let mut wins = [0; MAX_MOVES];
        // What earlier decisions have left in the table may not decide whether the budget suffices.
        self.solver.forget();
        for _ in 0..self.options.worlds {
            let world = G::sample(view, &sampler, own);
            let Turn::Seat(seat) = game.turn(&world) else {
                continue;
            };
            let side = game.table().side_of(seat);
            self.exceeded += self.solver.weigh(game, &world, side, self.options.nodes, &mut totals);
            self.asked += count as u64;
            for (n, wins) in wins[..count].iter_mut().enumerate() {
                *wins += u32::from(wins_at_once(game, &world, n as u32, side));
            }
        }
        let sure = wins[..count].iter().position(|wins| *wins == self.options.worlds);
        let chosen = sure.unwrap_or_else(|| first_best(&totals));
        self.totals = totals;
        Ok(view.nth_move(chosen as u32))
    }

    fn considered(&self, view: G::View<'_>) -> Vec<Consideration> {
        let (name, unit) = self.objective.unit(view.game().table().sides(), true);
        mean_values(name, &self.totals, unit * f64::from(self.options.worlds))
    }
}

impl Build for Options {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Other(Box::new(Pimc::new(game, *self, objective))))
    }

    fn objective(&self) -> Option<ObjectiveChoice> {
        Some(self.objective)
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "pimc",
    about: "samples worlds consistent with what it has seen, solves each exactly after each move, and plays the best on average",
    ties: "the first in move order",
    parameters: &PARAMETERS,
    sees_all: false,
    read: |given| Ok(Configured::new(Options::of(given.values))),
};
