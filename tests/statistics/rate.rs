//! Results joined to one tournament: the same as one that was played whole, and refused where the joint would be wrong.

use std::path::Path;

use serde_json::Value;
use sixtyone::analysis::joining::{Joined, Joining, Source};
use sixtyone::arena::runner::{self, Control};
use sixtyone::context::Context;
use sixtyone::experiment::Experiment;
use sixtyone::experiment::tournament_cells::{Heading, TournamentSpec};
use sixtyone::game::WIN_UNITS;
use sixtyone::games::options::Settings;
use sixtyone::tally::{Accumulator, Tally};

use crate::program::{code, err, out, run_in, words};

fn context() -> Context {
    Context::default().with_threads(1).with_cache(None)
}

fn tournament(names: &[&str]) -> Experiment {
    let strategies = names.iter().map(|name| (*name).to_owned()).collect();
    let wanted = TournamentSpec { strategies, ..TournamentSpec::default() };
    let heading = Heading::of(1, 61);
    Experiment::tournament("fives-and-threes", &Settings::default(), &wanted, None, heading, None, &context()).unwrap()
}

/// A result that says that it is of this seed.
fn source(experiment: &Experiment, seed: u64, tallies: Vec<Tally>) -> Source {
    let mut resolved = experiment.resolved();
    resolved.seed = seed;
    let (name, version) = (format!("seed-{seed}"), sixtyone::VERSION.to_owned());
    Source { name, version, experiment: resolved, tallies, has_games: false }
}

fn joined(sources: &[Source]) -> Joined {
    Joining::new(sources).unwrap().finish(Vec::new()).unwrap()
}

#[test]
fn two_tournaments_come_to_what_one_of_all_blocks_does() {
    let experiment = tournament(&["greedy", "club", "random"]);
    let play = |blocks: std::ops::Range<u64>| {
        let control = Control { context: &context(), progress: &|_| {} };
        runner::run(&experiment.plan, blocks, Vec::new(), &control).unwrap()
    };
    // Blocks of one seed stand for those of two.
    let (early, late, all) = (play(0..40), play(40..100), play(0..100));
    let two = joined(&[source(&experiment, 1, early), source(&experiment, 2, late)]);
    let whole = experiment.summary(&all).unwrap().tournament.unwrap();
    assert_eq!(two.tournament.ranking, whole.ranking);
    assert_eq!((two.matches, two.line_ups, two.sides), (600, 3, 2));
}

/// A match of A and B with these wins of A in its blocks of two matches.
fn wins(experiment: &Experiment, seed: u64, wins: &[i64]) -> Source {
    let mut tally = Tally::new(2, 2, None);
    let mut accumulator = Accumulator::new(&tally);
    for won in wins {
        let mut block = vec![0; tally.layout.len()];
        (block[0], block[1]) = (won * i64::from(WIN_UNITS), (2 - won) * i64::from(WIN_UNITS));
        accumulator.add(&mut tally, &block, None);
    }
    accumulator.flush(&mut tally);
    source(experiment, seed, vec![tally])
}

#[test]
fn a_small_case_computed_by_hand() {
    // docs/statistics.md: A takes 2, 1, 2, 0, 2, 2, 1, 2 of two matches from B; p = 3/4, ln 3 is 190.8 Elo, the standard error √(1/7/8)/(3/16) is 123.8,
    // and t(0.975; 7) = 2.3646: −101.9 to 483.6. The sides of the second result are the other way round.
    let match_of = |names: [&str; 2]| {
        let strategies = names.map(str::to_owned);
        Experiment::single("fives-and-threes", Settings::default(), &strategies, None, 1, 61, &context()).unwrap()
    };
    let sources = [
        wins(&match_of(["greedy", "random"]), 1, &[2, 1, 2, 0]),
        wins(&match_of(["random", "greedy"]), 2, &[2, 2, 1, 2].map(|won| 2 - won)),
    ];
    let joining = Joining::new(&sources).unwrap();
    assert_eq!(joining.names(), ["greedy", "random"]);
    assert!(joining.needs_games().is_empty());
    let found = joining.finish(vec![(1, 0.0)]).unwrap().tournament.ranking;
    let place = &found.places[0];
    let interval = place.interval.unwrap();
    assert_eq!((place.entrant, place.matches), (0, 16));
    for (value, expected) in
        [(place.elo, 190.8485), (interval.low, -101.9), (interval.high, 483.6), (place.win_share, 0.75)]
    {
        assert!((value - expected).abs() < 0.05, "{value} {expected}");
    }
    assert_eq!((found.places[1].elo, found.places[1].interval), (0.0, None));
}

/// Plays into folders of their own and rates them.
struct Results(tempfile::TempDir);

impl Results {
    fn new() -> Results {
        let folder = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        std::os::unix::fs::symlink(root.join("strategies"), folder.path().join("strategies")).unwrap();
        Results(folder)
    }

    fn play(&self, line: &str) -> Value {
        let output = run_in(self.0.path(), &words(&format!("{line} --json --quiet")));
        assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
        serde_json::from_str(&out(&output)).unwrap()
    }

    fn refused(&self, line: &str) -> String {
        let output = run_in(self.0.path(), &words(line));
        assert_eq!((code(&output), out(&output)), (2, String::new()), "{line}");
        err(&output)
    }
}

