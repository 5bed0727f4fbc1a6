//! A cell's result as a JSON document: what `match --json` prints, and each cell of `run --json`.

use serde_json::{Map, Value};

use super::manifest::luck_json;
use super::stopping;
use crate::experiment::{CellInfo, SideInfo};
use crate::game::WIN_UNITS;
use crate::stats::Tally;
use crate::stats::comparisons::{Chance, Comparison};
use crate::stats::figures::{self, Measure, SKILL, SlotResult};
use crate::stats::intervals::{self, Interval};
use crate::stats::luck_adjustment::{Adjusted, Offer};
use crate::strategies::StrategyPlan;

/// Digits after the point of shares and means in documents and tables: far below any interval, far above what machines disagree on.
const DIGITS: i32 = 6;

/// A real number for a file: rounded, so that every machine writes the same digits; `null` if it is none.
#[must_use]
pub fn real(value: f64) -> Value {
    let scale = 10f64.powi(DIGITS);
    let rounded = (value * scale).round() / scale;
    // No negative zero.
    serde_json::Number::from_f64(rounded + 0.0).map_or(Value::Null, Value::Number)
}

fn ends(interval: Option<Interval>) -> (Value, Value) {
    interval.map_or((Value::Null, Value::Null), |i| (real(i.low), real(i.high)))
}

fn insert(map: &mut Map<String, Value>, name: &str, measure: &Measure) {
    let (low, high) = ends(measure.interval);
    map.insert(name.to_owned(), real(measure.value));
    map.insert(format!("{name}_low"), low);
    map.insert(format!("{name}_high"), high);
}

/// The result of one strategy.
fn strategy(side: &SideInfo, found: &SlotResult) -> Value {
    let mut map = Map::new();
    map.insert("name".to_owned(), side.name.as_str().into());
    map.insert("sees_all".to_owned(), side.seats.iter().any(StrategyPlan::sees_all).into());
    // Partners sit at the same game, and so play by the same table.
    map.insert(
        "equity".to_owned(),
        side.equity.iter().flatten().next().map_or(Value::Null, |equity| equity.table.digest().into()),
    );
    map.insert("win_share".to_owned(), real(found.win_share));
    map.insert("low".to_owned(), real(found.interval.low));
    map.insert("high".to_owned(), real(found.interval.high));
    map.insert("interval".to_owned(), found.method.name().into());
    map.insert("exact_tie".to_owned(), (found.method == crate::stats::intervals::Method::ExactTie).into());
    map.insert("naive_low".to_owned(), real(found.naive.low));
    map.insert("naive_high".to_owned(), real(found.naive.high));
    map.insert("variance_ratio".to_owned(), found.variance_ratio.map_or(Value::Null, real));
    let wins = |total: i64| real(total as f64 / f64::from(WIN_UNITS));
    let classes = found.classes.iter().map(|(total, blocks)| Value::Array(vec![wins(*total), (*blocks).into()]));
    map.insert("block_classes".to_owned(), classes.collect());
    map.insert("elo".to_owned(), found.elo.map_or(Value::Null, |elo| real(elo.value)));
    map.insert("elo_low".to_owned(), found.elo.map_or(Value::Null, |elo| real(elo.interval.low)));
    map.insert("elo_high".to_owned(), found.elo.map_or(Value::Null, |elo| real(elo.interval.high)));
    map.insert("elo_clamped".to_owned(), found.elo.is_some_and(|elo| elo.clamped).into());
    map.insert("likelihood_of_superiority".to_owned(), found.likelihood_of_superiority.map_or(Value::Null, real));
    insert(&mut map, "points_per_round", &found.points_per_round);
    insert(&mut map, "points_per_match", &found.points_per_match);
    map.insert("luck_adjusted".to_owned(), found.adjusted.as_ref().map_or(Value::Null, luck_adjusted));
    Value::Object(map)
}

/// A win share with the luck of the deals taken out. What is not worth quoting is `null`, and `offer` says why.
fn luck_adjusted(found: &Adjusted) -> Value {
    let mut map = Map::new();
    map.insert("offer".to_owned(), found.offer.name().into());
    let offered = found.offer == Offer::Offered;
    let mut quoted = |name: &str, value: f64| {
        map.insert(name.to_owned(), if offered { real(value) } else { Value::Null });
    };
    quoted("win_share", found.win_share);
    quoted("low", found.interval.low);
    quoted("high", found.interval.high);
    for (name, share) in [("elo", found.win_share), ("elo_low", found.interval.low), ("elo_high", found.interval.high)]
    {
        quoted(name, intervals::elo(share).0);
    }
    map.insert("variance_ratio".to_owned(), real(found.variance_ratio));
    map.insert("coefficient".to_owned(), real(found.coefficient));
    insert(&mut map, "mean_luck", &found.luck);
    Value::Object(map)
}

