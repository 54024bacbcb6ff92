// SPDX-License-Identifier: MIT OR Apache-2.0

//! What an eye space is worth: from shapes such as those of `patterns/eyes.db`, or by solving its local game.

use katachi_rules::Point;
use mkpat::{Database, EyeCell, EyeGraph, EyePoint};

use crate::analysis::constants::{LOCAL_GAME_POSITIONS, TWO_EYES_SIZE, TWO_EYES_SIZE_IF_FIRST};
use crate::local::{LocalGame, LocalValue};

/// How the worth of an eye space was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// By an entry of the database of shapes.
    Shape,
    /// By solving the local game.
    LocalGame,
    /// By solving it on the points of the board.
    Exact,
    /// By its size alone: it is too large to solve.
    Size,
    /// By reading (`Analysis::read_eye`).
    Reading,
}

/// The worth of an eye space with moves on the board.
#[derive(Clone, Debug)]
pub(super) struct Worth {
    pub(super) max: u8,
    pub(super) min: u8,
    pub(super) attack: Vec<Point>,
    pub(super) defense: Vec<Point>,
    pub(super) is_ko: bool,
    pub(super) source: Source,
}

impl Worth {
    /// The worth by the number of proper points alone.
    pub(super) fn of_size(proper: usize) -> Self {
        let (max, min) = match proper {
            TWO_EYES_SIZE.. => (2, 2),
            TWO_EYES_SIZE_IF_FIRST.. => (2, 1),
            1.. => (1, 1),
            0 => (0, 0),
        };
        Self {
            max,
            min,
            attack: Vec::new(),
            defense: Vec::new(),
            is_ko: false,
            source: Source::Size,
        }
    }
}

/// Looks a connected graph up, and solves it where there is no entry. `keys` are the points that stand for moves
/// elsewhere: a stone beside one has no liberty there, which no entry knows.
pub(super) fn value(shapes: &Database, graph: &EyeGraph, keys: u16) -> (LocalValue, Source) {
    let is_key_of_stone = |i: usize| graph.points()[i] == EyePoint::Stone && graph.neighbours(i) & keys != 0;
    let entry = if (0..graph.len()).any(is_key_of_stone) {
        None
    } else {
        shapes.find_eye(graph)
    };
    if let Some(found) = entry {
        let key = |(i, cell): (usize, &EyeCell)| u16::from(cell.is_key()) << i;
        let keys = found.cells.iter().enumerate().map(key).sum();
        let value = LocalValue {
            max: found.shape.max,
            min: found.shape.min,
            attack: keys,
            defense: keys,
        };
        return (value, Source::Shape);
    }
    if let Some(value) = LocalGame::new(graph, LOCAL_GAME_POSITIONS)
        .with_keys(keys)
        .solve()
    {
        return (value, Source::LocalGame);
    }
    let proper = graph.points().iter().filter(|&&p| p == EyePoint::Proper).count();
    let Worth { max, min, .. } = Worth::of_size(proper);
    let value = LocalValue {
        max,
        min,
        attack: 0,
        defense: 0,
    };
    (value, Source::Size)
}
