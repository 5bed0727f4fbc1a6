//! What a page says and shows, from the manifest and the tallies alone: no strategy file, no experiment file is needed.

use std::fmt;

use serde::Deserialize;
use serde_json::{Map, Value};

pub(super) use super::super::row_groups::Group;
use super::super::row_groups::{Axis, RowPosition, groups};
use super::super::tallies::NamedTally;
use super::super::text::{numbered, option_text};
use crate::experiment::cells::Tournament;
use crate::game::MAX_SEATS;
use crate::stats::Tally;
use crate::stats::comparisons::{Comparison, Margins, sweep};
use crate::stats::entrant_scores::EntrantScores;
use crate::stats::figures::{self, Sampling, SlotResult};
use crate::stats::ranking::{Ranking, ranking};
use crate::stats::sprt::{Model, Sprt};
use crate::stats::stopping::StoppingRule;
use crate::stats::tally::Layout;

/// A manifest that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Unreadable {}

impl From<String> for Unreadable {
    fn from(text: String) -> Unreadable {
        Unreadable(text)
    }
}

/// The parts of a manifest that a page is made of.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Manifest {
    pub(super) id: String,
    pub(super) version: String,
    pub(super) source: Source,
    pub(super) seed: u64,
    pub(super) command: Option<String>,
    pub(super) tallies_blake3: String,
    pub(super) files: Vec<File>,
    pub(super) experiment: Resolved,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Source {
    pub(super) commit: String,
    pub(super) dirty: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) blake3: String,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Resolved {
    pub(super) title: String,
    pub(super) question: String,
    pub(super) notes: Option<String>,
    cells: Vec<CellEntry>,
    pub(super) refused: Vec<Refused>,
    stop: Option<Map<String, Value>>,
    #[serde(default)]
    pub(super) margin: Margins,
    tournament: Option<TournamentEntry>,
}

#[derive(Clone, Debug, Deserialize)]
struct TournamentEntry {
    mode: String,
    anchor: Option<String>,
    strategies: Vec<String>,
    /// Whether pairings stopped one by one.
    #[serde(default)]
    pruned: bool,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Refused {
    pub(super) name: String,
    pub(super) rule: String,
    pub(super) reason: String,
}

#[derive(Clone, Debug, Deserialize)]
struct CellEntry {
    name: String,
    variant: Option<String>,
    sweep: Map<String, Value>,
    lineup: String,
    baseline: Option<String>,
    /// The cell that says what skill is worth in this one's game.
    skill: Option<String>,
    game: Map<String, Value>,
    matches_per_block: u64,
    played_per_block: u64,
    exact_tie: bool,
    strategies: Vec<SideEntry>,
}

#[derive(Clone, Debug, Deserialize)]
struct SideEntry {
    name: String,
    #[serde(default)]
    seats: Vec<SeatEntry>,
}

#[derive(Clone, Debug, Deserialize)]
struct SeatEntry {
    name: String,
    equity: Option<String>,
}

/// A cell of the result.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    pub(super) name: String,
    pub(super) variant: String,
    /// The sweep's options with their values.
    pub(super) point: Vec<(String, String)>,
    pub(super) lineup: String,
    pub(super) baseline: Option<usize>,
    /// The cell that says what skill is worth in this one's game.
    pub(super) skill: Option<usize>,
    /// Whether another cell is compared with this one.
    pub(super) is_baseline: bool,
    pub(super) game: Map<String, Value>,
    pub(super) played_per_block: u64,
    pub(super) self_play: bool,
    /// The sides, numbered where several are called the same.
    pub(super) sides: Vec<String>,
    /// The strategies that play by a table of match equity, with its digest.
    pub(super) searches: Vec<(String, String)>,
    pub(super) tally: Tally,
    /// What each side achieved.
    pub(super) slots: Vec<SlotResult>,
    /// The differences from the baseline.
    pub(super) compared: Vec<Comparison>,
}

impl Cell {
    /// The sweep point as text.
    pub(super) fn point_text(&self) -> String {
        self.point.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }

    /// Where it stands in its experiment.
    fn place(&self) -> RowPosition<'_> {
        RowPosition { variant: &self.variant, point: self.point_text(), lineup: &self.lineup }
    }

    /// The comparison of a figure, of a slot or of the game.
    pub(super) fn comparison(&self, slot: Option<usize>, figure: &str) -> Option<&Comparison> {
        self.compared.iter().find(|c| c.found.slot == slot && c.found.figure == figure)
    }
}

