//! `bench`: fixed workloads on one thread, with their rates and signatures.

use std::sync::atomic::AtomicBool;
#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::{Failure, console};
use crate::arena::one_match::{self, Contestant, Deals, Readers, Seating, Watch};
use crate::arena::runner::{self, Control};
use crate::experiment::Experiment;
use crate::game::{Game, RoundLog};
use crate::games::options::nearest;
use crate::games::{self, DEFAULT_GAME, GameVisitor, Playable};
use crate::strategies::Player;
use crate::strategies::goal::Goal;
use crate::strategies::ismcts::{self, Ismcts};
use crate::streams::{Stream, Streams};

/// Time fixed workloads on one thread
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct BenchArgs {
    /// The workloads to run [default: all]
    #[arg(value_name = "NAME", value_parser = super::options::workload_names(), hide_possible_values = true)]
    names: Vec<String>,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Each workload does the same work again and again for about two seconds. Its signature is a hash of everything that they \
came to: it changes only if the program behaves differently.

Examples:
  sixtyone bench
  sixtyone bench greedy-matches --json
  taskset -c 0 sixtyone bench                      pinned to one core";

/// A workload.
struct Workload {
    name: &'static str,
    work: Work,
}

/// What is done, and counted.
enum Work {
    /// Matches of a strategy against itself: game, strategy, blocks.
    Matches(&'static str, &'static str, u64),
    /// Iterations of a search, in matches of the game against itself: game, blocks.
    Iterations(&'static str, u64),
}

impl Work {
    /// What is counted.
    const fn unit(&self) -> &'static str {
        match self {
            Work::Matches(..) => "matches",
            Work::Iterations(..) => "iterations",
        }
    }
}

const WORKLOADS: [Workload; 5] = [
    Workload { name: "greedy-matches", work: Work::Matches(DEFAULT_GAME, "greedy", 200_000) },
    Workload { name: "random-matches", work: Work::Matches(DEFAULT_GAME, "random", 200_000) },
    Workload { name: "all-fives-greedy-matches", work: Work::Matches("all-fives", "greedy", 50_000) },
    Workload { name: "all-fives-random-matches", work: Work::Matches("all-fives", "random", 50_000) },
    Workload { name: "ismcts-iterations", work: Work::Iterations(DEFAULT_GAME, 40) },
];

/// The same work is repeated until this many seconds have passed.
const SECONDS: f64 = 1.5;

/// The master seed.
const SEED: u64 = 61;

/// What a workload came to.
#[derive(Debug, Serialize)]
struct Timed {
    name: &'static str,
    unit: &'static str,
    per_second: f64,
    signature: String,
}

#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
fn time(workload: &Workload) -> Result<Timed, Failure> {
    let mut work: Box<dyn FnMut() -> Result<(u64, String), Failure>> = match workload.work {
        Work::Matches(game, strategy, blocks) => Box::new(matches(game, strategy, blocks)?),
        Work::Iterations(game, blocks) => Box::new(iterations(game, blocks)?),
    };
    let start = Instant::now();
    let (mut count, mut signature) = (0, String::new());
    while count == 0 || start.elapsed().as_secs_f64() < SECONDS {
        let (done, result) = work()?;
        count += done;
        signature = result;
    }
    let per_second = count as f64 / start.elapsed().as_secs_f64();
    Ok(Timed { name: workload.name, unit: workload.work.unit(), per_second, signature })
}

/// A hash of what work came to.
fn signature(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex()[..16].to_owned()
}

/// Plays matches of a strategy against itself; counts them.
fn matches(
    game: &str,
    strategy: &str,
    blocks: u64,
) -> Result<impl FnMut() -> Result<(u64, String), Failure> + use<>, Failure> {
    let experiment = Experiment::single(game, Vec::new(), &vec![strategy.to_owned(); 2], None, blocks, SEED);
    let experiment = experiment.map_err(Failure::input)?;
    let played: u64 = experiment.cells.iter().map(|cell| cell.played_per_block).sum::<u64>() * blocks;
    let mut known = None;
    Ok(move || {
        let control = Control { stop: &AtomicBool::new(false), progress: &|_| {}, threads: 1 };
        let tallies = runner::run(&experiment.plan, 0..blocks, Vec::new(), &control)?;
        if known.is_none() {
            known = Some(signature(&serde_json::to_vec(&tallies).map_err(Failure::input)?));
        }
        Ok((played, known.clone().unwrap_or_default()))
    })
}

/// Plays matches of `ismcts` against itself, with 1000 iterations a decision and random play-outs; counts the iterations.
fn iterations(game: &str, blocks: u64) -> Result<impl FnMut() -> Result<(u64, String), Failure> + use<>, Failure> {
    let game = games::resolve(game, &Vec::new()).map_err(Failure::input)?;
    Ok(game.visit(Searching { blocks }))
}

/// Makes work of searching.
struct Searching {
    blocks: u64,
}

impl GameVisitor for Searching {
    type Out = Box<dyn FnMut() -> Result<(u64, String), Failure>>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let streams = Streams::new(SEED);
        let options = ismcts::Options {
            iterations: 1000,
            exploration: 0.7,
            playout: ismcts::Playout::Random,
            expansion: ismcts::Expansion::Random,
            reuse: false,
        };
        let contestant = |_| Contestant {
            player: Player::Other(Box::new(Ismcts::new(&game, options, Goal::Points))),
            stream: streams.play(0),
        };
        let mut contestants: Vec<Contestant<G>> = (0..game.table().seats()).map(contestant).collect();
        let seating: Seating = std::array::from_fn(|seat| (seat % game.table().seats()) as u8);
        let (mut deals, mut readers, mut log) = (Deals::new(), Readers::new(streams), Vec::new());
        Box::new(move || {
            let (mut decisions, mut bytes) = (Decisions(0), Vec::new());
            for block in 0..self.blocks {
                deals.open(block);
                let players = &mut contestants[..];
                let result = one_match::play_match::<G, _, false>(
                    &game,
                    &mut deals,
                    &mut readers,
                    players,
                    &seating,
                    &mut log,
                    &mut decisions,
                );
                bytes.extend(format!("{result:?}").bytes());
            }
            Ok((decisions.0 * u64::from(options.iterations), signature(&bytes)))
        })
    }
}

/// Counts the decisions that are any: those with several moves.
struct Decisions(u64);

impl<G: Game> Watch<G> for Decisions {
    fn round(&mut self, game: &G, log: RoundLog<'_, G>, _: &mut Stream) {
        let mut s = *log.start;
        for step in log.steps {
            self.0 += u64::from(game.move_count(&s) > 1);
            game.play(&mut s, step.mv);
        }
    }
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
