//! Verdicts of sequential tests: as exit codes, and from counts without playing.

use std::path::Path;

use serde_json::Value;

use crate::program::{code, err, json, out, run, run_in, words};

#[test]
fn a_verdict_is_an_exit_code_on_request() {
    for (line, expected) in [
        ("match greedy random --sprt elo0=0,elo1=10 --exit-code", 0),
        ("match random greedy --sprt elo0=0,elo1=10 --exit-code", 3),
        ("match greedy novice --sprt elo0=0,elo1=10,max_blocks=200 --exit-code", 4),
        ("match greedy greedy --sprt elo0=-5,elo1=5 --exit-code", 4),
        ("match random greedy --sprt elo0=0,elo1=10", 0),
        ("sprt elo0=0,elo1=10 --counts 0=10,1=60,2=200 --exit-code", 0),
        ("sprt elo0=0,elo1=10 --counts 0=200,1=60,2=10 --exit-code", 3),
        ("sprt elo0=0,elo1=10 --counts 0=1,1=6,2=20 --exit-code", 4),
        ("match greedy nobody --sprt elo0=0,elo1=10 --exit-code", 2),
    ] {
        let output = run(&[&words(line)[..], &["--json"]].concat());
        assert_eq!(code(&output), expected, "{line}\n{}", err(&output));
        assert_eq!(out(&output).is_empty(), expected == 2, "{line}: the report is printed all the same");
    }
}

#[test]
fn an_exit_code_needs_a_sequential_test() {
    for line in [
        "match greedy random --exit-code",
        "match greedy random --until half-width=0.01 --exit-code",
        "run bust-rule --exit-code",
    ] {
        let output = run(&words(line));
        assert_eq!((code(&output), out(&output)), (2, String::new()), "{line}");
        let message = err(&output);
        assert!(message.contains("--exit-code") && message.contains("sprt"), "{line}\n{message}");
    }
}

#[test]
fn an_experiment_has_a_verdict_if_its_cells_agree() {
    let folder = tempfile::tempdir().unwrap();
    let head = "title = \"T\"\nquestion = \"Q\"\n[stop]\nsprt = { elo0 = 0, elo1 = 10 }\nmax_blocks = 400\n";
    let file = |name: &str, line_ups: &[[&str; 2]]| {
        let line_up = |pair: &[&str; 2]| format!("[[lineup]]\nstrategies = [\"{}\", \"{}\"]\n", pair[0], pair[1]);
        let text = head.to_owned() + &line_ups.iter().map(line_up).collect::<String>();
        std::fs::write(folder.path().join(name), text).unwrap();
    };
    file("better.toml", &[["greedy", "random"], ["greedy", "random:salt=1"]]);
    file("worse.toml", &[["random", "greedy"]]);
    file("both.toml", &[["random", "greedy"], ["greedy", "random"]]);
    let pruned = "title = \"T\"\nquestion = \"Q\"\n[tournament]\nstrategies = [\"greedy\", \"random\"]\nprune = { elo0 = 0, elo1 = 10 }\n";
    std::fs::write(folder.path().join("pruned.toml"), pruned).unwrap();
    for (name, expected) in [("better", 0), ("worse", 3), ("both", 4), ("pruned", 2)] {
        let output = run_in(folder.path(), &words(&format!("run {name}.toml --exit-code --quiet")));
        assert_eq!(code(&output), expected, "{name}\n{}", err(&output));
    }
}

#[test]
fn counts_of_a_match_give_the_same_test() {
    let folder = tempfile::tempdir().unwrap();
    for (test, line_up, sides) in [
        ("elo0=0,elo1=10", "expert club", ""),
        ("model=normalized,elo0=0,elo1=10", "careful greedy", ""),
        ("model=win-share,share0=0.3333,share1=0.35", "greedy random novice", "--players 3 --set max_rounds=2"),
    ] {
        let line = format!("match {line_up} --sprt {test},max_blocks=450 --json --quiet {sides}");
        let played = json(&words(&line));
        let first = &played["strategies"][0];
        let file = folder.path().join("match.json");
        std::fs::write(&file, played.to_string()).unwrap();
        let from_file = json(&["sprt", test, "--match", file.to_str().unwrap(), "--json"]);
        let counts = first["block_classes"].to_string();
        let (matches, sides) =
            (played["matches_per_block"].to_string(), played["strategies"].as_array().unwrap().len());
        let mut arguments = vec!["sprt", test, "--counts", &counts, "--matches-per-block", &matches, "--json"];
        let sides = sides.to_string();
        arguments.extend(["--sides", &sides]);
        for found in [from_file, json(&arguments)] {
            for name in ["llr", "llr_lower", "llr_upper", "verdict", "blocks", "forecast_blocks", "model", "alpha"] {
                assert_eq!(found["stop"][name], played["stop"][name], "{test} {name}");
            }
            for name in ["win_share", "low", "high", "interval", "elo", "elo_low", "elo_high", "block_classes"] {
                assert_eq!(found[name], first[name], "{test} {name}");
            }
        }
    }
}

#[test]
fn counts_are_pasted_from_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let output = run_in(folder.path(), &words("match greedy random --blocks 250 --out r --quiet"));
    assert_eq!(code(&output), 0, "{}", err(&output));
    let table = std::fs::read_to_string(folder.path().join("r/block-classes.csv")).unwrap();
    // cell, slot, strategy, wins, blocks
    let rows = table.lines().skip(1).map(|line| line.split(',').collect::<Vec<_>>()).filter(|row| row[1] == "0");
    let classes = rows.map(|row| format!("{}:{}", row[3], row[4])).collect::<Vec<_>>().join(" ");
    let found = json(&["sprt", "elo0=0,elo1=10", "--counts", &classes, "--json"]);
    assert_eq!((&found["blocks"], &found["stop"]["verdict"]), (&250.into(), &"H1".into()));
}

#[test]
fn counts_that_are_none_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("other.json"), "{\"ratings\": []}").unwrap();
    let refused = |line: &str| {
        let output = run_in(Path::new(folder.path()), &words(line));
        assert_eq!(code(&output), 2, "{line}");
        err(&output)
    };
    for (line, part) in [
        ("sprt elo0=0,elo1=10 --counts 3=1", "allowed: 0 to 2"),
        ("sprt elo0=0,elo1=10 --counts 1=1,1=1", "twice"),
        ("sprt elo0=0,elo1=10 --counts many", "WINS=BLOCKS"),
        ("sprt elo0=0,elo1=10 --counts 0=1 --sides 3", "model win-share"),
        ("sprt elo0=0,elo1=10", "--counts"),
        ("sprt elo0=0,elo1=10 --match other.json", "match --json"),
        ("sprt elo0=0,elo1=10 --match absent.json", "absent.json"),
        ("sprt elo0=5,elo1=0 --counts 0=1", "elo0 < elo1"),
    ] {
        let message = refused(line);
        assert!(message.contains(part), "{line}\n{message}");
    }
    let _: Value = json(&words("sprt elo0=0,elo1=10 --counts 0=1,2=1 --json"));
}
