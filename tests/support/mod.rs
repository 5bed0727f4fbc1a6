//! What several test programs share: games from option texts, and a fresh random stream.

use sixtyone::games::options::{Settings, Value};
use sixtyone::games::{AnyGame, resolve};
use sixtyone::streams::{Stream, Streams};

/// Options as they are written on the command line.
pub(crate) type Options = [(&'static str, &'static str)];

/// The settings that the texts stand for.
pub(crate) fn settings(options: &Options) -> Settings {
    options.iter().map(|(key, value)| ((*key).to_owned(), Value::parse(value))).collect()
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
