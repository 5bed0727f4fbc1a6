//! The answer: what an experiment came to, in at most three sentences that say no more than its intervals and corrected tests do.
//!
//! Terminal and page print the same sentences. Tournaments have an answer of their own, from their ratings.

use super::effects::{self, Effect, better_player, compared_rows, comparison, second, shown, told_slot, value};
use super::figures::{FigureSpec, PLACE_WIN_SHARE, WIN_SHARE};
use super::row_groups::Axis;
use super::series::{NumberSweep, varied_options};
use super::summary::{CellSummary, StrategyResult, Summary};
use super::wording::{capital, count, figure, list, number, spread, supported_digits, thousands};
use crate::stats::intervals::Interval;
use crate::stats::luck_adjustment::{Adjusted, Offer};
use crate::stats::measure::Measure;
use crate::stats::significance::{LEVEL, holm, p_value};

/// The most rows that a sentence names.
const MOST_NAMED: usize = 4;

/// The sentences; none for a tournament.
#[must_use]
pub fn answer(summary: &Summary) -> Vec<String> {
    let sweep = NumberSweep::of(summary).filter(|_| Axis::of(summary) == Axis::Point);
    let mut sentences = match (&sweep, summary.cells.as_slice()) {
        _ if summary.tournament.is_some() => Vec::new(),
        (_, [cell]) => one_cell(summary, cell),
        // What a stopping rule looked at decides nothing about differences.
        (_, cells) if summary.stop.is_some() => {
            let told = cells.iter().filter(|cell| !cell.info.self_play);
            told.take(2).map(|cell| format!("{}: {}", cell.info.name, strength(cell, true))).collect()
        }
        (Some(sweep), _) => along(summary, sweep),
        _ if Axis::of(summary) == Axis::Point && varied_options(summary).len() > 1 => between(summary),
        (None, cells) if cells.iter().any(|cell| cell.baseline.is_some()) => against_baseline(summary),
        _ => lineups(summary),
    };
    if summary.cells.len() > 1 && summary.tournament.is_none() {
        sentences.push(basis(summary));
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences
}

/// What the other sentences rest on.
fn basis(summary: &Summary) -> String {
    let (least, most) = range(summary.cells.iter().map(|cell| cell.blocks as f64));
    let blocks = if least < most { format!("{} to ", thousands(least as u64)) } else { String::new() };
    let tested = summary.stop.is_none() && summary.cells.iter().any(|cell| cell.baseline.is_some());
    format!(
        "Each cell played {blocks}{} of duplicate deals; ± gives 95 % intervals{}.",
        count(most as u64, "block", "blocks"),
        if tested { ", and changes are significant at 5 % over all cells (Holm) unless stated otherwise" } else { "" }
    )
}

/// A row's name as it stands in a sentence.
fn quoted(name: &str) -> String {
    if name.contains(',') { format!("“{name}”") } else { name.to_owned() }
}

fn range(values: impl Iterator<Item = f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)))
}

/// The figures that sentences tell: the win share where somebody is better, and the one with the largest effect; without a win share two of these.
fn told(summary: &Summary) -> Vec<&'static FigureSpec> {
    let skilled = summary.cells.iter().any(|cell| better_player(cell).is_some());
    let mut figures: Vec<&'static FigureSpec> = if skilled { vec![&WIN_SHARE] } else { Vec::new() };
    while let Some(figure) = second(summary, &figures).filter(|_| figures.len() < 2) {
        figures.push(figure);
    }
    figures
}

/// Whose win share is told: the better player, by name where it is the same everywhere.
fn better_name(summary: &Summary) -> String {
    let cells = summary.cells.iter().filter(|cell| better_player(cell).is_some());
    let mut names = cells.filter_map(|cell| cell.info.names().get(told_slot(summary, cell)).cloned());
    match names.next() {
        Some(first) if names.all(|other| other == first) => first,
        _ => "the better player".to_owned(),
    }
}

