//! `bench`: fixed workloads on one thread, with their rates and signatures.

#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::options::Suggest;
use super::{Failure, console};
use crate::arena::match_loop::{self, Contestant, Deals, Readers, Seating, Watch};
use crate::arena::runner::{self, Control};
use crate::context::Context;
use crate::experiment::Experiment;
use crate::game::{Game, RoundLog};
use crate::games::options::nearest;
use crate::games::{DEFAULT_GAME, GameVisitor, Playable, resolve};
use crate::player::Player;
use crate::strategies::ismcts::{self, Ismcts};
use crate::strategies::objective::{Objective, ObjectiveChoice};
use crate::strategies::solver::Solver;
use crate::streams::{Stream, Streams};

/// Time fixed workloads on one thread
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The workloads to run [default: all]
    #[arg(value_name = "NAME", value_parser = Suggest::new(|| names().collect()), hide_possible_values = true)]
    names: Vec<String>,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Each workload repeats the same work for about two seconds. Its signature is a hash of the results, so \
it changes only if the program behaves differently.

Examples:
  sixtyone bench
  sixtyone bench greedy-matches --json
  taskset -c 0 sixtyone bench                      pinned to one core";

/// A workload.
struct Workload {
    name: &'static str,
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

impl Work {
    /// What is counted.
    const fn unit(self) -> &'static str {
        match self {
            Work::Matches { .. } => "matches",
            Work::Iterations { .. } => "iterations",
            Work::Solves { .. } => "solves",
        }
    }
}

const WORKLOADS: [Workload; 6] = [
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

/// The same work is repeated until this many seconds have passed.
const SECONDS: f64 = 1.5;

/// What a workload came to.
#[derive(Debug, Serialize)]
struct Timed {
    name: &'static str,
    unit: &'static str,
    per_second: f64,
    signature: String,
}

/// Some of a workload done: how much, and a signature of what it came to.
struct Done {
    units: u64,
    signature: String,
}

/// The first characters of a digest.
fn signature(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Makes ready, and hands back what does the work once.
fn prepare(workload: &Workload) -> Result<Box<dyn FnMut() -> Result<Done, Failure>>, Failure> {
    let game = || resolve(workload.game, &Vec::new()).map_err(Failure::input);
    match workload.work {
        Work::Matches { strategy, blocks } => {
            let strategies = vec![strategy.to_owned(); 2];
            let context = Context::default().with_threads(1);
            let experiment = Experiment::single(workload.game, Vec::new(), &strategies, None, blocks, SEED, &context);
            let experiment = experiment.map_err(Failure::input)?;
            let units: u64 = experiment.cells.iter().map(|cell| cell.played_per_block).sum::<u64>() * blocks;
            Ok(Box::new(move || {
                let control = Control { context: &context, progress: &|_| {} };
                let tallies = runner::run(&experiment.plan, 0..blocks, Vec::new(), &control)?;
                let bytes = serde_json::to_vec(&tallies).map_err(Failure::input)?;
                Ok(Done { units, signature: signature(&bytes) })
            }))
        }
        Work::Iterations { matches } => Ok(game()?.visit(Searches(matches))),
        Work::Solves { deals } => Ok(game()?.visit(Solves(deals))),
    }
}

/// Plays so many matches by search.
struct Searches(u64);

impl GameVisitor for Searches {
    type Out = Box<dyn FnMut() -> Result<Done, Failure>>;

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
                let result = result.map_err(|fault| Failure::input(fault.fault))?;
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
    type Out = Box<dyn FnMut() -> Result<Done, Failure>>;

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

#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
fn time(workload: &Workload) -> Result<Timed, Failure> {
    let mut work = prepare(workload)?;
    let start = Instant::now();
    let mut done = work()?;
    while start.elapsed().as_secs_f64() < SECONDS {
        done.units += work()?.units;
    }
    let per_second = done.units as f64 / start.elapsed().as_secs_f64();
    Ok(Timed { name: workload.name, unit: workload.work.unit(), per_second, signature: done.signature })
}

/// The names of the workloads.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORKLOADS.iter().map(|workload| workload.name)
}

/// Runs the verb.
///
/// # Errors
/// If a name is unknown.
pub fn run(args: &BenchArgs) -> Result<(), Failure> {
    if let Some(unknown) = args.names.iter().find(|name| !names().any(|known| known == name.as_str())) {
        let meant = nearest(unknown, names()).map_or_else(String::new, |name| format!(" (did you mean \"{name}\"?)"));
        let list: Vec<&str> = names().collect();
        return Err(Failure::Input(format!("unknown workload \"{unknown}\"{meant}; workloads: {}", list.join(", "))));
    }
    let wanted = WORKLOADS.iter().filter(|w| args.names.is_empty() || args.names.iter().any(|name| name == w.name));
    let mut done = Vec::new();
    for workload in wanted {
        let timed = time(workload)?;
        if !args.json {
            console::print(&format!(
                "{:<28} {:>12.0} {}/s   {}\n",
                timed.name, timed.per_second, timed.unit, timed.signature
            ))?;
        }
        done.push(timed);
    }
    if args.json {
        console::print_json(&serde_json::json!({ "version": crate::VERSION, "workloads": done }))?;
    }
    Ok(())
}
