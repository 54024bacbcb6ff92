// SPDX-License-Identifier: MIT OR Apache-2.0

//! Measurements in parts, by processes on one machine or on many.
//!
//! A measurement has numbered items, such as games, and a result for each. Part K of N measures the items
//! K, K + N, K + 2N and so on, and prints its results as lines of JSON. Merged results are those of a
//! measurement in one piece, as the report is made of all results in the order of the items.

use std::fs;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::str::FromStr;

use anyhow::{Context as _, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::digest::{digest, hex};

#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct PartArgs {
    /// Measure part K of N alone, and print its results for --merge
    #[arg(long, value_name = "K/N", conflicts_with = "merge")]
    part: Option<Part>,
    /// Report the results of all parts, from files, in place of measuring
    ///
    /// The other arguments are those of the parts.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    merge: Vec<PathBuf>,
}

/// Part `number` of `of`, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    number: usize,
    of: usize,
}

impl FromStr for Part {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&number).then_some(Self { number, of })
        });
        numbers.ok_or_else(|| format!("expected a part such as 2/8, found {text:?}"))
    }
}

/// The first line of a part: what is measured, with the digest of the files. Parts fit together if all of it
/// is the same.
#[derive(PartialEq, Serialize, Deserialize)]
struct Head {
    measurement: String,
}

#[derive(Serialize, Deserialize)]
struct Line<T> {
    item: usize,
    result: T,
}

impl PartArgs {
    /// Measures the items of the part by `measure`, or reads their results. `conditions` are the name of the
    /// measurement and its conditions, such as the budget; `files` have the items. `None` if the part has
    /// been printed and there is nothing to report.
    pub(crate) fn results<T: Serialize + DeserializeOwned>(
        &self,
        conditions: &str,
        files: &[PathBuf],
        items: usize,
        measure: impl FnOnce(&[usize]) -> anyhow::Result<Vec<T>>,
    ) -> anyhow::Result<Option<Vec<T>>> {
        if !self.merge.is_empty() {
            return read_all(&self.merge, &head(conditions, files, items)?, items).map(Some);
        }
        let Some(Part { number, of }) = self.part else {
            let all: Vec<usize> = (0..items).collect();
            return measure(&all).map(Some);
        };
        let own: Vec<usize> = (number - 1..items).step_by(of).collect();
        let results = measure(&own)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let head = head(conditions, files, items)?;
        writeln!(out, "{}", serde_json::to_string(&head)?)?;
        for (item, result) in own.into_iter().zip(results) {
            writeln!(out, "{}", serde_json::to_string(&Line { item, result })?)?;
        }
        out.flush()?;
        Ok(None)
    }
}

fn head(conditions: &str, files: &[PathBuf], items: usize) -> anyhow::Result<Head> {
    let read = |file: &PathBuf| fs::read(file).with_context(|| format!("cannot read {}", file.display()));
    let contents: Vec<Vec<u8>> = files.iter().map(read).collect::<Result<_, _>>()?;
    let contents: Vec<&[u8]> = contents.iter().map(Vec::as_slice).collect();
    let (digest, version) = (hex(&digest(&contents)), katachi::VERSION);
    Ok(Head {
        measurement: format!("{conditions}; {items} items; files {digest}; version {version}"),
    })
}

fn read_all<T: DeserializeOwned>(files: &[PathBuf], head: &Head, items: usize) -> anyhow::Result<Vec<T>> {
    let mut results: Vec<Option<T>> = (0..items).map(|_| None).collect();
    for file in files {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        read(&text, head, &mut results).with_context(|| format!("cannot merge {}", file.display()))?;
    }
    let missing = results.iter().filter(|result| result.is_none()).count();
    ensure!(
        missing == 0,
        "{missing} of {items} items have no result: give the files of all parts"
    );
    Ok(results.into_iter().flatten().collect())
}

fn read<T: DeserializeOwned>(text: &str, wanted: &Head, results: &mut [Option<T>]) -> anyhow::Result<()> {
    let mut lines = text.lines();
    let head: Option<Head> = lines.next().and_then(|line| serde_json::from_str(line).ok());
    let head = head.context("it is no part of a measurement, which --part prints")?;
    let (found, wanted) = (head.measurement, &wanted.measurement);
    ensure!(found == *wanted, "its measurement is {found}, not {wanted}");
    for (number, line) in (2..).zip(lines) {
        let line: Line<T> = serde_json::from_str(line)
            .with_context(|| format!("line {number} has no result: it may be cut; measure the part again"))?;
        let place = results.get_mut(line.item);
        let place = place.with_context(|| format!("line {number}: there is no item {}", line.item))?;
        *place = Some(line.result);
    }
    Ok(())
}

/// The names of files without their folders, which differ from machine to machine.
pub(crate) fn names(files: &[PathBuf]) -> Vec<String> {
    let names = files.iter().map(|file| file.file_name().unwrap_or_default());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(items: usize) -> Head {
        head("squares", &[], items).unwrap()
    }

    /// What part `number` of `of` would print.
    fn part(number: usize, of: usize, items: usize) -> String {
        let mut text = serde_json::to_string(&squares(items)).unwrap() + "\n";
        for item in (number - 1..items).step_by(of) {
            text += &format!("{{\"item\":{item},\"result\":{}}}\n", item * item);
        }
        text
    }

    fn merged(texts: &[String], items: usize) -> anyhow::Result<Vec<usize>> {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<PathBuf> = (0..texts.len())
            .map(|n| folder.path().join(n.to_string()))
            .collect();
        for (file, text) in files.iter().zip(texts) {
            fs::write(file, text).unwrap();
        }
        read_all(&files, &squares(items), items)
    }

    #[test]
    fn parts_that_are_missing_cut_or_of_other_work_are_refused() {
        let refused = |texts: &[String], items| format!("{:#}", merged(texts, items).unwrap_err());
        assert!(refused(&[part(1, 2, 8)], 8).contains("4 of 8 items have no result"));
        let text = part(1, 1, 8);
        for cut in 0..text.len() - 1 {
            let message = refused(&[text[..cut].to_owned()], 8);
            let is_told = message.contains("cannot merge") || message.contains("items have no result");
            assert!(is_told, "{cut}: {message}");
        }
        assert!(refused(&[part(1, 1, 8)], 9).contains("its measurement is squares; 8 items; "));
        let other = part(1, 1, 8).replace("squares", "cubes");
        assert!(refused(&[other], 8).contains("its measurement is cubes; 8 items; "));
        let wrong = part(1, 1, 8).replace("\"item\":7", "\"item\":70");
        assert!(refused(&[wrong], 8).contains("there is no item 70"));
    }

    #[test]
    fn a_part_is_a_number_up_to_the_number_of_parts() {
        assert_eq!("2/8".parse(), Ok(Part { number: 2, of: 8 }));
        for wrong in ["0/8", "9/8", "8", "a/b", "1/0", ""] {
            assert!(wrong.parse::<Part>().is_err(), "{wrong}");
        }
    }
}
