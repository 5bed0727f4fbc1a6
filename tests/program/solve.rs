//! `solve` and the strategies that solve, on the command line.

use crate::program::{code, err, good, json, out, run, words};
use serde_json::json;

#[test]
fn a_round_solved_by_hand() {
    // 6-5 would be answered by 6-1 (1 + 5 = 6, two points), after which seat 0 knocks; 4-4 blocks at once, and nobody scores.
    let line = ["solve", "--hands", "6-5 4-4/5-5 6-1 3-3", "--opener", "0", "--json"];
    let found = json(&line);
    assert_eq!((&found["value"], &found["values"], &found["points"]), (&json!(0), &json!([0, 0]), &json!([0, 0])));
    assert_eq!(found["line"], json!([{ "seat": 0, "move": "4-4", "points": 0 }]));
    assert_eq!((&found["exceeded"], &found["goal"], &found["opener"]), (&json!(false), &json!("points"), &json!(0)));
    // A lone 6-5 goes out: one point.
    assert_eq!(json(&["solve", "--hands", "6-5/5-5 6-1 3-3", "--json"])["value"], 1);
    // 5-5 scores 2, and 6-5 on it (16) only goes out; after 6-1 it would make 6 as well.
    let other = json(&["solve", "--hands", "6-5/5-5 6-1", "--opener", "1", "--json"]);
    assert_eq!((&other["value"], &other["values"]), (&json!(1), &json!([-1, 1])));
    let text = good(&line[..5]);
    assert!(text.starts_with("value +0  seat 0 opens") && text.contains("blocked"), "{text}");
}

#[test]
fn other_games_can_be_solved() {
    assert_eq!(json(&["solve", "--hands", "6-5/5-5/6-6", "--json"])["values"], json!([2, -1, -1]));
    // The eldest stands with the ace: 4 points to the 3 of the king that must follow.
    let cards = json(&["solve", "--game", "all-fives", "--hands", "AS/KS : 9S", "--json"]);
    assert_eq!((&cards["value"], &cards["points"]), (&json!(7), &json!([7, 0])));
    assert_eq!(cards["line"][0]["move"], "stand");
}

#[test]
fn what_cannot_be_solved_says_why() {
    for (line, parts) in [
        ("solve --hands 6-6/7-7", ["\"7-7\"", "double-6"]),
        ("solve --hands 6-6", ["--hands: found one hand", "separated by \"/\""]),
        ("solve --hands 6-6/5-5 --nodes 0", ["--nodes", "1 to"]),
        ("solve --hands 6-6/5-5 --goal fame", ["--goal", "points"]),
        ("match pimc:worlds=0 greedy", ["\"worlds\"", "1 to 1000000"]),
        ("match pimc:goal=fame greedy", ["\"goal\"", "points"]),
        ("match omniscient:worlds=3 greedy", ["unknown parameter \"worlds\"", "nodes"]),
    ] {
        let output = run(&words(line));
        assert_eq!(code(&output), 2, "{line}");
        assert!(parts.iter().all(|part| err(&output).contains(part)), "{line}: {}", err(&output));
    }
    let hands = "6-5 4-4 3-0 6-6/5-5 2-1 6-4 5-1";
    let output = run(&["solve", "--hands", hands, "--nodes", "3"]);
    assert_eq!(code(&output), 1);
    assert!(err(&output).contains("3 positions were not enough") && out(&output).is_empty());
    let found = json(&["solve", "--hands", hands, "--nodes", "3", "--json"]);
    assert_eq!((&found["exceeded"], &found["value"], &found["line"]), (&json!(true), &json!(null), &json!(null)));
}

#[test]
fn what_sees_everything_says_so() {
    let line = "match omniscient pimc:worlds=3 --blocks 4";
    assert!(good(&words(line)).contains("omniscient (sees all)"));
    let document = json(&words(&format!("{line} --json")));
    let strategies = &document["strategies"];
    assert_eq!((&strategies[0]["name"], &strategies[0]["sees_all"]), (&json!("omniscient (sees all)"), &json!(true)));
    assert_eq!((&strategies[1]["name"], &strategies[1]["sees_all"]), (&json!("pimc:worlds=3"), &json!(false)));
    assert!(good(&words("replay omniscient greedy")).contains("omniscient (sees all)"));
    assert!(good(&["list"]).contains("omniscient (sees all)"));
    assert!(good(&["describe", "omniscient"]).starts_with("omniscient (sees all)"));
    let threads = |threads: &str| {
        let mut found = json(&words(&format!("{line} --json --threads {threads}")));
        found["strategies"].take()
    };
    assert_eq!(threads("1"), threads("7"));
}
