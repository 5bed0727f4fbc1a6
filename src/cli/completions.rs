//! `completions`: completion scripts for shells.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

use super::{Cli, Failure, console};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

const EXAMPLES: &str = "\
Examples:
  sixtyone completions bash > ~/.local/share/bash-completion/completions/sixtyone
  sixtyone completions zsh > ~/.zfunc/_sixtyone
  sixtyone completions fish > ~/.config/fish/completions/sixtyone.fish";

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "sixtyone", &mut script);
    console::print_as_it_is(&String::from_utf8_lossy(&script))
}
