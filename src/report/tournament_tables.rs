//! A tournament as tables, documents and text.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::columns::{Columns, Screen};
use super::csv_fields::{name as field, table};
use super::number::field as number;
use super::number::real;
use super::text::{self, signed, spread, thousands, wrap};
use super::{pruning, stopping};
use crate::analysis::joining::Joined;
use crate::analysis::resolved::{AnchorPlan, Mode, Resolved};
use crate::analysis::summary::{CellSummary, Summary, TournamentSummary};
use crate::stats::intervals::Interval;
use crate::stats::measure::Measure;
use crate::stats::ranking::{Edge, RankedEntrant};

/// The table of ratings.
pub const RATINGS: &str = "ratings.csv";
/// The cross table.
pub const CROSSTABLE: &str = "crosstable.csv";

/// The most entrants whose cross table is shown on the terminal.
const MOST_SHOWN: usize = 20;
/// The most cycles that are listed on the terminal.
const MOST_CYCLES: usize = 10;

fn low(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.low)
}

fn high(interval: Option<Interval>) -> Option<f64> {
    interval.map(|interval| interval.high)
}

fn names(header: &[&str]) -> Vec<String> {
    header.iter().map(|name| (*name).to_owned()).collect()
}

/// `ratings.csv`: a row for each entrant, the best first.
pub fn ratings(tournament: &TournamentSummary) -> Vec<u8> {
    let header = names(&[
        "rank",
        "strategy",
        "elo",
        "elo_low",
        "elo_high",
        "superiority_over_next",
        "matches",
        "win_share",
        "win_share_low",
        "win_share_high",
        "regularised",
    ]);
    let row = |(rank, place): (usize, &RankedEntrant)| {
        vec![
            (rank + 1).to_string(),
            field(&tournament.names[place.entrant]),
            number(Some(place.elo)),
            number(low(place.interval)),
            number(high(place.interval)),
            number(place.superiority_over_next),
            place.matches.to_string(),
            number(Some(place.win_share)),
            number(low(place.win_share_interval)),
            number(high(place.win_share_interval)),
            tournament.ranking.regularised.to_string(),
        ]
    };
    table(&header, tournament.ranking.places.iter().enumerate().map(row))
}

/// `crosstable.csv`: a row for each ordered pair that met, in the order of the ratings; in a pruned tournament with three columns more.
pub fn crosstable(tournament: &TournamentSummary) -> Vec<u8> {
    let mut header = names(&[
        "strategy",
        "opponent",
        "matches",
        "win_share",
        "win_share_low",
        "win_share_high",
        "expected_win_share",
        "p_value",
        "p_value_holm",
    ]);
    if tournament.pruned {
        header.extend(names(&["blocks", "verdict", "llr"]));
    }
    let row = |edge: &Edge| {
        let mut row = vec![
            field(&tournament.names[edge.entrant]),
            field(&tournament.names[edge.opponent]),
            edge.matches.to_string(),
            number(Some(edge.win_share)),
            number(low(edge.interval)),
            number(high(edge.interval)),
            number(Some(edge.expected)),
            number(edge.p_value),
            number(edge.p_value_holm),
        ];
        if tournament.pruned {
            let verdict = edge.test.as_ref().map_or("", stopping::verdict);
            row.extend([edge.blocks.to_string(), verdict.to_owned(), number(pruning::llr(edge))]);
        }
        row
    };
    table(&header, ranked(tournament).map(row))
}

/// The pairs that met, rows and columns in the order of the ratings.
fn ranked(tournament: &TournamentSummary) -> impl Iterator<Item = &Edge> {
    let of = |row: &RankedEntrant| {
        tournament.ranking.places.iter().map(move |column| (row.entrant, column.entrant)).collect::<Vec<_>>()
    };
    tournament.ranking.places.iter().flat_map(of).filter_map(|(row, column)| tournament.ranking.edge(row, column))
}

/// The tournament as documents have it.
#[must_use]
pub fn document(summary: &Summary, tournament: &TournamentSummary) -> Map<String, Value> {
    document_of(tournament, pruning::document(summary, tournament))
}

/// The document of `rate`; `results` are those that were joined.
#[must_use]
pub fn joined_document(joined: &Joined, results: &[Value]) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("version".to_owned(), crate::VERSION.into());
    map.insert("game".to_owned(), joined.game.clone().into());
    map.insert("results".to_owned(), results.to_vec().into());
    map.insert("line_ups".to_owned(), joined.line_ups.into());
    map.insert("matches".to_owned(), joined.matches.into());
    map.extend(document_of(&joined.tournament, Value::Null));
    map
}

