//! Win shares with the luck of the deals taken out, beside the raw ones: on the terminal and as `luck.csv`.

use super::cell_columns::CellColumns;
use super::columns::{Columns, Screen};
use super::csv_fields::{name, table};
use super::number::field as number;
use super::text::{spread, wrap};
use crate::analysis::summary::{CellSummary, Summary};
use crate::stats::luck_adjustment::{Adjusted, Offer};

/// The file.
pub const LUCK: &str = "luck.csv";

/// `luck.csv`: a row for each slot of the cells whose luck was measured.
pub fn csv(summary: &Summary) -> Vec<u8> {
    let place = CellColumns::of(summary);
    let mut header = place.header();
    let own = [
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
    ];
    header.extend(own.map(str::to_owned));
    let mut rows = Vec::new();
    for cell in &summary.cells {
        let Some(luck) = &cell.info.luck else { continue };
        for (slot, (side, raw)) in cell.info.strategies.iter().zip(&cell.strategies).enumerate() {
            let raw = &raw.win_share;
            let Some(found) = &raw.adjusted else { continue };
            let quoted = |value: f64| number((found.offer == Offer::Offered).then_some(value));
            let of_luck = found.luck.interval;
            let mut row = place.row(summary, cell);
            row.extend([
                slot.to_string(),
                name(&side.name),
                name(luck.models.get(slot).map_or("", String::as_str)),
                cell.blocks.to_string(),
                number(Some(raw.value)),
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
            ]);
            rows.push(row);
        }
    }
    table(&header, rows.into_iter())
}

/// The headings of the table behind that of its rows, here and on a page.
pub(super) const HEADINGS: [&str; 5] =
    ["win share, %", "adjusted, %", "variance\nratio", "coefficient", "mean luck, %"];

/// What the columns of the table say, here and on a page.
pub(super) const NOTE: &str = "Adjusted: the win share after removing the luck of the deals, without bias. Variance ratio: the variance before adjustment over \
                    that after it; duplicate deals are already in both. Mean luck: its expected value is 0 (docs/statistics.md).";

/// The row of a cell whose luck was measured: of its first strategy, since the other's figures are the same from the other end.
pub(super) fn row(cell: &CellSummary) -> Option<[String; 5]> {
    let raw = cell.strategies.first()?.share();
    let found: &Adjusted = cell.strategies.first()?.win_share.adjusted.as_ref()?;
    let share = match found.offer {
        Offer::Offered => spread(found.win_share, Some(found.interval), 2, 100.0),
        other => format!("left out: {}", other.reason()),
    };
    let two_digits = |value: f64| if value.is_nan() { String::new() } else { format!("{value:.2}") };
    Some([
        spread(raw.value, raw.interval, 2, 100.0),
        share,
        two_digits(found.variance_ratio),
        two_digits(found.coefficient),
        if found.luck.value.is_nan() { String::new() } else { spread(found.luck.value, found.luck.interval, 2, 100.0) },
    ])
}

/// A table of raw and adjusted shares of the cells whose luck was measured, with what it means. The rows are called by their cells, or (if not
/// `named`) by their first strategies.
pub(super) fn text(summary: &Summary, named: bool, screen: Screen) -> String {
    let header = std::iter::once("luck of the deals").chain(HEADINGS).map(str::to_owned);
    let mut table = Columns::new(header.collect());
    for cell in summary.cells.iter().filter(|cell| cell.info.luck.is_some()) {
        let own = cell.info.strategies.first().map_or("", |side| side.name.as_str());
        let name = if named { &cell.info.name } else { own };
        if let Some(found) = row(cell) {
            table.row(std::iter::once(name.to_owned()).chain(found).collect());
        }
    }
    let mut out = format!("{}{}", table.draw(screen), wrap("", NOTE, screen.text_width(), 0));
    for (cell, reason) in summary.cells.iter().filter_map(|cell| Some((cell, cell.luck_not_measured.as_ref()?))) {
        out.push_str(&wrap("not measured: ", &format!("{} ({reason})", cell.info.name), screen.text_width(), 2));
    }
    out
}
