//! The form in which a report with its tables is printed.

use clap::ValueEnum;

use super::{Failure, console};
use crate::report::markdown;
use crate::report::terminal::Screen;

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
