//! Strategies from outside the registry: what they are told, how they fail, and that plans of them can be compared.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use sixtyone_engine::arena::cell::prepare;
use sixtyone_engine::arena::plan::{CellPlan, Orders, Plan};
use sixtyone_engine::arena::runner::{Control, RunError, run};
use sixtyone_engine::context::Context;
use sixtyone_engine::game::{Game, Seat, SeatView};
use sixtyone_engine::games::{DEFAULT_GAME, Playable};
use sixtyone_engine::player::Player;
use sixtyone_engine::strategies::objective::{Objective, ObjectiveChoice};
use sixtyone_engine::strategies::omniscient::Omniscient;
use sixtyone_engine::strategies::{Build, StrategyPlan, omniscient};
use sixtyone_engine::strategy::{MatchStart, Strategy, StrategyFault};
use sixtyone_engine::streams::{Stream, Streams};

/// Plays its first move in so many matches, and fails in the next; it also fails if it was told another seat than it has.
#[derive(Clone, Debug, PartialEq)]
struct Mortal {
    matches: u32,
    seat: Option<Seat>,
}

impl<G: Game> Strategy<G> for Mortal {
    fn start_match(&mut self, start: &MatchStart<'_, G>) -> Result<(), StrategyFault> {
        assert_eq!(start.game.table().seats(), 2);
        self.seat = Some(start.seat);
        self.matches = self.matches.checked_sub(1).ok_or_else(|| StrategyFault::new("it has seen enough"))?;
        Ok(())
    }

    fn choose(&mut self, view: G::View<'_>, _: &mut Stream) -> Result<G::Move, StrategyFault> {
        if self.seat != Some(view.seat()) {
            return Err(StrategyFault::new("wrong seat"));
        }
        Ok(view.nth_move(0))
    }
}

impl Build for Mortal {
    fn build<G: Playable>(&self, _: &G, _: Objective) -> Result<Player<G>, StrategyFault> {
        Ok(Player::Other(Box::new(self.clone())))
    }
}

fn mortal(matches: u32) -> StrategyPlan {
    StrategyPlan::custom("mortal", Mortal { matches, seat: None })
}

fn cell(first: StrategyPlan, second: StrategyPlan) -> CellPlan {
    CellPlan {
        name: "main".to_owned(),
        game: DEFAULT_GAME.to_owned(),
        settings: Vec::new(),
        lineup: vec![vec![first], vec![second]],
        orders: Orders::All,
        baseline: None,
        luck: None,
    }
}

fn play(first: StrategyPlan, second: StrategyPlan, threads: usize) -> Result<(), RunError> {
    let plan = Plan { seed: 61, cells: vec![cell(first, second)], entrants: None };
    let context = Context::default().with_threads(threads);
    run(&plan, 0..200, Vec::new(), &Control { context: &context, progress: &|_| {} }).map(|_| ())
}

fn greedy() -> StrategyPlan {
    StrategyPlan::resolve("greedy", None).unwrap()
}

#[test]
fn a_strategy_is_told_its_seat_and_its_failure_says_where_it_was() {
    play(greedy(), mortal(u32::MAX), 2).unwrap();
    // Two matches a block: the ninth one is the first of block 4.
    let error = play(greedy(), mortal(8), 1).unwrap_err().to_string();
    assert_eq!(error, "cell \"main\": strategy \"mortal\" failed in block 4, match 0: it has seen enough");
    assert!(play(greedy(), mortal(8), 3).unwrap_err().to_string().ends_with("it has seen enough"));
}

#[test]
fn equal_plans_are_played_once() {
    assert_eq!(mortal(3), mortal(3));
    assert_ne!(mortal(3), mortal(4));
    assert_ne!(mortal(3), greedy());
    let context = Context::default();
    let played = |first, second| prepare(&cell(first, second), Streams::new(1), &context).unwrap().played_per_block();
    assert_eq!((played(mortal(3), mortal(3)), played(mortal(3), mortal(4))), (1, 2));
}

/// Sees everything without a word about it.
#[derive(Debug, PartialEq)]
struct Peeks;

impl Build for Peeks {
    fn build<G: Playable>(&self, game: &G, objective: Objective) -> Result<Player<G>, StrategyFault> {
        let options = omniscient::Options { nodes: 10, objective: ObjectiveChoice::Points };
        Ok(Player::PerfectInformation(Box::new(Omniscient::new(game, options, objective))))
    }
}

#[test]
fn who_sees_all_hands_must_say_so() {
    let cell = cell(greedy(), StrategyPlan::custom("peeks", Peeks));
    let error = prepare(&cell, Streams::new(1), &Context::default()).err().unwrap().to_string();
    assert!(error.contains("strategy \"peeks\": it sees all hands"), "{error}");
}

#[test]
fn a_stopped_context_builds_no_table() {
    let context = Context::default().with_cache(None).with_stop(Arc::new(AtomicBool::new(true)));
    let cell = cell(greedy(), StrategyPlan::resolve("pimc:goal=match", None).unwrap());
    assert!(prepare(&cell, Streams::new(1), &context).err().unwrap().is_interruption());
    let plan = Plan { seed: 61, cells: vec![cell], entrants: None };
    let stopped = run(&plan, 0..1, Vec::new(), &Control { context: &context, progress: &|_| {} });
    assert!(matches!(stopped, Err(RunError::Interrupted)));
}
