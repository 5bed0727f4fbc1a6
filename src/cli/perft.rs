//! `perft`: counts lines of play from a position, to compare move generators.

use clap::Args;
use serde_json::json;

use super::options::GameArgs;
use super::{Failure, console};
use crate::game::Seat;
use crate::games::options::Value;
use crate::games::{GameVisitor, PRESETS, Playable, resolve};
use crate::perft::perft;

/// Count the sequences of exactly so many moves from given hands
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct PerftArgs {
    /// The seats' hands, seat 0 first, separated by "/"; players and hand follow from them unless they are set. With cards, then ":",
    /// the card turned up, and those that would be dealt next
    #[arg(long, value_name = "HANDS")]
    hands: String,
    /// The seat that opens, with cards the eldest [default: the rules decide by tile, else seat 0]
    #[arg(long, value_name = "SEAT", value_parser = super::options::seat)]
    opener: Option<u8>,
    /// Moves in a sequence; bids are moves, knocks are none
    #[arg(long, value_name = "N", value_parser = super::options::depth)]
    depth: u32,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    game: GameArgs,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone perft --hands \"6-5 4-4 3-0/5-5 2-1 6-6\" --opener 0 --depth 4
  sixtyone perft --hands \"6-5 4-4/5-5 2-1/6-6 3-3\" --depth 3 --json
  sixtyone perft --hands \"6-6 6-5/5-5 5-4\" --opener 1 --depth 2 --set target=5 --set overshoot=allow
  sixtyone perft --game all-fives --hands \"8C KS/5S AS : 9S\" --depth 5";

struct Count<'a>(&'a PerftArgs);

impl GameVisitor for Count<'_> {
    type Out = Result<u64, String>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let state = game.read_position(&self.0.hands, self.0.opener.map(Seat))?;
        Ok(perft(&game, &state, self.0.depth))
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &PerftArgs) -> Result<(), Failure> {
    let hands: Vec<usize> =
        args.hands.split('/').map(|hand| hand.split([' ', ',']).filter(|tile| !tile.is_empty()).count()).collect();
    let mut settings = args.game.settings();
    let most = hands.iter().copied().max().unwrap_or(0).max(1);
    let preset = PRESETS.iter().find(|preset| preset.name == args.game.game);
    let is_option = |key: &str| preset.is_some_and(|preset| preset.options.iter().any(|option| option.name == key));
    for (key, number) in [("players", hands.len()), ("hand", most)] {
        if is_option(key) && !settings.iter().any(|(set, _)| set == key) {
            settings.insert(0, (key.to_owned(), Value::Number(number as i64)));
        }
    }
    let game = resolve(&args.game.game, &settings).map_err(Failure::input)?;
    let options = game.to_json();
    let count = game.visit(Count(args)).map_err(|message| Failure::Input(format!("--hands: {message}")))?;
    if args.json {
        console::print_json(&json!({
            "version": crate::VERSION,
            "game": options,
            "hands": args.hands,
            "opener": args.opener,
            "depth": args.depth,
            "count": count,
        }))
    } else {
        console::print(&format!("{count}\n"))
    }
}
