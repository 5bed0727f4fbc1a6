//! Exact rules, seeded matches by the million, honest statistics for games played to sixty-one.
//!
//! # A strategy of one's own
//!
//! ```
//! use sixtyone::arena::plan::{CellPlan, Orders, Plan};
//! use sixtyone::arena::runner::{Control, run};
//! use sixtyone::context::Context;
//! use sixtyone::game::{Game, SeatView};
//! use sixtyone::games::{DEFAULT_GAME, Playable};
//! use sixtyone::player::Player;
//! use sixtyone::strategies::objective::Objective;
//! use sixtyone::strategies::{Build, StrategyPlan};
//! use sixtyone::strategy::{Strategy, StrategyFault};
//! use sixtyone::streams::Stream;
//!
//! /// Plays the last of its moves.
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
//! let lineup = vec![vec![StrategyPlan::resolve("greedy", None)?], vec![StrategyPlan::custom("last", Last)]];
//! let cell = CellPlan {
//!     name: "main".to_owned(),
//!     game: DEFAULT_GAME.to_owned(),
//!     settings: Vec::new(),
//!     lineup,
//!     orders: Orders::All,
//!     baseline: None,
//!     luck: None,
//! };
//! let plan = Plan { seed: 61, cells: vec![cell], entrants: None };
//! let context = Context::default();
//! let tallies = run(&plan, 0..500, Vec::new(), &Control { context: &context, progress: &|_| {} })?;
//! let share = |slot| tallies[0].sums[tallies[0].layout.share(slot)];
//! assert!(share(0) > share(1), "greedy wins more matches");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod arena;
pub mod cli;
pub mod context;
pub mod equity;
pub mod experiment;
pub mod features;
pub mod game;
pub mod games;
pub mod parameters;
pub mod perft;
pub mod player;
pub mod report;
pub mod searchable;
pub mod seats;
pub mod solvable;
pub mod stats;
pub mod strategies;
pub mod strategy;
pub mod streams;

/// The program's version, as in every result.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The source commit that the program was built from, or `unknown`.
pub const COMMIT: &str = env!("SIXTYONE_COMMIT");

/// Whether the source differed from that commit.
pub const DIRTY: bool = matches!(env!("SIXTYONE_DIRTY").as_bytes(), b"true");
