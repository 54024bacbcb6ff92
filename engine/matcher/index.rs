// SPDX-License-Identifier: MIT OR Apache-2.0

//! The index: which variants fit at an anchor, from tables of bitsets in two levels.
//!
//! Each variant has a bit. There are fourteen tables of sets of variants:
//!
//! - one for the columns and one for the rows: for each pair of distances from the anchor to two opposite
//!   edges of the board, the variants whose diagram lies between these edges, with its own edges on them;
//! - twelve for the rings: for each state of a group of four cells, the variants that accept it.
//!
//! The intersection of one set of each table is the set of variants that fit. Only cells beyond the rings and
//! edges far off are still to be tested. A set has a second level, one bit for each word that is not zero.
//! The intersection of the second levels says which few words have to be read. These are few only if similar
//! variants have neighbouring bits (`build`).
//!
//! Because near edges are exact, no variant that is left asks for a cell of the rings off the board, so rings
//! need no state for such cells: 81 states of four cells instead of 256.

use katachi_rules::Color;
use mkpat::{Edges, Offset, Window};

use super::board::{GROUPS, INNER, PatternBoard, RINGS, STATES, add_step, step};

/// Distances from an edge that the tables tell apart: the last is this far and farther.
pub(super) const LINES: usize = 10;
/// Sets of the edges and of the inner rings.
const NEAR: usize = 2 + INNER;
/// Sets that are intersected at every anchor.
const SETS: usize = 2 + GROUPS;
/// Entries of the tables of edges.
pub(super) const EDGES: usize = 2 * LINES * LINES;
pub(super) const ENTRIES: usize = EDGES + GROUPS * STATES;

/// The data of a variant that the tables let through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The window beyond the rings with the most tested cells, by its step from the anchor.
    window_mask: u32,
    window_value: u32,
    window_step: i16,
    /// Step from the anchor to the move.
    pub(super) anchor_to_move: i16,
    /// Index in the database.
    pub(super) variant: u32,
    /// Whether there is more to test than the one window.
    pub(super) has_extra: bool,
}

impl Shape {
    pub(super) fn new(variant: u32, to_move: Offset, window: Window, has_extra: bool) -> Self {
        Self {
            window_mask: window.mask,
            window_value: window.value,
            window_step: step(window.at) as i16,
            anchor_to_move: step(to_move) as i16,
            variant,
            has_extra,
        }
    }

    /// Returns whether the cells of the first window beyond the rings match.
    #[inline]
    pub(super) fn window_fits(&self, board: &PatternBoard, side: Color, place: usize) -> bool {
        let window = board.window(side, add_step(place, self.window_step.into()));
        window & self.window_mask == self.window_value
    }
}

/// The tests that are left after the tables and the first window: further windows, and edges that are farther
/// off than the tables know.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExtraTests {
    pub(super) first_window: u32,
    pub(super) windows: u8,
    pub(super) edges: Edges,
    /// From the anchor to the corners of the diagram.
    pub(super) top_left: Offset,
    pub(super) bottom_right: Offset,
}

/// The edges, in the order of [`PatternBoard::lines`].
pub(super) const SIDES: [Edges; 4] = [Edges::LEFT, Edges::TOP, Edges::RIGHT, Edges::BOTTOM];

impl ExtraTests {
    /// Cells from the anchor to each side of the diagram.
    pub(super) fn reaches(&self) -> [i8; 4] {
        let (a, b) = (self.top_left, self.bottom_right);
        [-a.dx, -a.dy, b.dx, b.dy]
    }
}

/// A set of variants of a block. Rows are not a power of two apart: such rows would share lines of the cache.
pub(super) type Row = [u64; 72];

/// 64 words of variants.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    /// Sets, by entry.
    pub(super) rows: Vec<Row>,
    /// The second levels.
    pub(super) summary: Vec<u64>,
}

/// The variants with one kind of anchor.
#[derive(Clone, Debug, Default)]
pub(super) struct Index {
    pub(super) blocks: Vec<Block>,
    /// By bit.
    pub(super) shapes: Vec<Shape>,
    pub(super) extras: Vec<ExtraTests>,
    /// The windows of the extra tests.
    pub(super) windows: Vec<Window>,
}

