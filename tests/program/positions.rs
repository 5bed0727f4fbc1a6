//! Positions of recorded matches: records read back and checked, and the verbs that begin from one.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use sixtyone::game::SeatView as _;
use sixtyone::games::{GameVisitor, Playable};
use sixtyone::recorded::{RecordError, RecordLine};
use sixtyone::strategies::StrategyPlan;
use sixtyone::strategies::tactics::{Explanation, Rules};

use crate::program::{code, err, good, json, out, run};

/// Records of a few matches, written to a file of this name.
fn records(name: &str, arguments: &[&str]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let mut all = vec!["match"];
    all.extend(arguments);
    all.extend(["--quiet", "--records", path.to_str().unwrap()]);
    good(&all);
    path
}

struct Check<'a>(&'a RecordLine);

impl GameVisitor for Check<'_> {
    /// The number of rounds, and of void deals among them.
    type Out = Result<(usize, usize), RecordError>;

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let found = self.0.replay(&game)?;
        let voids = found.rounds.windows(2).filter(|pair| pair[0].at.round == pair[1].at.round).count();
        Ok((found.rounds.len(), voids))
    }
}

fn check(text: &str) -> Result<(usize, usize), RecordError> {
    let line = RecordLine::parse("here".to_owned(), text.to_owned())?;
    line.game()?.visit(Check(&line))
}

#[test]
fn every_record_of_every_kind_of_game_replays() {
    let kinds: [&[&str]; 6] = [
        &["greedy", "random", "--blocks", "5"],
        &[
            "greedy",
            "random",
            "greedy",
            "--players",
            "3",
            "--set",
            "first_opener=highest-double",
            "--set",
            "next_opener=lot",
        ],
        &["greedy", "random", "--players", "4", "--set", "overshoot=bounce", "--set", "next_opener=highest-double"],
        &[
            "greedy",
            "random",
            "--game",
            "cincos-y-treses",
            "--set",
            "set=9",
            "--set",
            "overshoot=allow",
            "--set",
            "finish=round-end",
        ],
        &["greedy", "random", "--game", "all-fives", "--set", "turned_jack=1", "--set", "overshoot=discard"],
        &["random", "random:salt=1", "greedy", "--game", "all-fives", "--players", "3", "--blocks", "25"],
    ];
    let (mut matches, mut voids) = (0, 0);
    for (number, kind) in kinds.iter().enumerate() {
        let mut arguments = kind.to_vec();
        if !arguments.contains(&"--blocks") {
            arguments.extend(["--blocks", "3"]);
        }
        let text = fs::read_to_string(records(&format!("kind-{number}.jsonl"), &arguments)).unwrap();
        for line in text.lines() {
            let found = check(line).unwrap_or_else(|error| panic!("{kind:?}: {error}"));
            matches += 1;
            voids += found.1;
        }
    }
    assert!(matches > 150 && voids > 0, "{matches} matches, {voids} void deals");
}

/// A record of two strategies, changed.
fn changed(change: impl Fn(&mut Value)) -> String {
    let mut record = json(&["replay", "greedy", "random", "--json"]);
    change(&mut record);
    check(&record.to_string()).unwrap_err().to_string()
}

#[test]
fn a_record_that_is_not_what_the_rules_make_of_it_is_refused_with_its_place() {
    type Change = fn(&mut Value);
    let cases: [(Change, &str); 12] = [
        (|r| r["rounds"][1]["moves"][2]["taken"] = json!(40), "here, round 1, move 3: taken: found 40; expected"),
        (|r| r["rounds"][1]["moves"][2]["seat"] = json!(9), "here, round 1, move 3: seat: found 9; seat"),
        (|r| r["rounds"][0]["moves"][1]["tile"] = json!("7-7"), "here, round 0, move 2: found \"7-7"),
        (|r| r["rounds"][0]["moves"].as_array_mut().unwrap().truncate(2), "round 0: the record ends after 2 moves"),
        (|r| r["rounds"][0]["hands"][0][0] = r["rounds"][0]["hands"][1][0].clone(), "is dealt twice"),
        (
            |r| r["rounds"][0]["opener"] = json!(u64::MAX),
            "round 0: opener: found 18446744073709551615; allowed: 0 to 1",
        ),
        (|r| r["rounds"][1]["opener"] = r["rounds"][0]["opener"].clone(), "round 1: opener: found"),
        (|r| r["rounds"].as_array_mut().unwrap().truncate(1), "\"rounds\": the record ends before the match does"),
        (|r| r["result"]["shares"] = json!([27720, 27720]), "result: shares: found [27720,27720]"),
        (|r| r["game"]["target"] = json!("x"), "\"game\": option \"target\": found \"x\"; allowed:"),
        (|r| r["record"] = json!(2), "\"record\": found 2; allowed: 1"),
        (|r| r["rounds"][0]["extra"] = json!(1), "round 0: unknown field \"extra\""),
    ];
    for (change, expected) in cases {
        let message = changed(change);
        assert!(message.starts_with("here") && message.contains(expected), "{expected}\n{message}");
    }
    assert!(check("{").unwrap_err().to_string().starts_with("here: not JSON"));
    assert!(check("[]").unwrap_err().to_string().contains("no JSON object"));
}

