//! `replay`: one match, drawn move by move, from the seed alone.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Args, ValueHint};

use super::completion_values;
use super::options::{GameArgs, OrdersArg, block_number, strategy_names};
use super::position::RecordArgs;
use super::run::find;
use super::{Failure, console, interrupt};
use crate::arena::cell::{CellPlayer, Played, Sink, prepare};
use crate::arena::plan::Orders;
use crate::arena::runner::Format;
use crate::context::Context;
use crate::experiment::grid::{Overrides, load};
use crate::experiment::{DEFAULT_SEED, Experiment};
use crate::games::options::nearest;
use crate::positions::{draw, result_line};
use crate::recorded::RecordLine;
use crate::report::records::Records;
use crate::report::terminal;
use crate::strategies::StrategyPlan;
use crate::streams::Streams;
use crate::tally::Shapes;

/// Which match of which cell, and from which seed; --match is among [`RecordArgs`].
#[derive(Args, Clone, Debug)]
pub(super) struct SeedArgs {
    /// The experiment's cell, by name or number from 1 [default: the only one]
    #[arg(long, value_name = "NAME", conflicts_with = "record")]
    cell: Option<String>,
    /// The block, from 0 [default: 0]
    #[arg(long, value_name = "N", value_parser = block_number, allow_negative_numbers = true, conflicts_with = "record")]
    block: Option<u64>,
    /// Master seed [default: 61, or the experiment's]
    #[arg(long, value_name = "S", value_parser = super::options::seed, allow_negative_numbers = true, conflicts_with = "record")]
    pub(super) seed: Option<u64>,
    /// Seatings within a block [default: all for three sides or fewer, else rotations]
    #[arg(long, value_enum, conflicts_with = "record")]
    orders: Option<OrdersArg>,
}

impl SeedArgs {
    /// Refuses what chooses a match of a cell where there is none.
    ///
    /// # Errors
    /// If any of it is given.
    pub(super) fn refuse_cell(&self) -> Result<(), Failure> {
        if self.cell.is_some() || self.block.is_some() || self.orders.is_some() {
            return Err(Failure::input(
                "--cell, --block and --orders choose a match of --replay; without it leave them out",
            ));
        }
        Ok(())
    }
}

