//! The summary of a result: everything that the outputs show, from the resolved experiment and the tallies alone.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::comparisons::{Comparison, Margins, sweep};
use super::figures::{Figure, FigureSpec, GAME, PLACE_WIN_SHARE, STRATEGY};
use super::resolved::{AnchorPlan, Mode, Refusal, Resolved, ResolvedCell, TournamentPlan};
use crate::game::MAX_SEATS;
use crate::stats::measure::Measure;
use crate::stats::ranking::{Edge, Ranking, ranking};
use crate::stats::stopping::{Ending, StoppingRule};
use crate::stats::win_share::{Sampling, WinShare, win_share};
use crate::tally::entrant_scores::EntrantScores;
use crate::tally::{Entry, Layout, Scalar, Shapes, Tally};

/// Why an experiment and tallies make no summary.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SummaryError(String);

impl From<String> for SummaryError {
    fn from(text: String) -> SummaryError {
        SummaryError(text)
    }
}

/// A result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    /// The version of the program that played.
    pub version: String,
    /// The experiment's title.
    pub title: String,
    /// The question that it asks.
    pub question: String,
    /// What else there is to say.
    pub notes: Option<String>,
    /// The master seed.
    pub seed: u64,
    /// The most blocks that a cell was allowed.
    pub max_blocks: u64,
    /// The most blocks that a cell has played; all have played as many unless pairings stopped one by one.
    pub blocks: u64,
    /// Matches of all cells together, identical seatings included.
    pub matches: u64,
    /// The same, identical seatings counted once.
    pub matches_played: u64,
    /// The rule that may have ended the run.
    pub stop: Option<StoppingRule>,
    /// The largest differences that do not matter, by figure.
    pub margins: Margins,
    /// The figures that the experiment's question asks for, if it names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<Figure>,
    /// The cells in order.
    pub cells: Vec<CellSummary>,
    /// What the rules refused.
    pub refused: Vec<Refusal>,
    /// The tournament, if it is one.
    pub tournament: Option<TournamentSummary>,
}

/// The result of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellSummary {
    /// What was played.
    pub info: ResolvedCell,
    /// The cell that it is compared with, as an index.
    pub baseline: Option<usize>,
    /// Whether another cell is compared with this one.
    pub is_baseline: bool,
    /// The cell that measures skill in this one's game, as an index.
    pub skill: Option<usize>,
    /// Blocks played.
    pub blocks: u64,
    /// Matches, identical seatings included.
    pub matches: u64,
    /// The same, identical seatings counted once.
    pub matches_played: u64,
    /// Matches that ended without a winner.
    pub unfinished: u64,
    /// How the run ended for it, under a rule that may end it.
    pub ending: Option<Ending>,
    /// Whether a test has decided about it for good.
    pub decided: bool,
    /// What each strategy achieved, in line-up order.
    pub strategies: Vec<StrategyResult>,
    /// The figures of the game, in the order of the registry.
    pub figures: Vec<FigureValue>,
    /// The win share of each place at the table, counted from the side of the first round's opener.
    pub place_win_shares: Vec<Measure>,
    /// The win share of the strong strategy against weak ones in the same game, where that was measured.
    pub skill_win_share: Option<Measure>,
    /// The differences from the baseline.
    pub comparisons: Vec<Comparison>,
    /// Distributions over matches.
    pub distributions: Shapes,
    /// Why luck was not measured although that was asked for.
    pub luck_not_measured: Option<String>,
}

/// What a strategy achieved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StrategyResult {
    /// Its win share.
    pub win_share: WinShare,
    /// Its other figures, in the order of the registry.
    pub figures: Vec<FigureValue>,
}

/// A figure with its value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FigureValue {
    /// The figure.
    pub figure: Figure,
    /// Its value.
    #[serde(flatten)]
    pub measure: Measure,
}

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentSummary {
    /// Which line-ups it had.
    pub mode: Mode,
    /// The entrants whose ratings are given, as indices, with them; the mean of all has 0 if there are none.
    pub anchors: Vec<(usize, f64)>,
    /// The challengers of a gauntlet, as indices.
    pub challengers: Vec<usize>,
    /// The entrants.
    pub names: Vec<String>,
    /// Whether pairings stopped one by one.
    pub pruned: bool,
    /// Ratings and pairs.
    pub ranking: Ranking,
}

impl StrategyResult {
    /// The win share with its interval.
    #[must_use]
    pub const fn share(&self) -> Measure {
        Measure { value: self.win_share.value, interval: Some(self.win_share.interval) }
    }
}

impl TournamentSummary {
    /// Who holds a place.
    #[must_use]
    pub fn name(&self, rank: usize) -> &str {
        &self.names[self.ranking.places[rank].entrant]
    }

    /// An entrant with its place: `3 greedy`.
    #[must_use]
    pub fn ranked_name(&self, rank: usize) -> String {
        format!("{} {}", rank + 1, self.name(rank))
    }