/// The effects of each row in a figure; of the win share only where somebody is better.
fn effects_of(summary: &Summary, of: &FigureSpec) -> Vec<(String, Effect)> {
    let skilled = |cell: &&&CellSummary| {
        let baseline = cell.baseline.map(|index| &summary.cells[index]);
        of.name != WIN_SHARE.name || baseline.is_some_and(|baseline| better_player(baseline).is_some())
    };
    let row = |(name, cells): (String, Vec<&CellSummary>)| {
        let all: Vec<_> = cells.iter().filter(skilled).filter_map(|cell| comparison(summary, cell, of)).collect();
        Some((name, Effect::of(&all)?))
    };
    compared_rows(summary).into_iter().filter_map(row).collect()
}

/// The size of an effect with its interval, without a sign.
fn size(effect: &Effect, of: &FigureSpec) -> String {
    let mirrored = Measure {
        value: effect.mean.value.abs(),
        interval: effect
            .mean
            .interval
            .map(|i| if effect.mean.value < 0.0 { Interval { low: -i.high, high: -i.low } } else { i }),
    };
    figure(of, &mirrored)
}

/// ` (1.9 to 3.1 over 6 line-ups)`, with what is not significant in all of them; nothing for one line-up.
fn spread_over(effect: &Effect, of: &FigureSpec, first: bool) -> String {
    if effect.count < 2 {
        return String::new();
    }
    let scale = of.scale();
    let half = effect.mean.interval.map_or(0.0, |i| scale * (i.high - i.low) / 2.0);
    let digits = supported_digits(half).unwrap_or(of.digits);
    // An effect is told by its size: what points the other way has a minus sign.
    let (least, most) =
        if effect.mean.value < 0.0 { (-effect.most, -effect.least) } else { (effect.least, effect.most) };
    let [low, high] = [least, most].map(|end| number(scale * end, digits));
    let over = if first { format!(" over {} line-ups", effect.count) } else { String::new() };
    let significant = if effect.different < effect.count {
        format!(", significant in {} of {}", effect.different, effect.count)
    } else {
        String::new()
    };
    format!(" ({low} to {high}{over}{significant})")
}

/// The effects on a figure, the largest first.
fn effect_sentence(summary: &Summary, of: &'static FigureSpec, baseline: &str) -> String {
    let mut all = effects_of(summary, of);
    all.sort_by(|(_, a), (_, b)| b.mean.value.abs().total_cmp(&a.mean.value.abs()));
    let (changed, same): (Vec<_>, Vec<_>) = all.into_iter().partition(|(_, effect)| effect.different > 0);
    let better = of.name == WIN_SHARE.name;
    let who = better_name(summary);
    let mut parts = Vec::new();
    let mut first = true;
    for up in [true, false] {
        let here = changed.iter().filter(|(_, effect)| (effect.mean.value > 0.0) == up);
        let mut items: Vec<String> = Vec::new();
        for (name, effect) in here.clone().take(MOST_NAMED) {
            let unit = if items.is_empty() { format!(" {}", of.unit_of_difference()) } else { String::new() };
            let size = size(effect, of);
            let text = match (better, up) {
                (true, _) => {
                    let of = if items.is_empty() { " of 100 matches" } else { "" };
                    format!("{size} {}{of} under {}", if up { "more" } else { "fewer" }, quoted(name))
                }
                _ => format!("by {size}{unit} under {}", quoted(name)),
            };
            items.push(text + &spread_over(effect, of, first));
            first = false;
        }
        let more = here.count().saturating_sub(MOST_NAMED);
        if more > 0 {
            items.push(format!("less under {more} others"));
        }
        let head = if better { format!("{who} wins") } else { clause(summary, of, up) };
        if !items.is_empty() {
            parts.push(format!("{head} {}", list(&items)));
        }
    }
    if !same.is_empty() {
        let about = if better { format!("how often {who} wins") } else { of.about.to_owned() };
        let margins = same.iter().all(|(_, effect)| effect.equivalent == effect.count);
        let names: Vec<String> = if same.len() > MOST_NAMED && !changed.is_empty() {
            vec!["the others".to_owned()]
        } else {
            let named = |(name, effect): &(String, Effect)| {
                let mean = super::wording::signed(&effect.mean, of.digits, of.scale());
                format!("{} ({mean})", quoted(name))
            };
            let mut names: Vec<String> = same.iter().take(MOST_NAMED).map(named).collect();
            if same.len() > MOST_NAMED {
                names.push(format!("{} others", same.len() - MOST_NAMED));
            }
            names
        };
        let what = if margins { "a change within the margin in" } else { "no significant change in" };
        let what = if changed.is_empty() { format!("{what} {about}") } else { what.trim_end_matches(" in").to_owned() };
        parts.push(format!("{what} under {}", list(&names)));
    }
    if parts.is_empty() {
        return String::new();
    }
    let text = parts.join("; ");
    capital(&if baseline.is_empty() { format!("{text}.") } else { format!("against {}, {text}.", quoted(baseline)) })
}