#[test]
fn results_of_one_seed_are_joined_block_by_block() {
    let results = Results::new();
    let whole = results.play("tournament greedy club random --blocks 60 --out whole");
    results.play("tournament greedy club random --gauntlet --blocks 60 --games --out gauntlet");
    results.play("match club random --blocks 60 --games --out match");
    let alone = results.play("rate whole");
    let two = results.play("rate gauntlet match/games.csv.gz");
    for key in ["ratings", "crosstable", "cycles", "regularised", "matches", "line_ups"] {
        assert_eq!(alone[key], whole[key], "{key}");
        assert_eq!(two[key], whole[key], "{key}");
    }
    assert_eq!((&two["mode"], &two["results"][1]["seed"]), (&"joined".into(), &61.into()));
    // Independent deals would claim other intervals.
    results.play("match club random --blocks 60 --seed 7 --out other");
    let other = results.play("rate gauntlet other --anchor random=100,greedy=790.5");
    assert_ne!(other["ratings"][0]["elo_low"], two["ratings"][0]["elo_low"]);
    let of = |name: &str| other["ratings"].as_array().unwrap().iter().find(|row| row["name"] == name).unwrap();
    assert_eq!((&of("random")["elo"], &of("greedy")["elo_low"]), (&100.0.into(), &Value::Null));
    // Some blocks of one, all of the other.
    results.play("match club expert --blocks 90 --games --out longer");
    let longer = results.play("rate gauntlet longer");
    assert_eq!((&longer["line_ups"], &longer["matches"]), (&3.into(), &(2 * 120 + 180).into()));
    assert!(longer["ratings"].as_array().unwrap().iter().all(|row| row["elo_low"].is_number()));
    let text = run_in(results.0.path(), &words("rate gauntlet longer"));
    let text = out(&text);
    assert!(text.contains("seed 61, 60 blocks of 2 line-ups") && text.contains("Elo is above the mean"), "{text}");
}

#[test]
fn an_experiment_with_line_ups_is_rated_from_its_games() {
    let results = Results::new();
    let file = "title = \"T\"\nquestion = \"Q\"\nblocks = 30\n[[lineup]]\nstrategies = [\"random\", \"random\"]\n[[lineup]]\npairs = [\"greedy\", \"club\", \"random\"]\n";
    std::fs::write(results.0.path().join("t.toml"), file).unwrap();
    results.play("run t.toml --out without");
    results.play("run t.toml --out with --games");
    let message = results.refused("rate without");
    assert!(message.contains("the 3 line-ups of without have the same deals"), "{message}");
    let whole = results.play("tournament greedy club random --blocks 30");
    assert_eq!(results.play("rate with")["ratings"], whole["ratings"]);
    let output = run_in(results.0.path(), &words("rate with"));
    assert!(err(&output).contains("left out: \"random vs random\" of with"), "{}", err(&output));
}

#[test]
fn what_cannot_be_joined_is_refused() {
    let results = Results::new();
    for line in [
        "match greedy random --blocks 20 --out plain",
        "match greedy random --blocks 30 --games --out games",
        "match greedy club --blocks 20 --out same-seed",
        "match greedy club --blocks 20 --seed 2 --set target=31 --out rules",
        "match club careful --blocks 20 --seed 3 --out apart",
        "match greedy random --seed 4 --sprt elo0=0,elo1=10,max_blocks=200 --out stopped",
        "match random random --blocks 20 --seed 5 --out tie",
    ] {
        results.play(line);
    }
    let other = results.0.path().join("random.toml");
    std::fs::write(&other, "name = \"greedy2\"\ngame = \"dominoes\"\nabout = \"x\"\n").unwrap();
    results.play("match ./random.toml random --blocks 20 --seed 6 --out mine");
    std::fs::write(&other, "name = \"greedy2\"\ngame = \"dominoes\"\nabout = \"x\"\nties = \"order\"\n").unwrap();
    results.play("match ./random.toml random --blocks 20 --seed 7 --out changed");
    for (line, parts) in [
        ("rate plain same-seed", &["plain and same-seed have the seed 61", "games.csv.gz", "--games"][..]),
        (
            "rate games plain",
            &["blocks 0 to 19 of greedy vs random with the seed 61 are there twice", "in games and in plain"],
        ),
        ("rate plain plain", &["there twice"]),
        ("rate plain rules", &["has other rules than plain: target=31, not 61"]),
        ("rate plain apart", &["none of greedy, random has met any of club, careful"]),
        ("rate stopped", &["stopped ended by a stopping rule"]),
        ("rate tie", &["nobody to rate"]),
        ("rate mine changed", &["\"greedy2\" is one strategy in mine and another in changed"]),
        ("rate absent", &["absent does not exist"]),
        ("rate random.toml", &["random.toml is a file; allowed: a result folder"]),
        ("rate plain --anchor gredy", &["did you mean \"greedy\"?"]),
    ] {
        let message = results.refused(line);
        assert!(parts.iter().all(|part| message.contains(part)), "{line}\n{message}");
    }
    // A table that is not the result's own.
    results.play("match club random --blocks 30 --games --out twin");
    std::fs::copy(results.0.path().join("games/games.csv.gz"), results.0.path().join("twin/games.csv.gz")).unwrap();
    let message = results.refused("rate games twin");
    assert!(message.contains("twin/games.csv.gz does not match the manifest"), "{message}");
}