fn document_of(tournament: &TournamentSummary, pruned: Value) -> Map<String, Value> {
    let option = |value: Option<f64>| value.map_or(Value::Null, real);
    let name = |entrant: usize| tournament.names[entrant].as_str();
    let rating = |(rank, place): (usize, &RankedEntrant)| {
        json!({
            "rank": rank + 1,
            "name": name(place.entrant),
            "elo": real(place.elo),
            "elo_low": option(low(place.interval)),
            "elo_high": option(high(place.interval)),
            "superiority_over_next": option(place.superiority_over_next),
            "matches": place.matches,
            "win_share": real(place.win_share),
            "low": option(low(place.win_share_interval)),
            "high": option(high(place.win_share_interval)),
        })
    };
    let edge = |edge: &Edge| {
        let mut row = json!({
            "name": name(edge.entrant),
            "opponent": name(edge.opponent),
            "matches": edge.matches,
            "win_share": real(edge.win_share),
            "low": option(low(edge.interval)),
            "high": option(high(edge.interval)),
            "exact_tie": edge.exact_tie,
            "expected_win_share": real(edge.expected),
            "p_value": option(edge.p_value),
            "p_value_holm": option(edge.p_value_holm),
        });
        if let Some(map) = row.as_object_mut().filter(|_| tournament.pruned) {
            map.extend(pruning::edge(edge).map(|(name, value)| (name.to_owned(), value)));
        }
        row
    };
    let cycles = tournament.ranking.cycles.iter().map(|cycle| Value::from(cycle.map(name).to_vec()));
    let mut map = Map::new();
    map.insert("mode".to_owned(), json!(tournament.mode));
    map.insert("anchor".to_owned(), json!(AnchorPlan::new(&tournament.anchors, &tournament.names)));
    if tournament.mode == Mode::Gauntlet {
        map.insert("challengers".to_owned(), tournament.challengers.iter().map(|entrant| name(*entrant)).collect());
    }
    map.insert("regularised".to_owned(), tournament.ranking.regularised.into());
    map.insert("pruning".to_owned(), pruned);
    map.insert("ratings".to_owned(), tournament.ranking.places.iter().enumerate().map(rating).collect());
    map.insert("crosstable".to_owned(), ranked(tournament).map(edge).collect());
    map.insert("cycles".to_owned(), cycles.collect());
    map
}

/// A chance in per cent, never rounded to certainty.
pub(super) fn percent(chance: f64) -> String {
    match 100.0 * chance {
        p if p > 99.99 => ">99.99".to_owned(),
        p if p < 0.01 => "<0.01".to_owned(),
        p => format!("{p:.2}"),
    }
}

fn ratings_table(tournament: &TournamentSummary, screen: Screen) -> String {
    let header = ["strategy", "Elo", "superior to\nthe next, %", "win share, %", "matches"];
    // Of a pruned tournament nobody can say how likely one is to be stronger.
    let shown = |column: usize| column != 2 || !tournament.pruned;
    let chosen =
        |row: Vec<String>| row.into_iter().enumerate().filter(|(at, _)| shown(*at)).map(|(_, text)| text).collect();
    let mut columns = Columns::new(chosen(names(&header)));
    let width = tournament.ranking.places.len().to_string().len();
    for (rank, place) in tournament.ranking.places.iter().enumerate() {
        columns.row(chosen(vec![
            format!("{:>width$}  {}", rank + 1, tournament.names[place.entrant]),
            signed(&Measure { value: place.elo, interval: place.interval }, 1, 1.0),
            place.superiority_over_next.map_or_else(String::new, percent),
            spread(place.win_share, place.win_share_interval, 2, 100.0),
            thousands(place.matches),
        ]));
    }
    columns.draw(screen)
}

fn cross_table(tournament: &TournamentSummary, screen: Screen) -> String {
    let opponents = tournament.ranking.places.iter().map(|place| field(&tournament.names[place.entrant]));
    let mut columns = Columns::new(std::iter::once(String::new()).chain(opponents).collect());
    for row in &tournament.ranking.places {
        let cell = |column: &RankedEntrant| {
            tournament.ranking.edge(row.entrant, column.entrant).map_or_else(String::new, |edge| {
                let mark = if edge.is_significant() { "†" } else { "" };
                format!("{mark}{:.1}", 100.0 * edge.win_share)
            })
        };
        let cells = tournament.ranking.places.iter().map(cell);
        columns.row(std::iter::once(tournament.names[row.entrant].clone()).chain(cells).collect());
    }
    columns.draw(screen)
}

