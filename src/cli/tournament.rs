//! `tournament`: many strategies against each other, with ratings.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::command_line::quoted;
use super::completion_values;
use super::options::{GameArgs, OrdersArg, RunArgs, blocks, seed, strategy_names};
use super::session::{self, OutputRequests};
use super::{Failure, console};
use crate::arena::plan::Orders;
use crate::experiment::stopping_options::{most_blocks, rule_argument, test_argument};
use crate::experiment::tournament_cells::{Heading, TournamentSpec};
use crate::experiment::{DEFAULT_SEED, Experiment};
use crate::report::run_files::FileRequests;
use crate::report::terminal::Screen;
use crate::report::{json, tournament_tables};
use crate::stats::sprt::Sprt;
use crate::stats::stopping::StoppingRule;

/// Play strategies against each other on common deals and rate them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct TournamentArgs {
    /// The strategies, each once; in pairs A+B names unlike partners (see `sixtyone list`)
    #[arg(value_name = "STRATEGY", required = true, value_parser = strategy_names(), add = completion_values::strategies(), hide_possible_values = true)]
    strategies: Vec<String>,
    /// Only the first strategy meets the others
    #[arg(long)]
    gauntlet: bool,
    /// The strategy whose rating is 0 [default: the mean of all is 0]
    #[arg(long, value_name = "STRATEGY")]
    anchor: Option<String>,
    /// Blocks per line-up; the maximum with --prune [default: 10000; with --prune 1000000]
    #[arg(long, value_name = "N", value_parser = blocks, allow_negative_numbers = true)]
    blocks: Option<u64>,
    /// Master seed; the same seed gives the same results on every machine
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Seatings within a block [default: all for three sides or fewer, else rotations]
    #[arg(long, value_enum)]
    orders: Option<OrdersArg>,
    /// Two sides: stop a pairing as soon as a sequential test of its first strategy accepts H0 or H1, as for `match --sprt`: elo0=A,elo1=B[,alpha=0.05][,beta=0.05][,model=logistic|normalized][,max_blocks=N], or model=win-share,share0=A,share1=B
    #[arg(long, value_name = "TEST", value_parser = test_argument, allow_hyphen_values = true, help_heading = "Stopping")]
    prune: Option<(Sprt, Option<u64>)>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Write a result folder, as `run` does, with ratings.csv and crosstable.csv
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Files")]
    out: Option<PathBuf>,
    /// Replace a different result in the folder
    #[arg(long, help_heading = "Files", requires = "out")]
    force: bool,
}

const EXAMPLES: &str = "\
With two sides every pair meets, with three every trio, and so on. All line-ups play common deals, and the intervals allow for it \
(docs/statistics.md). With --prune pairings stop one by one, at fixed numbers of blocks from 200 on; those that are open at --blocks are inconclusive. An experiment \
file with a [tournament] is played by `sixtyone run`.

Examples:
  sixtyone tournament greedy club expert random --blocks 2000
  sixtyone tournament expert club greedy random --gauntlet        the first against each of the others
  sixtyone tournament greedy club expert random --anchor random --json
  sixtyone tournament greedy club expert random --prune elo0=-5,elo1=5   stops a pairing when its test ends
  sixtyone tournament expert careful club --gauntlet --prune elo0=0,elo1=10 --blocks 20000
  sixtyone tournament greedy club expert random --players 3       every line-up of three
  sixtyone tournament cards-sharp cards-steady greedy --game all-fives --out results/cards";

/// The command that gives the same numbers, on one line as a shell reads it.
fn command_line(args: &TournamentArgs, blocks: u64) -> String {
    let mut words = vec!["sixtyone".to_owned(), "tournament".to_owned()];
    words.extend(args.strategies.iter().cloned());
    if args.gauntlet {
        words.push("--gauntlet".to_owned());
    }
    args.game.append_to(&mut words);
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(anchor) = &args.anchor {
        option("--anchor", anchor.clone());
    }
    if let Some(orders) = args.orders {
        option("--orders", Orders::from(orders).name().to_owned());
    }
    if let Some((test, _)) = args.prune {
        option("--prune", rule_argument(&StoppingRule::Sprt(test)));
    }
    option("--blocks", blocks.to_string());
    option("--seed", args.seed.to_string());
    quoted(&words)
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &TournamentArgs) -> Result<(), Failure> {
    let context = args.run.context();
    let named = args.prune.and_then(|(_, most)| most);
    let blocks = most_blocks(args.blocks, named, args.prune.is_some()).map_err(Failure::Input)?;
    let wanted = TournamentSpec {
        strategies: args.strategies.clone(),
        gauntlet: args.gauntlet,
        anchor: args.anchor.clone(),
        prune: args.prune.map(|(test, _)| test),
    };
    let heading = Heading::of(&wanted, blocks, args.seed);
    let orders = args.orders.map(Orders::from);
    let experiment =
        Experiment::tournament(args.game.name(), &args.game.settings()?, &wanted, orders, heading, None, &context)
            .map_err(|error| Failure::of(&context, error))?;
    let files = FileRequests {
        out: args.out.clone(),
        force: args.force,
        command: command_line(args, blocks),
        ..FileRequests::default()
    };
    let outputs = OutputRequests { files, ..OutputRequests::default() };
    let tallies = session::play(&experiment, &args.run, &outputs, &context)?.tallies;
    let summary = experiment.summary(&tallies).map_err(Failure::input)?;
    let printed = if args.run.json {
        console::print_json(&json::tournament_document(&summary))
    } else {
        console::print(&tournament_tables::text(&summary, Screen::here()))
    };
    session::say_what_was_written(&args.run, &outputs);
    printed
}
