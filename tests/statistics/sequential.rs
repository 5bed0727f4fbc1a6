//! Runs that end by what they find: the same blocks with any number of threads, and error rates that hold.

use std::path::Path;

use serde_json::Value;

use crate::program::{code, err, good, json, out, run, run_in, words};

#[test]
fn a_test_of_two_close_strategies_stops_early_at_the_same_block_with_any_number_of_threads() {
    let line = "match rady-hfeb rady-hfebm --sprt elo0=0,elo1=5 --json --quiet --threads";
    let with = |threads: &str| good(&[&words(line)[..], &[threads]].concat());
    let one = with("1");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("7"));
    let found: Value = serde_json::from_str(&one).unwrap();
    let stop = &found["stop"];
    let blocks = found["blocks"].as_u64().unwrap();
    assert!((200..100_000).contains(&blocks), "{stop}");
    assert_eq!((&stop["blocks"], &stop["rule"], &stop["model"]), (&blocks.into(), &"sprt".into(), &"logistic".into()));
    let llr = stop["llr"].as_f64().unwrap();
    let beyond = llr >= stop["llr_upper"].as_f64().unwrap() || llr <= stop["llr_lower"].as_f64().unwrap();
    assert!(beyond && stop["forecast_blocks"].is_null(), "{stop}");
    assert_eq!(stop["verdict"], if llr > 0.0 { "H1" } else { "H0" });
    // The interval is one that may be stopped on, and wider than that of as many blocks fixed beforehand; the counts are theirs.
    let fixed = json(&words(&format!("match rady-hfeb rady-hfebm --blocks {blocks} --json --quiet")));
    let (own, other) = (&found["strategies"][0], &fixed["strategies"][0]);
    assert_eq!((&own["interval"], &other["interval"]), (&"confidence-sequence".into(), &"block-means".into()));
    assert_eq!((&own["win_share"], &own["block_classes"]), (&other["win_share"], &other["block_classes"]));
    assert!(own["low"].as_f64() < other["low"].as_f64() && own["high"].as_f64() > other["high"].as_f64());
    assert!(own["likelihood_of_superiority"].is_null() && other["likelihood_of_superiority"].is_number());
    assert_eq!(found["balance"]["rounds_per_match"], fixed["balance"]["rounds_per_match"]);
    assert!(fixed["stop"].is_null());
}

#[test]
fn a_match_stops_when_its_win_share_is_known_closely_enough() {
    let line = "match greedy random --until half-width=0.01 --json --quiet --threads";
    let with = |threads: &str| good(&[&words(line)[..], &[threads]].concat());
    let one = with("1");
    assert_eq!(one, with("3"));
    let found: Value = serde_json::from_str(&one).unwrap();
    let own = &found["strategies"][0];
    let half_width = (own["high"].as_f64().unwrap() - own["low"].as_f64().unwrap()) / 2.0;
    assert!(half_width <= 0.01 && half_width > 0.008, "{half_width}");
    assert_eq!((&found["stop"]["verdict"], &found["stop"]["wanted_half_width"]), (&"reached".into(), &0.01.into()));
    let text = good(&words("match greedy random --until half-width=0.01,max_blocks=300 --quiet"));
    let flat = words(&text).join(" ");
    assert!(flat.contains("not reached after 300 blocks") && flat.contains("more are expected"), "{text}");
}

