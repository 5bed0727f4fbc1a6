//! The answer in words: sentences that follow from the intervals and claims, and say no more than these do.

use super::super::ending;
use super::super::text::{count, spread};
use super::result::{Cell, Found, Group, slot_name};
use crate::stats::balance::{self, Measure};
use crate::stats::comparisons::{Claim, Comparison};
use crate::stats::intervals::Interval;
use crate::stats::stopping::Rule;

/// A figure that is compared in words: name, whether it is a slot's, what a higher and a lower value mean, unit, factor, digits.
struct Phrase {
    figure: &'static str,
    about: &'static str,
    more: &'static str,
    less: &'static str,
    unit: &'static str,
    scale: f64,
    digits: usize,
}

const WINS: Phrase = Phrase {
    figure: "win_share",
    about: "wins",
    more: "wins more often",
    less: "wins less often",
    unit: " percentage points",
    scale: 100.0,
    digits: 2,
};

const GAME: [Phrase; 6] = [
    Phrase {
        figure: "opener_win_share",
        about: "the opener's wins",
        more: "the opener wins more often",
        less: "the opener wins less often",
        unit: " percentage points",
        scale: 100.0,
        digits: 2,
    },
    Phrase {
        figure: "opener_edge_points_per_round",
        about: "the opener's edge",
        more: "the opener's edge is higher",
        less: "the opener's edge is lower",
        unit: " points a round",
        scale: 1.0,
        digits: 3,
    },
    Phrase {
        figure: "rounds_per_match",
        about: "the length of matches",
        more: "matches are longer",
        less: "matches are shorter",
        unit: " rounds",
        scale: 1.0,
        digits: 3,
    },
    Phrase {
        figure: "blocked_round_share",
        about: "blocked rounds",
        more: "more rounds are blocked",
        less: "fewer rounds are blocked",
        unit: " percentage points",
        scale: 100.0,
        digits: 2,
    },
    Phrase {
        figure: "discarded_points_per_match",
        about: "points lost",
        more: "more points are lost",
        less: "fewer points are lost",
        unit: " a match",
        scale: 1.0,
        digits: 3,
    },
    Phrase {
        figure: "lead_changes_per_match",
        about: "lead changes",
        more: "the lead changes more often",
        less: "the lead changes less often",
        unit: " times a match",
        scale: 1.0,
        digits: 3,
    },
];

/// `55.86 % (52.99 to 58.73)`.
pub(super) fn percent(value: f64, interval: Option<Interval>) -> String {
    match interval {
        Some(i) => format!("{:.2} % ({:.2} to {:.2})", 100.0 * value, 100.0 * i.low, 100.0 * i.high),
        None => format!("{:.2} %", 100.0 * value),
    }
}

/// Where an interval lies against a value.
enum Against {
    Above,
    Below,
    Around,
}

fn against(interval: Interval, value: f64) -> Against {
    if interval.low > value {
        Against::Above
    } else if interval.high < value {
        Against::Below
    } else {
        Against::Around
    }
}

fn equal_share(sides: usize) -> String {
    if sides == 2 { "one half".to_owned() } else { format!("1/{sides}") }
}

/// How strong the strategies of a cell are, as far as its intervals say.
pub(super) fn strength(cell: &Cell) -> String {
    if cell.self_play {
        return "All seats play the same strategy, so every block is a tie by construction: there is no strength to compare."
            .to_owned();
    }
    if let ([first, second], Some(found)) = (cell.sides.as_slice(), cell.slots.first()) {
        let share = percent(found.win_share, Some(found.interval));
        return match against(found.interval, 0.5) {
            Against::Above => {
                format!("{first} beats {second}: it wins {share}, and the whole interval lies above one half.")
            }
            Against::Below => {
                format!("{second} beats {first}: {first} wins {share}, and the whole interval lies below one half.")
            }
            Against::Around => format!(
                "Undecided between {first} and {second}: {first} wins {share}, and the interval holds one half."
            ),
        };
    }
    let equal = 1.0 / cell.sides.len() as f64;
    let part = |(name, found): (&String, &balance::SlotResult)| {
        let place = match against(found.interval, equal) {
            Against::Above => "above",
            Against::Below => "below",
            Against::Around => "not shown to differ from",
        };
        format!(
            "{name} wins {}, {place} {}",
            percent(found.win_share, Some(found.interval)),
            equal_share(cell.sides.len())
        )
    };
    let parts: Vec<String> = cell.sides.iter().zip(&cell.slots).map(part).collect();
    format!("{}.", parts.join("; "))
}

/// What the first round's opener has of it in a cell.
pub(super) fn opener(cell: &Cell) -> String {
    let Measure { value, interval } = balance::place_win_share(&cell.tally, 0).measure(&cell.tally);
    let sides = cell.sides.len();
    let share = percent(value, interval);
    match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
        Some(Against::Above) => format!("Opening the first round is an advantage: that side wins {share}."),
        Some(Against::Below) => format!("Opening the first round is a drawback: that side wins {share}."),
        _ => format!(
            "Whether opening the first round helps is undecided: that side wins {share}, and {} is not excluded.",
            equal_share(sides)
        ),
    }
}

