//! The move generators against the golden counts of `scripts/perft_brute.py` and `scripts/perft_brute_cards.py`, which count by brute
//! force and share no code with them.

use serde::Deserialize;
use serde_json::{Map, Value as Json};
use sixtyone_engine::game::Seat;
use sixtyone_engine::games::options::{OptionValue, Settings};
use sixtyone_engine::games::{GameVisitor, Playable, resolve};
use sixtyone_engine::perft::perft;

/// One golden count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    game: String,
    set: Map<String, Json>,
    hands: String,
    /// `null` where a tile chooses the opener.
    opener: Option<u8>,
    depth: u32,
    count: u64,
}

fn value(json: &Json) -> OptionValue {
    match json {
        Json::Number(number) => OptionValue::Number(number.as_i64().unwrap()),
        Json::Bool(truth) => OptionValue::Bool(*truth),
        Json::String(word) => OptionValue::Word(word.clone()),
        Json::Array(items) => OptionValue::List(items.iter().map(value).collect()),
        other => panic!("no option has the value {other}"),
    }
}

impl GameVisitor for &Case {
    type Out = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let s = game.read_position(&self.hands, self.opener.map(Seat));
        perft(&game, &s.unwrap_or_else(|error| panic!("{}: {error}", self.name)), self.depth)
    }
}

fn check(text: &str) {
    let cases: Vec<Case> = serde_json::from_str(text).unwrap();
    assert!(cases.len() > 50 && cases.iter().any(|case| case.depth > 6), "golden data of some breadth");
    for case in &cases {
        let settings: Settings = case.set.iter().map(|(name, json)| (name.clone(), value(json))).collect();
        let game = resolve(&case.game, &settings).unwrap_or_else(|error| panic!("{}: {error}", case.name));
        assert_eq!(game.visit(case), case.count, "{}", case.name);
    }
}

#[test]
fn every_golden_count_of_dominoes_is_met() {
    check(include_str!("../data/perft.json"));
}

#[test]
fn every_golden_count_of_cards_is_met() {
    check(include_str!("../data/perft_cards.json"));
}
