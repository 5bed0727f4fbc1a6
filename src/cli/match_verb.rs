//! `match`: one line-up at one game.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::options::{GameArgs, OrdersArg, RunArgs, blocks, seed, strategy_names};
use super::playing::{self, Wanted};
use super::{Failure, console, interrupt};
use crate::arena::plan::Orders;
use crate::experiment::{DEFAULT_SEED, Experiment};
use crate::report::folder::GAMES;
use crate::report::{document, terminal};
use crate::strategies::equity;

/// Play one line-up: each block is the same deals with the strategies in every order of seats (three sides or fewer; more: in rotation)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// One strategy for each side; in pairs A+B names unlike partners (see `sixtyone list`)
    #[arg(value_name = "STRATEGY", required = true, value_parser = strategy_names(), hide_possible_values = true)]
    strategies: Vec<String>,
    /// Blocks to play
    #[arg(long, value_name = "N", default_value = "10000", value_parser = blocks, allow_negative_numbers = true)]
    blocks: u64,
    /// Master seed; the same seed gives the same results on every machine
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// How the strategies change places within a block [default: all for three sides or fewer, else rotations]
    #[arg(long, value_enum)]
    orders: Option<OrdersArg>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Write a result folder, as `run` does
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Files")]
    out: Option<PathBuf>,
    /// Replace another result in the folder
    #[arg(long, help_heading = "Files", requires = "out")]
    force: bool,
    /// Write every match in full, one JSON object a line (docs/formats.md); compressed if the name ends in .gz; - is standard output, in place of the report
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Files")]
    records: Option<PathBuf>,
    /// Write a row for each match and side; without =FILE to games.csv.gz, in the result folder if there is one
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, value_hint = ValueHint::FilePath, help_heading = "Files")]
    games: Option<Option<PathBuf>>,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone match greedy random
  sixtyone match greedy random --blocks 20000 --json
  sixtyone match greedy greedy random --players 3
  sixtyone match greedy+random random --players 4          partners who play differently
  sixtyone match greedy random --set overshoot=bounce --set target=101
  sixtyone match greedy random --game cincos-y-treses --set set=9 --set divisors=3,5,7,11,13
  sixtyone match greedy random --blocks 100 --records matches.jsonl --games=matches.csv";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    equity::surround(args.run.surroundings());
    let seed = args.seed;
    let orders = args.orders.map(Orders::from);
    let experiment =
        Experiment::single(args.game.name(), args.game.settings()?, &args.strategies, orders, args.blocks, seed)
            .map_err(Failure::input)?;
    let stop = interrupt::flag();
    let in_folder = args.out.is_some() && matches!(args.games, Some(None));
    let wanted = Wanted {
        out: args.out.clone(),
        force: args.force,
        records: args.records.clone(),
        games: args.games.clone().filter(|_| !in_folder).map(|file| file.unwrap_or_else(|| GAMES.into())),
        records_in_folder: false,
        games_in_folder: in_folder,
        input: None,
    };
    let tallies = playing::play(&experiment, &args.run, &wanted, &stop)?;
    let (Some(cell), Some(tally)) = (experiment.cells.first(), tallies.first()) else {
        return Ok(());
    };
    let printed = if args.run.json {
        console::print_json(&document::match_document(cell, tally, seed))
    } else if wanted.on_standard_output() {
        Ok(())
    } else {
        console::print(&terminal::cell(cell, tally, seed, terminal::Screen::here()))
    };
    playing::say_what_was_written(&args.run, &wanted);
    printed
}
