//! Every feature and condition of card rules, against positions worked out by hand, and what is expected against sampled worlds.
use std::collections::BTreeSet;

use crate::support::{self, Options};
use sixtyone_engine::features::Tactical;
use sixtyone_engine::game::{Game, Moves, Notation, Step, Turn};
use sixtyone_engine::games::all_fives::{AllFives, Move, Rules, State, VOCABULARY};
use sixtyone_engine::strategies::tactics::RuleFile;

/// A position: the options, the hands with the pack, the eldest being seat 0, and what has been bid and played.
#[derive(Clone, Copy)]
struct Position<'a> {
    options: &'a Options,
    hands: &'a str,
    moves: &'a [&'a str],
}

fn game<const SEATS: usize>(options: &Options) -> AllFives<SEATS> {
    AllFives::new(Rules::resolve(&support::settings(options)).unwrap())
}

fn play<const SEATS: usize>(game: &AllFives<SEATS>, position: &Position<'_>) -> (State<SEATS>, Vec<Step<Move>>) {
    let mut s = game.read_position(position.hands, None).unwrap();
    let mut log = Vec::new();
    for text in position.moves {
        let Turn::Seat(seat) = game.turn(&s) else { panic!("over before {text}") };
        let mv = game.read_move(&s, text).unwrap_or_else(|| panic!("{text} is not legal for seat {seat}"));
        let event = game.play(&mut s, mv);
        log.push(Step { seat, mv, event });
    }
    (s, log)
}

fn totals_of<const SEATS: usize>(position: &Position<'_>, rule: &str) -> Vec<(String, f64)> {
    let game = game::<SEATS>(position.options);
    let (s, log) = play(&game, position);
    let Turn::Seat(seat) = game.turn(&s) else { panic!("the round is over") };
    let text = format!("game = \"all-fives\"\nabout = \"a test\"\n[[rule]]\nweight = 1\n{rule}\n");
    let file = RuleFile::parse(&text, &[&VOCABULARY]).unwrap_or_else(|fault| panic!("{rule}: {fault}"));
    let mut book = game.compile(&file.rules);
    let mut moves = Moves::new();
    game.moves(&s, &mut moves);
    let mut totals = vec![0.0; moves.len()];
    AllFives::weigh(&mut book, game.view(&s, &log, seat), &moves, &mut totals);
    moves.iter().map(|mv| game.write_move(&s, *mv)).zip(totals).collect()
}

/// Totals of one rule of weight 1 for the seat to move, by move.
fn totals(position: &Position<'_>, rule: &str) -> Vec<(String, f64)> {
    if position.options.contains(&("players", "3")) {
        totals_of::<3>(position, rule)
    } else {
        totals_of::<2>(position, rule)
    }
}

#[track_caller]
fn check(position: &Position<'_>, rule: &str, expected: &[(&str, f64)]) {
    let found = totals(position, rule);
    assert_eq!(found.len(), expected.len(), "{rule}: {found:?}");
    for ((name, found), (expected_name, value)) in found.iter().zip(expected) {
        assert_eq!(name, expected_name, "{rule}");
        assert!((found - value).abs() < 1e-12, "{rule}: {name}: found {found}, expected {value}");
    }
}

/// Checks a feature without parameters for all moves.
#[track_caller]
fn feature(position: &Position<'_>, name: &str, expected: &[(&str, f64)]) {
    check(position, &format!("feature = \"{name}\""), expected);
}

/// Seat 0 leads. To it 48 cards are unseen, three of which seat 1 holds: of 12 clubs six beat 8♣, of ten trumps one beats K♠ (A) and
/// three 10♠ (J Q A).
const LEAD: Position<'_> = Position { options: &[], hands: "8C KS 10S/5S AS 2C : 9S", moves: &["stand"] };
/// Ways to choose three cards of 48.
const ALL: f64 = 17_296.0;

