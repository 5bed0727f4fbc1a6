//! The domino engine against its rules.
//!
//! - `book`: the rules once more, slowly, as the other side of every comparison
//! - `differential`: engine and book play the same rounds under every mixture of options
//! - `scoring`, `rounds`, `matches`: the examples and facts of the rule page, rule by rule
//! - `sampling`: sampled worlds against all worlds that could have led to what was seen

mod book;
mod differential;
mod matches;
mod rounds;
mod sampling;
mod scoring;
use self::book::Tile;
use crate::support::{self, Options};
use sixtyone_engine::game::{Event, Game, MAX_SEATS, Notation, Seat};
use sixtyone_engine::games::AnyGame;
use sixtyone_engine::games::dominoes::{Dominoes, DoubleSix, DoubleTwelve, Preset, Rules, Set, State, Tiles};

/// Something to do with a domino game of any size.
trait OnDominoes {
    type Out;
    fn on<K: Set, const SEATS: usize>(self, game: Dominoes<K, SEATS>) -> Self::Out;
}

/// Does it.
fn on_dominoes<V: OnDominoes>(game: AnyGame, visitor: V) -> V::Out {
    match game {
        AnyGame::Classic2(game) => visitor.on(*game),
        AnyGame::Six(game) => visitor.on(*game),
        AnyGame::Nine(game) => visitor.on(*game),
        AnyGame::Twelve(game) => visitor.on(*game),
        #[allow(unreachable_patterns, reason = "other games come")]
        other => panic!("no domino game: {other:?}"),
    }
}

/// Double-six, which most examples need.
type Six = Dominoes<DoubleSix, MAX_SEATS>;
type SixState = State<DoubleSix, MAX_SEATS>;
/// Double-twelve.
type Twelve = Dominoes<DoubleTwelve, MAX_SEATS>;

/// A game of Fives and Threes with some options.
fn six(options: &Options) -> Six {
    Dominoes::new(Rules::resolve(Preset::FivesAndThrees, &support::settings(options)).unwrap())
}

/// A position from hands, as `read_position` takes them.
fn position<K: Set, const SEATS: usize>(game: &Dominoes<K, SEATS>, hands: &str, opener: Option<u8>) -> State<K, SEATS> {
    game.read_position(hands, opener.map(Seat)).unwrap()
}

/// Plays moves that are named by text, one after the other, and returns what each brought.
fn lay_all<K: Set, const SEATS: usize>(
    game: &Dominoes<K, SEATS>,
    s: &mut State<K, SEATS>,
    moves: &[&str],
) -> Vec<Event> {
    let lay = |text: &&str| {
        let mv = game.read_move(s, text).unwrap_or_else(|| panic!("{text} is no move of {s:?}"));
        game.play(s, mv)
    };
    moves.iter().map(lay).collect()
}

/// A hand as the book holds it.
fn listed<K: Set>(hand: Tiles<K::Mask>) -> Vec<Tile> {
    hand.iter().map(|tile| tile.halves()).collect()
}

/// A hand as the engine holds it.
fn packed<K: Set>(hand: &[Tile]) -> Tiles<K::Mask> {
    hand.iter().map(|&(a, b)| sixtyone_engine::games::dominoes::Tile::of(a, b).unwrap()).collect()
}

/// Hands as `read_position` writes them, for positions with scores.
fn read_hands<K: Set, const SEATS: usize>(text: &str) -> [Tiles<K::Mask>; SEATS] {
    let mut hands = [Tiles::EMPTY; SEATS];
    for (hand, text) in hands.iter_mut().zip(text.split('/')) {
        let halves = |tile: &str| {
            let (x, y) = tile.split_once('-').unwrap();
            let (x, y): (u8, u8) = (x.parse().unwrap(), y.parse().unwrap());
            (x.min(y), x.max(y))
        };
        *hand = packed::<K>(&text.split(' ').map(halves).collect::<Vec<_>>());
    }
    hands
}
