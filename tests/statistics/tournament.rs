//! Tournaments as they are run: the documents and files agree with each other and with `match`, whatever the number of threads.

use std::path::Path;

use serde_json::Value;

use crate::program::{code, err, good, json, out, run, run_in, words};

const LINE: &str = "tournament greedy club random rady-h --blocks 60 --seed 5 --json --quiet";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

fn find<'a>(list: &'a Value, fields: &[(&str, &str)]) -> &'a Value {
    list.as_array().unwrap().iter().find(|row| fields.iter().all(|(key, value)| row[*key] == *value)).unwrap()
}

#[test]
fn a_tournament_plays_the_blocks_of_match_on_any_number_of_threads() {
    let found = json(&words(&format!("{LINE} --threads 1")));
    assert_eq!(found, json(&words(&format!("{LINE} --threads 3"))));
    assert_eq!((&found["line_ups"], &found["matches"]), (&Value::from(6), &Value::from(720)));
    let single = json(&words("match greedy random --blocks 60 --seed 5 --json --quiet"));
    let pair = find(&found["crosstable"], &[("name", "greedy"), ("opponent", "random")]);
    for key in ["win_share", "low", "high"] {
        assert_eq!(pair[key], single["strategies"][0][key], "{key}");
    }
    let ratings = found["ratings"].as_array().unwrap();
    let elo: Vec<f64> = ratings.iter().map(|row| number(&row["elo"])).collect();
    assert!(elo.windows(2).all(|pair| pair[0] >= pair[1]) && elo.iter().sum::<f64>().abs() < 1e-5);
    assert_eq!((&ratings[0]["name"], &ratings[3]["name"]), (&"club".into(), &"random".into()));
    assert!(ratings.iter().all(|row| number(&row["elo_low"]) < number(&row["elo"])));
    // The mean of a strategy's three pairs is its share of all.
    let of = |name: &str| {
        let rows = found["crosstable"].as_array().unwrap().iter().filter(|row| row["name"] == name);
        rows.map(|row| number(&row["win_share"])).sum::<f64>() / 3.0
    };
    assert!((of("club") - number(&ratings[0]["win_share"])).abs() < 1e-5);
}

#[test]
fn modes_and_sides() {
    let gauntlet = json(&words(&format!("{LINE} --gauntlet --anchor random")));
    assert_eq!(gauntlet["crosstable"].as_array().unwrap().len(), 6);
    let anchor = find(&gauntlet["ratings"], &[("name", "random")]);
    assert_eq!((number(&anchor["elo"]), &anchor["elo_low"]), (0.0, &Value::Null));
    // Two entrants: the rating is the Elo of their match.
    let two = json(&words("tournament greedy random --blocks 200 --anchor random --json --quiet"));
    let single = json(&words("match greedy random --blocks 200 --json --quiet"));
    let (rating, elo) = (&two["ratings"][0]["elo"], &single["strategies"][0]["elo"]);
    assert!((number(rating) - number(elo)).abs() < 1e-5, "{rating} {elo}");
    let three = json(&words("tournament greedy club random rady-h --players 3 --blocks 20 --json --quiet"));
    assert_eq!((&three["line_ups"], &three["crosstable"][0]["p_value"]), (&Value::from(4), &Value::Null));
    assert_eq!(three["crosstable"].as_array().unwrap().len(), 12);
    let shares: f64 = three["ratings"].as_array().unwrap().iter().map(|row| number(&row["win_share"])).sum();
    assert!((shares - 4.0 / 3.0).abs() < 1e-5, "three of four play: {shares}");
}

