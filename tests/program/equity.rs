//! The verb `equity`: its files, its refusals, and the tables it keeps.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::program::{BIN, code, err, out, words};

/// A game that takes little time: three tiles each, to nine points.
const SMALL: &str = "--set target=9 --set hand=3 --rounds 256";

/// Runs `equity` in a folder, with the tables kept in a folder of the given name; an empty name keeps none.
fn equity(folder: &Path, kept: &str, line: &str) -> Output {
    let mut command = Command::new(BIN);
    command.arg("equity").args(words(line)).current_dir(folder).env("SIXTYONE_CACHE", kept).output().unwrap()
}

fn files(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_files_say_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let go = |line: &str| equity(folder.path(), "", line);
    let first = go(&format!("{SMALL} --out table --json"));
    assert_eq!(code(&first), 0, "{}", err(&first));
    assert_eq!(files(&folder.path().join("table")), ["equity.csv", "equity.json", "equity.svg"]);
    let read = |name: &str| std::fs::read_to_string(folder.path().join("table").join(name)).unwrap();
    assert_eq!(out(&first), read("equity.json"));
    let document: Value = serde_json::from_str(&out(&first)).unwrap();
    let list = |key: &str| document[key].as_array().unwrap().iter().map(|n| n.as_f64().unwrap()).collect::<Vec<f64>>();
    let (chances, errors) = (list("chances"), list("standard_errors"));
    assert_eq!(chances.len(), 9 * 9 * 2);
    assert_eq!((document["game"]["target"].as_u64(), document["target"].as_u64()), (Some(9), Some(9)));
    assert_eq!((document["rounds"].as_u64(), document["reference"]["name"].as_str()), (Some(256), Some("greedy")));

    let csv = read("equity.csv");
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("own_score_points,other_score_points,next_lead,win_chance,win_chance_standard_error")
    );
    let unit = document["unit"].as_f64().unwrap();
    let mut count = 0;
    for (line, (chance, error)) in lines.zip(chances.iter().zip(&errors)) {
        let lead = if count % 2 == 0 { "own" } else { "other" };
        let start = format!("{},{},{lead},", count / 18, count / 2 % 9);
        let rest: Vec<f64> = line.strip_prefix(&start).unwrap().split(',').map(|n| n.parse().unwrap()).collect();
        assert!((rest[0] - chance / unit).abs() < 1e-7 && (rest[1] - error / unit).abs() < 1e-7, "{line}");
        count += 1;
    }
    assert_eq!(count, 162);
    let svg = read("equity.svg");
    for text in ["score of the other side, points", "score of the side that leads next, points", "100 %", "greedy"] {
        assert!(svg.contains(text), "{text}");
    }

    // The same table may be written again; another one may not take its place unasked.
    assert_eq!(code(&go(&format!("{SMALL} --out table --threads 1"))), 0);
    assert_eq!(read("equity.json"), out(&first), "threads change nothing");
    let other = go(&format!("{SMALL} --out table --strategy random"));
    assert_eq!(code(&other), 2);
    assert!(err(&other).contains("table holds a different table; choose another folder"), "{}", err(&other));
    assert_eq!(code(&go(&format!("{SMALL} --out table --strategy random --force"))), 0);
    assert!(read("equity.json").contains("\"random\""));
    std::fs::write(folder.path().join("table/equity.json"), "{}").unwrap();
    assert!(
        err(&go(&format!("{SMALL} --out table"))).contains("holds equity.csv, which does not belong to this table")
    );
    assert!(err(&go(&format!("{SMALL} --out table/equity.csv"))).contains("is a file; name a folder"));
}

#[test]
fn the_summary_is_short() {
    let folder = tempfile::tempdir().unwrap();
    let text = out(&equity(folder.path(), "", SMALL));
    for part in [
        "fives-and-threes players=2",
        "both sides play greedy; 256 rounds",
        "the leader of the first round wins",
        "blake3 ",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(text.lines().count() < 30, "{text}");
    let cincos = out(&equity(folder.path(), "", &format!("--game cincos-y-treses {SMALL}")));
    assert!(!cincos.contains("leading") && cincos.contains("50.0"), "{cincos}");
}

#[test]
fn refusals_say_what_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    for (line, message) in [
        ("--players 3", "match equity needs two sides, found 3; allowed: two seats, or four in pairs"),
        ("--set target=151", "a target of at most 150, found target = 151; choose a lower target"),
        ("--rounds 255", "allowed: a whole number from 256 to 500000"),
        ("--strategy gredy", "did you mean \"greedy\"?"),
        ("--force", "--out <DIR>"),
    ] {
        let output = equity(folder.path(), "", line);
        assert_eq!(code(&output), 2, "{line}");
        assert!(err(&output).contains(message), "{line}\n{}", err(&output));
        assert!(out(&output).is_empty());
    }
}

