//! Results on the terminal: the answer, one table that fits, and where the page lies; with [`Detail::Full`] every table.

use std::fmt::Write as _;
use std::path::Path;

pub use super::columns::Screen;

use super::columns::Columns;
use super::luck_table;
use super::stopping;
use super::text::{self, signed, spread, wrap};
use super::tournament_tables;
use crate::analysis::answer::answer;
use crate::analysis::comparisons::{Claim, Comparison};
use crate::analysis::effects;
use crate::analysis::figures::{FigureSpec, Output, SKILL, STRATEGY, WIN_SHARE};
use crate::analysis::resolved::option_text;
use crate::analysis::row_groups::{Axis, Group, baseline_note, skill_note, slot_name, what_is_compared};
use crate::analysis::summary::{CellSummary, Summary};
use crate::game::WIN_UNITS;
use crate::stats::intervals::Method;
use crate::stats::win_share::WinShare;

/// How much is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The answer and one table.
    Short,
    /// Every table.
    Full,
}

impl Detail {
    /// Every table if they are asked for.
    #[must_use]
    pub const fn of(full: bool) -> Detail {
        if full { Detail::Full } else { Detail::Short }
    }
}

/// The sentences of the answer as a paragraph.
#[must_use]
pub fn answer_lines(summary: &Summary, screen: Screen) -> String {
    wrap("", &answer(summary).join(" "), screen.text_width(), 0)
}

/// A result, and where its page lies if it has one.
#[must_use]
pub fn result(summary: &Summary, detail: Detail, page: Option<&Path>, screen: Screen) -> String {
    let mut out = match &summary.cells[..] {
        _ if summary.tournament.is_some() => tournament_tables::text(summary, screen),
        // The only cell of a match belongs to no line-up of a file.
        [only] if only.info.lineup.is_empty() => cell(summary, detail, screen),
        _ => experiment(summary, detail, screen),
    };
    if let Some(page) = page {
        let _ = writeln!(out, "open {}", page.display());
    }
    out
}

/// A game: its preset, then every option, in lines that fit.
#[must_use]
pub fn option_lines(game: &serde_json::Map<String, serde_json::Value>, screen: Screen) -> String {
    let mut parts = Vec::new();
    for (key, value) in game {
        let text = option_text(value);
        parts.push(if key == "name" { text } else { format!("{key}={text}") });
    }
    wrap("", &parts.join(" "), screen.text_width(), 2)
}

/// A win share with its interval, in per cent.
pub(super) fn share_text(found: &WinShare) -> String {
    match found.method {
        Method::ExactTie => format!("{:.2} (exact tie)", found.value * 100.0),
        _ => spread(found.value, Some(found.interval), 2, 100.0),
    }
}

/// An Elo difference with its interval.
pub(super) fn elo_text(found: &WinShare) -> String {
    match found.elo {
        Some(elo) if elo.clamped => format!("{:+.0} (clamped)", elo.value),
        Some(elo) if found.method != Method::ExactTie => {
            let sign = if elo.value >= 0.0 { "+" } else { "" };
            format!("{sign}{}", spread(elo.value, Some(elo.interval), 1, 1.0))
        }
        _ => "0".to_owned(),
    }
}

/// A likelihood of superiority in per cent; never rounded to certainty.
fn likelihood_text(likelihood: Option<f64>) -> String {
    match likelihood {
        Some(p) if p > 0.9999 => ">99.99".to_owned(),
        Some(p) if p < 0.0001 => "<0.01".to_owned(),
        Some(p) => format!("{:.2}", p * 100.0),
        None => String::new(),
    }
}

/// A difference with what may be claimed of it.
pub(super) fn compared_text(comparison: &Comparison) -> String {
    let mark = match comparison.claim {
        Claim::Different => "†",
        Claim::Equivalent => "≈",
        Claim::DifferentWithinMargin => "†≈",
        Claim::Undecided => "",
    };
    let figure = comparison.figure;
    format!("{mark}{}", signed(&comparison.difference.difference, figure.digits, figure.scale()))
}

