//! Do the intervals cover the truth as often as they say? Many small runs on different blocks, against one large run.

use std::ops::Range;

use sixtyone::analysis::figures::GAME;
use sixtyone::arena::runner::{Control, run};
use sixtyone::context::Context;
use sixtyone::experiment::Experiment;
use sixtyone::experiment::file::ExperimentFile;
use sixtyone::experiment::grid::{Overrides, resolve_file};
use sixtyone::stats::measure::{Measure, Ratio};
use sixtyone::stats::win_share::{Sampling, win_share};
use sixtyone::tally::Tally;
use sixtyone::toml_reader::Source;

const TEXT: &str = "\
title = \"Coverage\"
question = \"Do intervals cover the truth?\"
[[variant]]
name = \"discard\"
[[variant]]
name = \"allow\"
set = { overshoot = \"allow\" }
[[lineup]]
strategies = [\"greedy\", \"random\"]
";

fn play(experiment: &Experiment, blocks: Range<u64>) -> Vec<Tally> {
    let context = Context::default().with_threads(1);
    let control = Control { context: &context, progress: &|_| {} };
    run(&experiment.plan, blocks, Vec::new(), &control).unwrap()
}

fn covers(measure: &Measure, truth: f64) -> bool {
    // A figure that never varied claims no interval; then it has to be the truth itself.
    measure
        .interval
        .map_or(measure.value.total_cmp(&truth).is_eq(), |interval| interval.low <= truth && truth <= interval.high)
}

#[test]
fn ninety_five_times_in_a_hundred() {
    const RUNS: u64 = 500;
    const BLOCKS: u64 = 300;
    let source = Source { path: "coverage.toml", text: TEXT };
    let experiment =
        resolve_file(&ExperimentFile::read(source).unwrap(), None, Overrides::default(), &Context::default()).unwrap();
    let truth = play(&experiment, RUNS * BLOCKS..RUNS * BLOCKS + 200_000);
    let names: Vec<&str> = GAME.iter().map(|figure| figure.name).collect();
    // A win share, its difference, then each balance figure and its difference.
    let mut covered = vec![0u32; 2 + 2 * names.len()];
    let (mut paired, mut apart) = (0.0, 0.0);
    for number in 0..RUNS {
        let found = play(&experiment, number * BLOCKS..(number + 1) * BLOCKS);
        let own = win_share(&found[1], 0, Sampling::Fixed, 2);
        let true_share = win_share(&truth[1], 0, Sampling::Fixed, 2).value;
        covered[0] += u32::from(covers(&Measure { value: own.value, interval: Some(own.interval) }, true_share));
        let difference = |tallies: &[Tally]| {
            Ratio::win_share(&tallies[1], 0).difference(&tallies[1], &Ratio::win_share(&tallies[0], 0), &tallies[0])
        };
        covered[1] += u32::from(covers(&difference(&found).difference, difference(&truth).difference.value));
        for (index, spec) in GAME.iter().enumerate() {
            let figure = spec.ratio(&found[1], 0);
            let true_value = figure.measure(&truth[1]).value;
            covered[2 + 2 * index] += u32::from(covers(&figure.measure(&found[1]), true_value));
            let gap = |tallies: &[Tally]| figure.difference(&tallies[1], &figure, &tallies[0]);
            let measured = gap(&found).difference;
            covered[3 + 2 * index] += u32::from(covers(&measured, gap(&truth).difference.value));
            if spec.name == "rounds_per_match" {
                let width = |measure: &Measure| measure.interval.map_or(f64::NAN, |i| i.half_width());
                let alone = width(&figure.measure(&found[0])).hypot(width(&figure.measure(&found[1])));
                paired += width(&measured);
                apart += alone;
            }
        }
    }
    // 500 runs: 95 % ± 4 standard errors of 1 %, and what the estimated truth and rare events add.
    for (index, count) in covered.iter().enumerate() {
        let what = if index < 2 { "win_share" } else { names[index / 2 - 1] };
        let share = f64::from(*count) / RUNS as f64;
        assert!(share > 0.90, "{what} ({}): covered {share}", if index % 2 == 0 { "value" } else { "difference" });
    }
    assert!(paired < 0.6 * apart, "common deals make differences sharper: {paired} against {apart}");
}
