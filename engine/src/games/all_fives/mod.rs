//! All Fives, the card game of the All Fours family: begging for trumps, tricks, and points for the trumps captured.
//!
//! - `cards`: cards, suits, sets of cards, what cards count (A1, A10)
//! - `rules`: options and refused combinations
//! - `deal`: what the shuffle decides (A3, A5, A6)
//! - `state`: the state of a round
//! - `engine`: [`AllFives`], the rules with their options fixed: what bids and cards do (A3–A13)
//! - `view`: what a seat may know
//! - `contract`: [`AllFives`] as a [`Game`](crate::game::Game)
//! - `sample`: worlds consistent with a view
//! - `search`: what tree searches ask
//! - `solve`: rounds as the exact solver walks them
//! - `greedy`: the reference strategy's rule
//! - `fast_forward`: rounds of random choices, played faster
//! - `features`: what rules for the strategy `tactics` can speak about
//! - `notation`: text and records; `document`: a view for programs outside; `drawing`: rounds drawn for people

mod cards;
mod contract;
mod deal;
mod document;
mod drawing;
mod engine;
mod fast_forward;
mod features;
mod greedy;
mod notation;
mod rules;
mod sample;
mod search;
mod solve;
mod state;
mod view;

pub use cards::{ACE, CARDS, Card, CardIter, CardSet, JACK, Suit};
pub use deal::{Deal, Run};
pub use engine::AllFives;
pub use features::{Book, VOCABULARY};
pub use rules::{Extra, NAME, OPTIONS, Overshoot, Rules};
pub use sample::Sampler;
pub use state::{Move, State};
pub use view::View;
