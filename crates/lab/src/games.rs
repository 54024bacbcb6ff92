// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games from files of records, their positions, and the two halves of all games.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum;
use katachi::records;
use katachi_rules::sgf::{Games, Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point, quantity};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

use crate::parts::{PartArgs, names};
use crate::pool;

/// One half of all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Half {
    /// Games that changes are fitted to
    Development,
    /// Games whose overall figures alone are printed
    HeldOut,
}

crate::names::display_names!(Half);

impl Half {
    /// The half to which a game belongs: by a hash of its board and moves, whatever file it is in.
    pub fn from_record(record: &Record) -> Self {
        match hash_of_moves(record)[0] & 1 {
            0 => Self::Development,
            _ => Self::HeldOut,
        }
    }
}

pub(crate) fn hash_of_moves(record: &Record) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update([record.size.width(), record.size.height()]);
    for step in &record.steps {
        if let Step::Play(color, mv) = step {
            let (x, y) = match mv {
                Move::Play(point) => (point.x(), point.y()),
                Move::Pass => (u8::MAX, u8::MAX),
            };
            hash.update([u8::from(*color == Color::White), x, y]);
        }
    }
    hash.finalize().into()
}

#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Take one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    one_in: u32,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

pub(crate) struct SampledGame {
    pub(crate) record: Record,
    pub(crate) file: String,
    /// Its number in the file, from 1.
    pub(crate) number: u64,
}

impl GamesArgs {
    /// One in N of the games that are wanted.
    pub(crate) fn read(&self, is_wanted: impl Fn(&Record) -> bool) -> anyhow::Result<Vec<SampledGame>> {
        let (mut games, mut seen) = (Vec::new(), 0_u32);
        for (path, file) in self.files.iter().zip(names(&self.files)) {
            let mut number = 0;
            each_of(path, |record| {
                number += 1;
                if is_wanted(&record) {
                    if seen.is_multiple_of(self.one_in) {
                        let file = file.clone();
                        games.push(SampledGame { record, file, number });
                    }
                    seen += 1;
                }
            })?;
        }
        Ok(games)
    }

    /// Measures all items, or those of a part, several at the same time. `None` if only a part was measured.
    pub(crate) fn measure<T: Sync, R: Serialize + DeserializeOwned + Send>(
        &self,
        parts: &PartArgs,
        conditions: &str,
        items: &[T],
        measure: impl Fn(&T) -> anyhow::Result<R> + Sync,
    ) -> anyhow::Result<Option<Vec<R>>> {
        let (one_in, names) = (self.one_in, names(&self.files));
        let conditions = format!("{conditions}, one game in {one_in} of {names:?}");
        parts.results(&conditions, &self.files, items.len(), |numbers| {
            let results = pool::map(self.jobs, numbers, |&number| measure(&items[number]));
            results.into_iter().collect()
        })
    }
}

/// Hands over every record of these files.
pub(crate) fn each_record(files: &[PathBuf], mut take: impl FnMut(Record)) -> anyhow::Result<()> {
    files.iter().try_for_each(|file| each_of(file, &mut take))
}

/// Hands over every record of a file.
pub(crate) fn each_of(file: &Path, mut take: impl FnMut(Record)) -> anyhow::Result<()> {
    let text = records::read(file)?;
    let cannot_use = || format!("cannot use {}", file.display());
    for tree in Games::new(&text).with_context(cannot_use)? {
        let record = tree.and_then(|tree| Record::from_tree(&tree));
        take(record.with_context(cannot_use)?);
    }
    Ok(())
}

/// Games that were passed over, by reason. The words follow the number of games.
#[derive(Debug, Default)]
pub(crate) struct PassedOver(BTreeMap<&'static str, u32>);

impl PassedOver {
    pub(crate) fn add(&mut self, reason: &'static str) {
        *self.0.entry(reason).or_default() += 1;
    }

    /// A line for each reason: `1 game not on 19x19 was passed over`.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(|(reason, &count)| {
            let was = if count == 1 { "was" } else { "were" };
            format!("{} {reason} {was} passed over", quantity(count, "game"))
        })
    }
}

/// A position of a game in which a move is made.
pub(crate) struct Before<'a> {
    pub(crate) number: usize,
    pub(crate) board: &'a Board,
    pub(crate) color: Color,
    /// The last move, by the other side, and the one before it; `None` for a pass.
    pub(crate) last: [Option<Point>; 2],
    pub(crate) mv: Move,
}

/// The moves of a record, up to the first step that is none.
pub(crate) fn moves(record: &Record) -> impl Iterator<Item = (Color, Move)> + Clone {
    record.steps.iter().map_while(|step| match *step {
        Step::Play(color, mv) => Some((color, mv)),
        _ => None,
    })
}

/// Plays moves, and hands the position before each to `take`. Stops at a move that is not legal, and returns
/// false then.
pub(crate) fn replay(
    size: BoardSize,
    moves: impl IntoIterator<Item = (Color, Move)>,
    mut take: impl FnMut(&Before<'_>),
) -> bool {
    let mut board = Board::new(size);
    let mut last = [None; 2];
    for (number, (color, mv)) in moves.into_iter().enumerate() {
        let point = mv.point();
        if point.is_some_and(|point| !board.is_empty(point) || !board.is_legal(color, point)) {
            return false;
        }
        take(&Before {
            number,
            board: &board,
            color,
            last,
            mv,
        });
        match point {
            Some(point) => board.place(color, point),
            None => _ = board.clear_ko(),
        }
        last = [point, last[0]];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn half(sgf: &str) -> Half {
        Half::from_record(&Record::parse(sgf.as_bytes()).unwrap())
    }

    #[test]
    fn the_half_depends_on_the_moves_alone_and_both_are_of_like_size() {
        assert_eq!(
            half("(;SZ[9]PB[A]RE[B+3.5];B[ee];W[cc])"),
            half("(;SZ[9]PB[B]KM[7.5];B[ee]C[here];W[cc])")
        );
        let work = ('a'..='s')
            .flat_map(|x| ('a'..='s').map(move |y| format!("(;B[{x}{y}];W[])")))
            .filter(|sgf| half(sgf) == Half::Development)
            .count();
        assert!((150..=210).contains(&work), "{work} of 361");
    }
}
