//! The verdict of a sequential test as exit code, for scripts (`--exit-code`).

use super::Failure;
use super::failure::VerdictCode;
use crate::stats::sprt::Verdict;
use crate::stats::stopping::{Ending, StoppingRule};

/// The exit code if every test accepted H0.
const H0: u8 = 3;
/// The exit code if a test is open, or tests disagree.
const UNDECIDED: u8 = 4;

/// Whether the option was given, checked before anything is played.
#[derive(Clone, Copy, Debug)]
pub struct ExitCode {
    wanted: bool,
}

impl ExitCode {
    /// Takes the option; `rule` is the rule that may end the run, and `instead` says how to ask for a test.
    ///
    /// # Errors
    /// If no sequential test was asked for, so that there will be no verdict.
    pub fn new(wanted: bool, rule: Option<StoppingRule>, instead: &str) -> Result<ExitCode, Failure> {
        let found = match rule {
            _ if !wanted => return Ok(ExitCode { wanted }),
            Some(StoppingRule::Sprt(_)) => return Ok(ExitCode { wanted }),
            Some(StoppingRule::HalfWidth(_)) => "a run that stops at a half-width has none",
            None => "found none",
        };
        Err(Failure::Input(format!("--exit-code reports the verdict of a sequential test, but {found}; {instead}")))
    }

    /// What the command ends with, if so far it has gone like this: a reader of standard output that goes away before the end leaves no verdict.
    ///
    /// # Errors
    /// The failure, or in its place that nothing is decided.
    pub fn played<T>(self, outcome: Result<T, Failure>) -> Result<T, Failure> {
        outcome.map_err(|failure| match failure {
            Failure::Quiet if self.wanted => Failure::Verdict(VerdictCode(UNDECIDED)),
            other => other,
        })
    }

    /// What the command ends with, after its report was printed, or not read to its end.
    ///
    /// # Errors
    /// The failure, or the verdict unless H1 was accepted by all tests.
    pub fn reported(
        self,
        printed: Result<(), Failure>,
        endings: impl Iterator<Item = Option<Ending>>,
    ) -> Result<(), Failure> {
        match printed {
            Ok(()) | Err(Failure::Quiet) if self.wanted => of(endings),
            other => other,
        }
    }
}

/// The verdict of all tests together.
fn of(endings: impl Iterator<Item = Option<Ending>>) -> Result<(), Failure> {
    let verdicts: Vec<Option<Verdict>> = endings.map(|ending| ending.and_then(|ending| ending.verdict())).collect();
    let all = |verdict: Verdict| !verdicts.is_empty() && verdicts.iter().all(|found| *found == Some(verdict));
    if all(Verdict::H1) {
        return Ok(());
    }
    Err(Failure::Verdict(VerdictCode(if all(Verdict::H0) { H0 } else { UNDECIDED })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::sprt::Look;

    fn ended(verdicts: &[Option<Verdict>]) -> u8 {
        let ending = |verdict: &Option<Verdict>| {
            Some(Ending {
                look: Some(Look { llr: Some(0.0), estimate: None, verdict: *verdict, forecast: None }),
                half_width: None,
                blocks: 200,
                exact_tie: false,
                reached: verdict.is_some(),
                forecast: None,
            })
        };
        match of(verdicts.iter().map(ending)) {
            Ok(()) => 0,
            Err(Failure::Verdict(code)) => code.code(),
            Err(_) => 2,
        }
    }

    #[test]
    fn all_tests_must_agree() {
        let (h0, h1) = (Some(Verdict::H0), Some(Verdict::H1));
        assert_eq!((ended(&[h1]), ended(&[h1, h1]), ended(&[h0, h0])), (0, 0, 3));
        assert_eq!((ended(&[h1, h0]), ended(&[h1, None]), ended(&[None]), ended(&[])), (4, 4, 4, 4));
    }

    #[test]
    fn a_reader_that_goes_away_makes_no_verdict_of_its_own() {
        let wanted = ExitCode { wanted: true };
        assert!(matches!(wanted.played::<()>(Err(Failure::Quiet)), Err(Failure::Verdict(VerdictCode(UNDECIDED)))));
        assert!(matches!(
            wanted.reported(Err(Failure::Quiet), std::iter::once(None)),
            Err(Failure::Verdict(VerdictCode(UNDECIDED)))
        ));
        let plain = ExitCode { wanted: false };
        assert!(matches!(plain.reported(Err(Failure::Quiet), std::iter::empty()), Err(Failure::Quiet)));
    }
}
