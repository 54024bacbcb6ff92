// SPDX-License-Identifier: MIT OR Apache-2.0

//! Records of games from files: any number in each, plain or compressed by gzip. Some commands take all of
//! them, others one, which `--game` chooses.

use std::borrow::Cow;
use std::fs;
use std::io::{self, Read as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use flate2::read::MultiGzDecoder;
use katachi_rules::quantity;
use katachi_rules::sgf::{Games, MAX_BYTES, Record, Tree};

use crate::note;

const WARNINGS_TOLD: usize = 3;

/// Parses the number of a game for `--game`.
///
/// # Errors
/// A text for the user, unless it is a number from 1 on.
pub fn parse_number_of_game(text: &str) -> Result<NonZeroUsize, String> {
    text.parse()
        .map_err(|_| "expected a number: games are counted from 1".to_owned())
}

pub(crate) struct OneGame {
    /// All of it, with its variations.
    pub(crate) tree: Tree,
    /// Its main line. Its warnings are those of the file about this game.
    pub(crate) record: Record,
    /// Which one it is, counted from 1.
    pub(crate) number: usize,
    pub(crate) games: usize,
}

/// All games in the text of a file. Errors in one do not matter to the others.
fn all(text: &[u8]) -> anyhow::Result<Vec<anyhow::Result<OneGame>>> {
    let mut trees = Games::new(text)?;
    let made = trees.by_ref().map(|tree| {
        let tree = tree?;
        anyhow::Ok((Record::from_tree(&tree)?, tree))
    });
    let made: Vec<_> = made.collect();
    let (games, outside) = (made.len(), trees.into_warnings());
    let one = |(number, made): (usize, anyhow::Result<(Record, Tree)>)| {
        let (mut record, tree) = made?;
        let of_this = |place: usize| place == number || (place == 0 && number == 1);
        let warnings = outside.iter().filter(|warning| of_this(warning.place.game));
        record.warnings.splice(0..0, warnings.cloned());
        Ok(OneGame {
            tree,
            record,
            number,
            games,
        })
    };
    Ok((1..).zip(made).map(one).collect())
}

/// The game of that number, counted from 1, in the text of a file.
pub(crate) fn game_of(text: &[u8], number: NonZeroUsize) -> anyhow::Result<OneGame> {
    let mut all = all(text)?;
    let games = all.len();
    if number.get() <= games {
        return all.swap_remove(number.get() - 1);
    }
    if let (1, Some(Err(why))) = (games, all.pop()) {
        return Err(why);
    }
    bail!("it has {}, {}", quantity(games, "game"), which_there_are(games))
}

fn which_there_are(games: usize) -> String {
    match games {
        1 => "leave --game out".to_owned(),
        _ => format!("use --game 1 to {games}"),
    }
}

impl OneGame {
    /// Tells it from the other games of its file, if there are any.
    pub(crate) fn suffix(&self, before: &str) -> String {
        match self.games {
            1 => String::new(),
            _ => format!("{before}{}", self.number),
        }
    }
}

/// All games of a file, or the one of that number.
pub(crate) fn games(
    file: &Path,
    number: Option<NonZeroUsize>,
) -> anyhow::Result<Vec<anyhow::Result<OneGame>>> {
    let cannot_use = || format!("cannot use {}", file.display());
    let text = read(file)?;
    if let Some(number) = number {
        return Ok(vec![Ok(game_of(&text, number).with_context(cannot_use)?)]);
    }
    let games = all(&text).with_context(cannot_use)?.into_iter();
    Ok(games.map(|game| game.with_context(cannot_use)).collect())
}

/// The game of a file that `--game` chooses, or the first, with a note if there are others.
pub(crate) fn chosen_game(file: &Path, number: Option<NonZeroUsize>) -> anyhow::Result<OneGame> {
    let name = file.display();
    let text = read(file)?;
    let game = game_of(&text, number.unwrap_or(NonZeroUsize::MIN)).with_context(|| match number {
        Some(number) => format!("cannot use game {number} of {name}"),
        None => format!("cannot use {name}"),
    })?;
    if number.is_none() && game.games > 1 {
        let OneGame { number, games, .. } = &game;
        let others = format!("{name} has {games} games; this is game {number}");
        note(&format!("{others}; choose another with --game N"));
    }
    tell_warnings(file, &game.record);
    Ok(game)
}

/// Tells on standard error how a file breaks the standard and was read nevertheless: the first violations,
/// and how many there are.
pub(crate) fn tell_warnings(file: &Path, record: &Record) {
    let name = file.display();
    for warning in record.warnings.iter().take(WARNINGS_TOLD) {
        note(&format!("{name}: {warning}"));
    }
    let more = record.warnings.len().saturating_sub(WARNINGS_TOLD);
    if more > 0 {
        note(&format!("{name}: {} more", quantity(more, "warning")));
    }
}

/// The text of a file, or of standard input if it is called `-`.
///
/// # Errors
/// If the file cannot be read or unpacked.
pub fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
    let name = file.display();
    let bytes = if file == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.context("cannot read standard input")?;
        bytes
    } else {
        fs::read(file).with_context(|| format!("cannot read {name}"))?
    };
    let text = unpacked(&bytes).with_context(|| format!("cannot unpack {name}"))?;
    Ok(text.into_owned())
}

/// The files in a folder whose names have one of these ends, by their names. There is at least one.
pub(crate) fn files_in(folder: &Path, ends: &[&str]) -> anyhow::Result<Vec<PathBuf>> {
    let shown = folder.display();
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let entries = entries.with_context(|| format!("cannot read {shown}"))?;
    let mut files: Vec<PathBuf> = entries.iter().map(fs::DirEntry::path).collect();
    let has_end = |file: &PathBuf| {
        let name = short(file).to_lowercase();
        ends.iter().any(|end| name.ends_with(end))
    };
    files.retain(|file| file.is_file() && has_end(file));
    files.sort();
    let ends = ends.join(", ");
    ensure!(
        !files.is_empty(),
        "there is no file with one of the endings {ends} in {shown}"
    );
    Ok(files)
}

pub(crate) fn short(file: &Path) -> String {
    let name = file.file_name().unwrap_or(file.as_os_str());
    name.to_string_lossy().into_owned()
}

fn unpacked(bytes: &[u8]) -> io::Result<Cow<'_, [u8]>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes.into());
    }
    let mut text = Vec::new();
    // One byte more than is read of a file, so that a longer one is refused and not cut.
    MultiGzDecoder::new(bytes)
        .take(MAX_BYTES as u64 + 1)
        .read_to_end(&mut text)?;
    Ok(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_beside_one_that_is_no_go() {
        let text = b"(;GM[2]SZ[8])(;SZ[9];B[ee])(;SZ[99])";
        let game = |number| game_of(text, NonZeroUsize::new(number).unwrap());
        assert_eq!(game(2).unwrap().games, 3);
        assert!(game(1).is_err() && game(3).is_err());
        let why = game(4).err().unwrap().to_string();
        assert_eq!(why, "it has 3 games, use --game 1 to 3");
    }
}
