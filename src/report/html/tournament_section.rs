//! What a tournament came to, at the head of its page: the answer in words, the table of ratings and their forest plot.
//!
//! "Shown" always means: significant at 5 % over all pairs. The order of two places is tested by the difference of their ratings, a pairing by its
//! own win share.

use maud::{Markup, html};

use super::super::text::{blocks, count, signed, spread, thousands};
use super::super::tournament_tables::{CROSSTABLE, RATINGS, percent};
use super::chart::{Drawn, Row};
use super::crosstable;
use super::figures::forest_figure;
use super::result::{PageModel, Ranked};
use crate::stats::figures::Measure;
use crate::stats::ranking::{Edge, RankedEntrant};

/// The most names of a list in a sentence.
const MOST_NAMES: usize = 6;
/// The most pairs and cycles of a list in a sentence.
const MOST_LISTED: usize = 8;

impl Ranked {
    /// The entrants' places, the best first.
    pub(super) fn places(&self) -> &[RankedEntrant] {
        &self.standings.places
    }

    /// Who holds a place.
    pub(super) fn name(&self, rank: usize) -> &str {
        &self.tournament.names[self.places()[rank].entrant]
    }

    /// An entrant with its place: `3 greedy`.
    pub(super) fn ranked_name(&self, rank: usize) -> String {
        format!("{} {}", rank + 1, self.name(rank))
    }

    /// The pair of two places, if they met.
    pub(super) fn edge(&self, row: usize, column: usize) -> Option<&Edge> {
        let pair = [row, column].map(|rank| self.places()[rank].entrant);
        // They are in order.
        let edges = &self.standings.edges;
        edges.binary_search_by_key(&pair, |edge| [edge.entrant, edge.opponent]).ok().map(|at| &edges[at])
    }

    /// What a rating of 0 is.
    fn zero(&self) -> &str {
        self.tournament.anchor.map_or("the mean of all", |anchor| &self.tournament.names[anchor])
    }
}

/// `a, b and c`, or `a, b, c and 4 more`.
fn list(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] if names.len() <= MOST_NAMES => format!("{} and {last}", most.join(", ")),
        _ => format!("{} and {} more", names[..MOST_NAMES].join(", "), names.len() - MOST_NAMES),
    }
}

/// The first of a list in full, and how many more there are.
fn some(all: &[String]) -> String {
    let more = all.len().saturating_sub(MOST_LISTED);
    let shown = all[..all.len() - more].join("; ");
    if more == 0 { shown } else { format!("{shown}; and {more} more") }
}

fn first(ranked: &Ranked) -> String {
    let places = ranked.places();
    let (name, entrants) = (ranked.name(0), places.len());
    let rating = match (ranked.tournament.anchor == Some(places[0].entrant), places[0].interval) {
        (true, _) => "whose rating is 0 by definition".to_owned(),
        (_, None) => format!("{:+.1} Elo above {}", places[0].elo, ranked.zero()),
        (_, Some(i)) => format!("{:+.1} Elo ({:+.1} to {:+.1}) above {}", places[0].elo, i.low, i.high, ranked.zero()),
    };
    if ranked.tournament.pruned {
        return format!(
            "{name} has the highest of {entrants} ratings, {rating}. Pairings stopped as soon as they were decided, so that only pairs are compared."
        );
    }
    let (shown, open): (Vec<usize>, Vec<usize>) =
        (1..entrants).partition(|rank| ranked.standings.rank_tests.is_shown(0, *rank));
    let open: Vec<&str> = open.into_iter().map(|rank| ranked.name(rank)).collect();
    match (shown.len(), open.as_slice()) {
        (0, [other]) => {
            format!("{name} has the higher rating, {rating}, but is not shown to be stronger than {other}.")
        }
        (0, _) => format!(
            "{name} has the highest of {entrants} ratings, {rating}, but is not shown to be stronger than any of the others."
        ),
        (1, []) => format!("{name} is first, {rating}, and is shown to be stronger than {}.", ranked.name(1)),
        (others, []) => {
            format!(
                "{name} is first of {entrants}, {rating}, and is shown to be stronger than each of the other {others}."
            )
        }
        (some, open) => format!(
            "{name} has the highest of {entrants} ratings, {rating}. It is shown to be stronger than {some} of the others, but not than {}.",
            list(open)
        ),
    }
}

