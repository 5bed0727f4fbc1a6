//! Cells that have been checked and described: what an experiment file, or a `match` command, comes to.

use std::sync::Arc;

use serde_json::{Map, Value as Json};

use super::lineup::{self, LineupError};
use crate::analysis::comparisons::Margins;
use crate::analysis::figures::Figure;
use crate::analysis::resolved::Mode;
use crate::arena::cell::{CellError, prepare};
use crate::arena::plan::{CellPlan, Lineup, Orders, Plan};
use crate::context::Context;
use crate::equity::Equity;
use crate::game::Table;
use crate::games::options::{OptionValue, Settings};
use crate::games::{AnyGame, resolve};
use crate::stats::stopping::StoppingRule;
use crate::stats::win_share::Sampling;
use crate::strategies::StrategyPlan;
use crate::strategies::plan::lineup_equity;
use crate::streams::Streams;
use crate::tally::Tally;

/// Where a cell stands in its experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The variant's name.
    pub variant: Option<String>,
    /// The sweep's options with their values at this point.
    pub point: Vec<(String, OptionValue)>,
    /// The line-up's name.
    pub lineup: String,
}

impl Labels {
    /// The sweep point as text: `players=3 target=61`.
    #[must_use]
    pub fn point_text(&self) -> String {
        self.point.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// A cell's name: variant, sweep point and line-up, as far as there are any.
    #[must_use]
    pub fn cell_name(&self) -> String {
        let point = self.point_text();
        let parts = self.variant.as_deref().into_iter().chain([point.as_str(), self.lineup.as_str()]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" / ")
    }
}

/// A side of a line-up, described.
#[derive(Clone, Debug)]
pub struct SideInfo {
    /// What to call it.
    pub name: String,
    /// Its strategies, one for each seat.
    pub seats: Vec<StrategyPlan>,
    /// For each seat the match equity table that its strategy plays by, if it does.
    pub equity: Vec<Option<Arc<Equity>>>,
}

/// What is known of a cell whose luck is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LuckInfo {
    /// For each side, who plays the deals out in its place.
    pub models: Vec<String>,
    /// How often.
    pub playouts: u32,
    /// The table of match equity.
    pub equity: Arc<Equity>,
}

/// What is known of a cell before it is played.
#[derive(Clone, Debug)]
pub struct CellInfo {
    /// The cell's name, unique in its experiment.
    pub name: String,
    /// Where it stands.
    pub labels: Labels,
    /// The game's options as resolved.
    pub game: Map<String, Json>,
    /// Seats and sides.
    pub table: Table,
    /// Who plays, in line-up order.
    pub sides: Vec<SideInfo>,
    /// How they change places.
    pub orders: Orders,
    /// Matches in a block.
    pub matches_per_block: u64,
    /// Matches in a block that differ and are really played.
    pub played_per_block: u64,
    /// All seats play the same strategy, so that every block is an exact tie.
    pub self_play: bool,
    /// The rule that may end the run.
    pub stop: Option<StoppingRule>,
    /// How the luck of its deals is measured, if it is.
    pub luck: Option<LuckInfo>,
    /// Why it cannot be measured although that was asked for.
    pub no_luck: Option<String>,
    /// The cell of the same game in which a strong strategy meets weak ones, as an index.
    pub skill: Option<usize>,
}

/// The seats and sides of a game.
#[must_use]
pub fn table_of(game: &AnyGame) -> Table {
    Table::new(game.seats() as u8, game.sides() as u8)
}

impl CellInfo {
    /// Checks a cell and describes it.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(plan: &CellPlan, labels: Labels, context: &Context) -> Result<CellInfo, CellError> {
        let game = resolve(&plan.game, &plan.settings)?;
        let ready = prepare(plan, Streams::new(0), context)?;
        let played = ready.played_per_block();
        let (table, options) = (table_of(&game), game.to_json());
        let equity = lineup_equity(game, &plan.lineup, context)?;
        let side = |(seats, equity): (&Vec<StrategyPlan>, _)| SideInfo {
            name: lineup::side_name(seats),
            seats: seats.clone(),
            equity,
        };
        Ok(CellInfo {
            name: plan.name.clone(),
            labels,
            table,
            game: options,
            sides: plan.lineup.iter().zip(equity).map(side).collect(),
            orders: plan.orders,
            matches_per_block: ready.matches_per_block(),
            played_per_block: played,
            self_play: played == 1,
            stop: None,
            luck: None,
            no_luck: None,
            skill: None,
        })
    }

    /// How the cell's blocks come about.
    #[must_use]
    pub fn sampling(&self) -> Sampling {
        if self.self_play { Sampling::SelfPlay } else { self.stop.map_or(Sampling::Fixed, |rule| rule.sampling()) }
    }
}

/// A combination of options that the rules refuse and the experiment leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Variant and sweep point, as they begin the names of cells.
    pub name: String,
    /// The id of the rule.
    pub rule: &'static str,
    /// What the rule says.
    pub message: String,
}

/// A tournament, described.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// What to call the entrants, in order.
    pub names: Vec<String>,
    /// Those of whom one plays in each line-up; none in a round robin.
    pub challengers: Vec<usize>,
    /// Entrants whose ratings are given, with them.
    pub anchors: Vec<(usize, f64)>,
    /// Whether a pairing plays no more once the experiment's stopping rule has decided about it.
    pub pruned: bool,
}

