//! Completion scripts: what a real bash is offered, and that every shell has a script.

use std::path::Path;
use std::process::Command;

use crate::program::{BIN, code, err, good, out};

const VERBS: [&str; 13] = [
    "run",
    "match",
    "tournament",
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

/// Has bash complete lines, each given as the words that bash splits it into and whether a space is before the last of them, by the script
/// of `completions bash`. Returns what COMPREPLY holds for each.
fn completed(lines: &[(&str, &[&str])]) -> Vec<Vec<String>> {
    let mut script = good(&["completions", "bash"]);
    let quote = |word: &str| format!("'{word}'");
    for (line, words) in lines {
        let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
        script.push_str(&format!(
            "COMP_LINE={} COMP_WORDS=({}) COMP_CWORD={}\nCOMP_POINT=${{#COMP_LINE}} COMPREPLY=()\n_sixtyone sixtyone\n\
             echo \"${{COMPREPLY[*]}}\"\n",
            quote(line),
            words.join(" "),
            words.len() - 1,
        ));
    }
    let path = format!("{}:{}", Path::new(BIN).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let bash = Command::new("bash")
        .args(["--norc", "-c", &script])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .output()
        .unwrap();
    assert_eq!((code(&bash), err(&bash).as_str()), (0, ""));
    out(&bash)
        .lines()
        .map(|line| line.split(' ').filter(|word| !word.is_empty()).map(str::to_owned).collect())
        .collect()
}

#[test]
fn bash_is_offered_strategies_options_and_experiments() {
    let cases: [(&str, &[&str], &[&str]); 17] = [
        ("sixtyone ma", &["sixtyone", "ma"], &["match"]),
        ("sixtyone match ex", &["sixtyone", "match", "ex"], &["expert"]),
        ("sixtyone match gre", &["sixtyone", "match", "gre"], &["greedy"]),
        ("sixtyone match greedy club+no", &["sixtyone", "match", "greedy", "club+no"], &["club+novice"]),
        ("sixtyone match --set over", &["sixtyone", "match", "--set", "over"], &["overshoot="]),
        // Bash splits at "=", and sees the sign or nothing as the last word.
        (
            "sixtyone match --set overshoot=",
            &["sixtyone", "match", "--set", "overshoot", "="],
            &["discard", "allow", "bounce", "cap"],
        ),
        (
            "sixtyone match --set overshoot=",
            &["sixtyone", "match", "--set", "overshoot", "=", ""],
            &["discard", "allow", "bounce", "cap"],
        ),
        ("sixtyone match --set overshoot=b", &["sixtyone", "match", "--set", "overshoot", "=", "b"], &["bounce"]),
        ("sixtyone match --set=over", &["sixtyone", "match", "--set", "=", "over"], &["overshoot="]),
        (
            "sixtyone match --game all-fives --set tur",
            &["sixtyone", "match", "--game", "all-fives", "--set", "tur"],
            &["turned_jack="],
        ),
        (
            "sixtyone match --game all-fives --set extras=low,hi",
            &["sixtyone", "match", "--game", "all-fives", "--set", "extras", "=", "low,hi"],
            &["low,high"],
        ),
        ("sixtyone match --game ci", &["sixtyone", "match", "--game", "ci"], &["cincos-y-treses"]),
        ("sixtyone match ismcts:iter", &["sixtyone", "match", "ismcts", ":", "iter"], &["iterations="]),
        (
            "sixtyone match pimc:worlds=5,goal=m",
            &["sixtyone", "match", "pimc", ":", "worlds", "=", "5,goal", "=", "m"],
            &["match"],
        ),
        ("sixtyone run bus", &["sixtyone", "run", "bus"], &["bust-rule"]),
        ("sixtyone run experiments/bus", &["sixtyone", "run", "experiments/bus"], &["experiments/bust-rule.toml"]),
        ("sixtyone match strategies/cl", &["sixtyone", "match", "strategies/cl"], &["strategies/club.toml"]),
    ];
    let lines: Vec<(&str, &[&str])> = cases.iter().map(|(line, words, _)| (*line, *words)).collect();
    let found = completed(&lines);
    assert_eq!(found.len(), cases.len());
    for ((line, words, expected), found) in cases.iter().zip(found) {
        assert_eq!(found, *expected, "{line} {words:?}");
    }
}

#[test]
fn bash_is_offered_every_verb_and_all_strategies() {
    let found = completed(&[("sixtyone ", &["sixtyone", ""]), ("sixtyone describe ", &["sixtyone", "describe", ""])]);
    assert!(VERBS.iter().all(|verb| found[0].iter().any(|offer| offer == verb)), "{found:?}");
    for name in ["all-fives", "greedy", "expert", "cards-sharp", "bust-rule"] {
        assert!(found[1].iter().any(|offer| offer == name), "{name} {found:?}");
    }
}

#[test]
fn every_shell_has_a_script() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&["completions", shell]);
        assert!(script.contains(&format!("SIXTYONE_COMPLETE={shell}")), "{shell}\n{script}");
    }
    for shell in ["elvish", "powershell"] {
        let script = good(&["completions", shell]);
        assert!(VERBS.iter().all(|verb| script.contains(verb)), "{shell}");
    }
    // Another shell's question is refused, and the variable alone changes nothing.
    let ask = |value: &str| {
        Command::new(BIN).args(["--", "sixtyone", "ma"]).env("SIXTYONE_COMPLETE", value).output().unwrap()
    };
    assert!(code(&ask("tcsh")) == 2 && err(&ask("tcsh")).contains("unknown shell"));
    let plain = Command::new(BIN).arg("list").env("SIXTYONE_COMPLETE", "").output().unwrap();
    assert!(code(&plain) == 0 && out(&plain).contains("greedy"));
}
