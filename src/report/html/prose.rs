//! Conclusion: sentences that follow from the intervals and claims, and say no more than these do.

use super::super::row_groups::{Group, slot_name};
use super::super::text::{self, count, rounds_to_zero, signed};
use super::page_view::PageView;
use crate::analysis::comparisons::{Claim, Comparison};
use crate::analysis::figures::{Count, FigureSpec, GAME, Output, SKILL, WIN_SHARE};
use crate::analysis::summary::{CellSummary, FigureValue, StrategyResult};
use crate::stats::intervals::Interval;
use crate::stats::luck_adjustment::{Adjusted, Offer};
use crate::stats::measure::Measure;

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

/// How strong the strategies of a cell are, as far as its intervals say: of two sides without the luck of the deals, where that was asked for and is
/// worth quoting. `stopped`: a rule may have ended the run.
pub(super) fn strength(cell: &CellSummary, stopped: bool) -> String {
    if cell.info.self_play {
        return "All seats play the same strategy, so every block is an exact tie: there is no difference in strength to measure."
            .to_owned();
    }
    let names = cell.info.names();
    if let ([first, second], Some(found)) = (names.as_slice(), cell.strategies.first()) {
        let found = &found.win_share;
        let raw = percent(found.value, Some(found.interval));
        let (share, interval) = match &found.adjusted {
            Some(Adjusted { win_share, interval, offer: Offer::Offered, .. }) => {
                (format!("{}, luck-adjusted ({raw} unadjusted)", percent(*win_share, Some(*interval))), *interval)
            }
            _ => (raw, found.interval),
        };
        return match against(interval, 0.5) {
            Against::Above => {
                format!("{first} beats {second}: it wins {share}; the interval lies entirely above one half.")
            }
            Against::Below => {
                format!("{second} beats {first}: {first} wins {share}; the interval lies entirely below one half.")
            }
            Against::Around if stopped => format!(
                "The interval alone does not show whether {first} or {second} is better: {first} wins {share}; the interval contains one half."
            ),
            Against::Around => format!(
                "No significant difference between {first} and {second}: {first} wins {share}; the interval contains one half."
            ),
        };
    }
    let equal = 1.0 / cell.sides() as f64;
    let part = |(name, found): (&String, &StrategyResult)| {
        let found = &found.win_share;
        let place = match against(found.interval, equal) {
            Against::Above => "above",
            Against::Below => "below",
            Against::Around => "not significantly different from",
        };
        format!("{name} wins {}, {place} {}", percent(found.value, Some(found.interval)), equal_share(cell.sides()))
    };
    let parts: Vec<String> = names.iter().zip(&cell.strategies).map(part).collect();
    format!("{}.", parts.join("; "))
}

/// Whether the first round's opener has an advantage in a cell.
pub(super) fn opener(cell: &CellSummary) -> String {
    let Measure { value, interval } = cell.place_win_shares[0];
    let sides = cell.sides();
    let share = percent(value, interval);
    match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
        Some(Against::Above) => format!("Opening the first round is an advantage: the opener wins {share}."),
        Some(Against::Below) => format!("Opening the first round is a disadvantage: the opener wins {share}."),
        _ => format!(
            "Opening the first round has no significant effect: the opener wins {share}; the interval contains {}.",
            equal_share(sides)
        ),
    }
}

/// The win shares of the later places at the table in a cell of three sides or more, counted from the first round's opener; empty for two sides.
pub(super) fn later_places(cell: &CellSummary) -> String {
    let sides = cell.sides();
    if sides < 3 {
        return String::new();
    }
    let equal = equal_share(sides);
    let place = |place: usize| {
        let Measure { value, interval } = cell.place_win_shares[place];
        let share = percent(value, interval);
        match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
            Some(Against::Above) => format!("{share}, above {equal}"),
            Some(Against::Below) => format!("{share}, below {equal}"),
            _ => format!("{share}, not significantly different from {equal}"),
        }
    };
    let places: Vec<String> = (1..sides).map(place).collect();
    format!("The sides after the opener's, in turn, win {}.", places.join("; "))
}

