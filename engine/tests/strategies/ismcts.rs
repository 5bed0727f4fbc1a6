//! `ismcts` in whole matches: it depends on the seed alone, and is better than what it is compared with.

use sixtyone_engine::arena::plan::{Lineup, Orders, Plan};
use sixtyone_engine::arena::runner::{Control, run};
use sixtyone_engine::context::Context;
use sixtyone_engine::games::options::OptionValue;
use sixtyone_engine::games::options::Settings;
use sixtyone_engine::games::resolve;
use sixtyone_engine::stats::win_share::{Sampling, win_share};
use sixtyone_engine::strategies::StrategyPlan;
use sixtyone_engine::tally::Tally;

/// Games with two seats, pairs and three seats, of both families.
const GAMES: [(&str, &[(&str, &str)]); 5] = [
    ("fives-and-threes", &[]),
    ("fives-and-threes", &[("players", "4")]),
    ("cincos-y-treses", &[("players", "3"), ("set", "9")]),
    ("all-fives", &[]),
    ("all-fives", &[("players", "3")]),
];

fn play(game: &str, options: &[(&str, &str)], strategies: &[&str], blocks: u64, threads: usize) -> Tally {
    let settings: Settings =
        options.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect();
    let table = resolve(game, &settings).unwrap();
    let partners = table.seats() / table.sides();
    let side = |name: &&str| vec![StrategyPlan::resolve(name, None).unwrap(); partners];
    let lineup: Lineup = strategies.iter().map(side).collect();
    let plan = Plan::single(game, settings, lineup, Orders::default_for(strategies.len()), 3);
    let context = Context::default().with_threads(threads);
    let control = Control { context: &context, progress: &|_| {} };
    run(&plan, 0..blocks, Vec::new(), &control).unwrap().remove(0)
}

/// As many strategies as a game has sides: the first one, then the other.
fn lineup<'a>(options: &[(&str, &str)], first: &'a str, other: &'a str) -> Vec<&'a str> {
    let three = options.contains(&("players", "3"));
    std::iter::once(first).chain(std::iter::repeat_n(other, if three { 2 } else { 1 })).collect()
}

#[test]
fn threads_change_nothing() {
    for (game, options) in GAMES {
        let lineup = lineup(options, "ismcts:iterations=10,reuse=true,goal=points", "rollout:worlds=2,goal=points");
        let one = play(game, options, &lineup, 12, 1);
        for threads in [2, 7] {
            let more = play(game, options, &lineup, 12, threads);
            assert_eq!(serde_json::to_value(&more).unwrap(), serde_json::to_value(&one).unwrap(), "{game} {options:?}");
        }
    }
}

#[test]
fn it_beats_what_it_searches_beyond() {
    // Cards are searched with more patience: the hidden hands may be nearly anything.
    for ((game, options), strategy, blocks) in [
        (GAMES[0], "ismcts:iterations=300,goal=points", 80),
        (GAMES[3], "ismcts:iterations=2000,playout=greedy,goal=points", 150),
    ] {
        let tally = play(game, options, &[strategy, "greedy"], blocks, 2);
        let result = win_share(&tally, 0, Sampling::Fixed, 2);
        assert!(result.interval.low > 0.5, "{game}: {} from {}", result.value, result.interval.low);
    }
}
