//! Clocks around decisions, for a pass of its own that times strategies; nothing timed reaches a result.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
#[expect(clippy::disallowed_types, reason = "asked for by who times strategies; the results do not depend on it")]
use std::time::Instant;

use crate::game::Game;
use crate::player::{Player, choose_uniformly};
use crate::strategy::{MatchStart, PerfectInformationStrategy, Strategy, StrategyFault};
use crate::streams::Stream;

/// The decisions of one player, and how long they took.
#[derive(Debug, Default)]
pub struct Thought {
    decisions: AtomicU64,
    nanoseconds: AtomicU64,
}

impl Thought {
    /// Has somebody think, with the clock running.
    #[expect(clippy::disallowed_types, reason = "asked for by who times strategies; the results do not depend on it")]
    pub fn about<M>(&self, think: impl FnOnce() -> M) -> M {
        let start = Instant::now();
        let mv = think();
        let taken = u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        self.decisions.fetch_add(1, Ordering::Relaxed);
        self.nanoseconds.fetch_add(taken, Ordering::Relaxed);
        mv
    }

    /// How much there was to decide, and the microseconds for each; `clock` is what the clock itself takes, in nanoseconds.
    #[must_use]
    pub fn figures(&self, clock: f64) -> (u64, f64) {
        let decisions = self.decisions.load(Ordering::Relaxed);
        let mean = self.nanoseconds.load(Ordering::Relaxed) as f64 / decisions.max(1) as f64;
        (decisions, (mean - clock).max(0.0) / 1000.0)
    }
}

/// A player with a clock. The match loop asks it only where there is more than one move.
struct Clocked<T> {
    own: T,
    thought: Arc<Thought>,
}

impl<G: Game> Strategy<G> for Clocked<Player<G>> {
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        self.own.start_match(start.game, start.seat)
    }

    fn choose(&mut self, view: G::View<'_>, own: &mut Stream) -> Result<G::Move, StrategyFault> {
        self.thought.about(|| match &mut self.own {
            Player::Random => Ok(choose_uniformly::<G>(view, own)),
            Player::Other(strategy) => strategy.choose(view, own),
            // A player with perfect information has a clock of its own kind, below.
            Player::Greedy | Player::PerfectInformation(_) => Ok(G::greedy(view)),
        })
    }
}

impl<G: Game> PerfectInformationStrategy<G> for Clocked<Box<dyn PerfectInformationStrategy<G>>> {
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        self.own.start_match(start)
    }

    fn choose(&mut self, game: &G, s: &G::State) -> Result<G::Move, StrategyFault> {
        self.thought.about(|| self.own.choose(game, s))
    }
}

/// The same player with a clock; `thoughts` takes what it shows.
pub(super) fn clocked<G: Game>(player: Player<G>, thoughts: &mut Vec<Arc<Thought>>) -> Player<G> {
    let thought = Arc::new(Thought::default());
    thoughts.push(Arc::clone(&thought));
    match player {
        Player::PerfectInformation(own) => Player::PerfectInformation(Box::new(Clocked { own, thought })),
        own => Player::Other(Box::new(Clocked { own, thought })),
    }
}
