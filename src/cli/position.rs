//! Positions on the command line: hands as text, from which the number of seats and the size of a hand follow, or a move of a recorded
//! match.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::{Value, json};

use super::Failure;
use super::options::{GameArgs, match_number, move_number, round_number, seat};
use crate::game::{Seat, Standing, Turn};
use crate::games::options::OptionValue;
use crate::games::{AnyGame, PRESETS, Playable, resolve};
use crate::recorded::{RecordLine, RecordedPosition, RecordedRound};

/// Which recorded match, and where in it.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Recorded match")]
pub(super) struct RecordArgs {
    /// A file of records, as --records writes it (compressed if its name ends in .gz), or - for standard input; each record is checked
    /// against the rules
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) record: Option<PathBuf>,
    /// The match's number, from 0: in the file of records, or in its block [default: 0]
    #[arg(long = "match", value_name = "N", value_parser = match_number, allow_negative_numbers = true)]
    pub(super) number: Option<u64>,
    /// The round, from 0
    #[arg(long, value_name = "R", value_parser = round_number, allow_negative_numbers = true)]
    pub(super) round: Option<u64>,
    /// The move, from 1: the position is that before it, for 1 the one that was dealt
    #[arg(long = "move", value_name = "M", value_parser = move_number, allow_negative_numbers = true)]
    pub(super) mv: Option<u64>,
}

impl RecordArgs {
    /// The record in the file, if a file is given.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn line(&self) -> Result<Option<RecordLine>, Failure> {
        let read = |path: &PathBuf| RecordLine::read(path, self.number.unwrap_or(0)).map_err(Failure::input);
        self.record.as_ref().map(read).transpose()
    }

    /// Whether a place in a match is given.
    pub(super) const fn has_place(&self) -> bool {
        self.round.is_some() || self.mv.is_some()
    }
}

/// A position: hands, or a move of a recorded match.
#[derive(Args, Clone, Debug)]
pub(super) struct PositionArgs {
    /// The seats' hands, seat 0 first, separated by "/"; lengths may differ; players and hand are derived from them unless set. With
    /// cards of equal number, then ":", the card turned up and those that would be dealt next
    #[arg(long, value_name = "HANDS")]
    pub(super) hands: Option<String>,
    /// The seat that opens, with cards the eldest [default: with first_opener=highest-double the seat that the tiles name, else seat 0]
    #[arg(long, value_name = "SEAT", value_parser = seat, allow_negative_numbers = true, conflicts_with = "record")]
    pub(super) opener: Option<u8>,
    #[command(flatten)]
    pub(super) recorded: RecordArgs,
}

impl PositionArgs {
    /// The game, and where the position comes from.
    ///
    /// # Errors
    /// If neither hands nor a record are given, or both; if the game cannot be had.
    pub(super) fn source(&self, game: &GameArgs) -> Result<(AnyGame, Source), Failure> {
        match (&self.hands, self.recorded.line()?) {
            (Some(_), Some(_)) => Err(Failure::input("found --hands and --record; give one of the two")),
            (None, None) => Err(Failure::input(
                "a position is missing; give --hands \"HANDS\", or --record FILE with --match, --round and --move",
            )),
            (Some(_), None) if self.recorded.number.is_some() || self.recorded.has_place() => Err(Failure::input(
                "--match, --round and --move choose a position of --record FILE; with --hands leave them out",
            )),
            (Some(hands), None) => {
                let game = game_of(hands, game)?;
                let opener = opener_of(self.opener, &game);
                Ok((game, Source::Hands { hands: hands.clone(), opener }))
            }
            (None, Some(line)) => {
                if game.is_given() {
                    let message = "--game, --players and --set apply only to --hands; a record says what game it is of";
                    return Err(Failure::input(message));
                }
                Ok((line.game().map_err(Failure::input)?, Source::Record { line, place: self.recorded.clone() }))
            }
        }
    }
}

/// Where a position comes from.
pub(super) enum Source {
    /// From hands as text.
    Hands { hands: String, opener: Option<u8> },
    /// From a record.
    Record { line: RecordLine, place: RecordArgs },
}

