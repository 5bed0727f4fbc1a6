//! Recorded matches: read from a file of records, checked against the rules, and any position in them.
//!
//! - this file: a record replayed move by move, and the positions in it
//! - `file`: one record of a file
//!
//! A record is believed in nothing but its deals and its choices. Everything else is worked out again, written as a record again, and
//! compared field by field.

mod file;

pub use file::RecordLine;

use serde_json::{Value, json};

use crate::game::{Game, NextLead, Notation, Outcome, RoundLog, Seat, Side, Standing, Step, Table, Turn};
use crate::games::options::{OptionValue, Settings};
use crate::games::{AnyGame, resolve};
use crate::streams::Streams;

/// Version of the record format.
pub const FORMAT: u64 = 1;

/// Why a record cannot be used, and where in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {message}")]
pub struct RecordError {
    /// The file, the line, and the round and move as far as they apply.
    pub place: String,
    /// What was found there, and what is allowed.
    pub message: String,
}

/// A recorded match, replayed.
pub struct RecordedMatch<G: Game> {
    /// What each seat is called.
    pub names: Vec<String>,
    /// The rounds in order, void deals included.
    pub rounds: Vec<RecordedRound<G>>,
    /// How the match ended.
    pub end: Standing,
}

/// A recorded round, replayed.
pub struct RecordedRound<G: Game> {
    /// The standing before it.
    pub at: Standing,
    /// The state in which it started.
    pub start: G::State,
    /// Its moves in order.
    pub steps: Vec<Step<G::Move>>,
}

impl<G: Game> RecordedRound<G> {
    /// The round as others look back upon it.
    #[must_use]
    pub fn log(&self) -> RoundLog<'_, G> {
        RoundLog { at: &self.at, start: &self.start, steps: &self.steps }
    }

    /// The round as it was before its `number`-th move, from 1; the state then, in which a seat is to move.
    ///
    /// # Errors
    /// In words, if there is no such move.
    pub fn before_move(&self, game: &G, number: usize) -> Result<(RecordedRound<G>, G::State), String> {
        let count = self.steps.len();
        if count == 0 {
            return Err(format!("round {} has no moves: its deal ended it; choose another round", self.at.round));
        }
        if !(1..=count).contains(&number) {
            let round = self.at.round;
            return Err(format!("found {number}; allowed: 1 to {count}, the moves of round {round}"));
        }
        let steps = self.steps[..number - 1].to_vec();
        let mut state = self.start;
        for step in &steps {
            game.play(&mut state, step.mv);
        }
        Ok((RecordedRound { at: self.at, start: self.start, steps }, state))
    }
}

impl<G: Game> RecordedMatch<G> {
    /// The round of a number, from 0. Of several deals of a round the last counts; those before it were void.
    ///
    /// # Errors
    /// In words, if there is no such round.
    pub fn round(&self, number: u64) -> Result<&RecordedRound<G>, String> {
        let found = self.rounds.iter().rev().find(|round| u64::from(round.at.round) == number);
        found.ok_or_else(|| {
            let last = self.rounds.last().map_or(0, |round| round.at.round);
            format!("found {number}; allowed: 0 to {last}, the rounds of this match")
        })
    }
}

/// A position in a recorded match.
pub struct RecordedPosition<G: Game> {
    /// What each seat is called.
    pub names: Vec<String>,
    /// The round as far as it has been played.
    pub round: RecordedRound<G>,
    /// The state, in which a seat is to move.
    pub state: G::State,
}

impl RecordLine {
    /// Replays the record by the rules of its game, and stands before a move of a round: rounds are numbered from 0, as in records,
    /// and a round's moves from 1, so that the position before move 1 is the one that was dealt.
    ///
    /// # Errors
    /// As for [`RecordLine::replay`], or if there is no such round or move.
    pub fn position<G: Notation>(&self, game: &G, round: u64, mv: usize) -> Result<RecordedPosition<G>, RecordError> {
        let played = self.replay(game)?;
        let found = played.round(round).map_err(|message| self.error(": --round", message))?;
        let (round, state) = found.before_move(game, mv).map_err(|message| self.error(": --move", message))?;
        Ok(RecordedPosition { names: played.names, round, state })
    }
}

