//! A table of match equity for people and for files.

use std::fmt::Write as _;

use serde_json::Value;

use super::columns::Columns;
use super::terminal::{Screen, option_lines};
use super::text::thousands;
use crate::equity::{Equity, ONE};
use crate::game::Seat;

/// A chance or its error as a share of 1.
fn share(parts: impl Into<f64>) -> f64 {
    parts.into() / f64::from(ONE)
}

/// The table's rows: own score, the other's, whether the own side leads next (if that matters), and where chance and error stand.
pub(super) fn rows(equity: &Equity) -> impl Iterator<Item = ([u16; 2], Option<bool>, usize)> + '_ {
    let (leads, target) = (equity.table.leads(), equity.table.limit() + 1);
    let scores = (0..target).flat_map(move |own| (0..target).map(move |other| [own, other]));
    scores
        .flat_map(move |scores| (0..leads).map(move |lead| (scores, (leads == 2).then_some(lead == 0))))
        .zip(0..)
        .map(|((scores, own_leads), at)| (scores, own_leads, at))
}

/// `equity.csv`: a row for each pair of scores and, where it matters, for each side that may lead.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn csv(equity: &Equity) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record([
        "own_score_points",
        "other_score_points",
        "next_lead",
        "win_chance",
        "win_chance_standard_error",
    ])?;
    for (scores, own_leads, at) in rows(equity) {
        let lead = own_leads.map_or("", |own| if own { "own" } else { "other" });
        // Seven digits tell all of the table's units apart but the last bit.
        let chance = format!("{:.7}", share(equity.table.chances()[at]));
        let error = format!("{:.7}", share(equity.errors[at]));
        writer.write_record([&scores[0].to_string(), &scores[1].to_string(), lead, &chance, &error])?;
    }
    writer.into_inner().map_err(|error| error.into_error().into())
}

/// Scores that the table on the terminal shows: about eight steps, and the last few before the target.
fn shown(target: u16) -> Vec<u16> {
    let step = [1, 2, 5, 10, 20, 25].into_iter().find(|step| target / step <= 6).unwrap_or(50);
    let mut scores: Vec<u16> = (0..target).step_by(usize::from(step)).collect();
    scores.extend([5, 3, 2, 1].into_iter().filter_map(|left| target.checked_sub(left)));
    scores.sort_unstable();
    scores.dedup();
    scores
}

pub(super) fn reference_name(equity: &Equity) -> &str {
    name_in(&equity.reference)
}

/// The name that a game's or a strategy's description has.
pub(super) fn name_in(described: &Value) -> &str {
    described.get("name").and_then(Value::as_str).unwrap_or_default()
}

/// The table in short.
#[must_use]
pub fn summary(equity: &Equity, screen: Screen) -> String {
    let mut out = option_lines(&equity.game, screen);
    let table = &equity.table;
    let (target, leads) = (table.limit() + 1, table.leads() == 2);
    let _ = writeln!(
        out,
        "both sides play {}; {} rounds from every standing; solved {}\n",
        reference_name(equity),
        thousands(u64::from(equity.rounds)),
        match equity.method.name() {
            "backwards" => "backwards from the target",
            _ => "by iteration, because scores can fall",
        }
    );
    let whose = if leads { " of the side that opens or deals next" } else { "" };
    let _ = writeln!(out, "chance to win the match{whose}, %: own score down, the other's across");
    let scores = shown(target);
    let mut columns = Columns::new(std::iter::once(String::new()).chain(scores.iter().map(u16::to_string)).collect());
    for own in &scores {
        let chance = |other: &u16| format!("{:.1}", 100.0 * share(table.chance([*own, *other], Some(Seat(0)))));
        columns.row(std::iter::once(own.to_string()).chain(scores.iter().map(chance)).collect());
    }
    out.push_str(&columns.draw(screen));
    out.push('\n');
    if leads {
        let start = 100.0 * share(table.chance([0, 0], Some(Seat(0))));
        let error = 100.0 * share(equity.errors.first().copied().unwrap_or(0));
        let _ = writeln!(out, "the leader of the first round wins {start:.2} % from 0–0 (standard error {error:.2})");
    }
    let largest = equity.errors.iter().copied().max().unwrap_or(0);
    let mean = equity.errors.iter().map(|error| f64::from(*error)).sum::<f64>() / equity.errors.len().max(1) as f64;
    let _ = writeln!(
        out,
        "standard error of a chance, from sampled deals, %: mean {:.3}, largest {:.3}",
        100.0 * share(mean),
        100.0 * share(largest)
    );
    let _ = writeln!(out, "blake3 {}", table.digest());
    out
}