/// How the game plays in a cell: figures with their intervals. What did not occur is left out.
pub(super) fn play(cell: &CellSummary) -> String {
    let told = |value: &&FigureValue| {
        let Measure { value: found, .. } = value.measure;
        value.figure.shows(Output::Sentence)
            && value.figure.count != Count::WinsOfPlace
            && found.is_finite()
            && found != 0.0
    };
    let part = |value: &FigureValue| {
        let sign = value.figure.percent_sign();
        format!(
            "{} {}{}{sign}",
            value.figure.about,
            text::figure(&value.figure, &value.measure),
            if sign.is_empty() { "" } else { " " }
        )
    };
    let parts: Vec<String> = cell.figures.iter().filter(told).map(part).collect();
    if parts.is_empty() { String::new() } else { format!("On average: {}.", parts.join("; ")) }
}

fn changed(figure: &FigureSpec, name: Option<&str>, comparison: &Comparison) -> String {
    let measure = &comparison.difference.difference;
    let words = if measure.value > 0.0 { figure.higher } else { figure.lower };
    let who = name.map_or_else(String::new, |name| format!("{name} "));
    let within = if comparison.claim == Claim::DifferentWithinMargin { ", within the margin" } else { "" };
    let difference = signed(measure, figure.digits, figure.scale());
    format!("{who}{words} ({difference} {}{within})", figure.unit_of_difference())
}

/// A comparison in words: the figure, whose it is if it is a strategy's, and what was found.
type Told<'a> = (&'a FigureSpec, Option<String>, &'a Comparison);

/// What may be claimed of differences: those that are shown, those within the margin, and those that are neither.
fn claims(all: &[Told<'_>]) -> String {
    let mut lists: [Vec<String>; 3] = Default::default();
    for (figure, name, comparison) in all.iter().filter(|(_, _, comparison)| comparison.p_value.is_some()) {
        let name = name.as_deref();
        let about = name.map_or_else(|| figure.about.to_owned(), |name| format!("{name}'s {}", figure.about));
        match comparison.claim {
            // A difference that is written as 0 says nothing.
            Claim::Different | Claim::DifferentWithinMargin
                if rounds_to_zero(comparison.difference.difference.value * figure.scale(), figure.digits) => {}
            Claim::Different | Claim::DifferentWithinMargin => lists[0].push(changed(figure, name, comparison)),
            Claim::Equivalent => lists[1].push(about),
            Claim::Undecided => lists[2].push(about),
        }
    }
    let heads = ["", "equivalent within the margin: ", "no significant difference: "];
    let parts = lists.iter().zip(heads).filter(|(list, _)| !list.is_empty());
    let text = parts.map(|(list, head)| format!("{head}{}", list.join(", "))).collect::<Vec<_>>().join("; ");
    if text.is_empty() { "no measurable difference".to_owned() } else { text }
}

/// The figures of the game that sentences tell.
fn told_figures() -> impl Iterator<Item = &'static FigureSpec> {
    GAME.iter().filter(|figure| figure.shows(Output::Sentence))
}

/// What may be claimed of a cell against its baseline; empty without one.
pub(super) fn difference(found: &PageView<'_>, group: &Group, cell: &CellSummary) -> Option<String> {
    let baseline = &found.summary.cells[cell.baseline?];
    let mut all: Vec<Told<'_>> = Vec::new();
    for slot in 0..group.told_slots(found.summary).min(cell.sides()) {
        let name = slot_name([cell, baseline].into_iter(), slot);
        all.extend(cell.comparison(Some(slot), &WIN_SHARE).map(|comparison| (&WIN_SHARE, Some(name), comparison)));
    }
    for figure in told_figures() {
        all.extend(cell.comparison(None, figure).map(|comparison| (figure, None, comparison)));
    }
    // The measure's own row has said so already.
    let measure =
        cell.skill.map(|index| &found.summary.cells[index]).filter(|measure| measure.info.name != cell.info.name);
    if let Some(comparison) = measure.and_then(|measure| measure.comparison(Some(0), &WIN_SHARE)) {
        all.push((&SKILL, None, comparison));
    }
    Some(format!("against {}: {}.", found.row(baseline), claims(&all)))
}

