//! What several test programs share: games from option texts, a fresh random stream, and a whole match.

use sixtyone_engine::arena::match_loop::{self, Contestant, Deals, MatchResult, Readers, Seating};
use sixtyone_engine::game::FastForward;
use sixtyone_engine::games::options::{OptionValue, Settings};
use sixtyone_engine::games::{AnyGame, resolve};
use sixtyone_engine::player::Player;
use sixtyone_engine::streams::{Stream, Streams};

/// Options as they are written on the command line.
pub(crate) type Options = [(&'static str, &'static str)];

/// The settings that the texts stand for.
pub(crate) fn settings(options: &Options) -> Settings {
    options.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect()
}

/// The game of a preset with some options.
pub(crate) fn game(preset: &str, options: &Options) -> AnyGame {
    resolve(preset, &settings(options)).unwrap_or_else(|error| panic!("{preset} {options:?}: {error}"))
}

/// A stream of random numbers of its own for every (seed, number).
pub(crate) fn stream(seed: u64, number: u64) -> Stream {
    let mut stream = Streams::new(seed).play(u64::MAX);
    Streams::open_play(&mut stream, number, 0);
    stream
}

/// A match of the program's own loop: `make(seat)` makes the player at each seat.
pub(crate) fn play_match<G: FastForward>(
    game: &G,
    streams: Streams,
    block: u64,
    make: impl Fn(usize) -> Player<G>,
) -> MatchResult {
    play_matches(game, streams, &[block], make)[0]
}

/// Matches of the program's own loop, one in each block, by the same players throughout.
///
/// If all players are plain, the loop compiled for them must come to the same.
pub(crate) fn play_matches<G: FastForward>(
    game: &G,
    streams: Streams,
    blocks: &[u64],
    make: impl Fn(usize) -> Player<G>,
) -> Vec<MatchResult> {
    let seating: Seating = std::array::from_fn(|seat| (seat % game.table().seats()) as u8);
    let mut contestants: Vec<Contestant<G>> =
        (0..game.table().seats()).map(|seat| Contestant { player: make(seat), stream: streams.play(0) }).collect();
    let plain = contestants.iter().all(|contestant| contestant.player.is_plain());
    let (mut deals, mut readers, mut log) = (Deals::new(), Readers::new(streams), Vec::new());
    let (deals, readers, log) = (&mut deals, &mut readers, &mut log);
    let mut play = |block: &u64| {
        deals.open(*block);
        let players = &mut contestants[..];
        let result = match_loop::play_match::<G, false>(game, deals, readers, players, &seating, log, None).unwrap();
        if plain {
            let again = match_loop::play_match::<G, true>(game, deals, readers, players, &seating, log, None).unwrap();
            assert!(again == result, "the plain loop plays as the other does");
        }
        result
    };
    blocks.iter().map(&mut play).collect()
}
