//! `perft`: counts lines of play from a position, to compare move generators.

use clap::Args;
use serde_json::json;

use super::options::GameArgs;
use super::position::PositionArgs;
use super::{Failure, console};
use crate::positions::{Count, count};

/// Count the sequences of N moves from given hands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// Moves in a sequence, including bids but not knocks
    #[arg(long, value_name = "N", value_parser = super::options::depth, allow_negative_numbers = true)]
    depth: u32,
    /// Print the count for each first move, then the total, as chess engines do; the depth must be at least 1
    #[arg(long)]
    divide: bool,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
--record counts from a position of a recorded match. Matches and rounds are numbered from 0, as in records, moves from 1.

Examples:
  sixtyone perft --hands \"6-5 4-4 3-0/5-5 6-1 6-6\" --depth 3
  sixtyone perft --hands \"6-5 4-4/5-5 6-1/6-6 3-3\" --depth 3 --json
  sixtyone perft --hands \"6-6 6-5/5-5 5-4\" --opener 1 --depth 2 --set target=5 --set overshoot=allow
  sixtyone perft --hands \"6-5 4-4 3-0/5-5 6-1 6-6\" --depth 3 --divide
  sixtyone perft --record matches.jsonl --match 2 --round 1 --move 4 --depth 5 --divide
  sixtyone perft --game all-fives --hands \"8C KS/5S AS : 9S\" --depth 5";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    if args.divide && args.depth == 0 {
        return Err(Failure::input("--divide counts by first move: found --depth 0; allowed: 1 to 1000"));
    }
    let (game, source) = args.position.source(&args.game)?;
    let options = game.to_json();
    let Count { position, count, divided } = count(game, &source, args.depth, args.divide).map_err(Failure::input)?;
    if args.json {
        let mut document = json!({
            "version": crate::VERSION,
            "game": options,
            "hands": position.hands,
            "opener": position.opener,
            "to_move": position.to_move,
            "position": position.place,
            "depth": args.depth,
            "count": count,
        });
        if let Some(divided) = divided {
            document["divide"] = divided.iter().map(|(mv, count)| json!({ "move": mv, "count": count })).collect();
        }
        return console::print_json(&document);
    }
    let Some(divided) = divided else {
        return console::print(&format!("{count}\n"));
    };
    let lines: Vec<String> = divided.iter().map(|(mv, count)| format!("{mv}: {count}\n")).collect();
    console::print(&format!("{}\nNodes searched: {count}\n", lines.concat()))
}
