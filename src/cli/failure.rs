//! How a command can end other than well, and the exit code of each way.

use std::fmt;
use std::process::ExitCode;

use crate::arena::runner::RunError;
use crate::context::Context;

/// What a command with `--exit-code` ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VerdictCode(pub(super) u8);

impl VerdictCode {
    /// The exit code.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }
}

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// A check found a difference: exit code 1.
    Check(String),
    /// Bad usage or bad input: exit code 2.
    Input(String),
    /// A message that is already laid out, as clap makes them: exit code 2.
    Usage(clap::Error),
    /// Stopped by Ctrl-C or a termination signal: exit code 130.
    Interrupted(String),
    /// A sequential test did not accept H1, and the exit code is to say so: 3 or 4, no message.
    Verdict(VerdictCode),
    /// The reader of standard output has gone away, which is its right: exit code 0, no message.
    Quiet,
}

impl Failure {
    /// Bad input, said in one message.
    pub fn input(message: impl fmt::Display) -> Failure {
        Failure::Input(message.to_string())
    }

    /// Bad input, unless the context was stopped, which then is the reason.
    pub fn of(context: &Context, message: impl fmt::Display) -> Failure {
        if context.is_stopped() { RunError::Interrupted.into() } else { Failure::input(message) }
    }

    /// The exit code.
    #[must_use]
    pub fn code(&self) -> ExitCode {
        match self {
            Failure::Quiet => ExitCode::SUCCESS,
            Failure::Verdict(verdict) => ExitCode::from(verdict.code()),
            Failure::Check(_) => ExitCode::from(1),
            Failure::Input(_) => ExitCode::from(2),
            Failure::Usage(error) => ExitCode::from(if error.use_stderr() { 2 } else { 0 }),
            Failure::Interrupted(_) => ExitCode::from(130),
        }
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        match error {
            RunError::Interrupted => {
                Failure::Interrupted("interrupted: nothing was written; the same command starts over".to_owned())
            }
            other => Failure::input(other),
        }
    }
}
