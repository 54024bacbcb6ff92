// SPDX-License-Identifier: MIT OR Apache-2.0

//! Positions for several benchmarks.

use katachi_rules::{Board, BoardSize, Color};

/// 100 positions of played games on 19x19.
pub(crate) fn positions() -> Vec<Board> {
    let size = BoardSize::square(19);
    include_str!("../data/positions.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| {
            let cells = line.split(' ').nth(2).expect("a line has three fields");
            let stones = size.points().zip(cells.bytes()).filter_map(|(p, c)| match c {
                b'X' => Some((p, Color::Black)),
                b'O' => Some((p, Color::White)),
                _ => None,
            });
            let mut board = Board::new(size);
            board.set_stones(stones).expect("the positions are legal");
            board
        })
        .collect()
}