/// An experiment whose cells are compared with a baseline.
fn against_baseline(summary: &Summary) -> Vec<String> {
    let axis = Axis::of(summary);
    let mut names: Vec<String> = Vec::new();
    for baseline in summary.cells.iter().filter_map(|cell| Some(&summary.cells[cell.baseline?])) {
        let name = axis.row(baseline);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let baseline = if let [one] = names.as_slice() { one.as_str() } else { "the baseline" };
    let figures = told(summary);
    figures
        .iter()
        .enumerate()
        .map(|(place, of)| effect_sentence(summary, of, if place == 0 { baseline } else { "" }))
        .collect()
}

/// A sweep over numbers: both ends, and where between them the extreme lies.
fn along(summary: &Summary, sweep: &NumberSweep<'_>) -> Vec<String> {
    let option = &sweep.option;
    let sentence = |of: &'static FigureSpec| {
        let points = sweep.mean(summary, of);
        let (Some((from, start)), Some((to, end))) = (points.first(), points.last()) else {
            return String::new();
        };
        let lines = sweep.told(summary, of).len();
        let over = if lines > 1 { format!(", mean of {lines} line-ups") } else { String::new() };
        let text = |measure: &Measure| format!("{}{}", figure(of, measure), percent(of));
        let apart = |a: &Measure, b: &Measure| {
            let ends = |m: &Measure| m.interval.map_or((m.value, m.value), |i| (i.low, i.high));
            let ((low, high), (other_low, other_high)) = (ends(a), ends(b));
            high < other_low || other_high < low
        };
        let values = || points.iter().map(|(_, m)| m.value);
        let extreme = points.iter().find_map(|(at, m)| {
            let word = if values().all(|x| x <= m.value) {
                "highest"
            } else if values().all(|x| x >= m.value) {
                "lowest"
            } else {
                return None;
            };
            (apart(m, start) && apart(m, end)).then(|| format!("; {word} at {option} {at}, {}", text(m)))
        });
        let extreme = extreme.unwrap_or_default();
        let about = about(summary, of);
        let change = match (apart(start, end), end.value > start.value) {
            (false, _) => format!("no significant change in {about}, from"),
            (true, up) if of.name == WIN_SHARE.name => format!("{} ({} from", clause(summary, of, up), of.about),
            (true, up) => format!("{} ({about} from", clause(summary, of, up)),
        };
        let close = if apart(start, end) { ")" } else { "" };
        format!("From {option} {from} to {to}, {change} {} to {}{over}{extreme}{close}.", text(start), text(end))
    };
    told(summary).into_iter().map(sentence).collect()
}

