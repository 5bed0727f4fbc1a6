//! Deals, turns and endings, rule by rule (D1–D9, D13–D15).

use sixtyone_engine::game::{Event, Game, Moves, Notation, RoundEnd, Seat, Seats, Side, Standing, Turn};
use sixtyone_engine::games::dominoes::{Dominoes, DoubleSix, DoubleTwelve, Preset, Rules, Set, State, Tiles};

use super::{Six, SixState, lay_all, position, read_hands, six};
use crate::support::{self, Options};

/// The moves of a position as text.
fn moves<K: Set, const SEATS: usize>(game: &Dominoes<K, SEATS>, s: &State<K, SEATS>) -> Vec<String> {
    let mut moves = Moves::new();
    game.moves(s, &mut moves);
    moves.iter().map(|mv| game.write_move(s, *mv)).collect()
}

fn cincos(options: &Options) -> Six {
    Dominoes::new(Rules::resolve(Preset::CincosYTreses, &support::settings(options)).unwrap())
}

fn turn(game: &Six, s: &SixState) -> Option<u8> {
    match game.turn(s) {
        Turn::Seat(seat) => Some(seat.0),
        Turn::Over => None,
    }
}

/// The seats of a knock mask.
fn knocked(event: Event) -> Vec<u8> {
    event.passed.into_iter().map(|seat| seat.0).collect()
}

#[test]
fn d4_four_seats_are_two_pairs_who_sit_opposite() {
    let game = six(&[("players", "4")]);
    let sides: Vec<u8> = (0..4).map(|seat| game.table().side_of(Seat(seat)).0).collect();
    assert_eq!((game.table().sides(), sides), (2, vec![0, 1, 0, 1]));
    let game = cincos(&[("players", "4")]);
    assert_eq!(game.table().sides(), 4, "each for itself");
}

#[test]
fn d5_the_opener_may_lay_any_tile() {
    let game = six(&[]);
    let s = position(&game, "6-5 4-4 2-0/5-5 6-1 3-3", Some(1));
    assert_eq!((turn(&game, &s), s.announced()), (Some(1), None));
    assert_eq!(moves(&game, &s), ["6-1", "3-3", "5-5"]);
}

#[test]
fn d6_the_highest_double_opens() {
    let game = cincos(&[("players", "3"), ("hand", "2")]);
    let s = position(&game, "6-5 3-3/4-4 0-0/5-4 6-4", None);
    assert_eq!((turn(&game, &s), s.announced().map(|tile| tile.to_string())), (Some(1), Some("4-4".to_owned())));
    assert_eq!(moves(&game, &s), ["0-0", "4-4"], "the opener may lay any tile");
    let s = position(&game, "6-5 6-4/0-0 1-0/5-4 6-3", None);
    assert_eq!(turn(&game, &s), Some(1), "any double before any other tile");
}

#[test]
fn d6_without_doubles_the_highest_tile_opens_by_total_then_by_larger_half() {
    let game = cincos(&[("hand", "2")]);
    let lead = |hands: &str| {
        let s = position(&game, hands, None);
        (turn(&game, &s).unwrap(), s.announced().unwrap().to_string())
    };
    assert_eq!(lead("6-2 1-0/5-4 2-1"), (1, "5-4".to_owned()), "9 before 8");
    assert_eq!(lead("6-3 1-0/5-4 2-1"), (0, "6-3".to_owned()), "both 9: the larger half");
    assert_eq!(lead("5-4 2-1/1-0 6-3"), (1, "6-3".to_owned()));
    assert_eq!(lead("5-2 4-3/6-1 1-0"), (1, "6-1".to_owned()), "three tiles of 7");
}

