//! A sequential test of counts by block class, as a document and in words.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::columns::Screen;
use super::number::real;
use super::stopping::{ending_document, ending_sentence};
use super::text::{self, signed, spread, wrap};
use crate::game::WIN_UNITS;
use crate::stats::class_counts::{ClassCounts, Tested};
use crate::stats::measure::Measure;
use crate::stats::sprt::Sprt;
use crate::stats::stopping::StoppingRule;

/// The document of `sprt`.
#[must_use]
pub fn document(counts: &ClassCounts, name: &str, test: Sprt, found: &Tested) -> Value {
    let share = &found.win_share;
    let optional = |value: Option<f64>| value.map_or(Value::Null, real);
    let classes = share.classes.iter().map(|(total, n)| json!([real(*total as f64 / f64::from(WIN_UNITS)), n]));
    json!({
        "version": crate::VERSION,
        "strategy": name,
        "sides": counts.sides,
        "matches_per_block": counts.matches_per_block,
        "blocks": counts.blocks.values().sum::<u64>(),
        "stop": ending_document(StoppingRule::Sprt(test), &found.ending),
        "win_share": real(share.value),
        "low": real(share.interval.low),
        "high": real(share.interval.high),
        "interval": share.method.name(),
        "block_classes": classes.collect::<Vec<_>>(),
        "elo": optional(share.elo.map(|elo| elo.value)),
        "elo_low": optional(share.elo.map(|elo| elo.interval.low)),
        "elo_high": optional(share.elo.map(|elo| elo.interval.high)),
        "elo_clamped": share.elo.is_some_and(|elo| elo.clamped),
    })
}

/// The same for people.
#[must_use]
pub fn text(counts: &ClassCounts, name: &str, test: Sprt, found: &Tested, screen: Screen) -> String {
    let width = screen.text_width();
    let share = &found.win_share;
    let blocks: u64 = counts.blocks.values().sum();
    let mut out = format!(
        "{} of {}: {}\n\n",
        text::blocks(blocks),
        text::count(counts.matches_per_block, "match", "matches"),
        text::count(blocks.saturating_mul(counts.matches_per_block), "match", "matches"),
    );
    let _ = write!(out, "{name}: win share {} %", spread(share.value, Some(share.interval), 2, 100.0));
    if let Some(elo) = share.elo {
        let elo = Measure { value: elo.value, interval: Some(elo.interval) };
        let _ = write!(out, ", Elo {}", signed(&elo, 1, 1.0));
    }
    out.push_str("\n\n");
    out.push_str(&wrap("", &ending_sentence(StoppingRule::Sprt(test), &found.ending, name), width, 0));
    let note = if counts.exact_tie {
        "The blocks are exact ties by construction."
    } else {
        "± and (…) are 95 % intervals that are valid under optional stopping (confidence sequences). The verdict is that of a run which looked at its checkpoints \
         and stopped here; counts that were chosen because of what they show have no valid verdict."
    };
    let _ = write!(out, "\n{}", wrap("", note, width, 0));
    out
}
