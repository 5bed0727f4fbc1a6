//! What is written match by match: full records, and a row for each side. `docs/formats.md` explains each field.

use std::io::Write as _;

use serde_json::json;

use super::csv_fields::{name, quoted};
use crate::arena::cell::Played;
use crate::arena::runner::Format;
use crate::experiment::{CellInfo, Experiment};
use crate::game::{Outcome, Table};
use crate::recorded::{FORMAT, result_document};

/// One JSON object a match and line.
pub struct Records {
    cells: Vec<RecordHead>,
}

/// What is the same for all records of a cell.
struct RecordHead {
    /// Everything up to the block's number, as JSON without the last brace.
    before: String,
    /// The line-up, as a JSON list.
    lineup: String,
    /// For each slot, the strategies of its seats.
    names: Vec<Vec<String>>,
    table: Table,
}

impl Records {
    /// A writer of records.
    #[must_use]
    pub fn new(experiment: &Experiment) -> Records {
        let head = |cell: &CellInfo| {
            let before = json!({
                "record": FORMAT,
                "version": crate::VERSION,
                "game": cell.game,
                "seed": experiment.plan.seed,
                "cell": cell.name,
            });
            let mut before = before.to_string();
            before.pop();
            let names: Vec<&str> = cell.sides.iter().map(|side| side.name.as_str()).collect();
            RecordHead {
                before,
                lineup: json!(names).to_string(),
                names: cell
                    .sides
                    .iter()
                    .map(|side| side.seats.iter().map(|plan| plan.label.clone()).collect())
                    .collect(),
                table: cell.table,
            }
        };
        Records { cells: experiment.cells.iter().map(head).collect() }
    }
}

/// For each seat, the line-up slot that plays its side.
fn slot_of(played: &Played<'_>, seat: usize) -> usize {
    let side = seat % played.sides.len();
    played.sides.iter().position(|played| played.index() == side).unwrap_or(0)
}

impl Format for Records {
    fn wants_rounds(&self) -> bool {
        true
    }

    fn append(&self, cell: usize, played: &Played<'_>, out: &mut Vec<u8>) {
        let head = &self.cells[cell];
        let sides = played.sides.len();
        let seats: Vec<&str> =
            (0..head.table.seats()).map(|seat| head.names[slot_of(played, seat)][seat / sides].as_str()).collect();
        let result = result_document(&played.result.end, &head.table);
        // Writing to memory cannot fail.
        let _ = write!(
            out,
            "{},\"block\":{},\"game_number\":{},\"lineup\":{},\"seats\":{},\"rounds\":[",
            head.before,
            played.block,
            played.number,
            head.lineup,
            json!(seats),
        );
        out.extend_from_slice(played.rounds);
        let _ = writeln!(out, "],\"result\":{result}}}");
    }
}

/// A row of `games.csv` for each match and line-up slot.
pub struct Games {
    cells: Vec<GamesHead>,
}

struct GamesHead {
    /// The cell's name as a field of a row.
    cell: String,
    /// The sides' names as fields.
    names: Vec<String>,
}

impl Games {
    /// The first line of the table.
    pub const HEADER: &str = "cell,block,game_number,slot,strategy,side,opened_first_round,score_points,win_share_27720ths,\
        unfinished,rounds,moves,choices,blocked_rounds,void_deals,discarded_events,discarded_points,lead_changes,margin_points\n";

    /// A writer of rows.
    #[must_use]
    pub fn new(experiment: &Experiment) -> Games {
        let head = |cell: &CellInfo| GamesHead {
            cell: field(&cell.name),
            names: cell.sides.iter().map(|side| field(&side.name)).collect(),
        };
        Games { cells: experiment.cells.iter().map(head).collect() }
    }
}

/// A name as a CSV field.
fn field(text: &str) -> String {
    quoted(&name(text))
}

impl Format for Games {
    fn wants_rounds(&self) -> bool {
        false
    }

    fn append(&self, cell: usize, played: &Played<'_>, out: &mut Vec<u8>) {
        let head = &self.cells[cell];
        let result = played.result;
        for (slot, side) in played.sides.iter().enumerate() {
            let _ = writeln!(
                out,
                "{},{},{},{slot},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}",
                head.cell,
                played.block,
                played.number,
                head.names[slot],
                side.0,
                *side == played.opener,
                result.end.scores[side.index()],
                played.shares[side.index()],
                result.end.outcome == Outcome::Unfinished,
                result.rounds,
                result.moves,
                result.choices,
                result.blocked,
                result.voids,
                result.lost_events,
                result.lost_points,
                result.lead_changes,
                result.margin(played.sides.len()),
            );
        }
    }
}
