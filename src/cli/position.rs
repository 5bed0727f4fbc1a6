//! Positions on the command line: hands as text, from which the number of seats and the size of a hand follow.

use super::Failure;
use super::options::GameArgs;
use crate::games::options::OptionValue;
use crate::games::{AnyGame, PRESETS, resolve};
use crate::pieces::names_in;

/// The game that hands are for: players and hand follow from them unless they are set.
///
/// # Errors
/// If there is only one hand, or if the rules refuse the game.
pub(super) fn game_of(hands: &str, args: &GameArgs) -> Result<AnyGame, Failure> {
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
pub(super) fn opener_of(given: Option<u8>, game: &AnyGame) -> Result<Option<u8>, Failure> {
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
