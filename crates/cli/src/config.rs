// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options that stand in a configuration file or in the environment.
//!
//! A setting becomes an option of the command line, behind the name of the subcommand, if the subcommand has
//! that option. It gives way to an option that is given there, and to one with which it cannot be used.

use std::any::TypeId;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use anyhow::{Context as _, anyhow, bail};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, ArgAction, ArgMatches, Command, FromArgMatches as _};
use etcetera::BaseStrategy as _;
use katachi_rules::{printable, printable_path};
use toml::{Spanned, Value};

use super::analysis::with_two_dashes;
use super::args::{self, Args};
use super::leading::options_last;
use super::manual;

/// Options of one call, which cannot be configured.
const OF_ONE_CALL: &str =
    "at board config game help holding infile no-config pattern trace until version view";

/// Subcommands that the configuration does not change: it is what they are about, or they only print.
const WITHOUT_CONFIG: [&str; 4] = ["completions", "config", "help", "man"];

#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SourceOfConfig {
    /// Configuration file
    ///
    /// The default is config.toml in the folder for settings; 'katachi config' names it.
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

/// Leaves the process with the help that was asked for, or with the message of refused arguments. They may be
/// names of files, which steer no terminal.
pub fn leave(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    match printable(&text) {
        Cow::Borrowed(_) => error.exit(),
        Cow::Owned(text) => {
            let _ = write!(io::stderr(), "{text}");
            process::exit(error.exit_code());
        }
    }
}

#[derive(Debug)]
struct Setting {
    name: String,
    /// The words of the command line that say the same; none for a flag that is not set.
    words: Vec<String>,
    /// File and line, or a variable.
    source: String,
}

/// The arguments of this process, with what the configuration adds to them. Leaves the process where the
/// arguments cannot be used, or ask for help.
pub(super) fn parse() -> anyhow::Result<Args> {
    let root = args::command();
    let mut words = options_last(&root, with_two_dashes(env::args_os()))?;
    let given = match parsed(&root, &words) {
        Ok(given) => given,
        Err(error) => match error.get(ContextKind::InvalidSubcommand) {
            Some(ContextValue::String(name)) => bail!(manual::moved(name).unwrap_or_else(|| leave(&error))),
            _ => leave(&error),
        },
    };
    let is_configured = |name| !WITHOUT_CONFIG.contains(&name);
    if given.subcommand_name().is_none_or(is_configured) {
        let from = SourceOfConfig::from_arg_matches(&given).unwrap_or_else(|error| leave(&error));
        let settings = from.settings(&root)?;
        words = with_settings(&root, words, &given, &settings)?;
    }
    let parsed = root.clone().try_get_matches_from(&words);
    let args = parsed.and_then(|matches| Args::from_arg_matches(&matches));
    Ok(args.unwrap_or_else(|error| leave(&error.format(&mut args::command()))))
}

/// Prints the path of the file, and all that is configured.
pub(super) fn run(from: &SourceOfConfig) -> anyhow::Result<()> {
    let root = args::command();
    let mut out = io::stdout().lock();
    if let Some((file, _)) = from.file() {
        let is_there = if file.exists() { "" } else { " (not there)" };
        writeln!(out, "{}{is_there}", printable_path(&file))?;
    }
    let settings = from.settings(&root)?;
    check_values(&root, &settings)?;
    for Setting { words, source, .. } in settings.iter().filter(|setting| !setting.words.is_empty()) {
        writeln!(out, "{}  # {source}", words.join(" "))?;
    }
    Ok(())
}

/// Checks the text of a configuration file: all keys are known, and all values are possible.
///
/// # Errors
/// The first mistake.
pub fn check(text: &str) -> anyhow::Result<()> {
    let root = args::command();
    check_values(&root, &settings_of(&root, Path::new("config.toml"), text)?)
}

fn check_values(root: &Command, settings: &[Setting]) -> anyhow::Result<()> {
    let words = vec![OsString::from(root.get_name())];
    let given = parsed(root, &words)?;
    with_settings(root, words, &given, settings).map(|_| ())
}

/// The command line by itself. What it lacks may be configured.
fn parsed(root: &Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    match root.clone().try_get_matches_from(words) {
        Err(error) if error.kind() == ErrorKind::MissingRequiredArgument => {
            root.clone().ignore_errors(true).try_get_matches_from(words)
        }
        matches => matches,
    }
}

