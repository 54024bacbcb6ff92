// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folder of a tournament: every finished game is in it, however the program ends.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};

use super::job::{GameJob, GameResult};
use super::standings::{Summary, collected};
use super::tables;
use crate::files::{check_own, write_whole};
use crate::matches::report::record_name;

/// The folder of the records.
pub const RECORDS: &str = "games";
const RESULTS: &str = "games.jsonl";
const TABLES: [&str; 4] = ["table.txt", "table.html", "standings.csv", "crosstable.csv"];

/// The folder of a tournament. Only this process writes to it.
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    locked: File,
}

impl Folder {
    /// Opens a folder, or makes it, and locks its file of that name.
    ///
    /// # Errors
    /// A folder that cannot be used or is in use.
    pub fn open(path: &Path, lock_file: &str) -> Result<Self> {
        make_records(path)?;
        let mut options = OpenOptions::new();
        let file = path.join(lock_file);
        options.read(true).write(true).create(true).truncate(false);
        let locked = options.open(&file);
        let locked = locked.and_then(|locked| lock(&locked).map(|is_free| (locked, is_free)));
        let (locked, is_free) = locked.with_context(|| format!("cannot use {}", file.display()))?;
        let path = path.to_owned();
        ensure!(
            is_free,
            "the tournament in {} is being played by another process",
            path.display()
        );
        for folder in [&path, &path.join(RECORDS)] {
            katachi_atomic_file::remove_unfinished(folder)
                .with_context(|| format!("cannot use {}", folder.display()))?;
        }
        Ok(Self { path, locked })
    }
}

pub(super) struct Store(Folder);

impl Store {
    /// Opens a folder, or makes it, and returns its games. A last line that was cut short by a kill is
    /// removed: its game was not finished.
    pub(super) fn open(path: &Path, jobs: &[GameJob]) -> Result<(Self, BTreeMap<u32, GameResult>)> {
        let mut folder = Folder::open(path, RESULTS)?;
        let cannot = || format!("cannot use {}", path.join(RESULTS).display());
        let results = &mut folder.locked;
        let mut text = Vec::new();
        results.read_to_end(&mut text).with_context(cannot)?;
        let end = text.iter().rposition(|&byte| byte == b'\n');
        let whole = end.map_or(0, |end| end + 1);
        let (lines, cut) = text.split_at(whole);
        let games = parse(lines).and_then(|games| Ok((collected(games)?, check_cut(cut)?)));
        let (games, ()) = games.with_context(cannot)?;
        results.set_len(whole as u64).with_context(cannot)?;
        results.seek(SeekFrom::End(0)).with_context(cannot)?;
        let unplayed = jobs.iter().filter(|job| !games.contains_key(&job.game));
        let records = unplayed.map(|job| record_name(job.game, job.tournament.games));
        check_free(path, !games.is_empty(), records)?;
        let expected: BTreeMap<u32, &GameJob> = jobs.iter().map(|job| (job.game, job)).collect();
        for (number, game) in &games {
            let job = expected.get(number);
            ensure!(
                job.is_some_and(|job| job.is_done_by(game)),
                "{} holds games of another tournament (game {number} is not the one that is planned now): \
                 use another --out, or the TOML file and the book as they were",
                path.display()
            );
            if let Some(job) = job {
                ensure!(
                    game.size() == Some(job.terms.plan(0)?.size),
                    "{}: the record of game {number} has another board than the tournament: remove its line, and \
                     the game is played again",
                    path.join(RESULTS).display()
                );
            }
            write_record(path, game, false)?;
        }
        Ok((Self(folder), games))
    }

    /// Adds a finished game. It is on the disk when this returns.
    pub(super) fn add(&mut self, game: &GameResult) -> Result<()> {
        let line = serde_json::to_string(game)? + "\n";
        let Folder { path, locked } = &mut self.0;
        locked
            .write_all(line.as_bytes())
            .and_then(|()| locked.sync_data())
            .with_context(|| format!("cannot write {}", path.join(RESULTS).display()))?;
        write_record(path, game, true)
    }

