//! All Fives against its rules.
//!
//! - `bidding`, `play`: the examples of the rule page, rule by rule, from positions set up by hand
//! - `facts`: its figures, from many deals
//! - `fast_forward`: tricks of random choices played at once, against the same played card by card
//! - `sampling`: sampled worlds against all worlds that could have led to what was seen
//! - `transcripts`: whole matches as people see them

mod bidding;
mod facts;
mod fast_forward;
mod play;
mod sampling;
mod void_deal;

use crate::support::{self, Options};
use sixtyone_engine::game::{Event, Game, Moves, Notation, Outcome, Seat, Side, Standing, Turn};
use sixtyone_engine::games::all_fives::{AllFives, Card, CardSet, Rules, State};

/// A game with some options.
fn game<const SEATS: usize>(options: &Options) -> AllFives<SEATS> {
    let mut settings = support::settings(options);
    settings.extend(support::settings(if SEATS == 3 { &[("players", "3")] } else { &[] }));
    AllFives::new(Rules::resolve(&settings).unwrap())
}

/// A position from hands and pack, in which seat 0 is the eldest.
fn position<const SEATS: usize>(game: &AllFives<SEATS>, text: &str) -> State<SEATS> {
    game.read_position(text, None).unwrap()
}

/// Plays moves that are named by text, one after the other, and returns what each brought.
fn play_all<const SEATS: usize>(game: &AllFives<SEATS>, s: &mut State<SEATS>, moves: &[&str]) -> Vec<Event> {
    let play = |text: &&str| {
        let mv = game.read_move(s, text).unwrap_or_else(|| panic!("{text} is no move of {s:?}"));
        game.play(s, mv)
    };
    moves.iter().map(play).collect()
}

/// The moves of the seat to move, as text.
fn moves<const SEATS: usize>(game: &AllFives<SEATS>, s: &State<SEATS>) -> Vec<String> {
    let mut list = Moves::new();
    game.moves(s, &mut list);
    list.iter().map(|mv| game.write_move(s, *mv)).collect()
}

fn scores<const SEATS: usize>(game: &AllFives<SEATS>, s: &State<SEATS>) -> Vec<u16> {
    (0..SEATS as u8).map(|side| game.score(s, Side(side))).collect()
}

/// The standing after a round that began with no scores under the dealer of the position.
fn settled<const SEATS: usize>(game: &AllFives<SEATS>, s: &State<SEATS>) -> Standing {
    assert_eq!(game.turn(s), Turn::Over);
    game.settle(&Standing::new(Some(s.dealer())), s, &mut support::stream(0, 0))
}

/// The sides that have won, by number.
fn winners(at: &Standing) -> Vec<u8> {
    match at.outcome {
        Outcome::Won(sides) => (0..3).filter(|side| sides.contains(Side(*side))).collect(),
        _ => Vec::new(),
    }
}

fn cards(text: &str) -> CardSet {
    text.split(' ').map(|card| card.parse::<Card>().unwrap()).collect()
}

const BY_TRICK: (&str, &str) = ("count", "trick");
const IMMEDIATE: (&str, &str) = ("finish", "immediate");