#[test]
fn cards_that_are_led() {
    for (name, expected) in [
        ("counts", [0.0, 10.0, 3.0]),
        ("rank", [8.0, 10.0, 13.0]),
        ("trump", [0.0, 1.0, 1.0]),
        ("card_points", [0.0, 10.0, 3.0]),
        ("takes", [1.0, 1.0, 1.0]),
        ("taken", [0.0, 10.0, 3.0]),
        ("lost", [0.0, 0.0, 0.0]),
        ("sure", [0.0, 0.0, 0.0]),
        ("sure_points", [0.0, 0.0, 0.0]),
        ("beaters", [16.0, 3.0, 1.0]),
        ("ruff", [0.0, 0.0, 0.0]),
        ("suit_left", [0.0, 1.0, 1.0]),
        ("alone", [1.0, 0.0, 0.0]),
        ("trumps_left", [2.0, 1.0, 1.0]),
        ("sure_left", [0.0, 0.0, 0.0]),
        // 10♠ stays without a trump to throw before it.
        ("bare_points", [10.0, 0.0, 10.0]),
        ("next_lacks", [0.0, 0.0, 0.0]),
        // 8♣: no higher club, and a club or no trump: of 17,296 hands C(42,3) − C(36,3) + C(26,3). 10♠: C(45,3).
        ("survives", [6940.0 / ALL, 14_190.0 / ALL, 45.0 / 48.0]),
    ] {
        feature(&LEAD, name, &[("8C", expected[0]), ("10S", expected[1]), ("KS", expected[2])]);
    }
    // On K♠ the ace is laid by whoever holds it (3 of 48). Else a trump that counts nothing (six), the jack, the queen, the five, in this
    // order: C(41,3) − C(40,3) = 780 hands give one point, 741 two, 703 five. On 8♣ a seat without clubs (C(36,3) hands) trumps, with
    // the five if it can (595 hands), or the ace (561), the queen (528), the jack (496). On 10♠ it lays the ace (C(47,2) hands), the
    // queen (C(46,2)) or the jack (C(45,2)), or throws: from C(45−6,3) = 9139 hands on 703 have the five for the least.
    let given = (780.0 + 2.0 * 741.0 + 5.0 * 703.0) / ALL;
    let ruffed = (5.0 * 595.0 + 4.0 * 561.0 + 2.0 * 528.0 + 496.0) / ALL;
    let five = 5.0 * 703.0 / ALL;
    let beaten = (14.0 * 1081.0 + 12.0 * 1035.0 + 11.0 * 990.0) / ALL;
    let taken = [("8C", 0.0), ("10S", 10.0 * 14_190.0 / ALL + five), ("KS", 3.0 * 45.0 / 48.0 + given)];
    feature(&LEAD, "expected_taken", &taken);
    feature(&LEAD, "expected_lost", &[("8C", ruffed), ("10S", beaten), ("KS", 7.0 * 3.0 / 48.0)]);
}

#[test]
fn cards_that_follow() {
    let last = Position { moves: &["stand", "10S"], ..LEAD };
    for (name, five, ace) in [
        ("taken", 0.0, 14.0),
        ("lost", 15.0, 0.0),
        ("takes", 0.0, 1.0),
        ("sure", 0.0, 1.0),
        ("sure_points", 0.0, 14.0),
        ("survives", 0.0, 1.0),
        ("expected_taken", 0.0, 14.0),
        ("expected_lost", 15.0, 0.0),
        // K Q J and what the five leaves; the ace is sure.
        ("sure_left", 1.0, 0.0),
        ("bare_points", 0.0, 5.0),
        ("ruff", 0.0, 0.0),
    ] {
        feature(&last, name, &[("5S", five), ("AS", ace)]);
    }
    // Seat 1 lacks hearts; it may ruff. Then it is known to lack them.
    let void = Position { options: &[], hands: "8H 9H KS/5S AS 2C : 9S", moves: &["stand", "8H"] };
    feature(&void, "ruff", &[("2C", 0.0), ("5S", 1.0), ("AS", 1.0)]);
    feature(&void, "alone", &[("2C", 1.0), ("5S", 0.0), ("AS", 0.0)]);
    feature(&void, "taken", &[("2C", 0.0), ("5S", 5.0), ("AS", 4.0)]);
    let known = Position { moves: &["stand", "8H", "2C"], ..void };
    feature(&known, "next_lacks", &[("9H", 1.0), ("KS", 0.0)]);
    // Of 47 unseen cards 36 are no hearts; eleven of them are trumps, and any beats 9♥: C(25,2) of C(36,2) hands have none.
    feature(&known, "survives", &[("9H", 300.0 / 630.0), ("KS", 34.0 / 36.0)]);
}

