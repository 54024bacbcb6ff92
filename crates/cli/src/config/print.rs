// SPDX-License-Identifier: MIT OR Apache-2.0

//! `katachi config`: the configuration in force, as a file that can be read again.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::{Context as _, anyhow, ensure};
use clap::{Arg, Command};
use katachi_rules::printable_path;

use super::call::Call;
use super::keys::{Key, Kind, find, is_configurable, keys, kind, options};
use super::layers::Layers;
use super::setting::Setting;
use super::{ConfigArgs, SourceOfConfig};
use crate::args;
use crate::leading::options_last;

/// Columns of the comments in the file to begin with.
const WIDTH: usize = 100;

/// Runs the command.
pub(crate) fn run(asked: &ConfigArgs, from: &SourceOfConfig) -> anyhow::Result<()> {
    let root = args::command();
    if asked.path || asked.init {
        let place = super::file::place(from)?.context("--no-config: no file is looked for")?;
        ensure!(
            !place.path.as_os_str().is_empty(),
            "there is no folder for settings, because no home folder is known: name a file with --config FILE"
        );
        if asked.init {
            write_example(&root, &place.path)?;
        }
        writeln!(io::stdout(), "{}", printable_path(&place.path))?;
        return Ok(());
    }
    let words = [&[OsString::from("katachi")], &asked.words[..]].concat();
    let call = Call::new(&root, &options_last(&root, words)?).unwrap_or_else(|error| super::leave(&error));
    let is_said = |from: &SourceOfConfig| from.no_config || from.config.is_some();
    let from = if is_said(&call.config) { &call.config } else { from };
    let layers = Layers::read(&root, from)?;
    let text = if asked.words.is_empty() {
        whole(&root, &layers)?
    } else {
        of_call(&root, &layers, &call)?
    };
    io::stdout().write_all(text.as_bytes())?;
    Ok(())
}

/// The whole configuration: all general keys, and the settings of each subcommand.
pub(super) fn whole(root: &Command, layers: &Layers) -> anyhow::Result<String> {
    let mut text = "# What is configured for Katachi, and where.\n".to_owned();
    if let Some(place) = &layers.place {
        let is_there = if place.path.exists() { "" } else { " (not there)" };
        writeln!(text, "# File: {}{is_there}", printable_path(&place.path))?;
    }
    text.push('\n');
    let keys = keys(root);
    let general = layers.for_call(root, &Call::without_options(&[]))?;
    for key in keys.iter().filter(|key| key.table.is_empty()) {
        let setting = general.iter().find(|setting| setting.name == key.name());
        text += &configured(&key.arg, setting.copied());
    }
    let mut tables: Vec<&[String]> = keys
        .iter()
        .map(|key| &key.table[..])
        .filter(|table| !table.is_empty())
        .collect();
    tables.dedup();
    for table in tables {
        let own = layers.for_call(root, &Call::without_options(table))?;
        let own = own.into_iter().filter(|setting| setting.table == table);
        let lines: String = own
            .map(|setting| line(&key_of(&keys, setting).arg, &setting.values, &setting.source))
            .collect();
        if !lines.is_empty() {
            write!(text, "\n[{}]\n{lines}", table.join("."))?;
        }
    }
    Ok(text)
}

fn key_of<'a>(keys: &'a [Key], setting: &Setting) -> &'a Key {
    let key = keys
        .iter()
        .find(|key| key.table == setting.table && key.name() == setting.name);
    key.expect("a setting has a key")
}

/// The configuration of one call.
pub(super) fn of_call(root: &Command, layers: &Layers, call: &Call) -> anyhow::Result<String> {
    let name = call.path.join(" ");
    ensure!(
        is_configurable(&call.path),
        "{name}: it has no options that are configured"
    );
    let command = find(root, &call.path).with_context(|| format!("there is no command {name}"))?;
    let settings = layers.for_call(root, call)?;
    let mut text = String::new();
    if !call.path.is_empty() {
        writeln!(text, "[{}]", call.path.join("."))?;
    }
    for arg in options(command) {
        let id = arg.get_id().as_str();
        text += &if call.has(id) {
            line(arg, &call.values(id), &"option")
        } else {
            let name = arg.get_long();
            configured(
                arg,
                settings
                    .iter()
                    .find(|setting| Some(setting.name.as_str()) == name)
                    .copied(),
            )
        };
    }
    Ok(text)
}

/// The line of an option that is not on the command line. A default is a comment: it is not configured, and
/// might not go together with what is.
fn configured(arg: &Arg, setting: Option<&Setting>) -> String {
    if let Some(setting) = setting {
        return line(arg, &setting.values, &setting.source);
    }
    let defaults = arg.get_default_values();
    let defaults: Vec<String> = defaults
        .iter()
        .map(|value| value.to_string_lossy().into_owned())
        .collect();
    if defaults.is_empty() && kind(arg) != Kind::Flag {
        return format!("# {}  # not set\n", assignment(arg));
    }
    format!("# {}", line(arg, &defaults, &"default"))
}

/// An option with what stands for its value in the help.
fn assignment(arg: &Arg) -> String {
    let name = arg.get_long().unwrap_or_default();
    let value = arg.get_value_names().unwrap_or_default().join(" ");
    format!("{name} = {value}")
}

fn line(arg: &Arg, values: &[String], source: &dyn std::fmt::Display) -> String {
    let name = arg.get_long().unwrap_or_default();
    format!("{name} = {}  # {source}\n", value(arg, values))
}

fn value(arg: &Arg, values: &[String]) -> String {
    match kind(arg) {
        Kind::Flag => values.first().map_or("false", String::as_str).to_owned(),
        Kind::One => literal(values.first().map_or("", String::as_str)),
        Kind::List => {
            let values: Vec<String> = values.iter().map(|value| literal(value)).collect();
            format!("[{}]", values.join(", "))
        }
    }
}

/// A number in TOML's form as it is, and other words in quotes.
fn literal(text: &str) -> String {
    let is_integer = text.parse::<i64>().is_ok_and(|number| number.to_string() == text);
    let is_float = text
        .parse::<f64>()
        .is_ok_and(|number| number.to_string() == text && text.contains('.'));
    if is_integer || is_float {
        return text.to_owned();
    }
    toml::Value::from(text).to_string()
}

/// Writes a file of comments: each general key with its help.
fn write_example(root: &Command, path: &Path) -> anyhow::Result<()> {
    let name = path.display();
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder of {name}"))?;
    let mut file = File::create_new(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => anyhow!("{name} is there already, and stays as it is"),
        _ => anyhow!(error).context(format!("cannot write {name}")),
    })?;
    file.write_all(example(root).as_bytes())
        .with_context(|| format!("cannot write {name}"))
}

/// A file in which everything is a comment.
pub(super) fn example(root: &Command) -> String {
    let mut text = "\
# Configuration of Katachi. Each option of the command line is a key, by its long name. Later wins: general keys, the table
# of a subcommand, environment variables such as KATACHI_LEVEL, the command line. `katachi config` prints what holds.
"
    .to_owned();
    for key in keys(root).iter().filter(|key| key.table.is_empty()) {
        let help = key.arg.get_long_help().or_else(|| key.arg.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        text.push('\n');
        for line in textwrap::wrap(&help, WIDTH - 2) {
            text += &format!("# {line}\n");
        }
        let shown = configured(&key.arg, None);
        let shown = shown.split("  #").next().unwrap_or_default();
        text += &format!("# {}\n", shown.trim_start_matches("# "));
    }
    text + "
# Options of one subcommand alone:
# [gtp]
# ponder = \"on\"
"
}
