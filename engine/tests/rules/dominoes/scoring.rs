//! Scoring, rule by rule: placements (D10–D12) and the target (D16–D20).

use sixtyone_engine::game::{Event, Game, Outcome, RoundEnd, Seat, Side, Sides, Standing, WIN_UNITS};
use sixtyone_engine::games::dominoes::{DoubleSix, End, Preset, Rules, Set, Tile, Tiles};

use super::{Six, SixState, Twelve, lay_all, position, read_hands, six};
use crate::support::{self, Options};

/// A game of two seats with some options, a position with these scores, and seat 0 to open.
fn at(options: &Options, scores: [u16; 2], hands: &str) -> (Six, SixState) {
    let game = six(options);
    let mut standing = Standing::new(Some(Seat(0)));
    standing.scores[..2].copy_from_slice(&scores);
    let s = game.open(&standing, read_hands::<DoubleSix, 12>(hands));
    (game, s)
}

fn offered(events: &[Event]) -> Vec<u16> {
    events.iter().map(|event| event.offered).collect()
}

#[test]
fn d10_the_example_of_the_rules() {
    let (game, mut s) = at(&[], [0, 0], "3-1 4-3 0-0/6-1 2-2 5-5");
    let events = lay_all(&game, &mut s, &["3-1", "6-1 left", "4-3 right"]);
    assert_eq!(offered(&events), [0, 3, 2], "4 earns nothing; 3 + 6 = 9 earns 3; 4 + 6 = 10 earns 2");
    assert_eq!((s.score(Side(0)), s.score(Side(1))), (2, 3));
}

#[test]
fn d10_a_sum_of_twelve_earns_four() {
    let (game, mut s) = at(&[], [0, 0], "2-1 6-2 0-0/6-1 5-5");
    let events = lay_all(&game, &mut s, &["2-1", "6-1 left", "6-2 right"]);
    assert_eq!(offered(&events), [1, 0, 4], "3, then 6 + 2, then 6 + 6");
}

#[test]
fn d10_a_double_at_an_end_counts_both_halves_until_it_is_covered() {
    let (game, mut s) = at(&[], [0, 0], "4-2 5-4 0-0/4-4 1-1");
    let events = lay_all(&game, &mut s, &["4-2", "4-4 right", "5-4 right"]);
    assert_eq!(offered(&events), [2, 2, 0], "6, then 2 + 8 = 10, then 2 + 5 = 7");
}

#[test]
fn d10_a_lone_double_counts_once_and_keeps_counting_at_its_free_end() {
    // Divisors that show the sums: 12 = 2·6 earns 2, 17 earns 1, 6 earns 1.
    let (game, mut s) = at(&[("divisors", "6,17")], [0, 0], "6-6 6-1 0-0/6-5 1-1");
    let events = lay_all(&game, &mut s, &["6-6", "6-5 left", "6-1 right"]);
    assert_eq!(offered(&events), [2, 1, 1], "12, then 12 + 5 = 17, then 5 + 1 = 6");
    let (game, mut s) = at(&[], [0, 0], "6-6 0-0/6-5 1-1");
    assert_eq!(offered(&lay_all(&game, &mut s, &["6-6", "6-5 left"])), [4, 0]);
}

#[test]
fn d11_fifteen_earns_both_parts_and_nothing_earns_nothing() {
    let (game, mut s) = at(&[], [0, 0], "6-5 0-0/5-5 5-1");
    let events = lay_all(&game, &mut s, &["6-5", "5-5 left"]);
    assert_eq!(offered(&events), [0, 0], "11, then 10 + 6 = 16");
    let (game, mut s) = at(&[], [0, 0], "5-4 0-0/5-5 5-1");
    let events = lay_all(&game, &mut s, &["5-4", "5-5 right"]);
    assert_eq!(offered(&events), [3, 0], "9, then 4 + 10 = 14");
    let (game, mut s) = at(&[], [0, 0], "6-3 0-0/6-6 5-1");
    let events = lay_all(&game, &mut s, &["6-3", "6-6 right"]);
    assert_eq!(offered(&events), [3, 8], "9, then 3 + 12 = 15: 5 + 3");
    let (game, mut s) = at(&[("divisors", "2,3,5")], [0, 0], "0-0 1-1/2-2");
    assert_eq!(offered(&lay_all(&game, &mut s, &["0-0"])), [0], "a sum of 0 earns nothing");
}