/// A result as a page shows it.
#[derive(Clone, Debug)]
pub(super) struct PageModel {
    pub(super) manifest: Manifest,
    pub(super) stop: Option<StoppingRule>,
    pub(super) cells: Vec<Cell>,
    pub(super) axis: Axis,
    pub(super) groups: Vec<Group>,
    /// What the cells are together, if they are a tournament.
    pub(super) tournament: Option<Ranked>,
}

/// A tournament with what it came to.
#[derive(Clone, Debug)]
pub(super) struct Ranked {
    pub(super) tournament: Tournament,
    pub(super) standings: Ranking,
}

/// The tournament of a manifest; `None` if the tallies have no ratings in them.
fn ranked(
    entry: &TournamentEntry,
    cells: &[CellEntry],
    tallies: &[Tally],
    stop: Option<StoppingRule>,
) -> Result<Option<Ranked>, String> {
    let number = |name: &str| {
        let place = entry.strategies.iter().position(|other| other == name);
        place.ok_or_else(|| format!("manifest.json: \"{name}\" is none of the tournament's strategies"))
    };
    let slots = |cell: &CellEntry| cell.strategies.iter().map(|side| number(&side.name)).collect();
    let slots: Vec<Vec<usize>> = cells.iter().map(slots).collect::<Result<_, String>>()?;
    let anchor = entry.anchor.as_deref().map(number).transpose()?;
    let entrants = entry.strategies.len();
    let whole = |part: &EntrantScores| {
        part.blocks > 0 && part.sums.len() == entrants && part.products.len() == entrants * (entrants + 1) / 2
    };
    let scores = tallies.first().and_then(|tally| tally.entrant_scores.as_ref());
    let sound = scores.is_none_or(|scores| scores.parts().iter().all(whole));
    if !sound {
        return Err("tallies.json does not fit the tournament of manifest.json".to_owned());
    }
    let tournament = Tournament {
        names: entry.strategies.clone(),
        gauntlet: entry.mode == Tournament::GAUNTLET,
        anchor,
        pruned: entry.pruned,
    };
    let pruned = stop.filter(|_| entry.pruned);
    let exact_ties: Vec<bool> = cells.iter().map(|cell| cell.exact_tie).collect();
    Ok(ranking(tallies, &slots, anchor, pruned, &exact_ties).map(|standings| Ranked { tournament, standings }))
}

/// The stopping rule that a manifest names.
fn rule(kept: &Map<String, Value>) -> Result<StoppingRule, String> {
    let number = |key: &str| {
        kept.get(key).and_then(Value::as_f64).ok_or_else(|| format!("its stopping rule has no number \"{key}\""))
    };
    match kept.get("rule").and_then(Value::as_str) {
        Some("half-width") => Ok(StoppingRule::HalfWidth(number("wanted_half_width")?)),
        Some("sprt") => {
            let name = kept.get("model").and_then(Value::as_str).unwrap_or_default();
            let model = Model::ALL.into_iter().find(|model| model.name() == name);
            let model = model.ok_or_else(|| format!("its stopping rule has the unknown model \"{name}\""))?;
            let [low, high] = model.bounds();
            Ok(StoppingRule::Sprt(Sprt::new(model, number(low)?, number(high)?, number("alpha")?, number("beta")?)?))
        }
        _ => Err("its stopping rule is neither \"sprt\" nor \"half-width\"".to_owned()),
    }
}

/// Whether a tally is what a cell with so many sides comes to.
fn fits(tally: &Tally, sides: usize, matches_per_block: u64, baseline: Option<usize>) -> bool {
    let length = Layout { sides }.len();
    (2..=MAX_SEATS).contains(&sides)
        && tally.layout.sides == sides
        && tally.blocks > 0
        && tally.matches_per_block == matches_per_block
        && tally.sums.len() == length
        && tally.products.len() == length * (length + 1) / 2
        && tally.cross.len() == baseline.map_or(0, |other| length * Layout { sides: other }.len())
        && tally.classes.len() == sides
        && tally.shapes.scores.len() == sides
}

impl PageModel {
    /// A cell's name among the rows of its group.
    pub(super) fn row(&self, cell: &Cell) -> String {
        match self.axis.row(&cell.place()) {
            "" => cell.sides.join(" vs "),
            name => name.to_owned(),
        }
    }

