//! Runs the program as its users do.

#![allow(dead_code, unreachable_pub, reason = "each test file needs some of it")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

pub const BIN: &str = env!("CARGO_BIN_EXE_sixtyone");

/// Where tables of match equity are kept for the tests, apart from the user's.
pub const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/equity");

/// Runs the program in a folder of its own.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(BIN).args(arguments).current_dir(folder).env("SIXTYONE_CACHE", CACHE).output().unwrap()
}

pub fn run(arguments: &[&str]) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

pub fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or(-1)
}

pub fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

pub fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(code(&output), 0, "{arguments:?}\n{}", err(&output));
    out(&output)
}

pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&good(arguments)).unwrap()
}

pub fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}
