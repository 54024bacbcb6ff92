// SPDX-License-Identifier: MIT OR Apache-2.0

//! The configuration file: its place and its content.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use clap::{Arg, Command};
use etcetera::BaseStrategy as _;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::SourceOfConfig;
use super::keys::{Key, Kind, OF_ONE_CALL, find, is_configurable, is_path, is_switch, keys, kind, near};
use super::setting::{Setting, Source};
use crate::moved;

/// The place of the file.
pub(super) struct Place {
    /// The file. Empty if the platform has no folder for settings, because nobody's home is known.
    pub(super) path: PathBuf,
    /// Has somebody named it, so that it has to exist?
    pub(super) is_named: bool,
}

/// The place of the file. None if neither file nor environment is used.
pub(super) fn place(from: &SourceOfConfig) -> anyhow::Result<Option<Place>> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if let Some(path) = &from.config {
        return Ok(Some(Place {
            path: path.clone(),
            is_named: true,
        }));
    }
    if from.no_config || is_true("KATACHI_NO_CONFIG")? {
        return Ok(None);
    }
    let named = variable("KATACHI_CONFIG").map(PathBuf::from);
    let is_named = named.is_some();
    let usual = || {
        let folders = etcetera::choose_base_strategy().ok()?;
        Some(folders.config_dir().join("katachi").join("config.toml"))
    };
    Ok(Some(Place {
        path: named.or_else(usual).unwrap_or_default(),
        is_named,
    }))
}

fn is_true(variable: &str) -> anyhow::Result<bool> {
    let Some(value) = std::env::var_os(variable).filter(|value| !value.is_empty()) else {
        return Ok(false);
    };
    let flag = value.to_str().and_then(super::environment::flag);
    flag.with_context(|| format!("environment variable {variable}: expected true or false"))
}

/// Reads the file. A missing file is an error only if somebody has named it.
///
/// # Errors
///
/// All that is wrong with it, a line each.
pub(super) fn read(root: &Command, place: &Place) -> anyhow::Result<Vec<Setting>> {
    let Place { path, is_named } = place;
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        // A program that may open no files plays without.
        Err(error)
            if !is_named
                && matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::PermissionDenied
                ) =>
        {
            return Ok(Vec::new());
        }
        Err(error) => {
            return Err(anyhow!(error).context(format!("cannot read the configuration {}", path.display())));
        }
    };
    settings(root, path, &text)
}

/// Parses the text of a file.
pub(super) fn settings(root: &Command, path: &Path, text: &str) -> anyhow::Result<Vec<Setting>> {
    let table = DeTable::parse(text)
        .map_err(|error| anyhow!("{}: {}", path.display(), error.to_string().trim_end()))?;
    let mut reader = Reader {
        root,
        path,
        text,
        keys: keys(root),
        settings: Vec::new(),
        errors: Vec::new(),
    };
    reader.table(table.get_ref(), &[]);
    if !reader.errors.is_empty() {
        bail!(reader.errors.join("\n"));
    }
    Ok(reader.settings)
}

struct Reader<'a> {
    root: &'a Command,
    path: &'a Path,
    text: &'a str,
    keys: Vec<Key>,
    settings: Vec<Setting>,
    errors: Vec<String>,
}

