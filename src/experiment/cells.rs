//! Cells that have been checked and described: what an experiment file, or a `match` command, comes to.

use serde_json::{Map, Value as Json};

use super::lineup;
use crate::arena::cell::prepare;
use crate::arena::plan::{CellPlan, Orders, Plan};
use crate::game::Table;
use crate::games::options::{Settings, Value};
use crate::games::resolve;
use crate::streams::Streams;

/// Where a cell stands in its experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// The variant's name.
    pub variant: Option<String>,
    /// The sweep's options with their values at this point.
    pub point: Vec<(String, Value)>,
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
    /// The strategies of each side, in line-up order, as text.
    pub strategies: Vec<String>,
    /// How they change places.
    pub orders: Orders,
    /// Matches in a block.
    pub matches_per_block: u64,
    /// Matches in a block that differ and are really played.
    pub played_per_block: u64,
    /// All seats play the same strategy, so that every block is an exact tie.
    pub self_play: bool,
}

impl CellInfo {
    /// Checks a cell and describes it.
    ///
    /// # Errors
    /// If it cannot be played.
    pub fn new(plan: &CellPlan, labels: Labels) -> Result<CellInfo, crate::arena::cell::CellError> {
        let game = resolve(&plan.game, &plan.settings)?;
        let ready = prepare(plan, Streams::new(0))?;
        let played = ready.played_per_block();
        Ok(CellInfo {
            name: plan.name.clone(),
            labels,
            table: Table::new(game.seats() as u8, game.sides() as u8),
            game: game.to_json(),
            strategies: plan.lineup.iter().map(|side| lineup::side_name(side)).collect(),
            orders: plan.orders,
            matches_per_block: ready.matches_per_block(),
            played_per_block: played,
            self_play: played == 1,
        })
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
    /// Blocks that every cell plays.
    pub blocks: u64,
    /// The cells, to be played.
    pub plan: Plan,
    /// The cells, described; in the same order.
    pub cells: Vec<CellInfo>,
}

impl Experiment {
    /// An experiment of one cell.
    ///
    /// # Errors
    /// In words, if it cannot be played.
    pub fn single(
        game: &str,
        settings: Settings,
        strategies: &[String],
        orders: Option<Orders>,
        blocks: u64,
        seed: u64,
    ) -> Result<Experiment, String> {
        let resolved = resolve(game, &settings).map_err(|error| error.to_string())?;
        let table = Table::new(resolved.seats() as u8, resolved.sides() as u8);
        let cell = CellPlan {
            name: "main".to_owned(),
            game: game.to_owned(),
            settings,
            lineup: lineup::lineup(strategies, &table).map_err(|error| error.to_string())?,
            orders: orders.unwrap_or_else(|| Orders::default_for(table.sides())),
            baseline: None,
        };
        let info = CellInfo::new(&cell, Labels::default()).map_err(|error| error.to_string())?;
        Ok(Experiment {
            title: strategies.join(" vs "),
            question: String::new(),
            notes: None,
            blocks,
            plan: Plan { seed, cells: vec![cell] },
            cells: vec![info],
        })
    }

    /// Matches that all cells play together, identical seatings included.
    #[must_use]
    pub fn matches(&self) -> u64 {
        let per_block: u64 = self.cells.iter().map(|cell| cell.matches_per_block).sum();
        per_block.saturating_mul(self.blocks)
    }
}
