//! Pruned tournaments as they are run: each pairing stops where a test of it alone would, whatever the number of threads.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::program::{code, err, good, json, out, run, run_in, words};

const TEST: &str = "elo0=-5,elo1=5";
const LINE: &str = "tournament greedy club random random:salt=1 rady-hf --prune elo0=-5,elo1=5 --blocks 600 --seed 5";

fn rows(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

/// The rows of tested pairs: for each pairing the side of the entrant that was named first.
fn tested(found: &Value) -> Vec<&Value> {
    rows(&found["crosstable"]).iter().filter(|row| !row["verdict"].is_null()).collect()
}

#[test]
fn every_pairing_stops_where_a_test_of_it_alone_does() {
    let found = json(&words(&format!("{LINE} --json --quiet --threads 1")));
    for threads in [2, 7] {
        assert_eq!(found, json(&words(&format!("{LINE} --json --quiet --threads {threads}"))), "{threads}");
    }
    let pairs = tested(&found);
    assert_eq!(pairs.len(), 10);
    let (mut blocks, mut verdicts) = (0, BTreeMap::new());
    for row in &pairs {
        let (name, opponent) = (row["name"].as_str().unwrap(), row["opponent"].as_str().unwrap());
        let alone =
            json(&words(&format!("match {name} {opponent} --sprt {TEST} --blocks 600 --seed 5 --json --quiet")));
        assert_eq!(
            (&row["blocks"], &row["verdict"], &row["llr"]),
            (&alone["blocks"], &alone["stop"]["verdict"], &alone["stop"]["llr"]),
            "{name} {opponent}"
        );
        let own = &alone["strategies"][0];
        assert_eq!((&row["win_share"], &row["low"], &row["high"]), (&own["win_share"], &own["low"], &own["high"]));
        blocks += row["blocks"].as_u64().unwrap();
        *verdicts.entry(row["verdict"].as_str().unwrap()).or_insert(0u64) += 1;
        let mirrored =
            rows(&found["crosstable"]).iter().find(|other| other["name"] == opponent && other["opponent"] == name);
        let mirrored = mirrored.unwrap();
        assert_eq!((&mirrored["blocks"], &mirrored["llr"]), (&row["blocks"], &Value::Null));
        assert_eq!(mirrored["p_value_holm"], row["p_value_holm"]);
    }
    // Some of each kind, so that all of it is looked at.
    let open = verdicts.get("inconclusive").copied().unwrap_or(0);
    assert!(verdicts.len() == 3 && blocks < 10 * 600, "{verdicts:?} {blocks}");
    // The matches that were not played are not counted either.
    assert_eq!((&found["matches"], &found["matches_played"]), (&Value::from(2 * blocks), &Value::from(2 * blocks)));
    let pruning = &found["pruning"];
    for (key, expected) in [
        ("rule", Value::from("sprt")),
        ("elo0", Value::from(-5.0)),
        ("alpha", Value::from(0.05)),
        ("max_blocks", 600.into()),
        ("pairings", 10.into()),
        ("decided", (10 - open).into()),
        ("pairing_blocks", blocks.into()),
        ("pairing_blocks_full", 6000.into()),
    ] {
        assert_eq!(pruning[key], expected, "{key}");
    }
    let saved = pruning["saved_of_full"].as_f64().unwrap();
    assert!((saved - (1.0 - blocks as f64 / 6000.0)).abs() < 1e-6, "{saved}");
    // Nothing that is for a number of blocks that was fixed.
    for row in rows(&found["ratings"]) {
        assert_eq!((&row["superiority_over_next"], &row["low"]), (&Value::Null, &Value::Null));
        assert!(row["elo_low"].as_f64() < row["elo"].as_f64());
    }
    let text = good(&words(&format!("{LINE} --quiet")));
    let flat = words(&text).join(" ");
    for part in [
        "Decided: ",
        "assume that the number of blocks of each pairing was fixed, which it was not",
        "% saved",
        "inconclusive",
    ] {
        assert!(flat.contains(part), "{part}\n{text}");
    }
    assert!(!flat.contains("stronger than"), "{text}");
}

#[test]
fn a_tournament_whose_tests_never_decide_is_the_one_without() {
    let line = "tournament greedy club random --blocks 150 --json --quiet";
    let plain = json(&words(line));
    let pruned = json(&words(&format!("{line} --prune elo0=0,elo1=10")));
    for (own, other) in rows(&plain["ratings"]).iter().zip(rows(&pruned["ratings"])) {
        for key in ["name", "elo", "elo_low", "elo_high", "matches", "win_share"] {
            assert_eq!(own[key], other[key], "{key}");
        }
    }
    assert_eq!((&plain["pruning"], &plain["crosstable"][0]["verdict"]), (&Value::Null, &Value::Null));
    assert!(tested(&pruned).iter().all(|row| row["verdict"] == "inconclusive" && row["blocks"] == 150));
}

#[test]
fn a_gauntlet_is_pruned_too_and_may_end_early() {
    let found =
        json(&words("tournament greedy random club --gauntlet --prune elo0=-5,elo1=5 --anchor greedy --json --quiet"));
    let pairs = tested(&found);
    assert_eq!(pairs.len(), 2);
    assert!(pairs.iter().all(|row| row["name"] == "greedy"));
    let verdict = |opponent: &str| pairs.iter().find(|row| row["opponent"] == opponent).unwrap();
    assert_eq!((&verdict("random")["verdict"], &verdict("random")["blocks"]), (&"H1".into(), &200.into()));
    assert_eq!(verdict("club")["verdict"], "H0");
    // Nobody is left, so the run ends long before its million blocks.
    let longest = verdict("club")["blocks"].as_u64().unwrap();
    assert!((200..5000).contains(&longest) && found["blocks"] == longest, "{longest}");
    assert_eq!((&found["pruning"]["max_blocks"], &found["pruning"]["decided"]), (&1_000_000.into(), &2.into()));
}

/// All files of a result but the one that may differ.
fn files_of(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.file_name().is_some_and(|name| name != "timing.json"))
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), std::fs::read(&path).unwrap()))
        .collect()
}