#[test]
fn d6_the_announced_tile_tells_everybody_what_nobody_holds() {
    let game = cincos(&[("players", "3"), ("hand", "2")]);
    let s = position(&game, "6-5 3-3/4-4 0-0/5-4 6-4", None);
    let view = game.view(&s, &[], Seat(0));
    let sure: Vec<String> = view.undealt_for_sure().iter().map(|tile| tile.to_string()).collect();
    assert_eq!(sure, ["5-5", "6-6"]);
    assert_eq!(view.may_hold(Seat(1)).len(), 28 - 2 - 2, "all but the own hand and the higher doubles");
    assert_eq!(view.may_hold(Seat(2)).len(), 28 - 2 - 2 - 1, "the lead lies elsewhere");
    let s = position(&game, "6-3 1-0/5-4 2-1/2-0 3-0", None);
    let view = game.view(&s, &[], Seat(2));
    let sure: Vec<String> = view.undealt_for_sure().iter().map(|tile| tile.to_string()).collect();
    assert_eq!(sure, ["0-0", "1-1", "2-2", "3-3", "4-4", "6-4", "5-5", "6-5", "6-6"]);
}

#[test]
fn d6_that_tile_binds_the_opener_whom_a_tile_chose_and_no_other() {
    let game = cincos(&[("players", "3"), ("hand", "2"), ("opening_tile", "that-tile")]);
    let mut s = position(&game, "6-5 3-3/4-4 0-0/5-4 6-4", None);
    assert_eq!(moves(&game, &s), ["4-4"]);
    assert_eq!((game.move_count(&s), game.read_move(&s, "0-0")), (1, None));
    lay_all(&game, &mut s, &["4-4"]);
    assert_eq!(moves(&game, &s), ["5-4 left", "6-4 left"], "only the opening is bound");
    let s = position(&game, "6-5 3-3/4-4 0-0/5-4 6-4", Some(1));
    assert_eq!(moves(&game, &s), ["0-0", "4-4"], "no tile chose this opener");
}

#[test]
fn d8_an_opening_lies_with_its_smaller_half_at_the_left() {
    let game = six(&[]);
    let mut s = position(&game, "6-2 0-0/6-1 2-1", Some(0));
    lay_all(&game, &mut s, &["6-2"]);
    assert_eq!(s.ends().map(|ends| ends.map(|end| (end.pip(), end.is_double()))), Some([(2, false), (6, false)]));
    assert_eq!(moves(&game, &s), ["2-1 left", "6-1 right"]);
    assert_eq!((game.read_move(&s, "2-1 right"), game.read_move(&s, "6-1 left")), (None, None));
    assert_eq!(game.read_move(&s, "2-1"), None, "the end must be named");
}

#[test]
fn d8_a_tile_that_fits_both_ends_is_two_moves() {
    let game = six(&[]);
    // 4|1 1|6: the ends are 4 and 6, and the 6-4 fits both.
    let mut s = position(&game, "6-1 6-4 0-0/4-1 2-2", Some(0));
    lay_all(&game, &mut s, &["6-1", "4-1 left"]);
    assert_eq!(moves(&game, &s), ["6-4 left", "6-4 right"]);
}

#[test]
fn d8_ends_alike_and_a_lone_double_are_one_place() {
    let game = six(&[]);
    let mut s = position(&game, "4-4 0-0/5-4 4-1", Some(0));
    lay_all(&game, &mut s, &["4-4"]);
    assert_eq!(moves(&game, &s), ["4-1 left", "5-4 left"], "a lone double");
    // 4|1 1|2 2|4: both ends show 4, neither is a double.
    let mut s = position(&game, "2-1 4-2 4-3 4-4/4-1 6-4 4-0", Some(0));
    lay_all(&game, &mut s, &["2-1", "4-1 left", "4-2 right"]);
    assert_eq!(moves(&game, &s), ["4-0 left", "6-4 left"], "ends alike");
    // 4|4 4|1 1|2 2|4: both ends show 4, one of them on a double.
    let mut s = position(&game, "2-1 4-4 5-3/4-1 4-2 6-4 4-0", Some(0));
    lay_all(&game, &mut s, &["2-1", "4-1 left", "4-4 left", "4-2 right"]);
    assert_eq!(moves(&game, &s), ["4-0 left", "6-4 left", "4-0 right", "6-4 right"], "two places");
}