#[test]
fn a_recorded_match_is_shown_as_from_its_seed() {
    let path = records("shown.jsonl.gz", &["expert", "greedy", "--blocks", "2"]);
    let file = path.to_str().unwrap();
    let from_seed = good(&["replay", "expert", "greedy", "--block", "1", "--match", "1"]);
    assert_eq!(good(&["replay", "--record", file, "--match", "3"]), from_seed);
    let part = good(&["replay", "--record", file, "--match", "3", "--round", "1", "--move", "3"]);
    assert!(part.contains("\nround 1  ") && part.contains("\n   2  seat") && !part.contains("\n   3  seat"), "{part}");
    assert_eq!(
        good(&["replay", "expert", "greedy", "--block", "1", "--match", "1", "--round", "1", "--move", "3"]),
        part
    );
    let record = good(&["replay", "--record", file, "--match", "3", "--json"]);
    assert_eq!(record, good(&["replay", "expert", "greedy", "--block", "1", "--match", "1", "--json"]));
}

#[test]
fn counts_and_solutions_begin_at_a_recorded_move() {
    let path = records("begin.jsonl", &["expert", "greedy", "--blocks", "1"]);
    let file = path.to_str().unwrap();
    let record: Value = serde_json::from_str(fs::read_to_string(&path).unwrap().lines().next().unwrap()).unwrap();
    let round = &record["rounds"][0];
    let hands: Vec<String> = round["hands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|hand| hand.as_array().unwrap().iter().map(|tile| tile.as_str().unwrap()).collect::<Vec<_>>().join(" "))
        .collect();
    let (hands, opener) = (hands.join("/"), round["opener"].to_string());
    let dealt = ["--hands", &hands, "--opener", &opener];
    let at = |mv: &'static str| vec!["--record", file, "--round", "0", "--move", mv];
    let of = |verb: &[&str], position: &[&str]| json(&[verb, position, &["--json"]].concat());
    // Before its first move a round stands as it was dealt.
    for verb in [&["perft", "--depth", "3"][..], &["solve"]] {
        let (found, expected) = (of(verb, &at("1")), of(verb, &dealt));
        for field in ["count", "value", "values", "line", "opener", "to_move"] {
            assert_eq!(found[field], expected[field], "{verb:?} {field}");
        }
        assert_eq!(found["position"]["move"], 1);
    }
    // A first move's part of a count is the count after that move.
    let divided = of(&["perft", "--depth", "4", "--divide"], &at("1"));
    let first = round["moves"][0]["tile"].as_str().unwrap();
    let parts = divided["divide"].as_array().unwrap();
    let part = parts.iter().find(|part| part["move"] == first).unwrap();
    assert_eq!(part["count"], of(&["perft", "--depth", "3"], &at("2"))["count"]);
    // The rest of the round, not what has been scored before.
    let (value, points) = (of(&["solve"], &at("4")), round["moves"][2]["scores"].clone());
    assert!(points != json!([0, 0]), "somebody has scored: {points}");
    assert_eq!(
        value["values"][0].as_i64().unwrap(),
        value["points"][0].as_i64().unwrap() - value["points"][1].as_i64().unwrap()
    );
}

#[test]
fn a_count_is_divided_as_chess_engines_print_it() {
    let position = ["--hands", "6-5 4-4 3-0/5-5 6-1 6-6"];
    let all = good(&[&["perft", "--depth", "2"][..], &position].concat());
    let text = good(&[&["perft", "--depth", "2", "--divide"][..], &position].concat());
    assert_eq!(text, format!("3-0: 0\n4-4: 0\n6-5: 3\n\nNodes searched: {all}"));
    let later = ["perft", "--record", "-", "--divide", "--depth", "0"];
    assert!(err(&run(&later)).contains("--depth 0; allowed: 1 to 1000"));
}

#[test]
fn places_outside_a_file_are_refused_with_what_is_allowed() {
    let path = records("outside.jsonl", &["greedy", "random", "--blocks", "1"]);
    let file = path.to_str().unwrap();
    let cases: [(&[&str], &str); 9] = [
        (&["--record", file, "--match", "2"], "--match: found 2; allowed: 0 to 1, the records of the file"),
        (&["--record", file, "--round", "99"], "line 1: --round: found 99; allowed: 0 to "),
        (&["--record", file, "--move", "99"], "line 1: --move: found 99; allowed: 1 to "),
        (&["--record", file, "--move", "0"], "allowed: a whole number from 1"),
        (&["--record", file, "--set", "target=31"], "a record says what game it is of"),
        (&["--record", file, "--hands", "6-5/5-5"], "found --hands and --record; give one of the two"),
        (&["--hands", "6-5/5-5", "--move", "2"], "choose a position of --record FILE"),
        (&["--record", "missing.jsonl"], "cannot read missing.jsonl: "),
        (&[], "a position is missing; give --hands"),
    ];
    for (arguments, expected) in cases {
        for verb in [&["solve"][..], &["perft", "--depth", "1"]] {
            let output = run(&[verb, arguments].concat());
            assert_eq!((code(&output), out(&output).as_str()), (2, ""), "{verb:?} {arguments:?}");
            assert!(err(&output).contains(expected), "{arguments:?}\n{}", err(&output));
        }
    }
    assert!(err(&run(&["replay", "--record", file, "--seed", "3"])).contains("cannot be used with"));
}

/// Explains every decision of a record, by the strategy that made it; counts them, and those that a tie decided.
struct ExplainAll<'a>(&'a RecordLine);

