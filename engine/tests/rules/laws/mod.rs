//! The laws that every game passes, applied to every preset, set and number of seats and to each value of each option.
//!
//! A new game adds its rows to [`GAMES`]; a new strategy adds its name to `STRATEGIES` in `law.rs`.

mod law;
use crate::support::{self, Options};
use law::Laws;
use sixtyone_engine::games::PRESETS;

type Row = (&'static str, &'static Options);

const FIVES: &str = "fives-and-threes";
const CINCOS: &str = "cincos-y-treses";
const CARDS: &str = "all-fives";

/// The games that face the laws.
const GAMES: &[Row] = &[
    (FIVES, &[]),
    (FIVES, &[("players", "3")]),
    (FIVES, &[("players", "4")]),
    (FIVES, &[("players", "4"), ("hand", "7")]),
    (FIVES, &[("players", "4"), ("sides", "individual")]),
    (FIVES, &[("players", "2"), ("set", "9")]),
    (FIVES, &[("players", "2"), ("set", "12")]),
    (FIVES, &[("players", "4"), ("set", "9"), ("hand", "13")]),
    (FIVES, &[("players", "4"), ("set", "12"), ("hand", "22")]),
    (FIVES, &[("hand", "1")]),
    (FIVES, &[("hand", "14")]),
    (FIVES, &[("set", "12"), ("hand", "45")]),
    (FIVES, &[("players", "3"), ("set", "12"), ("hand", "30")]),
    (FIVES, &[("players", "5"), ("hand", "5")]),
    (FIVES, &[("players", "7"), ("hand", "4")]),
    (FIVES, &[("players", "12"), ("hand", "2")]),
    (FIVES, &[("players", "12"), ("set", "9"), ("hand", "4")]),
    (FIVES, &[("players", "12"), ("set", "12"), ("hand", "7")]),
    (CINCOS, &[]),
    (CINCOS, &[("hand", "full")]),
    (CINCOS, &[("players", "3")]),
    (CINCOS, &[("players", "4")]),
    (CINCOS, &[("players", "4"), ("sides", "pairs")]),
    (CINCOS, &[("players", "5"), ("hand", "full")]),
    (CINCOS, &[("set", "9")]),
    (CINCOS, &[("set", "9"), ("players", "3"), ("hand", "full")]),
    (CINCOS, &[("set", "9"), ("players", "4"), ("hand", "full")]),
    (CINCOS, &[("set", "9"), ("players", "6")]),
    (CINCOS, &[("set", "9"), ("players", "8"), ("hand", "full")]),
    (CINCOS, &[("set", "9"), ("players", "11")]),
    (CINCOS, &[("set", "12")]),
    (CINCOS, &[("set", "12"), ("players", "4"), ("hand", "full")]),
    (CINCOS, &[("set", "12"), ("players", "5"), ("hand", "full")]),
    (CINCOS, &[("set", "12"), ("players", "7")]),
    (CINCOS, &[("set", "12"), ("players", "9")]),
    (CINCOS, &[("set", "12"), ("players", "10"), ("hand", "full")]),
    (CINCOS, &[("set", "12"), ("players", "12")]),
    (CINCOS, &[("first_opener", "lot"), ("next_opener", "rotate")]),
    (CINCOS, &[("next_opener", "rotate")]),
    (FIVES, &[("next_opener", "lot")]),
    (FIVES, &[("first_opener", "highest-double"), ("next_opener", "lot")]),
    (FIVES, &[("next_opener", "highest-double"), ("hand", "2")]),
    (CINCOS, &[("opening_tile", "that-tile")]),
    (CINCOS, &[("opening_tile", "that-tile"), ("players", "3"), ("hand", "2")]),
    (FIVES, &[("opening_tile", "that-tile")]),
    (CINCOS, &[("divisors", "3,5,7,11,13"), ("set", "9")]),
    (FIVES, &[("divisors", ""), ("target", "5")]),
    (FIVES, &[("divisors", "2"), ("players", "3")]),
    (FIVES, &[("divisors", "1000"), ("out_bonus", "0"), ("max_rounds", "7")]),
    (FIVES, &[("target", "1")]),
    (FIVES, &[("target", "10000"), ("max_rounds", "3")]),
    (FIVES, &[("max_rounds", "1")]),
    (FIVES, &[("overshoot", "allow")]),
    (FIVES, &[("overshoot", "allow"), ("finish", "round-end")]),
    (FIVES, &[("overshoot", "allow"), ("finish", "round-end"), ("players", "4"), ("target", "20")]),
    (CINCOS, &[("overshoot", "allow"), ("finish", "round-end"), ("players", "5"), ("target", "8")]),
    (FIVES, &[("overshoot", "bounce")]),
    (FIVES, &[("overshoot", "bounce"), ("target", "3"), ("players", "3")]),
    (FIVES, &[("overshoot", "cap")]),
    (FIVES, &[("combine_out", "false")]),
    (FIVES, &[("combine_out", "false"), ("out_bonus", "9"), ("players", "4")]),
    (FIVES, &[("out_bonus", "0")]),
    (FIVES, &[("out_bonus", "1000"), ("overshoot", "cap")]),
    (FIVES, &[("round_end", "first-out"), ("players", "4")]),
    (FIVES, &[("round_end", "first-out"), ("players", "3")]),
    (FIVES, &[("round_end", "play-on")]),
    (FIVES, &[("round_end", "play-on"), ("players", "4"), ("hand", "7")]),
    (FIVES, &[("round_end", "play-on"), ("players", "4"), ("sides", "individual"), ("combine_out", "false")]),
    (CINCOS, &[("round_end", "play-on"), ("players", "5"), ("overshoot", "bounce")]),
    (CARDS, &[]),
    (CARDS, &[("players", "3")]),
    (CARDS, &[("follow", "or-trump")]),
    (CARDS, &[("follow", "or-trump"), ("players", "3")]),
    (CARDS, &[("count", "trick")]),
    (CARDS, &[("count", "trick"), ("finish", "immediate"), ("players", "3")]),
    (CARDS, &[("count", "trick"), ("finish", "immediate"), ("overshoot", "discard"), ("extras", "high,low,jack,game")]),
    (CARDS, &[("count", "trick"), ("finish", "immediate"), ("overshoot", "bounce"), ("target", "9")]),
    (CARDS, &[("count", "trick"), ("finish", "immediate"), ("overshoot", "cap"), ("turned_jack", "7")]),
    (CARDS, &[("extras", "high,low,jack,game"), ("players", "3")]),
    (CARDS, &[("extras", "game"), ("overshoot", "discard")]),
    (CARDS, &[("overshoot", "bounce"), ("target", "20")]),
    (CARDS, &[("overshoot", "cap"), ("players", "3"), ("gift", "all-opponents")]),
    (CARDS, &[("gift", "all-opponents"), ("turned_jack", "1")]),
    (
        CARDS,
        &[("gift", "all-opponents"), ("players", "3"), ("count", "trick"), ("finish", "immediate"), ("target", "2")],
    ),
    (CARDS, &[("turned_jack", "30"), ("overshoot", "discard")]),
    (CARDS, &[("turned_jack", "1"), ("target", "1"), ("count", "trick"), ("finish", "immediate")]),
    (CARDS, &[("target", "10000"), ("max_rounds", "3")]),
];

fn apply(games: impl Iterator<Item = &'static Row>) {
    for (preset, options) in games {
        support::game(preset, options).visit(Laws { name: format!("{preset} {options:?}") });
    }
}

/// Two tests, so that two processors share the work.
#[test]
fn every_game_passes_the_laws_1() {
    apply(GAMES.iter().step_by(2));
}

#[test]
fn every_game_passes_the_laws_2() {
    apply(GAMES.iter().skip(1).step_by(2));
}

#[test]
fn no_preset_and_no_option_is_left_out() {
    for preset in PRESETS {
        let rows = || GAMES.iter().filter(|(name, _)| *name == preset.name);
        assert!(rows().count() > 0, "{} faces no law", preset.name);
        for option in preset.options {
            let of_option = |(_, options): &&Row| options.iter().any(|(key, _)| *key == option.name);
            // Presets of one engine share their options.
            assert!(GAMES.iter().any(|row| of_option(&row)), "no game with the option {}", option.name);
        }
    }
}
