//! `ismcts`: single-observer information-set Monte Carlo tree search.
//!
//! Cowling, Powley and Whitehouse 2012, "Information Set Monte Carlo Tree Search". Each iteration draws a world that the seat's view allows,
//! walks down one tree that all worlds share, adds one move to it, plays the round out and adds the result to every move on the way. A
//! world has its own open moves: the bound of a move counts how often it *could* have been chosen, not how often its parent was seen.
//! Every seat chooses what is best for its own side.
//!
//! Everything is decided by counts; nothing depends on time.

mod options;
mod playout;
#[cfg(test)]
mod tests;
mod tree;

pub use options::{Expansion, MAX_EXPLORATION, MAX_ITERATIONS, Options, PARAMETERS, Playout};

use self::tree::{Context, Rates, Tree};
use super::objective::{Objective, ObjectiveChoice};
use super::opponent_model::{Belief, Model};
use super::plan::{Build, Configured, StrategyKind};
use super::solver::Solver;
use crate::equity::ONE;
use crate::game::{Game, MAX_SEATS, Seat, SeatView, Side, Turn};
use crate::games::Playable;
use crate::pieces::{Mask, Pieces};
use crate::player::Player;
use crate::searchable::Searchable;
use crate::solvable::Solvable;
use crate::strategy::{Consideration, MatchStart, Strategy, StrategyFault};
use crate::streams::Stream;

/// A lead of so many points over each other side is a value of 1 in the tree.
pub const POINTS_UNIT: f64 = 20.0;

/// What a world is worth if it is played on as it should be.
pub trait Ends<G: Game>: Send {
    /// Begins a decision: nothing of an earlier one may be remembered.
    fn begin(&mut self);
    /// The utility of a state to each side.
    fn utility(&mut self, game: &G, s: &G::State) -> [i32; MAX_SEATS];
}

/// Positions that the exact solver may visit for one world.
const NODES: u64 = 20_000;

impl<G: Solvable> Ends<G> for Solver<G> {
    fn begin(&mut self) {
        self.forget();
    }

    fn utility(&mut self, game: &G, s: &G::State) -> [i32; MAX_SEATS] {
        self.value(game, s, NODES).0
    }
}

/// A player that searches.
pub struct Ismcts<G: Searchable> {
    options: Options,
    objective: Objective,
    /// Values worlds near the end of a round.
    ends: Option<Box<dyn Ends<G>>>,
    /// Whether this decision is near enough.
    near_end: bool,
    rates: Rates,
    tree: Tree,
    last: Option<Last<G::Move>>,
    belief: Belief<G>,
}

/// The decision before.
struct Last<M> {
    /// The mark of its round and seat.
    mark: u128,
    /// The length of the log then.
    length: usize,
    mv: M,
}

impl<G: Searchable> Ismcts<G> {
    /// A player of `game` with this goal; the goal `Match` is for games of two sides.
    #[must_use]
    pub fn new(game: &G, options: Options, objective: Objective) -> Self {
        let unit = match objective {
            Objective::Points => POINTS_UNIT * (game.table().sides().max(2) - 1) as f64,
            Objective::Match(_) => f64::from(ONE),
        };
        Ismcts {
            rates: Rates::new(options.exploration, unit),
            options,
            objective,
            ends: None,
            near_end: false,
            tree: Tree::new(),
            last: None,
            belief: Belief::new(),
        }
    }

    /// The player, who values worlds exactly once the others hold no more pieces than [`Options::solve`] says.
    #[must_use]
    pub fn solving(self, game: &G) -> Self
    where
        G: Solvable,
    {
        let solver: Option<Box<dyn Ends<G>>> = match self.options.solve {
            0 => None,
            _ => Some(Box::new(Solver::for_budget(game, self.objective.clone(), NODES))),
        };
        Ismcts { ends: solver, ..self }
    }

    /// Makes the tree ready for a decision: what the last one left of it, or nothing. Returns how many visits are in it.
    fn prepare(&mut self, view: G::View<'_>, mark: u128) -> u32 {
        let room = self.options.iterations as usize;
        if let Some(last) = self.last.take().filter(|last| self.options.reuse && last.mark == mark) {
            let since = view.log().get(last.length..).unwrap_or_default();
            if since.first().is_some_and(|own| own.seat == view.seat() && own.mv == last.mv) {
                let moves = since.iter().map(|step| (Context::new(0, step.seat), G::code_of(step.mv)));
                if self.tree.advance(moves, room) {
                    return self.tree.visits();
                }
            }
        }
        self.tree.clear(if self.options.reuse { 2 * room } else { room });
        0
    }