/// The result of a match as records have it.
#[must_use]
pub fn result_document(end: &Standing, table: &Table) -> Value {
    let sides = table.sides();
    let winners: Vec<usize> = match end.outcome {
        Outcome::Won(winners) => (0..sides).filter(|&side| winners.contains(Side(side as u8))).collect(),
        Outcome::Open | Outcome::Unfinished => Vec::new(),
    };
    let shares: Vec<u32> = (0..sides).map(|side| end.share(Side(side as u8), table)).collect();
    json!({
        "scores": end.scores[..sides],
        "winners": winners,
        "unfinished": end.outcome == Outcome::Unfinished,
        "shares": shares,
    })
}

impl RecordLine {
    fn error(&self, at: &str, message: impl Into<String>) -> RecordError {
        RecordError { place: format!("{}{at}", self.place), message: message.into() }
    }

    /// The game that the record names, with its options.
    ///
    /// # Errors
    /// If it is no record of this format, or the rules refuse the game.
    pub fn game(&self) -> Result<AnyGame, RecordError> {
        let record = &self.record;
        if !record.is_object() {
            return Err(self.error("", "found no JSON object; allowed: a record of a match, as --records writes it"));
        }
        if record["record"] != json!(FORMAT) {
            let found = record.get("record").map_or_else(|| "no such field".to_owned(), Value::to_string);
            return Err(
                self.error("", format!("\"record\": found {found}; allowed: {FORMAT}, the version of the format"))
            );
        }
        let wrong = |message: &str| self.error("", format!("\"game\": {message}"));
        let options = record["game"].as_object().ok_or_else(|| wrong("allowed: an object with the game's options"))?;
        let name = options.get("name").and_then(Value::as_str).ok_or_else(|| wrong("its \"name\" is missing"))?;
        let given = options.iter().filter(|(key, _)| *key != "name");
        let settings: Option<Settings> = given.map(|(key, value)| Some((key.clone(), option_value(value)?))).collect();
        let settings =
            settings.ok_or_else(|| wrong("allowed values: whole numbers, true, false, words, and lists of them"))?;
        let game = resolve(name, &settings).map_err(|error| wrong(&error.to_string()))?;
        match difference("game", &record["game"], &Value::Object(game.to_json())) {
            Some(message) => Err(self.error("", message)),
            None => Ok(game),
        }
    }

    /// Replays the record by the rules of its game.
    ///
    /// # Errors
    /// At the first place where the record is not what these rules make of its deals and choices.
    pub fn replay<G: Notation>(&self, game: &G) -> Result<RecordedMatch<G>, RecordError> {
        let record = &self.record;
        let seats = game.table().seats();
        let names: Option<Vec<String>> = record["seats"]
            .as_array()
            .and_then(|names| names.iter().map(|name| name.as_str().map(str::to_owned)).collect());
        let Some(names) = names.filter(|names| names.len() == seats) else {
            return Err(self.error("", format!("\"seats\": allowed: the names of the {seats} players")));
        };
        let Some(rounds) = record["rounds"].as_array() else {
            return Err(self.error("", "\"rounds\": allowed: a list of rounds"));
        };
        let mut played = RecordedMatch { names, rounds: Vec::with_capacity(rounds.len()), end: Standing::new(None) };
        for round in rounds {
            let before = played.rounds.last().map(|_| &played.end);
            if before.is_some_and(|at| at.outcome != Outcome::Open) {
                let message = format!(
                    "\"rounds\": found {} rounds; the match is over after {}",
                    rounds.len(),
                    played.rounds.len()
                );
                return Err(self.error("", message));
            }
            let (round, end) = self.replay_round(game, before, round)?;
            played.rounds.push(round);
            played.end = end;
        }
        if played.end.outcome == Outcome::Open {
            return Err(self.error("", "\"rounds\": the record ends before the match does; allowed: whole matches"));
        }
        match difference("result", &record["result"], &result_document(&played.end, game.table())) {
            Some(message) => Err(self.error("", message)),
            None => Ok(played),
        }
    }