const EXPERIMENT: &str = "\
title = \"A pruned tournament\"
question = \"Who beats whom?\"
seed = 5
blocks = 600

[tournament]
strategies = [\"greedy\", \"club\", \"random\", \"random:salt=1\", \"rady-hf\"]
prune = { elo0 = -5, elo1 = 5 }
";

#[test]
fn a_result_folder_holds_what_was_played_and_its_page_can_be_made_again() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("x.toml"), EXPERIMENT).unwrap();
    let strategies = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    std::os::unix::fs::symlink(strategies, folder.path().join("strategies")).unwrap();
    let go = |line: &str| {
        let output = run_in(folder.path(), &words(line));
        assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
        out(&output)
    };
    let document: Value = serde_json::from_str(&go("run x.toml --threads 1 --games --out one --json --quiet")).unwrap();
    for (threads, name) in [(2, "two"), (7, "seven")] {
        go(&format!("run x.toml --threads {threads} --games --out {name} --quiet"));
        assert!(files_of(&folder.path().join("one")) == files_of(&folder.path().join(name)), "{threads} threads");
    }
    let direct = json(&words(&format!("{LINE} --json --quiet")));
    for key in ["ratings", "crosstable", "cycles", "pruning"] {
        assert_eq!(document["tournament"][key], direct[key], "{key}");
    }
    let files = files_of(&folder.path().join("one"));
    let text = |name: &str| String::from_utf8(files[name].clone()).unwrap();
    let table = text("crosstable.csv");
    assert!(table.lines().next().unwrap().ends_with(",p_value,p_value_holm,blocks,verdict,llr"), "{table}");
    assert_eq!(
        (table.lines().count(), table.matches(",H").count() + table.matches(",inconclusive,").count()),
        (21, 10)
    );

    // One line for each cell; the first has the scores in several segments, which cover all blocks.
    let tallies: Value = serde_json::from_str(&text("tallies.json")).unwrap();
    let cells = rows(&tallies["cells"]);
    let blocks: BTreeMap<&str, u64> =
        cells.iter().map(|cell| (cell["cell"].as_str().unwrap(), cell["tally"]["blocks"].as_u64().unwrap())).collect();
    let segments: Vec<u64> =
        rows(&cells[0]["tally"]["joint"]).iter().map(|segment| segment["blocks"].as_u64().unwrap()).collect();
    assert_eq!(Some(&segments.iter().sum()), blocks.values().max());
    let mut ends: Vec<u64> =
        segments.iter().scan(0, |end, length| Some(*end + length).inspect(|next| *end = *next)).collect();
    let mut played: Vec<u64> = blocks.values().copied().collect();
    played.sort_unstable();
    played.dedup();
    ends.dedup();
    assert_eq!(ends, played, "a segment ends where somebody drops out");
    assert!(segments.len() > 1);

    // Matches that count are those that were played, no more, and the scores are theirs.
    let output = run_in(folder.path(), &words("run x.toml --threads 2 --games=- --out four --quiet"));
    let names = ["greedy", "club", "random", "random:salt=1", "rady-hf"];
    let mut last: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    let mut scores = vec![[0i128; 5]; 600];
    for line in out(&output).lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let block: u64 = fields[1].parse().unwrap();
        let of = last.entry(fields[0].to_owned()).or_default();
        *of = (of.0 + 1, of.1.max(block));
        let entrant = names.iter().position(|name| *name == fields[4]).unwrap();
        scores[block as usize][entrant] += fields[8].parse::<i128>().unwrap();
    }
    for (cell, blocks) in &blocks {
        // Two matches of two sides a block.
        assert_eq!(last[*cell], (4 * blocks, blocks - 1), "{cell}");
    }
    let mut start = 0;
    for segment in rows(&cells[0]["tally"]["joint"]) {
        let end = start + segment["blocks"].as_u64().unwrap() as usize;
        for i in 0..5 {
            let sum: i128 = scores[start..end].iter().map(|block| block[i]).sum();
            assert_eq!(segment["sums"][i].to_string(), sum.to_string(), "{i} in {start}..{end}");
            for j in 0..=i {
                let products: i128 = scores[start..end].iter().map(|block| block[i] * block[j]).sum();
                assert_eq!(segment["products"][i * (i + 1) / 2 + j].to_string(), products.to_string(), "{i} {j}");
            }
        }
        start = end;
    }

    // The page is a function of manifest and tallies.
    let page = text("report.html");
    assert!(page.contains("200 to 600 blocks") && page.contains(") after 200 blocks"), "{page}");
    std::fs::remove_file(folder.path().join("one/report.html")).unwrap();
    go("report one --quiet");
    assert!(files_of(&folder.path().join("one")) == files);
    // Without pruning it is another result.
    std::fs::write(folder.path().join("x.toml"), EXPERIMENT.replace("prune", "# prune")).unwrap();
    let output = run_in(folder.path(), &words("run x.toml --out one --quiet"));
    assert!(code(&output) == 2 && err(&output).contains("stopping rule"), "{}", err(&output));
    go("run x.toml --out plain --quiet");
    let plain = files_of(&folder.path().join("plain"));
    let plain: Value = serde_json::from_slice(&plain["tallies.json"]).unwrap();
    assert!(plain["cells"][0]["tally"]["joint"].is_object(), "one segment is written as it always was");
}

#[test]
fn what_cannot_be_pruned_is_refused() {
    for (line, part) in [
        ("tournament greedy club random --players 3 --prune elo0=0,elo1=5", "only pairings can be pruned"),
        ("tournament greedy club --prune elo0=5,elo1=0", "elo0 < elo1"),
        ("tournament greedy club --prune elo1=5", "no \"elo0\""),
        ("tournament greedy club --prune elo0=0,elo1=5,max_blocks=300 --blocks 400", "keep one of the two"),
    ] {
        let output = run(&words(line));
        assert!(code(&output) == 2 && err(&output).contains(part), "{line}\n{}", err(&output));
    }
}
