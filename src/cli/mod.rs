//! The command line: one file per verb.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 a check failed, 2 bad usage or bad
//! input, 130 interrupted. A reader of standard output that goes away ends the program quietly.

pub mod bench;
pub mod console;
pub mod failure;
pub mod interrupt;
pub mod match_verb;
pub mod options;
pub mod run;
pub mod session;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use failure::Failure;

/// Research and simulation harness for games played to sixty-one.
#[derive(Parser, Debug)]
#[command(
    name = "sixtyone",
    version,
    about = "Exact rules, seeded matches by the million, honest statistics for games played to sixty-one",
    after_help = AFTER_HELP,
    disable_help_subcommand = true,
    max_term_width = 110
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const AFTER_HELP: &str = "\
Examples:
  sixtyone match greedy random                       play one line-up against another
  sixtyone match --help                              each verb has its own examples

Exit codes: 0 done, 1 a check failed, 2 bad usage or bad input, 130 interrupted";

#[derive(Subcommand, Debug)]
enum Verb {
    Run(run::RunVerbArgs),
    Match(match_verb::MatchArgs),
    Bench(bench::BenchArgs),
}

/// Reads the command line, does what it says, and reports how that went.
#[must_use]
pub fn main() -> ExitCode {
    let outcome = Cli::try_parse().map_err(Failure::Usage).and_then(|cli| match cli.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Match(args) => match_verb::run(&args),
        Verb::Bench(args) => bench::run(&args),
    });
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    match &failure {
        Failure::Check(message) | Failure::Input(message) | Failure::Interrupted(message) => {
            console::note(&format!("error: {message}"));
        }
        // Help and version go to standard output; a closed pipe there is no error.
        Failure::Usage(error) => drop(error.print()),
        Failure::Quiet => {}
    }
    failure.code()
}