/// Which neighbours in the ranking are told apart; empty for two entrants, about whom all is said.
fn neighbours(ranked: &Ranked) -> String {
    let pairs = ranked.places().len().saturating_sub(1);
    let (shown, open): (Vec<usize>, Vec<usize>) =
        (0..pairs).partition(|rank| ranked.standings.rank_tests.is_shown(*rank, rank + 1));
    let named = |ranks: &[usize], between: &str| {
        let pair = |rank: &usize| format!("{} {between} {}", ranked.name(*rank), ranked.name(rank + 1));
        some(&ranks.iter().map(pair).collect::<Vec<_>>())
    };
    let are = |number: usize| if number == 1 { "is" } else { "are" };
    match (shown.len(), open.len()) {
        _ if pairs < 2 || ranked.tournament.pruned => String::new(),
        (_, 0) => "Every place is shown to be above the next one.".to_owned(),
        (0, _) => "No two neighbours in the ranking are told rank_tests.".to_owned(),
        (few, many) if few < many => format!(
            "Only {few} of the {pairs} pairs of neighbours in the ranking {} told rank_tests: {}.",
            are(few),
            named(&shown, "above")
        ),
        (most, _) => format!(
            "{most} of the {pairs} pairs of neighbours in the ranking {} told rank_tests. Not told rank_tests: {}.",
            are(most),
            named(&open, "and")
        ),
    }
}

/// The first one's pairings; empty where pairs are not tested, or nothing is to be said.
fn head_to_head(ranked: &Ranked) -> String {
    let opponents: Vec<usize> = (1..ranked.places().len()).filter(|rank| ranked.edge(0, *rank).is_some()).collect();
    if opponents.is_empty() || ranked.standings.edges.iter().all(|edge| edge.p_value_holm.is_none()) {
        return String::new();
    }
    let won = |row: usize, column: usize| ranked.edge(row, column).is_some_and(|edge| edge.is_won);
    let beaten = opponents.iter().filter(|rank| won(0, **rank)).count();
    let winners: Vec<&str> = opponents.iter().filter(|rank| won(**rank, 0)).map(|rank| ranked.name(*rank)).collect();
    let lost = if winners.is_empty() { String::new() } else { format!(" and loses to {}", list(&winners)) };
    let against = match (beaten, opponents.len()) {
        (0, _) => "none of its opponents".to_owned(),
        (all, others) if all == others && all > 1 => format!("each of its {all} opponents"),
        (some, others) => format!("{some} of its {}", count(others as u64, "opponent", "opponents")),
    };
    format!("Head to head, {} is shown to beat {against}{lost}.", ranked.name(0))
}

/// The cycles; empty where there can be none.
fn cycles(ranked: &Ranked, sides: usize) -> String {
    if sides != 2 || ranked.tournament.gauntlet || ranked.places().len() < 3 {
        return String::new();
    }
    let told = |cycle: &[usize; 3]| {
        let [a, b, c] = cycle.map(|entrant| ranked.tournament.names[entrant].as_str());
        format!("{a} beats {b}, {b} beats {c}, and {c} beats {a}")
    };
    let all: Vec<String> = ranked.standings.cycles.iter().map(told).collect();
    match all.len() {
        0 => "No cycle is shown, that is no three of whom each beats the next and the last beats the first.".to_owned(),
        1 => format!("There is a cycle: {}.", all[0]),
        many => format!("There are {} cycles: {}.", thousands(many as u64), some(&all)),
    }
}

/// The answer in words: no more than the intervals and the corrected tests say.
pub(super) fn sentences(ranked: &Ranked, sides: usize) -> Vec<String> {
    let mut all = vec![first(ranked), neighbours(ranked), head_to_head(ranked), cycles(ranked, sides)];
    if ranked.tournament.gauntlet {
        let runner = &ranked.tournament.names[0];
        all.push(format!("Only {runner} met the others, who are compared by what they took from it."));
    }
    if ranked.standings.regularised {
        all.push(
            "Somebody won or lost everything, which no finite rating explains: the ratings are those with one more match for each line-up, \
             shared by all in it."
                .to_owned(),
        );
    }
    all.retain(|sentence| !sentence.is_empty());
    all
}

