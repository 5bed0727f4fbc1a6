//! Golden transcripts: what `replay` shows and what records hold.

use std::process::Command;

use sixtyone::game::{RoundLog, Step};

use super::*;

fn replay(arguments: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sixtyone"));
    let output = command.arg("replay").args(arguments.split(' ')).args(["--game", "all-fives"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn two_seats() {
    insta::assert_snapshot!("two-seats", replay("greedy random --set target=20"));
}

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

#[test]
fn three_seats_with_extras() {
    insta::assert_snapshot!(
        "three-seats",
        replay(
            "greedy random greedy:salt=1 --players 3 --set target=15 --set extras=high,low,jack,game --set count=trick \
             --set finish=immediate --set overshoot=discard --set turned_jack=1 --set gift=all-opponents --block 3"
        )
    );
}

#[test]
fn a_record() {
    let text = replay("greedy random --set target=5 --json --block 1");
    let lines = text.replace(env!("CARGO_PKG_VERSION"), "VERSION");
    insta::assert_snapshot!("record", lines);
}