impl GameVisitor for ExplainAll<'_> {
    type Out = (usize, usize);

    fn visit<G: Playable>(self, game: G) -> Self::Out {
        let played = self.0.replay(&game).unwrap();
        let plans: Vec<StrategyPlan> =
            played.names.iter().map(|name| StrategyPlan::resolve(name, None).unwrap()).collect();
        let (mut decisions, mut ties) = (0, 0);
        for round in &played.rounds {
            let mut s = round.start;
            for (at, step) in round.steps.iter().enumerate() {
                let view = game.view(&s, &round.steps[..at], step.seat);
                let rules = plans[step.seat.index()].get::<Rules>().unwrap();
                let found = rules.explain(&game, view).unwrap();
                check_explanation(&found, step.mv, rules);
                assert_eq!(found.moves.len(), view.move_count() as usize);
                decisions += 1;
                ties += usize::from(found.best.len() > 1);
                game.play(&mut s, step.mv);
            }
        }
        (decisions, ties)
    }
}

fn check_explanation<M: Copy + PartialEq + std::fmt::Debug>(found: &Explanation<M>, played: M, rules: &Rules) {
    let allowed: Vec<M> = found.candidates.iter().map(|at| found.moves[*at]).collect();
    assert!(allowed.contains(&played), "{played:?} was played, {allowed:?} explained");
    assert_eq!(found.parts.len(), rules.0.rules.len());
    for (at, total) in found.totals.iter().enumerate() {
        // In the order of the rules, as the strategy sums.
        let sum = found.parts.iter().filter_map(|rule| rule[at]).fold(0.0, |sum, part| sum + part.worth);
        assert_eq!(sum.to_bits(), total.to_bits(), "{:?}: {sum} and {total}", found.moves[at]);
        assert!(*total <= found.totals[found.best[0]]);
    }
    assert!(found.candidates.iter().all(|at| found.best.contains(at)));
}

#[test]
fn what_is_explained_is_what_was_played_and_the_parts_add_up() {
    let kinds: [&[&str]; 4] = [
        &["expert", "rady-hfebms", "--blocks", "2"],
        &["rady-random", "club", "novice", "--players", "3", "--blocks", "1"],
        &["partners+blocker", "careful", "--players", "4", "--blocks", "1"],
        &["cards-expert", "cards-plain", "--game", "all-fives", "--blocks", "2"],
    ];
    let mut seen = (0, 0);
    for (number, kind) in kinds.iter().enumerate() {
        let text = fs::read_to_string(records(&format!("explain-{number}.jsonl"), kind)).unwrap();
        for line in text.lines() {
            let line = RecordLine::parse("here".to_owned(), line.to_owned()).unwrap();
            let found = line.game().unwrap().visit(ExplainAll(&line));
            seen = (seen.0 + found.0, seen.1 + found.1);
        }
    }
    assert!(seen.0 > 1000 && seen.1 > 50, "{seen:?} decisions and ties");
}

