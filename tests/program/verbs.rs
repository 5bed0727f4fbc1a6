//! The program as its users meet it: documents, files, errors and exit codes.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::program::{BIN, code, err, good, json, out, run, run_in, words};

fn files(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_match_document_keeps_its_contract() {
    let found = json(&words("match greedy random --blocks 20000 --json --quiet"));
    assert_eq!(found["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(found["game"]["name"], "fives-and-threes");
    assert_eq!(found["game"]["divisors"], serde_json::json!([3, 5]));
    assert_eq!((&found["seed"], &found["blocks"], &found["matches"]), (&61.into(), &20_000.into(), &40_000.into()));
    assert_eq!(found["unfinished"], 0);
    let strategies = found["strategies"].as_array().unwrap();
    assert_eq!((&strategies[0]["name"], &strategies[1]["name"]), (&"greedy".into(), &"random".into()));
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    for strategy in strategies {
        for name in ["win_share", "elo", "points_per_round", "points_per_match"] {
            let (low, high) = match name {
                "win_share" => ("low".to_owned(), "high".to_owned()),
                _ => (format!("{name}_low"), format!("{name}_high")),
            };
            assert!(number(&strategy[&low]) <= number(&strategy[name]), "{name}");
            assert!(number(&strategy[name]) <= number(&strategy[&high]), "{name}");
        }
        assert_eq!((&strategy["exact_tie"], &strategy["elo_clamped"]), (&false.into(), &false.into()));
    }
    let share = number(&strategies[0]["win_share"]);
    assert!((0.95..0.985).contains(&share), "{share}");
    assert!((share + number(&strategies[1]["win_share"]) - 1.0).abs() < 1e-5);
    let balance = &found["balance"];
    for name in [
        "opener_win_share",
        "rounds_per_match",
        "moves_per_match",
        "moves_per_round",
        "choices_per_move",
        "blocked_round_share",
        "void_deals_per_match",
        "discarded_events_per_match",
        "discarded_points_per_match",
        "lead_changes_per_match",
        "margin_points",
        "opener_edge_points_per_round",
        "unfinished_share",
        "shared_win_share",
    ] {
        let value = number(&balance[name]);
        if name == "void_deals_per_match" {
            assert!(balance[format!("{name}_low")].is_null(), "what never varies has no interval");
            continue;
        }
        assert!(number(&balance[format!("{name}_low")]) <= value, "{name}");
        assert!(value <= number(&balance[format!("{name}_high")]), "{name}");
    }
    assert_eq!(balance["place_win_shares"].as_array().unwrap().len(), 2);
}

#[test]
fn documents_do_not_depend_on_threads() {
    for line in [
        "match greedy random --blocks 3000 --json",
        "match greedy random greedy --players 3 --blocks 700 --json --seed 5",
        "match greedy+random random --players 4 --blocks 500 --json",
        "match random greedy random random --game cincos-y-treses --players 4 --set set=9 --blocks 300 --json",
    ] {
        let with = |threads: &str| good(&[&words(line)[..], &["--threads", threads]].concat());
        let one = with("1");
        assert_eq!(one, with("2"), "{line}");
        assert_eq!(one, with("7"), "{line}");
        serde_json::from_str::<Value>(&one).unwrap();
    }
}

#[test]
fn an_exact_tie_says_that_it_is_one_and_all_wins_are_no_certainty() {
    let tie = json(&words("match random random --blocks 50 --json"));
    let strategy = &tie["strategies"][0];
    assert_eq!((&strategy["win_share"], &strategy["low"], &strategy["high"]), (&0.5.into(), &0.5.into(), &0.5.into()));
    assert_eq!((&strategy["exact_tie"], &strategy["elo"]), (&true.into(), &0.0.into()));
    let won = json(&words("match greedy random --blocks 5 --json --set target=1000 --set overshoot=allow"));
    let strategy = &won["strategies"][0];
    assert_eq!((&strategy["win_share"], &strategy["high"]), (&1.0.into(), &1.0.into()));
    assert!(strategy["low"].as_f64().unwrap() < 0.8);
    assert_eq!((&strategy["elo"], &strategy["elo_clamped"]), (&1600.0.into(), &true.into()));
    let three = json(&words("match greedy random random --players 3 --blocks 20 --json"));
    assert!(three["strategies"].as_array().unwrap().iter().all(|s| s["elo"].is_null()));
    let one = json(&words("match greedy random --blocks 1 --json"));
    assert!(one["balance"]["rounds_per_match_low"].is_null(), "one block has no variance");
    let endless =
        json(&words("match random random --blocks 4 --json --set divisors= --set out_bonus=0 --set max_rounds=3"));
    assert_eq!((&endless["unfinished"], &endless["balance"]["unfinished_share"]), (&8.into(), &1.0.into()));
}

#[test]
fn bad_input_gives_one_clear_message_and_exit_code_2() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    std::fs::write(at("empty.toml"), "").unwrap();
    std::fs::write(at("binary.toml"), [0xff, 0xfe, 0x00, 0x01]).unwrap();
    std::fs::write(at("typo.toml"), "title = \"T\"\nquestion = \"Q\"\nblokcs = 3\n").unwrap();
    std::fs::write(at("a-file"), "x").unwrap();
    std::fs::create_dir(at("other")).unwrap();
    std::fs::write(at("other/notes.txt"), "mine").unwrap();
    let good_file = "title = \"T\"\nquestion = \"Q\"\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    std::fs::write(at("good.toml"), good_file).unwrap();
    std::fs::write(at("refused.toml"), format!("{good_file}[game]\nfinish = \"round-end\"\n")).unwrap();
    let good_path = at("good.toml");
    let with = |head: &str, tail: &str| [head.to_owned(), good_path.clone(), tail.to_owned()].join(" ");
    let table: Vec<(String, &[&str])> = vec![
        ("match greedy".into(), &["found 1 strategy", "2 sides", "1 more strategy"]),
        ("match greedy random greedy".into(), &["found 3 strategies", "2 sides"]),
        ("match greedy random --players 3".into(), &["found 2 strategies", "3 sides"]),
        ("match greedy random --players 4 --set sides=individual".into(), &["found 2", "4 sides"]),
        ("match greedy+random random".into(), &["greedy+random", "1 seat"]),
        ("match a+b+c random --players 4".into(), &["a+b+c"]),
        ("match ismcts:iterations=0 random".into(), &["ismcts:iterations=0", "found \"0\"", "1 to 1000000"]),
        ("match ismcts:playout=club random".into(), &["playout", "found \"club\"", "random, greedy, mixed"]),
        ("match greedy radnom".into(), &["radnom", "did you mean \"random\"?"]),
        ("match greedy random --blocks 0".into(), &["--blocks", "from 1 to"]),
        ("match greedy random --blocks x".into(), &["--blocks", "'x'"]),
        ("match greedy random --blocks 99999999999999999999".into(), &["--blocks", "from 1 to 281474976710655"]),
        ("match greedy random --blocks -1".into(), &["'-1'", "from 1 to"]),
        ("match greedy random --seed -1".into(), &["'-1'", "from 0 to 18446744073709551615"]),
        ("match --games greedy random --players 3".into(), &["found 2 strategies"]),
        ("match greedy random --seed x".into(), &["--seed", "from 0 to 18446744073709551615"]),
        ("match greedy random --threads 0".into(), &["--threads", "from 1 to 1024"]),
        ("match greedy random --threads 100000".into(), &["--threads", "from 1 to 1024"]),
        ("match greedy random --players x".into(), &["option \"players\"", "found \"x\"", "from 2 to 12"]),
        ("match greedy random --players 99999999999999999999".into(), &["option \"players\"", "from 2 to 12"]),
        ("match greedy random --set hand=15".into(), &["rule D2", "at most 14"]),
        ("match greedy random --players 3 --set sides=pairs".into(), &["rule D4"]),
        ("match greedy random --set finish=round-end".into(), &["rule D19"]),
        ("match greedy random --set overshot=allow".into(), &["overshot", "did you mean \"overshoot\"?"]),
        ("match greedy random --set overshoot=alow".into(), &["\"alow\"", "\"allow\""]),
        ("match greedy random --set target".into(), &["KEY=VALUE"]),
        ("match greedy random --set divisors=3,3".into(), &["[3,3]", "distinct"]),
        ("match greedy random --game fives".into(), &["unknown game \"fives\"", "fives-and-threes"]),
        ("match greedy random --orders some".into(), &["some", "rotations"]),
        ("match greedy random --force".into(), &["--out"]),
        ("match greedy random --blocks 5 --records /dev/full".into(), &["cannot write /dev/full", "space"]),
        (format!("match greedy random --blocks 5 --records {}", at("no/such/folder/x")), &["cannot write", "No such"]),
        (format!("match greedy random --blocks 5 --games={}", at("other")), &["cannot write", "directory"]),
        (format!("match greedy random --blocks 5 --out {}", at("a-file")), &["a-file is a file", "--out DIR"]),
        (format!("match greedy random --blocks 5 --out {}", at("a-file/x")), &["cannot write to the folder"]),
        ("match greedy random --blocks 5 --out /proc/no".into(), &["cannot write to the folder /proc/no"]),
        ("tournament".into(), &["tournament"]),
        ("matc greedy random".into(), &["'match'"]),
        (String::new(), &["Usage"]),
        ("run".into(), &["EXPERIMENT.toml"]),
        ("run bust-rul".into(), &["no such file", "did you mean experiments/bust-rule.toml?"]),
        ("run experiments".into(), &["experiments is a folder"]),
        (format!("run {}", at("empty.toml")), &["empty.toml", "no \"title\""]),
        (format!("run {}", at("binary.toml")), &["binary.toml, line 1", "UTF-8"]),
        (format!("run {}", at("typo.toml")), &["typo.toml:3", "did you mean \"blocks\"?"]),
        (format!("run {}", at("refused.toml")), &["refused.toml:5", "rule D19"]),
        (with("run", &format!("--blocks 3 --out {}", at("other"))), &["holds other files", "--force"]),
        (with("run", "--blocks 3 --records /dev/full --out /dev/null/x"), &["cannot write to the folder"]),
        (with("run", "--blocks x"), &["--blocks"]),
        ("replay greedy".into(), &["found 1 strategy", "1 more strategy"]),
        ("replay greeedy".into(), &["no such file"]),
        ("replay greedy random --match 2".into(), &["--match 2", "2 matches", "0 to 1"]),
        ("replay greedy random --block 281474976710656".into(), &["--block", "281474976710655"]),
        ("replay greedy random --cell x".into(), &["one cell, \"main\""]),
        ("replay experiments/targets.toml".into(), &["--cell", "target=61 / greedy vs greedy"]),
        ("replay experiments/targets.toml --cell 99".into(), &["--cell 99: cells are 1 to 12"]),
        ("bench greedy-match".into(), &["greedy-match", "did you mean \"greedy-matches\"?", "random-matches"]),
        ("describe cinco-y-treses".into(), &["did you mean \"cincos-y-treses\"?"]),
        ("completions tcsh".into(), &["tcsh", "bash"]),
        ("perft --depth 3".into(), &["--hands"]),
        ("perft --depth x --hands 6-6/5-5".into(), &["--depth"]),
        ("perft --depth 2 --hands 6-6".into(), &["found one hand"]),
        ("perft --depth 2 --hands 6-6/7-7".into(), &["\"7-7\"", "double-6"]),
        ("perft --depth 2 --hands 6-6/6-6".into(), &["dealt twice"]),
        ("perft --depth 2 --hands 6-6/".into(), &["no tiles"]),
        ("perft --depth 2 --hands 6-6/5-5 --opener 2".into(), &["opener 2", "0 to 1"]),
        ("perft --depth 2 --hands 6-6/5-5 --players 3".into(), &["found 2 hands", "3 seats"]),
    ];
    for (line, parts) in table {
        let output = run(&words(&line));
        let message = err(&output);
        assert_eq!(code(&output), 2, "{line}\n{message}");
        assert_eq!(out(&output), "", "{line}: nothing on standard output");
        assert_eq!(message.matches("error:").count(), usize::from(!line.is_empty()), "{line}\n{message}");
        assert!(!message.contains("panicked"), "{line}\n{message}");
        for part in parts {
            assert!(message.contains(part), "{line}\n{message}\nlacks {part}");
        }
    }
    assert_eq!(
        files(folder.path()),
        ["a-file", "binary.toml", "empty.toml", "good.toml", "other", "refused.toml", "typo.toml"]
    );
    assert_eq!(files(&folder.path().join("other")), ["notes.txt"]);
}

#[test]
fn a_full_standard_output_is_an_error_and_a_closed_one_is_not() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = Command::new(BIN).args(words("list")).stdout(full).output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("cannot write to standard output"));
    for line in [
        "list",
        "--help",
        "describe fives-and-threes",
        "replay greedy random",
        "match greedy random --json",
        "completions bash",
    ] {
        let mut child = Command::new(BIN)
            .args(words(line))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""), "{line}");
    }
}

