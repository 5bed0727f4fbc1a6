//! A position's value if everybody sees everything, and a best line of play.

use std::fmt::Write as _;

use serde::Serialize;

use super::{PositionDocument, PositionError, Source};
use crate::game::{MAX_SEATS, RoundLog, Seat, Side, Standing};
use crate::games::{AnyGame, GameVisitor, Playable};
use crate::strategies::objective::Objective;
use crate::strategies::solver::Solver;

/// The solved round.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The position.
    pub position: PositionDocument,
    /// The value for each side; none if the nodes did not suffice.
    pub values: Option<Vec<i32>>,
    /// The side of the seat to move.
    pub own: usize,
    /// The points of each side at the end of the line.
    pub points: Option<Vec<u16>>,
    /// A best line of play.
    pub line: Option<Vec<LineMove>>,
    /// The line drawn; of a recorded round what has been played before it, too.
    pub drawing: String,
    /// The positions visited.
    pub nodes: u64,
}

/// A move of the best line.
#[derive(Clone, Debug, Serialize)]
pub struct LineMove {
    /// Who plays it.
    pub seat: u8,
    /// The move as records write it.
    #[serde(rename = "move")]
    pub mv: String,
    /// The points that it earns.
    pub points: i16,
}

struct Solving<'a> {
    source: &'a Source,
    most_nodes: u64,
}

impl GameVisitor for Solving<'_> {
    type Out = Result<Solved, PositionError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let found = self.source.position(&game)?;
        let (state, position) = (found.state, self.source.describe(&game, &found.state));
        let table = *game.table();
        let sides = table.sides();
        let mut solver = Solver::sized(&game, Objective::Points, 20);
        let solved = solver.solve(&game, &state, self.most_nodes);
        // Of a recorded round the rest is valued, not what has been scored before.
        let before = if self.source.is_recorded() { Objective::points(&game, &state) } else { [0; MAX_SEATS] };
        let values = solved.values.map(|values| (0..sides).map(|side| values[side] - before[side]).collect());
        let line = solved.values.and_then(|_| solver.line(&game, &state, self.most_nodes));
        let rules = solver.rules(&game);
        let mut drawing = String::new();
        let moves = line.as_ref().map(|line| {
            let mut s = line.start;
            let mut moves = Vec::new();
            for step in &line.steps {
                let mv = rules.write_move(&s, step.mv);
                rules.play(&mut s, step.mv);
                moves.push(LineMove { seat: step.seat.0, mv, points: step.event.taken });
            }
            moves
        });
        if let (false, Some(line)) = (self.source.is_recorded(), &line) {
            let at = Standing::new(position.opener.map(Seat));
            rules.narrate(RoundLog { at: &at, start: &line.start, steps: &line.steps }, &found.names, &mut drawing);
        } else {
            // The drawing of a round begins with its deal.
            game.draw_round(found.round.log(), &found.names, &mut drawing);
            drawing.push_str("best line\n");
            for LineMove { seat, mv, points } in moves.iter().flatten() {
                let _ = writeln!(drawing, "  seat {seat}  {mv:<10}  {points:+}");
            }
        }
        let score = |end| (0..sides).map(|side| rules.score(end, Side(side as u8))).collect();
        Ok(Solved {
            values,
            own: table.side_of(Seat(position.to_move.unwrap_or(0))).index(),
            position,
            points: line.as_ref().map(|line| score(&line.end)),
            line: moves,
            drawing,
            nodes: solved.nodes,
        })
    }
}

/// Solves a position with perfect information, for points, visiting at most so many positions.
///
/// # Errors
/// If there is no such position.
pub fn solve(game: AnyGame, source: &Source, most_nodes: u64) -> Result<Solved, PositionError> {
    game.visit(Solving { source, most_nodes })
}
