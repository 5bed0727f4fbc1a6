//! Luck adjustment: without bias whoever plays and whoever models, sharper where the models see something, and nothing else changes.

use std::ops::Range;

use crate::program::{CACHE, code, err, json, out, run_in, words};
use sixtyone::arena::runner::{Control, run};
use sixtyone::context::Context;
use sixtyone::experiment::Experiment;
use sixtyone::experiment::luck_options::luck_argument;
use sixtyone::games::options::OptionValue;
use sixtyone::stats::luck_adjustment::{Adjusted, Offer, adjusted};
use sixtyone::stats::win_share::{Sampling, win_share};
use sixtyone::tally::Tally;

/// Short matches, whose table of match equity takes little time.
const SHORT: &[(&str, &str)] = &[("target", "21")];

fn experiment(game: &str, options: &[(&str, &str)], strategies: [&str; 2], luck: Option<&str>) -> Experiment {
    let context = Context::default().with_threads(2).with_cache(Some(CACHE.into()));
    let settings = options.iter().map(|(key, value)| ((*key).to_owned(), OptionValue::parse(value))).collect();
    let strategies = strategies.map(str::to_owned);
    let mut experiment = Experiment::single(game, settings, &strategies, None, 1000, 61, &context).unwrap();
    if let Some(luck) = luck {
        experiment.measure_luck(&luck_argument(luck).unwrap(), None, &context).unwrap();
    }
    experiment
}

fn play(experiment: &Experiment, blocks: Range<u64>, threads: usize) -> Tally {
    let context = Context::default().with_threads(threads).with_cache(Some(CACHE.into()));
    let control = Control { context: &context, progress: &|_| {} };
    run(&experiment.plan, blocks, Vec::new(), &control).unwrap().remove(0)
}

fn both(tally: &Tally) -> (f64, f64, Adjusted) {
    let raw = win_share(tally, 0, Sampling::Fixed, 2);
    (raw.value, raw.interval.half_width() / 1.96, adjusted(tally, 0, raw.method).unwrap())
}

#[test]
fn luck_is_nothing_on_average_and_the_adjusted_share_is_the_true_one() {
    for (game, options, strategies, luck, gain) in [
        ("fives-and-threes", SHORT, ["club", "expert"], "", 1.3),
        ("fives-and-threes", SHORT, ["expert", "greedy"], "", 1.3),
        // Models that are wrong about everybody, and one that draws.
        (
            "fives-and-threes",
            SHORT,
            ["ismcts:iterations=5,goal=points", "rollout:worlds=1,goal=points"],
            "model=random",
            0.9,
        ),
        ("fives-and-threes", SHORT, ["rady-h", "greedy"], "playouts=4", 1.0),
        ("fives-and-threes", &[("target", "21"), ("players", "4")], ["partners", "greedy"], "", 1.1),
        ("cincos-y-treses", &[("target", "21"), ("overshoot", "bounce")], ["expert", "greedy"], "", 1.0),
        ("all-fives", SHORT, ["cards-expert", "greedy"], "", 1.3),
        ("all-fives", SHORT, ["cards-plain", "cards-sharp"], "", 1.3),
    ] {
        let what = format!("{game} {options:?} {strategies:?}");
        let blocks = if luck == "model=random" { 1000 } else { 3000 };
        let (share, error, found) = both(&play(&experiment(game, options, strategies, Some(luck)), 0..blocks, 2));
        let luck = found.luck.interval.unwrap().half_width() / 1.96;
        assert!(luck > 0.0 && found.luck.value.abs() < 4.0 * luck, "{what}: {} {luck}", found.luck.value);
        assert!(found.variance_ratio > gain, "{what}: {}", found.variance_ratio);
        // Others' blocks tell the true share.
        let others = play(&experiment(game, options, strategies, None), blocks..9 * blocks, 2);
        let raw = win_share(&others, 0, Sampling::Fixed, 2);
        let (truth, of_truth) = (raw.value, raw.interval.half_width() / 1.96);
        let adjusted = found.interval.half_width() / 1.96;
        let apart = (found.win_share - truth).abs();
        assert!(apart < 4.0 * adjusted.hypot(of_truth), "{what}: {} {truth} {share}±{error}", found.win_share);
    }
}