    fn replay_round<G: Notation>(
        &self,
        game: &G,
        before: Option<&Standing>,
        round: &Value,
    ) -> Result<(RecordedRound<G>, Standing), RecordError> {
        // The record's own number is checked below, with the other fields.
        let number = before.map_or(0, |at| at.round);
        let attempt = before.map_or(0, |at| at.attempt);
        let at_round =
            if attempt == 0 { format!(", round {number}") } else { format!(", round {number} attempt {attempt}") };
        let wrong = |message: String| self.error(&at_round, message);
        let seats = game.table().seats();
        let lead = round[G::LEAD_FIELD].as_u64().filter(|seat| *seat < seats as u64);
        let Some(lead) = lead.map(|seat| Seat(seat as u8)) else {
            return Err(wrong(format!(
                "{}: found {}; allowed: 0 to {}",
                G::LEAD_FIELD,
                round[G::LEAD_FIELD],
                seats - 1
            )));
        };
        let mut at = before.copied().unwrap_or_else(|| {
            // Whether a draw decides who leads first does not depend on the draw.
            game.first(&mut Streams::new(0).lot())
        });
        let is_drawn = match before {
            None => at.lead.is_some(),
            Some(_) => at.lead.is_none() && game.match_rules().next_lead == NextLead::Lot,
        };
        if is_drawn {
            at.lead = Some(lead);
        }
        let pack = game.read_pack(round).map_err(wrong)?;
        let start = game.start(&at, &game.deal_pack(&pack));
        let mut state = start;
        let mut steps = Vec::new();
        let Some(moves) = round["moves"].as_array() else {
            return Err(wrong("moves: allowed: a list of moves".to_owned()));
        };
        for (index, recorded) in moves.iter().enumerate() {
            let wrong = |message: String| self.error(&format!("{at_round}, move {}", index + 1), message);
            let Turn::Seat(seat) = game.turn(&state) else {
                return Err(wrong(format!("the round is over after {index} moves, but {} are recorded", moves.len())));
            };
            if recorded["seat"] != json!(seat) {
                return Err(wrong(format!("seat: found {}; seat {seat} is to move", recorded["seat"])));
            }
            let text = G::recorded_move(recorded);
            let Some(mv) = text.as_ref().and_then(|text| game.read_move(&state, text)) else {
                let found = text.map_or_else(|| recorded.to_string(), |text| format!("\"{text}\""));
                return Err(wrong(format!("found {found}; allowed: {}", legal_moves(game, &state).join(", "))));
            };
            let event = game.play(&mut state, mv);
            steps.push(Step { seat, mv, event });
        }
        if game.turn(&state) != Turn::Over {
            return Err(wrong(format!("the record ends after {} moves, but the round is not over", moves.len())));
        }
        let played = RecordedRound { at, start, steps };
        let again = serde_json::to_value(game.round_document(played.log(), &pack)).unwrap_or_default();
        match round_difference(round, &again) {
            Some((Some(index), message)) => Err(self.error(&format!("{at_round}, move {}", index + 1), message)),
            Some((None, message)) => Err(wrong(message)),
            None => {
                let end = game.close(&at, &state);
                Ok((played, end))
            }
        }
    }
}

/// The legal moves of a state in which a seat is to move, as text.
pub fn legal_moves<G: Notation>(game: &G, s: &G::State) -> Vec<String> {
    (0..game.move_count(s)).map(|n| game.write_move(s, game.nth_move(s, n))).collect()
}

/// An option's value from JSON.
fn option_value(value: &Value) -> Option<OptionValue> {
    match value {
        Value::Number(number) => number.as_i64().map(OptionValue::Number),
        Value::Bool(flag) => Some(OptionValue::Bool(*flag)),
        Value::String(word) => Some(OptionValue::Word(word.clone())),
        Value::Array(items) => items.iter().map(option_value).collect::<Option<_>>().map(OptionValue::List),
        Value::Null | Value::Object(_) => None,
    }
}

/// The first field of an object that is not as expected, in words.
fn difference(name: &str, found: &Value, expected: &Value) -> Option<String> {
    let (Some(fields), Some(wanted)) = (found.as_object(), expected.as_object()) else {
        return (found != expected).then(|| format!("{name}: found {found}; expected {expected}"));
    };
    if let Some(extra) = fields.keys().find(|key| !wanted.contains_key(*key)) {
        return Some(format!("{name}: unknown field \"{extra}\""));
    }
    let shown = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), Value::to_string);
    let differs = wanted.iter().find(|(key, value)| fields.get(*key) != Some(value));
    differs.map(|(key, value)| format!("{name}: {key}: found {}; expected {value}", shown(fields.get(key))))
}

/// The first difference between a recorded round and the same round worked out again: the move's index if it is in a move, and words.
fn round_difference(found: &Value, expected: &Value) -> Option<(Option<usize>, String)> {
    let list = |round: &Value| round["moves"].as_array().cloned().unwrap_or_default();
    let in_moves =
        list(found).iter().zip(&list(expected)).enumerate().find_map(|(index, (found, expected))| {
            difference("", found, expected).map(|message| (Some(index), message))
        });
    let first = in_moves.or_else(|| difference("", found, expected).map(|message| (None, message)));
    first.map(|(index, message)| (index, message.trim_start_matches(": ").to_owned()))
}