/// What a sequential test, or the wait for a narrow interval, came to; empty without a rule.
pub(super) fn stopped(cell: &Cell, rule: Option<Rule>) -> String {
    let first = cell.sides.first().map_or("", String::as_str);
    rule.map_or_else(String::new, |rule| ending::outcome(rule, first, cell.self_play, &cell.tally))
}

fn changed(phrase: &Phrase, name: Option<&str>, comparison: &Comparison) -> String {
    let Measure { value, interval } = comparison.found.difference.difference;
    let words = if value > 0.0 { phrase.more } else { phrase.less };
    let who = name.map_or_else(String::new, |name| format!("{name} "));
    let sign = if value > 0.0 { "+" } else { "" };
    let within = if comparison.claim == Claim::DifferentWithinMargin { ", within the margin" } else { "" };
    format!("{who}{words} ({sign}{}{}{within})", spread(value, interval, phrase.digits, phrase.scale), phrase.unit)
}

/// What may be claimed of a cell against its baseline; empty without one.
pub(super) fn difference(found: &Found, group: &Group, cell: &Cell) -> Option<String> {
    let baseline = &found.cells[cell.baseline?];
    let mut lists: [Vec<String>; 3] = Default::default();
    let mut add = |phrase: &Phrase, name: Option<&str>, comparison: Option<&Comparison>| {
        let Some(comparison) = comparison.filter(|c| c.p_value.is_some()) else {
            return;
        };
        let about = name.map_or_else(|| phrase.about.to_owned(), |name| format!("{name}'s {}", phrase.about));
        match comparison.claim {
            Claim::Different | Claim::DifferentWithinMargin => lists[0].push(changed(phrase, name, comparison)),
            Claim::Equivalent => lists[1].push(about),
            Claim::Undecided => lists[2].push(about),
        }
    };
    for slot in 0..found.told_slots(group).min(cell.sides.len()) {
        let name = slot_name([cell, baseline].into_iter(), slot);
        add(&WINS, Some(&name), cell.comparison(Some(slot), WINS.figure));
    }
    for phrase in &GAME {
        add(phrase, None, cell.comparison(None, phrase.figure));
    }
    let heads = ["", "alike within the margin: ", "not shown to differ: "];
    let parts = lists.iter().zip(heads).filter(|(list, _)| !list.is_empty());
    let text = parts.map(|(list, head)| format!("{head}{}", list.join(", "))).collect::<Vec<_>>().join("; ");
    let text = if text.is_empty() { "no figure varied".to_owned() } else { text };
    Some(format!("against {}: {text}.", found.axis.row(baseline)))
}

/// For each row that is compared in several groups: its name, and in how many groups which figure differs.
pub(super) fn overview(found: &Found) -> Vec<(String, String)> {
    let mut rows: Vec<(String, Vec<&Cell>)> = Vec::new();
    for cell in found.cells.iter().filter(|cell| cell.baseline.is_some()) {
        let name = found.axis.row(cell);
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => rows.push((name, vec![cell])),
        }
    }
    let sentence = |cells: &[&Cell]| {
        let part = |phrase: &Phrase, slot: Option<usize>| {
            let all = cells.iter().filter_map(|cell| cell.comparison(slot, phrase.figure));
            let told: Vec<&Comparison> = all.filter(|comparison| comparison.p_value.is_some()).collect();
            let of = |up: bool| {
                let differs = |c: &&&Comparison| matches!(c.claim, Claim::Different | Claim::DifferentWithinMargin);
                told.iter().filter(differs).filter(|c| (c.found.difference.difference.value > 0.0) == up).count()
            };
            let who = if slot.is_some() { "the first strategy " } else { "" };
            let (more, less) = (of(true), of(false));
            let counted = [(more, phrase.more), (less, phrase.less)].into_iter().filter(|(number, _)| *number > 0);
            let counted: Vec<String> =
                counted.map(|(number, words)| format!("{who}{words} in {number} of {}", told.len())).collect();
            (!counted.is_empty()).then(|| counted.join(", "))
        };
        let all = std::iter::once(part(&WINS, Some(0))).chain(GAME.iter().map(|phrase| part(phrase, None)));
        let parts: Vec<String> = all.flatten().collect();
        if parts.is_empty() { "no difference is shown".to_owned() } else { parts.join("; ") }
    };
    let told = |(name, cells): (String, Vec<&Cell>)| {
        let base = cells.first().and_then(|cell| cell.baseline).map(|index| found.axis.row(&found.cells[index]));
        let over = count(cells.len() as u64, "comparison", "comparisons");
        (name, format!("against {}, over {over}: {}.", base.unwrap_or_default(), sentence(&cells)))
    };
    rows.into_iter().map(told).collect()
}
