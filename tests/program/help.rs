//! What the program says of itself: help texts, their examples, and how it names strategies.

use std::path::Path;
use std::process::Command;

use crate::program::{BIN, CACHE, code, err, good, out, run_in, words};

const VERBS: [&str; 15] = [
    "run",
    "match",
    "tournament",
    "sprt",
    "rate",
    "replay",
    "report",
    "equity",
    "solve",
    "perft",
    "explain",
    "bench",
    "list",
    "describe",
    "completions",
];

#[test]
fn every_verb_has_examples() {
    for verb in VERBS {
        let help = good(&[verb, "--help"]);
        assert!(help.contains("Examples:\n") && help.contains(&format!("sixtyone {verb}")), "{verb}\n{help}");
    }
    assert!(good(&["--help"]).contains("130 interrupted"));
    assert_eq!(good(&["help", "match"]), good(&["match", "--help"]));
}

/// The examples of a help text, without the remarks behind them.
fn examples(help: &str) -> Vec<String> {
    let after = help.split("Examples:\n").nth(1).unwrap_or("");
    let lines = after.lines().map(str::trim_start).filter(|line| line.starts_with("sixtyone "));
    lines.map(|line| line.split("   ").next().unwrap().to_owned()).collect()
}

/// An option's value in a command.
fn value_of<'a>(command: &'a str, option: &str) -> Option<&'a str> {
    command.split_once(&format!("{option} ")).and_then(|(_, rest)| rest.split(' ').next())
}

/// The same command with little to do: what it prints is tested elsewhere.
fn cut(command: &str) -> String {
    let verb = words(command)[1];
    match verb {
        "run" | "match" | "tournament" => {
            let command = match value_of(command, "--blocks") {
                Some(many) => command.replace(&format!("--blocks {many}"), "--blocks 4"),
                None => command.replacen(&format!("sixtyone {verb} "), &format!("sixtyone {verb} --blocks 4 "), 1),
            };
            // The same folder is written by several examples.
            format!("rm -rf results; {command}")
        }
        "equity" => {
            let many = value_of(command, "--rounds").map_or_else(String::new, |many| format!(" --rounds {many}"));
            format!("{} --rounds 256", command.replacen(&many, "", usize::from(!many.is_empty())))
        }
        "bench" if words(command).get(2).is_none_or(|word| word.starts_with('-')) => {
            command.replacen("sixtyone bench", "sixtyone bench round-solves", 1)
        }
        _ => command.to_owned(),
    }
}

#[test]
fn every_example_works() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().unwrap();
    for part in ["experiments", "strategies", "scripts"] {
        std::os::unix::fs::symlink(root.join(part), folder.path().join(part)).unwrap();
    }
    for home in [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions"] {
        std::fs::create_dir_all(folder.path().join(home)).unwrap();
    }
    let python = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    let path = format!("{}:{}", Path::new(BIN).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut tried = 0;
    for verb in std::iter::once("").chain(VERBS) {
        let arguments: Vec<&str> = [verb, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        for example in examples(&good(&arguments)) {
            let verb = words(&example)[1];
            let mut line = example.replace("/tmp/", "./").replace(" NAME", " fives-and-threes");
            if let (false, Some((before, _))) = (python, line.split_once(" | python3")) {
                line = before.to_owned();
            }
            line = line.split("; ").map(cut).collect::<Vec<_>>().join("; ");
            let output = Command::new("sh")
                .args(["-c", &format!("set -e; {line}")])
                .current_dir(folder.path())
                .env("PATH", &path)
                .env("HOME", folder.path())
                .env("SIXTYONE_CACHE", CACHE)
                .output()
                .unwrap();
            assert_eq!(code(&output), 0, "{line}\n{}{}", out(&output), err(&output));
            if verb == "perft" {
                assert!(!["0\n", ""].contains(&out(&output).as_str()), "{line}");
            }
            tried += 1;
        }
    }
    assert!(tried > 30, "{tried}");
}

#[test]
fn strategy_files_and_the_registry_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let go = |line: &str| run_in(folder.path(), &words(line));
    let nowhere = go("match club greedy");
    assert!(err(&nowhere).contains("there is no folder ./strategies"), "{}", err(&nowhere));
    std::fs::create_dir(folder.path().join("strategies")).unwrap();
    let write = |name: &str, head: &str| {
        let text = format!("{head}game = \"dominoes\"\nabout = \"x\"\n");
        std::fs::write(folder.path().join("strategies").join(name), text).unwrap();
    };
    write("greedy.toml", "");
    write("taken.toml", "name = \"greedy\"\n");
    write("mine.toml", "");
    assert!(out(&go("list")).contains("greedy  warning: \"greedy\" is a built-in strategy"));
    let taken = go("match taken random --blocks 2");
    assert_eq!(code(&taken), 2);
    assert!(err(&taken).contains("taken.toml:1:8") && err(&taken).contains("choose another name"), "{}", err(&taken));

    // A strategy file that has changed is named, and slots that are called the same are numbered.
    let first = go("match mine mine --blocks 2 --out r");
    assert!(out(&first).contains("mine (1)") && out(&first).contains("50.00 (exact tie)"), "{}", out(&first));
    write("mine.toml", "ties = \"order\"\n");
    let changed = go("match mine mine --blocks 2 --out r");
    assert!(err(&changed).contains("the strategy file \"mine\" has changed since"), "{}", err(&changed));
}
