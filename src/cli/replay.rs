//! `replay`: one match, drawn move by move, from the seed alone.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Args, ValueHint};

use super::options::{GameArgs, OrdersArg, block_number, strategy_names};
use super::run::find;
use super::{Failure, console, interrupt};
use crate::arena::cell::{CellPlayer, MatchFault, Played, Sink, prepare};
use crate::arena::plan::Orders;
use crate::arena::runner::Format;
use crate::context::Context;
use crate::experiment::grid::{Overrides, load};
use crate::experiment::{CellInfo, DEFAULT_SEED, Experiment};
use crate::game::{Outcome, Side, Standing};
use crate::games::options::nearest;
use crate::report::records::Records;
use crate::report::terminal;
use crate::strategies::StrategyPlan;
use crate::streams::Streams;
use crate::tally::Shapes;

/// Show one match move by move, reproduced from its seed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// An experiment file, or one strategy for each side as in `match`
    #[arg(value_name = "EXPERIMENT.toml | STRATEGY", required = true, value_hint = ValueHint::AnyPath, value_parser = strategy_names(), hide_possible_values = true)]
    what: Vec<String>,
    /// The experiment's cell, by name or number from 1 [default: the only one]
    #[arg(long, value_name = "NAME")]
    cell: Option<String>,
    /// The block, from 0
    #[arg(long, value_name = "N", default_value = "0", value_parser = block_number, allow_negative_numbers = true)]
    block: u64,
    /// The match's number in its block, from 0
    #[arg(long = "match", value_name = "N", default_value = "0", value_parser = block_number, allow_negative_numbers = true)]
    number: u64,
    /// Master seed [default: 61, or the experiment's]
    #[arg(long, value_name = "S", value_parser = super::options::seed, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Seatings within a block [default: all for three sides or fewer, else rotations]
    #[arg(long, value_enum)]
    orders: Option<OrdersArg>,
    /// Print the match's record as one JSON document, on one line as in a file of records
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Blocks, matches, rounds and seats are numbered from 0, as in records.

Examples:
  sixtyone replay greedy random
  sixtyone replay greedy random --block 17 --match 1 --seed 7
  sixtyone replay experiments/bust-rule.toml --cell 1 --block 3
  sixtyone replay experiments/opener.toml --cell \"lot, then rotate / players=2 / greedy vs greedy\"
  sixtyone replay greedy random --json | python3 scripts/referee.py -";

/// The experiment and the cell that the arguments name.
fn find_cell(args: &ReplayArgs, context: &Context) -> Result<(Experiment, usize), Failure> {
    let file = match args.what.as_slice() {
        // A lone strategy is no experiment; what is missing is the others.
        [file] => find(Path::new(file))
            .map(Some)
            .or_else(|failure| if StrategyPlan::resolve(file, None).is_ok() { Ok(None) } else { Err(failure) })?,
        _ => None,
    };
    if let Some(path) = file {
        if args.game.is_given() || args.orders.is_some() {
            let message = "--game, --players, --set and --orders apply only when strategies are named; an experiment file says what its \
                           cells play";
            return Err(Failure::input(message));
        }
        let experiment = load(&path, Overrides { seed: args.seed, blocks: None }, context)
            .map_err(|error| Failure::of(context, error))?;
        let index = cell_index(&experiment, args.cell.as_deref())?;
        return Ok((experiment, index));
    }
    if let Some(cell) = args.cell.as_deref().filter(|cell| *cell != "main" && *cell != "1") {
        return Err(Failure::Input(format!("--cell {cell}: a match of strategies has one cell, \"main\"")));
    }
    let experiment = Experiment::single(
        args.game.name(),
        args.game.settings()?,
        &args.what,
        args.orders.map(Orders::from),
        1,
        args.seed.unwrap_or(DEFAULT_SEED),
        context,
    );
    Ok((experiment.map_err(|error| Failure::of(context, error))?, 0))
}