impl Reader<'_> {
    fn table(&mut self, table: &DeTable<'_>, path: &[String]) {
        // In the order of the file, not of names.
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let line = self.text[..key.span().start].matches('\n').count() + 1;
            if let Err(why) = self.entry(key.get_ref(), value, path, line) {
                self.errors.push(format!("{}:{line}: {why}", self.path.display()));
            }
        }
    }

    fn entry(
        &mut self,
        name: &str,
        value: &Spanned<DeValue<'_>>,
        path: &[String],
        line: usize,
    ) -> Result<(), String> {
        let Some(key) = self
            .keys
            .iter()
            .find(|key| key.table == path && key.name() == name)
        else {
            let inner = [path, &[name.to_owned()]].concat();
            let has_table = is_configurable(&inner) && find(self.root, &inner).is_some();
            return match value.get_ref() {
                DeValue::Table(table) if has_table => {
                    self.table(table, &inner);
                    Ok(())
                }
                _ if has_table => Err(format!(
                    "`{name}` is a subcommand: its options stand under [{}]",
                    inner.join(".")
                )),
                _ => Err(self.unknown(name, path)),
            };
        };
        let values = words(&key.arg, value.get_ref(), self.path).map_err(|why| format!("`{name}`: {why}"))?;
        let setting = Setting {
            table: path.to_vec(),
            name: name.to_owned(),
            values,
            source: Source::File(self.path.to_path_buf(), line),
        };
        setting.check(find(self.root, path).unwrap_or(self.root), &key.arg)?;
        self.settings.push(setting);
        Ok(())
    }

    /// The error about an unknown key.
    fn unknown(&self, name: &str, path: &[String]) -> String {
        if OF_ONE_CALL.contains(&name) {
            return format!("`{name}` is about one call: it stands on the command line");
        }
        if path.is_empty()
            && let Some(message) = moved::message(name)
        {
            return format!("{message}, which reads no configuration");
        }
        let elsewhere = self
            .keys
            .iter()
            .find(|key| key.table != path && key.name() == name);
        if let Some(key) = elsewhere {
            return match key.table.join(".").as_str() {
                "" => format!("`{name}` is a general key: it stands before the first table"),
                table => format!("`{name}` is a key of [{table}], not of this table"),
            };
        }
        let options = self.keys.iter().filter(|key| key.table == path).map(Key::name);
        let command = find(self.root, path).unwrap_or(self.root);
        let tables = command.get_subcommands().filter(|command| !command.is_hide_set());
        let near = near(name, options.chain(tables.map(Command::get_name)));
        let near: Vec<String> = near.into_iter().map(|name| format!("`{name}`")).collect();
        match near.join(" or ").as_str() {
            "" => format!("unknown key `{name}`; `katachi config` prints all"),
            near => format!("unknown key `{name}`; did you mean {near}?"),
        }
    }
}

/// Command-line words for a value of the file.
fn words(arg: &Arg, value: &DeValue<'_>, path: &Path) -> Result<Vec<String>, String> {
    match value {
        DeValue::Array(values) if kind(arg) == Kind::List => values
            .iter()
            .map(|value| word(arg, value.get_ref(), path))
            .collect(),
        value => Ok(vec![word(arg, value, path)?]),
    }
}

fn word(arg: &Arg, value: &DeValue<'_>, path: &Path) -> Result<String, String> {
    match value {
        DeValue::Boolean(is_on) if kind(arg) == Kind::Flag => Ok(is_on.to_string()),
        _ if kind(arg) == Kind::Flag => Err("expected true or false".to_owned()),
        DeValue::Boolean(is_on) if is_switch(arg) => Ok(if *is_on { "on" } else { "off" }.to_owned()),
        DeValue::String(text) if is_path(arg) => Ok(beside(path, text)),
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => i128::from_str_radix(number.as_str(), number.radix())
            .map(|number| number.to_string())
            .map_err(|_| "the number is too large".to_owned()),
        DeValue::Float(number) => Ok(number.as_str().to_owned()),
        other => Err(format!("expected one value, found: {}", other.type_str())),
    }
}

/// A path as it is written in the configuration: `~/` is the home, `-` is no file, others begin at the folder
/// of the configuration.
fn beside(config: &Path, written: &str) -> String {
    if written == "-" {
        return written.to_owned();
    }
    let home = written.strip_prefix("~/").zip(etcetera::home_dir().ok());
    let path = match home {
        Some((rest, home)) => home.join(rest),
        None => config.parent().unwrap_or(Path::new("")).join(written),
    };
    path.to_string_lossy().into_owned()
}