/// What a sentence calls a figure.
fn about(summary: &Summary, of: &FigureSpec) -> String {
    if of.name == WIN_SHARE.name { format!("win share of {}", better_name(summary)) } else { of.about.to_owned() }
}

/// What a higher or a lower value means.
fn clause(summary: &Summary, of: &FigureSpec, up: bool) -> String {
    let words = if up { of.higher } else { of.lower };
    if of.name == WIN_SHARE.name { format!("{} {words}", better_name(summary)) } else { words.to_owned() }
}

/// A sweep over several options: the points with the lowest and the highest value.
fn between(summary: &Summary) -> Vec<String> {
    let mut points: Vec<(String, Vec<&CellSummary>)> = Vec::new();
    for cell in &summary.cells {
        let name = cell.info.point_text();
        match points.iter_mut().find(|(other, _)| *other == name) {
            Some((_, cells)) => cells.push(cell),
            None => points.push((name, vec![cell])),
        }
    }
    let sentence = |of: &'static FigureSpec| {
        let mean = |cells: &[&CellSummary]| {
            let all: Vec<Measure> = cells.iter().filter_map(|cell| value(summary, cell, of)).collect();
            Some((effects::mean(all.iter().cloned())?, all.len()))
        };
        let all: Vec<(&String, Measure, usize)> =
            points.iter().filter_map(|(name, cells)| mean(cells).map(|(mean, count)| (name, mean, count))).collect();
        let least = all.iter().min_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let most = all.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value))?;
        let text = |(name, measure, _): &(&String, Measure, usize)| {
            format!("{}{} at {name}", figure(of, measure), percent(of))
        };
        let over = if most.2 > 1 { format!(" (means of {} line-ups)", most.2) } else { String::new() };
        Some(format!("{}: from {} to {}{over}.", capital(&about(summary, of)), text(least), text(most)))
    };
    told(summary).into_iter().filter_map(sentence).collect()
}

fn percent(of: &FigureSpec) -> &'static str {
    if of.percent_sign().is_empty() { "" } else { " %" }
}

/// `77.4 ±0.3 %`.
fn share_text(value: f64, interval: Option<Interval>) -> String {
    format!("{} %", spread(value, interval, 2, 100.0))
}

fn equal_share(sides: usize) -> String {
    if sides == 2 { "one half".to_owned() } else { format!("1/{sides}") }
}

/// Where an interval lies against a value.
fn against(interval: Interval, value: f64) -> std::cmp::Ordering {
    if interval.low > value {
        std::cmp::Ordering::Greater
    } else if interval.high < value {
        std::cmp::Ordering::Less
    } else {
        std::cmp::Ordering::Equal
    }
}

/// Where a share lies against an equal one, as a clause.
fn beside_equal(interval: Option<Interval>, sides: usize) -> String {
    let place = match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
        Some(std::cmp::Ordering::Greater) => "above",
        Some(std::cmp::Ordering::Less) => "below",
        _ => "not significantly different from",
    };
    format!("{place} {}", equal_share(sides))
}

/// A single line-up at a single game.
fn one_cell(summary: &Summary, cell: &CellSummary) -> Vec<String> {
    vec![strength(cell, summary.stop.is_some()), opener(cell), later_places(cell)]
}