    /// The pair of two places, if they met.
    #[must_use]
    pub fn pair(&self, row: usize, column: usize) -> Option<&Edge> {
        let pair = [row, column].map(|rank| self.ranking.places[rank].entrant);
        // They are in order.
        let edges = &self.ranking.edges;
        edges.binary_search_by_key(&pair, |edge| [edge.entrant, edge.opponent]).ok().map(|at| &edges[at])
    }

    /// What ratings are relative to, as it follows "Elo": `above the mean of all`, `above greedy`, or `with greedy at 0 and expert at 180`.
    #[must_use]
    pub fn scale(&self) -> String {
        match self.anchors.as_slice() {
            [] => "above the mean of all".to_owned(),
            [(only, 0.0)] => format!("above {}", self.names[*only]),
            several => {
                let named: Vec<String> =
                    several.iter().map(|(entrant, elo)| format!("{} at {elo}", self.names[*entrant])).collect();
                let (last, rest) = named.split_last().map_or(("", &[][..]), |(last, rest)| (last.as_str(), rest));
                if rest.is_empty() { format!("with {last}") } else { format!("with {} and {last}", rest.join(", ")) }
            }
        }
    }

    /// Whether the entrant's rating is given.
    #[must_use]
    pub fn is_anchor(&self, entrant: usize) -> bool {
        self.anchors.iter().any(|(anchor, _)| *anchor == entrant)
    }
}

impl CellSummary {
    /// The figure of the game with this name.
    #[must_use]
    pub fn figure(&self, figure: &FigureSpec) -> Option<&Measure> {
        self.figures.iter().find(|found| found.figure.name == figure.name).map(|found| &found.measure)
    }

    /// The comparison of a figure, of a slot or of the game.
    #[must_use]
    pub fn comparison(&self, slot: Option<usize>, figure: &FigureSpec) -> Option<&Comparison> {
        self.comparisons.iter().find(|found| found.slot == slot && found.figure.name == figure.name)
    }

    /// Number of sides.
    #[must_use]
    pub const fn sides(&self) -> usize {
        self.info.strategies.len()
    }

    fn new(info: &ResolvedCell, tally: &Tally, links: Links, stop: Option<StoppingRule>) -> CellSummary {
        let sampling = match stop {
            _ if info.self_play => Sampling::SelfPlay,
            Some(rule) => rule.sampling(),
            None => Sampling::Fixed,
        };
        let value = |figure: &'static FigureSpec, index: usize| FigureValue {
            figure: Figure(figure),
            measure: figure.ratio(tally, index).measure(tally),
        };
        let strategy = |slot| StrategyResult {
            win_share: win_share(tally, slot, sampling, info.played_per_block),
            figures: STRATEGY.iter().map(|figure| value(figure, slot)).collect(),
        };
        CellSummary {
            info: info.clone(),
            baseline: links.baseline,
            is_baseline: false,
            skill: links.skill,
            blocks: tally.blocks,
            matches: tally.blocks.saturating_mul(tally.matches_per_block),
            matches_played: tally.blocks.saturating_mul(info.played_per_block),
            unfinished: u64::try_from(tally.sum(Entry::Scalar(Scalar::Unfinished))).unwrap_or(0),
            ending: stop.map(|rule| rule.ending(tally, info.self_play)),
            decided: tally.decided.is_some(),
            strategies: (0..tally.layout.sides).map(strategy).collect(),
            figures: GAME.iter().map(|figure| value(figure, 0)).collect(),
            place_win_shares: (0..tally.layout.sides)
                .map(|place| PLACE_WIN_SHARE.ratio(tally, place).measure(tally))
                .collect(),
            skill_win_share: None,
            comparisons: Vec::new(),
            distributions: tally.shapes.clone(),
            luck_not_measured: None,
        }
    }
}

/// Other cells that a cell names, as indices.
#[derive(Clone, Copy)]
struct Links {
    baseline: Option<usize>,
    skill: Option<usize>,
}

/// Whether a tally is that of a cell with so many sides, and so many of the baseline.
fn fits(tally: &Tally, cell: &ResolvedCell, baseline: Option<usize>) -> bool {
    let sides = cell.strategies.len();
    let length = Layout { sides }.len();
    (2..=MAX_SEATS).contains(&sides)
        && cell.played_per_block > 0
        && tally.layout.sides == sides
        && tally.blocks > 0
        && tally.matches_per_block == cell.matches_per_block
        && tally.sums.len() == length
        && tally.products.len() == length * (length + 1) / 2
        && tally.cross.len() == baseline.map_or(0, |other| length * Layout { sides: other }.len())
        && tally.classes.len() == sides
        && tally.shapes.scores.len() == sides
}

