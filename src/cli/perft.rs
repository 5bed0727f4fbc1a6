//! `perft`: counts lines of play from a position, to compare move generators.

use clap::Args;
use serde_json::json;

use super::options::GameArgs;
use super::position::{game_of, opener_of};
use super::{Failure, console};
use crate::game::{Seat, Turn};
use crate::games::{GameVisitor, Playable};
use crate::perft::perft;

/// Count the sequences of N moves from given hands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    /// The seats' hands, seat 0 first, separated by "/"; lengths may differ; players and hand are derived from them unless set. With
    /// cards of equal number, then ":", the card turned up and those that would be dealt next
    #[arg(long, value_name = "HANDS")]
    hands: String,
    /// The seat that opens, with cards the eldest [default: with first_opener=highest-double the seat that the tiles name, else seat 0]
    #[arg(long, value_name = "SEAT", value_parser = super::options::seat, allow_negative_numbers = true)]
    opener: Option<u8>,
    /// Moves in a sequence, including bids but not knocks
    #[arg(long, value_name = "N", value_parser = super::options::depth, allow_negative_numbers = true)]
    depth: u32,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone perft --hands \"6-5 4-4 3-0/5-5 6-1 6-6\" --depth 3
  sixtyone perft --hands \"6-5 4-4/5-5 6-1/6-6 3-3\" --depth 3 --json
  sixtyone perft --hands \"6-6 6-5/5-5 5-4\" --opener 1 --depth 2 --set target=5 --set overshoot=allow
  sixtyone perft --game all-fives --hands \"8C KS/5S AS : 9S\" --depth 5";

/// Who opens, and how many lines of play there are.
struct PerftReport {
    opener: Option<u8>,
    count: u64,
}

struct Count<'a> {
    args: &'a PerftArgs,
    opener: Option<u8>,
}

impl GameVisitor for Count<'_> {
    type Out = Result<PerftReport, String>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let state = game.read_position(&self.args.hands, self.opener.map(Seat))?;
        let opener = match game.turn(&state) {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Over => None,
        };
        Ok(PerftReport { opener, count: perft(&game, &state, self.args.depth) })
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    let game = game_of(&args.hands, &args.game)?;
    let options = game.to_json();
    let opener = opener_of(args.opener, &game)?;
    let found = game.visit(Count { args, opener }).map_err(|message| Failure::Input(format!("--hands: {message}")))?;
    if args.json {
        console::print_json(&json!({
            "version": crate::VERSION,
            "game": options,
            "hands": args.hands,
            "opener": found.opener,
            "depth": args.depth,
            "count": found.count,
        }))
    } else {
        console::print(&format!("{}\n", found.count))
    }
}
