//! What a stopping rule came to, as JSON and in words, and how a run stands while it is under way.

use serde_json::{Map, Value};

use super::number::real;
use super::text::{blocks, spread, thousands};
use crate::analysis::summary::{CellSummary, Summary};
use crate::experiment::{CellInfo, Experiment};
use crate::stats::confidence_sequence::ConfidenceSequence;
use crate::stats::sprt::{Model, Sprt, Verdict};
use crate::stats::stopping::{Ending, StoppingRule};
use crate::stats::win_share::{Sampling, win_share};
use crate::tally::Tally;

/// What a run waits for, in words.
#[must_use]
pub fn wanted(rule: &StoppingRule) -> String {
    match rule {
        StoppingRule::Sprt(sprt) => format!(
            "a sequential test of the first strategy: H0 {}, H1 {}, α {}, β {}",
            bound(sprt.model, sprt.low),
            bound(sprt.model, sprt.high),
            sprt.alpha,
            sprt.beta
        ),
        StoppingRule::HalfWidth(half_width) => {
            format!("every win share known within ±{} percentage points", half_width * 100.0)
        }
    }
}

/// What a test accepted: `H0`, `H1`, or `inconclusive`, and `exact-tie` where it could never decide; or whether an interval became narrow enough: `reached` or `not-reached`.
#[must_use]
pub fn verdict(ending: &Ending) -> &'static str {
    match (ending.look, ending.verdict()) {
        (Some(_), Some(verdict)) => verdict.name(),
        (Some(_), None) if ending.exact_tie => "exact-tie",
        (Some(_), None) => "inconclusive",
        (None, _) if ending.reached => "reached",
        (None, _) => "not-reached",
    }
}

/// How a cell's run under a rule ended; `null` without a rule.
#[must_use]
pub fn document(summary: &Summary, cell: &CellSummary) -> Value {
    match (summary.stop, cell.ending) {
        (Some(rule), Some(ending)) => ending_document(rule, &ending),
        _ => Value::Null,
    }
}

/// How a run under a rule ended.
#[must_use]
pub fn ending_document(rule: StoppingRule, ending: &Ending) -> Value {
    let mut map: Map<String, Value> = rule.into();
    if let (StoppingRule::Sprt(sprt), Some(look)) = (rule, ending.look) {
        let (lower, upper) = sprt.bounds();
        map.insert("llr".to_owned(), look.llr.map_or(Value::Null, real));
        map.extend([("llr_lower", lower), ("llr_upper", upper)].map(|(name, value)| (name.to_owned(), real(value))));
    }
    if let Some(half_width) = ending.half_width {
        map.insert("half_width".to_owned(), real(half_width));
    }
    map.insert("verdict".to_owned(), verdict(ending).into());
    map.insert("blocks".to_owned(), ending.blocks.into());
    map.insert("forecast_blocks".to_owned(), ending.forecast.map_or(Value::Null, Value::from));
    Value::Object(map)
}

/// A bound of a test in its unit.
fn bound(model: Model, value: f64) -> String {
    match model {
        Model::Logistic => format!("Elo {value}"),
        Model::Normalized => format!("normalized Elo {value}"),
        Model::WinShare => format!("win share {value}"),
    }
}

/// What is to be added where H0 is accepted of a strategy that is far below it: by more than the bounds are apart.
fn worse_than_both(sprt: &Sprt, estimate: Option<f64>) -> String {
    let far = estimate.filter(|value| *value < 2.0 * sprt.low - sprt.high);
    far.map_or_else(String::new, |value| {
        let unit = if sprt.model == Model::WinShare { 1000.0 } else { 1.0 };
        format!("; the estimate, {}, is far below both", bound(sprt.model, (value * unit).round() / unit))
    })
}

fn forecast(ending: &Ending) -> String {
    ending.forecast.map_or_else(String::new, |more| format!("; about {} more are expected", blocks(more)))
}

fn llr(sprt: &Sprt, value: Option<f64>) -> String {
    let (lower, upper) = sprt.bounds();
    let value = value.map_or_else(|| "not computable".to_owned(), |value| format!("{value:.2}"));
    format!("LLR {value} ({lower:.2} to {upper:.2})")
}

