//! What the program refuses: options that contradict each other, odd files, experiments without measure.

use std::path::Path;
use std::process::Command;

use crate::program::{BIN, code, err, good, out, run, run_in, words};

fn refused(arguments: &[&str], parts: &[&str]) {
    let output = run(arguments);
    let message = err(&output);
    assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{arguments:?}\n{message}");
    for part in parts {
        assert!(message.contains(part), "{arguments:?}\n{message}\nlacks {part}");
    }
}

#[test]
fn a_replay_of_an_experiment_takes_no_options_of_the_game() {
    for option in ["--set target=5", "--game fives-and-threes", "--players 3", "--orders all"] {
        let line = format!("replay experiments/targets.toml --cell 1 {option}");
        refused(&words(&line), &["--game, --players, --set and --orders"]);
    }
}

#[test]
fn an_option_has_one_value() {
    refused(&words("match greedy random --set target=5 --set target=7"), &["\"target\" is given twice", "5", "7"]);
    refused(&words("match greedy random --players 3 --set players=2"), &["\"players\" is given twice", "3", "2"]);
    good(&words("match greedy random --blocks 1 --players 2 --set players=2"));
    refused(&["match", "greedy", "random", "--players", ""], &["a number is missing"]);
}

#[test]
fn folders_are_read_for_their_regular_files_only() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["strategies", "experiments"] {
        let inside = folder.path().join(name);
        std::fs::create_dir_all(inside.join("dir.toml")).unwrap();
        assert!(Command::new("mkfifo").arg(inside.join("pipe.toml")).status().unwrap().success());
    }
    let output = run_in(folder.path(), &["list"]);
    assert_eq!(code(&output), 0);
    assert!(!out(&output).contains("pipe"));
    let message = err(&run_in(folder.path(), &["match", "dir", "random"]));
    assert!(message.contains("unknown strategy \"dir\"") && !message.contains("did you mean"), "{message}");
}

#[test]
fn a_folder_that_cannot_be_read_is_not_an_empty_one() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["strategies", "experiments"] {
        std::fs::write(folder.path().join(name), "no folder").unwrap();
    }
    let output = run_in(folder.path(), &["list"]);
    for name in ["strategies", "experiments"] {
        assert!(out(&output).contains(&format!("the folder {name}/ cannot be read: ")), "{}", out(&output));
    }
    for line in ["list --json", "describe no-such-thing"] {
        let output = run_in(folder.path(), &words(line));
        assert!(
            code(&output) == 2 && err(&output).contains("the folder strategies/ cannot be read: "),
            "{}",
            err(&output)
        );
    }
    let message = err(&run_in(folder.path(), &words("match clbu random")));
    assert!(message.contains("files: none (./strategies cannot be read: "), "{message}");
    let message = err(&run_in(folder.path(), &words("run no-such-thing")));
    assert!(message.contains("none (the folder experiments/ cannot be read: "), "{message}");
}

#[test]
fn a_missing_folder_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"T\"\nquestion = \"Q\"\n[[lineup]]\nstrategies = [\"clbu\", \"random\"]\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let message = err(&run_in(folder.path(), &words("run x.toml")));
    assert!(message.contains("files: none (there is no folder ./strategies)"), "{message}");
}

#[test]
fn positions_are_read_as_they_are_written_elsewhere() {
    for hands in ["6-5 4-4 3-0/5-5 6-1 6-6", "6-5\t4-4\n3-0/5-5,6-1 6-6\n", "[6|5][4|4][3|0]/[5|5] [6|1],6-6"] {
        assert_eq!(good(&["perft", "--hands", hands, "--depth", "2"]), "3\n", "{hands}");
    }
    good(&["solve", "--hands", "[6|5]\t[4|4]/[5|5][2|1]"]);
    good(&["perft", "--game", "all-fives", "--hands", "8C\tKS/5S\nAS : 9S", "--depth", "2"]);
    for hands in ["[6|5/5-5", "[6|5]4|4]/5-5 6-6"] {
        refused(&["perft", "--hands", hands, "--depth", "2"], &["--hands: ", "is not a tile"]);
    }
    for (verb, more) in [("perft", "--depth 2"), ("solve", ""), ("solve", "--game all-fives")] {
        let hands = if more.contains("fives") { "8C KS/5S AS : 9S" } else { "6-5/5-5" };
        let line = [&[verb, "--opener", "2", "--hands", hands], &words(more)[..]].concat();
        refused(&line, &["error: --opener 2: ", "allowed: 0 to 1"]);
    }
}

#[test]
fn a_path_may_have_a_plus_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies/club.toml");
    std::fs::copy(from, folder.path().join("a+b.toml")).unwrap();
    let output = run_in(folder.path(), &words("match ./a+b.toml random --blocks 1"));
    assert_eq!(code(&output), 0, "{}", err(&output));
}

#[test]
fn an_experiment_without_measure_is_refused_before_it_is_resolved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.toml");
    let head = "title = \"T\"\nquestion = \"Q\"\n";
    let lineup = "[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    let values: Vec<String> = (1..1_000_000).map(|n| n.to_string()).collect();
    let variants: String = (0..10_001).map(|n| format!("[[variant]]\nname = \"{n}\"\n")).collect();
    for (text, part) in [
        (format!("{head}[sweep]\ntarget = [{}]\n{lineup}", values.join(",")), "more than 10000 points"),
        (format!("{head}{}", lineup.repeat(200_000)), "more than 10000 line-ups"),
        (format!("{head}{variants}{lineup}"), "more than 10000 combinations"),
    ] {
        std::fs::write(&path, text).unwrap();
        let output = Command::new(BIN).arg("run").arg(&path).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains(part), "{part}");
    }
}

#[test]
fn advice_is_given_where_it_helps() {
    refused(&words("perft --depth 2 --hands 6-6"), &["--hands: found one hand", "separated by \"/\""]);
    refused(&words("match greedy random --set set=5"), &["option \"set\"", "6, 9, 12"]);
    refused(&words("match ./no/such.toml random"), &["./no/such.toml", "`sixtyone list`"]);
    let folder = tempfile::tempdir().unwrap();
    let text = "title = \"T\"\nquestion = \"Q\"\n[game]\nfinish = \"round-end\"\n[[lineup]]\nstrategies = [\"greedy\", \"random\"]\n";
    std::fs::write(folder.path().join("x.toml"), text).unwrap();
    let message = err(&run_in(folder.path(), &words("run x.toml")));
    assert!(message.contains("rule D19") && !message.contains("skip_refused"), "{message}");
}
