//! Fixed workloads on one thread, to measure speed and to notice any change of results: the same work again and again, with
//! a signature of what it comes to.

use crate::arena::cell::prepare;
use crate::arena::match_loop::{self, Contestant, Deals, Readers, Seating, Watch};
use crate::arena::plan::{Orders, Plan};
use crate::arena::runner::{self, Control};
use crate::context::Context;
use crate::game::{Game, RoundLog};
use crate::games::{DEFAULT_GAME, GameVisitor, Playable, resolve};
use crate::player::Player;
use crate::strategies::StrategyPlan;
use crate::strategies::ismcts::{self, Ismcts};
use crate::strategies::objective::{Objective, ObjectiveChoice};
use crate::strategies::solver::Solver;
use crate::streams::{Stream, Streams};

/// A workload.
pub struct Workload {
    /// Its name.
    pub name: &'static str,
    game: &'static str,
    work: Work,
}

/// What is done again and again.
#[derive(Clone, Copy)]
enum Work {
    /// Matches of a strategy against itself, so many blocks of them.
    Matches { strategy: &'static str, blocks: u64 },
    /// Decisions of `ismcts` against itself, each of 1000 iterations with random play-outs, in so many matches.
    Iterations { matches: u64 },
    /// Rounds solved from the deal on, for points, so many deals.
    Solves { deals: u64 },
}

impl Workload {
    /// What is counted.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self.work {
            Work::Matches { .. } => "matches",
            Work::Iterations { .. } => "iterations",
            Work::Solves { .. } => "solves",
        }
    }
}

/// All of them.
pub const WORKLOADS: [Workload; 6] = [
    Workload {
        name: "greedy-matches",
        game: DEFAULT_GAME,
        work: Work::Matches { strategy: "greedy", blocks: 200_000 },
    },
    Workload {
        name: "random-matches",
        game: DEFAULT_GAME,
        work: Work::Matches { strategy: "random", blocks: 200_000 },
    },
    Workload {
        name: "all-fives-greedy-matches",
        game: "all-fives",
        work: Work::Matches { strategy: "greedy", blocks: 50_000 },
    },
    Workload {
        name: "all-fives-random-matches",
        game: "all-fives",
        work: Work::Matches { strategy: "random", blocks: 50_000 },
    },
    Workload { name: "ismcts-iterations", game: DEFAULT_GAME, work: Work::Iterations { matches: 40 } },
    Workload { name: "round-solves", game: DEFAULT_GAME, work: Work::Solves { deals: 20_000 } },
];

/// The master seed of all workloads.
const SEED: u64 = 61;

/// Some of a workload done: how much, and a signature of its results.
pub struct Done {
    /// Matches, iterations or solves.
    pub units: u64,
    /// Differs if the results differ.
    pub signature: String,
}

/// The first characters of a digest.
fn signature(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Does a workload once.
pub type Repeat = Box<dyn FnMut() -> Result<Done, String>>;

impl Workload {
    /// Prepares it, and returns what does the work once.
    ///
    /// # Errors
    /// In words, if a match fails.
    pub fn prepare(&self) -> Result<Repeat, String> {
        let game = || resolve(self.game, &Vec::new()).map_err(|error| error.to_string());
        match self.work {
            Work::Matches { strategy, blocks } => matches(self.game, strategy, blocks),
            Work::Iterations { matches } => Ok(game()?.visit(Searches(matches))),
            Work::Solves { deals } => Ok(game()?.visit(Solves(deals))),
        }
    }
}

/// Plays so many blocks of a strategy against itself.
fn matches(game: &str, strategy: &str, blocks: u64) -> Result<Repeat, String> {
    let strategy = StrategyPlan::resolve(strategy, None).map_err(|error| error.to_string())?;
    let context = Context::default().with_threads(1);
    let plan =
        Plan::single(game, Vec::new(), vec![vec![strategy.clone()], vec![strategy]], Orders::default_for(2), SEED);
    let prepared = prepare(&plan.cells[0], Streams::new(SEED), &context).map_err(|error| error.to_string())?;
    let units = prepared.played_per_block() * blocks;
    Ok(Box::new(move || {
        let control = Control { context: &context, progress: &|_| {} };
        let tallies = runner::run(&plan, 0..blocks, Vec::new(), &control).map_err(|error| error.to_string())?;
        let bytes = serde_json::to_vec(&tallies).map_err(|error| error.to_string())?;
        Ok(Done { units, signature: signature(&bytes) })
    }))
}

/// Plays so many matches by search.
struct Searches(u64);

impl GameVisitor for Searches {
    type Out = Repeat;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let Searches(matches) = self;
        let streams = Streams::new(SEED);
        let options = ismcts::Options {
            iterations: 1000,
            exploration: 0.7,
            playout: ismcts::Playout::Random,
            expansion: ismcts::Expansion::Random,
            reuse: false,
            trust: 0.0,
            objective: ObjectiveChoice::Points,
            ..ismcts::Options::default()
        };
        let seats = game.table().seats();
        let contestant = |_| Contestant {
            player: Player::Other(Box::new(Ismcts::new(&game, options, Objective::Points))),
            stream: streams.play(0),
        };
        let mut contestants: Vec<Contestant<G>> = (0..seats).map(contestant).collect();
        let seating: Seating = std::array::from_fn(|seat| (seat % seats) as u8);
        let (mut deals, mut readers, mut log) = (Deals::new(), Readers::new(streams), Vec::new());
        Box::new(move || {
            let (mut decisions, mut results) = (Decisions(0), String::new());
            for block in 0..matches {
                deals.open(block);
                let players = &mut contestants[..];
                let result = match_loop::play_match::<G, false>(
                    &game,
                    &mut deals,
                    &mut readers,
                    players,
                    &seating,
                    &mut log,
                    Some(&mut decisions),
                );
                let result = result.map_err(|fault| fault.fault.to_string())?;
                results.push_str(&format!("{result:?}"));
            }
            Ok(Done { units: decisions.0 * u64::from(options.iterations), signature: signature(results.as_bytes()) })
        })
    }
}

/// Counts the decisions that are any: those with several moves.
struct Decisions(u64);

impl<G: Game> Watch<G> for Decisions {
    fn round(&mut self, game: &G, _: &G::Deal, log: RoundLog<'_, G>, _: &mut Stream) {
        let mut s = *log.start;
        for step in log.steps {
            self.0 += u64::from(game.move_count(&s) > 1);
            game.play(&mut s, step.mv);
        }
    }
}

/// Solves so many first rounds of matches, for points, with one table that stays warm.
struct Solves(u64);

impl GameVisitor for Solves {
    type Out = Repeat;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let Solves(deals) = self;
        let streams = Streams::new(SEED);
        let (mut deck, mut lot) = (streams.deck(), streams.lot());
        let mut solver = Solver::new(&game, Objective::Points);
        Box::new(move || {
            let mut values = Vec::new();
            for block in 0..deals {
                Streams::open_lot(&mut lot, block, 0);
                let at = game.first(&mut lot);
                Streams::open_deck(&mut deck, block, 0, 0);
                let start = game.start(&at, &game.deal(&mut deck));
                let solved = solver.solve(&game, &start, u64::MAX);
                values.extend(solved.values.map_or(0, |values| values[0]).to_le_bytes());
            }
            Ok(Done { units: deals, signature: signature(&values) })
        })
    }
}
