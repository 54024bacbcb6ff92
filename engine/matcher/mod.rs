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
//! bitsets and keeps the windows of the others. It numbers the variants so that similar ones share a word of
//! the bitsets. A [`PatternBoard`] holds the position in the form that these tests ask for. The
//! layouts that were tried, and their costs, are in `docs/experiments/patterns.md`.
//!
//! The tests run in stages, each for all anchors at once: while the processor waits for the data of one word
//! or variant it works on the next. No stage branches on the result of a test (`push_if`), because such
//! branches are guessed wrong.

mod board;
mod build;
mod constraint;
mod index;
mod points;
mod position;

pub use board::PatternBoard;
pub use constraint::{DivisionByZero, Facts, MatchPlace, evaluate};
pub(crate) use points::{PointMatcher, VariantTests};
pub(crate) use position::{PositionMatcher, anchored};

use katachi_rules::{Cell, Color, Point};
use mkpat::{Cell as PatternCell, Database};

use board::{STRIDE, add_step, point};
use index::{Anchor, Index, Shape, Word, push_if};

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
    /// Prepares the variants of a database for which `takes_part` holds, by their places in it.
    pub fn new(database: &Database, takes_part: impl Fn(usize) -> bool) -> Self {
        let index = |anchor| {
            Index::new(database, |i, variant| {
                kind(variant.anchor) == anchor && takes_part(i)
            })
        };
        Self {
            indexes: [0, 1, 2].map(index),
        }
    }

    /// Hands all matches of a position for a side to `take`, in any order.
    pub fn each(&self, board: &PatternBoard, side: Color, take: impl FnMut(Match)) {
        let mut scan = Scan::default();
        let anchors: [Cell; 3] = [side.into(), side.opposite().into(), Cell::Empty];
        for (index, anchor) in self.indexes.iter().zip(anchors) {
            scan.add_matches(index, board, side, anchor);
        }
        scan.keys.into_iter().map(of_key).for_each(take);
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

/// A match as a number that sorts by variant, then by move: the variant, then the place of the move.
type Key = u64;

/// A variant, by its bit in the index, and the place of the anchor where it may fit.
type Candidate = (u32, u16);

/// Buffers that the stages share.
#[derive(Default)]
struct Scan {
    anchors: Vec<Anchor>,
    words: Vec<Word>,
    candidates: Vec<Candidate>,
    /// Candidates that have more to test than one window.
    extra: Vec<Candidate>,
    keys: Vec<Key>,
}

fn of_key(key: Key) -> Match {
    Match {
        variant: (key >> 32) as u32,
        mv: point((key & 0xFFFF) as usize),
    }
}

impl Scan {
    /// Adds the keys of the matches of one index, whose variants have `cell` on their anchor.
    fn add_matches(&mut self, index: &Index, board: &PatternBoard, side: Color, cell: Cell) {
        if index.shapes.is_empty() {
            return;
        }
        self.anchors.clear();
        for (y, &row) in board.rows(cell).iter().enumerate() {
            let mut columns = row;
            while columns != 0 {
                let place = y * STRIDE + columns.trailing_zeros() as usize;
                columns &= columns - 1;
                self.anchors.push(Anchor::new(board, side, place));
            }
        }
        for block in 0..index.blocks.len() {
            index.add_words(block, &self.anchors, &mut self.words);
            unpack_bits(&self.words, &mut self.candidates);
            self.extra.clear();
            for &(bit, anchor) in &self.candidates {
                let shape = &index.shapes[bit as usize];
                let place = usize::from(anchor);
                let fits = shape.window_fits(board, side, place);
                push_if(&mut self.keys, fits & !shape.has_extra, shape.key(place));
                push_if(&mut self.extra, fits & shape.has_extra, (bit, anchor));
            }
            for &(bit, anchor) in &self.extra {
                let place = usize::from(anchor);
                let fits = index.extra_fits(bit as usize, board, side, place);
                push_if(&mut self.keys, fits, index.shapes[bit as usize].key(place));
            }
        }
    }
}

impl Shape {
    fn key(&self, anchor: usize) -> Key {
        u64::from(self.variant) << 32 | add_step(anchor, self.anchor_to_move.into()) as u64
    }
}

/// Lists the bits of words, each with its anchor.
fn unpack_bits(words: &[Word], candidates: &mut Vec<Candidate>) {
    candidates.clear();
    for word in words {
        let mut bits = word.bits;
        while bits != 0 {
            candidates.push((word.first + bits.trailing_zeros(), word.place));
            bits &= bits - 1;
        }
    }
}