#[test]
fn d9_who_cannot_lay_knocks_and_proves_it() {
    let game = six(&[("players", "3")]);
    let mut s = position(&game, "6-5 3-2/4-4 3-3/6-1 5-5", Some(0));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((knocked(event), turn(&game, &s)), (vec![1], Some(2)));
    let view = game.view(&s, &[], Seat(2));
    assert_eq!(view.voids(Seat(1)), 1 << 5 | 1 << 6);
    assert_eq!((view.voids(Seat(0)), view.voids(Seat(2))), (0, 0), "the mover and who can lay prove nothing");
    assert!(view.may_hold(Seat(1)).iter().all(|tile| !matches!(tile.halves(), (5 | 6, _) | (_, 5 | 6))));
    let event = lay_all(&game, &mut s, &["5-5 left"])[0];
    assert_eq!((knocked(event), turn(&game, &s)), (vec![0, 1], Some(2)), "the turn may come back at once");
}

#[test]
fn d9_a_seat_without_tiles_is_skipped_and_does_not_knock() {
    let game = six(&[("players", "4")]);
    let mut s = position(&game, "6-5/6-4 1-1/5-4 4-3/1-0", Some(0));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((event.offered, turn(&game, &s)), (0, Some(1)), "D13: the partner is not out, no bonus");
    let events = lay_all(&game, &mut s, &["6-4 right", "5-4 left"]);
    assert_eq!(knocked(events[1]), [1, 3], "seat 0 is out and says nothing");
    assert_eq!((turn(&game, &s), moves(&game, &s)), (Some(2), vec!["4-3 left".to_owned()]));
    let event = lay_all(&game, &mut s, &["4-3 left"])[0];
    assert_eq!((event.offered, event.taken), (1, 1), "D13: the pair is out");
    assert_eq!((game.round_end(&s), s.score(Side(0))), (RoundEnd::Complete, 1));
}

#[test]
fn d13_first_out_ends_the_round_for_the_pair() {
    let game = six(&[("players", "4"), ("round_end", "first-out")]);
    let mut s = position(&game, "6-5/6-4 1-1/5-4 4-3/1-0", Some(0));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((event.offered, turn(&game, &s), s.score(Side(0))), (1, None, 1));
    assert_eq!(game.round_end(&s), RoundEnd::Complete);
}

#[test]
fn d13_side_out_ends_the_round_for_a_single_seat() {
    let game = six(&[("players", "4"), ("sides", "individual")]);
    let mut s = position(&game, "6-5/6-4 1-1/5-4 4-3/1-0", Some(0));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((event.offered, turn(&game, &s)), (1, None));
    assert_eq!(s.score(Side(0)), 1, "D15: the tiles of the others count for nobody");
    assert!((1..4).all(|side| s.score(Side(side)) == 0));
}

#[test]
fn d13_play_on_pays_the_first_side_out_and_goes_on() {
    let game = six(&[("round_end", "play-on")]);
    let mut s = position(&game, "6-5/6-4 4-3 1-1", Some(0));
    let events = lay_all(&game, &mut s, &["6-5", "6-4 right", "4-3 right"]);
    assert_eq!(events.iter().map(|event| event.offered).collect::<Vec<_>>(), [1, 3, 0]);
    assert_eq!((turn(&game, &s), game.round_end(&s)), (None, RoundEnd::Complete), "D14: not called blocked");
    assert_eq!(knocked(events[2]), [1]);
    // The second side to go out earns nothing, whether the first took its bonus or lost it.
    for (score, taken) in [(0, 4), (58, 0)] {
        let mut standing = Standing::new(Some(Seat(0)));
        standing.scores[0] = score;
        let mut s = game.open(&standing, read_hands::<DoubleSix, 12>("6-3/6-4 4-1"));
        let first = lay_all(&game, &mut s, &["6-3"])[0];
        assert_eq!((first.offered, first.taken), (3 + 1, taken));
        let events = lay_all(&game, &mut s, &["6-4 right", "4-1 right"]);
        assert_eq!(events[1].offered, 0, "the bonus is spent");
        assert_eq!((turn(&game, &s), game.round_end(&s)), (None, RoundEnd::Complete));
    }
}

