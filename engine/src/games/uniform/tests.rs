//! Plans, counts and the chain against all deals of small, tangled cases; `tests/rules/dominoes/sampling.rs` starts from real rounds.

use std::collections::BTreeMap;

use super::*;
use crate::streams::Streams;

type Deal = Vec<Pieces<u32>>;

fn stream(number: u64) -> Stream {
    let mut stream = Streams::new(61).play(0);
    Streams::open_play(&mut stream, number, 0);
    stream
}

/// Every deal to the groups.
fn all_deals(groups: &[Group<u32>]) -> Vec<Deal> {
    fn extend(pieces: Pieces<u32>, groups: &[Group<u32>], deal: &mut Deal, found: &mut Vec<Deal>) {
        let Some(piece) = pieces.into_iter().next() else {
            if groups.iter().zip(&*deal).all(|(group, hand)| group.need == hand.len()) {
                found.push(deal.clone());
            }
            return;
        };
        let rest = pieces.without(piece);
        extend(rest, groups, deal, found);
        for (at, group) in groups.iter().enumerate() {
            if deal[at].len() < group.need && group.allowed.contains(piece) {
                deal[at] = deal[at].with(piece);
                extend(rest, groups, deal, found);
                deal[at] = deal[at].without(piece);
            }
        }
    }
    let pool = groups.iter().fold(Pieces::EMPTY, |all, group| all.or(group.allowed));
    let mut found = Vec::new();
    extend(pool, groups, &mut vec![Pieces::EMPTY; groups.len()], &mut found);
    found
}

/// Groups of one seat each, which need up to `needs` pieces and may hold about one of these percentages of a pool.
fn tangle(own: &mut Stream, count: usize, needs: u32, pool: u8, percentages: &[u32]) -> Vec<Group<u32>> {
    let mut group = |at: usize| {
        let need = 1 + own.below(needs) as usize;
        let percent = percentages[own.below(percentages.len() as u32) as usize];
        let allowed = (0..pool).filter(|_| own.below(100) < percent).collect();
        Group { allowed, need, seats: std::iter::once((Seat(at as u8), need)).collect() }
    };
    (0..count).map(&mut group).collect()
}

/// A tangle of up to six groups with 2 to `most` deals.
fn small_tangle(
    own: &mut Stream,
    fewest: u32,
    needs: u32,
    most: usize,
    percentages: &[u32],
) -> (Vec<Group<u32>>, Vec<Deal>) {
    loop {
        let (count, pool) = (fewest + own.below(7 - fewest), 6 + own.below(5) as u8);
        let groups = tangle(own, count as usize, needs, pool, percentages);
        let deals = all_deals(&groups);
        if (2..=most).contains(&deals.len()) {
            return (groups, deals);
        }
    }
}

/// How often each deal comes out of so many draws.
fn frequencies(plan: &Plan<u32>, deals: &[Deal], draws: usize, own: &mut Stream) -> Vec<f64> {
    let mut counts: BTreeMap<&Deal, u32> = deals.iter().map(|deal| (deal, 0)).collect();
    for _ in 0..draws {
        let mut deal = vec![Pieces::EMPTY; deals[0].len()];
        plan.draw(own, |seat, pieces| deal[seat.index()] = pieces);
        *counts.get_mut(&deal).unwrap_or_else(|| panic!("{deal:?} is no deal")) += 1;
    }
    counts.into_values().map(f64::from).collect()
}

