//! Simulated error rates of everything that decides: intervals, sequential tests, confidence sequences, significance. Long; `scripts/check --slow`
//! runs them. Every bound is the nominal rate and four standard errors of the simulation.

use std::collections::BTreeMap;
use std::ops::Range;

use sixtyone::analysis::comparisons::{Margins, sweep};
use sixtyone::analysis::figures;
use sixtyone::arena::runner::{Control, run};
use sixtyone::context::Context;
use sixtyone::experiment::Experiment;
use sixtyone::experiment::file::ExperimentFile;
use sixtyone::experiment::grid::{Overrides, resolve_file};
use sixtyone::stats::confidence_sequence::ConfidenceSequence;
use sixtyone::stats::intervals::{Classes, from_variance};
use sixtyone::stats::measure::Ratio;
use sixtyone::stats::significance::{LEVEL, equivalence, p_value};
use sixtyone::stats::sprt::{Model, Sprt, Verdict};
use sixtyone::stats::stopping::checkpoints;
use sixtyone::stats::win_share::{Sampling, win_share};
use sixtyone::streams::{Stream, Streams};
use sixtyone::tally::Tally;
use sixtyone::toml_reader::Source;

/// A distribution over the five classes of a block, in thousandths.
type Five = [u32; 5];

/// Even, lopsided, without half wins, rarely lost, nearly always tied, and skewed.
const SHAPES: [Five; 6] = [
    [50, 200, 500, 200, 50],
    [20, 120, 400, 320, 140],
    [170, 0, 660, 0, 170],
    [5, 0, 60, 0, 935],
    [10, 0, 980, 0, 10],
    [0, 0, 300, 0, 700],
];

fn mean(shape: &Five) -> f64 {
    shape.iter().enumerate().map(|(class, p)| class as f64 * f64::from(*p)).sum::<f64>() / 4000.0
}

fn draw(shape: &Five, stream: &mut Stream) -> usize {
    let mut left = stream.below(1000);
    shape
        .iter()
        .position(|p| {
            left < *p || {
                left -= p;
                false
            }
        })
        .unwrap_or(4)
}

fn as_shares(counts: &[u64; 5]) -> Vec<(f64, f64)> {
    counts.iter().enumerate().map(|(class, count)| (class as f64 / 4.0, *count as f64)).collect()
}

/// Nominal rate and four standard errors of `runs` simulations.
fn at_most(rate: f64, runs: u32) -> f64 {
    rate + 4.0 * (rate * (1.0 - rate) / f64::from(runs)).sqrt()
}

/// A share of `runs`.
fn share(count: u32, runs: u32) -> f64 {
    f64::from(count) / f64::from(runs)
}

#[test]
#[ignore = "long: simulated coverage of intervals"]
fn intervals_of_fixed_size_cover_at_the_nominal_rate() {
    const RUNS: u32 = 4000;
    let mut stream = Streams::new(1).play(0);
    // Two and four unlike blocks expected in a sample.
    let rare: [Five; 2] = [[5, 0, 995, 0, 0], [0, 0, 10, 0, 990]];
    for shape in SHAPES.into_iter().chain(rare) {
        let truth = mean(&shape);
        let (mut by_ratio, mut by_means, mut chosen) = (0, 0, 0);
        const BLOCKS: u64 = 400;
        for _ in 0..RUNS {
            let mut counts = BTreeMap::new();
            for _ in 0..BLOCKS {
                *counts.entry(draw(&shape, &mut stream) as i64).or_default() += 1u64;
            }
            let classes = Classes { counts: &counts, whole: 4 };
            let square: f64 = counts.iter().map(|(c, n)| (*c as f64 / 4.0 - classes.mean()).powi(2) * *n as f64).sum();
            let variance = square / (BLOCKS - 1) as f64 / BLOCKS as f64;
            let misses = |i: sixtyone::stats::intervals::Interval| u32::from(truth < i.low || truth > i.high);
            by_ratio += misses(classes.interval());
            by_means += misses(from_variance(classes.mean(), variance, BLOCKS));
            chosen += misses(sixtyone::stats::intervals::win_share(classes, Some(variance), BLOCKS).0);
        }
        let rates = [by_ratio, by_means, chosen].map(|missed| share(missed, RUNS));
        println!(
            "{shape:?}: missed by likelihood ratio {}, block means {}, the one chosen {}",
            rates[0], rates[1], rates[2]
        );
        // The documented 5.8 % of the likelihood ratio where unlike blocks are few.
        assert!(rates[2] < at_most(0.058, RUNS), "{shape:?}");
        assert!(rates[2] > 0.03 || rare.contains(&shape), "{shape:?}: wider than it has to be");
    }
}

