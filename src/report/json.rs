//! A result as a JSON document: what `match --json`, `run --json` and `tournament --json` print. `docs/formats.md` explains each name.

use serde_json::{Map, Value, json};

use super::number::real;
use super::{stopping, tournament_tables};
use crate::analysis::comparisons::{Chance, Comparison};
use crate::analysis::figures::{PLACE_WIN_SHARE, SKILL, WIN_SHARE};
use crate::analysis::resolved::{ResolvedCell, ResolvedSide};
use crate::analysis::summary::{CellSummary, StrategyResult, Summary};
use crate::game::WIN_UNITS;
use crate::stats::intervals::{self, Interval, Method};
use crate::stats::luck_adjustment::{Adjusted, Offer};
use crate::stats::measure::Measure;

fn optional(value: Option<f64>) -> Value {
    value.map_or(Value::Null, real)
}

fn low(interval: Option<Interval>) -> Value {
    optional(interval.map(|interval| interval.low))
}

fn high(interval: Option<Interval>) -> Value {
    optional(interval.map(|interval| interval.high))
}

fn insert(map: &mut Map<String, Value>, name: &str, measure: &Measure) {
    map.insert(name.to_owned(), real(measure.value));
    map.insert(format!("{name}_low"), low(measure.interval));
    map.insert(format!("{name}_high"), high(measure.interval));
}