#[test]
fn a_decision_is_explained_rule_by_rule() {
    let position = ["--hands", "6-5 4-4 3-0/5-5 2-1 6-6"];
    let text = good(&[&["explain", "novice"][..], &position].concat());
    for part in ["seat 0 is to move", "2 gain × 1", "\n total ", "* is chosen", "rule 2: 1 × gain", "novice plays "] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    let found = json(&[&["explain", "novice", "--json"][..], &position].concat());
    assert_eq!(found["legal_moves"], json!(["3-0", "4-4", "6-5"]));
    let best = found["moves"]
        .as_array()
        .unwrap()
        .iter()
        .max_by(|a, b| a["total"].as_f64().unwrap().total_cmp(&b["total"].as_f64().unwrap()));
    assert_eq!(found["chosen"], json!([best.unwrap()["move"]]));
    assert_eq!(found["rules"][1]["feature"], "gain");
    // A tie, and how it is broken: of two moves that earn nothing the larger tile.
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("flat.toml");
    fs::write(&file, "game = \"dominoes\"\nabout = \"x\"\n").unwrap();
    let text = good(&[&["explain", file.to_str().unwrap()][..], &position].concat());
    assert!(text.contains("plays 6-5: 3-0, 4-4, 6-5 have the largest total, 0; ties = \"pips\":"), "{text}");
    let output = run(&["explain", "novice"]);
    assert!(code(&output) == 2 && err(&output).contains("or --replay STRATEGY"), "{}", err(&output));
    let output = run(&[&["explain", "cards-plain"][..], &position].concat());
    assert!(code(&output) == 2 && err(&output).contains("cannot play dominoes"), "{}", err(&output));
}

#[test]
fn strategies_without_rules_show_what_their_choice_rested_on() {
    let path = records("figures.jsonl", &["greedy", "random", "--blocks", "1"]);
    let at = ["--record", path.to_str().unwrap(), "--round", "0", "--move", "2", "--json"];
    let explain = |strategy: &str| json(&[&["explain", strategy][..], &at].concat());
    let moves = explain("greedy")["legal_moves"].as_array().unwrap().len();
    assert!(moves > 1);
    assert_eq!(explain("random")["chosen"].as_array().unwrap().len(), moves);
    assert_eq!(explain("greedy")["figures"], json!([]));
    let searching = ["pimc:worlds=5,goal=points", "omniscient:goal=points", "rollout:worlds=5,goal=points"];
    for strategy in searching.into_iter().chain(["ismcts:iterations=200,goal=points"]) {
        let found = explain(strategy);
        // The first figure decides: the mean value, or the visits.
        let values: Vec<f64> =
            found["figures"][0]["values"].as_array().unwrap().iter().map(|value| value.as_f64().unwrap()).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let chosen = found["legal_moves"].as_array().unwrap().iter().position(|mv| *mv == found["chosen"][0]).unwrap();
        assert!(values.len() == moves && values[chosen] >= most, "{strategy} {found}");
    }
    // The exact value of the best move is what `solve` finds from there on.
    let found = explain("omniscient:goal=points");
    let solved = json(&[&["solve"][..], &at].concat());
    let values = found["figures"][0]["values"].as_array().unwrap();
    let best = values.iter().map(|value| value.as_f64().unwrap()).fold(f64::NEG_INFINITY, f64::max);
    assert!((best - solved["value"].as_f64().unwrap()).abs() < 1e-9, "{found} {solved}");
}

#[test]
fn a_replayed_match_is_explained_as_its_record_is() {
    let path = records("replayed.jsonl", &["expert", "greedy", "--blocks", "1"]);
    let place = ["--match", "1", "--round", "0", "--move", "3"];
    let replayed = good(&[&["explain", "expert", "--replay", "expert", "greedy"][..], &place].concat());
    let recorded = good(&[&["explain", "expert", "--record", path.to_str().unwrap()][..], &place].concat());
    assert_eq!(replayed, recorded);
    let both = run(&["explain", "expert", "--replay", "expert", "greedy", "--hands", "6-5/5-5"]);
    assert!(err(&both).contains("give one of the three"));
}
