//! Standing, begging, giving, running, void deals, and jacks turned up (A3–A7).

use sixtyone_engine::game::RoundEnd;

use super::*;

const HANDS: &str = "AS KH 5C/JS QH 2C : 9S";

#[test]
fn a3_cards_are_dealt_by_threes_from_the_eldest_on() {
    for seat in 0..3 {
        let game = game::<3>(&[]);
        let at = Standing::new(Some(Seat(seat)));
        let deal = game.deal(&mut support::stream(5, u64::from(seat)));
        let s = game.start(&at, &deal);
        assert_eq!(game.opener(&s), Seat((seat + 1) % 3), "A2: the eldest sits left of the dealer");
        assert_eq!(game.turn(&s), Turn::Seat(game.opener(&s)), "A4");
        assert!((0..3).all(|seat| s.hand(Seat(seat)).len() == 6) && s.turned().len() == 1, "A3");
    }
}

#[test]
fn a4_the_eldest_stands_and_leads() {
    let game = game::<2>(&[]);
    let mut s = position(&game, HANDS);
    assert_eq!(moves(&game, &s), ["stand", "beg"]);
    play_all(&game, &mut s, &["stand"]);
    assert_eq!(game.turn(&s), Turn::Seat(Seat(0)), "A8");
    assert_eq!(moves(&game, &s), ["5C", "KH", "AS"]);
}

#[test]
fn a5_the_dealer_gives_a_point() {
    let game = game::<2>(&[]);
    let mut s = position(&game, HANDS);
    play_all(&game, &mut s, &["beg"]);
    assert_eq!((game.turn(&s), moves(&game, &s)), (Turn::Seat(Seat(1)), vec!["give".into(), "run".into()]));
    let events = play_all(&game, &mut s, &["give"]);
    assert_eq!((events[0].offered, events[0].taken, scores(&game, &s)), (1, 1, vec![1, 0]), "A7: at once");
    assert_eq!((s.trumps().letter(), game.turn(&s)), ('S', Turn::Seat(Seat(0))), "the suit stays");
}

#[test]
fn a5_the_cards_are_run_until_the_suit_differs() {
    let game = game::<2>(&[]);
    let mut s = position(&game, "AS KH 5C/JS QH 2C : 9S 2H 3H 4H 5H 6H 7H 2S 8H 9H 10H 2D 3D 4D 5D 6D 7D");
    play_all(&game, &mut s, &["beg", "run"]);
    assert!(s.hand(Seat(0)) == cards("AS KH 5C 2H 3H 4H 8H 9H 10H"), "three more for each run, the eldest first");
    assert!(s.hand(Seat(1)) == cards("JS QH 2C 5H 6H 7H 2D 3D 4D"));
    assert!(s.turned() == cards("9S 2S 5D"), "cards turned up are put aside");
    assert_eq!((s.trumps().letter(), game.turn(&s)), ('D', Turn::Seat(Seat(0))));
}

#[test]
fn a6_a_pack_that_cannot_finish_voids_the_deal() {
    let game = game::<2>(&[("turned_jack", "2")]);
    let after_nothing = "AS KH 5C/KS QH 2C : JS 2H 3H 4H 5H 6H";
    let after_a_run = "AS KH 5C/KS QH 2C : JS 2H 3H 4H 5H 6H 7H 2S 8H";
    for text in [after_nothing, after_a_run] {
        let mut s = position(&game, text);
        assert_eq!((game.dealt(&s).taken, scores(&game, &s)), (2, vec![0, 2]), "A7: the jack turned up");
        let events = play_all(&game, &mut s, &["beg", "run"]);
        assert_eq!((events[1].taken, scores(&game, &s)), (-2, vec![0, 0]), "a void deal scores nothing");
        assert_eq!(game.round_end(&s), RoundEnd::Void);
        let next = settled(&game, &s);
        assert_eq!((next.lead, next.round, next.attempt), (Some(Seat(1)), 0, 1), "the same dealer, no round");
        assert_eq!(next.outcome, Outcome::Open);
    }
}