/// Show one match move by move, reproduced from its seed
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct ReplayArgs {
    /// An experiment file, or one strategy for each side as in `match`
    #[arg(value_name = "EXPERIMENT.toml | STRATEGY", add = completion_values::experiments_and_strategies(), required_unless_present = "record", conflicts_with = "record", value_hint = ValueHint::AnyPath, value_parser = strategy_names(), hide_possible_values = true)]
    what: Vec<String>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    recorded: RecordArgs,
    /// Print the match's record as one JSON document, on one line as in a file of records
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Blocks, matches, rounds and seats are numbered from 0, as in records; the moves of a round from 1. With --round only that round is \
shown, with --move only what comes before that move.

Examples:
  sixtyone replay greedy random
  sixtyone replay greedy random --block 17 --match 1 --seed 7
  sixtyone replay experiments/bust-rule.toml --cell 1 --block 3
  sixtyone replay experiments/opener.toml --cell \"lot, then rotate / players=2 / greedy vs greedy\"
  sixtyone replay --record matches.jsonl --match 2
  sixtyone replay --record matches.jsonl --match 2 --round 1 --move 4
  sixtyone replay greedy random --json | python3 scripts/referee.py -";

/// The experiment and the cell that the arguments name.
fn find_cell(
    what: &[String],
    args: &SeedArgs,
    game: &GameArgs,
    context: &Context,
) -> Result<(Experiment, usize), Failure> {
    let file = match what {
        // A lone strategy is no experiment; what is missing is the others.
        [file] => find(Path::new(file))
            .map(Some)
            .or_else(|failure| if StrategyPlan::resolve(file, None).is_ok() { Ok(None) } else { Err(failure) })?,
        _ => None,
    };
    if let Some(path) = file {
        if game.is_given() || args.orders.is_some() {
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
        game.name(),
        game.settings()?,
        what,
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

/// A match of a cell, ready to be played from its seed.
pub(super) struct SeededMatch {
    experiment: Experiment,
    cell: usize,
    player: Box<dyn CellPlayer>,
    block: u64,
    number: usize,
}

impl SeededMatch {
    /// The match that the arguments name; `what` is an experiment file or a strategy for each side.
    ///
    /// # Errors
    /// If there is no such match, or it cannot be played.
    pub(super) fn find(
        what: &[String],
        seed: &SeedArgs,
        number: u64,
        game: &GameArgs,
        context: &Context,
    ) -> Result<SeededMatch, Failure> {
        let (experiment, cell) = find_cell(what, seed, game, context)?;
        let count = experiment.cells[cell].matches_per_block;
        if number >= count {
            return Err(Failure::Input(format!(
                "--match {number}: a block of this cell has {count} matches; allowed: 0 to {}",
                count - 1
            )));
        }
        let streams = Streams::new(experiment.plan.seed);
        let player = prepare(&experiment.plan.cells[cell], streams, context);
        let player = player.map_err(|error| Failure::of(context, error))?;
        Ok(SeededMatch { experiment, cell, player, block: seed.block.unwrap_or(0), number: number as usize })
    }

    /// Its record as text, with a line break at the end.
    ///
    /// # Errors
    /// If a strategy fails.
    fn record(&mut self) -> Result<String, Failure> {
        let format = Records::new(&self.experiment);
        let mut keep = Keep { format: &format, cell: self.cell, number: self.number, record: Vec::new() };
        let layout = self.player.layout();
        let mut totals = vec![0; layout.len()];
        let mut shapes = Shapes::new(layout.sides);
        let played = self.player.play_block(self.block, &mut totals, &mut shapes, Some(&mut keep), &|| false);
        played.map_err(Failure::input)?;
        Ok(String::from_utf8_lossy(&keep.record).into_owned())
    }

    /// Its record, as one that is read from a file.
    ///
    /// # Errors
    /// If a strategy fails.
    pub(super) fn line(&mut self) -> Result<RecordLine, Failure> {
        let info = &self.experiment.cells[self.cell];
        let place = format!(
            "seed {}, cell {}, block {}, match {}",
            self.experiment.plan.seed, info.name, self.block, self.number
        );
        RecordLine::parse(place, self.record()?).map_err(Failure::input)
    }
}

/// A recorded match, or the part of it that is asked for, drawn beneath its game and its place.
fn drawn(line: &RecordLine, place: &RecordArgs) -> Result<String, Failure> {
    let game = line.game().map_err(Failure::input)?;
    let options = terminal::option_lines(&game.to_json(), terminal::Screen::here());
    let field = |name: &str| line.field(name).as_str().map_or_else(|| line.field(name).to_string(), str::to_owned);
    let (cell, seed, block, number) = (field("cell"), field("seed"), field("block"), field("game_number"));
    let drawing = draw(game, line, place.round, place.mv).map_err(Failure::input)?;
    Ok(format!("{options}cell {cell}, seed {seed}, block {block}, match {number}\n\n{drawing}"))
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &ReplayArgs) -> Result<(), Failure> {
    let context = interrupt::context();
    let number = args.recorded.number.unwrap_or(0);
    if args.json && args.recorded.has_place() {
        return Err(Failure::input("--json prints the whole match; leave out --round and --move"));
    }
    if let Some(line) = args.recorded.line()? {
        if args.game.is_given() {
            return Err(Failure::input(
                "--game, --players and --set do not apply to --record; a record says what game it is of",
            ));
        }
        let drawn = drawn(&line, &args.recorded)?;
        return if args.json { console::print_json_text(&format!("{}\n", line.text)) } else { console::print(&drawn) };
    }
    let mut found = SeededMatch::find(&args.what, &args.seed, number, &args.game, &context)?;
    if args.json {
        return console::print_json_text(&found.record()?);
    }
    if args.recorded.has_place() {
        return console::print(&drawn(&found.line()?, &args.recorded)?);
    }
    let info = &found.experiment.cells[found.cell];
    let mut out = String::new();
    out.push_str(&terminal::option_lines(&info.game, terminal::Screen::here()));
    let (seed, block, number) = (found.experiment.plan.seed, found.block, found.number);
    let _ = writeln!(out, "cell {}, seed {seed}, block {block}, match {number}\n", info.name);
    let end = found.player.narrate(block, number, &mut out).map_err(Failure::input)?;
    if let Some(end) = end {
        let _ = writeln!(out, "{}", result_line(&info.table, &end));
    }
    console::print(&out)
}
