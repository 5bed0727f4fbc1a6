//! Where outputs may go: standard output, devices, and nothing that would be lost.

use std::fs::{File, read, read_dir, write};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{BIN, code, err, out, run_in, words};

const EXPERIMENT: &str = "\
title = \"Small\"
question = \"Does it work?\"
blocks = 20
[[lineup]]
strategies = [\"greedy\", \"random\"]
";

const MATCH: &str = "match greedy random --blocks 3 --quiet";

/// Runs a line that must be refused before anything is played or written.
fn refused(folder: &Path, line: &str, parts: &[&str]) {
    let output = run_in(folder, &words(line));
    let message = err(&output);
    assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{line}\n{message}");
    assert_eq!(message.matches("error:").count(), 1, "{line}\n{message}");
    for part in parts {
        assert!(message.contains(part), "{line}\n{message}\nlacks {part}");
    }
}

#[test]
fn standard_output_takes_records_and_then_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = run_in(folder.path(), &words(&format!("{MATCH} --records a.jsonl")));
    assert_eq!(code(&file), 0, "{}", err(&file));
    let records = read(folder.path().join("a.jsonl")).unwrap();
    for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let output = run_in(folder.path(), &words(&format!("{MATCH} --records {name}")));
        assert_eq!((code(&output), output.stdout == records), (0, true), "{name}: {}", err(&output));

        let log = folder.path().join("log");
        write(&log, "before\n").unwrap();
        let append = File::options().append(true).open(&log).unwrap();
        let line = format!("{MATCH} --records {name}");
        assert!(Command::new(BIN).args(words(&line)).stdout(append).status().unwrap().success());
        assert!(read(&log).unwrap() == [b"before\n", &records[..]].concat(), "{name}");
    }
    refused(folder.path(), &format!("{MATCH} --records - --json"), &["--records and --json", "standard output"]);
    refused(folder.path(), &format!("{MATCH} --records - --games=/dev/stdout"), &["--records and --games"]);
    refused(folder.path(), &format!("{MATCH} --records /dev/stderr"), &["/dev/stderr", "standard error"]);
}

#[test]
fn a_reader_of_records_may_go_away() {
    let mut child = Command::new(BIN)
        .args(words("match greedy random --blocks 100000000 --quiet --records -"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut message = String::new();
    child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
    assert_eq!((child.wait().unwrap().code(), message.as_str()), (Some(0), ""));
}

#[test]
fn a_file_is_a_file_wherever_it_is() {
    let shared = Path::new("/dev/shm");
    let Ok(folder) = tempfile::tempdir_in(shared) else {
        return;
    };
    let path = folder.path().join("x.jsonl");
    let line = format!("{MATCH} --records {}", path.display());
    assert_eq!(code(&run_in(folder.path(), &words(&line))), 0);
    let (records, open) = (read(&path).unwrap(), File::open(&path).unwrap());
    let again = run_in(folder.path(), &words(&format!("{line} --seed 5")));
    assert_eq!(code(&again), 0, "{}", err(&again));
    let mut kept = Vec::new();
    (&open).read_to_end(&mut kept).unwrap();
    assert!(kept == records && read(&path).unwrap() != records, "replaced, not overwritten");
    let null = run_in(folder.path(), &words(&format!("{MATCH} --records /dev/null --games=/dev/null")));
    assert_eq!(code(&null), 0, "{}", err(&null));
}

#[test]
fn outputs_that_collide_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("strategies/club.toml");
    std::fs::copy(rules, at.join("mine.toml")).unwrap();
    write(at.join("small.toml"), EXPERIMENT).unwrap();
    write(at.join("a"), "mine").unwrap();
    std::os::unix::fs::symlink("a", at.join("link")).unwrap();
    std::os::unix::fs::symlink(".", at.join("here")).unwrap();
    for (line, parts) in [
        (format!("{MATCH} --records a --games=./a"), ["--records a", "--games ./a"]),
        (format!("{MATCH} --records a --games=link"), ["--records a", "--games link"]),
        (format!("{MATCH} --records new --games=here/new"), ["--records new", "--games here/new"]),
        (format!("{MATCH} --out r --records r/tallies.json"), ["r/tallies.json", "result folder r"]),
        (format!("{MATCH} --out here/r --games=r/manifest.json"), ["r/manifest.json", "result folder here/r"]),
        (format!("{MATCH} --out r --records r"), ["--records r", "result folder r"]),
        ("run small.toml --games --records results/small/games.csv.gz".into(), ["games.csv.gz", "results/small"]),
        ("run small.toml --records here/small.toml".into(), ["here/small.toml", "the experiment file small.toml"]),
        ("match ./mine.toml random --blocks 3 --records mine.toml".into(), ["--records mine.toml", "./mine.toml"]),
    ] {
        refused(at, &line, &parts);
    }
    assert_eq!(read_dir(at).unwrap().count(), 5, "nothing was made");
    assert_eq!(read(at.join("a")).unwrap(), b"mine");
}

#[test]
fn names_that_cannot_be_written_are_found_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::create_dir_all(at.join("r/summary.csv")).unwrap();
    let long = "x".repeat(300);
    let endless = "match greedy random --blocks 100000000 --quiet";
    refused(at, &format!("{endless} --records {long}"), &["cannot write xxx", "too long"]);
    refused(at, &format!("{endless} --records new/"), &["cannot write new/", "not a file name"]);
    refused(at, &format!("{endless} --games=r"), &["cannot write r", "directory"]);
    refused(at, &format!("{endless} --out r --force"), &["r/summary.csv is a folder"]);
}