/// For each row that is compared in several groups: its name, and in how many groups which figure differs.
pub(super) fn overview(found: &PageView<'_>) -> Vec<(String, String)> {
    let mut rows: Vec<(String, Vec<&CellSummary>)> = Vec::new();
    for cell in found.summary.cells.iter().filter(|cell| cell.baseline.is_some()) {
        let name = found.row(cell);
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => rows.push((name, vec![cell])),
        }
    }
    let sentence = |cells: &[&CellSummary]| {
        let part = |cells: &[&CellSummary], who: &str, figure: &FigureSpec, slot: Option<usize>| {
            let all = cells
                .iter()
                .filter_map(|cell| cell.comparison(slot, if figure.name == SKILL.name { &WIN_SHARE } else { figure }));
            let told: Vec<&Comparison> = all.filter(|comparison| comparison.p_value.is_some()).collect();
            let of = |up: bool| {
                let differs = |c: &&&Comparison| matches!(c.claim, Claim::Different | Claim::DifferentWithinMargin);
                told.iter().filter(differs).filter(|c| (c.difference.difference.value > 0.0) == up).count()
            };
            let (more, less) = (of(true), of(false));
            let counted = [(more, figure.higher), (less, figure.lower)].into_iter().filter(|(number, _)| *number > 0);
            let counted: Vec<String> =
                counted.map(|(number, words)| format!("{who}{words} in {number} of {}", told.len())).collect();
            (!counted.is_empty()).then(|| counted.join(", "))
        };
        // Each measure of skill counts once.
        let measures = cells
            .iter()
            .filter(|cell| cell.skill.is_some_and(|index| found.summary.cells[index].info.name == cell.info.name));
        let measures: Vec<&CellSummary> = measures.copied().collect();
        let wins = part(cells, "the first strategy ", &WIN_SHARE, Some(0));
        let all = std::iter::once(wins).chain(told_figures().map(|figure| part(cells, "", figure, None)));
        let all = all.chain(std::iter::once(part(&measures, "", &SKILL, Some(0))));
        let parts: Vec<String> = all.flatten().collect();
        if parts.is_empty() { "no significant difference".to_owned() } else { parts.join("; ") }
    };
    let told = |(name, cells): (String, Vec<&CellSummary>)| {
        let base = cells.first().and_then(|cell| cell.baseline).map(|index| found.row(&found.summary.cells[index]));
        let over = count(cells.len() as u64, "comparison", "comparisons");
        (name, format!("against {}, over {over}: {}.", base.unwrap_or_default(), sentence(&cells)))
    };
    rows.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::comparisons::Chance;
    use crate::analysis::figures::Figure;
    use crate::stats::measure::Difference;

    /// A difference of this value and interval, of which this may be claimed.
    fn compared(figure: &'static FigureSpec, value: f64, half: f64, claim: Claim) -> Comparison {
        let interval = Some(Interval { low: value - half, high: value + half });
        let difference = Difference {
            difference: Measure { value, interval },
            standard_error: Some(half / 2.0),
            correlation: Some(0.5),
        };
        let chance = Some(Chance { alone: 0.01, holm: 0.02 });
        Comparison {
            slot: None,
            figure: Figure(figure),
            value: 1.0 + value,
            baseline_value: 1.0,
            difference,
            p_value: chance,
            margin: None,
            p_equivalence: None,
            claim,
        }
    }

    #[test]
    fn what_holds_no_difference_is_never_claimed() {
        for figure in told_figures().chain([&WIN_SHARE]) {
            for value in [0.4, -0.4] {
                let name = (figure.name == WIN_SHARE.name).then(|| "greedy".to_owned());
                let told = |half: f64, claim: Claim| {
                    let comparison = compared(figure, value, half, claim);
                    claims(&[(figure, name.clone(), &comparison)])
                };
                let words = if value > 0.0 { figure.higher } else { figure.lower };
                for claim in [Claim::Undecided, Claim::Equivalent] {
                    let text = told(1.0, claim);
                    assert!(!text.contains(figure.higher) && !text.contains(figure.lower), "{text}");
                    let head = if claim == Claim::Undecided {
                        "no significant difference: "
                    } else {
                        "equivalent within the margin: "
                    };
                    assert!(text.starts_with(head) && text.ends_with(figure.about), "{text}");
                }
                let text = told(0.1, Claim::Different);
                assert!(text.contains(words) && text.contains(figure.unit_of_difference()), "{text}");
                assert!(!text.contains("no significant"), "{text}");
                assert!(told(0.1, Claim::DifferentWithinMargin).contains("within the margin"));
            }
        }
        let figure = &GAME[0];
        let mut still = compared(figure, 0.0, 0.0, Claim::Undecided);
        still.p_value = None;
        assert_eq!(claims(&[(figure, None, &still)]), "no measurable difference");
        let tiny = compared(&GAME[4], -0.0004, 0.0001, Claim::Different);
        assert_eq!(claims(&[(&GAME[4], None, &tiny)]), "no measurable difference", "not: less choice (-0.000 ±0.000)");
    }
}
