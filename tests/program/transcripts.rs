//! Golden transcripts: what `replay` shows and what records hold.

use std::process::Command;

use crate::program::BIN;

fn replay(arguments: &str) -> String {
    let mut command = Command::new(BIN);
    let output = command.arg("replay").args(arguments.split(' ')).args(["--game", "all-fives"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn two_seats() {
    insta::assert_snapshot!("two-seats", replay("greedy random --set target=20"));
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
