// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games that are kept for the next start: written at every move, whole at every moment.
//!
//! A game that is played has a slot, a file with a number, and holds a lock on it. The lock ends with the program however that ends, so
//! that a slot with a game and without a lock is a game that was left: it is offered at the next start. A game that is over, or that
//! gives way to another one, is put away as a record.

use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy as _;
use katachi_gtp::files;
use serde::{Deserialize, Serialize};

use crate::setup::Sides;

/// The folder for games in place of the platform's.
pub const FOLDER_VARIABLE: &str = "KATACHI_STATE_DIR";

/// Games that are played at the same time, at most.
const SLOTS: u32 = 100;

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    /// Of this form: 1.
    pub(crate) version: u32,
    /// The game as SGF.
    pub(crate) record: String,
    /// Moves that were taken back, as `B D4`; the one that comes next at the end.
    pub(crate) taken_back: Vec<String>,
    pub(crate) sides: Sides,
    pub(crate) level: f32,
    pub(crate) seed: u64,
    /// The rules of time.
    pub(crate) time: String,
    /// Milliseconds and periods or stones that Black and White have left; none: all.
    pub(crate) left: [Option<(u64, u32)>; 2],
    /// The stones that are marked as dead, after two passes.
    pub(crate) dead: Option<Vec<String>>,
    pub(crate) plays_cleanup: bool,
    /// The key of the position in which something was in dispute.
    pub(crate) disputed: Option<u64>,
    pub(crate) result: Option<String>,
    /// The game in a few words.
    pub(crate) summary: String,
}

impl Saved {
    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.result.is_some()
    }

    /// The game in a few words: `9x9, move 14, you play Black, Katachi plays White`.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// The game as SGF.
    pub fn record(&self) -> &str {
        &self.record
    }
}

/// The folder in which games are kept.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// A game that was left, with its slot.
#[derive(Debug)]
pub struct Unfinished {
    /// The slot, to go on with the game in it or to put it away.
    pub slot: Slot,
    /// The game; or why the file cannot be used. The file is left alone then.
    pub saved: Result<Saved, String>,
    /// When it was written last.
    pub written: SystemTime,
}

impl Store {
    /// The folder that `KATACHI_STATE_DIR` names, else `katachi` in the platform's folder for state or data. None if there is none.
    pub fn of_user() -> Option<Self> {
        if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
            return Some(Self::in_folder(folder.into()));
        }
        let platform = etcetera::choose_base_strategy().ok()?;
        let folder = platform.state_dir().unwrap_or_else(|| platform.data_dir());
        Some(Self::in_folder(folder.join("katachi")))
    }

    /// A folder, which need not exist yet.
    pub fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// A free slot for a new game.
    ///
    /// # Errors
    /// Those of the file system, or that all slots are in use.
    pub fn slot(&self) -> io::Result<Slot> {
        fs::create_dir_all(&self.folder)?;
        for number in 1..=SLOTS {
            if let Some(slot) = self.take(number)?
                && !slot.file.exists()
            {
                return Ok(slot);
            }
        }
        Err(io::Error::other(format!(
            "{} has {SLOTS} games already",
            self.folder.display()
        )))
    }

    /// The games that were left and are not over, the last one first. Those that are over are put away.
    ///
    /// # Errors
    /// Those of the file system.
    pub fn unfinished(&self) -> io::Result<Vec<Unfinished>> {
        let mut found = Vec::new();
        for number in 1..=SLOTS {
            let file = self.file(number);
            let Ok(data) = fs::metadata(&file) else { continue };
            let Some(slot) = self.take(number)? else { continue };
            let saved = fs::read_to_string(&file).map_err(|error| error.to_string());
            let saved = saved.and_then(|text| parsed(&text));
            match saved {
                Ok(saved) if saved.is_over() => drop(slot.put_away(&saved.record)?),
                saved => found.push(Unfinished {
                    slot,
                    saved,
                    written: data.modified().unwrap_or(SystemTime::UNIX_EPOCH),
                }),
            }
        }
        found.sort_by_key(|left| std::cmp::Reverse(left.written));
        Ok(found)
    }

    fn file(&self, number: u32) -> PathBuf {
        self.folder.join(format!("game-{number}.json"))
    }

    /// That slot, if nobody else has it.
    fn take(&self, number: u32) -> io::Result<Option<Slot>> {
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(self.folder.join(format!("game-{number}.lock")))?;
        match lock.try_lock() {
            Ok(()) => Ok(Some(Slot {
                file: self.file(number),
                _lock: lock,
                written: String::new(),
            })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }
}

fn parsed(text: &str) -> Result<Saved, String> {
    let saved: Saved = serde_json::from_str(text).map_err(|error| error.to_string())?;
    match saved.version {
        VERSION => Ok(saved),
        other => Err(format!(
            "it is of version {other}, and this program reads {VERSION}"
        )),
    }
}

/// The version of [`Saved`].
pub(crate) const VERSION: u32 = 1;

/// A place for one game, which nobody else has as long as this value lives.
#[derive(Debug)]
pub struct Slot {
    file: PathBuf,
    _lock: File,
    /// The file as it was written last.
    written: String,
}

impl Slot {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Writes a game, at once and whole.
    ///
    /// # Errors
    /// Those of writing; the file is as it was then.
    pub(crate) fn write(&mut self, saved: &Saved) -> io::Result<()> {
        let text = serde_json::to_string_pretty(saved)? + "\n";
        if text != self.written {
            files::replace(&self.file, &text)?;
            self.written = text;
        }
        Ok(())
    }

    /// Forgets the game.
    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.written.clear();
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Makes a record of the game, in a file of its own beside the slots, and forgets it here; the file and the slot.
    ///
    /// # Errors
    /// Those of writing; the game is kept in the slot then.
    pub fn put_away(mut self, record: &str) -> io::Result<(PathBuf, Self)> {
        let path = self.put_away_to(record)?;
        Ok((path, self))
    }

    pub(crate) fn put_away_to(&mut self, record: &str) -> io::Result<PathBuf> {
        let folder = self.file.with_file_name("records");
        fs::create_dir_all(&folder)?;
        let path = next_record(&folder)?;
        files::replace(&path, record)?;
        self.clear()?;
        Ok(path)
    }
}

/// The first number that comes after those of all records in the folder.
fn next_record(folder: &Path) -> io::Result<PathBuf> {
    let mut last = 0;
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let number = path.file_stem().and_then(OsStr::to_str).map(str::parse::<u32>);
        if let Some(Ok(number)) = number {
            last = last.max(number);
        }
    }
    Ok(folder.join(format!("{:04}.sgf", last + 1)))
}