/// The blocks of a match that favours the first strategy by `shift` thousandths of blocks moved from a loss to a tie, or from a tie to a win.
fn shifted(shape: &Five, shift: u32) -> Five {
    let mut moved = *shape;
    moved[2] -= shift;
    moved[4] += shift;
    moved
}

#[test]
#[ignore = "long: simulated error rates of sequential tests"]
fn sequential_tests_err_no_more_often_than_they_say() {
    const RUNS: u32 = 4000;
    let mut stream = Streams::new(2).play(0);
    for shape in [SHAPES[0], SHAPES[2], SHAPES[4]] {
        // A shift of s thousandths of blocks moves the mean share by s/2000.
        for shift in [if shape[2] > 900 { 12 } else { 60 }] {
            let better = shifted(&shape, shift);
            let (low, high) = (mean(&shape), mean(&better));
            let variance = |shape: &Five| {
                let m = mean(shape);
                shape
                    .iter()
                    .enumerate()
                    .map(|(c, p)| (c as f64 / 4.0 - m).powi(2) * f64::from(*p) / 1000.0)
                    .sum::<f64>()
            };
            let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
            let normal =
                |shape: &Five| (mean(shape) - 0.5) / (2.0 * variance(shape)).sqrt() * 800.0 / std::f64::consts::LN_10;
            for (model, bounds) in [
                (Model::Logistic, [elo(low), elo(high)]),
                (Model::WinShare, [low, high]),
                (Model::Normalized, [normal(&shape), normal(&better)]),
            ] {
                let (alpha, beta) = (0.05, 0.1);
                let test = Sprt::new(model, bounds[0], bounds[1], alpha, beta).unwrap();
                let mut rates = [0.0; 2];
                let mut played = 0u64;
                for (truth, wrong) in [(&shape, Verdict::H1), (&better, Verdict::H0)] {
                    let mut errors = 0;
                    for _ in 0..RUNS {
                        let mut counts = [0u64; 5];
                        let mut done = 0;
                        for checkpoint in checkpoints(1_000_000) {
                            while done < checkpoint {
                                counts[draw(truth, &mut stream)] += 1;
                                done += 1;
                            }
                            if let Some(verdict) = test.look(&as_shares(&counts), 2).verdict {
                                errors += u32::from(verdict == wrong);
                                break;
                            }
                        }
                        played += done;
                    }
                    rates[usize::from(wrong == Verdict::H0)] = share(errors, RUNS);
                }
                println!(
                    "{shape:?} {} {bounds:.3?}: α {}, β {}, blocks on average {}",
                    model.name(),
                    rates[0],
                    rates[1],
                    played / u64::from(2 * RUNS)
                );
                assert!(
                    rates[0] <= at_most(alpha, RUNS) && rates[1] <= at_most(beta, RUNS),
                    "{shape:?} {model:?} {rates:?}"
                );
            }
        }
    }
}

#[test]
#[ignore = "long: simulated coverage of confidence sequences"]
fn confidence_sequences_hold_at_every_block_at_once() {
    const RUNS: u32 = 1000;
    const BLOCKS: usize = 600;
    let mut stream = Streams::new(3).play(0);
    let refuted = 20f64.ln();
    for shape in SHAPES {
        let truth = mean(&shape);
        // The most that a block can multiply any bet by.
        let fastest = -truth.min(1.0 - truth).ln();
        for sequence in [
            ConfidenceSequence::WATCHED,
            ConfidenceSequence::for_half_width(0.02),
            ConfidenceSequence::for_half_width(0.2),
        ] {
            let mut missed = 0;
            for _ in 0..RUNS {
                let mut counts = [0u64; 5];
                let mut next = 0;
                // Looks after every block, except where the wealth cannot have grown enough since the last look.
                missed += u32::from((0..BLOCKS).any(|block| {
                    counts[draw(&shape, &mut stream)] += 1;
                    if block < next {
                        return false;
                    }
                    let wealth = sequence.log_wealth(&as_shares(&counts), truth);
                    next = block + ((refuted - wealth) / fastest).max(1.0) as usize;
                    wealth >= refuted
                }));
            }
            let rate = share(missed, RUNS);
            println!("{shape:?} {sequence:?}: ever missed {rate}");
            assert!(rate <= at_most(0.05, RUNS), "{shape:?} {rate}");
        }
    }
    // The same with all looks at the fixed interval: this is what it is for.
    let shape = SHAPES[0];
    let mut missed = 0;
    for _ in 0..RUNS {
        let mut counts = BTreeMap::new();
        missed += u32::from((0..BLOCKS).any(|block| {
            *counts.entry(draw(&shape, &mut stream) as i64).or_default() += 1u64;
            // Twenty looks in all.
            block % 30 == 29 && {
                let interval = Classes { counts: &counts, whole: 4 }.interval();
                interval.low > mean(&shape) || interval.high < mean(&shape)
            }
        }));
    }
    println!("a fixed interval, looked at twenty times: ever missed {}", share(missed, RUNS));
    assert!(share(missed, RUNS) > 0.12);
}

