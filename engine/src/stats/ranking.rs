//! The result of a tournament: ratings, the cross table, and cycles.
//!
//! In a pruned tournament each pairing stopped depending on its results, so methods for a fixed number of blocks do not apply.
//! What is claimed there follows from confidence sequences alone (see `sequence`).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::intervals::{self, Interval, Method};
use super::measure::Ratio;
use super::rank_tests::RankTests;
use super::ratings::{self, Meeting, Ratings};
use super::significance::{LEVEL, holm, p_value};
use super::stopping::{Ending, StoppingRule};
use super::win_share::{Sampling, win_share};
use super::{blocks, entrant_covariance};
use crate::game::WIN_UNITS;
use crate::tally::entrant_scores::Segments;
use crate::tally::{Entry, Tally};

/// One entrant's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RankedEntrant {
    /// The entrant's number.
    pub entrant: usize,
    /// Its rating, in Elo on the scale of the anchors (above the mean of all without any).
    pub elo: f64,
    /// The rating's 95 % interval; `None` for the anchors themselves, and where nothing varied.
    pub interval: Option<Interval>,
    /// Matches that it played.
    pub matches: u64,
    /// Its win share in all of them.
    pub win_share: f64,
    /// The share's 95 % interval. `None` in a pruned tournament, where it depends on the results how much each opponent weighs.
    pub win_share_interval: Option<Interval>,
    /// The likelihood that it is stronger than the next one in rank. `None` in a pruned tournament: it is for a number of blocks that was fixed.
    pub superiority_over_next: Option<f64>,
}

/// Two entrants, as one of them sees it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Edge {
    /// The entrant.
    pub entrant: usize,
    /// The other one.
    pub opponent: usize,
    /// Blocks that both played in, of each line-up.
    pub blocks: u64,
    /// Matches that both played in.
    pub matches: u64,
    /// The entrant's win share in them.
    pub win_share: f64,
    /// The share's 95 % interval; only where there are two sides. In a pruned tournament it is a confidence sequence's.
    pub interval: Option<Interval>,
    /// The two play alike, so that every block is an exact tie by construction and the interval is the share itself.
    pub exact_tie: bool,
    /// What the ratings make one expect.
    pub expected: f64,
    /// Two sides: the chance of a share at least as far from one half between equals, by itself; `None` where it cannot be told. In a pruned
    /// tournament it is one that holds whenever the pair stopped, see [`super::confidence_sequence::ConfidenceSequence::p_value`].
    pub p_value: Option<f64>,
    /// The same corrected over all pairs.
    pub p_value_holm: Option<f64>,
    /// Whether the entrant is better than the opponent, at 5 % over all pairs: by Holm's correction; in a pruned tournament by Bonferroni's, under which the
    /// confidence sequences of all pairs hold simultaneously, and with them the directions.
    pub is_won: bool,
    /// In a pruned tournament, on the side of the entrant that was tested (the one that is named first): how the pair's test ended.
    pub test: Option<Ending>,
}

impl Edge {
    /// Whether the share is not one half, at 5 % over all pairs.
    #[must_use]
    pub fn is_significant(&self) -> bool {
        self.p_value_holm.is_some_and(|p| p <= LEVEL)
    }
}

/// The result of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ranking {
    /// The entrants, the best first.
    pub places: Vec<RankedEntrant>,
    /// Every ordered pair that met, by entrant and opponent.
    pub edges: Vec<Edge>,
    /// Threes of which each beats the next and the last beats the first, all three beyond doubt over all pairs.
    pub cycles: Vec<[usize; 3]>,
    /// Which places are distinguished.
    pub rank_tests: RankTests,
    /// Whether the ratings needed an extra match for each line-up, see [`ratings::fit`].
    pub regularised: bool,
}

impl Ranking {
    /// The pair of two entrants, if they met.
    #[must_use]
    pub fn edge(&self, entrant: usize, opponent: usize) -> Option<&Edge> {
        self.edges.iter().find(|edge| (edge.entrant, edge.opponent) == (entrant, opponent))
    }
}

