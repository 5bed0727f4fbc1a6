//! `sprt`: a sequential test of counts by block class, without playing.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueHint};
use serde::Deserialize;

use super::verdict_code::ExitCode;
use super::{Failure, console};
use crate::experiment::stopping_options::bare_test_argument;
use crate::game::{MAX_SEATS, WIN_UNITS};
use crate::parameters::shorten;
use crate::report::class_test;
use crate::report::columns::Screen;
use crate::stats::class_counts::ClassCounts;
use crate::stats::sprt::Sprt;
use crate::stats::stopping::StoppingRule;
use crate::streams::MAX_BLOCK;

/// The most matches in a block: every order of five sides.
const MOST_MATCHES: u64 = 120;

/// How far a total may be from a multiple of the unit of win shares, in that unit: documents round to six decimals.
const ROUNDING: f64 = 0.05;

/// Test counts of block classes sequentially, without playing
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct SprtArgs {
    /// The test, as for `match --sprt`: elo0=A,elo1=B[,alpha=0.05][,beta=0.05][,model=logistic|normalized], or model=win-share,share0=A,share1=B
    #[arg(value_name = "TEST", value_parser = bare_test_argument, allow_hyphen_values = true)]
    test: Sprt,
    /// How many blocks came to which total of wins: WINS=BLOCKS or WINS:BLOCKS, separated by commas or spaces, as in 0=12,0.5=0,1=80,1.5=3,2=25, or as `block_classes` in JSON and CSV files
    #[arg(long, value_name = "COUNTS", required_unless_present = "match_file", conflicts_with = "match_file")]
    counts: Option<String>,
    /// A document that `match --json` printed; - reads standard input
    #[arg(long = "match", value_name = "FILE", value_hint = ValueHint::FilePath)]
    match_file: Option<PathBuf>,
    /// Matches in each block, with --counts
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MOST_MATCHES), conflicts_with = "match_file")]
    matches_per_block: u64,
    /// Number of sides, with --counts
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u64).range(2..=MAX_SEATS as u64), conflicts_with = "match_file")]
    sides: u64,
    /// Report the verdict by the exit code: 0 H1 accepted, 3 H0 accepted, 4 undecided; errors keep their codes
    #[arg(long)]
    exit_code: bool,
    /// Print one JSON document on standard output
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
The test is that of `match --sprt` on the same blocks, and like it decides nothing before 200 blocks (docs/statistics.md). Of a document, the first strategy is tested.

Examples:
  sixtyone sprt elo0=0,elo1=10 --counts 0=616,0.5=0,1=8728,1.5=0,2=10656
  sixtyone sprt elo0=0,elo1=10 --counts \"[[0.0,616],[1.0,8728],[2.0,10656]]\" --json
  sixtyone sprt model=win-share,share0=0.5,share1=0.6 --counts \"0:9 3:30\" --matches-per-block 3
  sixtyone match expert club --json > m.json; sixtyone sprt elo0=0,elo1=10 --match m.json
  sixtyone sprt model=normalized,elo0=0,elo1=10 --counts 0=20,1=180,2=190 --exit-code";

/// A total of wins, in units of 1/27,720.
fn total(wins: f64) -> Option<i64> {
    let exact = wins * f64::from(WIN_UNITS);
    let whole = exact.round();
    (wins.is_finite() && (exact - whole).abs() <= ROUNDING && whole.abs() < 1e15).then_some(whole as i64)
}

/// A number of wins as people write it: `1.5`, or `1/3`.
fn wins(text: &str) -> Option<f64> {
    match text.split_once('/') {
        Some((part, of)) => {
            let (part, of) = (part.trim().parse::<f64>().ok()?, of.trim().parse::<f64>().ok()?);
            (of != 0.0).then_some(part / of)
        }
        None => text.parse().ok(),
    }
}

/// Reads what `--counts` takes: pairs of wins and blocks.
fn pairs(text: &str) -> Result<Vec<(f64, u64)>, String> {
    const ALLOWED: &str = "allowed: WINS=BLOCKS,…, as in 0=12,0.5=0,1=80,1.5=3,2=25";
    let text = text.trim();
    if text.starts_with('[') {
        return serde_json::from_str(text)
            .map_err(|error| format!("--counts is no list of [wins, blocks] pairs: {error}; {ALLOWED}"));
    }
    let pair = |part: &str| {
        let (left, right) = part.split_once(['=', ':'])?;
        Some((wins(left)?, right.parse().ok()?))
    };
    let parts = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|part| !part.is_empty());
    let found: Vec<(f64, u64)> = parts
        .map(|part| pair(part).ok_or_else(|| format!("--counts: found {:?}; {ALLOWED}", shorten(part))))
        .collect::<Result<_, _>>()?;
    if found.is_empty() { Err(format!("--counts: found nothing; {ALLOWED}")) } else { Ok(found) }
}