#[test]
fn challengers_meet_the_others_and_not_each_other() {
    let found = json(&words(&format!("{LINE} --challenger rady-h --challenger club")));
    assert_eq!((&found["mode"], &found["line_ups"]), (&"gauntlet".into(), &4.into()));
    assert_eq!(found["challengers"], serde_json::json!(["rady-h", "club"]));
    let met = |name: &str, opponent: &str| {
        let rows = found["crosstable"].as_array().unwrap();
        rows.iter().any(|row| row["name"] == name && row["opponent"] == opponent)
    };
    assert!(met("club", "greedy") && met("rady-h", "random") && met("greedy", "rady-h"));
    assert!(!met("club", "rady-h") && !met("greedy", "random"));
    // The first strategy as the only challenger is a gauntlet.
    let gauntlet = json(&words(&format!("{LINE} --gauntlet")));
    assert_eq!(json(&words(&format!("{LINE} --challenger greedy")))["ratings"], gauntlet["ratings"]);
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("r").display().to_string();
    good(&[&words(&format!("{LINE} --challenger rady-h --challenger club"))[..], &["--out", &out]].concat());
    let page = std::fs::read_to_string(folder.path().join("r/report.html")).unwrap();
    assert!(page.contains("Only rady-h and club met the others"));
    assert!(page.contains("Win share of club against each of the others"));
    good(&["report", &out, "--quiet"]);
    assert_eq!(std::fs::read_to_string(folder.path().join("r/report.html")).unwrap(), page);
}

#[test]
fn anchors_have_values() {
    let rated = |anchors: &str| json(&words(&format!("{LINE} {anchors}")));
    let of = |found: &Value, name: &str, key: &str| find(&found["ratings"], &[("name", name)])[key].clone();
    let zero = rated("--anchor random");
    let shifted = rated("--anchor random=100");
    assert_eq!((&zero["anchor"], &shifted["anchor"]), (&"random".into(), &serde_json::json!({"random": 100.0})));
    for name in ["greedy", "club", "rady-h"] {
        for key in ["elo", "elo_low", "elo_high"] {
            let difference = number(&of(&shifted, name, key)) - number(&of(&zero, name, key));
            assert!((difference - 100.0).abs() < 2e-6, "{name} {key} {difference}");
        }
    }
    let held = rated("--anchor greedy=0,random=-400");
    for (name, elo) in [("greedy", 0.0), ("random", -400.0)] {
        assert_eq!(
            (number(&of(&held, name, "elo")), of(&held, name, "elo_low"), of(&held, name, "elo_high")),
            (elo, Value::Null, Value::Null)
        );
    }
    assert!(number(&of(&held, "club", "elo_low")) < number(&of(&held, "club", "elo")));
    assert_eq!(held, rated("--anchor random=-400 --anchor greedy"), "the order is free");
    let text = good(&words("tournament greedy club random --blocks 40 --anchor greedy=0,random=-400 --quiet"));
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("Elo is with greedy at 0 and random at -400, which are held at these values"), "{text}");
    // A file says the same.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.toml");
    std::fs::write(&file, EXPERIMENT.to_owned() + "anchor = \"greedy=0,random=-400\"\n").unwrap();
    let out = folder.path().join("r").display().to_string();
    let from_file = json(&["run", file.to_str().unwrap(), "--out", &out, "--json", "--quiet"]);
    assert_eq!(from_file["tournament"]["ratings"], held["ratings"]);
    let page = std::fs::read_to_string(folder.path().join("r/report.html")).unwrap();
    assert!(page.contains("Elo with greedy at 0 and random at -400"));
}

#[test]
fn records_games_and_times_are_written_as_match_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let strategies = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies");
    std::os::unix::fs::symlink(strategies, folder.path().join("strategies")).unwrap();
    let go = |line: &str| {
        let output = run_in(folder.path(), &words(line));
        assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
        out(&output)
    };
    go("tournament greedy random club --blocks 6 --out r --games --time --records r.jsonl --quiet");
    let records = std::fs::read_to_string(folder.path().join("r.jsonl")).unwrap();
    assert_eq!(records.lines().count(), 36);
    let first: Value = serde_json::from_str(records.lines().next().unwrap()).unwrap();
    assert_eq!((&first["cell"], &first["block"]), (&"greedy vs random".into(), &0.into()));
    assert!(folder.path().join("r/games.csv.gz").exists());
    let timing = std::fs::read_to_string(folder.path().join("r/timing.json")).unwrap();
    let timing: Value = serde_json::from_str(&timing).unwrap();
    assert_eq!(timing["thinking"].as_array().unwrap().len(), 3);
    // The rows of a pairing are those of its match, under another name of the cell.
    go("tournament greedy random club --blocks 6 --games=t.csv --quiet");
    go("match greedy random --blocks 6 --games=m.csv --quiet");
    let rows = |name: &str, cell: &str| {
        let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
        text.lines().filter_map(|line| line.strip_prefix(cell)).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows("t.csv", "greedy vs random,"), rows("m.csv", "main,"));
    let printed = go("tournament greedy random --blocks 2 --records - --quiet");
    assert!(printed.starts_with("{\"record\":1") && printed.lines().count() == 4, "no report among the records");
}

