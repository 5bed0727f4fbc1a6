//! The signatures of the benchmark's workloads: they change only with what the program does.

use crate::program::{json, words};

const SIGNATURES: [(&str, &str); 6] = [
    ("greedy-matches", "25a83978904a54d3"),
    ("random-matches", "bf713994c826ac78"),
    ("all-fives-greedy-matches", "e061ab6dede6ab97"),
    ("all-fives-random-matches", "92afa9c649b16428"),
    ("ismcts-iterations", "b004f745be48a129"),
    ("round-solves", "dbd1e06322dc5cc8"),
];

#[test]
fn every_workload_has_its_signature() {
    let found = json(&words("bench --json"));
    let workloads = found["workloads"].as_array().unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let found: Vec<_> = workloads.iter().map(|one| (text(&one["name"]), text(&one["signature"]))).collect();
    assert_eq!(found, SIGNATURES.map(|(name, signature)| (name.to_owned(), signature.to_owned())));
}
