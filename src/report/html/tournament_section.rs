//! What a tournament came to, at the head of its page: the answer in words, the table of ratings and their forest plot.
//!
//! "Shown" always means: significant at 5 % over all pairs. The order of two places is tested by the difference of their ratings, a pairing by its
//! own win share.

use maud::{Markup, html};

use super::super::pruning::Saving;
use super::super::text::{blocks, count, signed, spread, thousands};
use super::super::tournament_tables::{CROSSTABLE, RATINGS, percent};
use super::chart::Drawn;
use super::crosstable;
use super::dots::{self, Dot};
use super::page_view::PageView;
use crate::analysis::resolved::Mode;
use crate::analysis::summary::TournamentSummary;
use crate::stats::measure::Measure;
use crate::stats::ranking::RankedEntrant;

/// The most names of a list in a sentence.
const MOST_NAMES: usize = 6;
/// The most pairs and cycles of a list in a sentence.
const MOST_LISTED: usize = 8;

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

fn first(ranked: &TournamentSummary) -> String {
    let places = &ranked.ranking.places;
    let (leader, entrants) = (ranked.name(0), places.len());
    let rating = match (ranked.is_anchor(places[0].entrant), places[0].interval) {
        (true, _) => format!("whose rating is {} by definition", places[0].elo),
        (_, None) => format!("{:+.1} Elo {}", places[0].elo, ranked.scale()),
        (_, Some(i)) => format!("{:+.1} Elo ({:+.1} to {:+.1}) {}", places[0].elo, i.low, i.high, ranked.scale()),
    };
    if ranked.pruned {
        return format!(
            "{leader} has the highest of {entrants} ratings, {rating}. Pairings stopped as soon as their tests ended, so only pairs are compared."
        );
    }
    let (shown, open): (Vec<usize>, Vec<usize>) =
        (1..entrants).partition(|rank| ranked.ranking.rank_tests.is_shown(0, *rank));
    let open: Vec<&str> = open.into_iter().map(|rank| ranked.name(rank)).collect();
    match (shown.len(), open.as_slice()) {
        (0, [other]) => {
            format!("{leader} has the higher rating, {rating}, but is not significantly stronger than {other}.")
        }
        (0, _) => format!(
            "{leader} has the highest of {entrants} ratings, {rating}, but is not significantly stronger than any of the others."
        ),
        (1, []) => format!("{leader} is first, {rating}, and is significantly stronger than {}.", ranked.name(1)),
        (others, []) => {
            format!(
                "{leader} is first of {entrants}, {rating}, and is significantly stronger than each of the other {others}."
            )
        }
        (some, open) => format!(
            "{leader} has the highest of {entrants} ratings, {rating}. It is significantly stronger than {some} of the others, but not than {}.",
            list(open)
        ),
    }
}

/// Which neighbours in the ranking are distinguished; empty for two entrants, about whom all is said.
fn neighbours(ranked: &TournamentSummary) -> String {
    let pairs = ranked.ranking.places.len().saturating_sub(1);
    let (shown, open): (Vec<usize>, Vec<usize>) =
        (0..pairs).partition(|rank| ranked.ranking.rank_tests.is_shown(*rank, rank + 1));
    let named = |ranks: &[usize], between: &str| {
        let pair = |rank: &usize| format!("{} {between} {}", ranked.name(*rank), ranked.name(rank + 1));
        some(&ranks.iter().map(pair).collect::<Vec<_>>())
    };
    let are = |number: usize| if number == 1 { "is" } else { "are" };
    match (shown.len(), open.len()) {
        _ if pairs < 2 || ranked.pruned => String::new(),
        (_, 0) => "Every strategy is significantly stronger than the next.".to_owned(),
        (0, _) => "No two neighbours in the ranking differ significantly.".to_owned(),
        (few, many) if few < many => format!(
            "Only {few} of the {pairs} pairs of neighbours in the ranking {} significantly different: {}.",
            are(few),
            named(&shown, "above")
        ),
        (most, _) => format!(
            "{most} of the {pairs} pairs of neighbours in the ranking {} significantly different. Not significant: {}.",
            are(most),
            named(&open, "and")
        ),
    }
}

/// The first one's pairings; empty where pairs are not tested, or nothing is to be said.
fn head_to_head(ranked: &TournamentSummary) -> String {
    let opponents: Vec<usize> =
        (1..ranked.ranking.places.len()).filter(|rank| ranked.pair(0, *rank).is_some()).collect();
    if opponents.is_empty() || ranked.ranking.edges.iter().all(|edge| edge.p_value_holm.is_none()) {
        return String::new();
    }
    let won = |row: usize, column: usize| ranked.pair(row, column).is_some_and(|edge| edge.is_won);
    let beaten = opponents.iter().filter(|rank| won(0, **rank)).count();
    let winners: Vec<&str> = opponents.iter().filter(|rank| won(**rank, 0)).map(|rank| ranked.name(*rank)).collect();
    let lost = if winners.is_empty() { String::new() } else { format!(" and loses to {}", list(&winners)) };
    let against = match (beaten, opponents.len()) {
        (0, _) => "none of its opponents".to_owned(),
        (all, others) if all == others && all > 1 => format!("each of its {all} opponents"),
        (some, others) => format!("{some} of its {}", count(others as u64, "opponent", "opponents")),
    };
    format!("Head to head, {} significantly beats {against}{lost}.", ranked.name(0))
}

