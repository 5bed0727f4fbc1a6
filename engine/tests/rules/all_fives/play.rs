//! Tricks, what they count, the extras and the end of a match (A8–A13, D16, D20, D21).

use sixtyone_engine::game::RoundEnd;
use sixtyone_engine::games::all_fives::Suit;

use super::*;

#[test]
fn the_worked_example() {
    // Spades are trumps; 8♣ is led; 5♠ and K♠ from seats without clubs: the king takes the trick and eight points.
    let hands = "8C 2H/5S 3H/KS 4H : 9S";
    let by_trick = game::<3>(&[BY_TRICK]);
    let mut s = position(&by_trick, hands);
    let events = play_all(&by_trick, &mut s, &["stand", "8C", "5S", "KS"]);
    let taken: Vec<i16> = events.iter().map(|event| event.taken).collect();
    assert_eq!((taken, scores(&by_trick, &s)), (vec![0, 0, 0, 8], vec![0, 0, 8]));
    assert_eq!(by_trick.turn(&s), Turn::Seat(Seat(2)), "A9: the winner leads next");
    let at_end = game::<3>(&[]);
    let mut s = position(&at_end, hands);
    play_all(&at_end, &mut s, &["stand", "8C", "5S", "KS"]);
    assert_eq!((scores(&at_end, &s), at_end.view(&s, &[], Seat(0)).captured(Seat(2))), (vec![0, 0, 0], 8), "A10");
    let events = play_all(&at_end, &mut s, &["4H", "2H", "3H"]);
    assert_eq!((events[2].offered, scores(&at_end, &s)), (8, vec![0, 0, 8]));
}

#[test]
fn a8_who_can_follow_must() {
    let hands = "8C 2H/5S 3C/KS 4H : 9S";
    let strict = game::<3>(&[]);
    let mut s = position(&strict, hands);
    play_all(&strict, &mut s, &["stand", "8C"]);
    assert_eq!(moves(&strict, &s), ["3C"], "whatever trumps it holds");
    let or_trump = game::<3>(&[("follow", "or-trump")]);
    let mut s = position(&or_trump, hands);
    play_all(&or_trump, &mut s, &["stand", "8C"]);
    assert_eq!(moves(&or_trump, &s), ["3C", "5S"]);
    play_all(&or_trump, &mut s, &["3C"]);
    assert_eq!(moves(&or_trump, &s), ["4H", "KS"], "who cannot follow plays any card");
}

#[test]
fn a8_what_a_card_proves() {
    let lacks = |options: &Options, card: &str| {
        let game = game::<2>(options);
        let mut s = position(&game, "8C 2H/5S 3H : 9S");
        play_all(&game, &mut s, &["stand", "8C", card]);
        Suit::ALL.map(|suit| game.view(&s, &[], Seat(0)).lacks(Seat(1), suit))
    };
    let (nothing, clubs) = ([false; 4], [true, false, false, false]);
    assert_eq!((lacks(&[], "5S"), lacks(&[], "3H")), (clubs, clubs));
    let or_trump = [("follow", "or-trump")];
    assert_eq!((lacks(&or_trump, "5S"), lacks(&or_trump, "3H")), (nothing, clubs));
}

#[test]
fn a9_the_highest_trump_or_card_of_the_suit_led_wins() {
    let game = game::<3>(&[]);
    for (cards, winner) in [
        (["8C", "9C", "10C"], 2),
        (["AC", "9C", "10C"], 0),
        (["2C", "AH", "AD"], 0),
        (["AC", "3S", "AD"], 1),
        (["3S", "4S", "AD"], 1),
        (["AC", "10S", "JS"], 2),
    ] {
        let [first, second, third] = cards;
        let mut s = position(&game, &format!("{first} 4D/{second} 5D/{third} 6D : 2S"));
        play_all(&game, &mut s, &["stand", first, second, third]);
        assert_eq!(game.turn(&s), Turn::Seat(Seat(winner)), "{cards:?}");
    }
}

/// Seat 0 takes K♠, seat 1 J♠ and Q♠: three points each, and no card points beside them.
const EVEN: &str = "KS 2C 3C/QS JS 4D : AS";
const EVEN_MOVES: [&str; 7] = ["stand", "2C", "JS", "4D", "KS", "3C", "QS"];