#[test]
fn a_kept_table_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("kept");
    let go = |line: &str| equity(folder.path(), "kept", line);
    let expected = out(&equity(folder.path(), "", SMALL));
    assert!(!kept.exists());

    let built = go(SMALL);
    assert!(err(&built).contains("computing match equity: 256 rounds from each of 81 standings; stored as"));
    let names = files(&kept);
    assert_eq!(names.len(), 1);
    let again = go(SMALL);
    assert_eq!((out(&built), out(&again), err(&again)), (expected.clone(), expected.clone(), String::new()));

    // What is damaged, cut short, empty, or of another game is built again, with a word about it unless quiet.
    let path = kept.join(&names[0]);
    let whole = std::fs::read_to_string(&path).unwrap();
    assert_eq!(code(&go(&format!("{SMALL} --strategy random"))), 0);
    let other = files(&kept).into_iter().find(|name| *name != names[0]).unwrap();
    let foreign = std::fs::read_to_string(kept.join(&other)).unwrap();
    let (check, document) = whole.split_once('\n').unwrap();
    let changed = document.replacen("\"chances\":[", "\"chances\":[1", 1);
    let resealed = format!("{}\n{changed}", blake3::hash(changed.as_bytes()).to_hex());
    for wrong in [&whole[..whole.len() / 2], "", &foreign, &format!("{check}\n{changed}"), &resealed, "\u{0}\n\u{0}"] {
        std::fs::write(&path, wrong).unwrap();
        let output = go(SMALL);
        assert_eq!(out(&output), expected);
        assert!(err(&output).contains("not the expected table of match equity; it is rebuilt"), "{}", err(&output));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), whole, "and kept in its place");
    }
    std::fs::write(&path, "").unwrap();
    let quiet = go(&format!("{SMALL} --quiet"));
    assert_eq!((out(&quiet), err(&quiet)), (expected.clone(), String::new()));

    // A folder that cannot be is as good as none.
    std::fs::write(folder.path().join("file"), "").unwrap();
    for nowhere in ["file", "file/below", "/proc/nowhere"] {
        let output = equity(folder.path(), nowhere, SMALL);
        assert_eq!((code(&output), out(&output)), (0, expected.clone()), "{nowhere}\n{}", err(&output));
    }
}

#[test]
fn a_result_names_the_table_that_it_depends_on() {
    let folder = tempfile::tempdir().unwrap();
    let table = equity(folder.path(), "kept", "--set target=9 --set hand=3 --json");
    let table: Value = serde_json::from_str(&out(&table)).unwrap();
    let game = "--set target=9 --set hand=3 --blocks 2";
    let go = |line: &str| {
        let mut command = Command::new(BIN);
        command.args(words(line)).current_dir(folder.path()).env("SIXTYONE_CACHE", "kept").output().unwrap()
    };
    let played = go(&format!("match omniscient pimc:goal=points,worlds=2 {game} --json --out results"));
    assert_eq!(code(&played), 0, "{}", err(&played));
    let document: Value = serde_json::from_str(&out(&played)).unwrap();
    let expected = [&table["blake3"], &Value::Null];
    assert_eq!([0, 1].map(|slot| &document["strategies"][slot]["equity"]), expected);
    let manifest: Value =
        serde_json::from_slice(&std::fs::read(folder.path().join("results/manifest.json")).unwrap()).unwrap();
    let sides = &manifest["experiment"]["cells"][0]["strategies"];
    assert_eq!([0, 1].map(|slot| &sides[slot]["seats"][0]["equity"]), expected);

    // A result that was made by another table is another result.
    let path = folder.path().join("results/manifest.json");
    let digest = table["blake3"].as_str().unwrap();
    let other = manifest.to_string().replace(digest, &"0".repeat(64));
    std::fs::write(&path, other.replace(manifest["id"].as_str().unwrap(), "another")).unwrap();
    let refused = go(&format!("match omniscient pimc:goal=points,worlds=2 {game} --out results"));
    assert_eq!(code(&refused), 2);
    assert!(err(&refused).contains("the match equity table that \"omniscient\" plays by"), "{}", err(&refused));
}