/// The cycles; empty where there can be none.
fn cycles(ranked: &TournamentSummary, sides: usize) -> String {
    if sides != 2 || (ranked.mode == Mode::Gauntlet) || ranked.ranking.places.len() < 3 {
        return String::new();
    }
    let told = |cycle: &[usize; 3]| {
        let [a, b, c] = cycle.map(|entrant| ranked.names[entrant].as_str());
        format!("{a} beats {b}, {b} beats {c}, and {c} beats {a}")
    };
    let all: Vec<String> = ranked.ranking.cycles.iter().map(told).collect();
    match all.len() {
        0 => "There is no significant cycle (A beats B, B beats C, C beats A).".to_owned(),
        1 => format!("There is a cycle: {}.", all[0]),
        many => format!("There are {} cycles: {}.", thousands(many as u64), some(&all)),
    }
}

/// Conclusion: no more than the intervals and the corrected tests say.
pub(super) fn sentences(ranked: &TournamentSummary, sides: usize) -> Vec<String> {
    let mut all = vec![first(ranked), neighbours(ranked), head_to_head(ranked), cycles(ranked, sides)];
    if ranked.mode == Mode::Gauntlet {
        let runners: Vec<&str> = ranked.challengers.iter().map(|entrant| ranked.names[*entrant].as_str()).collect();
        let them = if runners.len() == 1 { "it" } else { "them" };
        all.push(format!(
            "Only {} met the others, which are compared by their results against {them}.",
            list(&runners)
        ));
    }
    if ranked.ranking.regularised {
        all.push(
            "A strategy won or lost every match, which has no finite rating: the ratings add one match to each line-up, \
             shared by all in it."
                .to_owned(),
        );
    }
    all.retain(|sentence| !sentence.is_empty());
    all
}

/// How much a pruned tournament played.
fn pruned(found: &PageView<'_>) -> String {
    let saving = Saving::of(found.summary);
    format!(
        "Decided: {} of {}. Together they played {}, the longest {}.",
        saving.decided,
        count(saving.pairings, "pairing", "pairings"),
        blocks(saving.blocks),
        blocks(saving.longest)
    )
}

/// The answer on the page.
pub(super) fn answer(found: &PageView<'_>, ranked: &TournamentSummary) -> Markup {
    html! {
        ul {
            @for sentence in sentences(ranked, found.sides()) { li { (sentence) } }
            @if ranked.pruned { li { (pruned(found)) } }
        }
        p.small {
            @if ranked.pruned {
                "Significant: at 5 % over all pairs, valid under optional stopping (confidence sequences, Bonferroni); † below is two-sided and slightly less strict (Holm). "
            } @else {
                "Significant: at 5 % over all pairs (Holm). “Stronger” compares ratings; the intervals of their differences allow for the common deals. "
            }
            "A difference that is not significant does not show equality."
        }
    }
}

fn table(ranked: &TournamentSummary) -> Markup {
    let shown = |rank: usize| ranked.ranking.rank_tests.is_shown(rank, rank + 1);
    let pruned = ranked.pruned;
    html! {
        div.scroll role="region" tabindex="0" aria-label="Table of ratings" {
            table {
                thead {
                    tr {
                        th scope="col" { "rank, strategy" }
                        th scope="col" { "Elo " (ranked.scale()) }
                        @if !pruned { th scope="col" { "superior to the next, %" } }
                        th scope="col" { "win share, %" }
                        th scope="col" { "matches" }
                    }
                }
                tbody {
                    @for (rank, place) in ranked.ranking.places.iter().enumerate() {
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
                "The intervals assume numbers of blocks fixed in advance. "
            } @else {
                "Superior to the next: the likelihood of superiority, that the rating is above the next one; "
                "† the difference is significant at 5 % over all pairs (Holm). "
            }
            "The same in " a href={ "./" (RATINGS) } { (RATINGS) }
            ", the pairs in " a href={ "./" (CROSSTABLE) } { (CROSSTABLE) } "."
        }
    }
}

fn dots(ranked: &TournamentSummary) -> Markup {
    let row = |(rank, place): (usize, &RankedEntrant)| {
        let rating = Measure { value: place.elo, interval: place.interval };
        Dot { text: signed(&rating, 1, 1.0), ..Dot::plain(ranked.ranked_name(rank), rating, 1) }
    };
    let rows = ranked.ranking.places.iter().enumerate().map(row).collect();
    let unit = format!("Elo {}", ranked.scale());
    let zero = match ranked.anchors.as_slice() {
        [] => "the mean of all".to_owned(),
        all => all
            .iter()
            .find(|(_, elo)| *elo == 0.0)
            .map_or_else(|| "0".to_owned(), |(anchor, _)| format!("the rating of {}", ranked.names[*anchor])),
    };
    dots::figure("Ratings", &unit, rows, Some((0.0, &zero)))
}

/// Table and figures.
pub(super) fn section(found: &PageView<'_>, ranked: &TournamentSummary) -> Drawn<Markup> {
    let cross = crosstable::figure_of(ranked, found.sides())?;
    Ok(html! {
        div.ranking {
            div { (table(ranked)) }
            (dots(ranked))
        }
        (cross)
    })
}
