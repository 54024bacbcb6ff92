// SPDX-License-Identifier: MIT OR Apache-2.0

//! Uniform random games for the benchmarks.

#![allow(dead_code, reason = "each bench uses a part")]

use arrayvec::ArrayVec;
use katachi_rules::{Board, BoardSize, Color, Point};

/// Xorshift (Marsaglia, 2003): sufficient for a benchmark, and almost free.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Draws uniformly a legal point that is not an own eye.
pub(crate) fn random_move(board: &Board, color: Color, random: &mut Random) -> Option<Point> {
    let good = |p| board.is_legal(color, p) && !board.is_eye(color, p);
    // The first try nearly always hits, without a copy of the list.
    let empty = board.empty_points();
    if empty.len() == 0 {
        return None;
    }
    let first = empty.clone().nth(random.below(empty.len()))?;
    if good(first) {
        return Some(first);
    }
    let mut rest: ArrayVec<Point, 361> = empty.collect();
    while !rest.is_empty() {
        let p = rest.swap_remove(random.below(rest.len()));
        if good(p) {
            return Some(p);
        }
    }
    None
}

/// Plays until two passes or `moves` stones and passes; returns their number.
pub(crate) fn play_on(board: &mut Board, moves: usize, random: &mut Random) -> usize {
    let (mut color, mut passes) = (Color::Black, 0);
    for played in 0..moves {
        match random_move(board, color, random) {
            Some(point) => {
                board.place(color, point);
                passes = 0;
            }
            None => {
                board.clear_ko();
                passes += 1;
                if passes == 2 {
                    return played + 1;
                }
            }
        }
        color = color.opposite();
    }
    moves
}

/// Positions from the middle of random games on 19x19.
pub(crate) fn positions() -> Vec<Board> {
    let mut random = Random(1);
    (0..32)
        .map(|i| {
            let mut board = Board::new(BoardSize::square(19));
            play_on(&mut board, 80 + 5 * i, &mut random);
            board
        })
        .collect()
}