/// The tournament; `None` if the tallies have no ratings in them.
fn tournament_of(
    plan: &TournamentPlan,
    cells: &[ResolvedCell],
    tallies: &[Tally],
    stop: Option<StoppingRule>,
) -> Result<Option<TournamentSummary>, SummaryError> {
    let number = |name: &str| {
        let place = plan.strategies.iter().position(|other| other == name);
        place.ok_or_else(|| format!("\"{name}\" is none of the tournament's strategies"))
    };
    let slots = |cell: &ResolvedCell| cell.strategies.iter().map(|side| number(&side.name)).collect();
    let slots: Vec<Vec<usize>> = cells.iter().map(slots).collect::<Result<_, String>>()?;
    let given = plan.anchor.iter().flat_map(AnchorPlan::ratings);
    let anchors: Vec<(usize, f64)> =
        given.map(|(name, elo)| Ok((number(name)?, elo))).collect::<Result<_, String>>()?;
    let challengers: Vec<usize> = match (plan.mode, plan.challengers.as_slice()) {
        (Mode::RoundRobin | Mode::Joined, _) => Vec::new(),
        (Mode::Gauntlet, []) => vec![0],
        (Mode::Gauntlet, names) => names.iter().map(|name| number(name)).collect::<Result<_, String>>()?,
    };
    let entrants = plan.strategies.len();
    let whole = |part: &EntrantScores| {
        part.blocks > 0 && part.sums.len() == entrants && part.products.len() == entrants * (entrants + 1) / 2
    };
    let scores = tallies.first().and_then(|tally| tally.entrant_scores.as_ref());
    if !scores.is_none_or(|scores| scores.parts().iter().all(whole)) {
        return Err("the tally of the first cell does not fit the tournament".to_owned().into());
    }
    let exact_ties: Vec<bool> = cells.iter().map(|cell| cell.self_play).collect();
    let found = ranking(tallies, &slots, &anchors, stop.filter(|_| plan.pruned), &exact_ties);
    if found.is_none() && scores.is_some() {
        return Err("the tournament's ratings cannot be computed: the search for them does not converge"
            .to_owned()
            .into());
    }
    Ok(found.map(|ranking| TournamentSummary {
        mode: plan.mode,
        anchors,
        challengers,
        names: plan.strategies.clone(),
        pruned: plan.pruned,
        ranking,
    }))
}

impl Summary {
    /// Sums up an experiment that this version of the program played; `tallies` are those of its cells in order.
    ///
    /// # Errors
    /// If the tallies are not those of the experiment.
    pub fn new(version: &str, experiment: &Resolved, tallies: &[Tally]) -> Result<Summary, SummaryError> {
        let infos = &experiment.cells;
        if infos.is_empty() || infos.len() != tallies.len() {
            return Err(format!("the experiment has {} cells, the tallies have {}", infos.len(), tallies.len()).into());
        }
        let places: BTreeMap<&str, usize> =
            infos.iter().enumerate().map(|(index, info)| (info.name.as_str(), index)).collect();
        let mut cells = Vec::with_capacity(infos.len());
        for (info, tally) in infos.iter().zip(tallies) {
            let other = |name: &Option<String>, what: &str| {
                let unknown = |name| format!("cell \"{}\" has the unknown {what} \"{name}\"", info.name);
                let place = |name: &String| places.get(name.as_str()).copied().ok_or_else(|| unknown(name.clone()));
                name.as_ref().map(place).transpose()
            };
            let links =
                Links { baseline: other(&info.baseline, "baseline")?, skill: other(&info.skill, "measure of skill")? };
            if !fits(tally, info, links.baseline.map(|index| infos[index].strategies.len())) {
                return Err(format!("the tally of cell \"{}\" does not fit it", info.name).into());
            }
            cells.push(CellSummary::new(info, tally, links, experiment.stop));
        }
        let baselines: Vec<Option<usize>> = cells.iter().map(|cell| cell.baseline).collect();
        for (cell, comparisons) in cells.iter_mut().zip(sweep(tallies, &baselines, &experiment.margin)) {
            cell.comparisons = comparisons;
        }
        for index in baselines.into_iter().flatten() {
            cells[index].is_baseline = true;
        }
        let shares: Vec<Measure> = cells.iter().map(|cell| cell.strategies[0].share()).collect();
        for cell in &mut cells {
            cell.skill_win_share = cell.skill.map(|index| shares[index].clone());
        }
        let tournament = experiment.tournament.as_ref();
        let tournament = tournament.map(|plan| tournament_of(plan, infos, tallies, experiment.stop)).transpose()?;
        let sum = |of: fn(&CellSummary) -> u64| cells.iter().fold(0u64, |sum, cell| sum.saturating_add(of(cell)));
        Ok(Summary {
            version: version.to_owned(),
            title: experiment.title.clone(),
            question: experiment.question.clone(),
            notes: experiment.notes.clone(),
            seed: experiment.seed,
            max_blocks: experiment.blocks,
            blocks: cells.iter().map(|cell| cell.blocks).max().unwrap_or(0),
            matches: sum(|cell| cell.matches),
            matches_played: sum(|cell| cell.matches_played),
            stop: experiment.stop,
            margins: experiment.margin.clone(),
            show: Vec::new(),
            cells,
            refused: experiment.refused.clone(),
            tournament: tournament.flatten(),
        })
    }
}
