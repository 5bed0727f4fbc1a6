//! The manifest: what a result is a function of, and the digests of what came of it.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::files::Digest;
use super::{equity_files, stopping};
use crate::equity::Equity;
use crate::experiment::luck_options::LuckInfo;
use crate::experiment::{CellInfo, Experiment};
use crate::strategies::StrategyPlan;

/// Version of the manifest's format.
const FORMAT: u64 = 1;

fn strategy((plan, equity): (&StrategyPlan, &Option<Arc<Equity>>)) -> Value {
    let equity = equity.as_ref().map(|equity| equity.table.digest());
    json!({ "name": plan.label, "text": plan.text, "salt": plan.salt, "blake3": plan.digest, "equity": equity })
}

fn cell(info: &CellInfo, experiment: &Experiment, baseline: Option<usize>) -> Value {
    let point: Map<String, Value> =
        info.labels.point.iter().map(|(key, value)| (key.clone(), value.to_json())).collect();
    let sides = info.sides.iter().map(|side| {
        let seats = side.seats.iter().zip(&side.equity).map(strategy);
        json!({ "name": side.name, "seats": seats.collect::<Vec<_>>() })
    });
    let mut cell = json!({
        "name": info.name,
        "variant": info.labels.variant,
        "sweep": point,
        "lineup": info.labels.lineup,
        "baseline": baseline.map(|index| experiment.cells[index].name.as_str()),
        "game": info.game,
        "orders": info.orders.name(),
        "matches_per_block": info.matches_per_block,
        "played_per_block": info.played_per_block,
        "exact_tie": info.self_play,
        "strategies": sides.collect::<Vec<_>>(),
    });
    if let Some(luck) = &info.luck {
        cell["luck"] = luck_json(luck);
    }
    if let Some(skill) = info.skill {
        cell["skill"] = experiment.cells[skill].name.as_str().into();
    }
    cell
}

/// How the luck of a cell's deals is measured.
#[must_use]
pub fn luck_json(luck: &LuckInfo) -> Value {
    json!({ "models": luck.models, "playouts": luck.playouts, "equity": luck.equity.table.digest() })
}

/// The resolved experiment: with the program's version, everything that the results are a function of.
#[must_use]
pub fn resolved(experiment: &Experiment) -> Value {
    let cells = experiment.cells.iter().zip(&experiment.plan.cells);
    let refused = experiment
        .refused
        .iter()
        .map(|refused| json!({ "name": refused.name, "rule": refused.rule, "reason": refused.message }));
    let mut resolved = json!({
        "title": experiment.title,
        "question": experiment.question,
        "notes": experiment.notes,
        "seed": experiment.plan.seed,
        "blocks": experiment.blocks,
        "cells": cells.map(|(info, plan)| cell(info, experiment, plan.baseline)).collect::<Vec<_>>(),
        "refused": refused.collect::<Vec<_>>(),
    });
    // Only where there is one, so that an experiment without keeps its name.
    if let Some(rule) = &experiment.stop {
        resolved["stop"] = Value::Object(stopping::rule(rule));
    }
    if let Some(luck) = experiment.plan.cells.iter().find_map(|cell| cell.luck.as_ref()) {
        let StrategyPlan { label, text, salt, digest, .. } = &luck.stand_in;
        let model = json!({ "name": label, "text": text, "salt": salt, "blake3": digest });
        resolved["luck"] = json!({ "model": model, "playouts": luck.playouts });
    }
    if let Some(tournament) = &experiment.tournament {
        let anchor = tournament.anchor.map(|anchor| tournament.names[anchor].as_str());
        resolved["tournament"] = json!({ "mode": tournament.mode(), "anchor": anchor, "strategies": tournament.names });
        if tournament.pruned {
            resolved["tournament"]["pruned"] = true.into();
        }
    }
    if !experiment.margins.is_empty() {
        resolved["margin"] = json!(experiment.margins);
    }
    resolved
}

/// A short name for (version, resolved experiment): two results with the same id hold the same numbers.
#[must_use]
pub fn id(experiment: &Experiment) -> String {
    let text = json!({ "version": crate::VERSION, "experiment": resolved(experiment) }).to_string();
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// A file's entry in the manifest.
#[must_use]
pub fn entry(name: &str, digest: &Digest) -> Value {
    json!({ "name": name, "bytes": digest.bytes, "blake3": digest.blake3 })
}

/// Sets a file's entry in a manifest, behind those of the others if it has none. Returns whether that changed anything.
pub fn vouch(manifest: &mut Value, name: &str, digest: &Digest) -> bool {
    let own = entry(name, digest);
    let Some(files) = manifest.get_mut("files").and_then(Value::as_array_mut) else {
        return false;
    };
    match files.iter_mut().find(|file| file.get("name").and_then(Value::as_str) == Some(name)) {
        Some(old) if *old == own => return false,
        Some(old) => *old = own,
        None => files.push(own),
    }
    true
}

/// The manifest of a result. `command` is the command line that gives the same numbers, `tallies` the digest of the tallies, `files` that of
/// each file by name, `equity` the tables of match equity that are played by.
#[must_use]
pub fn manifest(
    experiment: &Experiment,
    command: &str,
    tallies: &Digest,
    files: &[(String, Digest)],
    equity: &[Arc<Equity>],
) -> Value {
    let files = files.iter().map(|(name, digest)| entry(name, digest));
    let mut manifest = json!({
        "manifest": FORMAT,
        "id": id(experiment),
        "version": crate::VERSION,
        "source": { "commit": crate::COMMIT, "dirty": crate::DIRTY },
        "seed": experiment.plan.seed,
        "command": command,
        "tallies_blake3": tallies.blake3,
        "files": files.collect::<Vec<_>>(),
        "experiment": resolved(experiment),
    });
    // Only where there are any, so that other results keep their bytes.
    if !equity.is_empty() {
        manifest["equity"] = equity.iter().map(|table| equity_files::entry(table)).collect();
    }
    manifest
}