/// How a cell's run under a rule ended, in words; empty without a rule.
#[must_use]
pub fn sentence(summary: &Summary, cell: &CellSummary) -> String {
    let (Some(rule), Some(ending)) = (summary.stop, cell.ending) else {
        return String::new();
    };
    let first = cell.info.strategies.first().map_or("", |side| side.name.as_str());
    ending_sentence(rule, &ending, first)
}

/// How a run under a rule ended, in words; `first` is the strategy that a test is of.
#[must_use]
pub fn ending_sentence(rule: StoppingRule, ending: &Ending, first: &str) -> String {
    match (rule, ending.look) {
        (StoppingRule::Sprt(sprt), Some(look)) => {
            let outcome = match ending.verdict() {
                Some(Verdict::H0) => format!(
                    "H0 accepted ({} rather than {}{})",
                    bound(sprt.model, sprt.low),
                    bound(sprt.model, sprt.high),
                    worse_than_both(&sprt, look.estimate)
                ),
                Some(Verdict::H1) => format!(
                    "H1 accepted ({} rather than {})",
                    bound(sprt.model, sprt.high),
                    bound(sprt.model, sprt.low)
                ),
                None if ending.exact_tie => {
                    "both sides play identically, so every block is an exact tie and no test can decide; ended"
                        .to_owned()
                }
                None => "inconclusive".to_owned(),
            };
            format!(
                "Sequential test of {first}: H0 {}, H1 {}, α {}, β {}: {outcome} after {}, {}{}.",
                bound(sprt.model, sprt.low),
                bound(sprt.model, sprt.high),
                sprt.alpha,
                sprt.beta,
                blocks(ending.blocks),
                llr(&sprt, look.llr),
                forecast(ending)
            )
        }
        (StoppingRule::HalfWidth(half_width), _) => format!(
            "Until every win share is known within ±{} percentage points: {} after {}, ±{:.3}{}.",
            half_width * 100.0,
            if ending.reached { "reached" } else { "not reached" },
            blocks(ending.blocks),
            ending.half_width.unwrap_or(f64::NAN) * 100.0,
            forecast(ending)
        ),
        (StoppingRule::Sprt(_), None) => String::new(),
    }
}

/// How the intervals of a cell are made that somebody looks at whenever they like.
pub(super) fn watched(info: &CellInfo) -> Sampling {
    if info.self_play {
        return Sampling::SelfPlay;
    }
    info.stop.map_or(Sampling::Stopped(ConfidenceSequence::WATCHED), |rule| rule.sampling())
}

/// The state of a run in a line, for its progress: of a pruned tournament how many pairings are decided, else how the first cell stands that is no
/// self-play. Its interval may be looked at at any time.
#[must_use]
pub fn live(experiment: &Experiment, tallies: &[Tally]) -> String {
    if experiment.is_pruned() {
        let decided = tallies.iter().filter(|tally| tally.decided.is_some()).count();
        let open = tallies.iter().zip(&experiment.cells).find(|(tally, _)| tally.decided.is_none());
        return format!(
            "{}, {} of {} pairings decided{}",
            blocks(experiment.blocks_of(tallies)),
            thousands(decided as u64),
            thousands(tallies.len() as u64),
            open.map_or_else(String::new, |(_, info)| format!(", among the others {}", info.name))
        );
    }
    let Some((info, tally)) = experiment.cells.iter().zip(tallies).find(|(info, _)| !info.self_play) else {
        return String::new();
    };
    let found = win_share(tally, 0, watched(info), info.played_per_block);
    let share = spread(found.value, Some(found.interval), 2, 100.0);
    let name = info.sides.first().map_or("", |side| side.name.as_str());
    let mut line = format!("{}, {name} {share} %", blocks(tally.blocks));
    if let Some(rule) = info.stop {
        let ending = rule.ending(tally, info.self_play);
        if let (StoppingRule::Sprt(sprt), Some(look)) = (rule, ending.look) {
            line.push_str(&format!(", {}", llr(&sprt, look.llr)));
        }
        if let Some(more) = ending.forecast {
            line.push_str(&format!(", about {} to go", thousands(more)));
        }
    }
    if experiment.cells.len() > 1 {
        line.push_str(&format!(" (cell {})", info.name));
    }
    line
}
