// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which options are configured under which names: the long names of the command line.

use std::any::TypeId;
use std::path::PathBuf;

use clap::{Arg, ArgAction, Command, CommandFactory as _};

use crate::args::Args;

/// Options of one call, and of the configuration itself.
pub(super) const OF_ONE_CALL: [&str; 17] = [
    "at",
    "board",
    "config",
    "format",
    "game",
    "help",
    "holding",
    "infile",
    "no-config",
    "pattern",
    "skip-existing",
    "today",
    "trace",
    "until",
    "version",
    "view",
    "wanted",
];

/// Subcommands that the configuration does not change: it is what they are about, or they only print.
const WITHOUT_CONFIG: [&str; 4] = ["completions", "config", "help", "man"];

/// Prefix of all environment variables.
pub(super) const PREFIX: &str = "KATACHI_";

/// A name under which an option can be configured.
pub(super) struct Key {
    /// The table, by the names of the subcommand; empty for general keys.
    pub(super) table: Vec<String>,
    /// The option.
    pub(super) arg: Arg,
}

/// Form of the value of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// True or false.
    Flag,
    /// One value.
    One,
    /// Several values.
    List,
}

impl Key {
    /// The long name of the option.
    pub(super) fn name(&self) -> &str {
        self.arg.get_long().unwrap_or_default()
    }

    /// The name of the environment variable.
    pub(super) fn variable(&self) -> String {
        let words = [&self.table[..], &[self.name().to_owned()]].concat();
        format!("{PREFIX}{}", words.join("_").replace('-', "_").to_uppercase())
    }
}

/// Kind of the value of an option.
pub(super) fn kind(arg: &Arg) -> Kind {
    match arg.get_action() {
        ArgAction::SetTrue => Kind::Flag,
        ArgAction::Append => Kind::List,
        _ => Kind::One,
    }
}

/// Is the value the path of a file?
pub(super) fn is_path(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

/// Is the value on or off, perhaps among others?
pub(super) fn is_switch(arg: &Arg) -> bool {
    let values = arg.get_possible_values();
    ["on", "off"]
        .iter()
        .all(|word| values.iter().any(|value| value.get_name() == *word))
}

/// Does the configuration change that subcommand?
pub(super) fn is_configurable(path: &[String]) -> bool {
    path.first()
        .is_none_or(|name| !WITHOUT_CONFIG.contains(&name.as_str()))
}

/// The option of that name, among those that can be configured.
pub(super) fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    options(command).find(|arg| arg.get_long() == Some(name))
}

/// The options of a command that can be configured.
pub(super) fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| {
        let name = arg.get_long();
        !arg.is_hide_set() && name.is_some_and(|name| !OF_ONE_CALL.contains(&name))
    })
}

/// Is this one of the options without a subcommand, and not another one of the same name?
pub(super) fn is_general(arg: &Arg) -> bool {
    let root = Args::command();
    let same = root
        .get_arguments()
        .find(|general| general.get_id() == arg.get_id());
    let help = |arg: &Arg| arg.get_help().map(ToString::to_string);
    same.is_some_and(|same| help(same) == help(arg))
}

/// The command with these names, each of a subcommand of the one before.
pub(super) fn find<'a>(root: &'a Command, path: &[String]) -> Option<&'a Command> {
    path.iter()
        .try_fold(root, |command, name| command.find_subcommand(name))
}

/// The definitions with a change of the command with these names.
pub(super) fn change(root: Command, path: &[String], how: impl FnOnce(Command) -> Command) -> Command {
    match path {
        [name, rest @ ..] => root.mut_subcommand(name, |command| change(command, rest, how)),
        [] => how(root),
    }
}

/// All keys: general ones first, then those of each subcommand.
pub(super) fn keys(root: &Command) -> Vec<Key> {
    let key = |arg: &Arg| Key {
        table: Vec::new(),
        arg: arg.clone(),
    };
    let mut keys: Vec<Key> = options(root).map(key).collect();
    add_keys(root, &mut Vec::new(), &mut keys);
    keys
}

fn add_keys(command: &Command, path: &mut Vec<String>, keys: &mut Vec<Key>) {
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        path.push(subcommand.get_name().to_owned());
        if is_configurable(path) {
            keys.extend(options(subcommand).map(|arg| Key {
                table: path.clone(),
                arg: arg.clone(),
            }));
            add_keys(subcommand, path, keys);
        }
        path.pop();
    }
}

/// A name is not offered beside another one whose likeness, 0 to 1, is higher by this.
const MUCH_LESS_LIKE: f64 = 0.1;

/// Those of the names that are most like that one, best first: as clap chooses them, and short ones with two
/// letters exchanged.
pub(super) fn near<'a>(name: &str, names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut near: Vec<(f64, &str)> = names
        .map(|other| (strsim::jaro(name, other), other))
        .filter(|(likeness, other)| *likeness > 0.7 || strsim::osa_distance(name, other) == 1)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup();
    let least = near.first().map_or(0.0, |(best, _)| best - MUCH_LESS_LIKE);
    let alike = near.into_iter().take_while(|(likeness, _)| *likeness >= least);
    alike.map(|(_, name)| name).take(3).collect()
}
