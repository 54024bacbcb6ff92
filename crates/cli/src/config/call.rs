// SPDX-License-Identifier: MIT OR Apache-2.0

//! The command line by itself, without the configuration.

use std::ffi::OsString;
use std::io::{self, IsTerminal as _};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, FromArgMatches as _};

use super::SourceOfConfig;

/// A command line that was parsed without the configuration.
pub(super) struct Call {
    /// The names of the subcommand; none for the program without one.
    pub(super) path: Vec<String>,
    /// The table of the configuration for this call; empty if only general keys apply.
    pub(super) table: Vec<String>,
    /// Options about the configuration.
    pub(super) config: SourceOfConfig,
    matches: ArgMatches,
}

impl Call {
    /// Parses the command line. Missing options may come from the configuration.
    pub(super) fn new(root: &Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = match root.clone().try_get_matches_from(words) {
            Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
                root.clone().ignore_errors(true).try_get_matches_from(words)?
            }
            matches => matches?,
        };
        Self::from_matches(matches)
    }

    fn from_matches(mut matches: ArgMatches) -> Result<Self, clap::Error> {
        let config = SourceOfConfig::from_arg_matches(&matches)?;
        let mut path = Vec::new();
        while let Some((name, inner)) = matches.remove_subcommand() {
            path.push(name);
            matches = inner;
        }
        let mut call = Self {
            table: path.clone(),
            path,
            config,
            matches,
        };
        if call.path.is_empty() && !call.has("load") {
            let is_person = io::stdin().is_terminal();
            call.table.push(if is_person { "play" } else { "gtp" }.to_owned());
        }
        Ok(call)
    }

    /// A call of that subcommand without options.
    pub(super) fn without_options(path: &[String]) -> Self {
        Self {
            path: path.to_vec(),
            table: path.to_vec(),
            config: SourceOfConfig::default(),
            matches: ArgMatches::default(),
        }
    }

    /// Is the option of that identity on the command line?
    pub(super) fn has(&self, id: &str) -> bool {
        self.matches.ids().any(|known| known == id)
            && self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    /// The values of an option that is on the command line.
    pub(super) fn values(&self, id: &str) -> Vec<String> {
        let values = self.matches.get_raw(id).into_iter().flatten();
        values.map(|value| value.to_string_lossy().into_owned()).collect()
    }
}
