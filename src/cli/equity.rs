//! `equity`: the chance to win the match from every standing, as a table, a picture and files.

#[expect(clippy::disallowed_types, reason = "how long it took is a note on standard error, no result")]
use std::time::Instant;

use clap::Args;

use super::options::{GameArgs, RunArgs, strategy_names};
use super::{Failure, console, interrupt};
use crate::games::{GameVisitor, Playable};
use crate::report::equity as report;
use crate::report::terminal::Screen;
use crate::strategies::StrategyPlan;
use crate::strategies::equity::{self, Control, Equity, Recipe};

/// Work out the chance to win the match from every standing between two rounds
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct EquityArgs {
    /// The strategy that both sides play: any that does not search (see `sixtyone list`)
    #[arg(long, value_name = "NAME", default_value = equity::REFERENCE, value_parser = strategy_names(), hide_possible_values = true)]
    strategy: String,
    /// Rounds to play from each standing, rounded up so that each side gets either hand equally often
    #[arg(long, value_name = "N", default_value_t = equity::DEFAULT_ROUNDS, value_parser = rounds, allow_negative_numbers = true)]
    rounds: u32,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    run: RunArgs,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone equity";

fn rounds(text: &str) -> Result<u32, String> {
    let (low, high) = (equity::MIN_ROUNDS, equity::MAX_ROUNDS);
    match text.trim().parse::<u32>() {
        Ok(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(format!("allowed: a whole number from {low} to {high}")),
    }
}

struct Make<'a> {
    args: &'a EquityArgs,
}

impl GameVisitor for Make<'_> {
    type Out = Result<Equity, Failure>;

    #[expect(clippy::disallowed_types, reason = "how long it took is a note on standard error, no result")]
    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let reference = StrategyPlan::resolve(&self.args.strategy, None).map_err(Failure::input)?;
        let recipe = Recipe::new(&game, &reference, self.args.rounds).map_err(Failure::input)?;
        let stop = interrupt::flag();
        let start = Instant::now();
        let control = Control { threads: self.args.run.threads(), stop: &stop, progress: &|_| {} };
        let equity = recipe.build(&control).map_err(Failure::input)?;
        console::note(&format!("built in {:.1} s", start.elapsed().as_secs_f64()));
        Ok(equity)
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &EquityArgs) -> Result<(), Failure> {
    let equity = args.game.resolve()?.visit(Make { args })?;
    if args.run.json {
        return console::print_json(&equity.to_json());
    }
    console::print(&report::summary(&equity, Screen::here()))
}
