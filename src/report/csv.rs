//! Summary, differences and distributions as comma-separated tables. `docs/formats.md` explains each column.

use serde_json::Value;

use super::json::real;
use super::stopping;
use crate::experiment::{CellInfo, Experiment};
use crate::game::WIN_UNITS;
use crate::stats::Tally;
use crate::stats::blocks::Class;
use crate::stats::comparisons::Chance;
use crate::stats::figures::{self, Measure, SKILL};
use crate::stats::intervals::Method;

/// A real number as a field: rounded as in documents, empty if there is none.
pub(super) fn number(value: Option<f64>) -> String {
    match value.map(real) {
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn measure(row: &mut Vec<String>, measure: &Measure) {
    row.push(number(Some(measure.value)));
    row.push(number(measure.interval.map(|interval| interval.low)));
    row.push(number(measure.interval.map(|interval| interval.high)));
}

fn with_ends(columns: &mut Vec<String>, name: &str) {
    columns.extend([name.to_owned(), format!("{name}_low"), format!("{name}_high")]);
}

/// Rows to bytes.
pub(super) fn table(header: &[String], rows: impl Iterator<Item = Vec<String>>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header)?;
    for row in rows {
        writer.write_record(&row)?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Classes of block outcomes as a field: `0:12 0.5:0 1:50`, wins and blocks.
fn classes(classes: &[Class]) -> String {
    let part = |(total, blocks): &Class| format!("{}:{blocks}", number(Some(*total as f64 / f64::from(WIN_UNITS))));
    classes.iter().map(part).collect::<Vec<_>>().join(" ")
}

fn place(info: &CellInfo, experiment: &Experiment, index: usize) -> Vec<String> {
    let baseline = experiment.plan.cells[index].baseline;
    vec![
        info.name.clone(),
        info.labels.variant.clone().unwrap_or_default(),
        info.labels.point_text(),
        info.labels.lineup.clone(),
        baseline.map(|other| experiment.cells[other].name.clone()).unwrap_or_default(),
    ]
}

/// `summary.csv`: a row for each cell and line-up slot.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn summary(experiment: &Experiment, tallies: &[Tally]) -> Result<Vec<u8>, csv::Error> {
    let mut header: Vec<String> =
        ["cell", "variant", "sweep", "lineup", "baseline", "slot", "strategy", "sides"].map(str::to_owned).to_vec();
    header.extend(["blocks", "matches", "unfinished_matches"].map(str::to_owned));
    with_ends(&mut header, "win_share");
    header
        .extend(["win_share_interval", "exact_tie", "win_share_naive_low", "win_share_naive_high"].map(str::to_owned));
    header.extend(["win_share_variance_ratio", "block_classes"].map(str::to_owned));
    if experiment.stop.is_some() {
        header.extend(["stop_verdict", "stop_blocks", "stop_llr", "stop_half_width"].map(str::to_owned));
    }
    with_ends(&mut header, "elo");
    header.push("elo_clamped".to_owned());
    header.push("likelihood_of_superiority".to_owned());
    with_ends(&mut header, "points_per_round");
    with_ends(&mut header, "points_per_match");
    if let Some(tally) = tallies.first() {
        figures::balance(tally).iter().for_each(|figure| with_ends(&mut header, figure.name));
    }
    with_ends(&mut header, SKILL);
    let most = tallies.iter().map(|tally| tally.layout.sides).max().unwrap_or(0);
    (0..most).for_each(|place| with_ends(&mut header, &format!("place_{place}_win_share")));
    let mut rows = Vec::new();
    for (index, (info, tally)) in experiment.cells.iter().zip(tallies).enumerate() {
        let mut shared = Vec::new();
        figures::balance(tally).iter().for_each(|figure| measure(&mut shared, &figure.measure(tally)));
        match experiment.skill(tallies, index) {
            Some(skill) => measure(&mut shared, &skill),
            None => shared.extend(["", "", ""].map(str::to_owned)),
        }
        for place in 0..most {
            if place < tally.layout.sides {
                measure(&mut shared, &figures::place_win_share(tally, place).measure(tally));
            } else {
                shared.extend(["", "", ""].map(str::to_owned));
            }
        }
        for (slot, side) in info.sides.iter().enumerate() {
            let found = figures::slot_result(tally, slot, info.sampling(), info.played_per_block);
            let mut row = place(info, experiment, index);
            row.extend([slot.to_string(), side.name.clone(), tally.layout.sides.to_string(), tally.blocks.to_string()]);
            row.push(tally.blocks.saturating_mul(tally.matches_per_block).to_string());
            row.push(super::json::unfinished(tally).to_string());
            measure(&mut row, &Measure { value: found.win_share, interval: Some(found.interval) });
            row.push(found.method.name().to_owned());
            row.push((found.method == Method::ExactTie).to_string());
            row.push(number(Some(found.naive.low)));
            row.push(number(Some(found.naive.high)));
            row.push(number(found.variance_ratio));
            row.push(classes(&found.classes));
            if let Some(rule) = &experiment.stop {
                let ending = rule.ending(tally, info.self_play);
                row.extend([stopping::verdict(&ending).to_owned(), ending.blocks.to_string()]);
                row.extend([ending.look.and_then(|look| look.llr), ending.half_width].map(number));
            }
            let elo = found.elo;
            row.extend([elo.map(|e| e.value), elo.map(|e| e.interval.low), elo.map(|e| e.interval.high)].map(number));
            row.push(elo.map(|e| e.clamped.to_string()).unwrap_or_default());
            row.push(number(found.likelihood_of_superiority));
            measure(&mut row, &found.points_per_round);
            measure(&mut row, &found.points_per_match);
            row.extend(shared.iter().cloned());
            rows.push(row);
        }
    }
    table(&header, rows.into_iter())
}

/// `differences.csv`: a row for each cell with a baseline and each figure, from the deals that both played.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn differences(experiment: &Experiment, tallies: &[Tally]) -> Result<Vec<u8>, csv::Error> {
    let header = [
        "cell",
        "variant",
        "sweep",
        "lineup",
        "baseline",
        "slot",
        "strategy",
        "figure",
        "value",
        "baseline_value",
        "difference",
        "low",
        "high",
        "correlation",
        "p_value",
        "p_value_holm",
        "margin",
        "p_equivalence",
        "p_equivalence_holm",
        "claim",
    ]
    .map(str::to_owned);
    let mut rows = Vec::new();
    let compared = experiment.compare(tallies);
    for (index, (info, comparisons)) in experiment.cells.iter().zip(&compared).enumerate() {
        for comparison in comparisons {
            let found = &comparison.found;
            let mut row = place(info, experiment, index);
            row.push(found.slot.map(|slot| slot.to_string()).unwrap_or_default());
            row.push(found.slot.map(|slot| info.sides[slot].name.clone()).unwrap_or_default());
            row.push(found.figure.to_owned());
            row.push(number(Some(found.value)));
            row.push(number(Some(found.baseline_value)));
            measure(&mut row, &found.difference.difference);
            row.push(number(found.difference.correlation));
            let chance = |chance: Option<Chance>| [chance.map(|c| c.alone), chance.map(|c| c.holm)].map(number);
            row.extend(chance(comparison.p_value));
            row.push(number(comparison.margin));
            row.extend(chance(comparison.p_equivalence));
            row.push(comparison.claim.name().to_owned());
            rows.push(row);
        }
    }
    table(&header, rows.into_iter())
}

/// `distributions.csv`: a row for each cell, figure and value that occurred.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn distributions(experiment: &Experiment, tallies: &[Tally]) -> Result<Vec<u8>, csv::Error> {
    let header = ["cell", "slot", "strategy", "figure", "value", "count"].map(str::to_owned);
    let mut rows = Vec::new();
    for (info, tally) in experiment.cells.iter().zip(tallies) {
        let mut add = |slot: Option<usize>, figure: &str, value: i64, count: u64| {
            rows.push(vec![
                info.name.clone(),
                slot.map(|slot| slot.to_string()).unwrap_or_default(),
                slot.map(|slot| info.sides[slot].name.clone()).unwrap_or_default(),
                figure.to_owned(),
                value.to_string(),
                count.to_string(),
            ]);
        };
        for (slot, scores) in tally.shapes.scores.iter().enumerate() {
            scores.iter().for_each(|(value, count)| add(Some(slot), "score_points", value, count));
        }
        for (slot, classes) in tally.classes.iter().enumerate() {
            classes.iter().for_each(|(value, count)| add(Some(slot), "block_win_share_27720ths", *value, *count));
        }
        tally.shapes.rounds.iter().for_each(|(value, count)| add(None, "rounds", value, count));
        tally.shapes.moves.iter().for_each(|(value, count)| add(None, "moves", value, count));
        tally.shapes.margins.iter().for_each(|(value, count)| add(None, "margin_points", value, count));
    }
    table(&header, rows.into_iter())
}