/// `match`: the answer and what each strategy achieved; in full also how the game played.
#[must_use]
pub fn cell(summary: &Summary, detail: Detail, screen: Screen) -> String {
    let Some(cell) = summary.cells.first() else {
        return String::new();
    };
    let width = screen.text_width();
    let mut out = option_lines(&cell.info.game, screen);
    let _ = writeln!(
        out,
        "seed {}, {} of {}: {}\n",
        summary.seed,
        text::blocks(cell.blocks),
        text::count(cell.info.matches_per_block, "match", "matches"),
        text::matches(cell.matches, cell.matches_played)
    );
    let _ = writeln!(out, "{}", answer_lines(summary, screen));
    let strategies = strategies(cell, summary.stop.is_some());
    let _ = writeln!(
        out,
        "{}",
        if detail == Detail::Full { strategies.draw(screen) } else { strategies.draw_first(screen).0 }
    );
    if summary.stop.is_some() {
        let _ = writeln!(out, "{}", wrap("", &stopping::sentence(summary, cell), width, 0));
    }
    if detail == Detail::Full && !cell.info.self_play {
        let _ = writeln!(out, "{}", block_table(cell).draw(screen));
    }
    if cell.info.luck.is_some() {
        let _ = writeln!(out, "{}", luck_table::text(summary, false, screen));
    }
    if detail == Detail::Full {
        let _ = writeln!(out, "{}", game_table(cell).draw(screen));
    }
    out.push_str(&wrap("", &intervals_note(summary.stop.is_some()), width, 0));
    if detail == Detail::Short {
        out.push_str("How the game played, and the blocks by wins: --full.\n");
    }
    out
}

/// How the game of a cell played.
fn game_table(cell: &CellSummary) -> Columns {
    let mut table = Columns::new(["game figures", "", ""].map(str::to_owned).to_vec());
    for value in &cell.figures {
        let figure = value.figure;
        if !(figure.hidden_if_zero && value.measure.value == 0.0) {
            let text = text::figure(&figure, &value.measure);
            table.row(vec![figure.about.to_owned(), text, figure.percent_sign().to_owned()]);
        }
    }
    for (place, share) in cell.place_win_shares.iter().enumerate().skip(1) {
        let about = format!("matches won by side {place} after the opener");
        table.row(vec![about, text::figure(&WIN_SHARE, share), WIN_SHARE.percent_sign().to_owned()]);
    }
    table
}

/// What each strategy achieved. There is no likelihood of superiority where the run could stop on what it found.
fn strategies(cell: &CellSummary, stopped: bool) -> Columns {
    let two = cell.sides() == 2;
    let likelihood = two && !stopped;
    let optional = [(two, "Elo"), (likelihood, "likelihood of\nsuperiority, %")];
    let mut header = vec!["strategy", WIN_SHARE.heading];
    header.extend(optional.iter().filter(|(shown, _)| *shown).map(|(_, heading)| *heading));
    header.extend(STRATEGY.iter().map(|figure| figure.heading));
    let mut table = Columns::new(header.into_iter().map(str::to_owned).collect());
    for (name, found) in cell.info.names().into_iter().zip(&cell.strategies) {
        let mut row = vec![name, share_text(&found.win_share)];
        if two {
            row.push(elo_text(&found.win_share));
        }
        if likelihood {
            row.push(likelihood_text(found.win_share.likelihood_of_superiority));
        }
        row.extend(found.figures.iter().map(|value| text::figure(&value.figure, &value.measure)));
        table.row(row);
    }
    table
}

/// The most classes of block outcomes that are worth a column each.
const MOST_CLASSES: usize = 13;

/// How many blocks had which outcome, and what the duplicate deals saved.
fn block_table(cell: &CellSummary) -> Columns {
    let shares = cell.strategies.iter().map(|found| &found.win_share);
    let mut totals: Vec<i64> = shares.clone().flat_map(|found| found.classes.iter().map(|(total, _)| *total)).collect();
    totals.sort_unstable();
    totals.dedup();
    if totals.len() > MOST_CLASSES {
        totals.clear();
    }
    // Thirds and the like are cut to three digits.
    let wins = |total: &i64| ((*total as f64 / f64::from(WIN_UNITS) * 1000.0).round() / 1000.0).to_string();
    let mut header = vec![if totals.is_empty() { "blocks".to_owned() } else { "blocks by wins".to_owned() }];
    header.extend(totals.iter().map(wins));
    header.extend(["as if matches were\nindependent, %", "variance\nratio"].map(str::to_owned));
    let mut table = Columns::new(header);
    for (name, found) in cell.info.names().into_iter().zip(shares) {
        let count = |total: &i64| found.classes.iter().find(|(class, _)| class == total).map_or(0, |(_, count)| *count);
        let mut row = vec![name];
        row.extend(totals.iter().map(|total| text::thousands(count(total))));
        row.push(spread(found.value, Some(found.naive), 2, 100.0));
        row.push(found.variance_ratio.map_or_else(String::new, |ratio| format!("{ratio:.2}")));
        table.row(row);
    }
    table
}