fn cell_index(experiment: &Experiment, wanted: Option<&str>) -> Result<usize, Failure> {
    let names = || experiment.cells.iter().map(|cell| cell.name.as_str());
    let list = || {
        let lines: Vec<String> = names().enumerate().map(|(i, name)| format!("\n  {:>3}  {name}", i + 1)).collect();
        lines.concat()
    };
    let count = experiment.cells.len();
    match wanted {
        None if count == 1 => Ok(0),
        None => Err(Failure::Input(format!("the experiment has {count} cells; name one with --cell:{}", list()))),
        Some(text) => {
            let number = text.parse::<usize>().ok();
            let by_number = number.filter(|n| (1..=count).contains(n)).map(|n| n - 1);
            names().position(|name| name == text).or(by_number).ok_or_else(|| {
                if number.is_some() {
                    return Failure::Input(format!("--cell {text}: cells are 1 to {count}:{}", list()));
                }
                let near = nearest(text, names()).map_or_else(String::new, |n| format!(" (did you mean \"{n}\"?)"));
                Failure::Input(format!("no cell \"{text}\"{near}; the cells, by number or name:{}", list()))
            })
        }
    }
}

/// Keeps the record of one match.
struct Keep<'a> {
    format: &'a Records,
    cell: usize,
    number: usize,
    record: Vec<u8>,
}

impl Sink for Keep<'_> {
    fn wants_rounds(&self) -> bool {
        true
    }

    fn take(&mut self, played: &Played<'_>) {
        if played.number == self.number {
            self.format.append(self.cell, played, &mut self.record);
        }
    }
}

fn record(
    experiment: &Experiment,
    index: usize,
    player: &mut dyn CellPlayer,
    block: u64,
    number: usize,
) -> Result<Vec<u8>, MatchFault> {
    let format = Records::new(experiment);
    let mut keep = Keep { format: &format, cell: index, number, record: Vec::new() };
    let layout = player.layout();
    let mut totals = vec![0; layout.len()];
    player.play_block(block, &mut totals, &mut Shapes::new(layout.sides), Some(&mut keep), &|| false)?;
    Ok(keep.record)
}

fn names(info: &CellInfo, sides: impl Iterator<Item = usize>) -> String {
    let pairs = info.table.sides() < info.table.seats();
    let name = |side: usize| {
        if pairs {
            format!("side {side} (seats {side} and {})", side + info.table.sides())
        } else {
            format!("seat {side}")
        }
    };
    sides.map(name).collect::<Vec<_>>().join(" and ")
}

fn result_line(info: &CellInfo, end: &Standing) -> String {
    let sides = info.table.sides();
    let scores: Vec<String> = end.scores[..sides].iter().map(u16::to_string).collect();
    let scores = scores.join("–");
    let rounds = if end.round == 1 { "1 round".to_owned() } else { format!("{} rounds", end.round) };
    match end.outcome {
        Outcome::Won(winners) => {
            let won = names(info, (0..sides).filter(|&side| winners.contains(Side(side as u8))));
            let how = if winners.len() > 1 { "share the win" } else { "wins" };
            format!("result: {won} {how}, {scores}, after {rounds}")
        }
        Outcome::Open | Outcome::Unfinished => format!("result: unfinished after {rounds}, {scores}; shared equally"),
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let context = interrupt::context();
    let (experiment, index) = find_cell(args, &context)?;
    let (info, plan) = (&experiment.cells[index], &experiment.plan.cells[index]);
    if args.number >= info.matches_per_block {
        return Err(Failure::Input(format!(
            "--match {}: a block of this cell has {} matches; allowed: 0 to {}",
            args.number,
            info.matches_per_block,
            info.matches_per_block - 1
        )));
    }
    let seed = experiment.plan.seed;
    let mut player = prepare(plan, Streams::new(seed), &context).map_err(|error| Failure::of(&context, error))?;
    let number = args.number as usize;
    if args.json {
        let record = record(&experiment, index, player.as_mut(), args.block, number).map_err(Failure::input)?;
        return console::print_json_text(&String::from_utf8_lossy(&record));
    }
    let mut out = String::new();
    out.push_str(&terminal::option_lines(&info.game, terminal::Screen::here()));
    let _ = writeln!(out, "cell {}, seed {seed}, block {}, match {number}\n", info.name, args.block);
    let end = player.narrate(args.block, number, &mut out).map_err(Failure::input)?;
    if let Some(end) = end {
        let _ = writeln!(out, "{}", result_line(info, &end));
    }
    console::print(&out)
}