/// A result that is joined with others, in words.
#[must_use]
pub fn source_text(experiment: &Resolved) -> String {
    format!(
        "seed {}, {} of {}",
        experiment.seed,
        text::blocks(experiment.blocks),
        text::count(experiment.cells.len() as u64, "line-up", "line-ups")
    )
}

/// What `rate` prints for people; `sources` are the results with what is said of them.
#[must_use]
pub fn joined_text(joined: &Joined, sources: &[[String; 2]], screen: Screen) -> String {
    let mut out = String::new();
    for [name, about] in sources {
        out.push_str(&wrap("", &format!("{name}: {about}"), screen.text_width(), 2));
    }
    let line_ups = text::count(joined.line_ups as u64, "line-up", "line-ups");
    let _ = writeln!(out, "{line_ups} in all: {}\n", text::count(joined.matches, "match", "matches"));
    out.push_str(&tables(&joined.tournament, joined.sides, "", screen));
    out
}

/// The tournament for people; empty if the experiment is none.
#[must_use]
pub fn text(summary: &Summary, screen: Screen) -> String {
    let Some(tournament) = &summary.tournament else {
        return String::new();
    };
    let width = screen.text_width();
    let mut out = wrap("", &summary.title, width, 0);
    let _ = writeln!(out, "{}", wrap("", &summary.question, width, 0));
    let sides = summary.cells.first().map_or(2, CellSummary::sides);
    let _ = writeln!(
        out,
        "seed {}, {}{} for each of {}: {}\n",
        summary.seed,
        if tournament.pruned { "up to " } else { "" },
        text::blocks(summary.blocks),
        text::count(summary.cells.len() as u64, "line-up", "line-ups"),
        text::matches(summary.matches, summary.matches_played)
    );
    out.push_str(&tables(tournament, sides, &pruning::text(summary, tournament, screen), screen));
    out
}

/// The tables of a tournament with what is to be said of them; `pruned` is what is said of pruning.
fn tables(tournament: &TournamentSummary, sides: usize, pruned: &str, screen: Screen) -> String {
    let width = screen.text_width();
    let mut out = String::new();
    out.push_str(&ratings_table(tournament, screen));
    let shown = tournament.ranking.places.len() <= MOST_SHOWN;
    if shown {
        let against = if sides == 2 { "against the column" } else { "where the column plays too" };
        let _ = writeln!(out, "\nwin share of the row {against}, %");
        out.push_str(&cross_table(tournament, screen));
    }
    out.push_str(pruned);
    out.push('\n');
    let mut note = match tournament.anchors.as_slice() {
        [] | [_] => format!("Elo is {} (Bradley–Terry). ", tournament.scale()),
        _ => format!("Elo is {}, which are held at these values (Bradley–Terry). ", tournament.scale()),
    };
    note.push_str(if tournament.pruned {
        "± and (…) are 95 % intervals from blocks, whose deals all line-ups share: those of Elo assume that the number of blocks of each pairing was fixed, \
         which it was not; those of pairings are valid under optional stopping (confidence sequences)."
    } else if tournament.mode == Mode::Joined {
        "± and (…) are 95 % intervals from blocks; results of one seed have common deals, those of different seeds are independent; the likelihood of superiority \
         is computed from them too."
    } else {
        "± and (…) are 95 % intervals from blocks, and all line-ups play common deals; the likelihood of superiority is computed from them too."
    });
    if shown && sides == 2 {
        note.push_str(" † is not one half, significant at 5 % over all pairs (Holm)");
        note.push_str(if tournament.pruned { ", valid under optional stopping." } else { "." });
    }
    for edge in tournament.ranking.edges.iter().filter(|edge| edge.exact_tie && edge.entrant < edge.opponent) {
        let [a, b] = [edge.entrant, edge.opponent].map(|entrant| tournament.names[entrant].as_str());
        let _ = write!(note, " {a} and {b} play identically: an exact tie.");
    }
    if tournament.ranking.regularised {
        note.push_str(
            " A strategy won or lost every match, which has no finite rating: the ratings add one match to each line-up, with its win shared equally.",
        );
    }
    out.push_str(&wrap("", &note, width, 0));
    for cycle in tournament.ranking.cycles.iter().take(MOST_CYCLES) {
        let [a, b, c] = cycle.map(|entrant| tournament.names[entrant].as_str());
        let _ = writeln!(out, "cycle, significant at 5 % over all pairs: {a} beats {b} beats {c} beats {a}");
    }
    if tournament.ranking.cycles.len() > MOST_CYCLES {
        let _ = writeln!(out, "and {} more cycles", tournament.ranking.cycles.len() - MOST_CYCLES);
    }
    out
}