/// How strong the strategies of a cell are, as far as its intervals say: of two sides without the luck of the deals, where that was asked for and is
/// worth quoting. `stopped`: a rule may have ended the run.
fn strength(cell: &CellSummary, stopped: bool) -> String {
    if cell.info.self_play {
        return "All seats play the same strategy, so every block is an exact tie: there is no difference in strength to measure."
            .to_owned();
    }
    let names = cell.info.names();
    if let ([first, second], Some(found)) = (names.as_slice(), cell.strategies.first()) {
        let found = &found.win_share;
        let raw = share_text(found.value, Some(found.interval));
        let (share, interval) = match &found.adjusted {
            Some(Adjusted { win_share, interval, offer: Offer::Offered, .. }) => {
                (format!("{}, luck-adjusted ({raw} unadjusted)", share_text(*win_share, Some(*interval))), *interval)
            }
            _ => (raw, found.interval),
        };
        let elo = found.elo.filter(|elo| !elo.clamped).map_or_else(String::new, |elo| {
            let value = Measure { value: elo.value, interval: Some(elo.interval) };
            format!(", {} Elo", super::wording::signed(&value, 0, 1.0))
        });
        return match against(interval, 0.5) {
            std::cmp::Ordering::Greater => format!(
                "{first} beats {second}: it wins {share} of the matches{elo}; the interval lies entirely above one half."
            ),
            std::cmp::Ordering::Less => {
                format!(
                    "{second} beats {first}: {first} wins {share} of the matches{elo}; the interval lies entirely below one half."
                )
            }
            std::cmp::Ordering::Equal if stopped => format!(
                "The interval alone does not show whether {first} or {second} is better: {first} wins {share}; the interval contains one half."
            ),
            std::cmp::Ordering::Equal => format!(
                "No significant difference between {first} and {second}: {first} wins {share}; the interval contains one half."
            ),
        };
    }
    let part = |(name, found): (&String, &StrategyResult)| {
        let share = &found.win_share;
        format!(
            "{name} wins {}, {}",
            share_text(share.value, Some(share.interval)),
            beside_equal(Some(share.interval), cell.sides())
        )
    };
    let parts: Vec<String> = names.iter().zip(&cell.strategies).map(part).collect();
    format!("{}.", parts.join("; "))
}

/// Whether the first round's opener has an advantage in a cell.
fn opener(cell: &CellSummary) -> String {
    let Some(Measure { value, interval }) = cell.place_win_shares.first() else {
        return String::new();
    };
    let sides = cell.sides();
    let share = share_text(*value, *interval);
    match interval.map(|interval| against(interval, 1.0 / sides as f64)) {
        Some(std::cmp::Ordering::Greater) => {
            format!("Opening the first round is an advantage: the opener wins {share}.")
        }
        Some(std::cmp::Ordering::Less) => {
            format!("Opening the first round is a disadvantage: the opener wins {share}.")
        }
        _ => format!(
            "Opening the first round has no significant effect: the opener wins {share}; the interval contains {}.",
            equal_share(sides)
        ),
    }
}

/// The win shares of the later places at the table in a cell of three sides or more, counted from the first round's opener; empty for two sides.
fn later_places(cell: &CellSummary) -> String {
    let sides = cell.sides();
    let place = |share: &Measure| {
        format!("{}, {}", share_text(share.value, share.interval), beside_equal(share.interval, sides))
    };
    let places: Vec<String> = cell.place_win_shares.iter().skip(1).map(place).collect();
    if sides < 3 { String::new() } else { format!("The sides after the opener's, in turn, win {}.", places.join("; ")) }
}

/// A strategy in line-ups of two sides: its name, and its win share in each with the opponent, the blocks, and whether it is significant.
struct Record<'a> {
    name: String,
    met: Vec<(String, &'a CellSummary, usize)>,
}

impl Record<'_> {
    fn mean(&self) -> Option<Measure> {
        super::effects::mean(self.met.iter().map(|(_, cell, slot)| cell.strategies[*slot].share()))
    }
}