    fn search(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<(), StrategyFault> {
        let game = view.game();
        self.near_end = G::hidden(view) <= self.options.solve as usize;
        if let Some(ends) = &mut self.ends {
            ends.begin();
        }
        // Without a sampler worlds come from the pool.
        let sampler = if self.options.trust > 0.0 && Belief::<G>::is_of_use(view) {
            self.belief.fill(view, self.options.worlds as usize, self.options.trust, &mut Model::Greedy, own)?;
            None
        } else {
            Some(G::sampler(view))
        };
        for _ in 0..self.options.iterations {
            let world = match &sampler {
                Some(sampler) => G::sample(view, sampler, own),
                None => self.belief.draw(own),
            };
            self.iterate(game, view.seat(), world, own);
        }
        Ok(())
    }

    /// Walks down the tree in a world, adds a move to it, plays the round out and records what came of it.
    #[inline(always)]
    fn iterate(&mut self, game: &G, observer: Seat, mut world: G::State, own: &mut Stream) {
        self.tree.restart();
        let mut seen = 0;
        while let Turn::Seat(seat) = game.turn(&world) {
            let context = Context::new(seen, seat);
            let (choice, untried) = self.tree.weigh(context, game.legal_mask(&world), &self.rates);
            let before = world;
            if untried != Mask::EMPTY {
                let code = self.first_try(game, &world, seat, untried, own);
                game.play(&mut world, G::move_of(code));
                self.tree.grow(context, code);
                break;
            }
            let mv = G::move_of(self.tree.follow(choice));
            game.play(&mut world, mv);
            seen = game.observation(&before, mv, &world, observer);
        }
        if self.near_end
            && let Some(ends) = &mut self.ends
            && let Turn::Seat(_) = game.turn(&world)
        {
            let utilities = ends.utility(game, &world);
            self.record_values(game, &utilities);
            return;
        }
        let end = self.options.playout.finish(game, world, own);
        self.record(game, &end);
    }

    /// Adds what a world is worth to each side to the moves on the iteration's way.
    fn record_values(&mut self, game: &G, utilities: &[i32; MAX_SEATS]) {
        // For the match, from certain loss to certain win −ONE / 2 to ONE / 2.
        let even = if matches!(self.objective, Objective::Match(_)) { ONE / 2 } else { 0 };
        self.tree.record(&self.rates, |seat| utilities[game.table().side_of(seat).index() % MAX_SEATS] - even);
    }

    /// Which of the untried moves of a place is tried now.
    #[inline(always)]
    fn first_try(&self, game: &G, s: &G::State, seat: Seat, untried: G::LegalMask, own: &mut Stream) -> u8 {
        if self.options.expansion == Expansion::Greedy {
            let code = G::code_of(G::greedy(game.view(s, &[], seat)));
            if Pieces(untried).contains(code) {
                return code;
            }
        }
        Pieces(untried).nth(own.choose(untried.count()))
    }

    /// Adds what a round came to to the moves on the iteration's way.
    #[inline(always)]
    fn record(&mut self, game: &G, end: &G::State) {
        if G::SIDES == Some(2) || game.table().sides() == 2 {
            let utility = match &self.objective {
                Objective::Points => i32::from(game.score(end, Side(0))) - i32::from(game.score(end, Side(1))),
                // From certain loss to certain win −ONE / 2 to ONE / 2.
                objective @ Objective::Match(_) => objective.utility(game, end) - ONE / 2,
            };
            let side_of = |seat| game.table().side_of(seat);
            self.tree.record(&self.rates, |seat| if side_of(seat) == Side(0) { utility } else { -utility });
        } else {
            let utility: [i32; MAX_SEATS] = Objective::points(game, end);
            self.tree.record(&self.rates, |seat| utility[game.table().side_of(seat).index() % MAX_SEATS]);
        }
    }

    /// The move that was visited most often; of several the one with the best mean, then the first.
    fn best(&self, view: G::View<'_>) -> G::Move {
        let mut best: Option<(u32, f32, G::Move)> = None;
        for node in self.tree.candidates() {
            let (visits, mean, mv) = (node.visits, node.mean, G::move_of(node.code()));
            // A tree kept from an earlier decision may hold moves of worlds that are ruled out by now.
            if !view.is_legal(mv) {
                continue;
            }
            let better = best.is_none_or(|(most, highest, first)| {
                visits.cmp(&most).then(mean.total_cmp(&highest)).then(first.cmp(&mv)).is_gt()
            });
            if better {
                best = Some((visits, mean, mv));
            }
        }
        best.map_or_else(|| view.nth_move(0), |(_, _, mv)| mv)
    }
}

impl<G: Searchable> Strategy<G> for Ismcts<G> {
    fn start_match(&mut self, _: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        self.last = None;
        Ok(())
    }

    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        if view.move_count() == 1 {
            return Ok(view.nth_move(0));
        }
        let mark = if self.options.reuse { G::mark_of(view) } else { 0 };
        let before = self.prepare(view, mark);
        self.rates.reach((before + self.options.iterations) as usize + 1);
        self.search(view, own)?;
        let mv = self.best(view);
        if self.options.reuse {
            self.last = Some(Last { mark, length: view.log().len(), mv });
        }
        Ok(mv)
    }

    fn considered(&self, view: G::View<'_>) -> Vec<Consideration> {
        let sides = view.game().table().sides();
        let (name, _) = self.objective.unit(sides, false);
        // Means are in the unit of the rates: leads summed over the other sides, and chances from −1/2.
        let (unit, even) = match self.objective {
            Objective::Match(_) => (1.0, 0.5),
            Objective::Points => (POINTS_UNIT, 0.0),
        };
        let node = |n| self.tree.candidates().find(|node| G::move_of(node.code()) == view.nth_move(n));
        let figure = |name, value: &dyn Fn(&tree::Node) -> f64| Consideration {
            name,
            values: (0..view.move_count()).map(|n| node(n).map_or(f64::NAN, value)).collect(),
        };
        vec![figure("visits", &|node| f64::from(node.visits)), figure(name, &|node| f64::from(node.mean) * unit + even)]
    }
}

impl Build for Options {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Other(Box::new(Ismcts::new(game, *self, objective).solving(game))))
    }

    fn objective(&self) -> Option<ObjectiveChoice> {
        Some(self.objective)
    }
}

/// The registry's row.
pub const ROW: StrategyKind = StrategyKind {
    name: "ismcts",
    about: "information-set Monte Carlo tree search over worlds sampled from what its seat can know",
    ties: "of equally visited moves, the one with the best mean, then the first in move order",
    parameters: &PARAMETERS,
    sees_all: false,
    read: |given| Ok(Configured::new(Options::of(given.values))),
};
