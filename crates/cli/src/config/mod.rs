// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options that stand in a configuration file or in the environment.
//!
//! Keys follow from the definitions of the command line, so that a new option is a key of the file and a
//! variable of the environment by itself. The arguments are parsed twice: first as they are, to know the
//! subcommand and the options that were given; then with the configured values as defaults, in place of the
//! built-in ones. Defaults count as not given, so an option never clashes with what it replaces.

mod call;
mod environment;
mod file;
mod keys;
mod layers;
mod print;
mod setting;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

use anyhow::bail;
use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Command, FromArgMatches as _};
use katachi_rules::printable;

use super::analysis::with_two_dashes;
use super::args::{self, Args};
use super::leading::options_last;
use super::moved;
use call::Call;
use keys::{change, is_configurable};
use layers::Layers;
pub(super) use print::run;
use setting::Setting;

/// Source of the configuration.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct SourceOfConfig {
    /// Configuration file
    ///
    /// The default is config.toml in the folder for settings; 'katachi config --path' names it.
    #[arg(long, value_name = "FILE", global = true, help_heading = "Configuration")]
    config: Option<PathBuf>,
    /// Use no configuration file and no variables
    #[arg(
        long,
        global = true,
        conflicts_with = "config",
        help_heading = "Configuration"
    )]
    no_config: bool,
}

const CONFIG_HELP: &str = "\
Later wins: the general keys of the file, its table of the subcommand, environment variables such as KATACHI_LEVEL, options.

Examples:
  katachi config                      all that is configured, and where
  katachi config gtp --visits 100     what holds for this command
  katachi config --init               begin with a file of comments";

/// Prints the options that hold, as a configuration file, with the source of each in a comment.
#[derive(Debug, clap::Args)]
#[command(after_help = CONFIG_HELP)]
pub(crate) struct ConfigArgs {
    /// Print the path of the file
    #[arg(long, conflicts_with_all = ["init", "words"])]
    path: bool,
    /// Write a file of comments, if there is none
    #[arg(long, conflicts_with = "words")]
    init: bool,
    /// Subcommand, with options [default: all]
    #[arg(value_name = "COMMAND", trailing_var_arg = true, allow_hyphen_values = true)]
    words: Vec<OsString>,
}

/// The arguments of this process, with what the configuration adds to them. Leaves the process where the
/// arguments cannot be used, or ask for help.
///
/// # Errors
///
/// If the configuration cannot be used.
pub(super) fn parse() -> anyhow::Result<Args> {
    let root = args::command();
    let words = options_last(&root, with_two_dashes(std::env::args_os()))?;
    let call = match Call::new(&root, &words) {
        Ok(call) => call,
        Err(error) => match invalid_subcommand(&error).and_then(moved::message) {
            Some(message) => bail!(message),
            None => leave(&error),
        },
    };
    let layers = match is_configurable(&call.path) {
        true => Layers::read(&root, &call.config)?,
        false => Layers::default(),
    };
    let settings = layers.for_call(&root, &call)?;
    let args = arguments(root.clone(), &words, &call, &settings);
    Ok(args.unwrap_or_else(|error| leave(&error)))
}

/// Leaves the process with the help that was asked for, or with the message of refused arguments. They may be
/// names of files, which steer no terminal.
fn leave(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    match printable(&text) {
        Cow::Borrowed(_) => error.exit(),
        Cow::Owned(text) => {
            let _ = write!(io::stderr(), "{text}");
            process::exit(error.exit_code());
        }
    }
}

/// Checks the text of a configuration file: all keys are known, and all values are possible.
///
/// # Errors
/// All that is wrong with it, a line each.
pub fn check(text: &str) -> anyhow::Result<()> {
    file::settings(&args::command(), Path::new("config.toml"), text).map(|_| ())
}

/// The word in place of a subcommand, if that is the error.
fn invalid_subcommand(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand) {
        Some(ContextValue::String(name)) => Some(name),
        _ => None,
    }
}

/// The arguments with these settings.
fn arguments(
    root: Command,
    words: &[OsString],
    call: &Call,
    settings: &[&Setting],
) -> Result<Args, clap::Error> {
    let mut command = change(root, &call.path, |command| {
        settings
            .iter()
            .fold(command, |command, setting| setting.as_default(command))
    });
    let mut matches = match command.try_get_matches_from_mut(words) {
        // An option may require another one that is configured.
        Err(error) if lacks_only(&error, settings) => {
            command = change(command, &call.path, |command| {
                command.mut_args(|arg| arg.requires(Resettable::Reset))
            });
            command.try_get_matches_from_mut(words)?
        }
        matches => matches?,
    };
    Args::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
}

/// Is all that the command line lacks among the settings?
fn lacks_only(error: &clap::Error, settings: &[&Setting]) -> bool {
    let is_set = |form: &String| {
        let name = form.split(' ').next().and_then(|word| word.strip_prefix("--"));
        settings.iter().any(|setting| Some(setting.name.as_str()) == name)
    };
    match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::Strings(missing)) => {
            error.kind() == ErrorKind::MissingRequiredArgument && missing.iter().all(is_set)
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests;
