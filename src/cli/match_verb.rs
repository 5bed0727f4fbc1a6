//! `match`: one line-up at one game.

use clap::Args;

use super::command_line::quoted;
use super::completion_values;
use super::format::PrintArgs;
use super::options::{GameArgs, OrdersArg, RunArgs, blocks, seed, strategy_names};
use super::output_args::OutputArgs;
use super::session;
use super::verdict_code::ExitCode;
use super::{Failure, console};
use crate::arena::plan::Orders;
use crate::experiment::luck_options::{self, LuckRequest, luck_argument};
use crate::experiment::stopping_options::{RuleAndMost, most_blocks, rule_argument, sprt_argument, until_argument};
use crate::experiment::{DEFAULT_SEED, Experiment};
use crate::report::json;
use crate::stats::stopping::StoppingRule;

/// Play one line-up on duplicate deals, in every seating (in rotation with more than three sides)
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct MatchArgs {
    /// One strategy for each side; in pairs A+B names unlike partners (see `sixtyone list`)
    #[arg(value_name = "STRATEGY", required = true, value_parser = strategy_names(), add = completion_values::strategies(), hide_possible_values = true)]
    strategies: Vec<String>,
    /// Blocks to play; the maximum with --sprt or --until [default: 10000; with --sprt or --until 1000000]
    #[arg(long, value_name = "N", value_parser = blocks, allow_negative_numbers = true)]
    blocks: Option<u64>,
    /// Master seed; the same seed gives the same results on every machine
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED, value_parser = seed, allow_negative_numbers = true)]
    seed: u64,
    /// Seatings within a block [default: all for three sides or fewer, else rotations]
    #[arg(long, value_enum)]
    orders: Option<OrdersArg>,
    /// Stop as soon as a sequential test of the first strategy accepts H0 or H1: elo0=A,elo1=B[,alpha=0.05][,beta=0.05][,model=logistic|normalized][,max_blocks=N], or model=win-share,share0=A,share1=B
    #[arg(long, value_name = "TEST", value_parser = sprt_argument, allow_hyphen_values = true, help_heading = "Stopping")]
    sprt: Option<RuleAndMost>,
    /// Stop as soon as every win share's interval is this narrow: half-width=0.005[,max_blocks=N]
    #[arg(long, value_name = "half-width=W", value_parser = until_argument, conflicts_with = "sprt", help_heading = "Stopping")]
    until: Option<RuleAndMost>,
    /// Report the verdict by the exit code: 0 H1 accepted, 3 H0 accepted, 4 undecided; errors keep their codes
    #[arg(long, help_heading = "Stopping")]
    exit_code: bool,
    /// Report luck-adjusted win shares (two sides); model=NAME,playouts=N set the strategy and the number of play-outs that stand in for search strategies
    #[arg(long, value_name = "model=NAME", num_args = 0..=1, require_equals = true, default_missing_value = "", value_parser = luck_argument, conflicts_with_all = ["sprt", "until"], help_heading = "Statistics")]
    luck: Option<LuckRequest>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    files: OutputArgs,
}

const EXAMPLES: &str = "\
A test or --until is evaluated at fixed numbers of blocks, from 200 on, whatever the number of threads (docs/statistics.md).

Examples:
  sixtyone match greedy random
  sixtyone match greedy random --blocks 20000 --json
  sixtyone match greedy random --format markdown           tables for a pull request
  sixtyone match greedy greedy random --players 3
  sixtyone match greedy+random random --players 4          partners who play differently
  sixtyone match greedy random --set overshoot=bounce --set target=101
  sixtyone match greedy random --game cincos-y-treses --set set=9 --set divisors=3,5,7,11,13
  sixtyone match expert club --sprt elo0=0,elo1=10         is expert stronger? Stop as early as possible
  sixtyone match expert club --sprt model=normalized,elo0=0,elo1=10,alpha=0.01
  sixtyone match expert club --sprt elo0=0,elo1=10 --exit-code || echo not stronger
  sixtyone match expert club --until half-width=0.005      until the win share is known within half a per cent
  sixtyone match expert club --luck                        luck-adjusted: a narrower interval from the same matches
  sixtyone match ismcts greedy --luck=model=expert --blocks 500
  sixtyone match greedy random --blocks 100 --records matches.jsonl --games=matches.csv";

/// The command that gives the same numbers.
fn command_line(args: &MatchArgs, experiment: &Experiment) -> String {
    let mut words = vec!["sixtyone".to_owned(), "match".to_owned()];
    words.extend(args.strategies.iter().cloned());
    args.game.append_to(&mut words);
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    if let Some(orders) = args.orders {
        option("--orders", Orders::from(orders).name().to_owned());
    }
    match experiment.stop {
        Some(rule @ StoppingRule::Sprt(_)) => option("--sprt", rule_argument(&rule)),
        Some(rule @ StoppingRule::HalfWidth(_)) => option("--until", rule_argument(&rule)),
        None => {}
    }
    if let Some(wanted) = &args.luck {
        words.push(format!("--luck={}", luck_options::argument(wanted)));
    }
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    option("--blocks", experiment.blocks.to_string());
    option("--seed", args.seed.to_string());
    quoted(&words)
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &MatchArgs) -> Result<(), Failure> {
    let context = args.run.context();
    let seed = args.seed;
    let orders = args.orders.map(Orders::from);
    let rule = args.sprt.or(args.until);
    let exit_code =
        ExitCode::new(args.exit_code, rule.map(|(rule, _)| rule), "add --sprt, as in --sprt elo0=0,elo1=10")?;
    let named = rule.and_then(|(_, most)| most);
    let blocks = most_blocks(args.blocks, named, rule.is_some()).map_err(Failure::Input)?;
    let mut experiment =
        Experiment::single(args.game.name(), args.game.settings()?, &args.strategies, orders, blocks, seed, &context)
            .map_err(|error| Failure::of(&context, error))?;
    if let Some((rule, _)) = rule {
        experiment.stop_by(rule).map_err(Failure::Input)?;
    }
    if let Some(wanted) = &args.luck {
        experiment.measure_luck(wanted, None, &context).map_err(|error| Failure::of(&context, error))?;
    }
    let wanted = args.files.requests(command_line(args, &experiment));
    let tallies = exit_code.played(session::play(&experiment, &args.run, &wanted, &context))?.tallies;
    let summary = experiment.summary(&tallies).map_err(Failure::input)?;
    let printed = if args.run.json {
        console::print_json(&json::match_document(&summary))
    } else if wanted.files.on_standard_output() {
        Ok(())
    } else {
        args.print.print(&summary, args.files.folder())
    };
    session::say_what_was_written(&args.run, &wanted);
    exit_code.reported(printed, summary.cells.iter().map(|cell| cell.ending))
}