    /// Puts manifest and tallies together.
    ///
    /// # Errors
    /// If one of them is something else, or they do not belong together.
    pub(super) fn new(manifest: &Value, tallies: Vec<NamedTally>) -> Result<PageModel, Unreadable> {
        let manifest: Manifest =
            Manifest::deserialize(manifest).map_err(|error| format!("manifest.json is not a result's: {error}"))?;
        let entries = &manifest.experiment.cells;
        if entries.is_empty() || entries.len() != tallies.len() {
            return Err(format!("manifest.json has {} cells, tallies.json {}", entries.len(), tallies.len()).into());
        }
        let stop = manifest.experiment.stop.as_ref().map(rule).transpose();
        let stop = stop.map_err(|error| format!("manifest.json: {error}"))?;
        let places: std::collections::BTreeMap<&str, usize> =
            entries.iter().enumerate().map(|(index, entry)| (entry.name.as_str(), index)).collect();
        let mut cells = Vec::new();
        for (entry, NamedTally { cell, tally }) in entries.iter().zip(tallies) {
            let other =
                |name: &Option<String>, what: &str| match name {
                    None => Ok(None),
                    Some(name) => places.get(name.as_str()).copied().map(Some).ok_or_else(|| {
                        format!("manifest.json: cell \"{}\" has the unknown {what} \"{name}\"", entry.name)
                    }),
                };
            let baseline = other(&entry.baseline, "baseline")?;
            let skill = other(&entry.skill, "measure of skill")?;
            let others = baseline.map(|index| entries[index].strategies.len());
            let sides = entry.strategies.len();
            if cell != entry.name
                || entry.played_per_block == 0
                || !fits(&tally, sides, entry.matches_per_block, others)
            {
                return Err(format!("tallies.json does not fit cell \"{}\" of manifest.json", entry.name).into());
            }
            let sampling = match stop {
                _ if entry.exact_tie => Sampling::SelfPlay,
                Some(rule) => rule.sampling(),
                None => Sampling::Fixed,
            };
            let slot = |slot| figures::slot_result(&tally, slot, sampling, entry.played_per_block);
            let slots = (0..sides).map(slot).collect();
            let seats = entry.strategies.iter().flat_map(|side| &side.seats);
            let names: Vec<&str> = entry.strategies.iter().map(|side| side.name.as_str()).collect();
            cells.push(Cell {
                name: entry.name.clone(),
                variant: entry.variant.clone().unwrap_or_default(),
                point: entry.sweep.iter().map(|(key, value)| (key.clone(), option_text(value))).collect(),
                lineup: entry.lineup.clone(),
                baseline,
                skill,
                is_baseline: false,
                game: entry.game.clone(),
                played_per_block: entry.played_per_block,
                self_play: entry.exact_tie,
                sides: numbered(&names),
                searches: seats.filter_map(|seat| Some((seat.name.clone(), seat.equity.clone()?))).collect(),
                tally,
                slots,
                compared: Vec::new(),
            });
        }
        let baselines: Vec<Option<usize>> = cells.iter().map(|cell| cell.baseline).collect();
        let counted: Vec<Tally> = cells.iter().map(|cell| cell.tally.clone()).collect();
        for (cell, compared) in cells.iter_mut().zip(sweep(&counted, &baselines, &manifest.experiment.margin)) {
            cell.compared = compared;
        }
        for index in baselines.into_iter().flatten() {
            cells[index].is_baseline = true;
        }
        let tournament = manifest.experiment.tournament.as_ref();
        let tournament =
            tournament.map(|entry| ranked(entry, &manifest.experiment.cells, &counted, stop)).transpose()?;
        let places: Vec<RowPosition<'_>> = cells.iter().map(Cell::place).collect();
        let axis = Axis::of(&places);
        let groups = groups(&places, axis);
        Ok(PageModel { manifest, stop, cells, axis, groups, tournament: tournament.flatten() })
    }

    /// The sides of the first cell; of a tournament, of all.
    pub(super) fn sides(&self) -> usize {
        self.cells.first().map_or(2, |cell| cell.sides.len())
    }

    /// The cells of a group.
    pub(super) fn members<'a>(&'a self, group: &'a Group) -> impl Iterator<Item = &'a Cell> + Clone {
        group.members.iter().map(|&index| &self.cells[index])
    }

    /// The slots of a group whose figures say something by themselves: none if all cells are self-play, the first of two, all of more.
    pub(super) fn told_slots(&self, group: &Group) -> usize {
        let sides = self.members(group).map(|cell| cell.sides.len()).max().unwrap_or(2);
        if self.members(group).all(|cell| cell.self_play) {
            0
        } else if sides == 2 {
            1
        } else {
            sides
        }
    }
}

/// What a slot is called in all cells of a group: its strategy where it is the same, else its number.
pub(super) fn slot_name<'a>(cells: impl Iterator<Item = &'a Cell>, slot: usize) -> String {
    let mut names = cells.filter_map(|cell| cell.sides.get(slot));
    match names.next() {
        Some(first) if names.all(|other| other == first) => first.clone(),
        _ => format!("strategy {}", slot + 1),
    }
}