/// Fills in the classes from pairs of wins and blocks; `place` says where they stand.
fn classes(mut counts: ClassCounts, pairs: &[(f64, u64)], place: &str) -> Result<ClassCounts, String> {
    let whole = counts.whole();
    for (wins, blocks) in pairs {
        let total = total(*wins).filter(|total| (0..=whole).contains(total)).ok_or_else(|| {
            format!(
                "{place}: {wins} is no total of wins of a block of {} matches; allowed: 0 to {}, shared wins as fractions (1/3 or 0.333333); \
                 --matches-per-block says how many matches a block has",
                counts.matches_per_block, counts.matches_per_block
            )
        })?;
        if counts.blocks.insert(total, *blocks).is_some() {
            return Err(format!("{place}: {wins} wins are there twice; give one number of blocks for each total"));
        }
    }
    let sum = counts.blocks.values().try_fold(0u64, |sum, count| sum.checked_add(*count));
    match sum {
        Some(1..=MAX_BLOCK) => Ok(counts),
        Some(0) => Err(format!("{place}: no block is counted; give at least one")),
        _ => Err(format!("{place}: too many blocks; allowed: up to {MAX_BLOCK} in all")),
    }
}

/// What is needed of the document of `match --json`.
#[derive(Deserialize)]
struct MatchDocument {
    matches_per_block: u64,
    strategies: Vec<MatchStrategy>,
}

#[derive(Deserialize)]
struct MatchStrategy {
    name: String,
    exact_tie: bool,
    block_classes: Vec<(f64, u64)>,
}

/// The counts of a document of `match --json`, with the name of the strategy that they are of.
fn read_match(path: &Path) -> Result<(ClassCounts, String), String> {
    let shown = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
    let text = if path == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().lock().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(path)
    };
    let text =
        text.map_err(|error| format!("cannot read {shown}: {error}; name a file that `match --json` printed"))?;
    let document: MatchDocument = serde_json::from_str(&text)
        .map_err(|error| format!("{shown} is no document of `match --json`: {error}; name a file that it printed"))?;
    let sides = document.strategies.len();
    let (Some(first), 2..=MAX_SEATS, 1..=MOST_MATCHES) =
        (document.strategies.first(), sides, document.matches_per_block)
    else {
        return Err(format!(
            "{shown} has {sides} strategies and blocks of {} matches; allowed: 2 to {MAX_SEATS} strategies, 1 to {MOST_MATCHES} matches",
            document.matches_per_block
        ));
    };
    let counts = ClassCounts {
        sides,
        matches_per_block: document.matches_per_block,
        blocks: BTreeMap::new(),
        exact_tie: first.exact_tie,
    };
    Ok((classes(counts, &first.block_classes, &shown)?, first.name.clone()))
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &SprtArgs) -> Result<(), Failure> {
    let exit_code = ExitCode::new(args.exit_code, Some(StoppingRule::Sprt(args.test)), "")?;
    let (counts, name) = match (&args.match_file, &args.counts) {
        (Some(path), _) => read_match(path).map_err(Failure::Input)?,
        (None, text) => {
            let counts = ClassCounts {
                sides: args.sides as usize,
                matches_per_block: args.matches_per_block,
                blocks: BTreeMap::new(),
                exact_tie: false,
            };
            let pairs = pairs(text.as_deref().unwrap_or_default()).map_err(Failure::Input)?;
            (classes(counts, &pairs, "--counts").map_err(Failure::Input)?, "the first strategy".to_owned())
        }
    };
    if !args.test.fits(counts.sides) {
        return Err(Failure::Input(format!(
            "the counts are of {} sides, but model {} is for 2; use model win-share with share0 and share1",
            counts.sides,
            args.test.model.name()
        )));
    }
    let found = counts.test(args.test);
    let printed = if args.json {
        console::print_json(&class_test::document(&counts, &name, args.test, &found))
    } else {
        console::print(&class_test::text(&counts, &name, args.test, &found, Screen::here()))
    };
    exit_code.reported(printed, std::iter::once(Some(found.ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read_as_they_are_printed() {
        let expected = vec![(0.0, 616), (0.5, 0), (1.0, 8728)];
        for text in
            ["0=616,0.5=0,1=8728", "0:616 0.5:0 1:8728", "[[0.0,616],[0.5,0],[1.0,8728]]", " 0=616 , 1/2=0, 1=8728 "]
        {
            assert_eq!(pairs(text).unwrap(), expected, "{text}");
        }
        for text in ["", "0", "0=x", "x=3", "[1,2]", "1/0=4", "0=-3", "0=1.5"] {
            assert!(pairs(text).is_err(), "{text}");
        }
        assert_eq!((total(1.0 / 3.0), total(0.333_333), total(0.33)), (Some(9240), Some(9240), None));
    }

    #[test]
    fn what_is_no_block_is_refused() {
        let counts = || ClassCounts { sides: 2, matches_per_block: 2, blocks: BTreeMap::new(), exact_tie: false };
        let error = |pairs: &[(f64, u64)]| classes(counts(), pairs, "--counts").unwrap_err();
        assert!(error(&[(2.5, 1)]).contains("allowed: 0 to 2"));
        assert!(error(&[(f64::NAN, 1)]).contains("no total"));
        assert!(error(&[(1.0, 1), (1.0, 2)]).contains("twice"));
        assert!(error(&[(1.0, 0)]).contains("no block"));
        assert!(error(&[(1.0, u64::MAX), (2.0, 1)]).contains("too many"));
        assert_eq!(classes(counts(), &[(0.0, 1), (2.0, 3)], "x").unwrap().blocks.len(), 2);
    }
}
