//! The golden transcript of a deal that is void.

use sixtyone_engine::game::{RoundLog, Step};

use super::*;

#[test]
fn a_void_deal() {
    let game = game::<2>(&[("turned_jack", "2")]);
    let start = position(&game, "AS KH 5C/KS QH 2C : JS 2H 3H 4H 5H 6H 7H 2S 8H");
    let mut s = start;
    let steps = ["beg", "run"].map(|text| {
        let (Turn::Seat(seat), Some(mv)) = (game.turn(&s), game.read_move(&s, text)) else { panic!("{text}") };
        Step { seat, mv, event: game.play(&mut s, mv) }
    });
    let at = Standing::new(Some(s.dealer()));
    let mut text = String::new();
    let names = ["Ada".to_owned(), "Ben".to_owned()];
    game.narrate(RoundLog { at: &at, start: &start, steps: &steps }, &names, &mut text);
    insta::assert_snapshot!("void", text);
}