/// Waits until a folder holds a file that the program is writing.
fn wait_for_file(child: &mut Child, folder: &Path) {
    while files(folder).is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "the program has ended and written nothing");
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(200));
}

#[test]
fn ctrl_c_in_mid_run_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("deep/results");
    let records = folder.path().join("records");
    std::fs::create_dir(&records).unwrap();
    let mut child = Command::new(BIN)
        .args(words("run bust-rule --blocks 100000000 --keep-records --games --json --out"))
        .arg(&results)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_file(&mut child, &results);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let (mut text, mut message) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut text).unwrap();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{message}");
    assert_eq!(text, "");
    assert!(message.contains("seed 61") && message.contains("error: interrupted: nothing was written"), "{message}");
    assert_eq!(files(folder.path()), ["records"], "the folders that were made are gone");

    let mut child = Command::new(BIN)
        .args(words("match greedy random --blocks 100000000 --quiet --records"))
        .arg(records.join("all.jsonl"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for_file(&mut child, &records);
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!((child.wait().unwrap().code(), message.lines().count()), (Some(130), 1), "{message}");
    assert!(files(&records).is_empty());
}

fn lines_of(path: &Path) -> Vec<Value> {
    let file = std::fs::File::open(path).unwrap();
    let reader: Box<dyn Read> = if path.extension().is_some_and(|e| e == "gz") {
        Box::new(flate2::read::GzDecoder::new(file))
    } else {
        Box::new(file)
    };
    BufReader::new(reader).lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

#[test]
fn records_hold_every_match_and_do_not_depend_on_threads() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let write = |name: &str, threads: &str| {
        let line = "match greedy random random --players 3 --blocks 400 --quiet --threads";
        good(
            &[
                &words(line)[..],
                &[
                    threads,
                    "--records",
                    &at(name).to_string_lossy(),
                    &format!("--games={}", at(&format!("{name}.csv")).display()),
                ],
            ]
            .concat(),
        );
    };
    write("a.jsonl", "1");
    write("b.jsonl.gz", "2");
    write("c.jsonl.gz", "7");
    let records = lines_of(&at("a.jsonl"));
    assert_eq!(records.len(), 2400);
    assert!(records.iter().eq(&lines_of(&at("b.jsonl.gz"))));
    assert_eq!(std::fs::read(at("b.jsonl.gz")).unwrap(), std::fs::read(at("c.jsonl.gz")).unwrap());
    assert_eq!(std::fs::read(at("a.jsonl.csv")).unwrap(), std::fs::read(at("c.jsonl.gz.csv")).unwrap());
    let mut games = csv::Reader::from_path(at("a.jsonl.csv")).unwrap();
    assert_eq!(games.records().count(), 7200);

    let mut numbers: Vec<u64> = Vec::new();
    for record in &records {
        if record["block"] == 7 {
            numbers.push(record["game_number"].as_u64().unwrap());
        }
        let names: Vec<&str> = record.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "record",
                "version",
                "game",
                "seed",
                "cell",
                "block",
                "game_number",
                "lineup",
                "seats",
                "rounds",
                "result"
            ]
        );
        assert_eq!(record["lineup"], serde_json::json!(["greedy", "random", "random"]));
        let shares: u64 = record["result"]["shares"].as_array().unwrap().iter().map(|s| s.as_u64().unwrap()).sum();
        assert_eq!(shares, 27_720);
        let last = record["rounds"].as_array().unwrap().last().unwrap();
        assert_eq!(last["scores"], record["result"]["scores"]);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);

    let replayed: Value = json(&words("replay greedy random random --players 3 --block 7 --match 4 --json"));
    assert!(records.contains(&replayed), "a replay is the match of the run");
}

