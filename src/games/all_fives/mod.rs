//! All Fives, the card game of the All Fours family: begging for trumps, tricks, and points for the trumps captured.
//!
//! - `cards`: cards, suits, sets of cards, what cards count (A1, A10)
//! - `rules`: options and refused combinations
//! - `state`: the state of a round, what bids and cards do (A3–A13)
//! - `engine`: [`AllFives`] as a [`Game`](crate::game::Game)
//! - `view`: what a seat may know
//! - `sample`: worlds consistent with a view
//! - `search`: what tree searches ask
//! - `greedy`: the reference strategy's rule
//! - `features`: what rules for the strategy `tactics` can speak about
//! - `notation`: text and records; `drawing`: rounds drawn for people

mod cards;
mod drawing;
mod engine;
mod features;
mod greedy;
mod notation;
mod rules;
mod sample;
mod search;
mod state;
mod view;

pub use cards::{ACE, CARDS, Card, CardSet, JACK, Suit};
pub use engine::AllFives;
pub use features::{Book, VOCABULARY};
pub use rules::{Extra, NAME, OPTIONS, Overshoot, Rules};
pub use sample::Sampler;
pub use state::{Deal, Move, Run, State};
pub use view::View;