/// The words of a command line with those of the settings. Later settings are asked first.
fn with_settings(
    root: &Command,
    mut words: Vec<OsString>,
    given: &ArgMatches,
    settings: &[Setting],
) -> anyhow::Result<Vec<OsString>> {
    let (mut command, mut given, mut at) = (root, given, 1);
    while let Some((name, inner)) = given.subcommand() {
        command = command.find_subcommand(name).context("a known subcommand")?;
        (given, at) = (inner, at + 1);
    }
    let mut own = command.get_arguments().filter(|arg| is_given(given, arg));
    let asks_for_search = own.any(|arg| {
        let excluded = command.get_arg_conflicts_with(arg);
        excluded.iter().any(|other| other.get_id() == "no_model")
    });
    let is_taken = |setting: &&Setting| {
        let arg = option(command, &setting.name).filter(|arg| is_general(root, arg));
        // All values of a list come from one place.
        let is_free = |arg: &Arg| !(is_list(arg) && is_given(given, arg));
        arg.is_some_and(is_free) && !(setting.name == "search" && asks_for_search)
    };
    let mut waiting: Vec<&Setting> = settings.iter().rev().filter(is_taken).collect();
    loop {
        let count = waiting.len();
        let mut missing = Vec::new();
        for setting in waiting {
            let mut more = words.clone();
            more.splice(at..at, setting.words.iter().map(OsString::from));
            match root.clone().try_get_matches_from(&more) {
                Ok(_) => words = more,
                Err(error) => match error.kind() {
                    ErrorKind::ArgumentConflict => {}
                    // Another setting may have it.
                    ErrorKind::MissingRequiredArgument => missing.push(setting),
                    _ => bail!("{}: {}", setting.source, message(&error)),
                },
            }
        }
        if missing.len() == count || missing.is_empty() {
            return Ok(words);
        }
        waiting = missing;
    }
}

/// The message of an error in one line, without what to do about the command line.
fn message(error: &clap::Error) -> String {
    let text = error.to_string();
    let first = text.split("\n\n").next().unwrap_or_default();
    first.trim_start_matches("error: ").replace("\n ", "")
}

fn is_given(given: &ArgMatches, arg: &Arg) -> bool {
    given.ids().any(|id| id == arg.get_id())
        && given.value_source(arg.get_id().as_str()) == Some(clap::parser::ValueSource::CommandLine)
}

/// The options of a command that can be configured.
fn options(command: &Command) -> impl Iterator<Item = (&str, &Arg)> {
    let named = command
        .get_arguments()
        .filter_map(|arg| Some((arg.get_long()?, arg)));
    named.filter(|(name, arg)| !arg.is_hide_set() && OF_ONE_CALL.split(' ').all(|other| other != *name))
}

fn option<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let (_, arg) = options(command).find(|found| found.0 == name)?;
    Some(arg)
}

/// Whether this is an option of the program without a subcommand, and not another one of the same name.
fn is_general(root: &Command, arg: &Arg) -> bool {
    let help = |arg: &Arg| arg.get_help().map(ToString::to_string);
    options(root).any(|(_, general)| general.get_id() == arg.get_id() && help(general) == help(arg))
}

fn is_flag(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::SetTrue)
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), ArgAction::Append)
}

fn is_path(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<PathBuf>()
}

impl SourceOfConfig {
    /// The configuration file; true if somebody has named it, so that it has to be there. `None` if neither
    /// file nor variables are used.
    fn file(&self) -> Option<(PathBuf, bool)> {
        let is_off = self.no_config || variable("KATACHI_NO_CONFIG").is_some_and(|value| value == "true");
        if let Some(file) = &self.config {
            return Some((file.clone(), true));
        } else if is_off {
            return None;
        } else if let Some(file) = variable("KATACHI_CONFIG") {
            return Some((file.into(), true));
        }
        let folders = etcetera::choose_base_strategy().ok();
        let file = folders.map(|folders| folders.config_dir().join("katachi").join("config.toml"));
        Some((file.unwrap_or_default(), false))
    }

