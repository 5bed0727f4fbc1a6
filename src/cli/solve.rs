//! `solve`: what a round is worth if everybody sees everything, and how it then goes.

use clap::Args;
use serde_json::json;

use super::options::GameArgs;
use super::position::PositionArgs;
use super::{Failure, console};
use crate::positions::solve;

/// Solve a round exactly with perfect information: its value and a best line of play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The objective: points, ignoring the target
    #[arg(long = "goal", value_name = "GOAL", default_value = "points", value_parser = ["points"])]
    objective: String,
    /// Maximum number of positions to visit; a round that needs more is not solved
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = super::options::nodes, allow_negative_numbers = true)]
    nodes: u64,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
The value is the points of the opener's side minus the other's, under best play by both. With three or more sides each maximises its \
points above the mean of all (of equal moves it takes the one that leaves least to the next side), and the value is the opener's points \
minus that mean, times the number of sides.

With --record the round is solved from a position of a recorded match on: value and points are those of the rest of the round, and the \
side is that of the seat to move. Matches and rounds are numbered from 0, as in records, moves from 1.

A round with seven tiles each takes microseconds, with fourteen each up to a few seconds.

Examples:
  sixtyone solve --hands \"6-5 4-4 3-0/5-5 2-1 6-6\" --opener 0
  sixtyone solve --hands \"6-5 4-4 3-0/5-5 2-1 6-6\" --json
  sixtyone solve --hands \"6-5 4-4/5-5 6-1/6-6 3-3/5-4 1-1\"                  two pairs
  sixtyone solve --hands \"9-5 4-4/5-5 9-1\" --game cincos-y-treses --set set=9
  sixtyone solve --record matches.jsonl --match 2 --round 1 --move 4
  sixtyone solve --game all-fives --hands \"8C KS 5H/5S AS 2H : 9S\"";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`]; a check has failed if the positions allowed did not suffice.
pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    let (game, source) = args.position.source(&args.game)?;
    let options = game.to_json();
    let sides = game.sides();
    let found = solve(game, &source, args.nodes).map_err(Failure::input)?;
    let value = found.values.as_ref().map(|values| values[found.own]);
    let exceeded = value.is_none() || found.line.is_none();
    if args.json {
        return console::print_json(&json!({
            "version": crate::VERSION,
            "game": options,
            "hands": found.position.hands,
            "opener": found.position.opener,
            "to_move": found.position.to_move,
            "position": found.position.place,
            "goal": args.objective,
            "value": value,
            "values": found.values,
            "points": found.points,
            "line": found.line,
            "nodes": found.nodes,
            "most_nodes": args.nodes,
            "exceeded": exceeded,
        }));
    }
    let Some(value) = value else {
        return Err(Failure::Check(format!(
            "not solved: {} positions were not enough; raise --nodes, or give smaller hands",
            args.nodes
        )));
    };
    let seat = found.position.to_move.unwrap_or(0);
    let points: Vec<String> = found.points.iter().flatten().map(u16::to_string).collect();
    let (does, own, whose) = if source.is_recorded() {
        ("is to move", "its side", "its")
    } else {
        ("opens", "the opener's side", "the opener's")
    };
    let meaning = if sides == 2 {
        format!("points of {own} minus the other's")
    } else {
        format!("{whose} points minus the mean of all, times {sides}")
    };
    let end = if points.is_empty() { String::new() } else { format!("points by side {}\n", points.join("–")) };
    let drawing = found.drawing.trim_end();
    console::print(&format!(
        "value {value:+}  seat {seat} {does}; {meaning}\n{end}{} positions\n\n{drawing}\n",
        found.nodes
    ))
}
