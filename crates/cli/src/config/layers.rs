// SPDX-License-Identifier: MIT OR Apache-2.0

//! Configured values, and which of them hold for a call: later layers win, and remove what cannot be used
//! with them.

use anyhow::bail;
use clap::{Arg, Command};

use super::call::Call;
use super::keys::{Kind, find, is_general, kind, option};
use super::setting::Setting;
use super::{SourceOfConfig, environment, file};

/// The whole configuration.
#[derive(Default)]
pub(super) struct Layers {
    /// The file that was read or would have been, unless no file is used.
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

    /// Settings that hold for a call, beside its own options.
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