/// The balance figures, each with the ends of its interval.
fn balance_json(tally: &Tally) -> Map<String, Value> {
    let mut map = Map::new();
    for figure in figures::balance(tally) {
        insert(&mut map, figure.name, &figure.measure(tally));
    }
    let places: Vec<Measure> =
        (0..tally.layout.sides).map(|place| figures::place_win_share(tally, place).measure(tally)).collect();
    map.insert("place_win_shares".to_owned(), places.iter().map(|place| real(place.value)).collect());
    map.insert("place_win_shares_low".to_owned(), places.iter().map(|place| ends(place.interval).0).collect());
    map.insert("place_win_shares_high".to_owned(), places.iter().map(|place| ends(place.interval).1).collect());
    map
}

/// Matches that ended without a winner.
#[must_use]
pub fn unfinished(tally: &Tally) -> u64 {
    let count = tally.layout.named("unfinished").map_or(0, |index| tally.sums[index]);
    u64::try_from(count).unwrap_or(0)
}

/// The document of a cell: its game, how much was played, its strategies and its balance figures.
#[must_use]
pub fn cell(cell: &CellInfo, tally: &Tally, seed: u64) -> Map<String, Value> {
    let slots = cell.sides.iter().enumerate();
    let mut map = Map::new();
    map.insert("cell".to_owned(), cell.name.as_str().into());
    map.insert("game".to_owned(), Value::Object(cell.game.clone()));
    map.insert("seed".to_owned(), seed.into());
    map.insert("orders".to_owned(), cell.orders.name().into());
    map.insert("blocks".to_owned(), tally.blocks.into());
    map.insert("matches_per_block".to_owned(), tally.matches_per_block.into());
    map.insert("matches".to_owned(), tally.blocks.saturating_mul(tally.matches_per_block).into());
    map.insert("matches_played".to_owned(), tally.blocks.saturating_mul(cell.played_per_block).into());
    map.insert("unfinished".to_owned(), unfinished(tally).into());
    map.insert("luck".to_owned(), cell.luck.as_ref().map_or(Value::Null, luck_json));
    map.insert("stop".to_owned(), stopping::document(cell, tally));
    map.insert(
        "strategies".to_owned(),
        slots
            .map(|(slot, side)| {
                strategy(side, &figures::slot_result(tally, slot, cell.sampling(), cell.played_per_block))
            })
            .collect(),
    );
    map.insert("balance".to_owned(), Value::Object(balance_json(tally)));
    map
}

/// Adds to the document of a cell what skill is worth in its game; `null` where the experiment does not say.
pub fn add_skill(cell: &mut Map<String, Value>, skill: Option<&Measure>) {
    if let Some(Value::Object(balance)) = cell.get_mut("balance") {
        insert(balance, SKILL, skill.unwrap_or(&Measure { value: f64::NAN, interval: None }));
    }
}

/// The differences of a cell from its baseline, as in `differences.csv`.
#[must_use]
pub fn differences(info: &CellInfo, comparisons: &[Comparison]) -> Value {
    let chance = |name: &str, chance: Option<Chance>| {
        let value = |of: fn(Chance) -> f64| chance.map_or(Value::Null, |chance| real(of(chance)));
        [(name.to_owned(), value(|chance| chance.alone)), (format!("{name}_holm"), value(|chance| chance.holm))]
    };
    let row = |comparison: &Comparison| {
        let found = &comparison.found;
        let (low, high) = ends(found.difference.difference.interval);
        let mut map = Map::new();
        map.insert("slot".to_owned(), found.slot.map_or(Value::Null, Value::from));
        let strategy = found.slot.map(|slot| info.sides[slot].name.as_str());
        map.insert("strategy".to_owned(), strategy.map_or(Value::Null, Value::from));
        map.insert("figure".to_owned(), found.figure.into());
        map.insert("value".to_owned(), real(found.value));
        map.insert("baseline_value".to_owned(), real(found.baseline_value));
        map.insert("difference".to_owned(), real(found.difference.difference.value));
        map.insert("low".to_owned(), low);
        map.insert("high".to_owned(), high);
        map.insert("correlation".to_owned(), found.difference.correlation.map_or(Value::Null, real));
        map.extend(chance("p_value", comparison.p_value));
        map.insert("margin".to_owned(), comparison.margin.map_or(Value::Null, real));
        map.extend(chance("p_equivalence", comparison.p_equivalence));
        map.insert("claim".to_owned(), comparison.claim.name().into());
        Value::Object(map)
    };
    comparisons.iter().map(row).collect()
}

/// The document of `match`: the program's version, then the cell.
#[must_use]
pub fn match_document(info: &CellInfo, tally: &Tally, seed: u64) -> Map<String, Value> {
    let version = ("version".to_owned(), Value::from(crate::VERSION));
    std::iter::once(version).chain(cell(info, tally, seed)).collect()
}
