//! Simulated rates of what pruned tournaments claim: how often the intervals of ratings hold the truth, and how often a pair or a cycle is claimed
//! wrongly. Long; `scripts/check --slow` runs them. Blocks are drawn, not played: two matches for each pair, with luck that pairs share.

use sixtyone::game::WIN_UNITS;
use sixtyone::stats::ranking::{Edge, Ranking, ranking};
use sixtyone::stats::sprt::{Model, Sprt, Verdict};
use sixtyone::stats::stopping::{StoppingRule, checkpoints_of_pruning};
use sixtyone::streams::{Stream, Streams};
use sixtyone::tally::Accumulator;
use sixtyone::tally::Tally;
use sixtyone::tally::entrant_scores::Segments;

const FINE: u32 = 1 << 24;

/// A number from 0 to below 1.
fn uniform(stream: &mut Stream) -> f64 {
    f64::from(stream.below(FINE)) / f64::from(FINE)
}

fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

struct Tournament {
    tallies: Vec<Tally>,
    slots: Vec<Vec<usize>>,
    rule: Option<StoppingRule>,
}

impl Tournament {
    /// Every pair of entrants with these true ratings plays `most` blocks, or until `rule` has decided about it. `wins[i][j]` is the chance of i to beat j.
    fn play(wins: &[Vec<f64>], most: u64, rule: Option<StoppingRule>, stream: &mut Stream) -> Tournament {
        let n = wins.len();
        let slots: Vec<Vec<usize>> = (0..n).flat_map(|i| (i + 1..n).map(move |j| vec![i, j])).collect();
        let mut tallies = vec![Tally::new(2, 2, None); slots.len()];
        let mut accumulators: Vec<Accumulator> = tallies.iter().map(Accumulator::new).collect();
        let mut joint = Segments::new(n);
        let mut playing: Vec<usize> = (0..slots.len()).collect();
        let mut totals = vec![0; tallies[0].layout.len()];
        let mut done = 0;
        for checkpoint in checkpoints_of_pruning(most) {
            while done < checkpoint {
                done += 1;
                // The deals of two matches, which favour whoever they favour in every pair: a third of the luck is common to all.
                let common = [uniform(stream), uniform(stream)];
                let mut scores = vec![0; n];
                for &cell in &playing {
                    let (i, j) = (slots[cell][0], slots[cell][1]);
                    let luck = common.map(|shared| if stream.below(3) == 0 { shared } else { uniform(stream) });
                    let won = luck.iter().filter(|luck| **luck < wins[i][j]).count() as i64 * i64::from(WIN_UNITS);
                    (totals[0], totals[1]) = (won, 2 * i64::from(WIN_UNITS) - won);
                    accumulators[cell].add(&mut tallies[cell], &totals, None);
                    scores[i] += totals[0];
                    scores[j] += totals[1];
                }
                joint.add(&scores);
            }
            let self_play = vec![false; tallies.len()];
            let decided = rule.map_or_else(Vec::new, |rule| rule.newly_decided(&mut tallies, &self_play));
            playing.retain(|cell| !decided.contains(cell));
            if playing.is_empty() {
                break;
            }
            if !decided.is_empty() && done < most {
                joint.begin();
            }
        }
        tallies.iter_mut().zip(&mut accumulators).for_each(|(tally, accumulator)| accumulator.flush(tally));
        tallies[0].entrant_scores = Some(joint);
        Tournament { tallies, slots, rule }
    }

    fn ranking(&self) -> Ranking {
        ranking(&self.tallies, &self.slots, &[], self.rule, &[]).unwrap()
    }

    fn blocks(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.blocks).sum()
    }
}

/// The chances between entrants with these ratings.
fn chances(ratings: &[f64]) -> Vec<Vec<f64>> {
    ratings.iter().map(|a| ratings.iter().map(|b| expected(a - b)).collect()).collect()
}