/// The place of an anchor, and its set in each table: columns, rows, and each group of the rings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anchor {
    pub(super) place: u16,
    sets: [u16; SETS],
}

/// The variants of one word that the tables accept at an anchor.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Word {
    pub(super) bits: u64,
    /// Number of its lowest bit in the index.
    pub(super) first: u32,
    pub(super) place: u16,
}

impl Anchor {
    #[inline]
    pub(super) fn new(board: &PatternBoard, side: Color, place: usize) -> Self {
        let lines = board.lines(place).map(|lines| lines.min(LINES - 1));
        let states = board.rings(side, place).states();
        let sets = std::array::from_fn(|i| {
            let set = match i {
                0 | 1 => LINES * (LINES * i + lines[i]) + lines[i + 2],
                _ => EDGES + (i - 2) * STATES + usize::from(states[i - 2]),
            };
            set as u16
        });
        Self {
            place: place as u16,
            sets,
        }
    }

    /// Adds the words of a block in which all sets of the anchor have bits in common.
    ///
    /// The sets come in two parts, so that those of the outer ring are read for few words.
    #[inline]
    fn intersect(&self, block: &Block, first: u32, pending: &mut Vec<Word>, words: &mut Vec<Word>) {
        let summaries = self.sets.iter().map(|&set| block.summary[usize::from(set)]);
        let mut left = summaries.fold(u64::MAX, |all, summary| all & summary);
        let row = |&set: &u16| &block.rows[usize::from(set)];
        let near: [&Row; NEAR] = std::array::from_fn(|i| row(&self.sets[i]));
        let outer: [&Row; SETS - NEAR] = std::array::from_fn(|i| row(&self.sets[NEAR + i]));
        pending.clear();
        while left != 0 {
            let number = left.trailing_zeros();
            left &= left - 1;
            let word = Word {
                bits: near.iter().fold(u64::MAX, |all, row| all & row[number as usize]),
                first: number,
                place: self.place,
            };
            push_if(pending, word.bits != 0, word);
        }
        for &Word {
            bits,
            first: number,
            place,
        } in &*pending
        {
            let word = Word {
                bits: outer
                    .iter()
                    .fold(bits, |all, row| all & row[number as usize % 64]),
                first: first + 64 * number,
                place,
            };
            push_if(words, word.bits != 0, word);
        }
    }
}

/// Appends an item if it is wanted, without a branch on that.
#[inline]
pub(super) fn push_if<T: Copy>(list: &mut Vec<T>, is_wanted: bool, item: T) {
    list.push(item);
    list.truncate(list.len() - usize::from(!is_wanted));
}

impl Index {
    /// Lists the words of a block with variants that the tables accept, for many anchors.
    ///
    /// The tables are served a block at a time, each for all anchors: half a megabyte, which stays in the
    /// second cache while it is in use, however large the database.
    #[inline]
    pub(super) fn add_words(&self, block: usize, anchors: &[Anchor], words: &mut Vec<Word>) {
        words.clear();
        let mut pending = Vec::with_capacity(64);
        for anchor in anchors {
            anchor.intersect(&self.blocks[block], 4096 * block as u32, &mut pending, words);
        }
    }

    /// Returns whether the further windows of a shape match, and the edges fit that are far off.
    pub(super) fn extra_fits(&self, bit: usize, board: &PatternBoard, side: Color, place: usize) -> bool {
        let extra = &self.extras[bit];
        let lines = board.lines(place);
        let windows = &self.windows[extra.first_window as usize..][..usize::from(extra.windows)];
        extra
            .reaches()
            .into_iter()
            .zip(lines)
            .zip(SIDES)
            .all(|((reach, lines), edge)| {
                let lines = lines as i8;
                if extra.edges.contains(edge) {
                    lines == reach
                } else {
                    lines >= reach
                }
            })
            && windows
                .iter()
                .all(|w| board.window(side, add_step(place, step(w.at))) & w.mask == w.value)
    }
}

const _: () = assert!(size_of::<Shape>() == 20 && ENTRIES <= u16::MAX as usize && LINES > RINGS as usize);
