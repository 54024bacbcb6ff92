// SPDX-License-Identifier: MIT OR Apache-2.0

//! The folder of a run: files of a fixed number of games each, and the settings that they were made with.
//!
//! A file is whole or absent, so that a run that was stopped goes on with the files that are missing.

use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use katachi_atomic_file::replace;
use serde_json::{Map, Value};

use crate::gzip;

const SETTINGS: &str = "settings.json";

#[derive(Clone, Debug)]
pub(super) struct Shards {
    folder: PathBuf,
    games: usize,
    per_file: usize,
}

impl Shards {
    /// Opens the folder of a run of that number of games, or makes it. Its files are of the same settings,
    /// which have an entry for each option that the games depend on.
    ///
    /// # Errors
    /// If the folder cannot be made or read, or belongs to a run with other settings.
    pub(super) fn open(
        folder: &Path,
        settings: &Map<String, Value>,
        games: usize,
        per_file: usize,
    ) -> anyhow::Result<Self> {
        let shards = Self {
            folder: folder.to_owned(),
            games,
            per_file: per_file.max(1),
        };
        let name = folder.display();
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {name}"))?;
        let path = folder.join(SETTINGS);
        let file = path.display();
        match fs::read_to_string(&path) {
            Ok(text) => {
                let old: Map<String, Value> = serde_json::from_str(&text)
                    .with_context(|| format!("{file} is damaged; choose another --out"))?;
                ensure!(
                    old == *settings,
                    "{name} has games of other settings: {}; repeat those, or choose another --out",
                    Value::from(old)
                );
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                // Without settings, there may be no file of games either.
                let mut paths = (0..shards.count()).map(|shard| shards.path(shard));
                if let Some(path) = paths.find(|path| path.exists()) {
                    let games = path.display();
                    bail!("{games} is there, but no {SETTINGS} beside it; choose another --out");
                }
                let text = serde_json::to_string_pretty(settings)? + "\n";
                replace(&path, &text).with_context(|| format!("cannot write {file}"))?;
            }
            Err(error) => return Err(error).with_context(|| format!("cannot read {file}")),
        }
        Ok(shards)
    }

    fn count(&self) -> usize {
        self.games.div_ceil(self.per_file)
    }

    /// Path of a file, counted from 0.
    pub(super) fn path(&self, shard: usize) -> PathBuf {
        self.folder.join(format!("games-{shard:05}.jsonl.gz"))
    }

    /// Numbers of the files that are missing, or of one of them alone, which is counted from 1 then: other
    /// processes make the others.
    pub(super) fn missing(&self, only: Option<u32>) -> anyhow::Result<Vec<usize>> {
        let count = self.count();
        let own = match only.map(|file| file as usize) {
            Some(file) => {
                let is_there = (1..=count).contains(&file);
                ensure!(is_there, "there is no file {file}: the games fill {count}");
                file - 1..file
            }
            None => 0..count,
        };
        Ok(own.filter(|&shard| !self.path(shard).exists()).collect())
    }

    pub(super) fn games_in(&self, shard: usize) -> Range<usize> {
        let first = shard * self.per_file;
        first..(first + self.per_file).min(self.games)
    }

    pub(super) fn shard_with(&self, game: usize) -> usize {
        game / self.per_file
    }

    /// Writes a file in one step.
    pub(super) fn write(&self, shard: usize, lines: &str) -> anyhow::Result<()> {
        let path = self.path(shard);
        let packed = gzip::packed(lines.as_bytes());
        let written = packed.and_then(|bytes| replace(&path, bytes));
        written.with_context(|| format!("cannot write {}", path.display()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn settings(value: &Value) -> Map<String, Value> {
        value.as_object().expect("an object").clone()
    }

    #[test]
    fn missing_files_are_those_that_are_not_whole() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let settings = settings(&json!({ "seed": 1 }));
        let open = || Shards::open(folder.path(), &settings, 5, 2).expect("the settings are the same");
        let missing = |only| open().missing(only).map_err(|error| error.to_string());
        let shards = open();
        assert_eq!(missing(None), Ok(vec![0, 1, 2]));
        assert_eq!((shards.games_in(1), shards.games_in(2)), (2..4, 4..5));
        shards.write(1, "{}\n").expect("a file can be written");
        fs::write(folder.path().join("games-00002.jsonl.gz.part"), "x").expect("a file can be written");
        assert_eq!(missing(None), Ok(vec![0, 2]));
        assert_eq!(missing(Some(3)), Ok(vec![2]));
        assert_eq!(missing(Some(2)), Ok(vec![]));
        let refused = "there is no file 4: the games fill 3".to_owned();
        assert_eq!(missing(Some(4)), Err(refused));
    }

    #[test]
    fn files_of_games_without_settings_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        fs::write(folder.path().join("games-00001.jsonl.gz"), "x").expect("a file can be written");
        let error = Shards::open(folder.path(), &Map::new(), 5, 2).expect_err("a file is there");
        assert!(error.to_string().contains("but no settings.json"), "{error}");
    }
}