#[test]
fn d12_twenty_one_earns_ten_with_the_advanced_divisors() {
    let rules = Rules::resolve(
        Preset::CincosYTreses,
        &support::settings(&[("set", "12"), ("divisors", "3,5,7,11,13"), ("hand", "2")]),
    );
    let game = Twelve::new(rules.unwrap());
    let mut s = position(&game, "12-9 1-0/2-0 3-0", Some(0));
    assert_eq!(offered(&lay_all(&game, &mut s, &["12-9"])), [10], "7 + 3");
    let best = |divisors: &'static str| {
        let rules = Rules::resolve(Preset::FivesAndThrees, &support::settings(&[("divisors", divisors)])).unwrap();
        (0..=22).map(|sum| rules.points(sum)).max().unwrap()
    };
    assert_eq!((best(""), best("3,5")), (0, 8));
}

#[test]
fn d10_the_sums_of_a_double_six_set_reach_22_and_the_best_placement_is_8() {
    let game = six(&[]);
    let view_of = position(&game, "6-6 5-5/1-0 0-0", Some(0));
    let view = game.view(&view_of, &[], Seat(0));
    let (mut highest, mut best) = (0, 0);
    // Two different tiles at the two ends, each with either half outside; and every lone tile.
    for left in Tiles(DoubleSix::ALL) {
        for right in Tiles(DoubleSix::ALL) {
            for (x, y) in outer_halves(left).into_iter().flat_map(|x| outer_halves(right).map(|y| (x, y))) {
                let lone = left == right;
                if lone && x == y && !x.is_double() {
                    continue;
                }
                let sum = if lone && x.is_double() { x.value() } else { x.value() + y.value() };
                highest = highest.max(sum);
                best = best.max(view.points_of([x, y], lone));
            }
        }
    }
    assert_eq!((highest, best), (22, 8));
    let (game, mut s) = at(&[("divisors", "22")], [0, 0], "6-6 5-5/6-5 1-0");
    assert_eq!(
        offered(&lay_all(&game, &mut s, &["6-6", "6-5 left", "5-5 left"])),
        [0, 0, 2],
        "1 for 22 and 1 for going out"
    );
    let (game, mut s) = at(&[("divisors", "22")], [0, 0], "6-6 5-5 0-0/6-5 1-0");
    assert_eq!(offered(&lay_all(&game, &mut s, &["6-6", "6-5 left", "5-5 left"])), [0, 0, 1], "10 + 12");
}

/// The ends that a tile can show.
fn outer_halves(tile: Tile<u32>) -> [End; 2] {
    let (a, b) = tile.halves();
    [End::new(a, a == b), End::new(b, a == b)]
}

#[test]
fn d11_openings_earn_what_the_rules_say() {
    let game = six(&[("hand", "14")]);
    let mut earned = [0; 5];
    let mut best = Vec::new();
    for a in 0..=6 {
        for b in a..=6 {
            let other = if (a, b) == (0, 0) { "1-1" } else { "0-0" };
            let mut s =
                position(&game, &format!("{b}-{a} {other}/{}", if b == 6 && a == 5 { "4-3" } else { "6-5" }), Some(0));
            let event = lay_all(&game, &mut s, &[&format!("{b}-{a}")])[0];
            earned[usize::from(event.offered)] += 1;
            if event.offered >= 3 {
                best.push((b, a, event.offered));
            }
        }
    }
    assert_eq!(earned, [14, 5, 6, 2, 1], "openings by points, from 0 to 4");
    best.sort_unstable();
    assert_eq!(best, [(5, 4, 3), (6, 3, 3), (6, 6, 4)]);
}