#[test]
fn d13_play_on_pays_a_pair_only_when_both_are_out() {
    let game = six(&[("players", "4"), ("round_end", "play-on")]);
    let mut s = position(&game, "6-5/6-4 1-1/5-4 4-3/4-2 1-0", Some(0));
    let events = lay_all(&game, &mut s, &["6-5", "6-4 right", "5-4 left", "4-2 left", "4-3 right"]);
    assert_eq!(
        events.iter().map(|event| event.offered).collect::<Vec<_>>(),
        [0, 3, 0, 2, 1 + 1],
        "2 + 4, 2 + 3 and out"
    );
    assert_eq!((game.round_end(&s), knocked(events[4])), (RoundEnd::Complete, vec![1, 3]));
}

#[test]
fn d14_a_round_is_blocked_when_nobody_can_lay_and_no_side_is_out() {
    let cases: [&Options; 2] = [&[("players", "4")], &[("players", "4"), ("round_end", "play-on")]];
    for options in cases {
        let game = six(options);
        let mut s = position(&game, "6-5/1-1/2-2/3-3", Some(0));
        let event = lay_all(&game, &mut s, &["6-5"])[0];
        assert_eq!((knocked(event), turn(&game, &s)), (vec![1, 2, 3], None));
        assert_eq!(game.round_end(&s), RoundEnd::Blocked, "one seat out is no side out");
        assert_eq!((event.offered, s.score(Side(0)), s.score(Side(1))), (0, 0, 0), "nobody gets the bonus");
    }
    let game = six(&[]);
    let mut s = position(&game, "6-5 0-0/1-1 2-2", Some(0));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((knocked(event), game.round_end(&s)), (vec![0, 1], RoundEnd::Blocked));
}

#[test]
fn d14_a_round_that_a_winning_placement_cuts_short_is_neither_blocked_nor_out() {
    let mut standing = Standing::new(Some(Seat(0)));
    standing.scores[0] = 60;
    let game = six(&[]);
    let mut s = game.open(&standing, read_hands::<DoubleSix, 12>("6-5/1-1 2-2"));
    let event = lay_all(&game, &mut s, &["6-5"])[0];
    assert_eq!((game.round_end(&s), event.passed), (RoundEnd::Won, Seats::EMPTY), "out and blocked at once, but won");
    standing.scores[0] = 57;
    let mut s = game.open(&standing, read_hands::<DoubleSix, 12>("6-6 0-0/1-1 2-2"));
    let event = lay_all(&game, &mut s, &["6-6"])[0];
    assert_eq!((game.round_end(&s), event.passed), (RoundEnd::Won, Seats::EMPTY), "nobody could follow, but won");
}

#[test]
fn positions_that_are_none_are_refused_in_words() {
    let game = six(&[]);
    let refused = |hands: &str, opener: Option<u8>| game.read_position(hands, opener.map(Seat)).unwrap_err();
    assert!(refused("6-5", None).contains("2 seats"));
    assert!(refused("6-5/6-7", None).contains("6-7"));
    assert!(refused("6-5/5-6", None).contains("dealt twice"));
    assert!(refused("6-5/", None).contains("no tiles"));
    assert!(refused("6-5/6-6", Some(2)).contains("opener 2"));
    for text in ["6-", "-", "6", "a-b", "6--5", "256-0", "6-5-4", "+6-5", "-1-5"] {
        assert!(game.read_position(&format!("{text}/6-6"), None).is_err(), "{text} is no tile");
    }
}

#[test]
fn a_hand_can_hold_as_many_tiles_as_a_set_can_serve() {
    let rules = Rules::resolve(Preset::FivesAndThrees, &support::settings(&[("set", "12"), ("hand", "45")])).unwrap();
    let game = Dominoes::<DoubleTwelve, 2>::new(rules);
    let names: Vec<String> = Tiles(DoubleTwelve::ALL).iter().map(|tile| tile.to_string()).collect();
    let hands = |first: usize| format!("{}/{}", names[..first].join(" "), names[first..90].join(" "));
    let s = position(&game, &hands(45), Some(0));
    assert_eq!(moves(&game, &s).len(), 45);
    assert!(game.read_position(&hands(89), Some(Seat(0))).is_err(), "no seat is ever dealt 89 tiles");
}
