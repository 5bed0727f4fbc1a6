//! A tournament: from a list of strategies to cells, one for each line-up that the mode has.

use std::path::Path;

use super::anchors;
use super::cells::{CellInfo, Experiment, Labels, Tournament, table_of};
use super::limits::MAX_CELLS;
use super::lineup::side_name;
use crate::analysis::comparisons::Margins;
use crate::arena::plan::{CellPlan, Entrants, Orders, Plan};
use crate::context::Context;
use crate::games::options::Settings;
use crate::games::resolve;
use crate::parameters::did_you_mean;
use crate::stats::sprt::Sprt;
use crate::stats::stopping::StoppingRule;
use crate::strategies::{StrategyPlan, parse_lineup_side};

/// What is asked for.
#[derive(Clone, Debug, Default)]
pub struct TournamentSpec {
    /// The entrants, each as a side of a line-up is written.
    pub strategies: Vec<String>,
    /// Only the line-ups in which the first one plays: it is the only challenger.
    pub gauntlet: bool,
    /// Those of the entrants that meet the others, one in each line-up; all meet all if none is named.
    pub challengers: Vec<String>,
    /// Entrants whose ratings are given, as [`anchors::read`] takes them; the mean of all is 0 if none is named.
    pub anchors: Vec<String>,
    /// The test of each pairing's first entrant that ends the pairing. All pairings play all blocks if there is none.
    pub prune: Option<Sprt>,
}

/// Title, question and notes, blocks and seed: what an experiment has besides its cells.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its title; the entrants by name if there is none.
    pub title: Option<String>,
    /// The question that it asks.
    pub question: String,
    /// What else there is to say.
    pub notes: Option<String>,
    /// Blocks that every cell plays.
    pub blocks: u64,
    /// The master seed.
    pub seed: u64,
}

impl Heading {
    /// That of a tournament which was asked for on the command line.
    #[must_use]
    pub fn of(blocks: u64, seed: u64) -> Heading {
        Heading {
            title: None,
            question: "How strong are these strategies against each other?".to_owned(),
            notes: None,
            blocks,
            seed,
        }
    }
}