#[test]
fn a_test_that_runs_out_of_blocks_is_inconclusive_and_says_how_many_more_it_needs() {
    let found = json(&words("match random random:salt=1 --sprt elo0=-3,elo1=3,max_blocks=300 --json --quiet"));
    assert_eq!((&found["blocks"], &found["stop"]["verdict"]), (&300.into(), &"inconclusive".into()));
    // A strategy against itself ties every block: nothing speaks for either bound, and no more blocks would; for H0 if that is a tie.
    let tied = json(&words("match greedy greedy --sprt elo0=-10,elo1=10 --blocks 500 --json --quiet"));
    assert_eq!(
        (&tied["blocks"], &tied["stop"]["verdict"], &tied["stop"]["llr"]),
        (&200.into(), &"exact-tie".into(), &0.0.into())
    );
    assert_eq!(tied["strategies"][0]["interval"], "exact-tie");
    let tied = json(&words("match greedy greedy --sprt elo0=0,elo1=30 --json --quiet"));
    assert_eq!(tied["stop"]["verdict"], "H0");
    // Every block won.
    let line = "match greedy random --sprt elo0=0,elo1=10 --json --quiet --set target=1000 --set overshoot=allow";
    let won = json(&words(line));
    assert_eq!((&won["stop"]["verdict"], &won["blocks"]), (&"H1".into(), &200.into()));
    let own = &won["strategies"][0];
    assert_eq!((&own["win_share"], &own["high"]), (&1.0.into(), &1.0.into()));
    assert!(own["low"].as_f64().unwrap() < 1.0 && own["variance_ratio"].is_null(), "{own}");
    // Fewer blocks than the first look.
    let few = json(&words("match greedy random --sprt elo0=0,elo1=10 --blocks 150 --json --quiet"));
    assert_eq!((&few["stop"]["verdict"], &few["blocks"]), (&"inconclusive".into(), &150.into()));
    // Three sides are tested on the win share.
    let line = "match greedy random random --players 3 --sprt model=win-share,share0=0.34,share1=0.5 --json --quiet";
    let three = json(&words(line));
    assert_eq!((&three["stop"]["verdict"], &three["stop"]["share1"]), (&"H1".into(), &0.5.into()));
}

#[test]
fn what_is_no_rule_is_refused() {
    for (line, part) in [
        ("match greedy random --sprt elo0=10,elo1=0", "elo0 < elo1"),
        ("match greedy random --sprt elo0=0,elo1=5,alpha=0.7,beta=0.4", "less than 1"),
        ("match greedy random --sprt elo1=5", "no \"elo0\""),
        ("match greedy random --sprt elo0=0,elo1=5 --until half-width=0.1", "cannot be used with"),
        ("match greedy random --sprt elo0=0,elo1=5,max_blocks=300 --blocks 400", "keep one of the two"),
        ("match greedy random random --players 3 --sprt elo0=0,elo1=5", "win-share"),
        ("match greedy random --until half-width=2", "below 0.5"),
        ("run bust-rule --margin rounds_per_mach=1", "did you mean \"rounds_per_match\"?"),
    ] {
        let output = run(&words(line));
        assert_eq!(code(&output), 2, "{line}");
        assert!(err(&output).contains(part), "{line}\n{}", err(&output));
    }
    let folder = tempfile::tempdir().unwrap();
    for (text, part) in [
        ("blocks = 300\n[stop]\nhalf_width = 0.1\nmax_blocks = 300\n", "keep one of the two"),
        ("[stop]\nmax_blocks = 300\n", "needs one rule"),
        ("[stop]\nhalf_width = 0.1\nsprt = { elo0 = 0, elo1 = 5 }\n", "needs one rule"),
        ("[stop]\nhalf_width = 0.7\n", "below 0.5"),
        ("[stop]\nhalf_with = 0.1\n", "did you mean \"half_width\"?"),
        ("[stop]\nsprt = { elo0 = 0 }\n", "no \"elo1\""),
        ("[stop]\nsprt = { elo0 = 0, elo1 = 5, model = \"elo\" }\n", "logistic, normalized, win-share"),
        ("[stop]\nsprt = { elo0 = 0, elo1 = \"5\" }\n", "a number"),
        ("margin = 0\n", "above 0"),
        ("margin = { win_shar = 0.1 }\n", "did you mean \"win_share\"?"),
        ("margin = \"x\"\n", "a number"),
    ] {
        let head = "title = \"T\"\nquestion = \"Q\"\n";
        let lineup = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
        std::fs::write(folder.path().join("x.toml"), format!("{head}{text}{lineup}")).unwrap();
        let output = run_in(folder.path(), &words("run x.toml"));
        assert_eq!(code(&output), 2, "{text}");
        assert!(err(&output).contains(part) && err(&output).contains("x.toml:"), "{text}\n{}", err(&output));
    }
}