#[test]
fn what_a_trick_does_to_the_score() {
    // A♠ on 10♠ is worth 14, two more than are missing.
    for (options, gain, reaches) in [
        (&[("target", "12")][..], 14.0, 1.0),
        (&[("target", "12"), ("overshoot", "discard")], 0.0, 0.0),
        (&[("target", "12"), ("overshoot", "bounce"), ("count", "trick")], 10.0, 0.0),
        (&[("target", "12"), ("overshoot", "cap")], 12.0, 1.0),
        (&[("target", "14"), ("overshoot", "discard")], 14.0, 1.0),
    ] {
        let last = Position { options, moves: &["stand", "10S"], ..LEAD };
        feature(&last, "gain", &[("5S", 0.0), ("AS", gain)]);
        feature(&last, "reaches_target", &[("5S", 0.0), ("AS", reaches)]);
        let mut seen = BTreeSet::new();
        conditions(&last, "AS", &[("gain", gain as i64), ("reaches_target", reaches as i64)], &mut seen);
    }
    // Seven points are captured, and Q♠ would make nine: one too many if a whole round counts as one, and all are lost; by tricks it is
    // the two that are.
    let hands = "8C KS 10S 2S/JS AS 2C QS : 9S";
    for (options, queen, jack) in [
        (&[("target", "8"), ("overshoot", "discard")][..], -7.0, 1.0),
        (&[("target", "8"), ("overshoot", "discard"), ("count", "trick")], 0.0, 1.0),
    ] {
        let lead = Position { options, hands, moves: &["stand", "KS", "AS"] };
        feature(&lead, "gain", &[("2C", 0.0), ("JS", jack), ("QS", queen)]);
        feature(&lead, "reaches_target", &[("2C", 0.0), ("JS", 1.0), ("QS", 0.0)]);
    }
}

#[test]
fn who_may_trump_instead_of_following() {
    // A trump or a higher club beats 8♣: 16 cards of 48, C(32,3) hands have none.
    let free = Position { options: &[("follow", "or-trump")], ..LEAD };
    feature(&free, "survives", &[("8C", 4960.0 / ALL), ("10S", 14_190.0 / ALL), ("KS", 45.0 / 48.0)]);
    // It trumps with the dearest: five (C(47,2) hands), ace (C(46,2)), queen, jack.
    let lost = (5.0 * 1081.0 + 4.0 * 1035.0 + 2.0 * 990.0 + 946.0) / ALL;
    let found = totals(&free, "feature = \"expected_lost\"");
    assert!((found[0].1 - lost).abs() < 1e-12, "{found:?}, {lost}");
}

