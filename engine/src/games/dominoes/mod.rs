//! Dominoes laid in a line: Fives and Threes, Cincos y Treses, and every variant that their options make.
//!
//! One engine plays all of it, compiled for each set (28, 55 or 91 tiles, as the mask's width) and a few seat capacities,
//! so that a two-seat double-six state stays small.
//!
//! - `tiles`: tiles, masks, open ends (D1, D10)
//! - `rows`: tables over the tiles that have one pip value
//! - `rules`: options, presets, refused combinations (D2–D6, D12, D19, D20)
//! - `state`: the state of a round, and the placements open to the seat to move
//! - `engine`: [`Dominoes`], the rules with their options fixed: what a placement does (D5–D18)
//! - `view`: what a seat may know
//! - `contract`: [`Dominoes`] as a [`Game`](crate::game::Game)
//! - `sample`: worlds consistent with a view
//! - `search`: what tree searches ask
//! - `solve`: rounds as the exact solver walks them
//! - `greedy`: the reference strategy's rule; `greedy_table`: the same looked up
//! - `features`: what rules for the strategy `tactics` can speak about
//! - `notation`: text, records and drawings; `document`: a view for programs outside; `line`: tiles as they lie

mod contract;
mod document;
mod engine;
mod features;
mod greedy;
mod greedy_table;
mod line;
mod notation;
mod rows;
mod rules;
mod sample;
mod search;
mod solve;
mod state;
mod tiles;
mod view;

pub use engine::Dominoes;
pub use features::{Book, VOCABULARY};
pub use rules::{EndRule, Finish, OPTIONS, Opener, Overshoot, Preset, Rules};
pub use sample::Sampler;
pub use search::EndMask;
pub use state::{Deal, Move, State};
pub use tiles::{
    ClassicSix, DoubleNine, DoubleSix, DoubleTwelve, End, MAX_PIP, MAX_TILES, Mask, Set, Tile, TileIter, TileMask,
    Tiles,
};
pub use view::View;