/// All files of a result but the one that may differ.
fn files_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, Vec<u8>)> = entries
        .filter(|path| path.file_name().is_some_and(|name| name != "timing.json"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

const SWEEP: &str = "\
title = \"A sweep that stops\"
question = \"Is greedy stronger than random, and does the target matter?\"
margin = { win_share = 0.2, rounds_per_match = 0.001 }

[stop]
sprt = { model = \"win-share\", share0 = 0.977, share1 = 0.985 }
max_blocks = 3000

[sweep]
target = [61, 62, 101]

[[lineup]]
strategies = [\"greedy\", \"random\"]

[[lineup]]
strategies = [\"greedy\", \"greedy\"]
";

#[test]
fn an_experiment_stops_when_every_cell_has_been_decided() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.toml"), SWEEP).unwrap();
    let go = |line: &str| {
        let output = run_in(folder.path(), &words(line));
        assert_eq!(code(&output), 0, "{}", err(&output));
        out(&output)
    };
    let text = go("run x.toml --threads 1 --keep-records --games --out one --quiet");
    assert!(text.contains("H1 accepted") && text.contains("H0 accepted") && text.contains('†'), "{text}");
    assert!(text.contains('≈') && text.contains("within the margin"), "{text}");
    let first: Value =
        serde_json::from_str(&go("run x.toml --threads 2 --out two --keep-records --games --json --quiet")).unwrap();
    go("run x.toml --threads 7 --keep-records --games --out seven --quiet");
    let kept = files_of(&folder.path().join("one"));
    assert!(kept == files_of(&folder.path().join("two")) && kept == files_of(&folder.path().join("seven")));

    // Every cell has played the same blocks, and keeps the block at which it was decided.
    let cells = first["cells"].as_array().unwrap();
    let blocks = first["blocks"].as_u64().unwrap();
    assert!(blocks < 3000 && cells.iter().all(|cell| cell["blocks"] == blocks), "{blocks}");
    let at: Vec<u64> = cells.iter().map(|cell| cell["stop"]["blocks"].as_u64().unwrap()).collect();
    assert_eq!(at.iter().max(), Some(&blocks));
    assert!(at.iter().any(|at| *at < blocks), "{at:?}");
    assert_eq!(first["matches"], blocks * 12);

    // Corrected chances are at least the plain ones, and margins go where they belong.
    let rows: Vec<&Value> = cells.iter().flat_map(|cell| cell["differences"].as_array().unwrap()).collect();
    assert!(rows.iter().any(|row| row["p_value_holm"].as_f64() > row["p_value"].as_f64()));
    for row in &rows {
        let figure = row["figure"].as_str().unwrap();
        assert_eq!(row["margin"].is_null(), !["win_share", "rounds_per_match"].contains(&figure), "{row}");
        assert!(row["p_value"].is_null() || row["p_value"].as_f64() <= row["p_value_holm"].as_f64(), "{row}");
    }
    let far =
        rows.iter().find(|row| row["figure"] == "rounds_per_match" && row["difference"].as_f64() > Some(1.0)).unwrap();
    assert_eq!(far["claim"], "different");
    let near = rows.iter().find(|row| row["figure"] == "win_share" && !row["p_equivalence"].is_null()).unwrap();
    assert!(near["claim"].as_str().unwrap().contains("within-margin") || near["claim"] == "equivalent", "{near}");

    // The manifest says what the result is a function of.
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("one/manifest.json")).unwrap()).unwrap();
    assert_eq!(manifest["experiment"]["stop"]["share1"], 0.985);
    assert_eq!(manifest["experiment"]["margin"]["win_share"], 0.2);
    assert_eq!(manifest["experiment"]["blocks"], 3000);
    let summary = std::fs::read_to_string(folder.path().join("one/summary.csv")).unwrap();
    assert!(summary.lines().next().unwrap().contains("win_share_variance_ratio,stop_verdict,stop_blocks,stop_llr"));

    // Records are those of the blocks that count, as if their number had been known.
    let fixed = SWEEP
        .replace("[stop]\nsprt = { model = \"win-share\", share0 = 0.977, share1 = 0.985 }\nmax_blocks = 3000\n", "");
    std::fs::write(folder.path().join("x.toml"), fixed).unwrap();
    go(&format!("run x.toml --blocks {blocks} --keep-records --games --out fixed --quiet"));
    for name in ["records.jsonl.gz", "games.csv.gz", "distributions.csv"] {
        let read = |of: &str| std::fs::read(folder.path().join(of).join(name)).unwrap();
        assert!(read("one") == read("fixed"), "{name}");
    }
}

/// A strategy against a copy of itself, and against itself with numbers that it does not draw, is an exact tie: no test plays to its limit.
#[test]
fn a_test_that_can_decide_nothing_ends_at_once_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let club = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies/club.toml")).unwrap();
    std::fs::write(folder.path().join("mine.toml"), format!("# Mine.\n{club}")).unwrap();
    let mine = folder.path().join("mine.toml");
    let mine = mine.to_str().unwrap();
    let limit = "--sprt elo0=-5,elo1=5,max_blocks=100000 --quiet";
    for pair in [["club", mine], ["greedy", "greedy:salt=3"], ["greedy", "greedy"]] {
        let found = json(&[&["match"][..], &pair, &words(limit), &["--json"]].concat());
        let (stop, own) = (&found["stop"], &found["strategies"][0]);
        assert_eq!((&found["blocks"], &stop["verdict"]), (&200.into(), &"exact-tie".into()), "{pair:?}");
        assert!(stop["forecast_blocks"].is_null() && own["exact_tie"] == true, "{pair:?} {stop}");
    }
    let text = good(&words(&format!("match greedy greedy:salt=3 {limit}")));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("every block is an exact tie and no test can decide"), "{text}");
    // Whoever draws numbers differs from itself with others.
    let drawn = json(&words("match random random:salt=3 --blocks 200 --quiet --json"));
    assert_eq!(drawn["strategies"][0]["exact_tie"], false);
    // In a tournament such a pair leaves at the first checkpoint, and without pruning it is an exact tie as in a match.
    let names = ["tournament", "club", mine, "random", "--quiet", "--json"];
    let row = |found: &Value| -> Value {
        let rows = found["crosstable"].as_array().unwrap();
        rows.iter().find(|row| row["name"] == "club" && row["opponent"] != "random").unwrap().clone()
    };
    let pruned = row(&json(&[&names[..], &words("--prune elo0=-5,elo1=5 --blocks 2000")].concat()));
    assert_eq!((&pruned["blocks"], &pruned["verdict"]), (&200.into(), &"exact-tie".into()), "{pruned}");
    let whole = row(&json(&[&names[..], &words("--blocks 20")].concat()));
    assert_eq!((&whole["low"], &whole["high"], &whole["exact_tie"]), (&0.5.into(), &0.5.into(), &true.into()));
}