    pub(super) fn write_tables(&self, summary: &Summary) -> Result<()> {
        write_tables(&self.0.path, summary)
    }
}

/// Locks the file for this process; false if another one holds it. A killed program may leave a child that
/// holds the file until it becomes another program, so this tries for two seconds.
fn lock(file: &File) -> std::io::Result<bool> {
    for _ in 0..100 {
        match file.try_lock() {
            Ok(()) => return Ok(true),
            Err(fs::TryLockError::WouldBlock) => thread::sleep(Duration::from_millis(20)),
            Err(fs::TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok(false)
}

/// Refuses a folder without a tournament in which files have the names of its tables.
///
/// # Errors
/// Such a file.
pub fn check_tables(folder: &Path, tables: &[&str]) -> Result<()> {
    for name in tables {
        let path = folder.join(name);
        let is_free = fs::metadata(&path).map_or(true, |data| data.len() == 0);
        ensure!(
            is_free,
            "{} exists, and there is no tournament beside it: use another --out",
            path.display()
        );
    }
    Ok(())
}

/// Refuses to replace files of somebody else by the tables and records of a tournament.
fn check_free(folder: &Path, has_tournament: bool, records: impl Iterator<Item = String>) -> Result<()> {
    if !has_tournament {
        check_tables(folder, &TABLES)?;
    }
    for record in records {
        check_own(&folder.join(RECORDS).join(record), "use another --out")?;
    }
    Ok(())
}

fn make_records(folder: &Path) -> Result<()> {
    let records = folder.join(RECORDS);
    fs::create_dir_all(&records).with_context(|| format!("cannot make the folder {}", records.display()))
}

fn write_record(folder: &Path, game: &GameResult, overwrites: bool) -> Result<()> {
    let name = record_name(game.game, game.tournament.games);
    let path = folder.join(RECORDS).join(name);
    if overwrites || !path.exists() {
        write_whole(&path, &game.sgf)?;
    }
    Ok(())
}

fn write_tables(folder: &Path, summary: &Summary) -> Result<()> {
    let texts = [
        tables::text(summary),
        tables::page(summary),
        tables::standings_csv(summary)?,
        tables::cross_csv(summary)?,
    ];
    for (name, text) in TABLES.into_iter().zip(texts) {
        write_whole(&folder.join(name), &text)?;
    }
    Ok(())
}

/// Writes all files of a tournament that was played elsewhere, with the results in the order of the games.
pub(super) fn write_all(folder: &Path, games: &BTreeMap<u32, GameResult>, summary: &Summary) -> Result<()> {
    make_records(folder)?;
    let file = folder.join(RESULTS);
    let before = parse(&fs::read(&file).unwrap_or_default());
    let before = before.with_context(|| format!("cannot use {}", file.display()))?;
    let records = games.values();
    let records = records.map(|game| record_name(game.game, game.tournament.games));
    check_free(folder, !before.is_empty(), records)?;
    let mut lines = String::new();
    for game in games.values() {
        lines += &(serde_json::to_string(game)? + "\n");
        write_record(folder, game, true)?;
    }
    write_whole(&file, &lines)?;
    write_tables(folder, summary)
}

fn parse(text: &[u8]) -> Result<Vec<GameResult>> {
    let lines = text.split(|&byte| byte == b'\n').enumerate();
    let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
    let parsed = lines.map(|(i, line)| {
        let what = "is no result: remove it, and its game is played again";
        serde_json::from_slice(line).with_context(|| format!("line {} {what}", i + 1))
    });
    parsed.collect()
}

/// Checks that a last line without an end is the beginning of a result, which a kill has cut short, and not a
/// text of somebody else.
fn check_cut(line: &[u8]) -> Result<()> {
    match serde_json::from_slice::<GameResult>(line) {
        Err(error) if !error.is_eof() => Err(error).context("its last line is no result of a game"),
        _ => Ok(()),
    }
}
