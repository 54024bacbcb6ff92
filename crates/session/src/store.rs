// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games that are kept for the next start. Each is written at every move, and each write replaces the whole
//! file.
//!
//! A game in progress has a slot, which is a file with a number, and holds a lock on it. The lock ends with
//! the process. A slot with a game and without a lock is therefore an unfinished game, which is offered at
//! the next start. A game that is over or replaced is archived as a record.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use etcetera::BaseStrategy as _;
use katachi_atomic_file::{lock, replace};

use crate::game::Saved;

/// Environment variable with the folder for games, instead of the platform's.
pub const FOLDER_VARIABLE: &str = "KATACHI_STATE_DIR";

/// Maximum number of games in progress.
const SLOTS: u32 = 100;

/// The folder for games.
#[derive(Clone, Debug)]
pub struct Store {
    /// The folder, which is created when it is needed.
    pub folder: PathBuf,
}

/// An unfinished game with its slot.
#[derive(Debug)]
pub struct Unfinished {
    /// The slot, to resume the game or to archive it.
    pub slot: Slot,
    /// The game, or the reason why the file cannot be used. Such a file is not changed.
    pub saved: Result<Saved, String>,
    /// Time of the last write.
    pub written: SystemTime,
}

impl Store {
    /// Returns the folder that `KATACHI_STATE_DIR` names, else `katachi` in the platform's folder for state
    /// or data. `None` if the platform has no such folder.
    pub fn of_user() -> Option<Self> {
        if let Some(folder) = std::env::var_os(FOLDER_VARIABLE).filter(|folder| !folder.is_empty()) {
            let folder = folder.into();
            return Some(Self { folder });
        }
        let platform = etcetera::choose_base_strategy().ok()?;
        let folder = platform.state_dir().unwrap_or_else(|| platform.data_dir());
        let folder = folder.join("katachi");
        Some(Self { folder })
    }

    /// Returns a free slot for a new game.
    ///
    /// # Errors
    /// Errors of the file system, or that all slots are in use.
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

    /// Returns the unfinished games, the latest first. Archives games that are over.
    ///
    /// # Errors
    /// Errors of the file system.
    pub fn unfinished(&self) -> io::Result<Vec<Unfinished>> {
        let mut found = Vec::new();
        for number in 1..=SLOTS {
            let file = self.file(number);
            let Ok(data) = fs::metadata(&file) else { continue };
            let Some(mut slot) = self.take(number)? else {
                continue;
            };
            let saved = fs::read_to_string(&file).map_err(|error| error.to_string());
            let saved = saved.and_then(|text| parsed(&text));
            match saved {
                Ok(Saved {
                    record,
                    result: Some(_),
                    ..
                }) => drop(slot.archive(&record)?),
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

    /// Returns that slot if no other process has it.
    fn take(&self, number: u32) -> io::Result<Option<Slot>> {
        let lock = lock(&self.folder.join(format!("game-{number}.lock")))?;
        Ok(lock.map(|lock| Slot {
            file: self.file(number),
            _lock: lock,
            written: String::new(),
        }))
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

/// Version of [`Saved`].
pub(crate) const VERSION: u32 = 1;

/// A place for one game, which is locked while this value lives.
#[derive(Debug)]
pub struct Slot {
    file: PathBuf,
    _lock: File,
    /// Text of the last write.
    written: String,
}

impl Slot {
    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.file
    }

    /// Writes a game by replacing the file.
    ///
    /// # Errors
    /// Errors of writing. The file is unchanged then.
    pub(crate) fn write(&mut self, saved: &Saved) -> io::Result<()> {
        let text = serde_json::to_string_pretty(saved)? + "\n";
        if text != self.written {
            replace(&self.file, &text)?;
            self.written = text;
        }
        Ok(())
    }

    pub(crate) fn clear(&mut self) -> io::Result<()> {
        self.written.clear();
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }

    /// Archives the game as a record in a folder beside the slots, and clears the slot. Returns the record's
    /// path.
    ///
    /// # Errors
    /// Errors of writing. The game stays in the slot then.
    pub fn archive(&mut self, record: &str) -> io::Result<PathBuf> {
        let folder = self.file.with_file_name("records");
        fs::create_dir_all(&folder)?;
        let path = next_record(&folder)?;
        replace(&path, record)?;
        self.clear()?;
        Ok(path)
    }
}

/// Returns the path of the next record: its number follows the highest in the folder.
fn next_record(folder: &Path) -> io::Result<PathBuf> {
    let numbers = fs::read_dir(folder)?.map(|entry| {
        let path = entry?.path();
        let number = path.file_stem().and_then(OsStr::to_str);
        Ok(number.and_then(|number| number.parse().ok()).unwrap_or(0))
    });
    let last: u32 = numbers
        .collect::<io::Result<Vec<_>>>()?
        .into_iter()
        .max()
        .unwrap_or(0);
    Ok(folder.join(format!("{:04}.sgf", last + 1)))
}
