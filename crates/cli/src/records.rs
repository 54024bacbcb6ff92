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
use katachi_rules::sgf::{Games, MAX_BYTES, Record, SgfError, Tree};
use katachi_view::reason::quantity;

use crate::note;

/// Violations of the standard that are told of one file.
const WARNINGS_TOLD: usize = 3;

/// Hands over every record of a file.
///
/// # Errors
/// If the file, or a record in it, cannot be read or used.
pub fn each(file: &Path, mut take: impl FnMut(Record)) -> anyhow::Result<()> {
    let text = read(file)?;
    let cannot_use = || format!("cannot use {}", file.display());
    for tree in Games::new(&text).with_context(cannot_use)? {
        let record = tree.and_then(|tree| Record::from_tree(&tree));
        take(record.with_context(cannot_use)?);
    }
    Ok(())
}

pub(crate) struct OneGame {
    /// All of it, with its variations.
    pub(crate) tree: Tree,
    /// Its main line. Its warnings are those of the file about this game.
    pub(crate) record: Record,
    /// Which one it is, counted from 1.
    pub(crate) number: usize,
    /// How many games the file has.
    pub(crate) games: usize,
}

/// The game of that number, counted from 1, in the text of a file. Errors in other games do not matter.
pub(crate) fn game_of(text: &[u8], number: NonZeroUsize) -> anyhow::Result<OneGame> {
    let number = number.get();
    let mut all = Games::new(text)?;
    let mut wanted = None;
    let mut games = 0;
    for tree in all.by_ref() {
        games += 1;
        match tree {
            Ok(tree) if games == number => wanted = Some((Record::from_tree(&tree)?, tree)),
            // Its end is unknown, and so are the games behind it.
            Err(error) if wanted.is_none() => return Err(error.into()),
            _ => {}
        }
    }
    let Some((mut record, tree)) = wanted else {
        bail!("it has {}, {}", quantity(games, "game"), which_there_are(games));
    };
    let of_this = |place: usize| place == number || (place == 0 && number == 1);
    let outside = all.into_warnings().into_iter().filter(|w| of_this(w.place.game));
    record.warnings.splice(0..0, outside);
    Ok(OneGame {
        tree,
        record,
        number,
        games,
    })
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
    let trees: Vec<_> = Games::new(&text).with_context(cannot_use)?.collect();
    let games = trees.len();
    let one = |(number, tree): (usize, Result<Tree, SgfError>)| {
        let made = tree.and_then(|tree| Ok((Record::from_tree(&tree)?, tree)));
        let (record, tree) = made.with_context(cannot_use)?;
        Ok(OneGame {
            tree,
            record,
            number,
            games,
        })
    };
    Ok((1..).zip(trees).map(one).collect())
}

/// The game of a file that `--game` chooses. Without that option it is the first, with a note on standard
/// error if there are others.
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
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<u8>> {
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

    const THREE: &[u8] = b"(;SZ[9];B[ee])(;GM[1]SZ[13];W[cc];B[dd])text between(;SZ[5])";

    fn number(n: usize) -> NonZeroUsize {
        NonZeroUsize::new(n).unwrap()
    }

    #[test]
    fn each_game_of_a_file_can_be_chosen() {
        for (n, size) in [(1, "9x9"), (2, "13x13"), (3, "5x5")] {
            let game = game_of(THREE, number(n)).unwrap();
            assert_eq!((game.number, game.games), (n, 3));
            assert_eq!(game.record.size.to_string(), size);
        }
    }

    #[test]
    fn a_game_that_is_not_there_is_refused_with_those_that_are() {
        let why = |text: &[u8], n| game_of(text, number(n)).err().unwrap().to_string();
        assert_eq!(why(THREE, 4), "it has 3 games, use --game 1 to 3");
        assert_eq!(why(b"(;SZ[9])", 2), "it has 1 game, leave --game out");
    }

    #[test]
    fn a_game_is_read_beside_one_that_is_no_go() {
        let text = b"(;GM[2]SZ[8])(;SZ[9];B[ee])(;SZ[99])";
        assert_eq!(game_of(text, number(2)).unwrap().games, 3);
        for broken in [1, 3] {
            assert!(game_of(text, number(broken)).is_err());
        }
    }
}