fn test(elo: f64) -> StoppingRule {
    StoppingRule::Sprt(Sprt::new(Model::Logistic, -elo, elo, 0.05, 0.05).unwrap())
}

/// What part of `of` a count is, and four standard errors of such a part around `rate`.
fn share(count: u32, of: u32) -> f64 {
    f64::from(count) / f64::from(of)
}

fn error(rate: f64, runs: u32) -> f64 {
    4.0 * (rate * (1.0 - rate) / f64::from(runs)).sqrt()
}

#[test]
#[ignore = "long: simulated coverage of the ratings of pruned tournaments"]
fn intervals_of_ratings_cover_nearly_as_often_as_they_say() {
    const RUNS: u32 = 600;
    let fields: [(&str, &[f64]); 3] = [
        ("all alike", &[0.0; 6]),
        ("close", &[-25.0, -15.0, -5.0, 5.0, 15.0, 25.0]),
        ("spread", &[-150.0, -60.0, -20.0, 10.0, 70.0, 150.0]),
    ];
    let mut stream = Streams::new(11).play(0);
    for (name, ratings) in fields {
        let wins = chances(ratings);
        for rule in [None, Some(test(10.0)), Some(test(30.0))] {
            let (mut missed, mut pairs_missed, mut blocks) = (vec![0; ratings.len()], 0, 0);
            // Against the first entrant: a difference, as an anchor makes it.
            let mut anchored = 0;
            for run in 0..RUNS {
                let most = if rule.is_some() { 2000 } else { 500 };
                let played = Tournament::play(&wins, most, rule, &mut stream);
                blocks += played.blocks();
                // The ratings do not depend on the rule; what the rule adds takes long.
                let ratings_above = |anchors: &[(usize, f64)]| {
                    ranking(&played.tallies, &played.slots, anchors, None, &[]).unwrap().places
                };
                for place in ratings_above(&[]) {
                    let interval = place.interval.unwrap();
                    let truth = ratings[place.entrant];
                    missed[place.entrant] += u32::from(truth < interval.low || truth > interval.high);
                }
                let found = ratings_above(&[(0, 0.0)]);
                let last = found.iter().find(|place| place.entrant == ratings.len() - 1).unwrap();
                let (interval, truth) = (last.interval.unwrap(), ratings[ratings.len() - 1] - ratings[0]);
                anchored += u32::from(truth < interval.low || truth > interval.high);
                if rule.is_some() && run % 5 == 0 {
                    let wrong = |edge: &&Edge| {
                        let truth = wins[edge.entrant][edge.opponent];
                        edge.test.is_some() && edge.interval.is_some_and(|i| truth < i.low || truth > i.high)
                    };
                    pairs_missed += played.ranking().edges.iter().filter(wrong).count() as u32;
                }
            }
            let rates: Vec<f64> = missed.iter().map(|missed| share(*missed, RUNS)).collect();
            let mean = rates.iter().sum::<f64>() / rates.len() as f64;
            let pairs = share(pairs_missed, RUNS / 5 * 15);
            println!(
                "{name} {rule:?}: intervals of ratings miss {mean:.4} ({rates:.3?}), of last above first {:.4}, of pairs {pairs:.4}; blocks {}",
                share(anchored, RUNS),
                blocks / u64::from(RUNS)
            );
            // A number of blocks that was fixed: nominal. Pruned: what it costs to stop by the results, which is documented.
            let allowed = if rule.is_some() { 0.13 } else { 0.05 + error(0.05, RUNS) };
            assert!(
                rates.iter().all(|rate| *rate <= allowed) && share(anchored, RUNS) <= allowed,
                "{name} {rule:?} {rates:?}"
            );
            assert!(mean > 0.02 && pairs <= 0.05, "{name} {rule:?} {mean} {pairs}");
        }
    }
}

