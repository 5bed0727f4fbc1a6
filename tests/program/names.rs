//! Names and texts that would obey a terminal, break a page, or be a formula to a spreadsheet.

use std::fs::{copy, read, read_to_string, write};
use std::path::Path;
use std::process::Output;

use crate::program::{code, err, out, run_in, words};

/// Of a file that people may well have, to no good purpose.
const ODD: &str = "e\u{1b}[31m\n<b>&\u{9b}\u{202e}";
const SHOWN: &str = "e\\u{1b}[31m\\n<b>&\\u{9b}\\u{202e}";

fn shipped(name: &str, to: &Path) {
    copy(Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies").join(name), to).unwrap();
}

fn unprintable(text: &str) -> Option<char> {
    text.chars().find(|&c| c != '\n' && (c.is_control() || c == '\u{202e}'))
}

fn played(folder: &Path, arguments: &[&str]) -> Output {
    let output = run_in(folder, arguments);
    assert_eq!(code(&output), 0, "{arguments:?}\n{}", err(&output));
    for text in [out(&output), err(&output)] {
        assert_eq!(unprintable(&text), None, "{arguments:?}\n{text:?}");
    }
    output
}

#[test]
fn control_characters_in_names_are_escaped_wherever_they_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir(at.join("strategies")).unwrap();
    let (file, path) = (at.join("strategies").join(format!("{ODD}.toml")), format!("strategies/{ODD}.toml"));
    shipped("blocker.toml", &file);
    let results = format!("r{ODD}");
    let lines: [&[&str]; 8] = [
        &["match", &path, "greedy", "--blocks", "60", "--out", &results],
        &["match", &path, "greedy", "--blocks", "60", "--json", "--quiet"],
        &["tournament", &path, "greedy", "random", "--blocks", "60", "--out", "t"],
        &["replay", &path, "greedy"],
        &["replay", &path, "greedy", "--json"],
        &["equity", "--strategy", &path, "--rounds", "256", "--set", "target=3", "--out", "e"],
        &["list"],
        &["describe", &path],
    ];
    for line in lines {
        let text = out(&played(at, line));
        assert!(text.contains(SHOWN) || line.contains(&"--json"), "{line:?}\n{text}");
    }
    for folder in [&*results, "t", "e"] {
        for entry in std::fs::read_dir(at.join(folder)).unwrap() {
            let text = read_to_string(entry.unwrap().path()).unwrap();
            assert_eq!(unprintable(&text), None, "{folder}");
            // What a page or a picture shows of the name is escaped for them.
            assert!(!text.contains("<b>&") || !text.contains("<svg"), "{folder}");
        }
    }
    // The command in the manifest is one that a shell reads.
    let manifest: serde_json::Value =
        serde_json::from_slice(&read(at.join(&results).join("manifest.json")).unwrap()).unwrap();
    let command = manifest["command"].as_str().unwrap();
    assert!(command.contains("$'strategies/e\\x1b[31m\\x0a<b>&"), "{command}");
    let missing = &*format!("no{ODD}");
    for line in [
        &["match", missing, "greedy"][..],
        &["run", missing],
        &["describe", missing],
        &["report", missing],
        &["match", "--x\u{1b}[1m"],
    ] {
        let output = run_in(at, line);
        let message = err(&output);
        assert_eq!((code(&output), unprintable(&message)), (2, None), "{message:?}");
        assert!(message.contains(SHOWN) || line.len() == 2, "{message}");
    }
}

#[test]
fn control_characters_in_texts_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let lineup = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let variant = "[[variant]]\nname = \"a\\u0007\"\n";
    for (text, line, part) in [
        (format!("title = \"\\u001bT\"\nquestion = \"Q\"\n{lineup}"), "run x.toml", "x.toml:1:9"),
        (format!("title = \"T\\nT\"\nquestion = \"Q\"\n{lineup}"), "run x.toml", "U+000A"),
        (format!("title = \"T\"\nquestion = \"Q\\u009bQ\"\n{lineup}"), "run x.toml", "\"question\" of the file"),
        (
            format!("title = \"T\"\nquestion = \"Q\"\nnotes = \"\"\"a\nb\\u0000\"\"\"\n{lineup}"),
            "run x.toml",
            "x.toml:3:",
        ),
        (format!("title = \"T\"\nquestion = \"Q\"\n{lineup}name = \"a\\tb\"\n"), "run x.toml", "U+0009"),
        (format!("title = \"T\"\nquestion = \"Q\"\n{lineup}{variant}"), "run x.toml", "x.toml:6:8"),
        ("name = \"a\\u0000\"\ngame = \"dominoes\"\nabout = \"A\"\n".into(), "match ./x.toml greedy", "x.toml:1:8"),
        (
            "game = \"dominoes\"\nabout = \"A\\u007f\"\n".into(),
            "match ./x.toml greedy",
            "about: found the control character U+007F",
        ),
    ] {
        write(at.join("x.toml"), text).unwrap();
        let output = run_in(at, &words(line));
        let message = err(&output);
        assert_eq!((code(&output), unprintable(&message)), (2, None), "{message}");
        assert!(message.contains("control character U+00") && message.contains(part), "{message}\nlacks {part}");
    }
    let text = format!("title = \"T\"\nquestion = \"\"\"Q\n1\"\"\"\nnotes = \"\"\"a\r\nb\"\"\"\nblocks = 2\n{lineup}");
    write(at.join("x.toml"), text).unwrap();
    played(at, &words("run x.toml --out r"));
    let manifest = at.join("r/manifest.json");
    let whole = read_to_string(&manifest).unwrap();
    write(&manifest, whole.replacen("\"title\": \"", "\"title\": \"\\u001b[1m", 1)).unwrap();
    let message = err(&run_in(at, &words("report r")));
    assert!(message.contains("r/manifest.json: /experiment/title: found the control character U+001B"), "{message}");
}

#[test]
fn a_name_is_no_formula_to_a_spreadsheet() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    for name in ["=1+1", "+1", "-1", "@x"] {
        shipped("club.toml", &at.join(format!("{name}.toml")));
        let path = format!("./{name}.toml");
        played(at, &["match", &path, "greedy", "--blocks", "4", "--out", "r", "--force", "--games=g.csv", "--quiet"]);
        for file in ["r/summary.csv", "r/distributions.csv", "g.csv"] {
            let text = read_to_string(at.join(file)).unwrap();
            assert!(text.contains(&format!(",\"'{name}\",")) && !text.contains(&format!(",{name},")), "{file}\n{text}");
        }
        // Numbers are as they were.
        let elo = read_to_string(at.join("r/summary.csv")).unwrap();
        assert!(elo.lines().skip(1).any(|line| line.contains(",-")), "{elo}");
    }
    played(at, &["tournament", "./=1+1.toml", "greedy", "--blocks", "4", "--out", "t", "--quiet"]);
    for file in ["t/ratings.csv", "t/crosstable.csv", "t/summary.csv"] {
        assert!(read_to_string(at.join(file)).unwrap().contains("\"'=1+1"), "{file}");
    }
}

#[test]
fn a_strategy_has_one_name_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rules = "name = \"mine\"\ngame = \"dominoes\"\nabout = \"Lays the first tile\"\n";
    write(at.join("x.toml"), rules).unwrap();
    for line in [
        "match ./x.toml greedy --blocks 2 --quiet",
        "replay ./x.toml greedy",
        "tournament ./x.toml greedy --blocks 2 --quiet",
    ] {
        let text = out(&played(at, &words(line)));
        assert!(text.contains("mine") && !text.contains("x.toml"), "{line}\n{text}");
    }
}
