//! Reports in other forms than a table on the terminal: as Markdown, and what is known when a run is interrupted.

use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::program::{BIN, code, err, out, run_in, words};

/// A variant whose name would be markup.
const EXPERIMENT: &str = "\
title = \"Small\"
question = \"Does it work?\"
blocks = 40

[[variant]]
name = \"plain\"

[[variant]]
name = \"a|b*\"
set = { overshoot = \"allow\" }

[[lineup]]
strategies = [\"greedy\", \"random\"]
";

fn good(folder: &Path, line: &str) -> String {
    let output = run_in(folder, &words(line));
    assert_eq!(code(&output), 0, "{line}\n{}", err(&output));
    out(&output)
}

#[test]
fn tables_can_be_pasted_as_markdown() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.toml"), EXPERIMENT).unwrap();
    for (line, parts) in [
        ("match greedy random --blocks 5 --full --out m", &["| strategy |", "\n\n| blocks by wins |"][..]),
        ("tournament greedy random random:salt=2 --blocks 5 --out t", &["| strategy ", "| greedy "]),
        ("run small.toml --out s", &["Small\n\n", "| plain \\*", "a\\|b"]),
        ("run small.toml --full --out r", &["Small\n\n", "| plain \\*", "a\\|b", "difference"]),
    ] {
        let text = good(folder.path(), &format!("{line} --quiet --format markdown"));
        for part in parts {
            assert!(text.contains(part), "{line}\n{text}\nlacks {part}");
        }
        assert!(text.contains("| :--") && text.contains("-: |") && !text.contains("\n\n\n"), "{text}");
        assert!(!text.contains(['\u{1b}', '│', '─']), "{text}");
        let table = text.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| !line.is_empty());
        let bars: Vec<usize> = table.map(|line| line.replace("\\|", "").matches('|').count()).collect();
        assert!(bars.len() > 3 && bars.windows(2).all(|pair| pair[0] == pair[1]), "{text}");

        let kept = line.rsplit(' ').next().unwrap();
        let manifest = || std::fs::read(folder.path().join(kept).join("manifest.json")).unwrap();
        let before = manifest();
        let full = if line.contains("--full") { " --full" } else { "" };
        let again = good(folder.path(), &format!("report {kept}{full} --format markdown"));
        assert!(
            text.starts_with(again.trim_end()) && manifest() == before,
            "the same from the folder, and nothing is written"
        );
    }
    for line in ["match greedy random --json --format markdown", "match greedy random --format html"] {
        assert_eq!(code(&run_in(folder.path(), &words(line))), 2, "{line}");
    }
}

#[test]
fn ctrl_c_says_what_is_known_so_far() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("small.toml"), EXPERIMENT.replace("40", "1_000_000")).unwrap();
    for line in [
        "match greedy random --blocks 100000000 --records -",
        "run small.toml --out r --records -",
        "tournament greedy random --blocks 100000000 --out t",
    ] {
        let mut child = Command::new(BIN)
            .args(words(&format!("{line} --threads 2")))
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut records = child.stdout.take().unwrap();
        // The records of the first block are written when it is over; without records the run is at least under way.
        let played = line.ends_with("--records -");
        if played {
            records.read_exact(&mut [0; 100_000]).unwrap();
        }
        while !played && !folder.path().join("t").is_dir() {
            assert!(child.try_wait().unwrap().is_none(), "the program has ended");
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let rest = std::thread::spawn(move || std::io::copy(&mut records, &mut std::io::sink()));
        let mut message = String::new();
        child.stderr.take().unwrap().read_to_string(&mut message).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{message}");
        rest.join().unwrap().unwrap();
        let known = ["the figures so far", "win share, %", "greedy", "valid at any stopping time"];
        let known = known.iter().all(|part| message.contains(part));
        assert!(known || !played && message.contains("before a whole block was played"), "{line}\n{message}");
        assert!(message.ends_with("the same command starts over\n"), "{message}");
        assert!(!message.contains(['\r', '\u{1b}']), "{message:?}");
    }
}