#[test]
#[ignore = "long: simulated claims of pruned tournaments without any difference"]
fn false_claims_over_all_pairs_are_as_rare_as_they_should_be() {
    const RUNS: u32 = 1000;
    let wins = chances(&[0.0; 5]);
    let mut stream = Streams::new(12).play(0);
    for rule in [test(10.0), test(30.0)] {
        let (mut any, mut won, mut cycles, mut naive) = (0, 0, 0, 0);
        for _ in 0..RUNS {
            let played = Tournament::play(&wins, 1500, Some(rule), &mut stream);
            let found = played.ranking();
            any += u32::from(found.edges.iter().any(|edge| edge.p_value_holm.is_some_and(|p| p <= 0.05)));
            won += u32::from(found.edges.iter().any(|edge| edge.is_won));
            cycles += u32::from(!found.cycles.is_empty());
            // What is claimed of the same results as if the numbers of blocks had been fixed.
            let fixed = ranking(&played.tallies, &played.slots, &[], None, &[]).unwrap();
            naive += u32::from(fixed.edges.iter().any(|edge| edge.p_value_holm.is_some_and(|p| p <= 0.05)));
        }
        let rates = [any, won, cycles, naive].map(|count| share(count, RUNS));
        println!(
            "{rule:?}: any pair marked {}, any direction {}, any cycle {}; naive {}",
            rates[0], rates[1], rates[2], rates[3]
        );
        assert!(rates[..3].iter().all(|rate| *rate <= 0.05 + error(0.05, RUNS)), "{rates:?}");
        assert!(rule != test(10.0) || rates[3] > 0.05, "naive p values are fooled: {rates:?}");
    }
}

#[test]
#[ignore = "long: simulated error rates of the pairings of a pruned tournament, and a cycle that is there"]
fn pairings_are_decided_wrongly_as_rarely_as_their_tests_say() {
    const RUNS: u32 = 300;
    // Rock, scissors and paper, each 40 Elo above the next and the last above the first, and somebody who loses to all.
    let p = expected(40.0);
    let weak = expected(200.0);
    let mut wins = vec![vec![0.5, p, 1.0 - p, weak], vec![1.0 - p, 0.5, p, weak], vec![p, 1.0 - p, 0.5, weak]];
    wins.push(vec![1.0 - weak; 4]);
    // A test that is harder to satisfy leaves enough blocks to prove a cycle.
    let strict = StoppingRule::Sprt(Sprt::new(Model::Logistic, -5.0, 5.0, 0.001, 0.001).unwrap());
    let mut stream = Streams::new(13).play(0);
    for (rule, rate) in [(test(30.0), 0.05), (test(5.0), 0.05), (strict, 0.001)] {
        let (mut wrong, mut decided, mut cycles, mut false_cycles, mut blocks) = (0, 0, 0, 0, 0);
        for _ in 0..RUNS {
            let played = Tournament::play(&wins, 20_000, Some(rule), &mut stream);
            blocks += played.blocks();
            let found = played.ranking();
            for edge in &found.edges {
                if let Some(verdict) = edge.test.and_then(|test| test.verdict()) {
                    decided += 1;
                    let stronger = wins[edge.entrant][edge.opponent] > 0.5;
                    wrong += u32::from(stronger != (verdict == Verdict::H1));
                }
            }
            cycles += u32::from(found.cycles.contains(&[0, 1, 2]));
            false_cycles += u32::from(found.cycles.iter().any(|cycle| *cycle != [0, 1, 2]));
        }
        println!(
            "{rule:?}: wrong verdicts {} of {decided}; the cycle is proved in {}, a false one in {}; blocks {}",
            share(wrong, decided),
            share(cycles, RUNS),
            share(false_cycles, RUNS),
            blocks / u64::from(RUNS)
        );
        assert!(share(wrong, decided) <= rate && decided > 5 * RUNS, "{wrong} of {decided}");
        assert!(share(false_cycles, RUNS) <= 0.05 + error(0.05, RUNS));
        assert!(rate > 0.01 || share(cycles, RUNS) > 0.5, "the cycle is there: {cycles}");
    }
}