#[test]
fn measuring_changes_nothing_else_and_threads_change_nothing() {
    let game = |luck| experiment("fives-and-threes", SHORT, ["club", "rady-h"], luck);
    let raw = play(&game(None), 0..300, 1);
    let one = play(&game(Some("playouts=2")), 0..300, 1);
    for threads in [2, 7] {
        assert_eq!(play(&game(Some("playouts=2")), 0..300, threads), one);
    }
    let mut parts = play(&game(Some("playouts=2")), 0..37, 1);
    parts.merge(&play(&game(Some("playouts=2")), 37..300, 1));
    assert_eq!(parts, one, "ranges of blocks add up");
    assert_eq!(Tally { luck: None, ..one }, raw);
}

#[test]
fn the_program_shows_raw_and_adjusted_shares() {
    let found = json(&words("match expert club --set target=21 --blocks 400 --luck --json --quiet"));
    let of = |slot: usize, key: &str| found["strategies"][slot]["luck_adjusted"][key].as_f64().unwrap();
    assert_eq!(found["strategies"][0]["luck_adjusted"]["offer"], "offered");
    assert_eq!(found["luck"]["models"], serde_json::json!(["expert", "club"]));
    assert!((of(0, "win_share") + of(1, "win_share") - 1.0).abs() < 2e-6);
    let raw = &found["strategies"][0];
    let width = |of: &serde_json::Value| of["high"].as_f64().unwrap() - of["low"].as_f64().unwrap();
    let ratio = (width(raw) / width(&raw["luck_adjusted"])).powi(2);
    assert!(
        (ratio / of(0, "variance_ratio") - 1.0).abs() < 0.01,
        "the interval is the narrower by the root of the ratio"
    );

    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"T\"\nquestion = \"Q?\"\nblocks = 200\nluck = { model = \"greedy\" }\n[game]\ntarget = 21\n\
                [[variant]]\nname = \"two\"\n[[variant]]\nname = \"three\"\nset = { players = 3 }\n\
                [[lineup]]\nstrategies = [\"greedy\", \"ismcts:iterations=5\"]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"random\", \"greedy\"]\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let output = run_in(folder.path(), &words("run x.toml --quiet"));
    assert_eq!(code(&output), 0, "{}", err(&output));
    assert!(out(&output).contains("luck of the deals"));
    let csv = std::fs::read_to_string(folder.path().join("results/x/luck.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows.len(), 3, "only two sides have luck to take out\n{csv}");
    assert!(rows[1].starts_with("two / ") && rows[1].contains(",greedy,greedy,200,"), "{csv}");
    let manifest = std::fs::read_to_string(folder.path().join("results/x/manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    assert_eq!(manifest["experiment"]["luck"]["model"]["name"], "greedy");
    assert!(manifest["files"].as_array().unwrap().iter().any(|file| file["name"] == "luck.csv"));
}

#[test]
fn the_answer_of_a_page_goes_by_the_adjusted_share() {
    let folder = tempfile::tempdir().unwrap();
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let result = folder.path().join("result");
    let line = format!("match expert club --set target=21 --blocks 400 --luck --quiet --out {}", result.display());
    let output = run_in(here, &words(&line));
    assert_eq!(code(&output), 0, "{}", err(&output));
    let page = std::fs::read_to_string(result.join("report.html")).unwrap();
    let mut table = csv::Reader::from_path(result.join("luck.csv")).unwrap();
    let column = table.headers().unwrap().iter().position(|name| name == "adjusted_win_share").unwrap();
    let adjusted = 100.0 * table.records().next().unwrap().unwrap()[column].parse::<f64>().unwrap();
    let told = page.split("it wins ").nth(1).or_else(|| page.split("expert wins ").nth(1)).unwrap();
    let (share, rest) = told.split_once(' ').unwrap();
    assert!((share.parse::<f64>().unwrap() - adjusted).abs() <= 0.5, "{share} {adjusted}");
    assert!(
        rest.starts_with('±') && rest.split(" unadjusted)").next().unwrap().contains(" %, luck-adjusted ("),
        "{rest}"
    );
    assert!(page.contains("The luck adjustment uses it."));
}

#[test]
fn the_file_of_a_model_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/strategies/careful.toml");
    std::fs::copy(rules, folder.path().join("mine.toml")).unwrap();
    let line = "match ismcts:iterations=5,goal=points greedy --set target=21 --luck=model=./mine.toml --blocks 2";
    for file in ["--records mine.toml", "--games=mine.toml"] {
        let output = run_in(folder.path(), &words(&format!("{line} {file}")));
        assert_eq!(code(&output), 2);
        assert!(err(&output).contains("would overwrite the file of the strategy \"./mine.toml\""), "{}", err(&output));
    }
    assert_eq!(std::fs::read(rules).unwrap(), std::fs::read(folder.path().join("mine.toml")).unwrap());
}

#[test]
fn what_is_not_measured_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"T\"\nquestion = \"Q?\"\nblocks = 2\nluck = true\n[sweep]\ntarget = [21, 160]\n\
                [[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let output = run_in(folder.path(), &words("run x.toml --quiet"));
    assert_eq!(code(&output), 0, "{}", err(&output));
    let shown = out(&output).replace('\n', " ");
    assert!(shown.contains("not measured: target=160 / greedy vs random"), "{shown}");
    assert!(shown.contains("left out: below 100 blocks"), "{shown}");
}

#[test]
fn what_cannot_be_adjusted_says_why() {
    let refused = |line: &str, part: &str| {
        let output = run_in(std::path::Path::new("."), &words(line));
        assert_eq!(code(&output), 2, "{line}");
        assert!(err(&output).contains(part), "{line}: {}", err(&output));
    };
    refused("match greedy random greedy --players 3 --luck", "two sides, found 3");
    refused("match greedy random --set target=200 --luck", "a target of at most 150");
    refused("match greedy greedy --luck", "exact tie");
    refused("match greedy random --luck=model=ismcts", "searches");
    refused("match greedy random --luck=model=cards-sharp", "cards-sharp");
    refused("match greedy random --luck=playouts=0", "from 1 to 1000");
    refused("match greedy random --luck --until half-width=0.01", "cannot be used with");
}

#[test]
#[ignore = "long: simulated coverage of adjusted intervals"]
fn adjusted_intervals_cover_as_often_as_they_say() {
    const RUNS: u64 = 500;
    const BLOCKS: u64 = 400;
    const TRUTH: u64 = 100_000;
    for (game, strategies) in
        [("fives-and-threes", ["expert", "greedy"]), ("all-fives", ["cards-expert", "cards-plain"])]
    {
        let with = experiment(game, SHORT, strategies, Some(""));
        let truth = both(&play(&with, RUNS * BLOCKS..RUNS * BLOCKS + TRUTH, 2)).2.win_share;
        let (mut covered, mut sum, mut squares, mut claimed, mut offered) = (0u32, 0.0, 0.0, 0.0, 0u32);
        for number in 0..RUNS {
            let found = both(&play(&with, number * BLOCKS..(number + 1) * BLOCKS, 2)).2;
            covered += u32::from(found.interval.low <= truth && truth <= found.interval.high);
            offered += u32::from(found.offer == Offer::Offered);
            sum += found.win_share - truth;
            squares += (found.win_share - truth).powi(2);
            claimed += (found.interval.half_width() / 1.966).powi(2);
        }
        let (share, runs) = (f64::from(covered) / RUNS as f64, RUNS as f64);
        // The truth is itself known from some blocks only.
        let error = (squares / runs / runs * (1.0 + (RUNS * BLOCKS) as f64 / TRUTH as f64)).sqrt();
        let bias = sum / runs / error;
        println!(
            "{game}: covered {share}, bias {bias:.2} standard errors, variance {:.3} of the claimed",
            squares / claimed
        );
        // Four standard errors of 500 runs.
        assert!((0.911..0.989).contains(&share), "{game}: covered {share}");
        assert!(bias.abs() < 4.0, "{game}: bias {bias}");
        assert!((squares / claimed - 1.0).abs() < 0.25, "{game}: {}", squares / claimed);
        assert!(f64::from(offered) > 0.95 * runs, "{game}: {offered}");
    }
}
