//! A recorded match, or a round of it, drawn.

use super::PositionError;
use crate::game::{Outcome, Side, Standing, Table};
use crate::games::{AnyGame, GameVisitor, Playable};
use crate::recorded::{RecordError, RecordLine};

struct Drawing<'a> {
    line: &'a RecordLine,
    round: Option<u64>,
    mv: Option<u64>,
}

impl GameVisitor for Drawing<'_> {
    type Out = Result<String, PositionError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let Drawing { line, round, mv } = self;
        let mut out = String::new();
        let played = line.replay(&game)?;
        if round.is_none() && mv.is_none() {
            played.rounds.iter().for_each(|round| game.draw_round(round.log(), &played.names, &mut out));
            out.push_str(&result_line(game.table(), &played.end));
            out.push('\n');
            return Ok(out);
        }
        let wrong = |option: &str, message| RecordError { place: format!("{}: {option}", line.place), message };
        let round = played.round(round.unwrap_or(0)).map_err(|message| wrong("--round", message))?;
        match mv {
            None => game.draw_round(round.log(), &played.names, &mut out),
            Some(mv) => {
                let mv = usize::try_from(mv).unwrap_or(usize::MAX);
                let (round, _) = round.before_move(&game, mv).map_err(|message| wrong("--move", message))?;
                game.draw_round(round.log(), &played.names, &mut out);
            }
        }
        Ok(out)
    }
}

/// A recorded match drawn, with its result; or one round (from 0), or what of it comes before a move (from 1).
///
/// # Errors
/// If the record is wrong, or has no such round or move.
pub fn draw(game: AnyGame, line: &RecordLine, round: Option<u64>, mv: Option<u64>) -> Result<String, PositionError> {
    game.visit(Drawing { line, round, mv })
}

fn names(table: &Table, sides: impl Iterator<Item = usize>) -> String {
    let pairs = table.sides() < table.seats();
    let name = |side: usize| {
        if pairs { format!("side {side} (seats {side} and {})", side + table.sides()) } else { format!("seat {side}") }
    };
    sides.map(name).collect::<Vec<_>>().join(" and ")
}

/// How a match ended, as a line of text.
#[must_use]
pub fn result_line(table: &Table, end: &Standing) -> String {
    let sides = table.sides();
    let scores: Vec<String> = end.scores[..sides].iter().map(u16::to_string).collect();
    let scores = scores.join("–");
    let rounds = if end.round == 1 { "1 round".to_owned() } else { format!("{} rounds", end.round) };
    match end.outcome {
        Outcome::Won(winners) => {
            let won = names(table, (0..sides).filter(|&side| winners.contains(Side(side as u8))));
            let how = if winners.len() > 1 { "share the win" } else { "wins" };
            format!("result: {won} {how}, {scores}, after {rounds}")
        }
        Outcome::Open | Outcome::Unfinished => format!("result: unfinished after {rounds}, {scores}; shared equally"),
    }
}