#[test]
fn what_a_beg_tells() {
    // Seat 0 begged and was given a point. Seat 1 leads: three of 46 cards are against it, of them 10♠, 5♠ and six trumps that count
    // nothing. A club or a trump beats 2♣: C(26,3) hands have none. With Q♠ it catches the five in C(40,3) − C(39,3) hands, the ten in
    // C(39,3) − C(38,3).
    let hands = "8C KS 10S 2S/JS AS 2C QS : 9S";
    let lead = Position { options: &[], hands, moves: &["beg", "give", "KS", "AS"] };
    let caught = (5.0 * 741.0 + 10.0 * 703.0) / 15_180.0;
    feature(&lead, "survives", &[("2C", 2600.0 / 15_180.0), ("JS", 1.0), ("QS", 1.0)]);
    feature(&lead, "expected_taken", &[("2C", 0.0), ("JS", 1.0 + caught), ("QS", 2.0 + caught)]);
    // Without a trump that counts it is three of 44.
    let bids = |name: &str, expected: &[(&str, f64)]| {
        check(&lead, &format!("feature = \"{name}\"\nreading = \"bids\""), expected);
    };
    bids("survives", &[("2C", 2600.0 / 13_244.0), ("JS", 1.0), ("QS", 1.0)]);
    bids("expected_taken", &[("2C", 0.0), ("JS", 1.0), ("QS", 2.0)]);
    bids("expected_lost", &[("2C", 0.0), ("JS", 0.0), ("QS", 0.0)]);
    // Nobody begged, or the seat to be read is the dealer: nothing is told.
    for moves in [&["stand", "KS", "AS"][..], &["beg", "give"]] {
        let silent = Position { moves, ..lead };
        for name in ["survives", "expected_taken", "expected_lost"] {
            let plain = totals(&silent, &format!("feature = \"{name}\""));
            assert_eq!(plain, totals(&silent, &format!("feature = \"{name}\"\nreading = \"bids\"")));
        }
    }
}

#[test]
fn three_seats_reply_one_after_the_other() {
    let lead = Position { options: &[("players", "3")], hands: "KS 8C/5S 2C/AS 3D : 9S", moves: &["stand"] };
    // Each of the other two holds two of 49 cards; only A♠ beats K♠: 47 of 49 each.
    let one = 47.0 / 49.0;
    // Of ten other trumps six count nothing: without them and the ace C(42,2) − C(41,2) = 41 hands of 1176 give the jack, then 40 the
    // queen, 39 the five and 38 the ten.
    let given = (41.0 + 2.0 * 40.0 + 5.0 * 39.0 + 10.0 * 38.0) / 1176.0;
    let found = |rule: &str| totals(&lead, &format!("feature = \"{rule}\""))[1].1;
    assert_eq!(totals(&lead, "feature = \"rank\"")[1], ("KS".to_owned(), 13.0));
    assert!((found("survives") - one * one).abs() < 1e-12);
    let pile = 3.0 + 2.0 * given / one;
    assert!((found("expected_taken") - one * one * pile).abs() < 1e-12);
    let lost = (1.0 - one) * 7.0 + one * (1.0 - one) * (7.0 + given / one);
    assert!((found("expected_lost") - lost).abs() < 1e-12);
}

#[test]
fn listed_values() {
    check(
        &LEAD,
        "feature = \"trump_value\"\nvalues = { 8 = 3, 10 = -1.5, 13 = 2 }",
        &[("8C", 0.0), ("10S", -1.5), ("KS", 2.0)],
    );
    check(
        &LEAD,
        "feature = \"plain_value\"\nvalues = { 8 = 3, 10 = -1.5, 13 = 2 }",
        &[("8C", 3.0), ("10S", 0.0), ("KS", 0.0)],
    );
    check(
        &LEAD,
        "feature = \"trumps_kept\"\nvalues = { 8 = 3, 10 = -1.5, 13 = 2 }",
        &[("8C", 0.5), ("10S", 2.0), ("KS", -1.5)],
    );
    let bids = Position { moves: &[], ..LEAD };
    check(
        &bids,
        "feature = \"bid_cards\"\nis = \"stand\"\nvalues = { 8 = 9, 10 = 1.5, 13 = 2 }",
        &[("stand", 3.5), ("beg", 0.0)],
    );
    check(&bids, "feature = \"bid_trumps\"\nis = \"beg\"\nvalues = { 2 = 7, 3 = 1 }", &[("stand", 0.0), ("beg", 7.0)]);
    check(&bids, "feature = \"bid_trumps\"\nis = \"beg\"\nvalues = { 1 = 7, 3 = 1 }", &[("stand", 0.0), ("beg", 0.0)]);
    let answer = Position { moves: &["beg"], ..LEAD };
    check(
        &answer,
        "feature = \"bid_cards\"\nis = \"give\"\nvalues = { 14 = 4, 5 = 1, 2 = 8 }",
        &[("give", 5.0), ("run", 0.0)],
    );
    for (bid, position, value) in [("stand", &bids, [1.0, 0.0]), ("beg", &bids, [0.0, 1.0])] {
        check(position, &format!("feature = \"bid\"\nis = \"{bid}\""), &[("stand", value[0]), ("beg", value[1])]);
    }
    for (bid, value) in [("give", [1.0, 0.0]), ("run", [0.0, 1.0])] {
        check(&answer, &format!("feature = \"bid\"\nis = \"{bid}\""), &[("give", value[0]), ("run", value[1])]);
    }
    // No feature of a card is worth anything for a bid.
    for doc in VOCABULARY.features.iter().filter(|doc| doc.parameters.is_empty()) {
        feature(&bids, doc.name, &[("stand", 0.0), ("beg", 0.0)]);
    }
}