impl Source {
    /// The position, of the game that belongs to the source.
    ///
    /// # Errors
    /// If the hands are none of this game, or the record is wrong.
    pub(super) fn position<G: Playable>(&self, game: &G) -> Result<RecordedPosition<G>, Failure> {
        match self {
            Source::Hands { hands, opener } => {
                let opener = opener.map(Seat);
                let read = game.read_position(hands, opener);
                let state = read.map_err(|message| Failure::Input(format!("--hands: {message}")))?;
                let round = RecordedRound { at: Standing::new(opener), start: state, steps: Vec::new() };
                Ok(RecordedPosition { names: vec![String::new(); game.table().seats()], round, state })
            }
            Source::Record { line, place } => {
                let mv = usize::try_from(place.mv.unwrap_or(1)).unwrap_or(usize::MAX);
                line.position(game, place.round.unwrap_or(0), mv).map_err(Failure::input)
            }
        }
    }

    /// Whether the position is one of a recorded match.
    pub(super) const fn is_recorded(&self) -> bool {
        matches!(self, Source::Record { .. })
    }

    /// The seed and the block of a recorded match.
    pub(super) fn stream(&self) -> Option<(u64, u64)> {
        match self {
            Source::Hands { .. } => None,
            Source::Record { line, .. } => Some((line.field("seed").as_u64()?, line.field("block").as_u64()?)),
        }
    }

    /// Where the position stands, as JSON documents say it.
    pub(super) fn place(&self) -> Value {
        match self {
            Source::Hands { .. } => Value::Null,
            Source::Record { line, place } => json!({
                "record": line.place, "round": place.round.unwrap_or(0), "move": place.mv.unwrap_or(1),
            }),
        }
    }

    /// What all documents about a position say of it: `hands`, `opener`, `to_move`, `position`.
    pub(super) fn describe<G: Playable>(&self, game: &G, s: &G::State) -> PositionDocument {
        let to_move = match game.turn(s) {
            Turn::Seat(seat) => Some(seat.0),
            Turn::Over => None,
        };
        let hands = match self {
            Source::Hands { hands, .. } => hands.clone(),
            Source::Record { .. } => game.hands(s).iter().map(|hand| hand.join(" ")).collect::<Vec<_>>().join("/"),
        };
        PositionDocument { hands, opener: to_move.map(|_| game.opener(s).0), to_move, place: self.place() }
    }
}

/// A position as documents describe it.
pub(super) struct PositionDocument {
    /// Every hand.
    pub(super) hands: String,
    /// The seat that opened the round; none if the deal ended it.
    pub(super) opener: Option<u8>,
    /// The seat to move, likewise.
    pub(super) to_move: Option<u8>,
    /// The record, round and move.
    pub(super) place: Value,
}

/// The game that hands are for: players and hand follow from them unless they are set.
///
/// # Errors
/// If there is only one hand, or if the rules refuse the game.
fn game_of(hands: &str, args: &GameArgs) -> Result<AnyGame, Failure> {
    let sizes: Vec<usize> =
        hands.split('/').map(|hand| hand.split([' ', ',']).filter(|tile| !tile.is_empty()).count()).collect();
    let mut settings = args.settings()?;
    if sizes.len() < 2 {
        return Err(Failure::input("--hands: found one hand; allowed: a hand for each seat, separated by \"/\""));
    }
    let most = sizes.iter().copied().max().unwrap_or(0).max(1);
    let preset = PRESETS.iter().find(|preset| preset.name == args.name());
    let is_option = |key: &str| preset.is_some_and(|preset| preset.options.iter().any(|option| option.name == key));
    for (key, number) in [("players", sizes.len()), ("hand", most)] {
        if is_option(key) && !settings.iter().any(|(set, _)| set == key) {
            settings.insert(0, (key.to_owned(), OptionValue::Number(number as i64)));
        }
    }
    resolve(args.name(), &settings).map_err(Failure::input)
}

/// The seat that opens: as given, else the one that the tiles name where a tile chooses, else seat 0.
fn opener_of(given: Option<u8>, game: &AnyGame) -> Option<u8> {
    let by_tile = game.to_json().get("first_opener").is_some_and(|rule| rule == "highest-double");
    given.or(if by_tile { None } else { Some(0) })
}