/// Pearson's statistic against equal frequencies, less its expectation; and its standard deviation.
fn excess(counts: &[f64]) -> (f64, f64) {
    let expected = counts.iter().sum::<f64>() / counts.len() as f64;
    let chi: f64 = counts.iter().map(|count| (count - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    (chi - freedom, (2.0 * freedom).sqrt())
}

/// A plan that uses the chain for everything.
fn by_chain(groups: &[Group<u32>]) -> Plan<u32> {
    let chain = Chain::new(classes(&[], groups), groups);
    Plan { only: Only::Not, first: Vec::new(), core: groups.to_vec(), method: Method::Chain(chain), last: Vec::new() }
}

/// A plan that counts everything.
fn by_counts(groups: &[Group<u32>]) -> Plan<u32> {
    let needs: Vec<usize> = groups.iter().map(|group| group.need).collect();
    let method = Method::Counts(Counts::new(classes(&[], groups), &needs));
    Plan { only: Only::Not, first: Vec::new(), core: groups.to_vec(), method, last: Vec::new() }
}

#[test]
fn plans_are_exactly_uniform_however_the_groups_are_bound() {
    let mut own = stream(1);
    let (mut counted, mut peeled) = (0, 0);
    let (mut total, mut variance) = (0.0, 0.0);
    for _ in 0..120 {
        let (groups, deals) = small_tangle(&mut own, 2, 3, 400, &[20, 60, 100]);
        let plan = Plan::new(groups);
        match plan.method {
            Method::Chain(_) => panic!("small cases are counted"),
            Method::Counts(_) => counted += 1,
            Method::Nothing => {}
        }
        peeled += usize::from(!plan.first.is_empty() || !plan.last.is_empty());
        let (excess, deviation) = excess(&frequencies(&plan, &deals, 60 * deals.len(), &mut own));
        // The statistic has a long tail when there are few deals.
        assert!(excess < 6.5 * deviation, "{} deals: {plan:?}", deals.len());
        total += excess;
        variance += deviation.powi(2);
    }
    assert!(counted > 40 && peeled > 40, "{counted} {peeled}");
    assert!(total.abs() < 3.5 * variance.sqrt(), "all together: {} deviations", total / variance.sqrt());
}

#[test]
fn the_chain_is_within_a_hundredth_of_uniform() {
    let mut own = stream(2);
    let (mut total, mut variance, mut draws) = (0.0, 0.0, 0);
    for _ in 0..30 {
        let (groups, deals) = small_tangle(&mut own, 3, 2, 100, &[40, 60]);
        let times = 20_000.max(400 * deals.len());
        let (excess, deviation) = excess(&frequencies(&by_chain(&groups), &deals, times, &mut own));
        assert!(excess < 6.5 * deviation, "{} deals: {groups:?}", deals.len());
        total += excess;
        variance += deviation.powi(2);
        draws += times;
    }
    // By Cauchy's inequality the distance in total variation is at most half the root of the chi-square divergence, whose mean is
    // estimated by the excess for each draw; four standard deviations are added for noise.
    let distance = 0.5 * ((total + 4.0 * variance.sqrt()).max(0.0) / draws as f64).sqrt();
    assert!(distance < 0.01, "{distance}");
}

#[test]
fn the_chain_agrees_with_the_counts_where_many_groups_are_bound_tightly() {
    let mut own = stream(3);
    const DRAWS: u32 = 15_000;
    let (mut chi, mut freedom) = (0.0, 0.0);
    for (count, needs, pool, percent) in
        [(6, 3, 16, 40), (6, 3, 24, 60), (8, 2, 18, 30), (10, 1, 12, 25), (11, 1, 11, 30)]
    {
        for _ in 0..3 {
            let (groups, counts) = loop {
                let groups = tangle(&mut own, count, needs, pool, &[percent]);
                let counts = by_counts(&groups);
                if matches!(&counts.method, Method::Counts(counts) if counts.total() > 500) {
                    break (groups, counts);
                }
            };
            let mut holds = |plan: &Plan<u32>| {
                let mut holds = vec![[0.0f64; 32]; count];
                for _ in 0..DRAWS {
                    plan.draw(&mut own, |seat, hand| {
                        hand.into_iter().for_each(|piece| holds[seat.index()][usize::from(piece)] += 1.0);
                    });
                }
                holds
            };
            let (exact, walked) = (holds(&counts), holds(&by_chain(&groups)));
            for (x, y) in exact.iter().flatten().zip(walked.iter().flatten()).filter(|(x, y)| *x + *y > 0.0) {
                chi += (x - y).powi(2) / (x + y);
                freedom += 1.0;
                // Five standard deviations of a difference of two frequencies.
                assert!((x - y).abs() < 5.0 * (f64::from(DRAWS) / 2.0).sqrt(), "{x} {y} of {DRAWS}: {groups:?}");
            }
        }
    }
    // The frequencies of one hand hang together, which makes the statistic smaller than its degrees of freedom say.
    assert!(chi < freedom, "{chi} {freedom}");
}
