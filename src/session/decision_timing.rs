//! How long the strategies of an experiment think (`--time`): some of its blocks played once more, with a clock around every decision.
//!
//! Nothing of it reaches a result. It is a pass of its own, on one thread and after the run, so that the clock costs the run nothing.

#[expect(clippy::disallowed_types, reason = "timing.json is the one file that may differ between runs")]
use std::time::{Duration, Instant};

use super::Error;
use crate::arena::cell::prepare_clocked;
use crate::arena::decision_clock::Thought;
use crate::arena::plan::CellPlan;
use crate::context::Context;
use crate::experiment::{CellInfo, Experiment};
use crate::streams::Streams;
use crate::tally::Tally;

/// Blocks of a cell are timed until this much time has passed, at least one of them.
const ENOUGH: Duration = Duration::from_millis(300);

/// How long a strategy thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct StrategyTiming {
    /// What it is called.
    pub name: String,
    /// Decisions that were timed, those with one move left out.
    pub decisions: u64,
    /// Microseconds for each.
    pub microseconds: f64,
}

/// How long the strategies of a cell think.
#[derive(Clone, Debug, PartialEq)]
pub struct CellTiming {
    /// The cell's name.
    pub cell: String,
    /// Blocks that were timed.
    pub blocks: u64,
    /// Its strategies, seat by seat in line-up order.
    pub strategies: Vec<StrategyTiming>,
}

/// What a clock that runs for nothing shows on average, in nanoseconds.
fn clock_itself() -> f64 {
    let nothing = Thought::default();
    for _ in 0..100_000 {
        nothing.about(|| ());
    }
    nothing.figures(0.0).1 * 1000.0
}

/// The same figures for one cell.
#[expect(clippy::disallowed_types, reason = "timing.json is the one file that may differ between runs")]
fn time_cell(
    (plan, info): (&CellPlan, &CellInfo),
    experiment: &Experiment,
    clock: f64,
    context: &Context,
) -> Result<CellTiming, Error> {
    let streams = Streams::new(experiment.plan.seed);
    let (mut cell, thoughts) =
        prepare_clocked(plan, streams, context).map_err(|error| Error::of_cell(&plan.name, error))?;
    let mut scratch = Tally::new(cell.layout().sides, cell.matches_per_block(), None);
    let mut totals = vec![0; cell.layout().len()];
    let stopped = || context.is_stopped();
    let start = Instant::now();
    let mut blocks = 0;
    while blocks < experiment.blocks && (blocks == 0 || start.elapsed() < ENOUGH) {
        cell.play_block(blocks, &mut totals, &mut scratch.shapes, None, &stopped)
            .map_err(|fault| Error::Strategy { cell: plan.name.clone(), fault })?;
        if stopped() {
            return Err(Error::Interrupted);
        }
        blocks += 1;
    }
    let mut thoughts = thoughts.iter();
    let mut slots = Vec::new();
    for side in &info.sides {
        for seat in &side.seats {
            let (decisions, microseconds) = thoughts.next().map_or((0, 0.0), |thought| thought.figures(clock));
            slots.push(StrategyTiming { name: seat.label.clone(), decisions, microseconds });
        }
    }
    Ok(CellTiming { cell: info.name.clone(), blocks, strategies: slots })
}

/// How long each strategy of each cell thinks about a decision.
///
/// # Errors
/// If a cell cannot be played, or is stopped.
pub fn time(experiment: &Experiment, context: &Context) -> Result<Vec<CellTiming>, Error> {
    let clock = clock_itself();
    experiment
        .plan
        .cells
        .iter()
        .zip(&experiment.cells)
        .map(|cell| time_cell(cell, experiment, clock, context))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::arena::match_loop::{Contestant, Deals, Readers, Watch, play_match};
    use crate::game::{Game, RoundLog, Turn};
    use crate::games::dominoes::{Dominoes, DoubleSix, Preset, Rules};
    use crate::player::Player;
    use crate::streams::Stream;

    /// Two seats, the same strategy in every way but its stream, so that nothing is played once for two.
    fn experiment(strategies: [&str; 2]) -> Experiment {
        let strategies = strategies.map(str::to_owned);
        Experiment::single("fives-and-threes", Vec::new(), &strategies, None, 1, 61, &Context::default()).unwrap()
    }

    /// Counts decisions with more than one move in whatever is watched.
    struct Count(u64);

    impl<G: Game> Watch<G> for Count {
        fn round(&mut self, game: &G, _: &G::Deal, log: RoundLog<'_, G>, _: &mut Stream) {
            let mut s = *log.start;
            for step in log.steps {
                assert_eq!(game.turn(&s), Turn::Seat(step.seat));
                self.0 += u64::from(game.move_count(&s) > 1);
                game.play(&mut s, step.mv);
            }
        }
    }

    /// The decisions of a block, counted from the rounds of its two matches between plain strategies.
    fn counted() -> u64 {
        type Game = Dominoes<DoubleSix, 2>;
        let game = Game::new(Rules::resolve(Preset::FivesAndThrees, &Vec::new()).unwrap());
        let streams = Streams::new(61);
        let mut pair =
            [Player::<Game>::Greedy, Player::Random].map(|player| Contestant { player, stream: streams.play(0) });
        let mut deals = Deals::new();
        deals.open(0);
        let mut count = Count(0);
        for first in 0..2 {
            let mut seating = [0; crate::game::MAX_SEATS];
            (seating[0], seating[1]) = (first, 1 - first);
            let (mut readers, mut log) = (Readers::new(streams), Vec::new());
            let watch: Option<&mut dyn Watch<Game>> = Some(&mut count);
            play_match::<_, false>(&game, &mut deals, &mut readers, &mut pair, &seating, &mut log, watch).unwrap();
        }
        count.0
    }

    #[test]
    fn every_decision_is_timed_once_and_forced_moves_are_none() {
        let found = time(&experiment(["greedy", "random"]), &Context::default()).unwrap();
        assert_eq!((found[0].cell.as_str(), found[0].blocks), ("main", 1));
        let decisions: u64 = found[0].strategies.iter().map(|one| one.decisions).sum();
        assert_eq!(decisions, counted());
    }

    #[test]
    fn a_stopped_run_has_no_times() {
        let context = Context::default().with_stop(Arc::new(true.into()));
        assert!(time(&experiment(["greedy", "random"]), &context).is_err());
    }
}