fn play_even(options: &Options) -> (Vec<u16>, Standing, Vec<Event>) {
    let game = game::<2>(options);
    let mut s = position(&game, EVEN);
    let events = play_all(&game, &mut s, &EVEN_MOVES);
    (scores(&game, &s), settled(&game, &s), events)
}

#[test]
fn a13_equal_highest_totals_share_the_win() {
    for options in [&[("target", "3")][..], &[("target", "3"), BY_TRICK], &[("target", "2"), BY_TRICK]] {
        let (scores, at, _) = play_even(options);
        assert_eq!((scores, winners(&at)), (vec![3, 3], vec![0, 1]), "{options:?}");
    }
    let (_, at, _) = play_even(&[("target", "4")]);
    assert_eq!((at.outcome, at.lead, at.round), (Outcome::Open, Some(Seat(0)), 1), "A2: the deal passes clockwise");
    let (_, at, _) = play_even(&[("target", "4"), ("max_rounds", "1")]);
    assert_eq!(at.outcome, Outcome::Unfinished, "D21");
    let (_, at, _) = play_even(&[("target", "3"), ("max_rounds", "1")]);
    assert_eq!(winners(&at).len(), 2, "D21: reaching the target in the last round still decides");
}

#[test]
fn a11_extra_points() {
    // In play are K Q J of trumps: high to seat 0; low and jack to seat 1; card points are 3 to 3.
    let extras = |list: &'static str, count| play_even(&[("extras", list), ("count", count)]).0;
    for count in ["round-end", "trick"] {
        assert_eq!(extras("", count), [3, 3]);
        assert_eq!(extras("high", count), [4, 3]);
        assert_eq!(extras("low", count), [3, 4]);
        assert_eq!(extras("jack", count), [3, 4]);
        assert_eq!(extras("game", count), [3, 3], "nobody scores it on a tie");
        assert_eq!(extras("game,jack,low,high", count), [4, 5]);
    }
    // A plain ten breaks the tie.
    let game = game::<2>(&[("extras", "game")]);
    let mut s = position(&game, &EVEN.replace("4D", "10D"));
    play_all(&game, &mut s, &EVEN_MOVES.map(|mv| if mv == "4D" { "10D" } else { mv }));
    assert_eq!(scores(&game, &s), [4, 3]);
    // Without any trump in play there is no high and no low.
    let none = super::game::<2>(&[("extras", "high,low,jack,game")]);
    let mut s = position(&none, "2C/3C : AS");
    play_all(&none, &mut s, &["stand", "2C", "3C"]);
    assert_eq!(scores(&none, &s), [0, 0]);
}

#[test]
fn a10_a_round_is_one_event_or_every_trick_is() {
    let (_, _, events) = play_even(&[("extras", "high,low")]);
    let offered: Vec<u16> = events.iter().map(|event| event.offered).collect();
    assert_eq!(offered, [0, 0, 0, 0, 0, 0, 8], "both seats' events, at the end");
    let (_, _, events) = play_even(&[("extras", "high,low"), BY_TRICK]);
    let offered: Vec<u16> = events.iter().map(|event| event.offered).collect();
    assert_eq!(offered, [0, 0, 1, 0, 3, 0, 4], "extras follow the last trick");
}

#[test]
fn a11_extras_are_scored_in_order_and_can_win_at_once() {
    let order = [("extras", "high,low,jack"), BY_TRICK, IMMEDIATE, ("target", "4")];
    let (scores, at, events) = play_even(&order);
    assert_eq!((scores, winners(&at)), (vec![4, 3], vec![0]), "high comes before low");
    assert_eq!(events[6].offered, 3);
}

/// Seat 0 leads A♠ and takes 10♠ and nothing else: 14 points in one trick.
fn fourteen(options: &Options) -> (u16, Vec<u8>, Event) {
    let game = game::<2>(options);
    let mut s = position(&game, "AS 2C/10S 3C : 9S");
    let event = play_all(&game, &mut s, &["stand", "AS", "10S"])[2];
    let open = game.turn(&s) != Turn::Over;
    let last = if open { play_all(&game, &mut s, &["2C", "3C"])[1] } else { event };
    let at = settled(&game, &s);
    assert_eq!(open, !options.contains(&IMMEDIATE) || winners(&at).is_empty(), "{options:?}");
    (scores(&game, &s)[0], winners(&at), if event.offered > 0 { event } else { last })
}