/// The result of a tournament's cells. `slots` says who sits in which slot of each cell; `anchors` are entrants with their ratings in Elo: one shifts the
/// ratings of all, several are held, and without any the mean of all is 0; `pruned` is the rule by which cells stopped, each by itself; `exact_ties` says which cells are exact ties by construction. `None` if the tallies are not those of a tournament whose entrants are all connected by line-ups.
#[must_use]
pub fn ranking(
    tallies: &[Tally],
    slots: &[Vec<usize>],
    anchors: &[(usize, f64)],
    pruned: Option<StoppingRule>,
    exact_ties: &[bool],
) -> Option<Ranking> {
    let scores = tallies.first()?.entrant_scores.as_ref()?;
    let unit = f64::from(WIN_UNITS);
    let meetings: Vec<Meeting> = tallies
        .iter()
        .zip(slots)
        .map(|(tally, entrants)| Meeting {
            entrants: entrants.clone(),
            wins: (0..entrants.len()).map(|slot| tally.sum(Entry::Share(slot)) as f64 / unit).collect(),
            matches: tally.blocks as f64 * tally.matches_per_block as f64,
        })
        .collect();
    let held: Vec<(usize, f64)> = match anchors {
        [] | [_] => Vec::new(),
        several => several.iter().map(|(entrant, elo)| (*entrant, elo / ratings::elo_scale())).collect(),
    };
    let fitted = ratings::fit_holding(&meetings, scores, &held)?;
    let rating = |entrant: usize| match anchors {
        [(anchor, elo)] => {
            let (above, interval) = fitted.elo(entrant, Some(*anchor));
            let shifted = |interval: Interval| Interval { low: interval.low + elo, high: interval.high + elo };
            (above + elo, interval.map(shifted))
        }
        [] => fitted.elo(entrant, None),
        several => match several.iter().find(|(anchor, _)| *anchor == entrant) {
            // As it was given, without the rounding of a change of units.
            Some((_, elo)) => (*elo, None),
            None => fitted.elo(entrant, None),
        },
    };
    let edges = edges(tallies, slots, &fitted, pruned, exact_ties);
    let mut order: Vec<usize> = (0..scores.entrants()).collect();
    order.sort_by(|a, b| fitted.theta[*b].total_cmp(&fitted.theta[*a]).then(a.cmp(b)));
    let places = order.iter().enumerate().map(|(rank, &entrant)| {
        let (elo, interval) = rating(entrant);
        let matches: u64 = tallies
            .iter()
            .zip(slots)
            .filter(|(_, entrants)| entrants.contains(&entrant))
            .map(|(tally, _)| tally.blocks.saturating_mul(tally.matches_per_block))
            .sum();
        let (win_share, win_share_interval) = total(scores, entrant, matches);
        RankedEntrant {
            entrant,
            elo,
            interval: interval.filter(|_| anchors.iter().all(|(anchor, _)| *anchor != entrant)),
            matches,
            win_share,
            win_share_interval: Some(win_share_interval).filter(|_| pruned.is_none()),
            superiority_over_next: order
                .get(rank + 1)
                .filter(|_| pruned.is_none())
                .and_then(|next| fitted.superiority(entrant, *next)),
        }
    });
    Some(Ranking {
        places: places.collect(),
        cycles: cycles(scores.entrants(), &edges),
        rank_tests: if pruned.is_some() { RankTests::untested() } else { RankTests::new(&fitted, &order) },
        edges,
        regularised: fitted.regularised,
    })
}

/// An entrant's win share in all its matches, with the interval of a share from blocks.
fn total(scores: &Segments, entrant: usize, matches: u64) -> (f64, Interval) {
    let share = scores.sum(entrant) as f64 / (f64::from(WIN_UNITS) * matches as f64);
    let variance = entrant_covariance::degrees_of_freedom(scores)
        .map(|_| entrant_covariance::covariance(scores, entrant, entrant) / (matches as f64 * matches as f64));
    (share, intervals::share(share, variance, scores.blocks()))
}

