//! The command line: one file per verb.
//!
//! Results go to standard output, everything else to standard error. Exit codes: 0 done, 1 a check failed, 2 bad usage or bad
//! input, 130 interrupted; with `--exit-code` also 3 H0 accepted, 4 undecided. A reader of standard output that goes away ends the program quietly.

pub mod bench;
mod command_line;
mod completion_values;
pub mod completions;
pub mod console;
pub mod describe;
mod describe_strategy;
pub mod equity;
mod experiment_folder;
pub mod explain;
pub mod failure;
pub mod format;
pub mod interrupt;
pub mod list;
pub mod match_verb;
pub mod options;
pub mod output_args;
pub mod output_conflicts;
pub mod perft;
mod position;
pub mod progress;
pub mod rate;
pub mod replay;
pub mod report;
pub mod run;
pub mod session;
pub mod solve;
pub mod sprt;
pub mod tournament;
pub mod verdict_code;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use failure::Failure;

use crate::printable::is_unprintable;

/// Research and simulation harness for games played to sixty-one.
#[derive(Parser, Debug)]
#[command(
    name = "sixtyone",
    version,
    about = "Simulate and analyse games played to sixty-one: exact rules, seeded matches, duplicate deals, 95 % intervals",
    after_help = AFTER_HELP,
    max_term_width = 110
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

const AFTER_HELP: &str = "\
Examples:
  sixtyone run experiments/bust-rule.toml            run an experiment and write its results
  sixtyone match greedy random --blocks 20000        play one line-up
  sixtyone tournament expert club greedy random      rate several strategies
  sixtyone replay greedy random --block 3            show one match move by move
  sixtyone list                                      list what is available; then: sixtyone describe NAME

Each verb has its own examples: sixtyone help match

Exit codes: 0 done, 1 a check failed, 2 bad usage or bad input, 130 interrupted (Ctrl-C); with --exit-code 0 H1 accepted, 3 H0 accepted, 4 undecided";

#[derive(Subcommand, Debug)]
enum Verb {
    Run(run::RunVerbArgs),
    Match(match_verb::MatchArgs),
    Tournament(tournament::TournamentArgs),
    Sprt(sprt::SprtArgs),
    Rate(rate::RateArgs),
    Replay(replay::ReplayArgs),
    Report(report::ReportArgs),
    Equity(equity::EquityArgs),
    Perft(perft::PerftArgs),
    Solve(solve::SolveArgs),
    Explain(explain::ExplainArgs),
    Bench(bench::BenchArgs),
    List(list::ListArgs),
    Describe(describe::DescribeArgs),
    Completions(completions::CompletionsArgs),
}

/// Reads the command line, does what it says, and reports how that went.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(code) = completions::answer() {
        return code;
    }
    let outcome = Cli::try_parse().map_err(Failure::Usage).and_then(|cli| match cli.verb {
        Verb::Run(args) => run::run(&args),
        Verb::Match(args) => match_verb::run(&args),
        Verb::Tournament(args) => tournament::run(&args),
        Verb::Sprt(args) => sprt::run(&args),
        Verb::Rate(args) => rate::run(&args),
        Verb::Replay(args) => replay::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Equity(args) => equity::run(&args),
        Verb::Perft(args) => perft::run(&args),
        Verb::Solve(args) => solve::run(&args),
        Verb::Explain(args) => explain::run(&args),
        Verb::Bench(args) => bench::run(&args),
        Verb::List(args) => list::run(&args),
        Verb::Describe(args) => describe::run(&args),
        Verb::Completions(args) => completions::run(&args),
    });
    let Err(failure) = outcome else {
        return ExitCode::SUCCESS;
    };
    match &failure {
        Failure::Check(message) | Failure::Input(message) | Failure::Interrupted(message) => {
            console::note(&format!("error: {message}"));
        }
        Failure::Usage(error) => show_usage(error),
        Failure::Quiet | Failure::Verdict(_) => {}
    }
    failure.code()
}

/// Help and version go to standard output, where a closed pipe is no error. A message that may quote control characters of an argument is printed
/// plain.
fn show_usage(error: &clap::Error) {
    if std::env::args_os().any(|argument| argument.to_string_lossy().contains(is_unprintable)) {
        console::note(error.render().to_string().trim_end());
    } else {
        drop(error.print());
    }
}
