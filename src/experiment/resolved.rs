//! An experiment as its manifest holds it, and the summary of what it came to.

use super::{CellInfo, Experiment, Refused, SideInfo};
use crate::analysis::resolved::{
    AnchorPlan, LuckMeasure, LuckModel, Refusal, Resolved, ResolvedCell, ResolvedSeat, ResolvedSide, StrategyName,
    TournamentPlan,
};
use crate::analysis::summary::{Summary, SummaryError};
use crate::strategies::StrategyPlan;
use crate::tally::Tally;

impl From<&StrategyPlan> for StrategyName {
    fn from(plan: &StrategyPlan) -> StrategyName {
        let StrategyPlan { label, text, salt, digest, .. } = plan;
        StrategyName { name: label.clone(), text: text.clone(), salt: *salt, blake3: digest.clone() }
    }
}

impl From<&SideInfo> for ResolvedSide {
    fn from(side: &SideInfo) -> ResolvedSide {
        let seats = side.seats.iter().zip(&side.equity);
        let seats = seats.map(|(plan, equity)| ResolvedSeat {
            strategy: plan.into(),
            equity: equity.as_ref().map(|equity| equity.table.digest()),
        });
        ResolvedSide { name: side.name.clone(), seats: seats.collect() }
    }
}

impl From<&Refused> for Refusal {
    fn from(refused: &Refused) -> Refusal {
        Refusal { name: refused.name.clone(), rule: refused.rule.to_owned(), reason: refused.message.clone() }
    }
}

impl Experiment {
    fn resolved_cell(&self, info: &CellInfo, baseline: Option<usize>) -> ResolvedCell {
        let name = |index: usize| self.cells[index].name.clone();
        let luck = info.luck.as_ref().map(|luck| LuckMeasure {
            models: luck.models.clone(),
            playouts: luck.playouts,
            equity: luck.equity.table.digest(),
        });
        ResolvedCell {
            name: info.name.clone(),
            variant: info.labels.variant.clone(),
            sweep: info.labels.point.iter().map(|(key, value)| (key.clone(), value.to_json())).collect(),
            lineup: info.labels.lineup.clone(),
            baseline: baseline.map(name),
            game: info.game.clone(),
            orders: info.orders,
            matches_per_block: info.matches_per_block,
            played_per_block: info.played_per_block,
            self_play: info.self_play,
            strategies: info.sides.iter().map(ResolvedSide::from).collect(),
            luck,
            skill: info.skill.map(name),
        }
    }

    /// The experiment as its manifest holds it.
    #[must_use]
    pub fn resolved(&self) -> Resolved {
        let luck = self.plan.cells.iter().find_map(|cell| cell.luck.as_ref());
        let cells = self.cells.iter().zip(&self.plan.cells);
        Resolved {
            title: self.title.clone(),
            question: self.question.clone(),
            notes: self.notes.clone(),
            seed: self.plan.seed,
            blocks: self.blocks,
            cells: cells.map(|(info, plan)| self.resolved_cell(info, plan.baseline)).collect(),
            refused: self.refused.iter().map(Refusal::from).collect(),
            stop: self.stop,
            luck: luck.map(|luck| LuckModel { model: (&luck.stand_in).into(), playouts: luck.playouts }),
            tournament: self.tournament.as_ref().map(|tournament| TournamentPlan {
                mode: tournament.mode(),
                anchor: AnchorPlan::new(&tournament.anchors, &tournament.names),
                strategies: tournament.names.clone(),
                challengers: match tournament.challengers.as_slice() {
                    // The first one is what a gauntlet means.
                    [0] => Vec::new(),
                    several => several.iter().map(|entrant| tournament.names[*entrant].clone()).collect(),
                },
                pruned: tournament.pruned,
            }),
            margin: self.margins.clone(),
        }
    }

    /// Summarises the result of the experiment.
    ///
    /// # Errors
    /// If the tallies are not those of its cells.
    pub fn summary(&self, tallies: &[Tally]) -> Result<Summary, SummaryError> {
        let mut summary = Summary::new(crate::VERSION, &self.resolved(), tallies)?;
        summary.show.clone_from(&self.show);
        for (cell, info) in summary.cells.iter_mut().zip(&self.cells) {
            cell.luck_not_measured = info.no_luck.clone();
        }
        Ok(summary)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::runner::{Control, run};
    use crate::context::Context;
    use crate::experiment::tournament_cells::{Heading, TournamentSpec};
    use crate::games::options::Settings;
    use crate::stats::sprt::{Model, Sprt};
    use crate::stats::stopping::StoppingRule;

    fn context() -> Context {
        Context::default().with_threads(1).with_cache(None)
    }

    fn played(experiment: &Experiment) -> Vec<Tally> {
        let control = Control { context: &context(), progress: &|_| {} };
        run(&experiment.plan, 0..experiment.blocks, Vec::new(), &control).unwrap()
    }

    /// A match under a rule, a match of three sides of whom two are alike, self-play, and a tournament.
    fn experiments() -> Vec<Experiment> {
        let strategies = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<String>>();
        let single = |names: &[&str], settings: Settings, blocks: u64| {
            Experiment::single("fives-and-threes", settings, &strategies(names), None, blocks, 61, &context()).unwrap()
        };
        let three = crate::games::options::OptionValue::parse("3");
        let mut tested = single(&["greedy", "random"], Settings::default(), 12);
        let test = Sprt::new(Model::Logistic, 0.0, 10.0, 0.05, 0.05).unwrap();
        tested.stop_by(StoppingRule::Sprt(test)).unwrap();
        let wanted =
            TournamentSpec { strategies: strategies(&["greedy", "club", "random"]), ..TournamentSpec::default() };
        let heading = Heading::of(8, 61);
        let settings = Settings::default();
        vec![
            tested,
            single(&["greedy", "greedy", "random"], [("players".to_owned(), three)].into_iter().collect(), 5),
            single(&["greedy", "greedy"], Settings::default(), 1),
            Experiment::tournament("fives-and-threes", &settings, &wanted, None, heading, None, &context()).unwrap(),
        ]
    }

    #[test]
    fn summaries_and_resolved_experiments_come_back_from_json() {
        for experiment in experiments() {
            let resolved = experiment.resolved();
            let text = serde_json::to_string(&resolved).unwrap();
            assert_eq!(serde_json::from_str::<Resolved>(&text).unwrap(), resolved);
            let summary = experiment.summary(&played(&experiment)).unwrap();
            let text = serde_json::to_string(&summary).unwrap();
            let back: Summary = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&back).unwrap(), text);
            // Not numbers are unlike themselves; all else is the same.
            assert!(back == summary || text.contains("NaN"), "{}", summary.title);
        }
    }

    #[test]
    fn tallies_of_something_else_are_refused() {
        let all = experiments();
        let tallies = played(&all[0]);
        let refused = |experiment: &Experiment, tallies: &[Tally]| experiment.summary(tallies).unwrap_err().to_string();
        assert!(refused(&all[0], &[]).contains("has 1 cells, the tallies have 0"));
        assert!(refused(&all[1], &tallies).contains("does not fit"));
        assert!(refused(&all[0], &[Tally::new(2, 2, None)]).contains("does not fit"), "no blocks");
    }
}
