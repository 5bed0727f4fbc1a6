//! Exact rules, seeded matches by the million, honest statistics for games played to sixty-one.
//!
//! # Running an experiment
//! The command line is one caller of these functions; this is all that it takes:
//!
//! ```
//! use sixtyone::context::Context;
//! use sixtyone::experiment::Experiment;
//! use sixtyone::session::{self, Silent};
//!
//! let context = Context::default().with_cache(None);
//! let strategies = ["greedy", "random"].map(str::to_owned);
//! let experiment = Experiment::single("fives-and-threes", Vec::new(), &strategies, None, 500, 61, &context)?;
//! let result = session::run(&experiment, &context, &mut Silent)?;
//! let greedy = &result.summary()?.cells[0].strategies[0].win_share;
//! assert!(greedy.interval.low > 0.8, "greedy wins {}", greedy.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Writing a strategy
//! A strategy sees its seat's view and chooses a move; [`Build`](strategies::Build) makes one for any game.
//!
//! ```
//! use sixtyone::context::Context;
//! use sixtyone::experiment::Experiment;
//! use sixtyone::game::{Game, SeatView as _};
//! use sixtyone::games::Playable;
//! use sixtyone::player::Player;
//! use sixtyone::session::{self, Silent};
//! use sixtyone::strategies::objective::Objective;
//! use sixtyone::strategies::{Build, StrategyPlan};
//! use sixtyone::strategy::{Strategy, StrategyFault};
//! use sixtyone::streams::Stream;
//!
//! /// Plays the last of its moves in move order.
//! #[derive(Debug, PartialEq)]
//! struct Last;
//!
//! impl<G: Game> Strategy<G> for Last {
//!     fn choose(&mut self, view: G::View<'_>, _: &mut Stream) -> Result<G::Move, StrategyFault> {
//!         Ok(view.nth_move(view.move_count() - 1))
//!     }
//! }
//!
//! impl Build for Last {
//!     fn build<G: Playable>(&self, _: &G, _: Objective) -> Result<Player<G>, StrategyFault> {
//!         Ok(Player::Other(Box::new(Last)))
//!     }
//! }
//!
//! let context = Context::default().with_cache(None);
//! let lineup = vec![vec![StrategyPlan::custom("last", Last)], vec![StrategyPlan::resolve("greedy", None)?]];
//! let experiment = Experiment::of_lineup("fives-and-threes", Vec::new(), lineup, None, 500, 61, &context)?;
//! let result = session::run(&experiment, &context, &mut Silent)?;
//! let last = &result.summary()?.cells[0].strategies[0].win_share;
//! assert!(last.interval.high < 0.5, "the last move wins {}", last.value);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub use sixtyone_engine::{
    arena, context, equity, features, game, games, parameters, perft, pieces, player, positions, printable, recorded,
    searchable, seats, solvable, stats, strategies, strategy, streams, tally, toml_reader, workloads,
};

pub mod analysis;
pub mod cli;
pub mod experiment;
pub mod report;
pub mod session;

/// The program's version, as in every result.
pub const VERSION: &str = sixtyone_engine::VERSION;

/// The source commit that the program was built from, or `unknown`.
pub const COMMIT: &str = env!("SIXTYONE_COMMIT");

/// Whether the source differed from that commit.
pub const DIRTY: bool = matches!(env!("SIXTYONE_DIRTY").as_bytes(), b"true");
