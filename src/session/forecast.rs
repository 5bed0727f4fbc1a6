//! How many matches a run will have played in the end: a guess for progress bars, on which nothing depends.

use crate::experiment::{CellInfo, Experiment};
use crate::tally::Tally;

/// How many cells are asked what they still need: enough for a progress bar, few enough not to be felt.
const ASKED: usize = 50;

/// Matches that a run will have played in the end, identical seatings once, as far as can be said now.
#[must_use]
pub fn expected_matches(experiment: &Experiment, tallies: &[Tally]) -> u64 {
    let Some(rule) = experiment.stop else {
        return experiment.played(experiment.blocks);
    };
    let done = experiment.blocks_of(tallies);
    // Up to the next checkpoint at least.
    let until = |more: u64| done.saturating_add(more.max(done / 16).max(50)).min(experiment.blocks);
    let more = |(info, tally): (&CellInfo, &Tally)| {
        let ending = rule.ending(tally, info.self_play);
        if ending.reached { 0 } else { ending.forecast.unwrap_or(experiment.blocks) }
    };
    let cells = experiment.cells.iter().zip(tallies);
    if !experiment.is_pruned() {
        return experiment.played(until(cells.take(ASKED).map(more).max().unwrap_or(0)));
    }
    let open = || cells.clone().filter(|(_, tally)| tally.decided.is_none());
    let asked: Vec<u64> = open().take(ASKED).map(|cell| until(more(cell)) - done).collect();
    let matches: u64 = open().map(|(info, _)| info.played_per_block).sum();
    let mean = asked.iter().map(|blocks| *blocks as f64).sum::<f64>() / asked.len().max(1) as f64;
    experiment.played_in(tallies).saturating_add((matches as f64 * mean) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::tournament_cells::{Heading, TournamentSpec};
    use crate::game::WIN_UNITS;
    use crate::stats::sprt::{Model, Sprt};

    #[test]
    fn a_pruned_tournament_expects_what_its_open_pairings_need() {
        let test = Sprt::new(Model::Logistic, -5.0, 5.0, 0.05, 0.05).unwrap();
        let strategies = ["greedy", "club", "random"].map(str::to_owned).to_vec();
        let wanted = TournamentSpec { strategies, prune: Some(test), ..TournamentSpec::default() };
        let heading = Heading::of(10_000, 61);
        let experiment = Experiment::tournament(
            "fives-and-threes",
            &crate::games::options::Settings::default(),
            &wanted,
            None,
            heading,
            None,
            &crate::context::Context::default(),
        )
        .unwrap();
        let tally = |counts: [u64; 5]| {
            let mut tally = Tally::new(2, 2, None);
            tally.blocks = counts.iter().sum();
            tally.classes[0] = (0..).step_by(WIN_UNITS as usize / 2).zip(counts).filter(|(_, n)| *n > 0).collect();
            tally
        };
        let mut tallies = vec![tally([0, 0, 20, 0, 180]), tally([5, 20, 70, 75, 80]), tally([20, 50, 110, 50, 20])];
        let rule = experiment.stop.unwrap();
        assert_eq!(rule.newly_decided(&mut tallies, &[false; 3]), [0, 1]);
        // Two matches a block: 200 and 250 blocks are over, the third pairing has 250 and goes on.
        let forecast = rule.ending(&tallies[2], false).forecast.unwrap();
        assert!((51..9000).contains(&forecast));
        assert_eq!(expected_matches(&experiment, &tallies), 2 * (200 + 250 + 250 + forecast));
    }
}
