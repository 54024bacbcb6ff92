// SPDX-License-Identifier: MIT OR Apache-2.0

//! Boards for tests of the matcher: positions of played games, and of random play.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use katachi_rules::sgf::{Record, Step};
use katachi_rules::{Board, BoardSize, Color, Move, Point, Undo};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of random numbers that is the same on every machine.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `n`.
    pub(crate) fn random_below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }
}

/// A legal move that does not fill an own eye, if a few tries find one.
pub(crate) fn random_move(board: &Board, color: Color, random: &mut Random) -> Option<Point> {
    for _ in 0..20 {
        let empty = board.empty_points();
        if empty.len() == 0 {
            return None;
        }
        let at = random.random_below(empty.len());
        let point = board.empty_points().nth(at)?;
        if board.is_legal(color, point) && !board.is_eye(color, point) {
            return Some(point);
        }
    }
    None
}

/// The position after `moves` random moves. Some of them are undone on the way.
pub(crate) fn random_board(size: BoardSize, moves: usize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    let mut undos: Vec<Undo> = Vec::new();
    for _ in 0..moves {
        let color = Color::BOTH[random.random_below(2)];
        match random.random_below(8) {
            0 => {
                for _ in 0..random.random_below(4).min(undos.len()) {
                    board.undo(undos.pop().expect("there are as many"));
                }
            }
            _ => undos.extend(random_move(&board, color, random).map(|p| board.play(color, p))),
        }
    }
    board
}

/// The records of a file of shared games, if the file exists.
pub(crate) fn games(name: &str, count: usize) -> Option<Vec<Record>> {
    let folder = std::env::var_os("KATACHI_GAMES").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games"),
        PathBuf::from,
    );
    let bytes = std::fs::read(folder.join(name)).ok()?;
    let mut text = String::new();
    GzDecoder::new(&bytes[..])
        .read_to_string(&mut text)
        .expect("the file is compressed text");
    // One game in a line.
    let parse = |line: &str| Record::parse(line.as_bytes()).expect("the file has game records");
    Some(text.lines().take(count).map(parse).collect())
}

/// Calls `visit` with the position after each move of a game.
pub(crate) fn replay(record: &Record, mut visit: impl FnMut(&Board)) {
    let mut board = Board::new(record.size);
    visit(&board);
    for step in &record.steps {
        match step {
            Step::Play(color, Move::Play(point)) => {
                board.place(*color, *point);
                visit(&board);
            }
            Step::Play(_, Move::Pass) => board.set_ko(None),
            _ => panic!("the games have moves alone"),
        }
    }
}