#[test]
fn d12_double_twelve_sums_stay_in_range() {
    // The largest sum of all: 12-12 at one end and 11-11 at the other.
    let rules = Rules::resolve(Preset::CincosYTreses, &support::settings(&[("set", "12"), ("divisors", "2,23,46")]));
    let game = Twelve::new(rules.unwrap());
    let mut s = position(&game, "12-12 11-11 1-1/12-11 0-0", Some(0));
    let events = lay_all(&game, &mut s, &["12-12", "12-11 left", "11-11 left"]);
    assert_eq!(offered(&events), [12, 0, 23 + 2 + 1], "24, 35, 46");
}

#[test]
fn d16_an_event_past_the_target_is_discarded_and_play_goes_on() {
    let (game, mut s) = at(&[], [0, 60], "3-1 4-3 0-0/6-1 2-2 5-5");
    let event = lay_all(&game, &mut s, &["3-1", "6-1 left"])[1];
    assert_eq!((event.offered, event.taken, event.lost_events), (3, 0, 1), "60 + 3 is lost whole");
    assert_eq!(s.score(Side(1)), 60, "still 60");
    let event = lay_all(&game, &mut s, &["4-3 right"])[0];
    assert_eq!((event.offered, event.taken), (2, 2), "play goes on");
}

#[test]
fn d16_a_placement_that_earns_nothing_is_no_event() {
    let (game, mut s) = at(&[], [60, 0], "3-1 4-3 0-0/6-1 2-2 5-5");
    let event = lay_all(&game, &mut s, &["3-1"])[0];
    assert_eq!((event.offered, event.taken, event.lost_events), (0, 0, 0));
}

#[test]
fn d18_exactly_the_target_wins_at_once_in_mid_round() {
    let (game, mut s) = at(&[], [0, 58], "3-1 4-3 0-0/6-1 2-2 5-5");
    lay_all(&game, &mut s, &["3-1", "6-1 left"]);
    assert_eq!((game.round_end(&s), s.score(Side(1))), (RoundEnd::Won, 61));
    let next = game.settle(&Standing::new(Some(Seat(0))), &s, &mut support::stream(1, 1));
    assert_eq!(next.outcome, Outcome::Won(Sides::one(Side(1))));
    assert_eq!(next.share(Side(1), game.table()), WIN_UNITS);
}

/// Seat 1 lays its last tile, which earns 2 for 2 + 4 and 1 for going out.
const LAST_TILE: &str = "3-2 5-5/4-3";

fn last_tile(options: &Options, score: u16) -> (Event, u16, RoundEnd) {
    let (game, mut s) = at(options, [0, score], LAST_TILE);
    let event = lay_all(&game, &mut s, &["3-2", "4-3 right"])[1];
    (event, s.score(Side(1)), game.round_end(&s))
}

#[test]
fn d17_placement_and_bonus_are_one_event() {
    let (event, score, end) = last_tile(&[], 59);
    assert_eq!((event.offered, event.taken, event.lost_events), (3, 0, 1), "59 + 2 + 1 = 62: both are lost");
    assert_eq!((score, end), (59, RoundEnd::Complete), "the seat is out all the same");
    let (event, score, end) = last_tile(&[], 58);
    assert_eq!((event.offered, event.taken, score, end), (3, 3, 61, RoundEnd::Won));
    let (event, score, _) = last_tile(&[], 57);
    assert_eq!((event.taken, score), (3, 60));
}

#[test]
fn d17_combine_out_false_checks_placement_and_bonus_one_after_the_other() {
    let apart: &Options = &[("combine_out", "false")];
    let (event, score, end) = last_tile(apart, 59);
    assert_eq!(
        (event.offered, event.taken, event.lost_events),
        (2, 2, 0),
        "the placement wins, the bonus is not scored"
    );
    assert_eq!((score, end), (61, RoundEnd::Won));
    let (event, score, end) = last_tile(apart, 60);
    assert_eq!((event.offered, event.taken, event.lost_events), (3, 1, 1), "the placement is lost, the bonus wins");
    assert_eq!((score, end), (61, RoundEnd::Won));
    let (event, score, _) = last_tile(apart, 58);
    assert_eq!((event.taken, score), (3, 61));
    let (event, score, _) = last_tile(&[("combine_out", "false"), ("out_bonus", "3")], 60);
    assert_eq!((event.offered, event.lost_events, score), (5, 2, 60), "two events lost");
}