#[test]
fn what_a_killed_run_left_behind_is_in_nobodys_way() {
    let folder = tempfile::tempdir().unwrap();
    let results = folder.path().join("r");
    std::fs::create_dir(&results).unwrap();
    write(results.join(".sixtyone-Ab12.tmp"), "half").unwrap();
    let output = run_in(folder.path(), &words(&format!("{MATCH} --out r")));
    assert_eq!(code(&output), 0, "{}", err(&output));
}

#[test]
fn two_runs_into_one_new_folder_do_not_overwrite_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let slow = Command::new(BIN)
        .args(words("match greedy random --blocks 60000 --quiet --threads 1 --seed 1 --records s.jsonl --out r"))
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !folder.path().join("r").is_dir() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    let fast = run_in(folder.path(), &words(&format!("{MATCH} --seed 2 --out r")));
    assert_eq!(code(&fast), 0, "{}", err(&fast));
    let kept = read(folder.path().join("r/manifest.json")).unwrap();
    let output = slow.wait_with_output().unwrap();
    assert_eq!(code(&output), 2);
    assert!(err(&output).contains("received another result"), "{}", err(&output));
    assert!(read(folder.path().join("r/manifest.json")).unwrap() == kept);
    assert!(!folder.path().join("s.jsonl").exists());
}

#[test]
fn thinking_is_timed_on_request_and_changes_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let go = |line: &str| {
        let output = run_in(folder.path(), &words(line));
        assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
        output
    };
    let read_json =
        |name: &str| -> serde_json::Value { serde_json::from_slice(&read(folder.path().join(name)).unwrap()).unwrap() };
    let plain = go(&format!("{MATCH} --out plain"));
    let timed = go(&format!("{MATCH} --out timed --time"));
    assert_eq!(out(&plain), out(&timed).replace("open timed/", "open plain/"));
    for name in ["manifest.json", "tallies.json", "summary.csv", "distributions.csv"] {
        assert_eq!(
            read(folder.path().join("plain").join(name)).unwrap(),
            read(folder.path().join("timed").join(name)).unwrap()
        );
    }
    assert!(read_json("plain/timing.json")["thinking"].is_null());
    let cell = &read_json("timed/timing.json")["thinking"][0];
    assert_eq!((&cell["cell"], &cell["blocks"]), (&"main".into(), &3.into()));
    for (slot, name) in ["greedy", "random"].into_iter().enumerate() {
        let strategy = &cell["strategies"][slot];
        assert_eq!(strategy["name"], name);
        assert!(strategy["decisions"].as_u64() > Some(0) && strategy["microseconds_per_decision"].is_number());
    }
    refused(folder.path(), &format!("{MATCH} --time"), &["--out"]);
}
