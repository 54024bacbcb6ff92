// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folder of a tournament: every finished game is in it, however the program ends.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use super::super::report::{record_name, write_whole};
use super::job::{GameJob, GameResult};
use super::standings::{Standings, collected};
use super::tables;
use crate::error::{Context as _, Result};

/// The file of results, a line for each game.
const RESULTS: &str = "games.jsonl";

/// An open folder. Nobody else writes to it meanwhile.
pub(super) struct Store {
    folder: PathBuf,
    results: File,
}

impl Store {
    /// Opens a folder, or makes it, and gives the games that are in it. A last line that was cut short when the program was
    /// killed is taken off: that game was not finished.
    ///
    /// # Errors
    /// A folder that cannot be used, or is in use; games that are not of these jobs.
    pub(super) fn open(folder: &Path, jobs: &[GameJob]) -> Result<(Self, BTreeMap<u32, GameResult>)> {
        let records = folder.join("games");
        fs::create_dir_all(&records)
            .with_context(|| format!("cannot make the folder {}", records.display()))?;
        let path = folder.join(RESULTS);
        let cannot = || format!("cannot use {}", path.display());
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut results = options.open(&path).with_context(cannot)?;
        let is_free = lock(&results).with_context(cannot)?;
        ensure!(
            is_free,
            "the tournament in {} is being played by another process",
            folder.display()
        );
        let mut text = Vec::new();
        results.read_to_end(&mut text).with_context(cannot)?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        results.set_len(whole as u64).with_context(cannot)?;
        results.seek(SeekFrom::End(0)).with_context(cannot)?;
        let games = collected(parse(&text[..whole]).with_context(cannot)?).with_context(cannot)?;
        let expected: BTreeMap<u32, &GameJob> = jobs.iter().map(|job| (job.game, job)).collect();
        for (number, game) in &games {
            let job = expected.get(number).map(|job| job.fingerprint()).transpose()?;
            ensure!(
                job.as_ref() == Some(&game.job),
                "{} holds games of another tournament (game {number} is not the one that is planned now): \
                 use another --out, or the TOML file and the book as they were",
                folder.display()
            );
        }
        let store = Self {
            folder: folder.to_owned(),
            results,
        };
        for game in games.values() {
            store.write_record(game, false)?;
        }
        Ok((store, games))
    }

    /// Adds a game that is finished. When this returns, nothing can lose it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(super) fn add(&mut self, game: &GameResult) -> Result<()> {
        let line = serde_json::to_string(game)? + "\n";
        self.results
            .write_all(line.as_bytes())
            .and_then(|()| self.results.sync_data())
            .with_context(|| format!("cannot write {}", self.folder.join(RESULTS).display()))?;
        self.write_record(game, true)
    }

    fn write_record(&self, game: &GameResult, anew: bool) -> Result<()> {
        write_record(&self.folder.join("games"), game, anew)
    }

    /// Writes the tables.
    ///
    /// # Errors
    /// If one cannot be written.
    pub(super) fn write_tables(&self, standings: &Standings) -> Result<()> {
        write_tables(&self.folder, standings)
    }
}

/// Takes the file for this process. A program that was just killed may have left a child that holds the file until it has
/// become another program, so it is worth waiting a moment.
pub(crate) fn lock(file: &File) -> std::io::Result<bool> {
    for _ in 0..100 {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(fs::TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            Err(fs::TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

fn write_record(folder: &Path, game: &GameResult, anew: bool) -> Result<()> {
    let path = folder.join(record_name(game.game, game.tournament.games));
    if anew || !path.exists() {
        write_whole(&path, &game.sgf)?;
    }
    Ok(())
}

/// Writes the tables of a tournament to a folder: `table.txt`, `table.html`, `standings.csv`, `crosstable.csv`.
///
/// # Errors
/// If one cannot be written.
pub(super) fn write_tables(folder: &Path, standings: &Standings) -> Result<()> {
    for (name, text) in [
        ("table.txt", tables::text(standings)),
        ("table.html", tables::page(standings)),
        ("standings.csv", tables::standings_csv(standings)?),
        ("crosstable.csv", tables::cross_csv(standings)?),
    ] {
        write_whole(&folder.join(name), &text)?;
    }
    Ok(())
}

/// Writes everything of a tournament that was played elsewhere to a folder, results in the order of the games.
///
/// # Errors
/// If something cannot be written.
pub(super) fn write_all(
    folder: &Path,
    games: &BTreeMap<u32, GameResult>,
    standings: &Standings,
) -> Result<()> {
    let records = folder.join("games");
    fs::create_dir_all(&records).with_context(|| format!("cannot make the folder {}", records.display()))?;
    let mut lines = String::new();
    for game in games.values() {
        lines += &(serde_json::to_string(game)? + "\n");
        write_record(&records, game, true)?;
    }
    write_whole(&folder.join(RESULTS), &lines)?;
    write_tables(folder, standings)
}

/// Results, one a line.
fn parse(text: &[u8]) -> Result<Vec<GameResult>> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    lines
        .filter(|(_, line)| !line.trim_ascii().is_empty())
        .map(|(i, line)| serde_json::from_slice(line).with_context(|| format!("line {}", i + 1)))
        .collect()
}