    /// All that is configured; of an option that is in the environment nothing that the file says.
    fn settings(&self, root: &Command) -> anyhow::Result<Vec<Setting>> {
        let Some((file, is_named)) = self.file() else {
            return Ok(Vec::new());
        };
        let mut settings = match fs::read_to_string(&file) {
            Ok(text) => settings_of(root, &file, &text)?,
            // A program that may open no files plays without.
            Err(error) if !is_named && error.kind() != io::ErrorKind::InvalidData => Vec::new(),
            Err(error) => {
                return Err(anyhow!(error)
                    .context(format!("cannot read the configuration {}", printable_path(&file))));
            }
        };
        for (name, arg) in options(root) {
            let named = format!("KATACHI_{}", name.replace('-', "_").to_uppercase());
            if let Some(value) = variable(&named) {
                let values = match is_list(arg) {
                    true if is_path(arg) => env::split_paths(&value)
                        .map(|path| path.to_string_lossy().into_owned())
                        .collect(),
                    true => value.split(',').map(str::to_owned).collect(),
                    false => vec![value],
                };
                settings.retain(|setting| setting.name != name);
                let source = format!("environment variable {named}");
                settings.push(Setting::new(name, arg, values, source)?);
            }
        }
        Ok(settings)
    }
}

fn variable(name: &str) -> Option<String> {
    let value = env::var_os(name).filter(|value| !value.is_empty())?;
    Some(value.to_string_lossy().into_owned())
}

impl Setting {
    fn new(name: &str, arg: &Arg, values: Vec<String>, source: String) -> anyhow::Result<Self> {
        let words = match values.first().map(String::as_str) {
            Some("true") if is_flag(arg) => vec![format!("--{name}")],
            Some("false") if is_flag(arg) => Vec::new(),
            _ if is_flag(arg) => bail!("{source}: `{name}`: expected true or false"),
            _ => values.iter().map(|value| format!("--{name}={value}")).collect(),
        };
        let name = name.to_owned();
        Ok(Self { name, words, source })
    }
}

fn settings_of(root: &Command, file: &Path, text: &str) -> anyhow::Result<Vec<Setting>> {
    let keys: BTreeMap<Spanned<String>, Value> = toml::from_str(text)
        .map_err(|error| anyhow!("{}: {}", printable_path(file), error.to_string().trim_end()))?;
    let mut settings = Vec::new();
    for (key, value) in keys {
        let (start, name) = (key.span().start, key.get_ref());
        let line = text[..start].matches('\n').count() + 1;
        let source = format!("{}:{line}", printable_path(file));
        let Some(arg) = option(root, name) else {
            bail!("{source}: unknown key `{name}`{}", hint(root, name, &value));
        };
        let values = match &value {
            Value::Array(values) if is_list(arg) => {
                values.iter().map(|value| word(arg, value, file)).collect()
            }
            value => word(arg, value, file).map(|word| vec![word]),
        };
        let values: Option<Vec<String>> = values;
        let values = values.with_context(|| format!("{source}: `{name}`: expected one value"))?;
        settings.push((start, Setting::new(name, arg, values, source)?));
    }
    // In the order of the file, not of names.
    settings.sort_by_key(|(start, _)| *start);
    Ok(settings.into_iter().map(|(_, setting)| setting).collect())
}

fn hint(root: &Command, name: &str, value: &Value) -> String {
    if value.is_table() {
        return format!("; keys hold for all subcommands: write them without [{name}]");
    }
    if root.get_arguments().any(|arg| arg.get_long() == Some(name)) {
        return "; it is about one call, and stands on the command line".to_owned();
    }
    let near = options(root).map(|(other, _)| (strsim::osa_distance(name, other), other));
    let near = near.filter(|(distance, _)| *distance < 3).min();
    near.map_or_else(String::new, |(_, near)| format!("; did you mean `{near}`?"))
}

/// The word of the command line for a value of the file. Paths are from the folder of the file; `~/` is the
/// home, and `-` no file.
fn word(arg: &Arg, value: &Value, file: &Path) -> Option<String> {
    Some(match value {
        Value::String(text) if is_path(arg) && text != "-" => {
            let home = text.strip_prefix("~/").zip(etcetera::home_dir().ok());
            let path = home.map(|(rest, home)| home.join(rest));
            let path = path.unwrap_or_else(|| file.with_file_name(text));
            path.to_string_lossy().into_owned()
        }
        Value::String(text) => text.clone(),
        Value::Boolean(is_on) if !is_flag(arg) => if *is_on { "on" } else { "off" }.to_owned(),
        Value::Boolean(_) | Value::Integer(_) | Value::Float(_) => value.to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
