// SPDX-License-Identifier: MIT OR Apache-2.0

//! Finds the matches of a position.
//!
//! The tests run in stages, each for all anchors at once: while the processor waits for the data of one word
//! or variant it works on the next. No stage branches on the result of a test (`push_if`), because such
//! branches are guessed wrong.

use katachi_rules::{Cell, Color};

use super::board::PatternBoard;
use super::grid::{STRIDE, add_step, point};
use super::index::{Anchor, Index, Word, push_if};
use super::{Match, Matcher};

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

impl Matcher {
    /// Returns all matches of a position for a side, in the order of the database, then of the board.
    pub fn find(&self, board: &PatternBoard, side: Color) -> Vec<Match> {
        let mut keys = self.keys(board, side);
        keys.sort_unstable();
        keys.into_iter().map(of_key).collect()
    }

    /// Hands all matches of a position for a side to `take`, in any order.
    pub(crate) fn each(&self, board: &PatternBoard, side: Color, take: impl FnMut(Match)) {
        self.keys(board, side).into_iter().map(of_key).for_each(take);
    }

    fn keys(&self, board: &PatternBoard, side: Color) -> Vec<Key> {
        let mut scan = Scan::default();
        let anchors: [Cell; 3] = [side.into(), side.opposite().into(), Cell::Empty];
        for (index, anchor) in self.indexes.iter().zip(anchors) {
            scan.add_matches(index, board, side, anchor);
        }
        scan.keys
    }
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
        if index.is_empty() {
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
        for block in index.blocks() {
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

impl super::index::Shape {
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