#[test]
fn a12_every_overshoot_rule_goes_with_either_finish() {
    for (overshoot, score, wins) in
        [("allow", 14, true), ("discard", 0, false), ("bounce", 6, false), ("cap", 10, true)]
    {
        for finish in ["round-end", "immediate"] {
            for count in ["round-end", "trick"] {
                if finish == "immediate" && count == "round-end" {
                    continue;
                }
                let options = [("overshoot", overshoot), ("finish", finish), ("count", count), ("target", "10")];
                let (found, winners, event) = fourteen(&options);
                assert_eq!(found, score, "{options:?}");
                assert_eq!(winners, if wins { vec![0] } else { Vec::new() }, "{options:?}");
                assert_eq!((event.offered, event.taken), (14, score as i16));
                assert_eq!(event.lost_events, u8::from(overshoot != "allow"), "{options:?}");
            }
        }
    }
    assert_eq!(fourteen(&[("overshoot", "bounce"), ("target", "5")]).0, 0, "never below 0");
    assert_eq!(fourteen(&[("overshoot", "discard"), ("target", "14")]).0, 14, "exactly the target is no overshoot");
}

#[test]
fn a13_a_trick_can_end_the_match() {
    let game = game::<2>(&[BY_TRICK, IMMEDIATE, ("target", "3")]);
    let mut s = position(&game, EVEN);
    play_all(&game, &mut s, &EVEN_MOVES[..5]);
    assert_eq!((game.round_end(&s), winners(&settled(&game, &s))), (RoundEnd::Won, vec![0]));
}

#[test]
fn greedy_plays_by_its_rule() {
    let game = game::<2>(&[]);
    let choose = |text: &str, moves: &[&str]| {
        let mut s = position(&game, text);
        play_all(&game, &mut s, moves);
        let Turn::Seat(seat) = game.turn(&s) else { panic!("the round is over") };
        let mv = AllFives::greedy(game.view(&s, &[], seat));
        game.write_move(&s, mv)
    };
    assert_eq!(choose("2S 3S/4S 6S : 9S", &[]), "beg", "no trump counts");
    assert_eq!(choose("JS 3C/4S 6S : 9S", &[]), "stand");
    assert_eq!(choose("2S 3S/4S 6S : 9S", &["beg"]), "run");
    assert_eq!(choose("2S 3S/4S 5S : 9S", &["beg"]), "give");
    assert_eq!(choose("AS KS 10C/4S 6S 7S : 9S", &["stand"]), "AS", "the sure trump that counts most");
    assert_eq!(choose("10S AS KS QS JS/4S 6S 7S 8S 2S : 9S", &["stand"]), "10S", "nothing unseen beats it");
    assert_eq!(choose("QS 3H 2D/4S 6S 7S : 9S", &["stand"]), "2D", "else the lowest plain card");
    assert_eq!(choose("QS 5S 3S/4S 6S 7S : 9S", &["stand"]), "3S", "a trump that counts least");
    assert_eq!(choose("2C 2D/KS 10S : 9S", &["stand", "2C"]), "10S", "the ten is worth the most now");
    assert_eq!(choose("QS 2D/KS 10S : 9S", &["stand", "QS"]), "KS", "the ten would not take");
    assert_eq!(choose("AS 2D/KS 10S 5S : 9S".replace("2D/", "2D 3D/").as_str(), &["stand", "AS"]), "KS", "the least");
    assert_eq!(choose("2C 2D/3C 4C : 9S", &["stand", "2C"]), "3C", "nothing to take: the lowest");
    assert_eq!(choose("2C 2D/3S 4H : 9S", &["stand", "2C"]), "4H", "a plain card before a trump");
    assert_eq!(choose("5S 2D/6S 8S : 9S", &["stand", "5S"]), "6S", "of equals the lowest");
    // The last point is not given.
    let late = super::game::<2>(&[("target", "1")]);
    let mut s = position(&late, "2S 3S/4S 5S : 9S");
    play_all(&late, &mut s, &["beg"]);
    assert_eq!(late.write_move(&s, AllFives::greedy(late.view(&s, &[], Seat(1)))), "run");
}