/// The result of one strategy.
fn strategy(side: &ResolvedSide, found: &StrategyResult) -> Value {
    let share = &found.win_share;
    let wins = |total: i64| real(total as f64 / f64::from(WIN_UNITS));
    let classes = share.classes.iter().map(|(total, blocks)| json!([wins(*total), blocks]));
    let document = json!({
        "name": side.name,
        "sees_all": side.sees_all(),
        "equity": side.equity(),
        WIN_SHARE.name: real(share.value),
        "low": real(share.interval.low),
        "high": real(share.interval.high),
        "interval": share.method.name(),
        "exact_tie": share.method == Method::ExactTie,
        "naive_low": real(share.naive.low),
        "naive_high": real(share.naive.high),
        "variance_ratio": optional(share.variance_ratio),
        "block_classes": classes.collect::<Vec<_>>(),
        "elo": optional(share.elo.map(|elo| elo.value)),
        "elo_low": low(share.elo.map(|elo| elo.interval)),
        "elo_high": high(share.elo.map(|elo| elo.interval)),
        "elo_clamped": share.elo.is_some_and(|elo| elo.clamped),
        "likelihood_of_superiority": optional(share.likelihood_of_superiority),
    });
    let mut map = object(document);
    found.figures.iter().for_each(|value| insert(&mut map, value.figure.name, &value.measure));
    map.insert("luck_adjusted".to_owned(), share.adjusted.as_ref().map_or(Value::Null, luck_adjusted));
    Value::Object(map)
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

/// A win share with the luck of the deals taken out. What is not worth quoting is `null`, and `offer` says why.
fn luck_adjusted(found: &Adjusted) -> Value {
    let offered = found.offer == Offer::Offered;
    let quoted = |value: f64| if offered { real(value) } else { Value::Null };
    let elo = |share: f64| quoted(intervals::elo(share).0);
    let document = json!({
        "offer": found.offer.name(),
        WIN_SHARE.name: quoted(found.win_share),
        "low": quoted(found.interval.low),
        "high": quoted(found.interval.high),
        "elo": elo(found.win_share),
        "elo_low": elo(found.interval.low),
        "elo_high": elo(found.interval.high),
        "variance_ratio": real(found.variance_ratio),
        "coefficient": real(found.coefficient),
    });
    let mut map = object(document);
    insert(&mut map, "mean_luck", &found.luck);
    Value::Object(map)
}

/// The figures of the game, each with the ends of its interval.
fn balance(cell: &CellSummary) -> Map<String, Value> {
    let mut map = Map::new();
    cell.figures.iter().for_each(|value| insert(&mut map, value.figure.name, &value.measure));
    let places = |of: fn(&Measure) -> Value| cell.place_win_shares.iter().map(of).collect::<Value>();
    let name = format!("{}s", PLACE_WIN_SHARE.name);
    let ends =
        [(format!("{name}_low"), places(|p| low(p.interval))), (format!("{name}_high"), places(|p| high(p.interval)))];
    map.insert(name, places(|place| real(place.value)));
    map.extend(ends);
    map
}

/// How the luck of a cell's deals is measured; `null` if it is not.
fn luck(info: &ResolvedCell) -> Value {
    info.luck
        .as_ref()
        .map_or(Value::Null, |luck| json!({ "models": luck.models, "playouts": luck.playouts, "equity": luck.equity }))
}

/// The document of a cell: its game, how much was played, its strategies and the figures of the game.
fn cell(summary: &Summary, cell: &CellSummary) -> Map<String, Value> {
    let info = &cell.info;
    let strategies = info.strategies.iter().zip(&cell.strategies);
    object(json!({
        "cell": info.name,
        "game": info.game,
        "seed": summary.seed,
        "orders": info.orders.name(),
        "blocks": cell.blocks,
        "matches_per_block": info.matches_per_block,
        "matches": cell.matches,
        "matches_played": cell.matches_played,
        "unfinished": cell.unfinished,
        "luck": luck(info),
        "stop": stopping::document(summary, cell),
        "strategies": strategies.map(|(side, found)| strategy(side, found)).collect::<Vec<_>>(),
        "balance": balance(cell),
    }))
}

/// A difference of a cell from its baseline, as in `differences.csv`.
fn difference(info: &ResolvedCell, found: &Comparison) -> Value {
    let alone = |chance: Option<Chance>| optional(chance.map(|chance| chance.alone));
    let holm = |chance: Option<Chance>| optional(chance.map(|chance| chance.holm));
    let interval = found.difference.difference.interval;
    json!({
        "slot": found.slot,
        "strategy": found.slot.map(|slot| info.strategies[slot].name.as_str()),
        "figure": found.figure.name,
        "value": real(found.value),
        "baseline_value": real(found.baseline_value),
        "difference": real(found.difference.difference.value),
        "low": low(interval),
        "high": high(interval),
        "correlation": optional(found.difference.correlation),
        "p_value": alone(found.p_value),
        "p_value_holm": holm(found.p_value),
        "margin": optional(found.margin),
        "p_equivalence": alone(found.p_equivalence),
        "p_equivalence_holm": holm(found.p_equivalence),
        "claim": found.claim.name(),
    })
}

/// A cell of an experiment: as by itself, with skill, its baseline and its differences from it.
fn experiment_cell(summary: &Summary, found: &CellSummary) -> Value {
    let mut map = cell(summary, found);
    if let Some(Value::Object(balance)) = map.get_mut("balance") {
        let none = Measure { value: f64::NAN, interval: None };
        insert(balance, SKILL.name, found.skill_win_share.as_ref().unwrap_or(&none));
    }
    map.insert("baseline".to_owned(), found.info.baseline.clone().into());
    map.insert("differences".to_owned(), found.comparisons.iter().map(|c| difference(&found.info, c)).collect());
    Value::Object(map)
}

/// The document of `match`: the program's version, then its only cell.
#[must_use]
pub fn match_document(summary: &Summary) -> Value {
    let version = ("version".to_owned(), Value::from(summary.version.as_str()));
    let cell = summary.cells.first().map(|found| cell(summary, found)).unwrap_or_default();
    std::iter::once(version).chain(cell).collect::<Map<_, _>>().into()
}

/// The document of `run`; `results` is the folder that holds the result.
#[must_use]
pub fn experiment_document(summary: &Summary, results: &str) -> Value {
    let document = json!({
        "version": summary.version,
        "title": summary.title,
        "question": summary.question,
        "seed": summary.seed,
        "blocks": summary.blocks,
        "matches": summary.matches,
        "matches_played": summary.matches_played,
        "results": results,
    });
    let mut map = object(document);
    if let Some(tournament) = &summary.tournament {
        map.insert("tournament".to_owned(), tournament_tables::document(summary, tournament).into());
    }
    map.insert("cells".to_owned(), summary.cells.iter().map(|cell| experiment_cell(summary, cell)).collect());
    map.insert("refused".to_owned(), json!(summary.refused));
    Value::Object(map)
}

/// The document of `tournament`; an empty object if the experiment is no tournament.
#[must_use]
pub fn tournament_document(summary: &Summary) -> Value {
    let Some(tournament) = &summary.tournament else {
        return Value::Object(Map::new());
    };
    let document = json!({
        "version": summary.version,
        "title": summary.title,
        "game": summary.cells.first().map(|cell| &cell.info.game),
        "seed": summary.seed,
        "blocks": summary.blocks,
        "line_ups": summary.cells.len(),
        "matches": summary.matches,
        "matches_played": summary.matches_played,
    });
    let mut map = object(document);
    map.extend(tournament_tables::document(summary, tournament));
    Value::Object(map)
}
