//! `bench`: fixed workloads on one thread, with their rates and signatures.

use std::sync::atomic::AtomicBool;
#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::{Failure, console};
use crate::arena::runner::{self, Control};
use crate::experiment::Experiment;
use crate::games::DEFAULT_GAME;
use crate::games::options::nearest;

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
Each workload plays the same matches again and again for about two seconds. Its signature is a hash of everything that they \
came to: it changes only if the program behaves differently.

Examples:
  sixtyone bench
  sixtyone bench greedy-matches --json
  taskset -c 0 sixtyone bench                      pinned to one core";

/// A workload: self-play of one strategy.
struct Workload {
    name: &'static str,
    game: &'static str,
    strategy: &'static str,
    blocks: u64,
}

const WORKLOADS: [Workload; 4] = [
    Workload { name: "greedy-matches", game: DEFAULT_GAME, strategy: "greedy", blocks: 200_000 },
    Workload { name: "random-matches", game: DEFAULT_GAME, strategy: "random", blocks: 200_000 },
    Workload { name: "all-fives-greedy-matches", game: "all-fives", strategy: "greedy", blocks: 50_000 },
    Workload { name: "all-fives-random-matches", game: "all-fives", strategy: "random", blocks: 50_000 },
];

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

#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
fn time(workload: &Workload) -> Result<Timed, Failure> {
    let strategies = vec![workload.strategy.to_owned(); 2];
    let experiment = Experiment::single(workload.game, Vec::new(), &strategies, None, workload.blocks, 61);
    let experiment = experiment.map_err(Failure::input)?;
    let played: u64 = experiment.cells.iter().map(|cell| cell.played_per_block).sum::<u64>() * workload.blocks;
    let control = Control { stop: &AtomicBool::new(false), progress: &|_| {}, threads: 1 };
    let start = Instant::now();
    let (mut matches, mut signature) = (0, String::new());
    while matches == 0 || start.elapsed().as_secs_f64() < SECONDS {
        let tallies = runner::run(&experiment.plan, 0..workload.blocks, Vec::new(), &control)?;
        matches += played;
        if signature.is_empty() {
            let bytes = serde_json::to_vec(&tallies).map_err(Failure::input)?;
            signature = blake3::hash(&bytes).to_hex()[..16].to_owned();
        }
    }
    let per_second = matches as f64 / start.elapsed().as_secs_f64();
    Ok(Timed { name: workload.name, unit: "matches", per_second, signature })
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