/// Line-ups that are compared with each other: who wins most, and by how much.
fn lineups(summary: &Summary) -> Vec<String> {
    let cells: Vec<&CellSummary> = summary.cells.iter().filter(|cell| !cell.info.self_play).collect();
    if cells.is_empty() {
        return told_of_game(summary);
    }
    // Holm's correction over all line-ups of two sides.
    let chance = |cell: &&CellSummary| {
        let found = &cell.strategies[0].win_share;
        let error = (found.interval.high - found.interval.low) / (2.0 * 1.96);
        p_value(found.value - 0.5, error, cell.blocks).unwrap_or(1.0)
    };
    let chances = holm(&cells.iter().map(chance).collect::<Vec<f64>>());
    let significant = |cell: &CellSummary| {
        cells.iter().position(|other| std::ptr::eq(*other, cell)).is_some_and(|place| chances[place] <= LEVEL)
    };
    let mut records: Vec<Record<'_>> = Vec::new();
    for cell in cells.iter().filter(|cell| cell.sides() == 2) {
        let names = cell.info.names();
        for slot in 0..2 {
            let met = (names[1 - slot].clone(), *cell, slot);
            match records.iter_mut().find(|record| record.name == names[slot]) {
                Some(record) => record.met.push(met),
                None => records.push(Record { name: names[slot].clone(), met: vec![met] }),
            }
        }
    }
    let most = records.iter().map(|record| record.met.len()).max().unwrap_or(0);
    // Only those who met as many opponents as anybody can be ranked.
    records.retain(|record| record.met.len() == most);
    let mut ranked: Vec<(Measure, Record<'_>)> =
        records.into_iter().filter_map(|record| Some((record.mean()?, record))).collect();
    ranked.sort_by(|(a, _), (b, _)| b.value.total_cmp(&a.value));
    let Some((mean, best)) = ranked.first().filter(|_| most > 1) else {
        return cells.iter().take(2).map(|cell| strength(cell, summary.stop.is_some())).collect();
    };
    let share = |slot: usize, cell: &CellSummary| cell.strategies[slot].share();
    let won = |slot: usize, cell: &CellSummary| significant(cell) && share(slot, cell).value > 0.5;
    let beaten = best.met.iter().filter(|(_, cell, slot)| won(*slot, cell)).count();
    let only = ranked.len() == 1;
    let mut sentences = vec![format!(
        "{} {} {} of its matches{} over {} line-ups, and is significantly ahead in {} (5 % over all line-ups, Holm).",
        best.name,
        "wins",
        share_text(mean.value, mean.interval),
        if only { "" } else { ", the most," },
        best.met.len(),
        match beaten {
            0 => "none of them".to_owned(),
            all if all == best.met.len() => "all of them".to_owned(),
            some => format!("{some} of them"),
        }
    )];
    let closest = best.met.iter().min_by(|a, b| share(a.2, a.1).value.total_cmp(&share(b.2, b.1).value));
    if let Some((other, cell, slot)) = closest {
        let found = share(*slot, cell);
        let open = if significant(cell) { "" } else { ", which is not significantly different from one half" };
        let last = ranked.last().filter(|_| !only).map_or_else(String::new, |(mean, record)| {
            format!("; {} wins least, {}", record.name, share_text(mean.value, mean.interval))
        });
        sentences.push(format!(
            "Its closest opponent is {other}, against whom it wins {}{open}{last}.",
            share_text(found.value, found.interval)
        ));
    }
    sentences
}

/// Self-play throughout and no baseline: figures of the game in the first cell against the last.
fn told_of_game(summary: &Summary) -> Vec<String> {
    let sentence = |of: &'static FigureSpec| {
        let values: Vec<(&CellSummary, Measure)> = summary
            .cells
            .iter()
            .filter_map(|cell| Some((cell, value(summary, cell, of)?)))
            .filter(|(_, m)| m.value.is_finite())
            .collect();
        let least = values.iter().min_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
        let most = values.iter().max_by(|(_, a), (_, b)| a.value.total_cmp(&b.value))?;
        let text = |(cell, measure): &(&CellSummary, Measure)| {
            format!("{}{} ({})", figure(of, measure), percent(of), cell.info.name)
        };
        Some(format!("{}: from {} to {}.", capital(of.about), text(least), text(most)))
    };
    shown(summary, 3).into_iter().filter(|of| of.name != PLACE_WIN_SHARE.name).filter_map(sentence).take(2).collect()
}