/// Every ordered pair of entrants that met.
fn edges(
    tallies: &[Tally],
    slots: &[Vec<usize>],
    fitted: &Ratings,
    pruned: Option<StoppingRule>,
    exact_ties: &[bool],
) -> Vec<Edge> {
    let mut found: Vec<Edge> = Vec::new();
    let two = slots.iter().all(|entrants| entrants.len() == 2);
    let mut places = BTreeMap::new();
    for (cell, (tally, entrants)) in tallies.iter().zip(slots).enumerate() {
        let exact_tie = exact_ties.get(cell).is_some_and(|tie| *tie);
        let matches = tally.blocks.saturating_mul(tally.matches_per_block);
        for (slot, &entrant) in entrants.iter().enumerate() {
            let won = tally.sum(Entry::Share(slot)) as f64 / f64::from(WIN_UNITS);
            let mut others = entrants.clone();
            others.remove(slot);
            let expected = fitted.expected(&[&[entrant], &others[..]].concat()) * matches as f64;
            for opponent in others {
                // The sums first; shares of several line-ups are divided below.
                let place = *places.entry((entrant, opponent)).or_insert(found.len());
                if place == found.len() {
                    let pair = if two { pair(tally, slot, pruned, exact_tie) } else { None };
                    found.push(Edge {
                        entrant,
                        opponent,
                        blocks: tally.blocks,
                        matches: 0,
                        win_share: 0.0,
                        interval: pair.map(|(interval, _)| interval),
                        exact_tie,
                        expected: 0.0,
                        p_value: pair.and_then(|(_, p)| p),
                        p_value_holm: None,
                        is_won: false,
                        test: pruned.filter(|_| two && slot == 0).map(|rule| rule.ending(tally, exact_tie)),
                    });
                }
                found[place].matches += matches;
                found[place].win_share += won;
                found[place].expected += expected;
            }
        }
    }
    for edge in &mut found {
        edge.win_share /= edge.matches as f64;
        edge.expected /= edge.matches as f64;
    }
    found.sort_by_key(|edge| (edge.entrant, edge.opponent));
    correct(&mut found, pruned.is_some());
    found
}

/// The interval of a slot's win share against one opponent, and the p value of its difference from one half.
fn pair(tally: &Tally, slot: usize, pruned: Option<StoppingRule>, exact_tie: bool) -> Option<(Interval, Option<f64>)> {
    if exact_tie {
        let found = win_share(tally, slot, Sampling::SelfPlay, tally.matches_per_block);
        return Some((found.interval, Some(1.0)));
    }
    if let Some(rule) = pruned {
        let classes = blocks::shares(tally, &blocks::classes(tally, slot));
        let found = win_share(tally, slot, rule.sampling(), tally.matches_per_block);
        return Some((found.interval, rule.sequence().p_value(&classes, 0.5)));
    }
    if tally.blocks < 2 {
        return None;
    }
    let found = win_share(tally, slot, Sampling::Fixed, tally.matches_per_block);
    let variance = Ratio::win_share(tally, slot).estimate(tally).variance(tally)?;
    let p = match found.method {
        Method::BlockMeans => p_value(found.value - 0.5, variance.sqrt(), tally.blocks),
        // The same likelihood ratio that made the interval.
        _ => found.likelihood_of_superiority.map(|superiority| 2.0 * superiority.min(1.0 - superiority)),
    };
    Some((found.interval, p))
}

/// Corrects the p values over all pairs, each counted once, and says which pairs are won.
fn correct(edges: &mut [Edge], pruned: bool) {
    let pairs: Vec<(usize, usize, f64)> = edges
        .iter()
        .filter(|edge| edge.entrant < edge.opponent)
        .filter_map(|edge| Some((edge.entrant, edge.opponent, edge.p_value?)))
        .collect();
    let adjusted = holm(&pairs.iter().map(|(_, _, p)| *p).collect::<Vec<f64>>());
    let by_pair: BTreeMap<(usize, usize), f64> =
        pairs.iter().zip(adjusted).map(|((a, b, _), p)| ((*a, *b), p)).collect();
    for edge in edges {
        let pair = (edge.entrant.min(edge.opponent), edge.entrant.max(edge.opponent));
        edge.p_value_holm = by_pair.get(&pair).copied();
        let bonferroni = edge.p_value.map(|p| (p * pairs.len() as f64).min(1.0));
        let corrected = if pruned { bonferroni } else { edge.p_value_holm };
        edge.is_won = edge.win_share > 0.5 && corrected.is_some_and(|p| p <= LEVEL);
    }
}

