//! The form in which a report with its tables is printed.

use std::path::Path;

use clap::{Args, ValueEnum};

use super::{Failure, console};
use crate::analysis::Summary;
use crate::report::html::REPORT;
use crate::report::markdown;
use crate::report::terminal::{self, Detail, Screen};

/// How a report with its tables is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Aligned columns that fit the terminal
    Text,
    /// GitHub's Markdown, for pull requests and papers
    Markdown,
}

impl Format {
    /// Writes a report to standard output, laid out for a screen.
    ///
    /// # Errors
    /// As for [`console::print()`].
    pub fn print(self, text: impl FnOnce(Screen) -> String) -> Result<(), Failure> {
        match self {
            Format::Text => console::print(&text(Screen::here())),
            Format::Markdown => console::print(&markdown::document(&text(Screen::MARKDOWN))),
        }
    }
}

/// How a verb that plays prints its result.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Running")]
pub struct PrintArgs {
    /// Print every table, not only the answer and what the question asks for
    #[arg(long)]
    full: bool,
    /// Form of the report on standard output
    #[arg(long, value_enum, value_name = "FORM", default_value = "text", conflicts_with = "json")]
    format: Format,
}

impl PrintArgs {
    /// Prints a result for people, and where its page lies if it has a folder.
    ///
    /// # Errors
    /// As for [`console::print()`].
    pub fn print(self, summary: &Summary, folder: Option<&Path>) -> Result<(), Failure> {
        let page = folder.map(|folder| folder.join(REPORT));
        self.format.print(|screen| terminal::result(summary, Detail::of(self.full), page.as_deref(), screen))
    }
}