/// Whether a test holds for a move; the move's rank must not be 0, or it must be a bid.
fn holds(position: &Position<'_>, test: &str, mv: &str) -> bool {
    let rule = match mv {
        "stand" | "beg" | "give" | "run" => format!("feature = \"bid\"\nis = \"{mv}\"\nwhen = {{ {test} }}"),
        _ => format!("feature = \"rank\"\nwhen = {{ {test} }}"),
    };
    let totals = totals(position, &rule);
    totals.iter().find(|(name, _)| name == mv).unwrap_or_else(|| panic!("{mv}: {totals:?}")).1 != 0.0
}

/// Checks conditions by ranges that just hold and just fail.
#[track_caller]
fn conditions(position: &Position<'_>, mv: &str, list: &[(&str, i64)], seen: &mut BTreeSet<String>) {
    for (name, value) in list {
        let doc = VOCABULARY.conditions.iter().find(|doc| doc.name == *name).unwrap();
        if doc.yes_no {
            assert!(holds(position, &format!("{name} = {}", *value == 1), mv), "{name} is {}", *value == 1);
            assert!(!holds(position, &format!("{name} = {}", *value != 1), mv), "{name} is {}", *value == 1);
        } else {
            assert!(holds(position, &format!("{name} = {value}"), mv), "{name} is {value}");
            assert!(!holds(position, &format!("{name} = {{ min = {} }}", value + 1), mv), "{name} is {value}");
            assert!(!holds(position, &format!("{name} = {{ max = {} }}", value - 1), mv), "{name} is {value}");
        }
        seen.insert(format!("{name} {}", i64::from(*value != 0)));
    }
}