/// H0 is the nearer of the two bounds; that a strategy is far worse than both is said.
#[test]
fn a_strategy_that_is_far_worse_than_h0_is_called_that() {
    let with = |pair: &str| {
        let text = good(&words(&format!("match {pair} --sprt elo0=0,elo1=10 --quiet")));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let worse = with("random greedy");
    assert!(worse.contains("H0 accepted (Elo 0 rather than Elo 10; the estimate, Elo -"), "{worse}");
    assert!(worse.contains("is far below both)"), "{worse}");
    assert!(with("greedy random").contains("H1 accepted (Elo 10 rather than Elo 0)"));
}

/// Bounds beyond some 231 normalized Elo once gave a ratio of 0, so that no test between them ended.
#[test]
fn a_normalized_test_decides_however_far_its_bounds_are() {
    for (pair, bounds, verdict) in [
        ("greedy random", "elo0=0,elo1=232", "H1"),
        ("random greedy", "elo0=-500,elo1=0", "H0"),
        ("random greedy", "elo0=-232,elo1=-1", "H0"),
    ] {
        let found =
            json(&words(&format!("match {pair} --sprt model=normalized,{bounds},max_blocks=400 --quiet --json")));
        assert_eq!((&found["blocks"], &found["stop"]["verdict"]), (&200.into(), &verdict.into()), "{}", found["stop"]);
    }
}
