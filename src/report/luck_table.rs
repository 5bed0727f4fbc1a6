//! Win shares with the luck of the deals taken out, beside the raw ones: on the terminal and as `luck.csv`.

use super::columns::{Columns, Screen};
use super::csv::{number, table};
use super::text::{spread, wrap};
use crate::experiment::{CellInfo, Experiment};
use crate::stats::figures::{self, SlotResult};
use crate::stats::luck_adjustment::Offer;
use crate::tally::Tally;

/// The file.
pub const LUCK: &str = "luck.csv";

/// What a slot achieved, with and without the luck of the deals.
fn result(info: &CellInfo, tally: &Tally, slot: usize) -> SlotResult {
    figures::slot_result(tally, slot, info.sampling(), info.played_per_block)
}

/// `luck.csv`: a row for each slot of the cells whose luck was measured.
///
/// # Errors
/// Never in practice: it writes to memory.
pub fn csv(experiment: &Experiment, tallies: &[Tally]) -> Result<Vec<u8>, csv::Error> {
    let header = [
        "cell",
        "slot",
        "strategy",
        "model",
        "blocks",
        "win_share",
        "win_share_low",
        "win_share_high",
        "offer",
        "adjusted_win_share",
        "adjusted_win_share_low",
        "adjusted_win_share_high",
        "variance_ratio",
        "coefficient",
        "mean_luck",
        "mean_luck_low",
        "mean_luck_high",
    ]
    .map(str::to_owned);
    let cells =
        experiment.cells.iter().zip(tallies).filter_map(|(info, tally)| Some((info, tally, info.luck.as_ref()?)));
    let rows = cells.flat_map(|(info, tally, luck)| {
        info.sides.iter().enumerate().filter_map(move |(slot, side)| {
            let raw = result(info, tally, slot);
            let found = raw.adjusted?;
            let quoted = |value: f64| number((found.offer == Offer::Offered).then_some(value));
            let of_luck = found.luck.interval;
            Some(vec![
                info.name.clone(),
                slot.to_string(),
                side.name.clone(),
                luck.models.get(slot).cloned().unwrap_or_default(),
                tally.blocks.to_string(),
                number(Some(raw.win_share)),
                number(Some(raw.interval.low)),
                number(Some(raw.interval.high)),
                found.offer.name().to_owned(),
                quoted(found.win_share),
                quoted(found.interval.low),
                quoted(found.interval.high),
                number(Some(found.variance_ratio)),
                number(Some(found.coefficient)),
                number(Some(found.luck.value)),
                number(of_luck.map(|interval| interval.low)),
                number(of_luck.map(|interval| interval.high)),
            ])
        })
    });
    table(&header, rows)
}

/// What the columns of the table say, here and on a page.
pub(super) const NOTE: &str = "Adjusted: the win share with the luck of the deals taken out, without bias; utility: how many matches a match is then utility, \
                    beyond what equal deals give; mean luck: 0 but for chance (docs/statistics.md).";

/// A table of raw and adjusted shares of the cells whose luck was measured, with what it means.
pub(super) fn text<'a>(
    cells: impl Iterator<Item = (&'a CellInfo, &'a Tally)> + Clone,
    named: bool,
    screen: Screen,
) -> String {
    let header =
        ["luck of the deals", "win share, %", "adjusted, %", "worth of\na match", "coefficient", "mean luck, %"];
    let mut table = Columns::new(header.map(str::to_owned).to_vec());
    for (info, tally) in cells.clone().filter(|(info, _)| info.luck.is_some()) {
        // The other side's figures are the same from the other end.
        let raw = result(info, tally, 0);
        let Some(found) = raw.adjusted else { continue };
        let own = info.sides.first().map_or("", |side| side.name.as_str());
        let share = match found.offer {
            Offer::Offered => spread(found.win_share, Some(found.interval), 2, 100.0),
            other => format!("left out: {}", other.reason()),
        };
        table.row(vec![
            if named { info.name.clone() } else { own.to_owned() },
            spread(raw.win_share, Some(raw.interval), 2, 100.0),
            share,
            two_digits(found.variance_ratio),
            two_digits(found.coefficient),
            if found.luck.value.is_nan() {
                String::new()
            } else {
                spread(found.luck.value, found.luck.interval, 2, 100.0)
            },
        ]);
    }
    let mut out = format!("{}{}", table.draw(screen), wrap("", NOTE, screen.text_width(), 0));
    for (info, reason) in cells.filter_map(|(info, _)| Some((info, info.no_luck.as_ref()?))) {
        out.push_str(&wrap("not measured: ", &format!("{} ({reason})", info.name), screen.text_width(), 2));
    }
    out
}

/// A real number with two digits; empty if it is none.
pub(super) fn two_digits(value: f64) -> String {
    if value.is_nan() { String::new() } else { format!("{value:.2}") }
}