#[test]
fn conditions_are_what_their_rows_say() {
    let mut seen = BTreeSet::new();
    let eldest = Position { moves: &[], ..LEAD };
    let nothing_yet = [("own_score", 0), ("other_score", 0), ("ahead", 0), ("own_total", 0), ("other_total", 0)];
    conditions(&eldest, "stand", &nothing_yet, &mut seen);
    let none = ["runs", "lying", "later", "own_captured", "other_captured", "sure_trumps", "rank", "counts", "taken"];
    conditions(&eldest, "stand", &none.map(|name| (name, 0)), &mut seen);
    conditions(&eldest, "stand", &[("gain", 0), ("reaches_target", 0)], &mut seen);
    let none = ["lost", "safety", "suit_left", "trumps_left"];
    conditions(&eldest, "stand", &none.map(|name| (name, 0)), &mut seen);
    let flags = ["or_trump", "by_trick", "for_high", "for_low", "for_jack", "for_game", "begged", "dealer", "leading"];
    conditions(&eldest, "stand", &flags.map(|name| (name, 0)), &mut seen);
    let flags = ["last", "leader_takes", "leader_later", "cannot_follow", "trumped", "trump", "takes", "sure", "ruff"];
    conditions(&eldest, "stand", &flags.map(|name| (name, 0)), &mut seen);
    conditions(&eldest, "beg", &[("stood", 0), ("given", 0)], &mut seen);
    conditions(&LEAD, "KS", &[("stood", 1), ("given", 0)], &mut seen);
    let more = [("next_lacks", 0), ("gift_reaches", 0), ("bidding", 1), ("eldest", 1), ("players", 2), ("target", 61)];
    conditions(&eldest, "beg", &more, &mut seen);
    let lacks = [("own_missing", 61), ("other_missing", 61), ("own_needs", 61), ("other_needs", 61)];
    conditions(&eldest, "beg", &lacks, &mut seen);
    // 10♠ and K♠ of 13 points; 9♠ lies turned up; ♦ and ♥ are lacking.
    let hand = [("cards_held", 3), ("trumps_held", 2), ("points_held", 13), ("suits_lacked", 2), ("choices", 2)];
    conditions(&eldest, "beg", &hand, &mut seen);
    let unseen = [("unseen_trumps", 10), ("unseen_points", 12), ("eldest_missing", 61), ("trumps_gone", 0)];
    conditions(&eldest, "beg", &unseen, &mut seen);
    let held =
        [("king_held", 1), ("ten_held", 1), ("ace_held", 0), ("queen_held", 0), ("jack_held", 0), ("five_held", 0)];
    conditions(&eldest, "beg", &held, &mut seen);
    let out = [("king_out", 0), ("ten_out", 0), ("ace_out", 1), ("queen_out", 1), ("jack_out", 1), ("five_out", 1)];
    conditions(&eldest, "beg", &out, &mut seen);

    let options = [("target", "1"), ("extras", "high,low,jack,game"), ("follow", "or-trump"), ("count", "trick")];
    let dealer = Position { options: &options, moves: &["beg"], ..LEAD };
    let asked = [("begged", 1), ("dealer", 1), ("eldest", 0), ("gift_reaches", 1), ("eldest_missing", 1)];
    conditions(&dealer, "give", &asked, &mut seen);
    let held = [("ace_held", 1), ("five_held", 1), ("sure_trumps", 1), ("king_held", 0), ("ten_held", 0)];
    conditions(&dealer, "give", &held, &mut seen);
    let out = [("ace_out", 0), ("five_out", 0), ("king_out", 1), ("ten_out", 1), ("by_trick", 1), ("or_trump", 1)];
    conditions(&dealer, "give", &out, &mut seen);
    let extras = ["for_high", "for_low", "for_jack", "for_game"];
    conditions(&dealer, "run", &extras.map(|name| (name, 1)), &mut seen);
    // With two points to come a given point reaches nothing.
    let far = [("target", "2"), ("count", "trick")];
    conditions(&Position { options: &far, ..dealer }, "give", &[("gift_reaches", 0), ("target", 2)], &mut seen);

    // The dealer gave a point, and took 3 + 4 points with A♠; it leads, Q♠ and J♠ in the hand.
    let hands = "8C KS 10S 2S/JS AS 2C QS : 9S";
    let later = Position { options: &[], hands, moves: &["beg", "give", "KS", "AS"] };
    let scores = [("own_score", 0), ("other_score", 1), ("ahead", -1), ("own_total", 7), ("other_total", 1)];
    conditions(&later, "QS", &scores, &mut seen);
    let more = [("own_needs", 54), ("other_needs", 60), ("own_missing", 61), ("other_missing", 60)];
    conditions(&later, "QS", &more, &mut seen);
    let more = [("own_captured", 7), ("other_captured", 0), ("leading", 1), ("last", 0), ("later", 1), ("bidding", 0)];
    conditions(&later, "QS", &more, &mut seen);
    conditions(&later, "QS", &[("stood", 0), ("given", 1), ("runs", 0)], &mut seen);
    // A♠ and K♠ are gone: Q♠ and the jack below it are sure.
    conditions(&later, "QS", &[("gain", 2), ("reaches_target", 0)], &mut seen);
    let close = Position { options: &[("target", "9")], ..later };
    conditions(&close, "QS", &[("gain", 2), ("reaches_target", 1)], &mut seen);
    let of_card = [("rank", 12), ("trump", 1), ("counts", 2), ("takes", 1), ("taken", 2), ("lost", 0), ("sure", 1)];
    conditions(&later, "QS", &of_card, &mut seen);
    let of_card = [("safety", 100), ("suit_left", 1), ("trumps_left", 1), ("ruff", 0), ("sure_trumps", 2)];
    conditions(&later, "QS", &of_card, &mut seen);
    conditions(&later, "2C", &[("trumps_left", 2), ("suit_left", 0), ("trump", 0), ("sure", 0)], &mut seen);
    conditions(&later, "QS", &[("queen_held", 1), ("jack_held", 1), ("queen_out", 0), ("jack_out", 0)], &mut seen);
    // By tricks they are in the score.
    let by_trick = Position { options: &[("count", "trick")], ..later };
    conditions(&by_trick, "QS", &[("own_score", 7), ("own_total", 7), ("ahead", 6), ("leader_later", 1)], &mut seen);
    let second = Position { moves: &["beg", "give", "KS", "AS", "QS"], ..later };
    let more = [("last", 1), ("leading", 0), ("later", 0), ("lying", 2), ("leader_takes", 1), ("other_captured", 7)];
    conditions(&second, "10S", &more, &mut seen);
    conditions(
        &second,
        "10S",
        &[("takes", 0), ("lost", 12), ("taken", 0), ("cannot_follow", 0), ("other_score", 0)],
        &mut seen,
    );

    // Seat 0 runs out of trumps that others can hold: seat 1 has shown that it has none.
    let gone = Position { options: &[], hands: "AS KS/2C 3C : 9S", moves: &["stand", "AS", "2C"] };
    conditions(&gone, "KS", &[("trumps_gone", 1), ("next_lacks", 1), ("choices", 1), ("sure", 1)], &mut seen);
    let run = Position { options: &[], hands: "AS KS/2C 3C : 9S 4D 5D 6D 7D 8D 9D JH", moves: &["beg", "run"] };
    conditions(&run, "KS", &[("runs", 1), ("trump", 0), ("trumps_held", 0), ("unseen_trumps", 12)], &mut seen);

    three_seats(&mut seen);
    for doc in VOCABULARY.conditions {
        // A flag both ways; a number at least once where it is not 0.
        for value in if doc.yes_no { 0..=1 } else { 1..=1 } {
            assert!(seen.contains(&format!("{} {value}", doc.name)), "{} is seen to be {value}", doc.name);
        }
    }
}

