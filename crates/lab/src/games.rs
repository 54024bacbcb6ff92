// SPDX-License-Identifier: MIT OR Apache-2.0

//! Games from files of records, and their positions.

use std::path::PathBuf;

use katachi::records;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point};

/// Arguments of measurements of games.
#[derive(Debug, clap::Args)]
pub(crate) struct GamesArgs {
    /// SGF files, plain or compressed by gzip
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Take one game in N
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) one_in: u32,
    /// Positions at the same time
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

impl GamesArgs {
    /// Every n-th game of each file, with its number in the file from 0.
    pub(crate) fn read(&self) -> anyhow::Result<Vec<(u64, Record)>> {
        let mut games = Vec::new();
        for file in &self.files {
            let mut number = 0u64;
            records::each(file, |record| {
                if number.is_multiple_of(self.one_in.into()) {
                    games.push((number, record));
                }
                number += 1;
            })?;
        }
        Ok(games)
    }
}

/// A position of a game in which a move is made.
pub(crate) struct Before<'a> {
    /// Number of moves before it.
    pub(crate) number: usize,
    pub(crate) board: &'a Board,
    pub(crate) color: Color,
    /// The last move, by the other side, and the one before it; `None` for a pass.
    pub(crate) last: [Option<Point>; 2],
    /// The move that is made.
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
