//! `bench`: fixed workloads on one thread, with their rates and signatures.

#[expect(clippy::disallowed_types, reason = "a benchmark is about the clock; nothing timed reaches a result")]
use std::time::Instant;

use clap::Args;
use serde::Serialize;

use super::options::Suggest;
use super::{Failure, console};
use crate::games::options::nearest;
use crate::workloads::{WORKLOADS, Workload};

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
    let mut work = workload.prepare().map_err(Failure::input)?;
    let start = Instant::now();
    let mut done = work().map_err(Failure::input)?;
    while start.elapsed().as_secs_f64() < SECONDS {
        done.units += work().map_err(Failure::input)?.units;
    }
    let per_second = done.units as f64 / start.elapsed().as_secs_f64();
    Ok(Timed { name: workload.name, unit: workload.unit(), per_second, signature: done.signature })
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