/// How much a pruned tournament played.
fn pruned(found: &PageModel) -> String {
    let tallies = || found.cells.iter().map(|cell| &cell.tally);
    let decided = tallies().filter(|tally| tally.decided.is_some()).count();
    let (played, longest) = (tallies().map(|tally| tally.blocks).sum(), tallies().map(|tally| tally.blocks).max());
    format!(
        "Decided: {decided} of {}. Together they played {}, the longest {}.",
        count(found.cells.len() as u64, "pairing", "pairings"),
        blocks(played),
        blocks(longest.unwrap_or(0))
    )
}

/// The answer on the page.
pub(super) fn answer(found: &PageModel, ranked: &Ranked) -> Markup {
    html! {
        ul {
            @for sentence in sentences(ranked, found.sides()) { li { (sentence) } }
            @if ranked.tournament.pruned { li { (pruned(found)) } }
        }
        p.small {
            @if ranked.tournament.pruned {
                "Shown: at 5 % over all pairs, whenever each of them stopped (confidence sequences, Bonferroni); † below claims no direction and takes a little less (Holm). "
            } @else {
                "Shown: significant at 5 % over all pairs (Holm). “Stronger” is by the ratings, whose differences know that all line-ups play the same deals. "
            }
            "What is not shown is not shown to be equal."
        }
    }
}

fn table(ranked: &Ranked) -> Markup {
    let shown = |rank: usize| ranked.standings.rank_tests.is_shown(rank, rank + 1);
    let pruned = ranked.tournament.pruned;
    html! {
        div.scroll role="region" tabindex="0" aria-label="Table of ratings" {
            table {
                thead {
                    tr {
                        th scope="col" { "rank, strategy" }
                        th scope="col" { "Elo above " (ranked.zero()) }
                        @if !pruned { th scope="col" { "stronger than the next, %" } }
                        th scope="col" { "win share, %" }
                        th scope="col" { "matches" }
                    }
                }
                tbody {
                    @for (rank, place) in ranked.places().iter().enumerate() {
                        tr {
                            th scope="row" { span.rank { (rank + 1) } "\u{a0}" (ranked.name(rank)) }
                            td { (signed(&Measure { value: place.elo, interval: place.interval }, 1, 1.0)) }
                            @if !pruned {
                                td { @if let Some(chance) = place.superiority_over_next { @if shown(rank) { "†" } (percent(chance)) } }
                            }
                            td { (spread(place.win_share, place.win_share_interval, 2, 100.0)) }
                            td { (thousands(place.matches)) }
                        }
                    }
                }
            }
        }
        p.small {
            "Elo after Bradley and Terry. "
            @if pruned {
                "The intervals are those for numbers of blocks that were fixed beforehand. "
            } @else {
                "Stronger than the next: the likelihood that the difference of the two ratings is above 0; "
                "† the two are told apart at 5 % over all pairs (Holm). "
            }
            "The same in " a href={ "./" (RATINGS) } { (RATINGS) }
            ", the pairs in " a href={ "./" (CROSSTABLE) } { (CROSSTABLE) } "."
        }
    }
}

fn forest(ranked: &Ranked) -> Drawn<Markup> {
    let row = |(rank, place): (usize, &RankedEntrant)| Row {
        label: ranked.ranked_name(rank),
        value: place.elo,
        interval: place.interval,
    };
    let rows = ranked.places().iter().enumerate().map(row).collect();
    let unit = format!("Elo above {}", ranked.zero());
    let zero = ranked
        .tournament
        .anchor
        .map_or_else(|| ranked.zero().to_owned(), |_| format!("the rating of {}", ranked.zero()));
    forest_figure("Ratings", &unit, 1, rows, Some((0.0, &zero)))
}

/// Table and figures.
pub(super) fn section(found: &PageModel, ranked: &Ranked) -> Drawn<Markup> {
    let forest = forest(ranked)?;
    let cross = crosstable::figure_of(ranked, found.sides())?;
    Ok(html! {
        div.ranking {
            div { (table(ranked)) }
            (forest)
        }
        (cross)
    })
}