/// Seat 0 took 19 points with A♠; it leads to the second trick and is the leader for the others.
fn three_seats(seen: &mut BTreeSet<String>) {
    let options = [("players", "3"), ("count", "trick")];
    let hands = "AS 2C 3D/5S 7S 4D/10S QC 5D : 9S";
    let at = |moves| Position { options: &options, hands, moves };
    let first = at(&["stand", "AS", "5S", "10S"]);
    // Both others have nothing: the next one is the leader.
    conditions(&first, "2C", &[("players", 3), ("later", 2), ("leader_later", 1), ("leader_takes", 0)], seen);
    conditions(&first, "2C", &[("own_score", 19), ("ahead", 19), ("eldest", 1), ("suits_lacked", 1)], seen);
    // Seat 1 lacks clubs: its trump would be a ruff. Seat 0 leads the match and the trick.
    let second = at(&["stand", "AS", "5S", "10S", "2C"]);
    let facts = [("leader_takes", 1), ("leader_later", 0), ("later", 1), ("cannot_follow", 1), ("ruff", 1)];
    conditions(&second, "7S", &facts, seen);
    conditions(&second, "7S", &[("other_missing", 42), ("ahead", -19), ("dealer", 0), ("last", 0)], seen);
    let third = at(&["stand", "AS", "5S", "10S", "2C", "7S"]);
    conditions(&third, "QC", &[("trumped", 1), ("leader_takes", 0), ("dealer", 1), ("last", 1), ("takes", 0)], seen);
    conditions(&at(&["stand", "AS", "5S", "10S", "2C", "4D"]), "QC", &[("trumped", 0), ("leader_takes", 1)], seen);
}

