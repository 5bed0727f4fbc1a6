//! What pruning a tournament came to: which pairings were decided after how many blocks, and what that saved.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::columns::{Columns, Screen};
use super::number::real;
use super::stopping;
use super::text::{self, spread, thousands, wrap};
use crate::analysis::summary::{Summary, TournamentSummary};
use crate::stats::ranking::{Edge, Ranking};
use crate::stats::stopping::{Ending, StoppingRule};

/// The most pairings that are listed on the terminal.
const MOST_LISTED: usize = 60;

/// How much a pruned tournament played, in blocks of one pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Saving {
    /// Pairings.
    pub pairings: u64,
    /// Pairings that were decided.
    pub decided: u64,
    /// Blocks of all pairings together.
    pub blocks: u64,
    /// Blocks of the pairing that played most.
    pub longest: u64,
    /// The most blocks that a pairing was allowed.
    pub most: u64,
}

impl Saving {
    /// Counts what was played.
    #[must_use]
    pub fn of(summary: &Summary) -> Saving {
        Saving {
            pairings: summary.cells.len() as u64,
            decided: summary.cells.iter().filter(|cell| cell.decided).count() as u64,
            blocks: summary.cells.iter().map(|cell| cell.blocks).sum(),
            longest: summary.blocks,
            most: summary.max_blocks,
        }
    }

    /// Blocks of the same tournament if all pairings had gone on until the last of them was decided.
    #[must_use]
    pub const fn unpruned(&self) -> u64 {
        self.longest.saturating_mul(self.pairings)
    }

    /// Blocks of the whole tournament if every pairing had played the most.
    #[must_use]
    pub const fn full(&self) -> u64 {
        self.most.saturating_mul(self.pairings)
    }

    /// The part of so many blocks that was not played.
    fn saved(&self, of: u64) -> f64 {
        1.0 - self.blocks as f64 / of.max(1) as f64
    }
}

/// The rule and what it saved; `null` if the tournament is not pruned.
#[must_use]
pub fn document(summary: &Summary, tournament: &TournamentSummary) -> Value {
    let Some(rule) = summary.stop.filter(|_| tournament.pruned) else {
        return Value::Null;
    };
    let saving = Saving::of(summary);
    let mut map: Map<String, Value> = rule.into();
    if let StoppingRule::Sprt(sprt) = rule {
        let (lower, upper) = sprt.bounds();
        map.insert("llr_lower".to_owned(), real(lower));
        map.insert("llr_upper".to_owned(), real(upper));
    }
    let counts = [
        ("max_blocks", saving.most),
        ("pairings", saving.pairings),
        ("decided", saving.decided),
        ("pairing_blocks", saving.blocks),
        ("pairing_blocks_unpruned", saving.unpruned()),
        ("pairing_blocks_full", saving.full()),
    ];
    map.extend(counts.map(|(name, count)| (name.to_owned(), count.into())));
    map.insert("saved_of_unpruned".to_owned(), real(saving.saved(saving.unpruned())));
    map.insert("saved_of_full".to_owned(), real(saving.saved(saving.full())));
    Value::Object(map)
}

/// What a pair's document has besides in a pruned tournament: `blocks`, and on the side of the entrant that was tested `verdict` and `llr`.
#[must_use]
pub fn edge(edge: &Edge) -> [(&'static str, Value); 3] {
    [
        ("blocks", edge.blocks.into()),
        ("verdict", edge.test.as_ref().map(stopping::verdict).into()),
        ("llr", llr(edge).map_or(Value::Null, real)),
    ]
}

/// The log-likelihood ratio of a pair's test, on the side of the entrant that was tested.
#[must_use]
pub fn llr(edge: &Edge) -> Option<f64> {
    edge.test.and_then(|ending| ending.look).and_then(|look| look.llr)
}

/// The pairings that were tested, those that took longest first, then in the order of their cells.
fn longest_first(found: &Ranking) -> Vec<(&Edge, Ending)> {
    let mut all: Vec<(&Edge, Ending)> = found.edges.iter().filter_map(|edge| Some((edge, edge.test?))).collect();
    all.sort_by_key(|(edge, _)| (std::cmp::Reverse(edge.blocks), edge.entrant, edge.opponent));
    all
}

/// What was decided and what that saved, for people; empty if the tournament is not pruned.
#[must_use]
pub fn text(summary: &Summary, tournament: &TournamentSummary, screen: Screen) -> String {
    let Some(rule) = summary.stop.filter(|_| tournament.pruned) else {
        return String::new();
    };
    let mut out = String::from("\npairings, longest first\n");
    let mut columns = Columns::new(["pairing", "blocks", "verdict", "LLR", "win share, %"].map(str::to_owned).to_vec());
    let all = longest_first(&tournament.ranking);
    for (edge, ending) in all.iter().take(MOST_LISTED) {
        columns.row(vec![
            format!("{} vs {}", tournament.names[edge.entrant], tournament.names[edge.opponent]),
            thousands(edge.blocks),
            stopping::verdict(ending).to_owned(),
            llr(edge).map_or_else(String::new, |llr| format!("{llr:.2}")),
            if edge.exact_tie {
                format!("{:.2} (exact tie)", 100.0 * edge.win_share)
            } else {
                spread(edge.win_share, edge.interval, 2, 100.0)
            },
        ]);
    }
    out.push_str(&columns.draw(screen));
    if all.len() > MOST_LISTED {
        let _ = writeln!(out, "and {} shorter ones", all.len() - MOST_LISTED);
    }
    let saving = Saving::of(summary);
    let of = |blocks: u64| {
        let saved = match 100.0 * saving.saved(blocks) {
            all if all > 99.9 => ">99.9".to_owned(),
            part => format!("{part:.1}"),
        };
        format!("{} ({saved} % saved)", text::blocks(blocks))
    };
    let mut sentence = format!(
        "Each pairing played until {} ended. The test is of the strategy named first. Decided: {} of {}. They played {} in place of ",
        stopping::wanted(&rule),
        thousands(saving.decided),
        text::count(saving.pairings, "pairing", "pairings"),
        text::blocks(saving.blocks),
    );
    if saving.longest < saving.most && saving.blocks < saving.unpruned() {
        let _ = write!(sentence, "{}, had all gone on as long as the longest, and in place of ", of(saving.unpruned()));
    }
    let _ = write!(sentence, "{}, had all played the most, {}.", of(saving.full()), text::blocks(saving.most));
    let _ = writeln!(out, "\n{}", wrap("", &sentence, screen.text_width(), 0).trim_end());
    out
}
