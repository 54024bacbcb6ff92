// SPDX-License-Identifier: MIT OR Apache-2.0

//! Options that stand in the environment: `KATACHI_LEVEL`, and `KATACHI_GTP_LEVEL` for one subcommand alone.

use std::ffi::OsString;

use anyhow::{Context as _, bail};
use clap::{Arg, Command};

use super::keys::{Kind, PREFIX, find, is_path, keys, kind};
use super::setting::{Setting, Source};

/// Settings from variables, by name and value. Empty ones are ignored, and so are names of no option, unless
/// one looks like a slip.
pub(super) fn settings(
    root: &Command,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> anyhow::Result<Vec<Setting>> {
    let ours = variables.filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
    let mut ours: Vec<(String, OsString)> = ours
        .filter(|(name, value)| name.starts_with(PREFIX) && !value.is_empty())
        .collect();
    if ours.is_empty() {
        return Ok(Vec::new());
    }
    ours.sort();
    let keys = keys(root);
    let mut settings = Vec::new();
    for (name, value) in ours {
        let Some(key) = keys.iter().find(|key| key.variable() == name) else {
            if let Some(meant) = keys
                .iter()
                .map(|key| key.variable())
                .find(|known| is_slip(&name, known))
            {
                bail!("environment variable {name}: no option has that name; did you mean {meant}?");
            }
            continue;
        };
        let source = Source::Environment(name.clone());
        let value = value
            .to_str()
            .with_context(|| format!("{source}: the value is not UTF-8"))?;
        let values = words(&key.arg, value).with_context(|| format!("{source}: expected true or false"))?;
        let setting = Setting {
            table: key.table.clone(),
            name: key.name().to_owned(),
            values,
            source,
        };
        let command = find(root, &key.table).unwrap_or(root);
        let checked = setting.check(command, &key.arg);
        checked.map_err(|why| anyhow::anyhow!("{}: {why}", setting.source))?;
        settings.push(setting);
    }
    Ok(settings)
}

/// One letter too many, too few, or wrong, or two that changed places. Short names are like too many others.
fn is_slip(name: &str, known: &str) -> bool {
    name.len() > PREFIX.len() + 3 && strsim::osa_distance(name, known) == 1
}

/// Command-line words for the value of a variable: files are separated as in PATH, other values by commas.
fn words(arg: &Arg, value: &str) -> Option<Vec<String>> {
    Some(match kind(arg) {
        Kind::Flag => vec![flag(value)?.to_string()],
        Kind::One => vec![value.to_owned()],
        Kind::List if is_path(arg) => std::env::split_paths(value)
            .map(|path| path.to_string_lossy().into_owned())
            .collect(),
        Kind::List => value.split(',').map(str::to_owned).collect(),
    })
}

/// Parses yes or no in a variable.
pub(super) fn flag(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}