fn experiment(text: &str) -> Experiment {
    let source = Source { path: "null.toml", text };
    resolve_file(&ExperimentFile::read(source).unwrap(), None, Overrides::default(), &Context::default()).unwrap()
}

fn play(experiment: &Experiment, blocks: Range<u64>) -> Vec<Tally> {
    let context = Context::default().with_threads(1);
    let control = Control { context: &context, progress: &|_| {} };
    run(&experiment.plan, blocks, Vec::new(), &control).unwrap()
}

/// A random strategy against a copy with another salt: equal in truth, but not in every block.
#[test]
#[ignore = "long: a null comparison, played"]
fn a_strategy_against_its_copy_is_found_different_at_the_nominal_rate() {
    const RUNS: u32 = 2000;
    const BLOCKS: u64 = 250;
    let text = "title = \"Null\"\nquestion = \"?\"\n[[lineup]]\nstrategies = [\"random\", \"random:salt=1\"]\n";
    let experiment = experiment(text);
    let (mut interval, mut likelihood) = (0, 0);
    for number in 0..u64::from(RUNS) {
        let tallies = play(&experiment, number * BLOCKS..(number + 1) * BLOCKS);
        let found = win_share(&tallies[0], 0, Sampling::Fixed, 2);
        interval += u32::from(found.interval.low > 0.5 || found.interval.high < 0.5);
        let superior = found.likelihood_of_superiority.unwrap();
        likelihood += u32::from(!(LEVEL / 2.0..=1.0 - LEVEL / 2.0).contains(&superior));
    }
    for (what, count) in [("interval", interval), ("likelihood of superiority", likelihood)] {
        let rate = share(count, RUNS);
        println!("{what}: {rate}");
        assert!(rate <= at_most(LEVEL, RUNS) && rate >= 2.0 * LEVEL - at_most(LEVEL, RUNS), "{what} {rate}");
    }
}

/// Four cells that differ in salts alone: no difference is real, so any claim in a family is false.
#[test]
#[ignore = "long: families of null comparisons, played"]
fn false_claims_over_a_sweep_are_as_rare_as_they_should_be() {
    const RUNS: u32 = 1500;
    const BLOCKS: u64 = 200;
    let lineup =
        |salt: u32| format!("[[lineup]]\nstrategies = [\"random:salt={salt}\", \"random:salt={}\"]\n", salt + 10);
    let lineups: String = (1..=4).map(lineup).collect();
    let mut experiment = experiment(&format!("title = \"Null\"\nquestion = \"?\"\n{lineups}"));
    // The line-ups have no baseline of their own; the first one is everybody's.
    (1..4).for_each(|cell| experiment.plan.cells[cell].baseline = Some(0));
    let baselines = [None, Some(0), Some(0), Some(0)];
    let mut claims: BTreeMap<&str, u32> = BTreeMap::new();
    let (mut tested, mut equivalent) = (0, 0);
    for number in 0..u64::from(RUNS) {
        let tallies = play(&experiment, number * BLOCKS..(number + 1) * BLOCKS);
        let all = sweep(&tallies, &baselines, &Margins::new());
        for figure in ["win_share", "rounds_per_match", "opener_win_share"] {
            assert!(figures::all().any(|known| known.name == figure));
            let family = all.iter().flatten().filter(|c| c.figure.name == figure && c.slot.is_none_or(|s| s == 0));
            let any = family.filter_map(|c| c.p_value).any(|chance| chance.holm <= LEVEL);
            *claims.entry(figure).or_default() += u32::from(any);
        }
        // Equivalence at the margin itself: a true difference as large as the margin is claimed to be within it one time in twenty.
        let found =
            Ratio::win_share(&tallies[1], 0).difference(&tallies[1], &Ratio::win_share(&tallies[0], 0), &tallies[0]);
        let (value, error) = (found.difference.value, found.standard_error.unwrap());
        let margin = 4.0 * error;
        tested += 1;
        equivalent += u32::from(equivalence(value + margin, error, margin, BLOCKS).unwrap() <= LEVEL);
        assert!(p_value(value, error, BLOCKS).unwrap() > 0.0);
    }
    for (figure, count) in claims {
        let rate = share(count, RUNS);
        println!("{figure}: any false claim {rate}");
        assert!(rate <= at_most(LEVEL, RUNS), "{figure} {rate}");
    }
    let rate = share(equivalent, tested);
    println!("equivalence at the margin: {rate}");
    assert!(rate <= at_most(LEVEL, tested) && rate >= 2.0 * LEVEL - at_most(LEVEL, tested), "{rate}");
}