/// Threes that beat each other in a ring, each named from its first entrant on.
fn cycles(entrants: usize, edges: &[Edge]) -> Vec<[usize; 3]> {
    let mut beats = vec![false; entrants * entrants];
    for edge in edges.iter().filter(|edge| edge.is_won) {
        beats[edge.entrant * entrants + edge.opponent] = true;
    }
    let beats = |a: usize, b: usize| beats[a * entrants + b];
    let mut found = Vec::new();
    for a in 0..entrants {
        for b in (a + 1..entrants).filter(|b| beats(a, *b)) {
            found.extend((a + 1..entrants).filter(|c| beats(b, *c) && beats(*c, a)).map(|c| [a, b, c]));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::confidence_sequence::ConfidenceSequence;
    use crate::stats::sprt::{Model, Sprt, Verdict};
    use crate::tally::Accumulator;

    /// A tournament of two sides whose pairs, in the order (0, 1), (0, 2), (1, 2), come to these half wins of the first in each block.
    fn played(entrants: usize, halves: &[&[i64]]) -> (Vec<Tally>, Vec<Vec<usize>>) {
        let mut slots = Vec::new();
        for i in 0..entrants {
            slots.extend((i + 1..entrants).map(|j| vec![i, j]));
        }
        let half = i64::from(WIN_UNITS / 2);
        let mut tallies: Vec<Tally> = slots.iter().map(|_| Tally::new(2, 2, None)).collect();
        let mut joint = Segments::new(entrants);
        for block in 0..halves[0].len() {
            let mut scores = vec![0; entrants];
            for ((tally, pair), halves) in tallies.iter_mut().zip(&slots).zip(halves) {
                let mut totals = vec![0; tally.layout.len()];
                (totals[0], totals[1]) = (halves[block] * half, (4 - halves[block]) * half);
                let mut accumulator = Accumulator::new(tally);
                accumulator.add(tally, &totals, None);
                accumulator.flush(tally);
                (scores[pair[0]], scores[pair[1]]) = (scores[pair[0]] + totals[0], scores[pair[1]] + totals[1]);
            }
            joint.add(&scores);
        }
        tallies[0].entrant_scores = Some(joint);
        (tallies, slots)
    }

    /// So many blocks that are won, shared and lost in turn, `better` of ten of them won.
    fn halves(blocks: i64, better: i64, shift: i64) -> Vec<i64> {
        (0..blocks).map(|block| if (block * 7 + shift) % 10 < better { 4 } else { 2 * (block % 2) }).collect()
    }

    #[test]
    fn a_cycle_needs_three_edges_beyond_doubt() {
        // Rock beats scissors (0, 1), paper beats rock (0, 2), scissors beat paper (1, 2).
        let (win, lose) = (halves(200, 5, 3), halves(200, 5, 3).iter().map(|x| 4 - x).collect::<Vec<_>>());
        let (tallies, slots) = played(3, &[&win, &lose, &win]);
        let found = ranking(&tallies, &slots, &[], None, &[]).unwrap();
        assert_eq!(found.cycles, [[0, 1, 2]]);
        found.places.iter().for_each(|place| assert!(place.elo.abs() < 1e-6, "{place:?}"));
        assert!((found.edge(0, 1).unwrap().expected - 0.5).abs() < 1e-9 && found.edge(0, 1).unwrap().win_share > 0.55);
        // The other way round it is the same three.
        let (tallies, slots) = played(3, &[&lose, &win, &lose]);
        assert_eq!(ranking(&tallies, &slots, &[], None, &[]).unwrap().cycles, [[0, 2, 1]]);
        // With one edge in doubt there is none.
        let even: Vec<i64> = (0..200).map(|block| [4, 0, 2, 3, 1, 3][block % 6]).collect();
        let (tallies, slots) = played(3, &[&win, &lose, &even]);
        let found = ranking(&tallies, &slots, &[], None, &[]).unwrap();
        assert!(found.edge(1, 2).unwrap().win_share > 0.5 && !found.edge(1, 2).unwrap().is_won);
        assert!(found.cycles.is_empty());
    }

    #[test]
    fn places_and_edges_agree_with_the_counts() {
        let (strong, weak) = (halves(300, 6, 1), halves(300, 2, 5));
        let (tallies, slots) = played(3, &[&strong, &strong, &weak]);
        let found = ranking(&tallies, &slots, &[(2, 0.0)], None, &[]).unwrap();
        let order: Vec<usize> = found.places.iter().map(|place| place.entrant).collect();
        assert_eq!(order[0], 0);
        let first = &found.places[0];
        let share = |halves: &[i64]| halves.iter().sum::<i64>() as f64 / (4.0 * halves.len() as f64);
        assert!((first.win_share - share(&strong)).abs() < 1e-12);
        assert!(first.win_share_interval.is_some_and(|i| i.low < first.win_share && first.win_share < i.high));
        assert_eq!((first.matches, found.edges.len(), found.regularised), (1200, 6, false));
        let anchor = found.places.iter().find(|place| place.entrant == 2).unwrap();
        assert_eq!((anchor.elo, anchor.interval), (0.0, None));
        assert_eq!(found.places[2].superiority_over_next, None);
        let (there, back) = (found.edge(1, 2).unwrap(), found.edge(2, 1).unwrap());
        assert!(
            (there.win_share - share(&weak)).abs() < 1e-12 && (there.win_share + back.win_share - 1.0).abs() < 1e-12
        );
        assert_eq!(there.p_value_holm, back.p_value_holm);
        assert!(there.p_value_holm >= there.p_value);
        // Each entrant's score is what the ratings expect of it: that is the equation that they solve.
        for entrant in 0..3 {
            let of =
                |what: fn(&Edge) -> f64| -> f64 { found.edges.iter().filter(|e| e.entrant == entrant).map(what).sum() };
            assert!((of(|edge| edge.win_share) - of(|edge| edge.expected)).abs() < 1e-9);
        }
    }

    #[test]
    fn few_blocks_have_no_intervals_and_all_wins_are_finite() {
        let (tallies, slots) = played(2, &[&[4]]);
        let found = ranking(&tallies, &slots, &[], None, &[]).unwrap();
        assert!(found.regularised && found.places[0].interval.is_none() && found.edges[0].interval.is_none());
        let (tallies, slots) = played(2, &[&[4; 500]]);
        let found = ranking(&tallies, &slots, &[], None, &[]).unwrap();
        let interval = found.places[0].interval.unwrap();
        assert!(found.regularised && interval.low > 0.0 && interval.high.is_finite());
        assert!(found.edges[0].interval.unwrap().low > 0.9 && found.edges[0].is_won);
    }

    #[test]
    fn one_anchor_shifts_all_and_several_are_held() {
        let (strong, weak) = (halves(300, 6, 1), halves(300, 2, 5));
        let (tallies, slots) = played(3, &[&strong, &strong, &weak]);
        let rated = |anchors: &[(usize, f64)]| {
            let mut places = ranking(&tallies, &slots, anchors, None, &[]).unwrap().places;
            places.sort_by_key(|place| place.entrant);
            places
        };
        let (zero, shifted, held) = (rated(&[(2, 0.0)]), rated(&[(2, 150.0)]), rated(&[(1, -40.0), (2, 150.0)]));
        for entrant in 0..3 {
            assert!((shifted[entrant].elo - zero[entrant].elo - 150.0).abs() < 1e-9);
            let width = |place: &RankedEntrant| place.interval.map_or(0.0, |interval| interval.half_width());
            assert!((width(&shifted[entrant]) - width(&zero[entrant])).abs() < 1e-9);
        }
        assert_eq!((held[1].elo, held[1].interval, held[2].elo, held[2].interval), (-40.0, None, 150.0, None));
        assert!(held[0].interval.is_some() && held[0].elo > 55.0 && (held[0].elo - shifted[0].elo).abs() > 1.0);
        // The free entrant's score is what the ratings expect of it.
        let found = ranking(&tallies, &slots, &[(1, -40.0), (2, 150.0)], None, &[]).unwrap();
        let own: Vec<&Edge> = found.edges.iter().filter(|edge| edge.entrant == 0).collect();
        let sum = |of: fn(&Edge) -> f64| own.iter().map(|edge| of(edge)).sum::<f64>();
        assert!((sum(|edge| edge.win_share) - sum(|edge| edge.expected)).abs() < 1e-9);
    }

    fn rule() -> StoppingRule {
        StoppingRule::Sprt(Sprt::new(Model::Logistic, -30.0, 30.0, 0.05, 0.05).unwrap())
    }

    #[test]
    fn a_pruned_cycle_needs_confidence_sequences_that_hold_at_once() {
        let cycle = |blocks: i64| {
            let win = halves(blocks, 5, 3);
            let lose: Vec<i64> = win.iter().map(|x| 4 - x).collect();
            played(3, &[&win, &lose, &win])
        };
        let (mut tallies, slots) = cycle(400);
        assert_eq!(rule().newly_decided(&mut tallies, &[false; 3]), [0, 1, 2]);
        let found = ranking(&tallies, &slots, &[], Some(rule()), &[]).unwrap();
        assert_eq!(found.cycles, [[0, 1, 2]]);
        let edge = found.edge(0, 1).unwrap();
        // 1/W(½), with Holm over three pairs that are alike, and a confidence sequence.
        let classes = blocks::shares(&tallies[0], &blocks::classes(&tallies[0], 0));
        let p = (-ConfidenceSequence::WATCHED.log_wealth(&classes, 0.5)).exp();
        assert!((edge.p_value.unwrap() / p - 1.0).abs() < 1e-12 && p < 0.05 / 3.0);
        assert!((edge.p_value_holm.unwrap() / p - 3.0).abs() < 1e-12);
        assert_eq!(edge.interval.map(|i| i.low), Some(ConfidenceSequence::WATCHED.interval(&classes).low));
        assert_eq!((edge.blocks, edge.test.and_then(|test| test.verdict())), (400, Some(Verdict::H1)));
        assert_eq!(found.edge(1, 0).unwrap().test, None, "a pair has one test");
        assert_eq!(found.edge(0, 2).unwrap().test.and_then(|test| test.verdict()), Some(Verdict::H0));
        assert!(
            found
                .places
                .iter()
                .all(|place| place.superiority_over_next.is_none() && place.win_share_interval.is_none())
        );

        // The same as if the number of blocks had been fixed is claimed with less.
        let (mut tallies, slots) = cycle(200);
        assert_eq!(ranking(&tallies, &slots, &[], None, &[]).unwrap().cycles, [[0, 1, 2]]);
        assert_eq!(rule().newly_decided(&mut tallies, &[false; 3]), [0, 1, 2]);
        let found = ranking(&tallies, &slots, &[], Some(rule()), &[]).unwrap();
        let edge = found.edge(0, 1).unwrap();
        assert!(found.cycles.is_empty() && edge.p_value_holm > Some(0.05) && !edge.is_won, "{edge:?}");
    }

    #[test]
    fn pairs_of_a_pruned_tournament_count_their_own_blocks() {
        // The pair of 0 and 1 stops after 200 blocks, the others play 300 more.
        let clear = halves(200, 6, 1);
        let even: Vec<i64> = (0..500).map(|block| [4, 0, 1, 3][block % 4]).collect();
        let (mut early, slots) = played(3, &[&clear, &even[..200], &even[..200]]);
        assert_eq!(rule().newly_decided(&mut early, &[false; 3]), [0]);
        let (late, _) = played(3, &[&even[200..], &even[200..], &even[200..]]);
        let scores = |block: i64| [even[block as usize], even[block as usize], 8 - 2 * even[block as usize]];
        let joint = early[0].entrant_scores.as_mut().unwrap();
        joint.begin();
        (200..500).for_each(|block| joint.add(&scores(block).map(|halves| halves * i64::from(WIN_UNITS / 2))));
        (1..3).for_each(|cell| early[cell].merge(&late[cell]));
        let found = ranking(&early, &slots, &[], Some(rule()), &[]).unwrap();
        let place = |entrant: usize| found.places.iter().find(|place| place.entrant == entrant).unwrap();
        assert_eq!([0, 1, 2].map(|entrant| place(entrant).matches), [1400, 1400, 2000]);
        let share = |halves: &[i64]| halves.iter().sum::<i64>() as f64 / 4.0;
        assert!((place(0).win_share - (share(&clear) + share(&even)) / 700.0).abs() < 1e-12);
        assert_eq!((found.edge(1, 0).unwrap().blocks, found.edge(2, 1).unwrap().blocks), (200, 500));
        assert!(place(0).interval.is_some_and(|interval| interval.low < place(0).elo));
    }
}
