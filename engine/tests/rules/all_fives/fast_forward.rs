//! Tricks of random choices that the game plays at once, against the same tricks played card by card.

use super::*;
use sixtyone_engine::game::FastForward;

/// A round of random choices to its end, and what came of it: the state, moves, choices, points taken, moves played at once, and the
/// words that the seats' streams would give next.
fn play_out(game: &AllFives<2>, number: u64, hurries: bool) -> (State<2>, [u64; 2], i64, u64, [u32; 2]) {
    let deal = game.deal(&mut support::stream(1, number));
    let mut s = game.start(&Standing::new(Some(Seat((number % 2) as u8))), &deal);
    let mut own = [0, 1].map(|seat| support::stream(2, 2 * number + seat));
    let (mut counts, mut taken, mut at_once) = ([0; 2], 0, 0);
    let mut count = |moves: u64, choices: u64, event: Event| {
        counts[0] += moves;
        counts[1] += choices;
        taken += i64::from(event.taken);
    };
    while let Turn::Seat(seat) = game.turn(&s) {
        let [first, second] = &mut own;
        let hurried = if hurries { game.fast_forward(&mut s, [first, second]) } else { None };
        if let Some(hurried) = hurried {
            at_once += hurried.moves;
            count(hurried.moves, hurried.choices, hurried.event);
        } else {
            let choices = game.move_count(&s);
            let mv = game.nth_move(&s, own[seat.index()].choose(choices));
            let event = game.play(&mut s, mv);
            count(1, u64::from(choices), event);
        }
    }
    (s, counts, taken, at_once, own.map(|mut stream| stream.word()))
}

#[test]
fn tricks_played_at_once_are_those_played_card_by_card() {
    let game = game::<2>(&[("gift", "all-opponents"), ("turned_jack", "3")]);
    let (mut moves, mut at_once) = (0, 0);
    for number in 0..5000 {
        let (fast, slow) = (play_out(&game, number, true), play_out(&game, number, false));
        assert_eq!((fast.0, fast.1, fast.2, fast.4), (slow.0, slow.1, slow.2, slow.4), "round {number}");
        moves += fast.1[0];
        at_once += fast.3;
    }
    // All but the bids, and the first tricks of hands of 18 and 21 cards.
    assert!(at_once * 100 > moves * 85 && at_once < moves, "{at_once} of {moves}");
}

#[test]
fn rules_that_ask_more_are_played_card_by_card() {
    for options in [("follow", "or-trump"), BY_TRICK, ("extras", "low"), ("overshoot", "cap")] {
        let game = game::<2>(&[options]);
        assert!((0..50).all(|number| play_out(&game, number, true).3 == 0), "{options:?}");
    }
}