/// Every choice of `sides` out of `count` in ascending order. `None` if there are more than [`MAX_CELLS`].
fn choices(count: usize, sides: usize) -> Option<Vec<Vec<usize>>> {
    let mut found = Vec::new();
    let mut chosen: Vec<usize> = (0..sides).collect();
    if sides > count {
        return Some(found);
    }
    loop {
        if found.len() == MAX_CELLS {
            return None;
        }
        found.push(chosen.clone());
        // The last place that can still move on does, and those behind it follow closely.
        let Some(place) = (0..sides).rev().find(|place| chosen[*place] < count - sides + place) else {
            return Some(found);
        };
        chosen[place] += 1;
        for next in place + 1..sides {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// The line-ups of a gauntlet: each challenger in turn with every choice of those that are none. `None` if there are more than [`MAX_CELLS`].
fn gauntlet(count: usize, sides: usize, challengers: &[usize]) -> Option<Vec<Vec<usize>>> {
    let others: Vec<usize> = (0..count).filter(|entrant| !challengers.contains(entrant)).collect();
    let chosen = choices(others.len(), sides - 1)?;
    let line_up = |challenger: usize, chosen: &Vec<usize>| {
        std::iter::once(challenger).chain(chosen.iter().map(|place| others[*place])).collect()
    };
    let all = challengers.iter().flat_map(|challenger| chosen.iter().map(move |places| line_up(*challenger, places)));
    (challengers.len().saturating_mul(chosen.len()) <= MAX_CELLS).then(|| all.collect())
}

/// The numbers of the challengers; none in a round robin.
fn challengers(wanted: &TournamentSpec, names: &[String], sides: usize) -> Result<Vec<usize>, String> {
    if wanted.gauntlet && !wanted.challengers.is_empty() {
        return Err("the first strategy is the challenger of a gauntlet, and others are named as challengers; keep one of the two".to_owned());
    }
    let mut found = Vec::new();
    for name in &wanted.challengers {
        let entrant = names.iter().position(|other| other == name).ok_or_else(|| {
            let near = did_you_mean(name, names.iter().map(String::as_str));
            format!("the challenger \"{name}\" is none of the strategies{near}: {}", names.join(", "))
        })?;
        if found.contains(&entrant) {
            return Err(format!("the challenger \"{name}\" is named twice; name it once"));
        }
        found.push(entrant);
    }
    if wanted.gauntlet {
        found.push(0);
    }
    let others = names.len() - found.len();
    if !found.is_empty() && others < sides - 1 {
        return Err(format!(
            "the challengers do not meet each other: found {} and {others} other strategies; name at least {} that is no challenger",
            found.len(),
            sides - 1
        ));
    }
    Ok(found)
}

impl Experiment {
    /// A tournament. Strategy files are looked for here, then beside `base`.
    ///
    /// # Errors
    /// In words, if it cannot be played.
    pub fn tournament(
        game: &str,
        settings: &Settings,
        wanted: &TournamentSpec,
        orders: Option<Orders>,
        heading: Heading,
        base: Option<&Path>,
        context: &Context,
    ) -> Result<Experiment, String> {
        let table = table_of(&resolve(game, settings).map_err(|error| error.to_string())?);
        let (sides, found) = (table.sides(), wanted.strategies.len());
        if found < sides {
            return Err(format!(
                "found {found} strategies, but the game has {sides} sides: name at least {sides}, because no strategy plays itself"
            ));
        }
        if wanted.prune.is_some() && sides != 2 {
            return Err(format!(
                "only pairings can be pruned, but the game has {sides} sides; let every line-up play all blocks (no prune), or name a game of two sides"
            ));
        }
        let mut entrants: Vec<Vec<StrategyPlan>> = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for text in &wanted.strategies {
            let side = parse_lineup_side(text, table.seats() / sides, base).map_err(|error| error.to_string())?;
            let name = side_name(&side);
            if names.contains(&name) {
                return Err(format!(
                    "two entrants are called \"{name}\"; leave one out, or make them different: {name}:salt=1 draws other random numbers, \
                     and \"name\" in a strategy file names it"
                ));
            }
            names.push(name);
            entrants.push(side);
        }
        let anchors = anchors::read(&wanted.anchors, &names)?;
        let challengers = challengers(wanted, &names, sides)?;
        let slots = if challengers.is_empty() { choices(found, sides) } else { gauntlet(found, sides, &challengers) };
        let slots = slots.ok_or_else(|| {
            format!("{found} strategies have more than {MAX_CELLS} line-ups of {sides}; name fewer, or let only the first one meet the others (gauntlet)")
        })?;
        let mut cells = Vec::with_capacity(slots.len());
        let mut infos = Vec::with_capacity(slots.len());
        for chosen in &slots {
            let called: Vec<&str> = chosen.iter().map(|entrant| names[*entrant].as_str()).collect();
            let labels = Labels { lineup: called.join(" vs "), ..Labels::default() };
            let cell = CellPlan {
                name: labels.cell_name(),
                game: game.to_owned(),
                settings: settings.clone(),
                lineup: chosen.iter().map(|entrant| entrants[*entrant].clone()).collect(),
                orders: orders.unwrap_or_else(|| Orders::default_for(sides)),
                baseline: None,
                luck: None,
            };
            infos.push(CellInfo::new(&cell, labels, context).map_err(|error| format!("\"{}\": {error}", cell.name))?);
            cells.push(cell);
        }
        let by_name = || {
            let mode = if wanted.gauntlet || !wanted.challengers.is_empty() { "Gauntlet" } else { "Round robin" };
            format!("{mode}: {}", names.join(", "))
        };
        let mut experiment = Experiment {
            title: heading.title.unwrap_or_else(by_name),
            question: heading.question,
            notes: heading.notes,
            blocks: heading.blocks,
            stop: None,
            margins: Margins::new(),
            show: Vec::new(),
            plan: Plan { seed: heading.seed, cells, entrants: Some(Entrants { count: found, slots }) },
            cells: infos,
            refused: Vec::new(),
            tournament: Some(Tournament { names, challengers, anchors, pruned: wanted.prune.is_some() }),
        };
        if let Some(test) = wanted.prune {
            experiment.stop_by(StoppingRule::Sprt(test))?;
        }
        Ok(experiment)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::Model;

    #[test]
    fn every_line_up_is_there_once() {
        assert_eq!(choices(4, 2).unwrap(), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(choices(4, 3).unwrap(), [[0, 1, 2], [0, 1, 3], [0, 2, 3], [1, 2, 3]]);
        assert!(choices(2, 3).unwrap().is_empty());
        assert_eq!(choices(64, 2).unwrap().len(), 2016);
        assert_eq!(choices(1000, 3), None);
    }

    #[test]
    fn challengers_meet_the_others_and_not_each_other() {
        assert_eq!(gauntlet(4, 2, &[0]).unwrap(), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(gauntlet(3, 3, &[0]).unwrap(), [[0, 1, 2]]);
        assert_eq!(gauntlet(4, 2, &[2, 0]).unwrap(), [[2, 1], [2, 3], [0, 1], [0, 3]]);
        assert_eq!(gauntlet(4, 3, &[1]).unwrap(), [[1, 0, 2], [1, 0, 3], [1, 2, 3]]);
        assert_eq!(gauntlet(10_002, 2, &[0]), None);
        let wanted = |challengers: &[&str], gauntlet: bool| {
            let names = ["a", "b", "c"].map(str::to_owned);
            let challengers: Vec<String> = challengers.iter().map(|name| (*name).to_owned()).collect();
            super::challengers(&TournamentSpec { challengers, gauntlet, ..TournamentSpec::default() }, &names, 2)
        };
        assert_eq!((wanted(&[], false).unwrap(), wanted(&[], true).unwrap()), (vec![], vec![0]));
        assert_eq!(wanted(&["c", "a"], false).unwrap(), [2, 0]);
        for (names, gauntlet, part) in [
            (&["d"][..], false, "none of the strategies"),
            (&["a", "a"], false, "twice"),
            (&["a", "b", "c"], false, "do not meet each other"),
            (&["b"], true, "keep one of the two"),
        ] {
            let error = wanted(names, gauntlet).unwrap_err();
            assert!(error.contains(part), "{names:?}: {error}");
        }
    }

    fn tournament(strategies: &[&str], anchor: Option<&str>, settings: &Settings) -> Result<Experiment, String> {
        let wanted = TournamentSpec {
            strategies: strategies.iter().map(|text| (*text).to_owned()).collect(),
            anchors: anchor.iter().map(|name| (*name).to_owned()).collect(),
            ..TournamentSpec::default()
        };
        let heading = Heading::of(10, 61);
        Experiment::tournament("fives-and-threes", settings, &wanted, None, heading, None, &Context::default())
    }

    #[test]
    fn what_cannot_be_played_is_refused_in_words() {
        let none = Settings::default();
        let three: Settings =
            [("players".to_owned(), crate::games::options::OptionValue::parse("3"))].into_iter().collect();
        for (strategies, anchor, settings, part) in [
            (&["greedy"][..], None, &none, "name at least 2"),
            (&["greedy", "random"], None, &three, "name at least 3"),
            (&["greedy", "random", "greedy"], None, &none, "two entrants are called \"greedy\""),
            (&["greedy", "random"], Some("radnom"), &none, "did you mean \"random\"?"),
            (&["greedy", "radnom"], None, &none, "did you mean \"random\"?"),
        ] {
            let error = tournament(strategies, anchor, settings).unwrap_err();
            assert!(error.contains(part), "{error}\nlacks {part}");
        }
        let prune = Some(Sprt::new(Model::Logistic, -5.0, 5.0, 0.05, 0.05).unwrap());
        let wanted = TournamentSpec {
            strategies: ["greedy", "random", "club"].map(str::to_owned).to_vec(),
            prune,
            ..TournamentSpec::default()
        };
        let pruned = |settings: &Settings| {
            let heading = Heading::of(10, 61);
            Experiment::tournament("fives-and-threes", settings, &wanted, None, heading, None, &Context::default())
        };
        assert!(pruned(&three).unwrap_err().contains("only pairings can be pruned, but the game has 3 sides"));
        assert!(
            pruned(&none).is_ok_and(|found| found.is_pruned() && found.cells.iter().all(|cell| cell.stop.is_some()))
        );
        let found = tournament(&["greedy", "random", "random:salt=1"], Some("random"), &none).unwrap();
        assert_eq!(found.cells[2].name, "random vs random:salt=1");
        assert_eq!(found.tournament.unwrap().anchors, [(1, 0.0)]);
    }
}