#[test]
fn a7_the_gift_goes_to_one_or_to_all_opponents() {
    let hands = "AS KH/JS QH/5D 6D : 9S";
    let gift = |options: &Options| {
        let game = game::<3>(options);
        let mut s = position(&game, hands);
        play_all(&game, &mut s, &["beg", "give"]);
        (scores(&game, &s), game.turn(&s))
    };
    assert_eq!(gift(&[]), (vec![1, 0, 0], Turn::Seat(Seat(0))));
    assert_eq!(gift(&[("gift", "all-opponents")]), (vec![1, 1, 0], Turn::Seat(Seat(0))));
    let at_once = [("gift", "all-opponents"), ("target", "1"), BY_TRICK, IMMEDIATE];
    assert_eq!(gift(&at_once), (vec![1, 0, 0], Turn::Over), "A13: the eldest's point comes first, and wins");
}

#[test]
fn a7_every_jack_turned_up_counts_for_the_dealer() {
    let text = "AS KH 5C/JH QH 2C : JS 2H 3H 4H 5H 6H 7H 2S 8H 9H 10H 2D 3D 4D JD";
    let game = game::<2>(&[("turned_jack", "1")]);
    let mut s = position(&game, text);
    assert_eq!((game.dealt(&s).offered, scores(&game, &s)), (1, vec![0, 1]));
    let events = play_all(&game, &mut s, &["beg", "run"]);
    assert_eq!((events[1].offered, scores(&game, &s)), (1, vec![0, 2]));
    let none = super::game::<2>(&[]);
    let s = position(&none, text);
    assert_eq!((none.dealt(&s), scores(&none, &s)), (Event::default(), vec![0, 0]));
}

#[test]
fn a13_a_jack_turned_up_can_win_before_any_move() {
    let options = [("turned_jack", "1"), ("target", "1"), BY_TRICK, IMMEDIATE];
    let won = game::<2>(&options);
    let s = position(&won, "AS/KH : JS");
    let next = settled(&won, &s);
    assert_eq!((won.round_end(&s), winners(&next), next.scores[1]), (RoundEnd::Won, vec![1], 1));
    // Without finish = immediate the round is played out.
    let played = game::<2>(&options[..2]);
    let mut s = position(&played, "AS/KH : JS");
    play_all(&played, &mut s, &["stand", "AS", "KH"]);
    assert_eq!(winners(&settled(&played, &s)), [0], "four points for the ace are more");
}

#[test]
fn a13_a_given_point_can_win_at_once_or_at_the_rounds_end() {
    let at_once = game::<2>(&[("target", "1"), BY_TRICK, IMMEDIATE]);
    let mut s = position(&at_once, HANDS);
    play_all(&at_once, &mut s, &["beg", "give"]);
    assert_eq!(winners(&settled(&at_once, &s)), [0]);
    let later = game::<2>(&[("target", "1")]);
    let mut s = position(&later, HANDS);
    play_all(&later, &mut s, &["beg", "give"]);
    assert_eq!(game_goes_on(&later, &s), Turn::Seat(Seat(0)));
}

fn game_goes_on(game: &AllFives<2>, s: &State<2>) -> Turn {
    game.turn(s)
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let game = game::<2>(&[]);
    for (text, part) in [
        ("AS/KS", "turned up is missing"),
        ("AS/KS :", "turned up is missing"),
        ("AS : KS", "2 seats"),
        ("AS/KS/QS : 2S", "3 hands"),
        ("AS KS/QS : 2S", "same number"),
        ("/ : 2S", "at least one"),
        ("AS/AS : 2S", "occurs twice"),
        ("AS/KS : AS", "occurs twice"),
        ("AS/1S : 2S", "\"1S\" is not a card"),
    ] {
        let error = game.read_position(text, None).unwrap_err();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert!(game.read_position("AS/KS : 2S", Some(Seat(2))).unwrap_err().contains("allowed: 0 to 1"));
    let s = game.read_position("as,tH/kS 10c : 2S", Some(Seat(1))).unwrap();
    assert_eq!((game.opener(&s), s.dealer()), (Seat(1), Seat(0)));
}
