// SPDX-License-Identifier: MIT OR Apache-2.0

//! Jobs and results as lines of JSON, in files and folders.

use std::fs;
use std::io::{self, BufRead};
use std::path::Path;

use anyhow::Context as _;
use serde_json::Value;

use crate::note;

/// A line of JSON, or a line that is something else.
type Line = (usize, Result<Value, serde_json::Error>);

/// The lines of a file or of standard input that are not empty, with their numbers.
fn all_lines(file: Option<&Path>) -> anyhow::Result<(String, Vec<Line>)> {
    let (name, reader): (String, Box<dyn BufRead>) = match file {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            let file = fs::File::open(path).with_context(|| format!("cannot read {name}"))?;
            (name, Box::new(io::BufReader::new(file)))
        }
        _ => ("standard input".to_string(), Box::new(io::stdin().lock())),
    };
    let mut values = Vec::new();
    for (i, line) in reader.split(b'\n').enumerate() {
        let line = line.with_context(|| format!("cannot read {name}"))?;
        if !line.trim_ascii().is_empty() {
            values.push((i + 1, serde_json::from_slice(&line)));
        }
    }
    Ok((name, values))
}

/// Lines of JSON from a file or standard input, with their numbers.
pub(super) fn lines(file: Option<&Path>) -> anyhow::Result<Vec<(usize, Value)>> {
    let (name, lines) = all_lines(file)?;
    let lines = lines.into_iter().map(|(number, value)| {
        let value = value.with_context(|| format!("cannot use {name}: line {number} is no JSON"))?;
        Ok((number, value))
    });
    lines.collect()
}

/// Lines of results. A line that a killed job has not finished is left out, with a warning.
pub(super) fn results(file: &Path) -> anyhow::Result<Vec<(usize, Value)>> {
    let (name, lines) = all_lines(Some(file))?;
    let whole = lines.into_iter().filter_map(|(number, value)| match value {
        Ok(value) => Some((number, value)),
        Err(_) => {
            note(&format!(
                "{name}: line {number} is not a whole result and is left out"
            ));
            None
        }
    });
    Ok(whole.collect())
}
