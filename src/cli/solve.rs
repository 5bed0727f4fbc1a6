//! `solve`: what a round is worth if everybody sees everything, and how it then goes.

use clap::Args;
use serde_json::{Value, json};

use super::options::GameArgs;
use super::position::{game_of, opener_of};
use super::{Failure, console};
use crate::game::{RoundLog, Seat, Side, Standing, Turn};
use crate::games::{GameVisitor, Playable};
use crate::strategies::objective::Objective;
use crate::strategies::solver::Solver;

/// Solve a round exactly with perfect information: its value and a best line of play
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SolveArgs {
    /// The seats' hands, seat 0 first, separated by "/"; lengths may differ; players and hand are derived from them unless set. With
    /// cards of equal number, then ":", the card turned up and those that would be dealt next
    #[arg(long, value_name = "HANDS")]
    hands: String,
    /// The seat that opens, with cards the eldest [default: with first_opener=highest-double the seat that the tiles name, else seat 0]
    #[arg(long, value_name = "SEAT", value_parser = super::options::seat, allow_negative_numbers = true)]
    opener: Option<u8>,
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

A round with seven tiles each takes microseconds, with fourteen each up to a few seconds.

Examples:
  sixtyone solve --hands \"6-5 4-4 3-0/5-5 2-1 6-6\" --opener 0
  sixtyone solve --hands \"6-5 4-4 3-0/5-5 2-1 6-6\" --json
  sixtyone solve --hands \"6-5 4-4/5-5 6-1/6-6 3-3/5-4 1-1\"                  two pairs
  sixtyone solve --hands \"9-5 4-4/5-5 9-1\" --game cincos-y-treses --set set=9
  sixtyone solve --game all-fives --hands \"8C KS 5H/5S AS 2H : 9S\"";

/// The solved round.
struct SolveReport {
    opener: Option<u8>,
    /// By side.
    values: Option<Vec<i32>>,
    own: usize,
    /// The points of each side at the end of the line.
    points: Option<Vec<u16>>,
    line: Option<Vec<Value>>,
    drawing: String,
    nodes: u64,
}

struct Solve<'a> {
    args: &'a SolveArgs,
    opener: Option<u8>,
}

impl GameVisitor for Solve<'_> {
    type Out = Result<SolveReport, String>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let state = game.read_position(&self.args.hands, self.opener.map(Seat))?;
        let opener = match game.turn(&state) {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Over => None,
        };
        let table = *game.table();
        let sides = table.sides();
        let mut solver = Solver::sized(&game, Objective::Points, 20);
        let solved = solver.solve(&game, &state, self.args.nodes);
        let line = solved.values.and_then(|_| solver.line(&game, &state, self.args.nodes));
        let rules = solver.rules(&game);
        let mut drawing = String::new();
        let moves = line.as_ref().map(|line| {
            let mut s = line.start;
            let mut moves = Vec::new();
            for step in &line.steps {
                let mv = rules.write_move(&s, step.mv);
                rules.play(&mut s, step.mv);
                moves.push(json!({ "seat": step.seat.0, "move": mv, "points": step.event.taken }));
            }
            let at = Standing::new(opener.map(Seat));
            let names = vec![String::new(); table.seats()];
            rules.narrate(RoundLog { at: &at, start: &line.start, steps: &line.steps }, &names, &mut drawing);
            moves
        });
        let score = |end| (0..sides).map(|side| rules.score(end, Side(side as u8))).collect();
        Ok(SolveReport {
            opener,
            values: solved.values.map(|values| values[..sides].to_vec()),
            own: table.side_of(Seat(opener.unwrap_or(0))).index(),
            points: line.as_ref().map(|line| score(&line.end)),
            line: moves,
            drawing,
            nodes: solved.nodes,
        })
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`]; a check has failed if the positions allowed did not suffice.
pub fn run(args: &SolveArgs) -> Result<(), Failure> {
    let game = game_of(&args.hands, &args.game)?;
    let options = game.to_json();
    let opener = opener_of(args.opener, &game)?;
    let sides = game.sides();
    let found = game.visit(Solve { args, opener }).map_err(|message| Failure::Input(format!("--hands: {message}")))?;
    let value = found.values.as_ref().map(|values| values[found.own]);
    let exceeded = value.is_none() || found.line.is_none();
    if args.json {
        return console::print_json(&json!({
            "version": crate::VERSION,
            "game": options,
            "hands": args.hands,
            "opener": found.opener,
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
    let seat = found.opener.unwrap_or(0);
    let points: Vec<String> = found.points.iter().flatten().map(u16::to_string).collect();
    let meaning = if sides == 2 {
        "points of the opener's side minus the other's".to_owned()
    } else {
        format!("the opener's points minus the mean of all, times {sides}")
    };
    let end = if points.is_empty() { String::new() } else { format!("points by side {}\n", points.join("–")) };
    let drawing = found.drawing.trim_end();
    console::print(&format!(
        "value {value:+}  seat {seat} opens; {meaning}\n{end}{} positions\n\n{drawing}\n",
        found.nodes
    ))
}