/// What the numbers behind the figures are.
pub(super) fn intervals_note(stopped: bool) -> String {
    let blocks = "± and (…) are 95 % intervals from blocks; a figure without one is the same in every block.";
    let stopping = " Those of win shares and Elo are valid under optional stopping (confidence sequences); \
                    the others assume a number of blocks fixed in advance.";
    if stopped { format!("{blocks}{stopping}") } else { blocks.to_owned() }
}

/// An experiment: the answer, and one table of what its question asks for; in full a table of every group of rows that can be compared.
#[must_use]
pub fn experiment(summary: &Summary, detail: Detail, screen: Screen) -> String {
    let width = screen.text_width();
    let mut out = wrap("", &summary.title, width, 0);
    let cells = match summary.cells.len() {
        1 => "one cell".to_owned(),
        many => format!("each of {many} cells"),
    };
    let sizes = format!(
        "seed {}, {} for {cells}: {}",
        summary.seed,
        text::blocks(summary.blocks),
        text::matches(summary.matches, summary.matches_played)
    );
    let _ = writeln!(out, "{}", wrap("", &sizes, width, 0));
    let _ = writeln!(out, "{}", answer_lines(summary, screen));
    if detail == Detail::Full {
        let axis = Axis::of(summary);
        for found in &axis.groups(summary) {
            let _ = writeln!(out, "{}", if found.title.is_empty() { "line-ups" } else { &found.title });
            let _ = writeln!(out, "{}", group(summary, found, axis, screen));
        }
        out.push_str(&wrap("", &note(summary), width, 0));
    } else {
        out.push_str(&short_table(summary, screen));
    }
    if summary.cells.iter().any(|cell| cell.info.luck.is_some()) {
        let _ = write!(out, "\n{}", luck_table::text(summary, true, screen));
    }
    if summary.stop.is_some() {
        out.push('\n');
        for cell in &summary.cells {
            out.push_str(&wrap(&format!("{}: ", cell.info.name), &stopping::sentence(summary, cell), width, 2));
        }
    }
    for refused in &summary.refused {
        let _ = writeln!(out, "left out: {} (rule {}: {})", refused.name, refused.rule, refused.reason);
    }
    out
}

/// The most rows of the short table.
const MOST_ROWS: usize = 40;
/// The figures of the short table where the experiment names none.
const FIGURES: usize = 3;

/// The table of what the question asks for: a row for each cell under the name of its line-up, and as many figures as fit beside each other.
fn short_table(summary: &Summary, screen: Screen) -> String {
    let axis = Axis::of(summary);
    let mut groups = axis.groups(summary);
    // Of many line-ups those come first in which somebody can be better.
    let rows = |groups: &[Group]| {
        groups.iter().map(|group| group.members.len() + usize::from(!group.title.is_empty())).sum::<usize>()
    };
    let all = summary.cells.len();
    if rows(&groups) > MOST_ROWS && groups.iter().any(|group| group.told_slots(summary) > 0) {
        groups.retain(|group| group.told_slots(summary) > 0);
    }
    let compared = summary.cells.iter().any(|cell| cell.baseline.is_some());
    let figures = effects::shown(summary, FIGURES);
    let mut header = vec![axis.label().to_owned()];
    for figure in &figures {
        header.push(figure.heading.to_owned());
        if compared {
            header.push("difference".to_owned());
        }
    }
    let mut table = Columns::new(header);
    let mut shown = 0;
    for group in &groups {
        if shown + group.members.len() > MOST_ROWS && shown > 0 {
            break;
        }
        if !group.title.is_empty() && groups.len() > 1 {
            table.heading(&group.title);
        }
        for cell in group.cells(summary).take(MOST_ROWS) {
            table.row(short_row(summary, cell, axis, &figures, compared));
            shown += 1;
        }
    }
    let (drawn, left_out) = table.draw_first(screen);
    let mut notes = Vec::new();
    if let Some(figure) = figures.iter().find(|figure| figure.name == WIN_SHARE.name) {
        notes.push(format!("{}: the {} player's.", figure.about, if compared { "better" } else { "first" }));
    }
    if compared {
        let margin = if summary.margins.is_empty() { "" } else { ", ≈ within the margin" };
        let stopped =
            if summary.stop.is_some() { ", as if the number of blocks had been fixed in advance" } else { "" };
        notes.push(format!(
            "* {}; † significant at 5 % over all cells (Holm){margin}{stopped}.",
            baseline_note(summary)
        ));
    }
    if summary.stop.is_some() {
        notes.push(intervals_note(true));
    }
    let mut more = Vec::new();
    if shown < all {
        more.push(text::count((all - shown) as u64, "more cell", "more cells"));
    }
    if left_out > 0 {
        more.push(text::count(left_out as u64, "more column", "more columns"));
    }
    more.push("other figures".to_owned());
    notes.push(format!("--full: {}.", more.join(", ")));
    drawn + &wrap("", &text::capital(&notes.join(" ")), screen.text_width(), 0)
}

