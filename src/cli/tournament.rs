//! `tournament`: many strategies against each other, with ratings.

use clap::Args;

use super::command_line::quoted;
use super::completion_values;
use super::format::PrintArgs;
use super::options::{GameArgs, OrdersArg, RunArgs, blocks, seed, strategy_names};
use super::output_args::OutputArgs;
use super::session;
use super::{Failure, console};
use crate::arena::plan::Orders;
use crate::experiment::stopping_options::{most_blocks, rule_argument, test_argument};
use crate::experiment::tournament_cells::{Heading, TournamentSpec};
use crate::experiment::{DEFAULT_SEED, Experiment};
use crate::report::json;
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
    #[arg(long, conflicts_with = "challengers")]
    gauntlet: bool,
    /// A challenger of a gauntlet, one of the strategies (repeatable): every line-up has one challenger, and challengers do not meet each other
    #[arg(long = "challenger", value_name = "STRATEGY")]
    challengers: Vec<String>,
    /// A strategy whose rating is 0, or is given: NAME, NAME=ELO, or several of them, separated by commas or repeated; one shifts all ratings, several are held at their values [default: the mean of all is 0]
    #[arg(long = "anchor", value_name = "STRATEGY[=ELO]")]
    anchors: Vec<String>,
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
    #[command(flatten)]
    print: PrintArgs,
    #[command(flatten)]
    files: OutputArgs,
}

const EXAMPLES: &str = "\
With two sides every pair meets, with three every trio, and so on. All line-ups play common deals, and the intervals allow for it \
(docs/statistics.md). With --prune pairings stop one by one, at fixed numbers of blocks from 200 on; those that are open at --blocks are inconclusive. An experiment \
file with a [tournament] is played by `sixtyone run`.

Examples:
  sixtyone tournament greedy club expert random --blocks 2000
  sixtyone tournament expert club greedy random --gauntlet        the first against each of the others
  sixtyone tournament expert club greedy random --challenger expert --challenger club
  sixtyone tournament greedy club expert random --anchor random --json
  sixtyone tournament greedy club expert random --anchor greedy=0,expert=180   both are held
  sixtyone tournament greedy club expert random --prune elo0=-5,elo1=5   stops a pairing when its test ends
  sixtyone tournament expert careful club --gauntlet --prune elo0=0,elo1=10 --blocks 20000
  sixtyone tournament greedy club expert random --players 3       every line-up of three
  sixtyone tournament cards-sharp cards-steady greedy --game all-fives --out results/cards
  sixtyone tournament greedy club random --out results/try --games --records matches.jsonl.gz";

/// The command that gives the same numbers, on one line as a shell reads it.
fn command_line(args: &TournamentArgs, blocks: u64) -> String {
    let mut words = vec!["sixtyone".to_owned(), "tournament".to_owned()];
    words.extend(args.strategies.iter().cloned());
    if args.gauntlet {
        words.push("--gauntlet".to_owned());
    }
    args.game.append_to(&mut words);
    let mut option = |name: &str, value: String| words.extend([name.to_owned(), value]);
    args.challengers.iter().for_each(|name| option("--challenger", name.clone()));
    args.anchors.iter().for_each(|anchor| option("--anchor", anchor.clone()));
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
        challengers: args.challengers.clone(),
        anchors: args.anchors.clone(),
        prune: args.prune.map(|(test, _)| test),
    };
    let heading = Heading::of(blocks, args.seed);
    let orders = args.orders.map(Orders::from);
    let experiment =
        Experiment::tournament(args.game.name(), &args.game.settings()?, &wanted, orders, heading, None, &context)
            .map_err(|error| Failure::of(&context, error))?;
    let outputs = args.files.requests(command_line(args, blocks));
    let tallies = session::play(&experiment, &args.run, &outputs, &context)?.tallies;
    let summary = experiment.summary(&tallies).map_err(Failure::input)?;
    let printed = if args.run.json {
        console::print_json(&json::tournament_document(&summary))
    } else if outputs.files.on_standard_output() {
        Ok(())
    } else {
        args.print.print(&summary, args.files.folder())
    };
    session::say_what_was_written(&args.run, &outputs);
    printed
}
