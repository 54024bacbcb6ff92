// SPDX-License-Identifier: MIT OR Apache-2.0

//! Configured values, and which of them hold for a call: later layers win, and remove what cannot be used with them.

use std::fmt;
use std::path::PathBuf;

use anyhow::bail;
use clap::error::ErrorKind;
use clap::{Arg, Command};

use super::call::Call;
use super::keys::{Kind, find, is_general, kind, option};
use super::{SourceOfConfig, environment, file};

/// A value that was configured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Setting {
    /// The table it is in; empty for a general key.
    pub(super) table: Vec<String>,
    /// The long name of the option.
    pub(super) name: String,
    /// What would stand on the command line; `true` or `false` for a flag.
    pub(super) values: Vec<String>,
    /// Where it is written.
    pub(super) source: Source,
}

/// Where a value is written.
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
            Self::File(path, line) => write!(f, "{}:{line}", path.display()),
            Self::Environment(name) => write!(f, "environment variable {name}"),
        }
    }
}

/// All that is configured.
#[derive(Default)]
pub(super) struct Layers {
    /// The file that was read or would have been; none if none is looked for.
    pub(super) place: Option<file::Place>,
    file: Vec<Setting>,
    environment: Vec<Setting>,
}

impl Layers {
    /// Reads the file and the environment.
    pub(super) fn read(root: &Command, from: &SourceOfConfig) -> anyhow::Result<Self> {
        let place = file::place(from)?;
        let (file, environment) = match &place {
            Some(place) => (
                file::read(root, place)?,
                environment::settings(root, std::env::vars_os())?,
            ),
            None => (Vec::new(), Vec::new()),
        };
        Ok(Self {
            place,
            file,
            environment,
        })
    }

    #[cfg(test)]
    pub(super) fn new(file: Vec<Setting>, environment: Vec<Setting>) -> Self {
        Self {
            place: None,
            file,
            environment,
        }
    }

    /// What holds for that call, beside its own options.
    ///
    /// # Errors
    ///
    /// If one layer has two values that cannot be used together.
    pub(super) fn for_call<'a>(&'a self, root: &'a Command, call: &Call) -> anyhow::Result<Vec<&'a Setting>> {
        let Some(command) = find(root, &call.path) else {
            return Ok(Vec::new());
        };
        let given = command
            .get_arguments()
            .filter(|arg| call.has(arg.get_id().as_str()));
        let mut used: Vec<Used<'_>> = given.map(|arg| Used { arg, setting: None }).collect();
        let layers = [
            (&self.environment, &call.table[..]),
            (&self.environment, &[]),
            (&self.file, &call.table),
            (&self.file, &[]),
        ];
        for (i, (layer, table)) in layers.into_iter().enumerate() {
            if i % 2 == 1 && call.table.is_empty() {
                continue;
            }
            let later = used.len();
            for setting in layer.iter().filter(|setting| setting.table == table) {
                let Some(arg) = option(command, &setting.name) else {
                    continue;
                };
                if table.is_empty() && !is_general(arg) {
                    continue;
                }
                let new = Used {
                    arg,
                    setting: Some(setting),
                };
                if used[..later].iter().any(|used| used.replaces(&new, command)) {
                    continue;
                }
                if let Some(other) = used[later..].iter().find(|used| used.excludes(&new, command)) {
                    let there = other.setting.map(|setting| setting.source.to_string());
                    bail!(
                        "{}: `{}` cannot be used with `{}` of {}",
                        setting.source,
                        setting.name,
                        other.arg.get_long().unwrap_or_default(),
                        there.unwrap_or_default()
                    );
                }
                used.push(new);
            }
        }
        Ok(used.into_iter().filter_map(|used| used.setting).collect())
    }
}

/// An option that has a value, from a setting or else from the command line.
struct Used<'a> {
    arg: &'a Arg,
    setting: Option<&'a Setting>,
}

impl Used<'_> {
    /// Does this option of a later layer take the place of that one?
    fn replaces(&self, earlier: &Self, command: &Command) -> bool {
        self.arg.get_id() == earlier.arg.get_id()
            || self.excludes(earlier, command)
            || self.wants_search(command) && earlier.is_search_off()
    }

    fn excludes(&self, other: &Self, command: &Command) -> bool {
        let names = |a: &Arg, b: &Arg| {
            let excluded = command.get_arg_conflicts_with(a);
            excluded.iter().any(|arg| arg.get_id() == b.get_id())
        };
        let is_set = |used: &Self| {
            let setting = used.setting;
            kind(used.arg) != Kind::Flag || setting.is_none_or(|setting| setting.values == ["true"])
        };
        is_set(self) && is_set(other) && (names(self.arg, other.arg) || names(other.arg, self.arg))
    }

    /// Is it an option of the search: one that cannot be used with `--no-model`?
    fn wants_search(&self, command: &Command) -> bool {
        let excluded = command.get_arg_conflicts_with(self.arg);
        excluded.iter().any(|arg| arg.get_long() == Some("no-model"))
    }

    /// Does it turn the search off?
    fn is_search_off(&self) -> bool {
        self.arg.get_long() == Some("search") && self.setting.is_some_and(|setting| setting.values == ["off"])
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
    /// What the command line would say.
    pub(super) fn check(&self, command: &Command, arg: &Arg) -> Result<(), String> {
        if kind(arg) == Kind::Flag {
            return Ok(());
        }
        let words = self.values.iter().map(|value| format!("--{}={value}", self.name));
        match command.clone().no_binary_name(true).try_get_matches_from(words) {
            Err(error) if is_of_value(error.kind()) => {
                let text = error.to_string();
                let said = text.trim_start_matches("error: ");
                let said = said.split("\n\n").next().unwrap_or(said);
                Err(said.split('\n').map(str::trim).collect::<Vec<_>>().join(" "))
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
