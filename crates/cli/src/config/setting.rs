// SPDX-License-Identifier: MIT OR Apache-2.0

//! One configured value with its source.

use std::fmt;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Arg, Command};
use katachi_rules::printable_path;

use super::keys::{Kind, kind, option};

/// A value that was configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The table it is in; empty for a general key.
    pub(super) table: Vec<String>,
    /// The long name of the option.
    pub(super) name: String,
    /// Words of the command line; `true` or `false` for a flag.
    pub(super) values: Vec<String>,
    /// Its source.
    pub(super) source: Source,
}

/// The source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In a file, in that line, counted from 1.
    File(PathBuf, usize),
    /// In the environment, as a variable of that name.
    Environment(String),
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, line) => write!(f, "{}:{line}", printable_path(path)),
            Self::Environment(name) => write!(f, "environment variable {name}"),
        }
    }
}

impl Setting {
    /// The command with this as the default of the option.
    pub(super) fn as_default(&self, command: Command) -> Command {
        let Some(id) = option(&command, &self.name).map(|arg| arg.get_id().clone()) else {
            return command;
        };
        command.mut_arg(id, |arg| arg.default_values(&self.values))
    }

    /// Checks the values as those of the command line are.
    ///
    /// # Errors
    ///
    /// The error of the command line.
    pub(super) fn check(&self, command: &Command, arg: &Arg) -> Result<(), String> {
        if kind(arg) == Kind::Flag {
            return Ok(());
        }
        let words = self.values.iter().map(|value| format!("--{}={value}", self.name));
        match command.clone().no_binary_name(true).try_get_matches_from(words) {
            Err(error) if is_of_value(error.kind()) => {
                let text = error.to_string();
                let message = text.trim_start_matches("error: ");
                let message = message.split("\n\n").next().unwrap_or(message);
                Err(message.split('\n').map(str::trim).collect::<Vec<_>>().join(" "))
            }
            _ => Ok(()),
        }
    }
}

fn is_of_value(kind: ErrorKind) -> bool {
    !matches!(
        kind,
        ErrorKind::MissingRequiredArgument
            | ErrorKind::MissingSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}