#[test]
fn d20_bounce_sets_the_score_to_target_minus_excess() {
    let (event, score, end) = last_tile(&[("overshoot", "bounce")], 60);
    assert_eq!((event.offered, event.taken, event.lost_events), (3, -1, 1), "63 is 2 too many: 59");
    assert_eq!((score, end), (59, RoundEnd::Complete));
    let (event, score, _) = last_tile(&[("overshoot", "bounce"), ("target", "2"), ("out_bonus", "9")], 1);
    assert_eq!((event.offered, event.taken, score), (11, -1, 0), "never below 0");
    let (event, score, end) = last_tile(&[("overshoot", "bounce"), ("combine_out", "false")], 60);
    assert_eq!((event.taken, event.lost_events), (1, 1), "60 + 2 bounces to 60, and the bonus makes 61");
    assert_eq!((score, end), (61, RoundEnd::Won));
    let (_, score, end) = last_tile(&[("overshoot", "bounce")], 58);
    assert_eq!((score, end), (61, RoundEnd::Won), "exactly the target wins");
}

#[test]
fn d20_cap_stops_at_the_target_which_wins() {
    let (event, score, end) = last_tile(&[("overshoot", "cap")], 60);
    assert_eq!((event.offered, event.taken, event.lost_events), (3, 1, 1));
    assert_eq!((score, end), (61, RoundEnd::Won));
}

#[test]
fn d20_allow_passes_the_target_which_wins() {
    let (event, score, end) = last_tile(&[("overshoot", "allow")], 60);
    assert_eq!((event.offered, event.taken, event.lost_events), (3, 3, 0));
    assert_eq!((score, end), (63, RoundEnd::Won));
}

const ROUND_END: &Options = &[("overshoot", "allow"), ("finish", "round-end")];

#[test]
fn d19_the_round_is_played_out_and_points_count_past_the_target() {
    let (game, mut s) = at(ROUND_END, [60, 60], "3-2 5-5/4-3 4-2");
    let events = lay_all(&game, &mut s, &["3-2", "4-3 right", "4-2 left"]);
    assert_eq!(offered(&events), [1, 2, 1], "5, then 2 + 4, then 4 + 4 and out");
    assert_eq!(game.round_end(&s), RoundEnd::Complete);
    assert_eq!((s.score(Side(0)), s.score(Side(1))), (61, 63), "side 0 was there first");
    let next = game.settle(&Standing::new(Some(Seat(0))), &s, &mut support::stream(1, 1));
    assert_eq!(next.outcome, Outcome::Won(Sides::one(Side(1))), "the highest total wins");
}

#[test]
fn d19_equal_highest_totals_share_the_win() {
    let (game, mut s) = at(ROUND_END, [62, 60], LAST_TILE);
    lay_all(&game, &mut s, &["3-2", "4-3 right"]);
    assert_eq!((s.score(Side(0)), s.score(Side(1))), (63, 63));
    let next = game.settle(&Standing::new(Some(Seat(0))), &s, &mut support::stream(1, 1));
    assert_eq!(next.outcome, Outcome::Won(Sides(0b11)));
    assert_eq!(next.share(Side(0), game.table()), WIN_UNITS / 2);
    assert_eq!(next.share(Side(1), game.table()), WIN_UNITS / 2);
}

#[test]
fn d19_below_the_target_the_match_goes_on() {
    let (game, mut s) = at(ROUND_END, [50, 57], LAST_TILE);
    lay_all(&game, &mut s, &["3-2", "4-3 right"]);
    assert_eq!(s.score(Side(1)), 60);
    let next = game.settle(&Standing::new(Some(Seat(0))), &s, &mut support::stream(1, 1));
    assert_eq!(next.outcome, Outcome::Open);
}
