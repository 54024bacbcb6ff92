// SPDX-License-Identifier: MIT OR Apache-2.0

//! Which patterns match on the board: the shapes alone, before any class, constraint or value.
//!
//! How a variant is tested depends on how far each of its cells is from its anchor:
//!
//! | cells | test | where |
//! |---|---|---|
//! | the anchor | one index for each of friend, enemy, empty | [`Matcher`] |
//! | rings at distance 1, 2 and 3 (48 cells) | tables of bitsets, one for each group of four cells: all variants at once | `index` |
//! | farther out | 2-bit windows of 4x4 cells: a mask and a value for each variant that the tables leave | `index`, `board` |
//! | edges of the board, up to 9 lines off | two tables of bitsets: columns, rows | `index` |
//! | edges farther off | a comparison for each variant that the tables leave | `index` |
//!
//! The compiler writes windows for all cells of a diagram. `build` translates the cells of the rings into
//! bitsets and keeps the windows of the others. `cluster` numbers the variants so that similar ones share a
//! word of the bitsets. A [`PatternBoard`] holds the position in the form that these tests ask for. `scan`
//! runs the tests. The layouts that were tried, and their costs, are in `benches/matcher.rs`.

mod board;
mod build;
mod cluster;
mod constraint;
mod grid;
mod index;
mod scan;

pub use board::PatternBoard;
pub use constraint::{DivisionByZero, Facts, MatchPlace, evaluate};

use katachi_rules::{Board, Color, Point};
use mkpat::{Cell as PatternCell, Database};

use index::Index;

/// A pattern match: a variant of a pattern that fits at an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Match {
    /// Index in [`Database::variants`].
    pub variant: u32,
    /// The move that the pattern proposes.
    pub mv: Point,
}

/// Finds the patterns of one database.
#[derive(Clone, Debug, Default)]
pub struct Matcher {
    /// By what stands on the anchor: a friend, an enemy, nothing.
    indexes: [Index; 3],
}

impl Matcher {
    /// Prepares a database.
    pub fn new(database: &Database) -> Self {
        Self::of_variants(database, |_| true)
    }

    /// Prepares the variants of a database for which `takes_part` holds, by their places in it.
    pub(crate) fn of_variants(database: &Database, takes_part: impl Fn(usize) -> bool) -> Self {
        let index = |anchor| {
            Index::new(database, |i, variant| {
                kind(variant.anchor) == anchor && takes_part(i)
            })
        };
        Self {
            indexes: [0, 1, 2].map(index),
        }
    }

    /// Returns every match for the side `color`, in the order of the database (falling highest value), then
    /// of the board.
    pub fn matches(&self, board: &Board, color: Color) -> Vec<Match> {
        self.find(&PatternBoard::new(board), color)
    }

    /// Bytes of the index.
    pub fn size(&self) -> usize {
        self.indexes.iter().map(Index::size).sum()
    }
}

/// The number of the index for an anchor.
fn kind(anchor: PatternCell) -> usize {
    match anchor {
        PatternCell::Friend => 0,
        PatternCell::Enemy => 1,
        _ => 2,
    }
}