impl Tournament {
    /// Which line-ups it has.
    #[must_use]
    pub const fn mode(&self) -> Mode {
        if self.challengers.is_empty() { Mode::RoundRobin } else { Mode::Gauntlet }
    }
}

/// A resolved experiment.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its title.
    pub title: String,
    /// The question that it asks.
    pub question: String,
    /// What else there is to say.
    pub notes: Option<String>,
    /// Blocks that every cell plays; the most, if there is a rule that may end the run.
    pub blocks: u64,
    /// The rule that may end the run.
    pub stop: Option<StoppingRule>,
    /// The largest differences that do not matter, by figure.
    pub margins: Margins,
    /// The figures that its question asks for, if it names them.
    pub show: Vec<Figure>,
    /// The cells, to be played.
    pub plan: Plan,
    /// The cells, described; in the same order.
    pub cells: Vec<CellInfo>,
    /// What the rules refused.
    pub refused: Vec<Refused>,
    /// What the cells are together, if they are a tournament.
    pub tournament: Option<Tournament>,
}

/// Why a cell that was asked for directly cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum SingleError {
    /// The game or the strategies.
    #[error(transparent)]
    Cell(#[from] CellError),
    /// The line-up.
    #[error(transparent)]
    Lineup(#[from] LineupError),
}

impl From<crate::games::options::RuleError> for SingleError {
    fn from(error: crate::games::options::RuleError) -> SingleError {
        SingleError::Cell(error.into())
    }
}

impl Experiment {
    /// An experiment of one cell.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn single(
        game: &str,
        settings: Settings,
        strategies: &[String],
        orders: Option<Orders>,
        blocks: u64,
        seed: u64,
        context: &Context,
    ) -> Result<Experiment, SingleError> {
        let table = table_of(&resolve(game, &settings)?);
        let lineup = lineup::lineup(strategies, &table, None)?;
        Experiment::of_lineup(game, settings, lineup, orders, blocks, seed, context)
    }

    /// An experiment of one cell, with strategies that need not be in the registry: for each side one for each of its seats.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn of_lineup(
        game: &str,
        settings: Settings,
        lineup: Lineup,
        orders: Option<Orders>,
        blocks: u64,
        seed: u64,
        context: &Context,
    ) -> Result<Experiment, SingleError> {
        let table = table_of(&resolve(game, &settings)?);
        lineup::check(&lineup, &table)?;
        let orders = orders.unwrap_or_else(|| Orders::default_for(table.sides()));
        let plan = Plan::single(game, settings, lineup, orders, seed);
        let info = CellInfo::new(&plan.cells[0], Labels::default(), context)?;
        let names: Vec<&str> = info.sides.iter().map(|side| side.name.as_str()).collect();
        Ok(Experiment {
            title: names.join(" vs "),
            question: format!("How strong is {} here, and how does the game play?", names[0]),
            notes: None,
            blocks,
            stop: None,
            margins: Margins::new(),
            show: Vec::new(),
            plan,
            cells: vec![info],
            refused: Vec::new(),
            tournament: None,
        })
    }

    /// Lets a rule end the run.
    ///
    /// # Errors
    /// In words, if the rule does not fit a cell's number of sides.
    pub fn stop_by(&mut self, rule: StoppingRule) -> Result<(), String> {
        if let StoppingRule::Sprt(sprt) = rule
            && let Some(cell) = self.cells.iter().find(|cell| !sprt.fits(cell.table.sides()))
        {
            return Err(format!(
                "cell \"{}\" has {} sides, but model {} is for 2; use model win-share with share0 and share1",
                cell.name,
                cell.table.sides(),
                sprt.model.name()
            ));
        }
        self.stop = Some(rule);
        self.cells.iter_mut().for_each(|cell| cell.stop = Some(rule));
        Ok(())
    }

    /// The blocks that every cell has really played; in a pruned tournament the most that a cell has.
    #[must_use]
    pub fn blocks_of(&self, tallies: &[Tally]) -> u64 {
        tallies.iter().map(|tally| tally.blocks).max().unwrap_or(self.blocks)
    }

    /// Whether cells of a tournament drop out by themselves.
    #[must_use]
    pub fn is_pruned(&self) -> bool {
        self.tournament.as_ref().is_some_and(|tournament| tournament.pruned)
    }

    /// Matches that all cells have really played together, identical seatings once.
    #[must_use]
    pub fn played_in(&self, tallies: &[Tally]) -> u64 {
        self.cells.iter().zip(tallies).map(|(cell, tally)| cell.played_per_block.saturating_mul(tally.blocks)).sum()
    }

    /// Matches of all cells together as counted, identical seatings included.
    #[must_use]
    pub fn matches_in(&self, tallies: &[Tally]) -> u64 {
        self.cells.iter().zip(tallies).map(|(cell, tally)| cell.matches_per_block.saturating_mul(tally.blocks)).sum()
    }

    /// Matches that all cells really play together in so many blocks, identical seatings once.
    #[must_use]
    pub fn played(&self, blocks: u64) -> u64 {
        let per_block: u64 = self.cells.iter().map(|cell| cell.played_per_block).sum();
        per_block.saturating_mul(blocks)
    }

    /// Matches of all cells together in so many blocks, identical seatings included.
    #[must_use]
    pub fn matches(&self, blocks: u64) -> u64 {
        let per_block: u64 = self.cells.iter().map(|cell| cell.matches_per_block).sum();
        per_block.saturating_mul(blocks)
    }
}
