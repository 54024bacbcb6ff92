// SPDX-License-Identifier: MIT OR Apache-2.0

//! A plain model of the rules with flood fills and lists, without incremental state. It shares only points
//! and colours with the board.

use std::collections::BTreeSet;

use katachi_rules::{Board, BoardSize, Cell, Point};

/// Row by row from the top left.
pub(crate) type Cells = Vec<Cell>;

pub(crate) fn neighbours(size: BoardSize, at: usize) -> Vec<usize> {
    let (w, h) = (size.width() as usize, size.height() as usize);
    let (x, y) = (at % w, at / w);
    let mut all = Vec::new();
    if y > 0 {
        all.push(at - w);
    }
    if x > 0 {
        all.push(at - 1);
    }
    if x + 1 < w {
        all.push(at + 1);
    }
    if y + 1 < h {
        all.push(at + w);
    }
    all
}

/// The connected points with the content of `start`, and the empty points next to them.
pub(crate) fn flood(size: BoardSize, cells: &Cells, start: usize) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut same, mut empty) = (BTreeSet::new(), BTreeSet::new());
    let mut open = vec![start];
    while let Some(at) = open.pop() {
        if !same.insert(at) {
            continue;
        }
        for n in neighbours(size, at) {
            if cells[n] == cells[start] {
                open.push(n);
            } else if cells[n] == Cell::Empty {
                empty.insert(n);
            }
        }
    }
    (same, empty)
}

/// The index of a point in [`Cells`].
pub(crate) fn place(size: BoardSize, point: Point) -> usize {
    point.y() as usize * size.width() as usize + point.x() as usize
}

pub(crate) fn places(size: BoardSize, points: impl IntoIterator<Item = Point>) -> BTreeSet<usize> {
    points.into_iter().map(|p| place(size, p)).collect()
}

pub(crate) fn cells_of(board: &Board) -> Cells {
    board.size().points().map(|p| board.cell(p)).collect()
}
