//! `match`: one line-up at one game.

use std::sync::atomic::AtomicBool;

use clap::Args;

use super::options::{DEFAULT_SEED, FileArgs, GameArgs, OrdersArg, RunArgs, blocks};
use super::{Failure, console, interrupt};
use crate::arena::plan::Orders;
use crate::arena::runner::{self, Control, Output};
use crate::experiment::Experiment;
use crate::report::document;
use crate::stats::Tally;

/// Play one line-up: each block is the same deals with the strategies in every order of seats
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// One strategy for each side; in pairs A+B names unlike partners
    #[arg(value_name = "STRATEGY", required = true)]
    strategies: Vec<String>,
    /// Blocks to play
    #[arg(long, value_name = "N", default_value = "10000", value_parser = blocks)]
    blocks: u64,
    /// How the strategies change places within a block [default: all up to three sides, else rotations]
    #[arg(long, value_enum)]
    orders: Option<OrdersArg>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    files: FileArgs,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone match greedy random
  sixtyone match greedy random --blocks 20000 --json
  sixtyone match greedy greedy random --players 3
  sixtyone match greedy+random random --players 4          partners who play differently
  sixtyone match greedy random --set overshoot=bounce --set target=101
  sixtyone match greedy random --game cincos-y-treses --set set=9 --set divisors=3,5,7,11,13";

/// Plays an experiment with progress on the terminal.
///
/// # Errors
/// If it cannot be played or written, or is stopped.
pub fn play(
    experiment: &Experiment,
    run: &RunArgs,
    outputs: Vec<Output<'_>>,
    stop: &AtomicBool,
) -> Result<Vec<Tally>, Failure> {
    let bar = console::progress(experiment.matches(), run.quiet);
    let control = Control { stop, progress: &|matches| bar.inc(matches), threads: run.threads() };
    let tallies = runner::run(&experiment.plan, 0..experiment.blocks, outputs, &control);
    bar.finish_and_clear();
    Ok(tallies?)
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    let seed = args.run.seed.unwrap_or(DEFAULT_SEED);
    let orders = args.orders.map(Orders::from);
    let experiment =
        Experiment::single(&args.game.game, args.game.settings(), &args.strategies, orders, args.blocks, seed)
            .map_err(Failure::input)?;
    let stop = interrupt::flag();
    let tallies = play(&experiment, &args.run, Vec::new(), &stop)?;
    let (Some(cell), Some(tally)) = (experiment.cells.first(), tallies.first()) else {
        return Ok(());
    };
    console::print_json(&document::match_document(cell, tally, seed))
}