#[test]
fn a_match_is_drawn_from_its_seed_alone() {
    let text = good(&words("replay greedy random --block 3 --match 1"));
    assert!(text.contains("cell main, seed 61, block 3, match 1"));
    assert!(text.lines().last().unwrap().starts_with("result: seat "), "{text}");
    assert_eq!(text, good(&words("replay greedy random --block 3 --match 1")));
    let record = json(&words("replay greedy random --block 3 --match 1 --json"));
    let moves: usize = record["rounds"].as_array().unwrap().iter().map(|r| r["moves"].as_array().unwrap().len()).sum();
    assert_eq!(text.lines().filter(|line| line.contains('[')).count(), moves, "a line for each move");
    let pairs = good(&words("replay greedy random --players 4 --seed 9"));
    assert!(pairs.lines().last().unwrap().contains(" (seats "), "{pairs}");
    let experiment = good(&words("replay experiments/targets.toml --cell 5"));
    assert!(experiment.contains("cell target=31 / greedy vs random"), "{experiment}");
}

const EXPERIMENT: &str = "\
title = \"Small\"
question = \"Does it work?\"
blocks = 40
baseline = \"plain\"
skip_refused = true

[sweep]
players = [2, 3]

[[variant]]
name = \"plain\"

[[variant]]
name = \"allow\"
set = { overshoot = \"allow\" }

[[variant]]
name = \"pairs\"
set = { sides = \"pairs\" }

[[lineup]]
strategies = [\"greedy\", \"random\"]

[[lineup]]
strategies = [\"greedy\", \"random\", \"random\"]
";

/// All files of a result but the one that may differ.
fn result_of(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let names = files(folder).into_iter().filter(|name| name != "timing.json");
    names.map(|name| (name.clone(), std::fs::read(folder.join(&name)).unwrap())).collect()
}

#[test]
fn a_run_writes_a_result_that_depends_on_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.toml"), EXPERIMENT).unwrap();
    let go = |line: &str| run_in(folder.path(), &words(line));
    let first = go("run small.toml --threads 1 --keep-records --games");
    assert_eq!(code(&first), 0, "{}", err(&first));
    let text = out(&first);
    assert!(
        text.contains("Against plain, ")
            && text.ends_with("open results/small/report.html\n")
            && text.contains("plain *")
            && text.contains("rule D4"),
        "{text}"
    );
    assert!(err(&first).contains("left out: pairs / players=2 (rule D4"), "{}", err(&first));
    let results = folder.path().join("results/small");
    let expected = [
        "block-classes.csv",
        "differences.csv",
        "distributions.csv",
        "games.csv.gz",
        "manifest.json",
        "records.jsonl.gz",
        "report.html",
        "summary.csv",
        "tallies.json",
        "timing.json",
    ];
    assert_eq!(files(&results), expected);
    let kept = result_of(&results);

    // The same again, with other threads, over the same folder.
    assert_eq!(code(&go("run small.toml --threads 7 --keep-records --games --quiet")), 0);
    assert!(kept == result_of(&results), "byte for byte");

    // The manifest vouches for the files.
    let manifest: Value = serde_json::from_slice(&std::fs::read(results.join("manifest.json")).unwrap()).unwrap();
    for file in manifest["files"].as_array().unwrap() {
        let bytes = std::fs::read(results.join(file["name"].as_str().unwrap())).unwrap();
        assert_eq!(file["blake3"], blake3::hash(&bytes).to_hex().to_string());
        assert_eq!(file["bytes"], bytes.len());
    }
    assert_eq!(manifest["experiment"]["cells"].as_array().unwrap().len(), 4);
    assert_eq!(manifest["experiment"]["refused"].as_array().unwrap().len(), 2);

    // No row is missing.
    let mut summary = csv::Reader::from_path(results.join("summary.csv")).unwrap();
    assert_eq!(summary.records().map(|row| row.unwrap().len()).filter(|n| *n > 40).count(), 2 * 2 + 2 * 3);
    let mut differences = csv::Reader::from_path(results.join("differences.csv")).unwrap();
    assert!(differences.records().all(|row| row.unwrap()[3].starts_with("plain /")));

    // Another result there is kept, unless the user says otherwise; then what the new one does not write is gone.
    let refused = go("run small.toml --blocks 41");
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("blocks 40, not 41") && err(&refused).contains("--force"), "{}", err(&refused));
    assert!(kept == result_of(&results));
    assert_eq!(code(&go("run small.toml --seed 4")), 2);
    let lossy = go("run small.toml --games");
    assert_eq!(code(&lossy), 2);
    assert!(err(&lossy).contains("records.jsonl.gz") && err(&lossy).contains("--keep-records"), "{}", err(&lossy));
    assert!(kept == result_of(&results));
    let forced = go("run small.toml --blocks 41 --force");
    assert_eq!(code(&forced), 0);
    assert!(err(&forced).contains("removed outdated files of an earlier run") && err(&forced).contains("games.csv.gz"));
    assert!(err(&forced).contains("wrote results/small"));
    assert_eq!(files(&results).len(), expected.len() - 2);
    let timing: Value = serde_json::from_slice(&std::fs::read(results.join("timing.json")).unwrap()).unwrap();
    assert_eq!(timing["matches"], 41 * (2 * 2 + 2 * 6));
    assert_eq!(timing["matches_played"], 41 * (2 * 2 + 2 * 3));

    // One JSON document on standard output, nothing else.
    let document = go("run small.toml --json --out elsewhere");
    let document: Value = serde_json::from_str(&out(&document)).unwrap();
    assert_eq!(document["cells"].as_array().unwrap().len(), 4);
    assert_eq!(document["cells"][1]["baseline"], "plain / players=2 / greedy vs random");
    assert_eq!(document["cells"][0]["differences"], serde_json::json!([]));
    let difference = &document["cells"][1]["differences"][1];
    assert_eq!((&difference["figure"], &difference["strategy"]), (&"points_per_round".into(), &"greedy".into()));
    assert!(difference["low"].as_f64() <= difference["difference"].as_f64() && difference["correlation"].is_number());

    // Places that a game has not are empty.
    let mut summary = csv::Reader::from_path(folder.path().join("elsewhere/summary.csv")).unwrap();
    let column = summary.headers().unwrap().iter().position(|name| name == "place_2_win_share").unwrap();
    let empty: Vec<bool> = summary.records().map(|row| row.unwrap()[column].is_empty()).collect();
    assert_eq!(empty, [true, true, true, true, false, false, false, false, false, false]);

    // Every option in which cells differ is a column, and no field packs several values.
    let header = summary.headers().unwrap().iter().collect::<Vec<_>>();
    assert_eq!(
        header[..10],
        [
            "cell",
            "variant",
            "lineup",
            "baseline",
            "option_players",
            "option_hand",
            "option_overshoot",
            "slot",
            "strategy",
            "sides"
        ]
    );
    let mut differences = csv::Reader::from_path(folder.path().join("elsewhere/differences.csv")).unwrap();
    assert_eq!(differences.headers().unwrap().iter().take(7).collect::<Vec<_>>(), header[..7]);
    let mut classes = csv::Reader::from_path(folder.path().join("elsewhere/block-classes.csv")).unwrap();
    assert_eq!(classes.headers().unwrap(), ["cell", "slot", "strategy", "wins", "blocks"].as_slice());
    let rows: Vec<csv::StringRecord> = classes.records().map(Result::unwrap).collect();
    let first = document["cells"][0]["strategies"][0]["block_classes"].as_array().unwrap();
    assert_eq!(first.len(), 5, "two matches a block: every half win");
    for (row, class) in rows.iter().zip(first) {
        let found = [&row[3], &row[4]].map(|text| text.parse::<f64>().unwrap());
        assert_eq!(
            (&row[0], &row[1], serde_json::json!(found)),
            (
                document["cells"][0]["cell"].as_str().unwrap(),
                "0",
                serde_json::json!([class[0].as_f64(), class[1].as_f64()])
            )
        );
    }

    // Records beside the folder, and a single match with a folder of its own.
    assert_eq!(code(&go("run small.toml --quiet --out third --records all.jsonl")), 0);
    assert_eq!(lines_of(&folder.path().join("all.jsonl")).len(), 40 * (2 * 2 + 2 * 6));
    assert_eq!(code(&go("match greedy random --blocks 3 --out fourth --games --quiet")), 0);
    assert!(files(&folder.path().join("fourth")).contains(&"games.csv.gz".to_owned()));
}

#[test]
fn lines_of_play_are_counted() {
    let line = ["perft", "--hands", "6-5 4-4/5-5 6-1 3-3", "--opener", "0", "--json", "--depth"];
    let count = |depth: &str| json(&[&line[..], &[depth]].concat())["count"].clone();
    assert_eq!([count("0"), count("1"), count("3"), count("4")], [1, 2, 2, 0].map(Value::from));
    let three = json(&["perft", "--hands", "6-5 4-4/5-5 6-1/3-3", "--depth", "1", "--json"]);
    assert_eq!((&three["game"]["players"], &three["game"]["hand"], &three["count"]), (&3.into(), &2.into(), &2.into()));
    assert_eq!(good(&["perft", "--hands", "6-6/5-5", "--depth", "1"]), "1\n");
    // Who opens: the seat that is named, else the one that the tiles name if the rules say so, else seat 0.
    let opener = |more: &str| {
        let line = [&["perft", "--hands", "6-5 4-4/6-6", "--depth", "1", "--json"][..], &words(more)].concat();
        let found = json(&line);
        (found["opener"].as_u64().unwrap(), found["count"].as_u64().unwrap())
    };
    assert_eq!(opener(""), (0, 2));
    assert_eq!(opener("--set first_opener=highest-double"), (1, 1));
    assert_eq!(opener("--set first_opener=highest-double --opener 0"), (0, 2));
}

#[test]
fn benchmarks_say_what_they_measured() {
    let found = json(&words("bench greedy-matches --json"));
    let workload = &found["workloads"][0];
    assert_eq!((&workload["name"], &workload["unit"]), (&"greedy-matches".into(), &"matches".into()));
    assert!(workload["per_second"].as_f64().unwrap() > 1000.0);
    assert_eq!(workload["signature"].as_str().unwrap().len(), 16);
}

#[test]
fn what_there_is_can_be_listed_and_described() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("experiments")).unwrap();
    std::fs::write(folder.path().join("experiments/small.toml"), EXPERIMENT).unwrap();
    std::fs::write(folder.path().join("experiments/wrong.toml"), "titel = 3").unwrap();
    let listed = out(&run_in(folder.path(), &["list"]));
    assert!(listed.contains("small  Small") && listed.contains("wrong  cannot be read"), "{listed}");
    assert!(listed.contains("fives-and-threes") && listed.contains("greedy-matches"));
    let described = out(&run_in(folder.path(), &["describe", "small"]));
    assert!(described.contains("allow / players=3 / greedy vs random vs random"), "{described}");
    let document = json(&["list", "--json"]);
    for part in ["games", "strategies", "strategy_files", "experiments", "workloads"] {
        assert!(!document[part].as_array().unwrap().is_empty(), "{part}");
        for item in document[part].as_array().unwrap() {
            assert!(item.get("error").is_none(), "{item}");
        }
    }
    let club = good(&["describe", "club"]);
    assert!(club.contains("file: strategies/club.toml") && club.contains("-0.8 × reply_points"), "{club}");
    let experiment = good(&["describe", "experiments/opener.toml"]);
    assert!(experiment.contains("lot, then rotate *: first_opener=lot") && experiment.contains("greedy vs greedy *"));
    let tactics = good(&["describe", "tactics"]);
    assert!(tactics.contains("[[rule]]") && tactics.contains("# required"));
    assert!(tactics.contains("features of a move") && tactics.contains("conditions of a rule"));
    insta::assert_snapshot!("fives-and-threes", good(&["describe", "fives-and-threes"]));
    insta::assert_snapshot!("greedy", good(&["describe", "greedy"]));
}

#[test]
fn the_version_names_the_program() {
    assert!(good(&["--version"]).starts_with("sixtyone 0."));
    let path: PathBuf = BIN.into();
    assert!(path.is_file());
}