/// Expected values of two seats against worlds that agree with the view, in which the other seat does what is best for it there.
#[test]
fn expectations_agree_with_sampled_worlds() {
    for options in [&[][..], &[("follow", "or-trump")]] {
        let game = game::<2>(options);
        let mut compared = 0;
        for block in 0..12 {
            let mut own = support::stream(block, 1);
            let at = game.first(&mut own);
            let mut s = game.start(&at, &game.deal(&mut support::stream(block, 0)));
            while let Turn::Seat(seat) = game.turn(&s) {
                let view = game.view(&s, &[], seat);
                if !view.is_bidding() && view.led().is_none() && view.hand().len() > 1 {
                    compared += compare(&game, &s);
                }
                let mv = game.nth_move(&s, own.below(game.move_count(&s)));
                game.play(&mut s, mv);
            }
        }
        assert!(compared > 100, "{compared}");
    }
}

/// Compares the features of every card that can be led with what happens in sampled worlds.
fn compare(game: &AllFives<2>, s: &State<2>) -> usize {
    const WORLDS: u32 = 1500;
    let Turn::Seat(seat) = game.turn(s) else { return 0 };
    let view = game.view(s, &[], seat);
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    let found = ["survives", "expected_taken", "expected_lost"].map(|name| {
        let rule = format!("game = 'all-fives'\nabout = 'x'\n[[rule]]\nweight = 1\nfeature = '{name}'");
        let mut book = game.compile(&RuleFile::parse(&rule, &[&VOCABULARY]).unwrap().rules);
        let mut totals = vec![0.0; moves.len()];
        AllFives::weigh(&mut book, view, &moves, &mut totals);
        totals
    });
    let sampler = AllFives::sampler(view);
    let mut own = support::stream(7, 3);
    let mut sums = vec![[0.0; 3]; moves.len()];
    let mut squares = sums.clone();
    for _ in 0..WORLDS {
        let world = AllFives::sample(view, &sampler, &mut own);
        for (at, mv) in moves.iter().enumerate() {
            let mut led = world;
            game.play(&mut led, *mv);
            let mut replies = Moves::new();
            game.moves(&led, &mut replies);
            let outcomes = replies.iter().map(|reply| {
                let mut after = led;
                game.play(&mut after, *reply);
                let captured = |seat| i64::from(game.view(&after, &[], seat).captured(seat));
                let before = |seat| i64::from(game.view(&led, &[], seat).captured(seat));
                let other = sixtyone_engine::game::Seat(1 - seat.0);
                // The winner of the trick leads, or, in the last one, would have.
                let beats = game.view(&led, &[], other).would_take(reply.as_card().unwrap());
                (captured(seat) - before(seat) - (captured(other) - before(other)), beats)
            });
            let outcomes: Vec<(i64, bool)> = outcomes.collect();
            let net = outcomes.iter().map(|(net, _)| *net).min().unwrap();
            let values = [
                f64::from(u8::from(outcomes.iter().all(|(_, beats)| !beats))),
                net.max(0) as f64,
                (-net).max(0) as f64,
            ];
            for which in 0..3 {
                sums[at][which] += values[which];
                squares[at][which] += values[which] * values[which];
            }
        }
    }
    let n = f64::from(WORLDS);
    for (at, mv) in moves.iter().enumerate() {
        for which in 0..3 {
            let mean = sums[at][which] / n;
            let error = ((squares[at][which] / n - mean * mean).max(0.0) / n).sqrt();
            let value = found[which][at];
            assert!((mean - value).abs() < 5.0 * error + 0.02, "{mv:?}, {which}: {mean} ± {error}, found {value}");
        }
    }
    moves.len()
}
