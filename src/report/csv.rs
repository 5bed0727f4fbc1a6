//! Summary, differences, distributions and block classes as comma-separated tables. `docs/formats.md` explains each column.

use super::cell_columns::CellColumns;
use super::csv_fields::{name, table};
use super::number::field as number;
use super::stopping;
use crate::analysis::comparisons::Chance;
use crate::analysis::figures::{GAME, SKILL, STRATEGY, WIN_SHARE};
use crate::analysis::summary::{CellSummary, Summary};
use crate::game::WIN_UNITS;
use crate::stats::intervals::Method;
use crate::stats::measure::Measure;

fn measure(row: &mut Vec<String>, measure: &Measure) {
    row.push(number(Some(measure.value)));
    row.push(number(measure.interval.map(|interval| interval.low)));
    row.push(number(measure.interval.map(|interval| interval.high)));
}

fn optional(row: &mut Vec<String>, found: Option<&Measure>) {
    match found {
        Some(found) => measure(row, found),
        None => row.extend(["", "", ""].map(str::to_owned)),
    }
}

fn with_ends(columns: &mut Vec<String>, name: &str) {
    columns.extend([name.to_owned(), format!("{name}_low"), format!("{name}_high")]);
}

/// `summary.csv`: a row for each cell and line-up slot.
pub fn summary(summary: &Summary) -> Vec<u8> {
    let place = CellColumns::of(summary);
    let mut header = place.header();
    header.extend(["slot", "strategy", "sides", "blocks", "matches", "unfinished_matches"].map(str::to_owned));
    with_ends(&mut header, WIN_SHARE.name);
    header
        .extend(["win_share_interval", "exact_tie", "win_share_naive_low", "win_share_naive_high"].map(str::to_owned));
    header.push("win_share_variance_ratio".to_owned());
    if summary.stop.is_some() {
        header.extend(["stop_verdict", "stop_blocks", "stop_llr", "stop_half_width"].map(str::to_owned));
    }
    with_ends(&mut header, "elo");
    header.push("elo_clamped".to_owned());
    header.push("likelihood_of_superiority".to_owned());
    STRATEGY.iter().chain(GAME).chain([&SKILL]).for_each(|figure| with_ends(&mut header, figure.name));
    let most = summary.cells.iter().map(CellSummary::sides).max().unwrap_or(0);
    (0..most).for_each(|place| with_ends(&mut header, &format!("place_{place}_win_share")));
    let mut rows = Vec::new();
    for cell in &summary.cells {
        let mut shared = Vec::new();
        cell.figures.iter().for_each(|value| measure(&mut shared, &value.measure));
        optional(&mut shared, cell.skill_win_share.as_ref());
        (0..most).for_each(|place| optional(&mut shared, cell.place_win_shares.get(place)));
        for (slot, (side, found)) in cell.info.strategies.iter().zip(&cell.strategies).enumerate() {
            let share = &found.win_share;
            let mut row = place.row(summary, cell);
            row.extend([slot.to_string(), name(&side.name), cell.sides().to_string(), cell.blocks.to_string()]);
            row.extend([cell.matches.to_string(), cell.unfinished.to_string()]);
            measure(&mut row, &found.share());
            row.push(share.method.name().to_owned());
            row.push((share.method == Method::ExactTie).to_string());
            row.push(number(Some(share.naive.low)));
            row.push(number(Some(share.naive.high)));
            row.push(number(share.variance_ratio));
            if let Some(ending) = &cell.ending {
                row.extend([stopping::verdict(ending).to_owned(), ending.blocks.to_string()]);
                row.extend([ending.look.and_then(|look| look.llr), ending.half_width].map(number));
            }
            let elo = share.elo;
            row.extend([elo.map(|e| e.value), elo.map(|e| e.interval.low), elo.map(|e| e.interval.high)].map(number));
            row.push(elo.map(|e| e.clamped.to_string()).unwrap_or_default());
            row.push(number(share.likelihood_of_superiority));
            found.figures.iter().for_each(|value| measure(&mut row, &value.measure));
            row.extend(shared.iter().cloned());
            rows.push(row);
        }
    }
    table(&header, rows.into_iter())
}

/// `differences.csv`: a row for each cell with a baseline and each figure, from the deals that both played.
pub fn differences(summary: &Summary) -> Vec<u8> {
    let place = CellColumns::of(summary);
    let mut header = place.header();
    header.extend(
        ["slot", "strategy", "figure", "value", "baseline_value", "difference", "low", "high"].map(str::to_owned),
    );
    header.extend(["correlation", "p_value", "p_value_holm", "margin"].map(str::to_owned));
    header.extend(["p_equivalence", "p_equivalence_holm", "claim"].map(str::to_owned));
    let mut rows = Vec::new();
    for cell in &summary.cells {
        for found in &cell.comparisons {
            let mut row = place.row(summary, cell);
            row.extend(strategy(cell, found.slot));
            row.push(found.figure.name.to_owned());
            row.push(number(Some(found.value)));
            row.push(number(Some(found.baseline_value)));
            measure(&mut row, &found.difference.difference);
            row.push(number(found.difference.correlation));
            let chance = |chance: Option<Chance>| [chance.map(|c| c.alone), chance.map(|c| c.holm)].map(number);
            row.extend(chance(found.p_value));
            row.push(number(found.margin));
            row.extend(chance(found.p_equivalence));
            row.push(found.claim.name().to_owned());
            rows.push(row);
        }
    }
    table(&header, rows.into_iter())
}

/// A slot and its strategy; both empty for what is the game's.
fn strategy(cell: &CellSummary, slot: Option<usize>) -> [String; 2] {
    slot.map_or_else(Default::default, |slot| [slot.to_string(), name(&cell.info.strategies[slot].name)])
}

/// `distributions.csv`: a row for each cell, figure and value that occurred.
pub fn distributions(summary: &Summary) -> Vec<u8> {
    let header = ["cell", "slot", "strategy", "figure", "value", "count"].map(str::to_owned);
    let mut rows = Vec::new();
    for cell in &summary.cells {
        let mut add = |slot: Option<usize>, figure: &str, value: i64, count: u64| {
            let [slot, strategy] = strategy(cell, slot);
            rows.push(vec![
                name(&cell.info.name),
                slot,
                strategy,
                figure.to_owned(),
                value.to_string(),
                count.to_string(),
            ]);
        };
        let shapes = &cell.distributions;
        for (slot, scores) in shapes.scores.iter().enumerate() {
            scores.iter().for_each(|(value, count)| add(Some(slot), "score_points", value, count));
        }
        for (figure, counts) in
            [("rounds", &shapes.rounds), ("moves", &shapes.moves), ("margin_points", &shapes.margins)]
        {
            counts.iter().for_each(|(value, count)| add(None, figure, value, count));
        }
    }
    table(&header, rows.into_iter())
}

/// `block-classes.csv`: a row for each cell, line-up slot and class of blocks, those with the same number of wins.
pub fn block_classes(summary: &Summary) -> Vec<u8> {
    let header = ["cell", "slot", "strategy", "wins", "blocks"].map(str::to_owned);
    let mut rows = Vec::new();
    for cell in &summary.cells {
        for (slot, found) in cell.strategies.iter().enumerate() {
            for (total, blocks) in &found.win_share.classes {
                let [slot, strategy] = strategy(cell, Some(slot));
                let wins = number(Some(*total as f64 / f64::from(WIN_UNITS)));
                rows.push(vec![name(&cell.info.name), slot, strategy, wins, blocks.to_string()]);
            }
        }
    }
    table(&header, rows.into_iter())
}