const EXPERIMENT: &str = "title = \"T\"\nquestion = \"Q?\"\nblocks = 60\nseed = 5\n[tournament]\nstrategies = [\"greedy\", \"club\", \"random\", \"rady-h\"]\n";

#[test]
fn an_experiment_file_comes_to_the_same_and_writes_its_tables() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.toml");
    std::fs::write(&file, EXPERIMENT).unwrap();
    let results = folder.path().join("out");
    let (file, out) = (file.display().to_string(), results.display().to_string());
    let from_file = json(&["run", &file, "--out", &out, "--json", "--quiet"]);
    let direct = json(&words(LINE));
    for key in ["ratings", "crosstable", "cycles", "mode", "anchor", "regularised"] {
        assert_eq!(from_file["tournament"][key], direct[key], "{key}");
    }
    let rows = |name: &str| std::fs::read_to_string(results.join(name)).unwrap().lines().count();
    assert_eq!((rows("ratings.csv"), rows("crosstable.csv"), rows("summary.csv")), (5, 13, 13));
    let text = good(&["run", &file, "--out", &out, "--quiet"]);
    assert!(text.contains("1  club") && text.contains("win share of the row against the column"), "{text}");
    // The tables are part of the result, and go with it.
    std::fs::write(
        folder.path().join("t.toml"),
        EXPERIMENT.replace("[tournament]", "[[lineup]]").replace(", \"random\", \"rady-h\"", ""),
    )
    .unwrap();
    good(&["run", &file, "--out", &out, "--force", "--quiet"]);
    assert!(!results.join("ratings.csv").exists());
}

#[test]
fn the_64_combinations_win_as_often_as_published() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(std::fs::read_dir(root.join("strategies/rady")).unwrap().count(), 64);
    // Single tactics, because what one gets wrong another hides. All pairs: scripts/compare-published --all.
    let options = "--set hand=9 --set out_bonus=0 --set round_end=play-on --blocks 1000 --json --quiet";
    for (first, second, published) in
        [("hs", "h", 0.5960), ("s", "h", 0.1539), ("m", "none", 0.5366), ("e", "m", 0.5847)]
    {
        let found =
            json(&words(&format!("match strategies/rady/{first}.toml strategies/rady/{second}.toml {options}")));
        let share = found["strategies"][0]["win_share"].as_f64().unwrap();
        assert!((share - published).abs() < 0.03, "{first} against {second}: {share}, published {published}");
    }
}

#[test]
fn what_is_wrong_is_said() {
    for (line, part) in [
        ("tournament greedy", "name at least 2"),
        ("tournament greedy random greedy", "two entrants are called \"greedy\""),
        ("tournament greedy random --anchor gredy", "did you mean \"greedy\"?"),
        ("tournament greedy random --players 3", "name at least 3"),
        ("tournament greedy random club --anchor greedy=x", "allowed: NAME or NAME=ELO"),
        ("tournament greedy random --anchor greedy=0,random=3", "every strategy is an anchor"),
        ("tournament greedy random club --challenger clbu", "did you mean \"club\"?"),
        ("tournament greedy random --challenger greedy --challenger random", "do not meet each other"),
        ("tournament greedy random --challenger greedy --gauntlet", "cannot be used with"),
        ("tournament greedy random --time", "--out"),
    ] {
        let output = run(&words(line));
        assert!(code(&output) == 2 && err(&output).contains(part), "{line}\n{}", err(&output));
    }
}
