//! Positions on the command line: hands as text, from which the number of seats and the size of a hand follow, or a move of a recorded
//! match.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::Failure;
use super::options::{GameArgs, match_number, move_number, round_number, seat};
use crate::game::Seat;
use crate::games::options::OptionValue;
use crate::games::{AnyGame, PRESETS, resolve};
use crate::pieces::names_in;
use crate::positions::Source;
use crate::recorded::RecordLine;

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

    /// The position that is meant in a record: of the first round and before the first move, unless others are given.
    pub(super) fn position_in(&self, line: RecordLine) -> Source {
        Source::Record { line, round: self.round.unwrap_or(0), mv: self.mv.unwrap_or(1) }
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
                let opener = opener_of(self.opener, &game)?.map(Seat);
                Ok((game, Source::Hands { hands: hands.clone(), opener }))
            }
            (None, Some(line)) => {
                if game.is_given() {
                    let message = "--game, --players and --set apply only to --hands; a record says what game it is of";
                    return Err(Failure::input(message));
                }
                Ok((line.game().map_err(Failure::input)?, self.recorded.position_in(line)))
            }
        }
    }
}

/// The game that hands are for: players and hand follow from them unless they are set.
///
/// # Errors
/// If there is only one hand, or if the rules refuse the game.
fn game_of(hands: &str, args: &GameArgs) -> Result<AnyGame, Failure> {
    let sizes: Vec<usize> = hands.split('/').map(|hand| names_in(hand).count()).collect();
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
///
/// # Errors
/// If the game has no such seat.
fn opener_of(given: Option<u8>, game: &AnyGame) -> Result<Option<u8>, Failure> {
    let seats = game.seats();
    if let Some(seat) = given.filter(|seat| usize::from(*seat) >= seats) {
        let most = seats - 1;
        return Err(Failure::Input(format!(
            "--opener {seat}: found {seats} hands, for seats 0 to {most}; allowed: 0 to {most}"
        )));
    }
    let by_tile = game.to_json().get("first_opener").is_some_and(|rule| rule == "highest-double");
    Ok(given.or(if by_tile { None } else { Some(0) }))
}
