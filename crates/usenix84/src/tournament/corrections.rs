// SPDX-License-Identifier: MIT OR Apache-2.0

//! Results of a tournament that a person has corrected: a file in its folder with a line for each, the newest
//! last. Only the command `katachi-usenix84 judge --write` adds to it.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use katachi_rules::GameResult;
use serde::{Deserialize, Serialize};

use super::cup::STATE;
use super::rounds::State;
use crate::referee::{self, JudgeOptions};
use katachi_arena::tournament::RECORDS;
use katachi_arena::write_whole;

const CORRECTIONS: &str = "judgements.jsonl";

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Correction {
    /// Path of the game's record in the folder of the tournament.
    pub(super) record: PathBuf,
    pub(super) result: String,
}

pub(super) fn read(folder: &Path) -> Result<Vec<Correction>> {
    let file = folder.join(CORRECTIONS);
    let text = match fs::read_to_string(&file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        text => text.with_context(|| format!("cannot read {}", file.display()))?,
    };
    let corrections = text.lines().enumerate().map(|(i, line)| {
        let cannot = || format!("cannot use line {} of {}", i + 1, file.display());
        let parsed: Correction = serde_json::from_str(line).with_context(cannot)?;
        let is_result = parsed.result.parse::<GameResult>().is_ok();
        ensure!(
            is_result,
            "{}: '{}' is no result of a game",
            cannot(),
            parsed.result
        );
        Ok(parsed)
    });
    corrections.collect()
}

/// The command `katachi-usenix84 judge`: judges a record. A verdict that it writes corrects the result of a
/// tournament if the record belongs to one.
pub(crate) fn judge(args: &JudgeOptions, out: &mut dyn Write) -> Result<()> {
    let corrected = if args.write { tournament(&args.file)? } else { None };
    let result = referee::judge(args, out)?;
    if let Some((folder, record)) = corrected {
        add(&folder, Correction { record, result })?;
    }
    Ok(())
}

/// Returns the folder of the tournament that a record belongs to, and the path of the record in it.
fn tournament(record: &Path) -> Result<Option<(PathBuf, PathBuf)>> {
    let found = record.canonicalize().ok().and_then(|path| {
        let games = path.parent().filter(|folder| folder.ends_with(RECORDS))?;
        let folder = games.parent().filter(|folder| folder.join(STATE).exists())?;
        Some((folder.to_owned(), Path::new(RECORDS).join(path.file_name()?)))
    });
    let Some((folder, name)) = found else {
        return Ok(None);
    };
    let file = folder.join(STATE);
    let cannot = || format!("cannot use {}", file.display());
    let text = fs::read(&file).with_context(cannot)?;
    let state: State = serde_json::from_slice(&text).with_context(cannot)?;
    ensure!(
        state.last_games().iter().any(|game| game.record() == name),
        "{} has no result in its tournament: judge a game that was finished, and the last of its replays",
        record.display()
    );
    Ok(Some((folder, name)))
}

/// Adds a correction. The file is whole at every moment.
fn add(folder: &Path, correction: Correction) -> Result<()> {
    let mut text = String::new();
    for line in read(folder)?.iter().chain([&correction]) {
        text += &(serde_json::to_string(line)? + "\n");
    }
    write_whole(&folder.join(CORRECTIONS), &text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_stay_in_their_order() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap(), []);
        let correction = |result: &str| Correction {
            record: PathBuf::from("games/round-01-game-01.sgf"),
            result: result.to_owned(),
        };
        add(folder.path(), correction("B+1")).unwrap();
        add(folder.path(), correction("W+1")).unwrap();
        let both = ["B+1", "W+1"].map(correction);
        assert_eq!(read(folder.path()).unwrap(), both);
        fs::write(folder.path().join(CORRECTIONS), "RE[W+99]\n").unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.starts_with("cannot use line 1 of "), "{error}");
        fs::write(
            folder.path().join(CORRECTIONS),
            "{\"record\":\"games/a.sgf\",\"result\":\"Black\"}\n",
        )
        .unwrap();
        let error = read(folder.path()).unwrap_err().to_string();
        assert!(error.ends_with(": 'Black' is no result of a game"), "{error}");
    }
}
