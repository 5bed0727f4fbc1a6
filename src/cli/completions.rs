//! `completions`: completion scripts for shells, and the answers that they ask for.
//!
//! The scripts for bash, zsh and fish ask the program itself, by a variable of the environment, what may follow; so they know the strategy
//! files and experiments that there are. The other shells know verbs and options.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_complete::env::{self, CompleteEnv, EnvCompleter, Shells};

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
In bash, zsh and fish also the names of strategies and experiments are completed, strategy files, the parameters of strategies, and the \
keys and values of --set. These scripts ask the program, so install them again when you update it.

Examples:
  sixtyone completions bash > ~/.local/share/bash-completion/completions/sixtyone
  sixtyone completions zsh > ~/.zfunc/_sixtyone
  sixtyone completions fish > ~/.config/fish/completions/sixtyone.fish";

/// The variable by which a script asks.
const VARIABLE: &str = "SIXTYONE_COMPLETE";

/// Bash, which splits words at `=` and `:`.
struct Bash;

const BASH: &str = r#"_sixtyone() {
    # Bash splits words at = and :, as COMP_WORDBREAKS says. The program is given whole words; of what it offers, bash is given the part
    # that follows the last split.
    local line=${COMP_LINE:0:COMP_POINT} words=() index word rest cut= part
    for ((index = 0; index <= COMP_CWORD; index++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        word=${COMP_WORDS[index]}
        if ((index == COMP_CWORD)); then
            word=$rest
        fi
        if ((index > 0)) && [[ $rest == "$line" ]]; then
            words[${#words[@]} - 1]+=$word
        else
            words+=("$word")
        fi
        line=${rest#"$word"}
    done
    local last=$((${#words[@]} - 1))
    for part in = :; do
        if [[ $COMP_WORDBREAKS == *"$part"* && ${words[last]} == *"$part"* ]]; then
            rest=${words[last]%"${words[last]##*"$part"}"}
            if ((${#rest} > ${#cut})); then
                cut=$rest
            fi
        fi
    done
    local program=${1/#\~\//$HOME/} IFS=$'\013'
    COMPREPLY=($(VARIABLE=bash _CLAP_IFS="$IFS" _CLAP_COMPLETE_INDEX="$last" "$program" -- "${words[@]}" 2>/dev/null))
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    # No space after what is not complete.
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/:] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o bashdefault -F _sixtyone sixtyone
"#;

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == self.name()
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        _: &str,
        _: &str,
        out: &mut dyn io::Write,
    ) -> Result<(), io::Error> {
        out.write_all(BASH.replace("VARIABLE", variable).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn io::Write,
    ) -> Result<(), io::Error> {
        env::Bash.write_complete(command, words, folder, out)
    }
}

/// Zsh, which is to add no space after what is not complete.
struct Zsh;

const ZSH: &str = r#"#compdef sixtyone
_sixtyone() {
    local -a offers folders open whole
    local offer
    offers=("${(@f)$(VARIABLE=zsh _CLAP_IFS=$'\n' _CLAP_COMPLETE_INDEX=$((CURRENT - 1)) ${(Q)~words[1]} -- "${(@)words[1,CURRENT]}" 2>/dev/null)}")
    for offer in $offers; do
        # A colon within a word is escaped; the first other one begins the remark.
        case ${${offer//\\:/_}%%:*} in
            */) folders+=("${offer//\\:/:}") ;;
            *=) open+=("$offer") ;;
            ?*) whole+=("$offer") ;;
        esac
    done
    (($#folders)) && compadd -S '' -- $folders
    (($#open)) && _describe -V 'keys' open -S ''
    (($#whole)) && _describe -V 'values' whole
}
if [[ $funcstack[1] == _sixtyone ]]; then
    _sixtyone "$@"
else
    compdef _sixtyone sixtyone
fi
"#;

impl EnvCompleter for Zsh {
    fn name(&self) -> &'static str {
        "zsh"
    }

    fn is(&self, name: &str) -> bool {
        name == self.name()
    }

    fn write_registration(
        &self,
        variable: &str,
        _: &str,
        _: &str,
        _: &str,
        out: &mut dyn io::Write,
    ) -> Result<(), io::Error> {
        out.write_all(ZSH.replace("VARIABLE", variable).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn io::Write,
    ) -> Result<(), io::Error> {
        env::Zsh.write_complete(command, words, folder, out)
    }
}

/// The shells whose scripts ask the program.
const ASKING: Shells<'static> = Shells(&[&Bash, &Zsh, &env::Fish]);

/// Answers a script that asks what may follow; `None` if this is an ordinary run.
pub(super) fn answer() -> Option<ExitCode> {
    let asked = CompleteEnv::with_factory(Cli::command).var(VARIABLE).shells(ASKING);
    match asked.try_complete(std::env::args_os(), std::env::current_dir().ok().as_deref()) {
        Ok(false) => None,
        Ok(true) => Some(ExitCode::SUCCESS),
        // The shell offers nothing then; whoever set the variable by hand is told why.
        Err(error) => {
            console::note(&format!("error: {VARIABLE}: {error}"));
            Some(ExitCode::from(2))
        }
    }
}

/// Runs the verb.
///
/// # Errors
/// See [`Failure`].
pub fn run(args: &CompletionsArgs) -> Result<(), Failure> {
    let mut script = Vec::new();
    match ASKING.completer(&args.shell.to_string()) {
        Some(shell) => shell
            .write_registration(VARIABLE, "sixtyone", "sixtyone", "sixtyone", &mut script)
            .map_err(Failure::input)?,
        None => clap_complete::generate(args.shell, &mut Cli::command(), "sixtyone", &mut script),
    }
    console::print_as_it_is(&String::from_utf8_lossy(&script))
}
