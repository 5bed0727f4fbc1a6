//! The answer in words: sentences that follow from the intervals and claims, and say no more than these do.

use super::super::stopping;
use super::super::text::{count, spread};
use super::result::{Cell, Group, PageModel, slot_name};
use crate::stats::comparisons::{Claim, Comparison};
use crate::stats::figures::{self, Measure};
use crate::stats::intervals::Interval;
use crate::stats::luck_adjustment::{Adjusted, Offer};
use crate::stats::stopping::StoppingRule;

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

/// Of the cell that says what skill is worth.
const SKILL: Phrase =
    Phrase { about: "the worth of skill", more: "skill counts for more", less: "skill counts for less", ..WINS };

const GAME: [Phrase; 9] = [
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
        figure: "margin_points",
        about: "decisiveness (the winning margin)",
        more: "wins are more decisive",
        less: "wins are less decisive",
        unit: " points of winning margin",
        scale: 1.0,
        digits: 3,
    },
    Phrase {
        figure: "choices_per_move",
        about: "choices per decision",
        more: "a decision has more choices",
        less: "a decision has fewer choices",
        unit: " moves to choose from",
        scale: 1.0,
        digits: 3,
    },
    Phrase {
        figure: "discarded_events_per_match",
        about: "scoring events lost",
        more: "more scoring events are lost",
        less: "fewer scoring events are lost",
        unit: " a match",
        scale: 1.0,
        digits: 3,
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

/// How strong the strategies of a cell are, as far as its intervals say: of two sides without the luck of the deals, where that was asked for and is
/// worth quoting. `stopped`: a rule may have ended the run.
pub(super) fn strength(cell: &Cell, stopped: bool) -> String {
    if cell.self_play {
        return "All seats play the same strategy, so every block is a tie by construction: there is no strength to compare."
            .to_owned();
    }
    if let ([first, second], Some(found)) = (cell.sides.as_slice(), cell.slots.first()) {
        let raw = percent(found.win_share, Some(found.interval));
        let (share, interval) = match &found.adjusted {
            Some(Adjusted { win_share, interval, offer: Offer::Offered, .. }) => (
                format!("{}, the luck of the deals taken out ({raw} with it)", percent(*win_share, Some(*interval))),
                *interval,
            ),
            _ => (raw, found.interval),
        };
        return match against(interval, 0.5) {
            Against::Above => {
                format!("{first} beats {second}: it wins {share}, and the whole interval lies above one half.")
            }
            Against::Below => {
                format!("{second} beats {first}: {first} wins {share}, and the whole interval lies below one half.")
            }
            Against::Around if stopped => format!(
                "The interval alone leaves open whether {first} or {second} is better: {first} wins {share}, and it holds one half."
            ),
            Against::Around => format!(
                "Undecided between {first} and {second}: {first} wins {share}, and the interval holds one half."
            ),
        };
    }
    let equal = 1.0 / cell.sides.len() as f64;
    let part = |(name, found): (&String, &figures::SlotResult)| {
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
    let Measure { value, interval } = figures::place_win_share(&cell.tally, 0).measure(&cell.tally);
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

/// What the later places at the table have of it in a cell of three sides or more, counted from the first round's opener; empty for two sides, whose
/// second place has the rest.
pub(super) fn later_places(cell: &Cell) -> String {
    let sides = cell.sides.len();
    if sides < 3 {
        return String::new();
    }
    let equal = equal_share(sides);
    let place = |place: usize| {
        let Measure { value, interval } = figures::place_win_share(&cell.tally, place).measure(&cell.tally);
        let share = percent(value, interval);
        match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
            Some(Against::Above) => format!("{share}, above {equal}"),
            Some(Against::Below) => format!("{share}, below {equal}"),
            _ => format!("{share}, not shown to differ from {equal}"),
        }
    };
    let places: Vec<String> = (1..sides).map(place).collect();
    format!("The sides after the opener's, in turn, win {}.", places.join("; "))
}

/// How the game plays in a cell: figures with their intervals, and whether a round's opener has an edge. What did not occur is left out.
pub(super) fn play(cell: &Cell) -> String {
    let measured = |name: &str| figures::named(&cell.tally, name).map(|figure| figure.measure(&cell.tally));
    let figure = |name: &str, before: &str, digits: usize, scale: f64, after: &str| {
        let Measure { value, interval } =
            measured(name).filter(|found| found.value.is_finite() && found.value != 0.0)?;
        Some(format!("{before}{}{after}", spread(value, interval, digits, scale)))
    };
    let parts = [
        figure("rounds_per_match", "a match lasts ", 2, 1.0, " rounds"),
        figure("margin_points", "the winner is ", 2, 1.0, " points ahead (decisiveness)"),
        figure("lead_changes_per_match", "the lead changes ", 2, 1.0, " times"),
        figure("choices_per_move", "a decision has ", 2, 1.0, " moves to choose from"),
        figure("blocked_round_share", "", 2, 100.0, " % of the rounds are blocked"),
        figure("discarded_events_per_match", "", 2, 1.0, " scoring events are lost a match"),
        figure("discarded_points_per_match", "", 2, 1.0, " points are lost a match"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let list = if parts.is_empty() { String::new() } else { format!(" On average {}.", parts.join(", ")) };
    format!("{}{list}", measured("opener_edge_points_per_round").map_or_else(String::new, |edge| edge_of(&edge)))
}

/// Whether who opens a round takes more points in it.
fn edge_of(edge: &Measure) -> String {
    let points = |value: f64| spread(value, edge.interval, 3, 1.0);
    match edge.interval.map(|interval| against(interval, 0.0)) {
        Some(Against::Above) => format!("A round's opener has an edge of {} points in it.", points(edge.value)),
        Some(Against::Below) => {
            format!(
                "A round's opener takes fewer points in it than the others: {} against their mean.",
                points(edge.value)
            )
        }
        _ => {
            format!("No edge in points is shown for a round's opener: {} against the others' mean.", points(edge.value))
        }
    }
}

/// What a sequential test, or the wait for a narrow interval, came to; empty without a rule.
pub(super) fn stopped(cell: &Cell, rule: Option<StoppingRule>) -> String {
    let first = cell.sides.first().map_or("", String::as_str);
    rule.map_or_else(String::new, |rule| stopping::outcome(rule, first, cell.self_play, &cell.tally))
}

fn changed(phrase: &Phrase, name: Option<&str>, comparison: &Comparison) -> String {
    let Measure { value, interval } = comparison.found.difference.difference;
    let words = if value > 0.0 { phrase.more } else { phrase.less };
    let who = name.map_or_else(String::new, |name| format!("{name} "));
    let sign = if value > 0.0 { "+" } else { "" };
    let within = if comparison.claim == Claim::DifferentWithinMargin { ", within the margin" } else { "" };
    format!("{who}{words} ({sign}{}{}{within})", spread(value, interval, phrase.digits, phrase.scale), phrase.unit)
}

/// A comparison in words: the phrase, whose it is if it is a strategy's, and what was found.
type Told<'a> = (&'a Phrase, Option<String>, &'a Comparison);

/// What may be claimed of differences: those that are shown, those within the margin, and those that are neither.
fn claims(all: &[Told<'_>]) -> String {
    let mut lists: [Vec<String>; 3] = Default::default();
    for (phrase, name, comparison) in all.iter().filter(|(_, _, comparison)| comparison.p_value.is_some()) {
        let name = name.as_deref();
        let about = name.map_or_else(|| phrase.about.to_owned(), |name| format!("{name}'s {}", phrase.about));
        match comparison.claim {
            Claim::Different | Claim::DifferentWithinMargin => lists[0].push(changed(phrase, name, comparison)),
            Claim::Equivalent => lists[1].push(about),
            Claim::Undecided => lists[2].push(about),
        }
    }
    let heads = ["", "alike within the margin: ", "not shown to differ: "];
    let parts = lists.iter().zip(heads).filter(|(list, _)| !list.is_empty());
    let text = parts.map(|(list, head)| format!("{head}{}", list.join(", "))).collect::<Vec<_>>().join("; ");
    if text.is_empty() { "no figure varied".to_owned() } else { text }
}

/// What may be claimed of a cell against its baseline; empty without one.
pub(super) fn difference(found: &PageModel, group: &Group, cell: &Cell) -> Option<String> {
    let baseline = &found.cells[cell.baseline?];
    let mut all: Vec<Told<'_>> = Vec::new();
    for slot in 0..found.told_slots(group).min(cell.sides.len()) {
        let name = slot_name([cell, baseline].into_iter(), slot);
        all.extend(cell.comparison(Some(slot), WINS.figure).map(|comparison| (&WINS, Some(name), comparison)));
    }
    for phrase in &GAME {
        all.extend(cell.comparison(None, phrase.figure).map(|comparison| (phrase, None, comparison)));
    }
    // The measure's own row has said so already.
    let measure = cell.skill.map(|index| &found.cells[index]).filter(|measure| measure.name != cell.name);
    if let Some(comparison) = measure.and_then(|measure| measure.comparison(Some(0), SKILL.figure)) {
        all.push((&SKILL, None, comparison));
    }
    Some(format!("against {}: {}.", found.row(baseline), claims(&all)))
}

/// For each row that is compared in several groups: its name, and in how many groups which figure differs.
pub(super) fn overview(found: &PageModel) -> Vec<(String, String)> {
    let mut rows: Vec<(String, Vec<&Cell>)> = Vec::new();
    for cell in found.cells.iter().filter(|cell| cell.baseline.is_some()) {
        let name = found.row(cell);
        match rows.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => rows.push((name, vec![cell])),
        }
    }
    let sentence = |cells: &[&Cell]| {
        let part = |cells: &[&Cell], who: &str, phrase: &Phrase, slot: Option<usize>| {
            let all = cells.iter().filter_map(|cell| cell.comparison(slot, phrase.figure));
            let told: Vec<&Comparison> = all.filter(|comparison| comparison.p_value.is_some()).collect();
            let of = |up: bool| {
                let differs = |c: &&&Comparison| matches!(c.claim, Claim::Different | Claim::DifferentWithinMargin);
                told.iter().filter(differs).filter(|c| (c.found.difference.difference.value > 0.0) == up).count()
            };
            let (more, less) = (of(true), of(false));
            let counted = [(more, phrase.more), (less, phrase.less)].into_iter().filter(|(number, _)| *number > 0);
            let counted: Vec<String> =
                counted.map(|(number, words)| format!("{who}{words} in {number} of {}", told.len())).collect();
            (!counted.is_empty()).then(|| counted.join(", "))
        };
        // Each measure of skill counts once.
        let measures = cells.iter().filter(|cell| cell.skill.is_some_and(|index| found.cells[index].name == cell.name));
        let measures: Vec<&Cell> = measures.copied().collect();
        let wins = part(cells, "the first strategy ", &WINS, Some(0));
        let all = std::iter::once(wins).chain(GAME.iter().map(|phrase| part(cells, "", phrase, None)));
        let all = all.chain(std::iter::once(part(&measures, "", &SKILL, Some(0))));
        let parts: Vec<String> = all.flatten().collect();
        if parts.is_empty() { "no difference is shown".to_owned() } else { parts.join("; ") }
    };
    let told = |(name, cells): (String, Vec<&Cell>)| {
        let base = cells.first().and_then(|cell| cell.baseline).map(|index| found.row(&found.cells[index]));
        let over = count(cells.len() as u64, "comparison", "comparisons");
        (name, format!("against {}, over {over}: {}.", base.unwrap_or_default(), sentence(&cells)))
    };
    rows.into_iter().map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::comparisons::Chance;
    use crate::stats::figures::{Difference, NamedDifference};

    /// A difference of this value and interval, of which this may be claimed.
    fn compared(phrase: &Phrase, value: f64, half: f64, claim: Claim) -> Comparison {
        let interval = Some(Interval { low: value - half, high: value + half });
        let difference = Difference {
            difference: Measure { value, interval },
            standard_error: Some(half / 2.0),
            correlation: Some(0.5),
        };
        let found =
            NamedDifference { slot: None, figure: phrase.figure, value: 1.0 + value, baseline_value: 1.0, difference };
        let chance = Some(Chance { alone: 0.01, holm: 0.02 });
        Comparison { found, p_value: chance, margin: None, p_equivalence: None, claim }
    }

    #[test]
    fn what_holds_no_difference_is_never_claimed() {
        for phrase in GAME.iter().chain([&WINS]) {
            for value in [0.4, -0.4] {
                let name = (phrase.figure == WINS.figure).then(|| "greedy".to_owned());
                let told = |half: f64, claim: Claim| {
                    let comparison = compared(phrase, value, half, claim);
                    claims(&[(phrase, name.clone(), &comparison)])
                };
                let words = if value > 0.0 { phrase.more } else { phrase.less };
                for claim in [Claim::Undecided, Claim::Equivalent] {
                    let text = told(1.0, claim);
                    assert!(!text.contains(phrase.more) && !text.contains(phrase.less), "{text}");
                    let head =
                        if claim == Claim::Undecided { "not shown to differ: " } else { "alike within the margin: " };
                    assert!(text.starts_with(head) && text.ends_with(phrase.about), "{text}");
                }
                let text = told(0.1, Claim::Different);
                assert!(text.contains(words) && text.contains(phrase.unit) && !text.contains("not shown"), "{text}");
                assert!(told(0.1, Claim::DifferentWithinMargin).contains("within the margin"));
            }
        }
        let mut still = compared(&GAME[0], 0.0, 0.0, Claim::Undecided);
        still.p_value = None;
        assert_eq!(claims(&[(&GAME[0], None, &still)]), "no figure varied");
    }

    #[test]
    fn phrases_are_of_figures_and_say_which_way() {
        let names: Vec<&str> = figures::figure_names().collect();
        for phrase in GAME.iter().chain([&WINS]) {
            assert!(names.contains(&phrase.figure), "{}", phrase.figure);
            assert!(phrase.more != phrase.less && !phrase.about.is_empty());
        }
    }

    #[test]
    fn an_edge_is_claimed_only_where_its_interval_lies_off_zero() {
        let edge = |low: f64, high: f64| {
            edge_of(&Measure { value: f64::midpoint(low, high), interval: Some(Interval { low, high }) })
        };
        assert!(edge(0.1, 0.3).contains("has an edge of 0.200 ±0.100"));
        assert!(edge(-0.3, -0.1).contains("takes fewer points"));
        for text in [edge(-0.1, 0.3), edge(0.0, 0.2), edge_of(&Measure { value: 0.2, interval: None })] {
            assert!(text.starts_with("No edge in points is shown"), "{text}");
        }
    }
}
