//! The page of a result: what it says, that it says it again, and that nothing a file names can do harm in it.

use std::fs::{read, read_to_string, remove_file, write};
use std::path::Path;

use serde_json::Value;

use crate::program::{code, err, run_in, words};

const EXPERIMENT: &str = "\
title = \"Titles & <b>tags</b>\"
question = \"Is 1 < 2 & 'so' on?\"
blocks = 60

[[variant]]
name = \"plain\"

[[variant]]
name = \"<script>alert(1)</script>\"
set = { overshoot = \"allow\" }

[[variant]]
name = \"\\\"><img src=x onerror=alert(2)>\"
set = { overshoot = \"bounce\" }

[sweep]
target = [21, 31]
players = [2, 3]

[[lineup]]
strategies = [\"greedy\", \"random\"]

[[lineup]]
strategies = [\"greedy\", \"greedy\"]

[[lineup]]
strategies = [\"greedy\", \"random\", \"random\"]
";

fn good(folder: &Path, line: &str) -> String {
    let output = run_in(folder, &words(line));
    assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
    err(&output)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn manifest(folder: &Path) -> Value {
    serde_json::from_slice(&read(folder.join("manifest.json")).unwrap()).unwrap()
}

#[test]
fn the_page_says_everything_and_hostile_names_stay_text() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path().join("hostile.toml"), EXPERIMENT).unwrap();
    good(folder.path(), "run hostile.toml --threads 2 --margin 0.2 --out r");
    let result = folder.path().join("r");
    let page = read_to_string(result.join("report.html")).unwrap();
    let manifest = manifest(&result);
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert!(page.contains("Titles &amp; &lt;b&gt;tags&lt;/b&gt;") && page.contains("Is 1 &lt; 2 &amp; 'so' on?"));
    let cells = manifest["experiment"]["cells"].as_array().unwrap();
    assert_eq!(cells.len(), 3 * 2 * (2 + 1));
    for cell in cells {
        // A row by its variant, under its point of the sweep and its line-up.
        let (variant, group) = cell["name"].as_str().unwrap().split_once(" / ").unwrap();
        assert!(page.contains(&escaped(variant)) && page.contains(&escaped(group)), "{variant} {group}");
    }
    assert_eq!(page.matches("<script").count(), 1, "the page's own");
    for danger in ["<img", "<b>", "onload=", "javascript:", "@import", "url("] {
        assert!(!page.contains(danger), "{danger}");
    }
    // Nothing is loaded: the only addresses are those of files beside the page, of the empty icon, and SVG's name.
    // Links within the page lead to a variant's rules.
    let inside = page.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert!(inside.clone().count() > 0 && inside.clone().all(|link| page.contains(&format!("id=\"{link}\""))));
    let addresses = page.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
    assert!(addresses.clone().all(|link| link.starts_with("./")
        || link.starts_with("#rules-")
        || ["data:,", "manifest.json"].contains(&link)));
    for file in manifest["files"].as_array().unwrap().iter().filter(|file| file["name"] != "report.html") {
        let name = file["name"].as_str().unwrap();
        assert!(addresses.clone().any(|link| link == format!("./{name}")) && result.join(name).is_file(), "{name}");
        assert!(page.contains(file["blake3"].as_str().unwrap()), "{name}");
    }
    assert_eq!(page.matches("http://").count(), page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
    assert!(!page.contains("https://"));
    for key in ["id", "version", "tallies_blake3"] {
        assert!(page.contains(manifest[key].as_str().unwrap()), "{key}");
    }
    assert!(page.contains(manifest["source"]["commit"].as_str().unwrap()));
    assert!(page.contains("sixtyone run hostile.toml --blocks 60 --seed 61 --margin"), "the command");
    // Every drawn figure has a title and a text alternative.
    let figures = page.matches("<figure>").count();
    assert!(figures > 20, "{figures}");
    assert_eq!(page.matches("<div role=\"img\" aria-label=\"").count(), figures);
    assert_eq!(page.matches("<figcaption>").count(), figures + 1, "and the picture of effects");
    for part in [
        "Win share of the better player",
        "Final score of greedy",
        "Winning margin, points",
        "Rounds per match",
        "class=\"effects\"",
    ] {
        assert!(page.contains(part), "{part}");
    }
}

#[test]
fn the_answer_follows_from_the_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let page = |line: &str| {
        good(folder.path(), &format!("{line} --threads 1 --quiet --force --out r"));
        read_to_string(folder.path().join("r/report.html")).unwrap()
    };
    let clear = page("match greedy random --blocks 200");
    assert!(clear.contains("greedy beats random: it wins ") && clear.contains("lies entirely above one half"));
    let other = page("match random greedy --blocks 200");
    assert!(other.contains("greedy beats random: random wins ") && other.contains("lies entirely below one half"));
    let open = page("match greedy random --blocks 1");
    assert!(open.contains("No significant difference between greedy and random"), "one block decides nothing");
    let same = page("match greedy greedy --blocks 50");
    assert!(same.contains("every block is an exact tie") && !same.contains("<figcaption>Win share<"));
    let three = page("match greedy random random --players 3 --blocks 200");
    assert!(three.contains(", above 1/3") && three.contains(", below 1/3"));
    let test = page("match greedy random --sprt elo0=0,elo1=10");
    assert!(
        test.contains("H1 accepted (Elo 10 rather than Elo 0) after 200 blocks")
            && test.contains("optional stopping (confidence sequences)")
    );
    assert!(test.contains("--sprt"), "the command");
}

#[test]
fn a_page_is_made_again_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path().join("hostile.toml"), EXPERIMENT).unwrap();
    for line in ["run hostile.toml --blocks 20", "match greedy random --blocks 300 --until half-width=0.04"] {
        good(folder.path(), &format!("{line} --threads 1 --quiet --force --out r"));
        let result = folder.path().join("r");
        let (kept, vouching) = (read(result.join("report.html")).unwrap(), read(result.join("manifest.json")).unwrap());
        let entry = manifest(&result)["files"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(entry["name"], "report.html");
        assert_eq!(entry["blake3"], blake3::hash(&kept).to_hex().to_string());
        assert!(good(folder.path(), "report r").contains("wrote r/report.html"));
        assert!(read(result.join("report.html")).unwrap() == kept, "{line}");
        assert!(read(result.join("manifest.json")).unwrap() == vouching, "{line}");

        // Without the page, and without its entry: a result as an older version wrote it.
        remove_file(result.join("report.html")).unwrap();
        let mut old = manifest(&result);
        old["files"].as_array_mut().unwrap().pop();
        write(result.join("manifest.json"), old.to_string()).unwrap();
        assert_eq!(good(folder.path(), "report r --quiet"), "");
        assert!(read(result.join("report.html")).unwrap() == kept, "{line}");
        assert!(read(result.join("manifest.json")).unwrap() == vouching, "{line}");

        // A table in another form, as an older version wrote it, is made again as well.
        let summary = read(result.join("summary.csv")).unwrap();
        write(result.join("summary.csv"), "cell,sweep\n").unwrap();
        good(folder.path(), "report r --quiet");
        assert!(read(result.join("summary.csv")).unwrap() == summary, "{line}");
    }
}

#[test]
fn what_is_no_result_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |parts: &[&str]| {
        let output = run_in(folder.path(), &["report", "r"]);
        let message = err(&output);
        assert_eq!(code(&output), 2, "{message}");
        for part in parts {
            assert!(message.contains(part), "{message}\nlacks {part}");
        }
        assert!(!folder.path().join("r/report.html").exists(), "{message}");
    };
    let result = folder.path().join("r");
    refused(&["r does not exist", "sixtyone run"]);
    write(&result, "x").unwrap();
    refused(&["r is a file"]);
    remove_file(&result).unwrap();
    std::fs::create_dir(&result).unwrap();
    refused(&["holds no result", "manifest.json"]);
    good(folder.path(), "match greedy random --blocks 3 --quiet --out r --force");
    remove_file(result.join("report.html")).unwrap();
    let (kept, tallies) = (manifest(&result), read_to_string(result.join("tallies.json")).unwrap());

    write(result.join("manifest.json"), "{").unwrap();
    refused(&["manifest.json", "line 1"]);
    write(result.join("manifest.json"), "[]").unwrap();
    refused(&["manifest.json is not valid"]);
    write(result.join("manifest.json"), kept.to_string()).unwrap();
    write(result.join("tallies.json"), tallies.replacen("\"blocks\":3", "\"blocks\":4", 1)).unwrap();
    refused(&["does not match the manifest", "run the experiment again"]);

    // Vouched for, but not fitting.
    for (from, to) in
        [("\"sides\":2", "\"sides\":3"), ("\"cell\":\"main\"", "\"cell\":\"other\""), ("\"blocks\":3", "\"blocks\":0")]
    {
        let changed = tallies.replacen(from, to, 1);
        assert!(changed != tallies, "{from}");
        let mut manifest = kept.clone();
        manifest["tallies_blake3"] = blake3::hash(changed.as_bytes()).to_hex().to_string().into();
        write(result.join("manifest.json"), manifest.to_string()).unwrap();
        write(result.join("tallies.json"), changed).unwrap();
        refused(&["does not fit"]);
    }
    write(result.join("tallies.json"), &tallies).unwrap();
    let mut manifest = kept.clone();
    manifest["experiment"]["stop"] = serde_json::json!({"rule": "guess"});
    write(result.join("manifest.json"), manifest.to_string()).unwrap();
    refused(&["stopping rule"]);
    let mut manifest = kept;
    manifest["experiment"]["cells"] = serde_json::json!([]);
    write(result.join("manifest.json"), manifest.to_string()).unwrap();
    refused(&["0 cells"]);
    let none = run_in(folder.path(), &["report"]);
    assert_eq!(code(&none), 2);
}