fn short_row(
    summary: &Summary,
    cell: &CellSummary,
    axis: Axis,
    figures: &[&'static FigureSpec],
    compared: bool,
) -> Vec<String> {
    let name = axis.row(cell);
    let mut row = vec![if cell.is_baseline { format!("{name} *") } else { name }];
    for figure in figures {
        row.push(effects::value(summary, cell, figure).map_or_else(String::new, |found| text::figure(figure, &found)));
        if compared {
            row.push(effects::comparison(summary, cell, figure).map_or_else(String::new, compared_text));
        }
    }
    row
}

/// What stands below the tables of an experiment.
fn note(summary: &Summary) -> String {
    let mut note = intervals_note(summary.stop.is_some());
    if let Some(deals) = common_deals(summary) {
        let _ = write!(note, " {}, {deals}; † is significant at 5 % over all cells (Holm)", what_is_compared(summary));
        if !summary.margins.is_empty() {
            note.push_str(", ≈ is within the margin at 5 % over all cells");
        }
        if summary.stop.is_some() {
            note.push_str(", both computed as if the number of blocks had been fixed in advance");
        }
        note.push('.');
    }
    let skill = skill_note(summary);
    if !skill.is_empty() {
        let _ = write!(note, " {skill}");
    }
    let ratios =
        summary.cells.iter().flat_map(|cell| &cell.strategies).filter_map(|found| found.win_share.variance_ratio);
    let (least, most) = ratios.fold((f64::INFINITY, 0.0f64), |(least, most), r| (least.min(r), most.max(r)));
    if most > 0.0 {
        let _ = write!(note, " Duplicate deals: the variance ratio of the win shares is {least:.2} to {most:.2}.");
    }
    note
}

/// What deals the cells and their baselines have in common, in words; `None` if no cell has a baseline.
///
/// Two cells deal alike if they have the same set, seats and hands. Otherwise they draw from the same streams, which relates their deals,
/// but not closely.
fn common_deals(summary: &Summary) -> Option<&'static str> {
    let pairs = summary.cells.iter().filter_map(|cell| Some((&cell.info, &summary.cells[cell.baseline?].info)));
    let alike: Vec<bool> = pairs
        .map(|(own, other)| ["set", "players", "hand"].iter().all(|key| own.game.get(*key) == other.game.get(*key)))
        .collect();
    if alike.is_empty() {
        None
    } else if alike.iter().all(|same| *same) {
        Some("on the same deals")
    } else if alike.iter().any(|same| *same) {
        Some(
            "on the same deals where set, seats and hand are the same, else on loosely related deals (correlation in differences.csv)",
        )
    } else {
        Some("on loosely related deals (correlation in differences.csv)")
    }
}

fn group(summary: &Summary, group: &Group, axis: Axis, screen: Screen) -> String {
    let slots = group.told_slots(summary);
    let columns = group.columns(summary, &[Output::Table]);
    let skill = group.skill_heading(summary);
    let mut header = vec![axis.label().to_owned()];
    header.extend((0..slots).map(|slot| format!("{}\nwins, %", slot_name(group.cells(summary), slot))));
    header.extend(columns.iter().map(|figure| figure.heading.to_owned()));
    header.extend(skill.clone());
    let mut table = Columns::new(header);
    let compared = |comparison: Option<&Comparison>| comparison.map_or_else(String::new, compared_text);
    for cell in group.cells(summary) {
        let name = axis.row(cell);
        let mut row = vec![if cell.is_baseline { format!("{name} *") } else { name }];
        let mut below = vec![format!("  {}", group.against(summary, cell).unwrap_or_else(|| "difference".to_owned()))];
        for slot in 0..slots {
            row.push(cell.strategies.get(slot).map_or_else(String::new, |found| share_text(&found.win_share)));
            below.push(compared(cell.comparison(Some(slot), &WIN_SHARE)));
        }
        for figure in &columns {
            row.push(cell.figure(figure).map_or_else(String::new, |found| text::figure(figure, found)));
            below.push(compared(cell.comparison(None, figure)));
        }
        if let Some(found) = cell.skill_win_share.as_ref().filter(|_| skill.is_some()) {
            row.push(text::figure(&SKILL, found));
            let measure = cell.skill.map(|index| &summary.cells[index]);
            below.push(compared(measure.and_then(|measure| measure.comparison(Some(0), &WIN_SHARE))));
        }
        table.row(row);
        if cell.baseline.is_some() {
            table.row(below);
        }
    }
    table.draw(screen)
}
